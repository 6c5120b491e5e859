# After the plan: what lies beside the modules.
git mv src/skerry/lab/pages/templates src/skerry/lab/templates
git mv src/skerry/lab/pages/lab.css src/skerry/lab/pages/page.css src/skerry/lab/
sed -i '/^def _mapped/,/return moves/s/\btally\b/played/g' src/skerry/lab/studies.py
sed -i 's#\[`rows.py`\](../src/skerry/lab/playing/rows.py)#[`playing.py`](../src/skerry/lab/playing.py)#' docs/lab.md
sed -i 's#lab/claims/games/NAME.py`, listed in `lab/claims/texts.py`#lab/claims/NAME.py`, listed in `texts.py` there#' docs/add-a-game.md
for room in plans playing measures pages explorer studies claims/games; do git rm -q --ignore-unmatch src/skerry/lab/$room/__init__.py; rm -rf src/skerry/lab/$room; done
python3 - <<'P'
p='src/skerry/lab/study_page.py'; t=open(p).read()
t=t.replace('''    return PageFigure(stack("ends", bars, (f"{first} wins", "drawn", f"{second} wins"), title), title)''','''    parts = (f"{first} wins", "drawn", f"{second} wins")
    return PageFigure(stack("ends", bars, parts, title), title)''')
open(p,'w').write(t)
p='pyproject.toml'; t=open(p).read()
old=t[t.index('containers = ["skerry.lab"]'):]
old=old[:old.index(']\n\n')+1]
new='''containers = ["skerry.lab"]
exhaustive = true
layers = [
    "claims | collection | report | study_page",
    "explorer | fairness | studies",
    "canonical | comparison | packaged | plots",
    "words",
    "metrics | pages",
    "running",
    "playing",
    "plans",
    "openings",
]'''
t=t.replace(old,new); open(p,'w').write(t)
P
