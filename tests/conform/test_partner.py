"""A client is examined: honest ones pass in every protocol and profile, every planted fault is found in its section."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from random import Random

import pytest

from bottega.conform.clients import CLIENT_KITS
from bottega.conform.kit import GAME
from bottega.conform.links import Unreachable
from bottega.conform.partner import Partner
from bottega.conform.report import Outcome, Report
from bottega.wire import DIALECTS
from tests.conform.hall import Hall, Says, client_kit, convicted, examine, of_kind, requests

EVERY = [f"{name}{'+' * bool(profile)}{profile}" for name in CLIENT_KITS for profile in DIALECTS[name].PROFILES]
LAST_AND_FIRST = {
    "splendor-json": ("get_gems", "get_gems"),
    "sagrada-text": ("GAME end_turn", "GAME end_turn"),
    "sagrada-json": ("pass", "pass"),
    "renaissance-json": ("req_turn_end", "req_turn_end"),
    "renaissance-steps": ("passTurn", "buyAtMarketInterface"),
    "renaissance-events": ("ReqEndTurn", "ReqEndTurn"),
}
"""What ends a turn, and what belongs to one."""


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", EVERY)
def test_an_honest_client_passes(name: str, seed: int) -> None:
    """Nothing is broken in whole games with the kit, and most sections are met."""
    report = examine(name, seed=seed, seats=2 + seed % 2)
    assert report.passed, "\n".join(report.lines())
    outcomes = [report.outcome(section) for section in report.sections]
    assert outcomes.count(Outcome.NOT_MET) <= 6
    assert report.outcome(GAME) is Outcome.HELD


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", EVERY)
def test_an_honest_client_passes_among_others(name: str, seed: int) -> None:
    """So it does at a table with players of other protocols."""
    report = examine(name, seed=seed, seats=4, mixed=True)
    assert report.passed, "\n".join(report.lines())


@pytest.mark.parametrize("name", EVERY)
def test_a_client_that_takes_its_time_to_come(name: str) -> None:
    """How long the kit has waited for a client is not held against it: no clock runs before it is there."""
    report = examine(name, late=55.0)
    assert report.passed, "\n".join(report.lines())


@pytest.mark.parametrize("name", ["renaissance-json", "renaissance-steps", "renaissance-events"])
def test_alone(name: str) -> None:
    """A client that wants to play alone does."""
    report = examine(name, seats=1)
    assert report.passed, "\n".join(report.lines())


@pytest.mark.parametrize("name", EVERY)
def test_every_field_of_every_request_is_looked_at(name: str) -> None:
    """A field that is missing, called otherwise or of another kind, and one too many, is found where the document
    describes the request.
    """
    kit = client_kit(name)
    tried = 0
    for kind, (seed, first) in requests(name).items():
        for what, broken in of_kind(kit, kind, first):
            if what == "lacks client_id" and kit.server.profile:
                continue  # the program of the time did not look at it
            section = kit.requests[kind].section

            def says(text: str, kind: str = kind, broken: str = broken) -> Iterable[str]:
                return (broken,) if kit.kind(text) == kind else (text,)

            found = convicted(name, says if "client_id" in what else _with_own_id(says), seed)
            allowed = {section, "forms", "1.1"} if "client_id" in what else {section, "forms"}
            assert set(found) & allowed, f"{kind} {what}: found {found}, said {broken}"
            tried += 1
    assert tried >= 12


@pytest.mark.parametrize("name", EVERY)
def test_moving_out_of_turn_is_found(name: str) -> None:
    """Whoever acts on when the turn is over is convicted by the section about turns."""
    kit = client_kit(name)
    kind, first = LAST_AND_FIRST[kit.server.dialect]
    _, text = requests(name)[first]

    def says(said: str) -> Iterable[str]:
        return (said, text, text) if kit.kind(said) == kind else (said,)

    seed, _ = requests(name)[kind]
    report = examine(name, _with_own_id(says), seed=seed)
    assert kit.order in report.broken, "\n".join(report.lines())


def _with_own_id(says: Says) -> Says:
    """The same with the client_id that this connection was given."""

    def saying(text: str) -> Iterable[str]:
        own = json.loads(text).get("client_id") if text.startswith("{") else None
        for said in says(text):
            message = json.loads(said) if own is not None else None
            yield said if message is None else json.dumps({**message, "client_id": own})

    return saying


@pytest.mark.parametrize("name", EVERY)
def test_words_that_there_are_not(name: str) -> None:
    """What is no message of the document is found, whatever it is; so is one that says hello twice."""
    kit = client_kit(name)
    first = next(iter(requests(name)))
    nonsense = "SING" if first == "LOGIN" else json.dumps({getattr(kit, "key", ""): "sing"})

    def sings(text: str) -> Iterable[str]:
        return (text, "{" if kit.kind(text) == first else nonsense)

    assert convicted(name, sings) == ["forms"]


@pytest.mark.parametrize("name", EVERY)
def test_what_was_refused_again_and_again(name: str) -> None:
    """Whoever sends what was refused as it was, three times, has not understood; twice may happen."""
    kit = client_kit(name)
    kind, refused = REFUSED[kit.server.dialect]

    def tried(times: int) -> Report:
        left: list[str] = []

        def says(text: str) -> Iterable[str]:
            if kit.kind(text) == kind and not said:
                said.append(text)
                left.extend([text] * times)
                return [refused(text)] * times + [text]
            return (text,)

        def hears(text: str) -> Iterable[str]:
            if left and kit.refuses(text):
                left.pop()
                return ()
            return (text,)

        said: list[str] = []
        seed, _ = requests(name)[kind]
        return examine(name, says, hears, seed=seed)

    stubborn, patient = tried(3), tried(2)
    assert kit.refusals in stubborn.broken, "\n".join(stubborn.lines())
    assert patient.broken == [], "\n".join(patient.lines())


def _changed(**fields: object) -> Callable[[str], str]:
    return lambda text: json.dumps({**json.loads(text), **fields})


def _one_leader_twice(text: str) -> str:
    message = json.loads(text)
    leaders = message["data"] if isinstance(message["data"], list) else message["data"]["chosenLeaders"]
    leaders[1] = leaders[0]
    return json.dumps(message)


REFUSED = {
    "splendor-json": ("get_gems", _changed(white=3, green=1, blue=1, black=1, red=1)),
    "sagrada-text": ("TOOL enable", lambda text: "TOOL enable 9"),
    "sagrada-json": ("place", _changed(index=99)),
    "renaissance-json": ("req_leader_choice", _changed(choice=[98, 99])),
    "renaissance-steps": ("chooseLeader", _one_leader_twice),
    "renaissance-events": ("ReqChooseLeaders", _changed(leaders=[98, 99])),
}
"""A request, and how it is made into one that is refused."""


@pytest.mark.parametrize("name", ["sagrada-text", "sagrada-text+original", "renaissance-steps", "renaissance-events"])
def test_pings_that_are_not_answered(name: str) -> None:
    """Whoever never answers a ping is convicted by the section about pings."""
    kit = client_kit(name)
    pong = kit.pong

    def silent(text: str) -> Iterable[str]:
        return () if kit.kind(text) == pong else (text,)

    report = examine(name, silent)
    assert kit.server.ping_section in report.broken, "\n".join(report.lines())


@pytest.mark.parametrize("name", EVERY)
def test_a_client_that_stops(name: str) -> None:
    """Silence while everybody waits is found, with what could have been said."""
    kit = client_kit(name)
    said: list[str] = []

    def falls_asleep(text: str) -> Iterable[str]:
        if kit.kind(text) != kit.pong:
            said.append(text)
        return (text,) if len(said) < 7 or kit.kind(text) == kit.pong else ()

    report = examine(name, falls_asleep)
    assert GAME in report.broken, "\n".join(report.lines())


@pytest.mark.parametrize("name", EVERY)
def test_a_client_that_never_says_who_it_is(name: str) -> None:
    """Where nobody has come in yet, silence is found under the section about coming in."""
    report = examine(name, lambda text: ())
    first = next(iter(requests(name)))
    assert report.broken, "\n".join(report.lines())
    assert report.broken[0] in (client_kit(name).requests[first].section, "lobby", "heartbeat")


def test_a_secret_of_ones_own() -> None:
    """A client_id that is another's falls under the section about it."""
    stolen = "00000000-0000-4000-8000-000000000000"

    def steals(text: str) -> Iterable[str]:
        message = json.loads(text)
        return (json.dumps({**message, "client_id": stolen if "nick" not in message else message["client_id"]}),)

    assert convicted("splendor-json", steals) == ["1.1"]


@pytest.mark.parametrize("name", ["renaissance-steps", "renaissance-steps+original"])
def test_names_of_the_other_profile(name: str) -> None:
    """The program's names are none of the document's, and the other way round."""
    other = "renaissance-steps" if "+" in name else "renaissance-steps+original"
    theirs = {kind: text for kind, (_, text) in requests(other).items()}
    kit = client_kit(name)

    def says(text: str) -> Iterable[str]:
        return (theirs[kit.kind(text)],)

    assert convicted(name, says) == ["forms"]


def test_nobody_comes() -> None:
    """Who waits in vain says so."""
    kit = client_kit("splendor-json")
    with pytest.raises(Unreachable, match="no client has come within 60 seconds"):
        Partner(kit, Hall(), Report("x", kit.sections), Random(1)).play()
