"""A client of renaissance-json that plays at random: takes from the market, stores what fits, discards the rest.
See docs/protocols/renaissance-json.md. Run: python examples/renaissance_json.py NAME [PLAYERS [HOST [PORT]]]"""

import json
import random
import socket
import sys
from typing import Any


def visit(grid: dict[tuple[int, int], str], shelves: list[dict[str, Any]]) -> dict[str, Any]:
    """A visit to a random line of the market; each resource goes to a shelf that takes it, if there is one."""
    is_row, index = random.choice([(True, row) for row in range(3)] + [(False, column) for column in range(4)])
    choice: dict[str, Any] = {"leaders_choice": [], "discard_index": [], "shelf_choice": []}
    for place, kind in enumerate(kind for at, kind in sorted(grid.items()) if at[0 if is_row else 1] == index):
        homes = [each for each in shelves if each["bound_res"] == kind] or [e for e in shelves if not e["amount"]]
        room = [each for each in homes if each["amount"] <= each["index"]]  # shelf 0 takes one, 1 two, 2 three
        if kind not in ("Faith", "Zero") and room:
            shelf = random.choice(room)
            shelf |= {"bound_res": kind, "amount": shelf["amount"] + 1}
            choice["shelf_choice"].append({"shelf_index": shelf["index"], "res_amount": 1, "res_type": kind})
        elif kind not in ("Faith", "Zero"):
            choice["discard_index"].append(place)
    return {"market_index": index, "isRow": is_row, **choice}


def play(name: str, players: str = "2", host: str = "127.0.0.1", port: str = "51015") -> list[str]:
    """Play one game; who has won."""
    with socket.create_connection((host, int(port))) as server:
        grid, shelves = dict[tuple[int, int], str](), list[dict[str, Any]]()

        def say(kind: str, **fields: object) -> None:
            server.sendall(json.dumps({"type": kind, **fields}).encode() + b"\n")

        say("req_nickname", nickname=name)
        for message in map(json.loads, server.makefile(encoding="utf-8")):
            match message["type"], message.get("update"):
                case "err_nickname", _:
                    raise SystemExit(message["msg"])
                case "res_nickname", _ if message["isFirst"]:
                    say("req_players_count", count=int(players))
                case "offer_leader", _:
                    say("req_leader_choice", choice=random.sample(message["leaders_id"], 2))
                case "offer_resources", _:
                    say("req_resources_choice", choice={random.choice(message["res_type"]): message["count"]})
                case "update_market", line:  # all three rows at the start, then each line that was taken
                    for place, marble in enumerate(line["resources"]):
                        grid[(line["index"], place) if line["isRow"] else (place, line["index"])] = marble
                case "update_shelves", mine if message["player"] == name:
                    shelves = mine
                case "update_cur_player", player if player == name:
                    say("req_get_market", choice=visit(grid, shelves))
                    say("req_turn_end")
                case "update_winner", result:
                    return list(result["winners"] or ["Lorenzo"])
    raise SystemExit("the server has closed the connection")


if __name__ == "__main__":
    print(*play(*sys.argv[1:]), "has won")
