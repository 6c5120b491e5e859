"""A program that plays on a Skerry site by its HTTP API alone: any of the games, any legal turn.

It needs nothing but Python. Make an account for it on the site, a token on the page
/account/tokens, and then:

    SKERRY_TOKEN=skerry_... python examples/bot.py http://localhost:8000 --ask spry

It asks for a game of Spry, prints the link for whoever wants to play, and plays until it is
stopped. `--accept ID` lets it accept a challenge. To make a player of it, write another `choose`.
"""

import argparse
import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

AGAIN_SECONDS = 3.0  # after a cut


class Site:
    """The API of a site, asked in the name of one account."""

    def __init__(self, url: str, token: str) -> None:
        self.url, self.token = url.rstrip("/"), token

    def open(self, path: str, sent: object = None, seconds: float = 30.0) -> Any:
        """The answer to a GET, or to a POST of JSON."""
        body = None if sent is None else json.dumps(sent).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.url}/api/v1/{path}", body, headers)
        return urllib.request.urlopen(request, timeout=seconds)

    def ask(self, path: str, sent: object = None) -> Any:
        """What the answer says."""
        with self.open(path, sent) as answer:
            return json.load(answer)

    def events(self) -> Iterator[dict[str, Any]]:
        """What happens, for ever; after a cut, what was missed comes first."""
        while True:
            try:
                with self.open("events", seconds=60.0) as stream:
                    for line in stream:
                        if line.strip():
                            yield json.loads(line)
            except urllib.error.HTTPError:
                raise  # the token counts no more, say
            except OSError as error:
                print(f"Cut off ({error}); trying again.")
            time.sleep(AGAIN_SECONDS)


def choose(game: dict[str, Any], actions: list[str]) -> str:
    """The next action of a turn; `game` says all that there is to know."""
    return random.choice(actions)


def turn_for(site: Site, game: dict[str, Any]) -> str:
    """A whole turn, composed of legal actions without knowing any rules."""
    begun: list[str] = []
    while True:
        so_far = urllib.parse.quote(",".join(begun))
        now = site.ask(f"games/{game['id']}/actions?begun={so_far}")
        if not now["actions"]:
            return ",".join(begun)
        begun.append(choose(game, now["actions"]))


def play(site: Site, game_id: str) -> None:
    """Play a turn, if it is still ours to play."""
    game = site.ask(f"games/{game_id}")
    if not game["your_turn"]:
        return
    try:
        sent = {"turn": turn_for(site, game), "version": game["version"]}
        site.ask(f"games/{game_id}/turns", sent)
    except urllib.error.HTTPError as error:
        if error.code != 409:  # else the game has changed meanwhile, and an event will say so
            raise
        return
    print(f"{game['game']} {game_id}: {sent['turn']}")


def main() -> None:
    """Ask for a game, accept one, and play."""
    parser = argparse.ArgumentParser(description="Play any legal turn on a Skerry site.")
    parser.add_argument("url", help="of the site, such as http://localhost:8000")
    parser.add_argument("--ask", metavar="GAME", help="ask for a game, and print its link")
    parser.add_argument("--accept", metavar="ID", help="accept a challenge")
    parser.add_argument("--games", type=int, metavar="N", help="end after N games")
    given = parser.parse_args()
    site = Site(given.url, os.environ["SKERRY_TOKEN"])
    print(f"Playing as {site.ask('account/bot', {})['name']}.")
    if given.ask:
        print(site.ask("challenges", {"game": given.ask})["url"], flush=True)
    if given.accept:
        site.ask(f"challenges/{given.accept}/accept", {})
    ended: set[str] = set()
    for event in site.events():
        if event["type"] == "challenge":  # for us alone
            site.ask(f"challenges/{event['id']}/accept", {})
        if event["type"] != "game":
            continue
        if event["over"]:
            print(f"{event['game']} {event['id']} is over.", flush=True)
            ended.add(event["id"])
            if len(ended) == given.games:
                return
        elif event["your_turn"]:
            play(site, event["id"])


if __name__ == "__main__":
    try:
        main()
    except urllib.error.HTTPError as refused:
        raise SystemExit(f"The site refuses: {refused.read().decode()}") from None
