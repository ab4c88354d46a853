"""Somebody with Firefox: the machine's own, spoken to over WebDriver BiDi, the protocol it has built in.

Playwright drives a Firefox of its own only, and Debian has no geckodriver; the half a dozen commands that are needed
here are JSON over a WebSocket.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.page.visitor import REACH, SECONDS, TWO_FRAMES

NAMES = ("firefox-esr", "firefox")
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "intl.locale.requested": "en-US",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}
"""Nothing is asked of anybody but the house."""

OVERHEAR = """() => {
  const send = WebSocket.prototype.send;
  window.asked = new Map();
  WebSocket.prototype.send = function (frame) {
    const { type, cmd_id } = JSON.parse(frame);
    if (type === "act") {
      asked.set(cmd_id, null);
      this.addEventListener("message", ({ data }) => {
        const answer = JSON.parse(data);
        if (asked.has(answer.cmd_id)) asked.set(answer.cmd_id, answer);
      });
    }
    send.call(this, frame);
  };
}"""
"""Keep what a page asks the house to play, and what is answered."""
DRAWN = "Number(document.querySelector('[data-seq]')?.dataset.seq)"
"""The number of the last step that is on the page."""
SETTLED = f"[...asked.values()].every((answer) => answer && (answer.seq ?? 0) <= {DRAWN})"


def found() -> str | None:
    """The machine's Firefox, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextlib.contextmanager
def running(program: str, folder: Path) -> Iterator[Firefox]:
    """A Firefox without a window, ended afterwards with all its processes."""
    profile, errors = folder / "profile", folder / "firefox.log"
    profile.mkdir()
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    environment = {**os.environ, "HOME": str(folder), "MOZ_DISABLE_CONTENT_SANDBOX": "1"}
    with errors.open("w") as sink:
        process = subprocess.Popen(command, stdout=sink, stderr=sink, env=environment, start_new_session=True)
    try:
        address = _until(lambda: LISTENING.search(errors.read_text()), "Firefox to listen")[1]
        with connect(f"{address}/session", max_size=None, open_timeout=SECONDS) as socket:
            yield Firefox(socket)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _until(look: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + SECONDS
    while not (seen := look()):
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.05)
    return seen


class Firefox:
    """One window."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._asked = 0
        self.complaints: list[str] = []
        """What its console has complained about."""
        self._ask("session.new", capabilities={})
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._ask("script.addPreloadScript", functionDeclaration=OVERHEAR)
        viewport = {"width": 1440, "height": 900}
        self._ask("browsingContext.setViewport", context=self._context, viewport=viewport)

    def _ask(self, method: str, **params: Any) -> Any:
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=SECONDS))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] in ("error", "warn"):
                self.complaints.append(message["params"]["text"])
            if message.get("id") == self._asked:
                assert message["type"] == "success", message
                return message["result"]

    def goes(self, address: str) -> None:
        """Type an address."""
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def evaluates(self, expression: str) -> Any:
        """What an expression is, as JSON."""
        target = {"context": self._context}
        wrapped = f"Promise.resolve({expression}).then((found) => JSON.stringify(found ?? null))"
        answer = self._ask("script.evaluate", expression=wrapped, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def waits(self, expression: str) -> Any:
        """Wait until an expression is true; what it is."""
        return _until(lambda: self.evaluates(expression), expression)

    def presses(self, selector: str) -> None:
        """Press something with the mouse, as soon as it can be."""
        x, y = self.evaluates(f"({REACH})({json.dumps([selector, SECONDS, False])})")
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._ask(
            "input.performActions",
            context=self._context,
            actions=[{"type": "pointer", "id": "mouse", "actions": moves}],
        )

    def settles(self) -> None:
        """Wait until all that was asked is answered, the page has drawn what came of it, and has looked at it."""
        self.evaluates(f"({TWO_FRAMES})()")
        self.waits(SETTLED)
        self.evaluates(f"({TWO_FRAMES})()")

    def types(self, text: str) -> None:
        """Type with the keyboard."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._ask(
            "input.performActions", context=self._context, actions=[{"type": "key", "id": "keys", "actions": keys}]
        )
