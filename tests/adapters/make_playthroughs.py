"""Write the golden playthroughs, by OpenSpiel's own generator.

    python -m tests.adapters.make_playthroughs

A change of the rules, of the observations or of the text must show in them.
"""

from pathlib import Path

PLAYTHROUGHS = {
    "spry": ("skerry_spry(size=3,swap=True)", 1),
    "sytran": ("skerry_sytran(size=3,penalty=3)", 2),
    "byg": ("skerry_byg(size=3)", 3),
    "kitaran": ("skerry_kitaran(size=4,komi=1.5,cycle_limit=8)", 4),
    "syrtis": ("skerry_syrtis(board=minor,stall_limit=12)", 5),
    "syrtis_seeded": ("skerry_syrtis(board=minor,stall_limit=6,seed=2)", 6),
}


def main() -> None:
    """Overwrite them all."""
    from open_spiel.python.algorithms import generate_playthrough

    import skerry.adapters.open_spiel  # noqa: F401  (registers the games)

    folder = Path(__file__).parent / "playthroughs"
    folder.mkdir(exist_ok=True)
    for name, (text, seed) in PLAYTHROUGHS.items():
        played = generate_playthrough.playthrough(text, None, seed=seed)
        (folder / f"{name}.txt").write_text(played, encoding="utf-8")


if __name__ == "__main__":
    main()
