# After the plan.
git rm -q src/skerry/search/tree/__init__.py
rm -rf src/skerry/search/{tree,solver} src/skerry/cli/lab
sed -i '1,$d' src/skerry/search/__init__.py
echo '"""How turns are found, on the kernels of every game: by playouts in a tree, or by proof."""' > src/skerry/search/__init__.py
python3 - <<'P'
p='pyproject.toml'; t=open(p).read()
t=t.replace('layers = ["solver | tree"]','''layers = [
    "analysis | solver",
    "proof | search",
    "evaluator | table",
    "mcts | symmetry",
    "arrays",
]''')
open(p,'w').write(t)
P
sed -i 's/"search\.tree\.\(evaluator\|analysis\)"/"search.\1"/; s/"search\.solver\.solve"/"search.solver"/' src/skerry/__init__.py
sed -i 's#`solve.py`, `proof.py` and `symmetry.py` in `search/solver/` say#`solver.py`, `proof.py` and `symmetry.py` in `search/` say#' docs/add-a-game.md
sed -i 's/`record.notes.check_marks`/`record.parts.check_marks`/' src/skerry/draw/marks.py
