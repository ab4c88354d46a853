"""A server that says what a test wants, whatever it is asked."""

from __future__ import annotations

import json

from bottega.players.player import Message


class ScriptedLine:
    """Answers with the next of these, and with the last for ever."""

    def __init__(self, *answers: Message) -> None:
        self._answers = [json.dumps(answer) for answer in answers]
        self.asked: list[Message] = []

    def say(self, text: str) -> None:
        """Keep what was asked."""
        self.asked.append(json.loads(text))

    async def hear(self) -> str:
        """The next answer."""
        return self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]

    def close(self) -> None:
        """Nothing is open."""
