"""A machine in a folder: what the pages say to install and to set up is done there, and nothing of this one is changed.

``sudo`` is left out, ``/opt`` and ``/etc`` are folders of ours. ``pip`` knows one release, the wheel of this tree, and
fetches nothing: what that needs is not installed (``tests/test_wheel.py`` does that). ``systemctl`` enables a unit of a
machine that is off. There is no container engine: what one would be told is looked at, what it would run inside is run.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from tests.installed import ROOT, Release, built
from tests.server.harness import TIMEOUT

INSIDE = "/data"
"""Where the games are in a container."""
_ASSIGNED = re.compile(r"([A-Z_]+)=.*")


class Machine:
    """Root's rights over a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for place in ("opt", "etc/systemd/system"):
            (folder / place).mkdir(parents=True)

    @cached_property
    def release(self) -> Release:
        """The release that is installed."""
        return built(self._folder / "release")

    @cached_property
    def _own(self) -> Path:
        """An environment for whoever does not say which."""
        self._run(f"{sys.executable} -m venv {self._folder}/own")
        return self._folder / "own" / "bin"

    def does(self, line: str) -> str | None:
        """Do what a line says; where that is to run a command of ours, the line of that command is left to be run."""
        words = shlex.split(line, comments=True)
        given = set()
        while words and (assigned := _ASSIGNED.fullmatch(words[0])):
            given.add(assigned[1])
            words.pop(0)
        match words:
            case ["sudo", *rest]:
                return self.does(shlex.join(rest))
            case ["uvx" | "pipx", *rest]:
                return self._runs_a_release([word for word in rest if word != "run"])
            case ["docker" | "podman", "exec", _, *inside]:
                return shlex.join(inside)
            case ["docker" | "podman", *rest]:
                self._would_run(rest, given)
            case ["systemctl", "enable", "--now", unit]:
                self._enables(unit)
            case [program, "install", *_] if program.endswith("pip"):
                self._installs(self._here(shlex.join(words)))
            case _:
                self._run(self._here(shlex.join(words)))
        return None

    def _here(self, line: str) -> str:
        for there, here in {"/opt/": f"{self._folder}/opt/", "/etc/": f"{self._folder}/etc/"}.items():
            line = line.replace(there, here)
        return re.sub(r"(?<= )deploy/", f"{ROOT}/deploy/", line)

    def _run(self, line: str, **environment: str) -> str:
        """Run something to its end; what it says."""
        run = subprocess.run(
            shlex.split(line), env=os.environ | environment, capture_output=True, text=True, timeout=TIMEOUT
        )
        assert run.returncode == 0, (line, run.stderr)
        return run.stdout + run.stderr

    def _installs(self, line: str) -> None:
        """Install the wheel of this tree; extras that are asked for are extras that it has."""
        line = re.sub(r"^pip ", f"{self._own}/pip ", line)
        releases = str(self.release.wheel.parent)
        said = self._run(line, PIP_NO_INDEX="1", PIP_FIND_LINKS=releases, PIP_NO_DEPS="1", PIP_PRE="1")
        assert "does not provide the extra" not in said
        assert "Successfully installed bottega" in said or "already satisfied: bottega" in said, said

    def _runs_a_release(self, words: list[str]) -> str:
        """Those who run a package without installing it look for a command of its name."""
        with zipfile.ZipFile(self.release.wheel) as archive:
            (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/entry_points.txt")]
            assert f"\n{words[0]} = " in archive.read(name).decode()
        assert self.release.wheel.name.startswith(f"{words[0]}-")
        return shlex.join(words)

    def _enables(self, unit: str) -> None:
        """Have a unit started with a machine that is off now; what has no systemd at least has the unit."""
        units = self._folder / "etc" / "systemd" / "system"
        assert (units / f"{unit}.service").exists()
        if shutil.which("systemctl"):
            self._run(f"systemctl --root={self._folder} enable {unit}")
            assert (units / "multi-user.target.wants" / f"{unit}.service").is_symlink()

    def _would_run(self, words: list[str], given: set[str]) -> None:
        """The files that a container engine would read are there, and it is given the variables that they insist on."""
        read = [ROOT / file for option, file in pairwise(words) if option == "-f"]
        if words[0] in ("build", "compose"):
            assert read
            assert all(file.is_file() for file in read)
        if words[0] == "compose":
            wanted = {name for file in read for name in re.findall(r"\$\{(\w+):\?", file.read_text("utf-8"))}
            assert wanted <= given, f"{wanted - given} must be set"
