"""What strangers get: sdist and wheel, built from this tree and installed where nothing else is, without a network.

The wheel is made from the unpacked sdist, so both are tried. The environment is empty but for what the wheel says it
needs, and what that needs: those packages are taken from the environment of the tests, file by file; for another Python
they are fetched.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from email import message_from_bytes
from importlib.metadata import Distribution
from pathlib import Path
from typing import NamedTuple

from tests.server.harness import TIMEOUT

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "docs"))
from site_parts.licences import followed  # noqa: E402 - a module of the documentation


class Release(NamedTuple):
    """The two files of a release."""

    sdist: Path
    wheel: Path


def built(target: Path) -> Release:
    """Build both into a folder."""
    _hatchling(ROOT, "sdist", target)
    (sdist,) = target.glob("bottega-*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(target / "unpacked", filter="data")
    (tree,) = (target / "unpacked").iterdir()
    _hatchling(tree, "wheel", target)
    (wheel,) = target.glob("bottega-*.whl")
    return Release(sdist, wheel)


def installed(wheel: Path, folder: Path) -> Path:
    """Install a wheel into a new environment, with what it needs and nothing else; the folder of its commands."""
    venv.create(folder, with_pip=False)
    commands = folder / "bin"
    place = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))
    for needed in needs(wheel):
        for file in needed.files or ():
            if ".." not in file.parts:
                target = place / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path(str(file.locate())), target)
    pip = [sys.executable, "-m", "pip", "--python", str(commands / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", "--no-cache-dir", str(wheel)], check=True, timeout=TIMEOUT)
    return commands


def pythons() -> dict[str, Path]:
    """The other supported Pythons that are at hand: on the path, or where pyenv and uv keep theirs."""
    supported = re.findall(r"Python :: (3\.\d+)\"", (ROOT / "pyproject.toml").read_text("utf-8"))
    found: dict[str, Path] = {}
    for version in supported:
        kept = (
            *Path.home().glob(f".pyenv/versions/{version}.*/bin/python"),
            *Path.home().glob(f".local/share/uv/python/cpython-{version}.*/bin/python"),
        )
        on_path = shutil.which(f"python{version}")
        for python in (*kept, *([Path(on_path)] if on_path else [])):
            # What pyenv puts on the path may lead nowhere.
            if subprocess.run([python, "-c", "import ensurepip, venv"], capture_output=True).returncode == 0:
                found.setdefault(version, python)
    found.pop(f"{sys.version_info.major}.{sys.version_info.minor}", None)
    return found


def fetched(wheel: Path, python: Path, folder: Path) -> Path | None:
    """Install a wheel for another Python, with what it needs from wherever pip fetches it; nothing if it cannot."""
    subprocess.run([python, "-m", "venv", folder], check=True, timeout=TIMEOUT)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pinned = ["--constraint", str(ROOT / "constraints.txt")]
    run = subprocess.run([*pip, *pinned, str(wheel)], capture_output=True, timeout=TIMEOUT)
    return folder / "bin" if run.returncode == 0 else None


def needs(wheel: Path) -> list[Distribution]:
    """What a wheel needs here, and what that needs, without extras that nobody asked for."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        lines = message_from_bytes(archive.read(name)).get_all("Requires-Dist", ())
    return followed(lines)


def _hatchling(tree: Path, kind: str, target: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=tree, check=True, timeout=TIMEOUT, capture_output=True)
