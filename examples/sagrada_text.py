"""A client of sagrada-text that plays at random: logs in, chooses a window, places dice and tries tools to the end.
See docs/protocols/sagrada-text.md. Run: python examples/sagrada_text.py NAME PASSWORD [HOST [PORT]]"""

import random
import socket
import sys


def play(name: str, password: str, host: str = "127.0.0.1", port: str = "3000") -> str:
    """Play one match; the ranking as the server tells it: id,score,place of each."""
    with socket.create_connection((host, int(port))) as server:
        me, option, tool = "", "", False

        def say(text: str) -> None:
            server.sendall(text.encode() + b"\n")

        for line in server.makefile(encoding="utf-8"):
            match line.split():
                case ["Connection", *_]:
                    say(f"LOGIN {name} {password}")  # the first one with this name makes the password its own
                case ["LOGIN", "ko"]:
                    raise SystemExit(f"{name} is no name, in use, or has another password")
                case ["PING"]:
                    say("PONG")
                case ["GAME", "start", _, seat]:
                    me, option = seat, "window"
                    say(f"CHOOSE {random.randrange(4)}")
                case ["GAME", "turn_start", seat, _] if seat == me:
                    option, tool = "", False
                    say(random.choice(["GET_DICE_LIST", f"TOOL enable {random.randrange(3)}"]))
                case ["TOOL", answer]:  # ok: the tool asks for a die; ko: it cannot be used, or is finished
                    tool = answer == "ok"
                    say("GET_DICE_LIST")
                case ["LIST_DICE"]:  # no die can be selected
                    say("TOOL can_continue" if tool else "GAME end_turn")
                case ["LIST_DICE", _, *dice]:
                    say(f"SELECT {random.randrange(len(dice))}")
                case ["LIST_OPTIONS", offered]:
                    option = offered.partition(",")[2]
                    say("CHOOSE 0")
                case ["CHOICE", "ok"] if option == "PLACE_DIE":
                    option = ""
                    say("GET_PLACEMENTS_LIST")
                case ["CHOICE", "ok"] if option != "window":
                    say("TOOL can_continue" if tool else "GAME end_turn")
                case ["LIST_PLACEMENTS"]:  # nowhere: leave it at that
                    say("TOOL can_continue" if tool else "GAME end_turn")
                case ["LIST_PLACEMENTS", *spaces]:
                    say(f"CHOOSE {random.randrange(len(spaces))}")
                case ["GAME", "end", *ranking]:
                    return " ".join(ranking)
    raise SystemExit("the server has closed the connection")


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
