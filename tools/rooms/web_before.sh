sed -i 's/^from skerry.study import ROOT, Chapter/from skerry.study import Chapter\nfrom skerry.study.tree import ROOT/' src/skerry/web/correspondence/answers/conditions.py
sed -i 's/\bform = opening\.form(/shown = opening.form(/; s/_home_context(request, form)/_home_context(request, shown)/' src/skerry/web/play/pages.py
sed -i 's/from skerry.web.correspondence import sweeping$/from skerry.web.correspondence import sweeping as correspondence_tasks/; s/\*sweeping\.sweepers/*correspondence_tasks.sweepers/' src/skerry/web/site/run.py
sed -i 's/^from skerry.web.accounts.pages import own$/from skerry.web.accounts.pages import own as account_views/; s/(own\.GATHERING/(account_views.GATHERING/' tests/web/attacks/test_waiting.py
