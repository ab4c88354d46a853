"""A client of renaissance-steps that plays at random: takes from the market and stores or discards one by one.
See docs/protocols/renaissance-steps.md. Run: python examples/renaissance_steps.py NAME [PLAYERS [HOST [PORT]]]"""

import json
import random
import socket
import sys
from typing import Any


def play(name: str, players: str = "2", host: str = "127.0.0.1", port: str = "1337") -> list[str]:
    """Play one game; who has won."""
    with socket.create_connection((host, int(port))) as server:
        seated, pending, leaders = False, list[str](), list[str]()

        def say(kind: str, data: object = None) -> None:
            server.sendall(json.dumps({"type": kind, "data": data or {}}).encode() + b"\n")

        for message in map(json.loads, server.makefile(encoding="utf-8")):
            data: dict[str, Any] = message["data"]
            match message["type"]:
                case "RegisterRequest":
                    say("RegisterResponse", {"nickname": name})
                case "PlayerNumberRequest":
                    say("PlayerNumberResponse", {"number": int(players)})
                case "PingRequest":
                    say("PingResponse")
                case "StartGameUpdate":
                    seated, leaders = True, data["cards"]
                case "NewTurnUpdate" if data["currNickname"] == name and data["gamePhase"] == "SETUP":
                    say("chooseLeader", [{"id": leader} for leader in random.sample(leaders, 2)])
                case "BonusResourceMessage":  # all of one kind, on the shelf that has room for two
                    kind = random.choice(["coin", "stone", "servant", "shield"])
                    for _ in range(data["bonusRes"]):
                        say("chooseResourceToDeposit", {"id": 2, "res": kind})
                    say("passTurn")
                case "NewTurnUpdate" | "LorenzoUpdate" if (
                    data.get("currNickname", name) == name
                ):  # (he plays if we are alone)
                    rc, index = random.choice([("r", row) for row in range(3)] + [("c", column) for column in range(4)])
                    say("buyAtMarketInterface", {"rc": rc, "index": index})
                case "PendingResourcesUpdate" if pending := data["pending"]:
                    say("depositResource", {"id": random.randint(1, 3), "res": pending[0]})
                case "ErrorMessage" if pending:  # it does not fit there
                    say("discardResource", {"res": pending[0]})
                case "ErrorMessage" if not seated:
                    raise SystemExit(data["message"])
                case "DepositsUpdate" if data["nickname"] == name and data["turnPhase"] == "ENDTURN":
                    say("passTurn")
                case "EndGameResultUpdate":
                    return list(data["result"]["winner"])
    raise SystemExit("the server has closed the connection")


if __name__ == "__main__":
    print(*play(*sys.argv[1:]), "has won")
