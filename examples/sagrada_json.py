"""A client of sagrada-json that plays at random: logs in, waits for the table to start, places dice to the end.
See docs/protocols/sagrada-json.md. Run: python examples/sagrada_json.py NAME [HOST [PORT]]"""

import json
import random
import socket
import sys
from typing import Any

SPACES = [(x, y) for x in range(5) for y in range(4)]


def fits(die: dict[str, str], x: int, y: int, window: list[list[dict[str, Any]]]) -> bool:
    """Whether a die may lie there: on its print, beside other dice, beside none of its colour or value."""
    dice = {(i, j): window[i][j]["die"] for i, j in SPACES if "die" in window[i][j]}
    rules = {window[x][y]["colorRule"], window[x][y]["valueRule"]} - {"none"}
    if (x, y) in dice or not rules <= {die["color"], die["value"]}:
        return False
    if not dice:
        return x in (0, 4) or y in (0, 3)
    near = {(i, j) for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1)} & dice.keys()
    touching = [dice[i, j] for i, j in near if i == x or j == y]
    return bool(near) and not any(d["color"] == die["color"] or d["value"] == die["value"] for d in touching)


def play(name: str, host: str = "127.0.0.1", port: str = "7777") -> str:
    """Play one game; who has won."""
    with socket.create_connection((host, int(port))) as server:

        def say(kind: str, **fields: object) -> None:
            server.sendall(json.dumps({"id": kind, **fields}).encode() + b"\n")

        for message in map(json.loads, server.makefile(encoding="utf-8")):
            match message["id"]:
                case "login":
                    say("login", username=name)
                case "error" if message["type"] == 1:
                    raise SystemExit(f"somebody else is called {name}")
                case "windows":
                    say("window", windowName=message[random.choice(["w1", "w2", "w3", "w4"])]["name"])
                case "update":
                    table = message
                case "turn":  # place a die where one fits, as usual; sometimes pass
                    mine = next(each["playerWindow"] for each in table["players"] if each["username"] == name)
                    places = [(index, *space) for index in range(len(table["draft"])) for space in SPACES]
                    legal = [each for each in places if fits(table["draft"][each[0]], *each[1:], mine["windowMatrix"])]
                    if legal and random.random() < 0.9:
                        index, x, y = random.choice(legal)
                        say("place", index=index, x=x, y=y)
                    say("pass")
                case "notification" if (message["username"], message["event"]) == (name, "suspended"):
                    say("reconnect")  # we were too slow and are passed over until we say so
                case "game_over":
                    return str(message["winner"])
    raise SystemExit("the server has closed the connection")


if __name__ == "__main__":
    print(play(*sys.argv[1:]), "has won")
