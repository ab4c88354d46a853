"""What must hold of a world that has come to rest; whatever does not is named.

1. Entries are numbered from 1 without a gap, no command is there twice, and the rules accept every entry.
2. Every acknowledged move is in the log, at the number that was told, as it was sent, and each of its answers is the
   same; no refused one is; none is there that nobody has sent.
3. Whoever was told of a table was told every entry once, in order, and each picture is the fold of the log. Whoever
   comes back, to whichever node, finds all that they knew before.
4. Every node's replica is the fold of the log.
5. No name holds two seats of a game at any moment unless the log says that it may, and every command has an answer
   unless its node died.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bottega.store.log import Row
from bottega.table.entries import DamagedLog, Sitting
from bottega.table.position import AnyPosition, follow, opened
from bottega.table.table import Accepted
from trials.simulation.world import UNSURE, World


def convict(world: World) -> list[str]:
    """Everything that must not be."""
    found: list[str] = []
    histories: dict[str, list[AnyPosition]] = {}
    for summary in world.disk.tables():
        charter, rows = world.disk.read(summary.charter.id)
        found += _misnumbered(charter.id, rows)
        positions = [opened(charter)]
        try:
            for row in rows:
                positions.append(follow(positions[-1], row)[1])
        except DamagedLog as damage:
            found.append(f"unfoldable: {damage}")
        histories[charter.id] = positions
    found += _moves(world)
    found += _pictures(world, histories)
    found += _replicas(world, histories)
    return found + list(_two_seats(world))


def _misnumbered(table: str, rows: list[Row]) -> list[str]:
    found = []
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        found.append(f"gap: table {table} has entries {[row.seq for row in rows]}")
    commands = [row.cmd_id for row in rows if row.cmd_id is not None]
    found += [f"twice: {each} at table {table}" for each in sorted(set(commands)) if commands.count(each) > 1]
    return found


def _moves(world: World) -> list[str]:
    found = []
    played = {
        (table, row.cmd_id): row for table, row in world.disk.order if row.kind == "move" and row.cmd_id is not None
    }
    played |= {
        (each.charter.id, row.cmd_id): row
        for each in world.disk.tables()
        for row in world.disk.read(each.charter.id)[1]
        if row.kind == "move" and row.cmd_id is not None
    }
    sent = set()
    for person in world.people:
        for attempt in person.attempts:
            sent.add((attempt.table, attempt.cmd_id))
            row = played.get((attempt.table, attempt.cmd_id))
            accepted = {outcome.seq for outcome in attempt.outcomes if isinstance(outcome, Accepted)}
            refused = [outcome for outcome in attempt.outcomes if not isinstance(outcome, Accepted)]
            if accepted and row is None:
                found.append(f"lost: {attempt.cmd_id} of {attempt.name} was acknowledged and is not there")
            elif len(accepted) > 1:
                found.append(f"twice: {attempt.cmd_id} was acknowledged as {sorted(accepted)}")
            elif row is not None:
                if accepted and row.seq not in accepted:
                    found.append(f"lost: {attempt.cmd_id} was acknowledged as {accepted} and is {row.seq}")
                if (row.seat, row.text) != (attempt.seat, attempt.text):
                    found.append(f"invented: {attempt.cmd_id} is {row.text!r}, sent was {attempt.text!r}")
                if not accepted and not attempt.lost and all(each.code not in UNSURE for each in refused):
                    found.append(f"invented: {attempt.cmd_id} was refused ({refused[0].code}) and is there")
            if len(attempt.outcomes) < attempt.sent and not attempt.lost:
                found.append(f"unanswered: {attempt.cmd_id} of {attempt.name}")
    found += [f"invented: nobody has sent {command} at {table}" for table, command in sorted(played.keys() - sent)]
    return found


def _pictures(world: World, histories: dict[str, list[AnyPosition]]) -> list[str]:
    found = []
    for person in world.people:
        for connection in person.connections:
            last: dict[str, int] = {}
            if connection.back is not None and connection.back[1] < connection.back[2]:
                table, seq, known = connection.back
                found.append(f"past: {person.name} came back to entry {seq} of {table}, and knew {known}")
            for table, seq, position in connection.shown:
                if table in last and seq != last[table] + 1:
                    found.append(f"told: {person.name} was told entry {seq} of {table} after {last[table]}")
                last[table] = seq
                history = histories.get(table, [])
                if seq >= len(history) or history[seq] != position:
                    found.append(f"picture: {person.name} was shown entry {seq} of {table} otherwise than it is")
    return found


def _replicas(world: World, histories: dict[str, list[AnyPosition]]) -> list[str]:
    found = []
    for node in world.nodes:
        if node.house is None:
            continue
        tables = node.house.tables
        for table, history in histories.items():
            live = tables.get(table)
            if live is None:
                if not history[-1].finished:
                    found.append(f"unknown: node {node.number} does not know table {table}")
            elif live.position != history[-1]:
                found.append(f"replica: {table} is at {live.position.seq} on node {node.number}, not {history[-1].seq}")
            elif live.head != live.position or not live.settled:
                found.append(f"unsettled: {table} on node {node.number}")
    return found


def _two_seats(world: World) -> Iterator[str]:
    """Names that hold two seats at once, in the order in which everything was written."""
    games = {each.charter.id: each.charter.game for each in world.disk.tables()}
    seats: dict[str, list[str]] = {}
    held: dict[tuple[str, str], str] = {}
    for table, row in world.disk.order:
        here = seats.setdefault(table, [])
        if row.kind == "sit":
            sitting = msgspec.json.decode(row.text, type=Sitting)
            name, key = sitting.name, (games[table], sitting.name)
            here.append(name)
            if not sitting.further:
                if key in held:
                    yield f"two seats: {name} sits down at {table} and sits at {held[key]}"
                held[key] = table
        elif row.kind in ("leave", "quit"):
            name = here[row.seat]
            held.pop((games[table], name), None)
            if row.kind == "leave":
                here.remove(name)
        elif row.kind == "start":
            here[:] = [here[int(number)] for number in row.text.split()]
        rows = world.disk.read(table)[1]
        if row is rows[-1] and table in world.disk._finished:
            for name in here:
                if held.get((games[table], name)) == table:
                    del held[games[table], name]
