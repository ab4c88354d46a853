"""A client of splendor-json that plays at random: registers, waits for the table to fill, plays to the end.
See docs/protocols/splendor-json.md. Run: python examples/splendor_json.py NAME [HOST [PORT]]"""

import json
import random
import socket
import sys
from typing import Any

COLOURS = ("white", "green", "blue", "black", "red")
Move = tuple[str, dict[str, Any]]


def moves(board: dict[str, Any], me: dict[str, Any]) -> list[Move]:
    """What to try, one after the other: prices are not told, so what we cannot pay is refused."""
    cards = [("table", card) for level in board["cards"].values() for card in level]
    held = [] if me["claimedCard"] is None else [("hand", me["claimedCard"])]
    buys: list[Move] = [("buy_card", {"place": place, "card_id": card}) for place, card in cards + held]
    claims: list[Move] = [("claim_card", {"card_id": card}) for _, card in cards if not held]
    left = [colour for colour in COLOURS if board["bankCash"][colour]]
    gems: Move = ("get_gems", dict.fromkeys(random.sample(left, min(3, len(left))), 1))
    others = [gems, gems, *random.sample(claims, min(1, len(claims)))] if left else claims
    return random.sample(buys, len(buys)) + random.sample(others, len(others))


def play(name: str, host: str = "127.0.0.1", port: str = "2000") -> str:
    """Play one game; who has won."""
    with socket.create_connection((host, int(port))) as server:
        client_id = ""

        def ask(kind: str, **fields: object) -> None:
            server.sendall(json.dumps({"request_type": kind, "client_id": client_id, **fields}).encode() + b"\n")

        for answer in map(json.loads, server.makefile(encoding="utf-8")):
            match answer["answer_type"], answer.get("result"):
                case "server_hello", _:
                    client_id = answer["set_client_id"]  # a secret: it goes with every request
                    ask("client_hello", nick=name, client_version="minimal")
                case "nick_verification", "invalid":
                    raise SystemExit(answer["message"])
                case "game_board", _ if answer["next_player"] == name:
                    me = next(player for player in answer["players"] if player["nick"] == name)
                    purse, options = me["cash"], moves(answer, me)
                    ask(options[0][0], **options[0][1])
                case "move_verification", "illegal" if options[1:]:
                    options.pop(0)
                    ask(options[0][0], **options[0][1])
                case "end_of_round", "discard_gems":  # more than ten: what we have is what we had and have just taken
                    had = [colour for colour in COLOURS for _ in range(purse[colour] + options[0][1].get(colour, 0))]
                    back = random.sample(had, max(1, len(had) + purse["yellow"] - 10))
                    ask("discard_gems", **{colour: back.count(colour) for colour in COLOURS})
                case "end_of_round", "select_noble":
                    ask("select_noble", noble_id=random.choice(answer["nobles"]))
                case "game_over", _:
                    return str(answer["winner"])
    raise SystemExit("the server has closed the connection")


if __name__ == "__main__":
    print(play(*sys.argv[1:]), "has won")
