"""An engine of one's own, for `skerry match`: it wins if it can at once, and else plays at random.

    skerry match 'skerry engine' 'python examples/own_engine.py' --tell-first 'level 1' --games 10

It speaks the part of the text protocol that a match needs (docs/engine.md), and takes the rules
from Skerry; an engine in another language brings rules of its own.
"""

import sys
from random import Random

import skerry
from skerry.games.ruleset import parse_options

TRIES = 50  # turns looked at
RANDOM = Random()


def choose(position: skerry.Position) -> str:
    """A turn that wins at once, if one is found, or any other."""
    turns = [position.sample_turn(RANDOM) for _ in range(TRIES)]
    for turn in turns:
        after = position
        for action in turn:
            after = after.apply(action)
        if after.outcome is not None and after.outcome.winner == position.player:
            return position.game.format_turn(turn)
    return position.game.format_turn(turns[0])


def main() -> None:
    """Answer one command a line."""
    position = skerry.game("spry").start()
    for line in sys.stdin:
        command, *words = line.split() or [""]
        answer = "= "
        if command == "protocol_version":
            answer = "= 2"
        elif command == "game":
            game = skerry.game(words[0], **parse_options(words[1:]))
            if game.name != "syrtis":  # which is told its tiles by set_position
                position = game.start()
        elif command == "set_position":
            position = skerry.position(" ".join(words))
        elif command == "play":
            position = position.play_turn(words[-1])
        elif command == "genmove":
            turn = choose(position)
            position = position.play_turn(turn)
            answer = f"= {turn}"
        elif command not in ("quit", "time_left"):
            answer = f"? unknown command {command!r}"
        print(answer, end="\n\n", flush=True)
        if command == "quit":
            return


if __name__ == "__main__":
    main()
