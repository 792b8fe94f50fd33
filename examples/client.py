"""A complete client in one file: it opens a table against a bot and plays a match to the end.

    pip install websockets
    python examples/client.py http://127.0.0.1:8000 my_shelfie

It uses nothing of ludoteca. After a lost connection it enters its table again and sends again what
has no answer yet; a move keeps its id, so it happens once. It is never faster than it may be.
"""

import itertools
import json
import random
import secrets
import sys
import time
import urllib.request
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


class Client:
    """Asks and hears over one socket at a time."""

    def __init__(self, address: str, name: str) -> None:
        body, head = {"name": name, "bearer": True}, {"Content-Type": "application/json"}
        guest = urllib.request.Request(f"{address}/api/guest", json.dumps(body).encode(), head)
        with urllib.request.urlopen(guest) as answer:
            self.headers = {"Authorization": f"Bearer {json.load(answer)['token']}"}
        self.url = f"ws{address.removeprefix('http')}/socket"
        self.numbers, self.match, self.news = itertools.count(1), "", list[Any]()
        self.open()

    def open(self, pause: float = 0.25) -> None:
        """Connect until it works, say hello, and go back to the table."""
        try:
            self.socket = connect(self.url, additional_headers=self.headers)
            self.every = 1 / self._exchange("hello", version=1)["pace"]["a_second"]
            if self.match:  # we come back
                self.news = [self._exchange("enter", match=self.match)]
        except (OSError, ConnectionClosed):
            time.sleep(pause)
            self.open(min(2 * pause, 4))

    def ask(self, kind: str, **fields: Any) -> Any:
        """Send a message and return its answer; what is told meanwhile waits in `news`."""
        while True:
            time.sleep(self.every)
            try:
                answer = self._exchange(kind, **fields)
            except ConnectionClosed:
                self.open()
                continue
            if "retry_after" not in answer:
                return answer
            time.sleep(answer["retry_after"])

    def _exchange(self, kind: str, **fields: Any) -> Any:
        number = next(self.numbers)
        self.socket.send(json.dumps({"type": kind, "request": number, **fields}))
        while (frame := json.loads(self.socket.recv())).get("request") != number:
            self.news.append(frame)
        return frame

    def hear(self) -> Any:
        """Return what is told next."""
        try:
            return self.news.pop(0) if self.news else json.loads(self.socket.recv())
        except ConnectionClosed:
            self.open()
            return self.news.pop(0)


def play(address: str, game: str) -> Any:
    """Play one match at random; return how it ended."""
    client = Client(address, "Ada")
    opened = client.ask("open_table", setting={"game": game, "bots": ["greedy"]})
    client.match = match = opened["match"]
    told = client.ask("enter", match=match)
    client.ask("ready", match=match, contribution=secrets.token_hex(16))
    client.ask("start", match=match)
    while "ending" not in told:
        position = told.get("position")
        if position and position["choices"]:
            asked = client.ask("ask_moves", match=match, partial={})
            if asked.get("continuations"):
                move, name = random.choice(asked["continuations"])["text"], secrets.token_hex(16)
                client.ask("play_move", match=match, ply=asked["ply"], move_id=name, move=move)
        told = client.hear()
    client.socket.close()
    return told["ending"]


if __name__ == "__main__":
    ending = play(*sys.argv[1:])
    print("winners:", ending["winners"], "scores:", [each["total"] for each in ending["scores"]])
