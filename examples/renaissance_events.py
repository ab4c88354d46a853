"""A client of renaissance-events that plays at random: takes from the market, stores what fits, discards the rest.
See docs/protocols/renaissance-events.md. Run: python examples/renaissance_events.py NAME [PLAYERS [HOST [PORT]]]"""

import json
import random
import socket
import sys
from typing import Any


def visit(grid: list[list[str]], shelves: list[dict[str, Any]]) -> dict[str, Any]:
    """A visit to a random line of the market; what is not placed on a shelf is discarded."""
    line, placed = random.randrange(7), dict[int, dict[str, int]]()  # three rows, then four columns
    for kind in grid[line] if line < 3 else [row[line - 3] for row in grid]:
        homes = [each for each in shelves if kind in each["content"]] or [e for e in shelves if not e["content"]]
        room = [each for each in homes if sum(each["content"].values()) < each["size"]]
        if kind not in ("Faith", "Zero") and room:
            shelf = random.choice(room)
            shelf["content"][kind] = shelf["content"].get(kind, 0) + 1
            placed.setdefault(shelf["id"], {kind: 0})[kind] += 1
    return {"isRow": line < 3, "index": line if line < 3 else line - 3, "replacements": {}, "shelves": placed}


def play(name: str, players: str = "2", host: str = "127.0.0.1", port: str = "51016") -> str:
    """Play one game; who has won."""
    with socket.create_connection((host, int(port))) as server:

        def say(kind: str, **fields: object) -> None:
            server.sendall(json.dumps({"type": kind, **fields}).encode() + b"\n")

        say("ReqJoin", nickname=name)
        for message in map(json.loads, server.makefile(encoding="utf-8")):
            match message["type"]:
                case "ErrNickname":
                    raise SystemExit(f"{name} is no name, or in use")
                case "ReqHeartbeat":
                    say("ResHeartbeat")
                case "UpdateBookedSeats" if message["canPrepareNewGame"] == name:
                    say("ReqNewGame", playersCount=int(players))
                case "UpdateGame":  # everything, once; what follows says what has changed
                    me = {player["nickname"]: player for player in message["players"]}[name]
                    boxes = {box["id"]: box for box in message["resContainers"]}
                    grid, current = message["market"]["grid"], message["currentPlayer"]
                    say("ReqChooseLeaders", leaders=random.sample(me["leadersHand"], 2))
                    if bonus := me["setup"]["initialResources"]:  # all on the shelf that has room for two
                        say("ReqChooseResources", shelves={me["warehouseShelves"][1]: {"Coin": bonus}})
                case "UpdateResourceContainer":
                    boxes[message["resContainer"]["id"]] = message["resContainer"]
                case "UpdateMarket":
                    grid = message["market"]["grid"]
                case "UpdateCurrentPlayer" | "UpdateSetupDone" if message.get("player", current) == name:
                    say("ReqTakeFromMarket", **visit(grid, [boxes[shelf] for shelf in me["warehouseShelves"]]))
                    say("ReqEndTurn")
                case "UpdateGameEnd":
                    return str(message.get("winner", "Lorenzo"))
    raise SystemExit("the server has closed the connection")


if __name__ == "__main__":
    print(play(*sys.argv[1:]), "has won")
