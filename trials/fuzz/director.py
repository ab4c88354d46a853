"""Makes scenes up as they go: sensible play in all its states, and into it what nobody should send.

A :class:`Director` belongs to one dialect, with all its profiles. In each scene a few connections come to a table,
most of them of that dialect; then they send messages that fit their state, messages that do not, old ones that were
worth keeping, and all of these bent and broken. In between seats make legal moves, time passes, people leave and come
back. What reaches a state, message and outcome that nothing has reached before is kept in the corpus.
"""

from __future__ import annotations

from random import Random
from typing import Any

from bottega.games import GAMES
from bottega.table.house import Settings
from bottega.wire import DIALECTS
from bottega.wire.core.dialect import Dialect
from bottega.wire.house.dialect import HouseDialect
from trials.fuzz.corpus import Corpus, prepared, spoken
from trials.fuzz.failures import Failure, Suspicion
from trials.fuzz.frames import LineWriter, Writer, writer_of
from trials.fuzz.grammar import Grammar, Memory
from trials.fuzz.mutation import bent, mutated
from trials.fuzz.scene import (
    HOUSE,
    Commit,
    Connect,
    Doors,
    Drop,
    Line,
    Plan,
    Play,
    Prepare,
    Recording,
    Scene,
    Send,
    Step,
    Wait,
    replay,
)

SCENE_FRAMES = 1_500
"""Frames of one scene; then the house is closed and looked at."""
MEASURED_EVERY = 20
"""Of so many scenes one is measured as it goes; in the others only what takes suspiciously long is."""
NAMES = ("ann", "bob", "cyd", "dan", "eve", "fay")
MOST_LINES = 5
MOST_AT_ONCE = 120
"""Frames that come together."""
LEARNED = 700
"""Longer messages of the server are looked at for ids only now and then."""


class Found(Exception):
    """A failure, with what led to it."""

    def __init__(self, failure: Failure, recording: Recording) -> None:
        super().__init__(str(failure))
        self.failure = failure
        self.recording = recording


class Pen:
    """Whoever writes on one connection."""

    def __init__(
        self, who: int, line: Line, door: str, name: str, grammar: Grammar, corpus: Corpus, writer: Writer
    ) -> None:
        self.who = who
        self.line = line
        self.door = door
        self.memory = Memory(name)
        self.grammar = grammar
        self.corpus = corpus
        self.writer = writer
        self.begun = False
        self.unsent = b""
        """The beginning of what is sent next."""


class Director:
    """Makes scenes for one dialect."""

    def __init__(self, dialect: str, random: Random, corpus: Corpus | None = None, dialects: Doors = DIALECTS) -> None:
        self.dialect = dialect
        self.corpus = Corpus(spoken(dialect)) if corpus is None else corpus
        self._random = random
        self._dialects = dialects
        own = self._kind(dialect)
        self.machine = own.machine
        self.doors = [dialect + (f"+{profile}" if profile else "") for profile in own.PROFILES]
        self._company = [HOUSE] if dialect != HOUSE else []
        self._company += [
            other.NAME + (f"+{profile}" if profile else "")
            for other in dialects.values()
            if dialect != other.NAME and (dialect == HOUSE or other.GAME == own.GAME)
            for profile in other.PROFILES
        ]
        self._prepared = [text for game in GAMES if own.GAME in ("", game) for text in prepared(game)]
        self._grammars: dict[str, Grammar] = {}
        self._corpora: dict[str, Corpus] = {dialect: self.corpus}
        self.frames = self.messages = self.scenes = 0
        self.costliest = (0.0, "")

    def _kind(self, dialect: str) -> type[Dialect[Any]]:
        return HouseDialect if dialect == HOUSE else self._dialects[dialect]

    # -- a scene ------------------------------------------------------------------------------------------------------

    def scene(self, most: int = SCENE_FRAMES) -> Recording:
        """Make a scene of at most so many frames; Found if something is wrong with it."""
        plan = self._plan()
        steps: list[Step] = []
        count = self.frames
        try:
            with Scene(plan, self._dialects, measured=self.scenes % MEASURED_EVERY == 0) as scene:
                pens: list[Pen] = []
                try:
                    self._gather(scene, pens, steps)
                    while self.frames < count + most:
                        self._act(scene, pens, steps)
                    scene.close()
                finally:
                    self.messages += scene.messages
                    self.costliest = max(self.costliest, scene.costliest)
                    self.scenes += 1
        except Suspicion:
            self._look_again(Recording(plan, tuple(steps)))
        except Failure as failure:
            raise Found(failure, Recording(plan, tuple(steps))) from failure
        return Recording(plan, tuple(steps))

    def _look_again(self, recording: Recording) -> None:
        """Measure a scene that took long; Found if it does."""
        try:
            replay(recording, self._dialects)
        except Failure as failure:
            raise Found(failure, recording) from failure

    def _plan(self) -> Plan:
        random = self._random
        settings = Settings(
            seats=random.choice((2, 2, 2, 3, 4)),
            lobby_seconds=random.choice((1.0, 1.0, 30.0)),
            turn_seconds=random.choice((0.0, 90.0, 90.0)),
            ping_seconds=random.choice((3600.0, 3600.0, 3600.0, None, 20.0)),
        )
        return Plan(random.getrandbits(32), settings, slow=random.random() < 0.2)

    def _gather(self, scene: Scene, pens: list[Pen], steps: list[Step]) -> None:
        """Mostly a scene begins with a few people who come to a table and begin to play."""
        random = self._random
        if random.random() < 0.15:
            return
        for _ in range(random.choice((2, 2, 3, 4))):
            self._arrive(scene, pens, steps)
        for _ in range(12):
            self._act(scene, pens, steps)
        self._perform(scene, Wait(31.0), steps)
        for _ in range(random.choice((0, 0, 3, 6, 12, 60))):
            self._perform(scene, Play(random.getrandbits(24)), steps)

    def _act(self, scene: Scene, pens: list[Pen], steps: list[Step]) -> None:
        random = self._random
        pens[:] = open_pens = [pen for pen in pens if pen.line.open]
        if not open_pens or (len(open_pens) < MOST_LINES and random.random() < 0.2 / len(open_pens) ** 2):
            self._arrive(scene, pens, steps)
            return
        if scene.running() is None and random.random() < 0.15:
            self._assemble(scene, pens, steps)
            return
        draw = random.random()
        if draw < 0.86:
            self._write(scene, self._whose(scene, open_pens), steps)
        elif draw < 0.89:
            for _ in range(random.choice((1, 2, 5, 20, 60))):
                self._perform(scene, Play(random.getrandbits(24)), steps)
        elif draw < 0.94 and self._prepared:
            self._perform(scene, Prepare(random.getrandbits(24), random.choice(self._prepared)), steps)
            for _ in range(random.choice((0, 0, 1, 1, 2))):
                self._perform(scene, Play(random.getrandbits(24)), steps)
        elif draw < 0.96:
            self._perform(scene, Wait(random.choice((0.3, 4.0, 31.0, 95.0, 95.0))), steps)
        elif draw < 0.97:
            self._perform(scene, Drop(random.choice(open_pens).who), steps)
        if scene.plan.slow and random.random() < 0.5:
            self._perform(scene, Commit(), steps)

    def _assemble(self, scene: Scene, pens: list[Pen], steps: list[Step]) -> None:
        """See that a game can begin: somebody else comes, or those who wait are given the time that it takes."""
        seated = [pen for pen in pens if pen.line.ear is not None and pen.grammar.liveliness(pen.line.ear.state)]
        if len(seated) < 2 and len(pens) < MOST_LINES:
            self._arrive(scene, pens, steps)
        else:
            self._perform(scene, Wait(31.0), steps)

    def _whose(self, scene: Scene, pens: list[Pen]) -> Pen:
        """Who writes next: rather somebody who has much to say."""
        if self._random.random() < 0.3:
            return self._random.choice(pens)
        lively = [(pen.grammar.liveliness(pen.line.ear.state), pen) for pen in pens if pen.line.ear is not None]
        most = max((count for count, _ in lively), default=0)
        return self._random.choice([pen for count, pen in lively if count * 2 >= most])

    def _arrive(self, scene: Scene, pens: list[Pen], steps: list[Step]) -> None:
        """Somebody comes and, mostly, says who they are."""
        random = self._random
        others = self._company and random.random() < 0.15
        door = random.choice(self._company if others else self.doors)
        who = len(scene.lines)
        self._perform(scene, Connect(who, door), steps)
        kind = self._kind(door.partition("+")[0])
        framing = None if door == HOUSE else kind.framing(door.partition("+")[2])
        taken = {pen.memory.name for pen in pens if pen.line.open}
        free = [name for name in NAMES if name not in taken] or NAMES
        name = random.choice(free if random.random() < 0.9 else NAMES)
        pen = Pen(who, scene.lines[who], door, name, self._grammar(kind), self._corpus(kind.NAME), writer_of(framing))
        pens.append(pen)
        self._listen(scene, pen)
        start, line = kind.machine.start, scene.lines[who]
        for _ in range(random.choice((0, 3, 6, 6))):
            if line.open and line.dialect.state is start:
                message = _bytes(pen.grammar.message(random, pen.memory, start, exploring=0.9))
                self._perform_frame(scene, pen, pen.writer.frame(random, message), message, steps)
                if scene.plan.slow:
                    self._perform(scene, Commit(), steps)

    def _grammar(self, kind: type[Dialect[Any]]) -> Grammar:
        if kind.NAME not in self._grammars:
            self._grammars[kind.NAME] = Grammar(kind)
        return self._grammars[kind.NAME]

    def _corpus(self, name: str) -> Corpus:
        if name not in self._corpora:
            self._corpora[name] = Corpus(spoken(name))
        return self._corpora[name]

    # -- messages -----------------------------------------------------------------------------------------------------

    def _write(self, scene: Scene, pen: Pen, steps: list[Step]) -> None:
        """Send something on a connection, sometimes several things at once."""
        random, state = self._random, pen.line.dialect.state
        count = 1 if random.random() < 0.8 else random.randrange(2, MOST_AT_ONCE)
        messages: list[bytes] = []
        broken = False
        for number in range(count):
            message = self._message(pen, state) if number % 4 == 0 else self._known_message(pen)
            frame = pen.writer.odd(random) if message is None else pen.writer.frame(random, message)
            if message is None or random.random() < 0.01:
                broken = True
                frame = frame if message is None else mutated(random, frame, pen.corpus.messages)
            messages.append(frame)
            last = message or b""
        self.frames += count - 1
        self._perform_frame(scene, pen, b"".join(messages), last, steps)
        if broken and random.random() < (0.1 if isinstance(pen.writer, LineWriter) else 0.9):
            self._perform(scene, Drop(pen.who), steps)  # where there are lengths, nothing that follows makes sense

    def _message(self, pen: Pen, state: Any) -> bytes | None:
        """Something to send; None for what is no message at all."""
        random, grammar, corpus = self._random, pen.grammar, pen.corpus
        draw = random.random()
        if draw < 0.52:
            return _bytes(grammar.message(random, pen.memory, state))
        if draw < 0.60:
            return _bytes(grammar.message(random, pen.memory))
        if draw < 0.72:
            return corpus.draw(random)
        if draw < 0.80:
            return _bytes(bent(random, grammar.message(random, pen.memory, state)))
        if draw < 0.86:
            return _bytes(bent(random, corpus.draw(random).decode(errors="replace")))
        if draw < 0.91:
            return mutated(random, _bytes(grammar.message(random, pen.memory, state)), corpus.messages)
        if draw < 0.97:
            return mutated(random, corpus.draw(random), corpus.messages)
        return corpus.draw(random)[: random.randrange(40)] if draw < 0.985 else None

    def _known_message(self, pen: Pen) -> bytes:
        """Something that was worth keeping, as it is or broken: quicker to be had than something new."""
        message = pen.corpus.draw(self._random)
        return message if self._random.random() < 0.7 else mutated(self._random, message, pen.corpus.messages)

    def _perform_frame(self, scene: Scene, pen: Pen, frame: bytes, message: bytes, steps: list[Step]) -> None:
        """Put bytes on the stream: as they are, in two pieces, or together with the next."""
        random = self._random
        self.frames += 1
        if not pen.begun:
            pen.begun = True
            pen.unsent = pen.writer.opening() if random.random() < 0.99 else random.randbytes(4)
        data, pen.unsent = pen.unsent + frame, b""
        if random.random() < 0.05:
            at = random.randrange(len(data) + 1)
            data, pen.unsent = data[:at], data[at:]
        self._perform(scene, Send(pen.who, data), steps)
        if scene.reached:
            pen.corpus.learn(random, message, scene.reached)
        self._listen(scene, pen)

    def _listen(self, scene: Scene, pen: Pen) -> None:
        """Remember what the server has said."""
        heard = pen.line.heard
        for message in heard[-4:]:
            if len(message) < LEARNED or self._random.random() < 0.2:
                pen.memory.learn(message)
        heard.clear()

    def _perform(self, scene: Scene, step: Step, steps: list[Step]) -> None:
        steps.append(step)
        scene.perform(step)


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")
