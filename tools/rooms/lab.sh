# After the plan: what lies beside the modules.
git mv src/skerry/lab/pages/templates src/skerry/lab/templates
git mv src/skerry/lab/pages/lab.css src/skerry/lab/pages/page.css src/skerry/lab/
sed -i 's/{__package__}.games.{info.name}/{__package__}.{info.name}/' src/skerry/lab/claims/texts.py
for room in plans playing measures pages explorer studies claims/games; do git rm -q --ignore-unmatch src/skerry/lab/$room/__init__.py; rm -rf src/skerry/lab/$room; done
