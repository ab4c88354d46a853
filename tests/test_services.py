"""What runs a house for others is true: its commands are understood, its ports are ours; workflows run what we run."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from bottega.server.app import DEFAULT_HTTP, DEFAULT_LISTENERS
from tests.lacking import lacking
from tests.server.harness import TIMEOUT, HouseProcess

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
UNIT = (DEPLOY / "bottega.service").read_text("utf-8")
CADDYFILE = (DEPLOY / "Caddyfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yml").read_text("utf-8"))
CLUSTER: dict[str, Any] = yaml.safe_load((DEPLOY / "cluster.yml").read_text("utf-8"))
WORKFLOWS = {path.name: yaml.safe_load(path.read_text("utf-8")) for path in ROOT.glob(".github/workflows/*.yml")}
PORTS = {DEFAULT_HTTP.port, *(each.port for each in DEFAULT_LISTENERS)}


class Given(HouseProcess):
    """A house that is started with the arguments of a file alone."""

    def __init__(self, data: Path, given: Sequence[str]) -> None:
        super().__init__(data)
        self._given = given

    def _spawn(self, arguments: Sequence[str]) -> subprocess.Popen[str]:
        return super()._spawn(self._given)


def opens(arguments: list[str], data: Path) -> HouseProcess:
    """A house that was started with such arguments, on free ports of this machine and a directory of ours."""
    there = {"/data": str(data), "${STATE_DIRECTORY}": str(data), "0.0.0.0": "127.0.0.1"}
    text = shlex.join(arguments)
    for theirs, ours in there.items():
        text = text.replace(shlex.quote(theirs), shlex.quote(ours)).replace(f"={theirs}", f"={ours}")
        text = text.replace(theirs, ours) if theirs == "0.0.0.0" else text
    given = shlex.split(re.sub(r"(127\.0\.0\.1):\d+", r"\1:0", text))
    assert given[0] == "serve"
    house = Given(data, given)
    house.start()
    return house


def listened(arguments: list[str]) -> set[int]:
    """The ports that such arguments name."""
    return {int(port) for port in re.findall(r"(?:@|--http[= ])[\d.]+:(\d+)", " ".join(arguments))}


@pytest.mark.slow
def test_the_image_opens_a_house(tmp_path: Path) -> None:
    """What the container runs opens a house on every port that it exposes, and its health check finds it well."""
    (command,) = re.findall(r"^CMD (\[\"serve.*\])$", CONTAINERFILE, re.MULTILINE)
    arguments = json.loads(command)
    (exposed,) = re.findall(r"^EXPOSE (.*)$", CONTAINERFILE, re.MULTILINE)
    assert set(map(int, exposed.split())) == listened(arguments) == PORTS
    (check,) = re.findall(r"HEALTHCHECK .* CMD (\[.*\])$", CONTAINERFILE, re.MULTILINE)
    house = opens(arguments, tmp_path)
    try:
        asked = [word.replace(":8000", f":{house.ports['http']}") for word in json.loads(check)]
        asked[0] = sys.executable
        assert subprocess.run(asked, timeout=TIMEOUT).returncode == 0
        assert house.terminate() == 0
        assert subprocess.run(asked, timeout=TIMEOUT, capture_output=True).returncode != 0
    finally:
        house.stop()


def test_the_image_can_use_a_database() -> None:
    """What ``--store`` takes is in the image: every extra that a house can use."""
    (extras,) = re.findall(r"bottega-\*\.whl\)\[([\w,]+)\]", CONTAINERFILE)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for_players = set(project["optional-dependencies"]) & {"postgres", "valkey"}
    assert set(extras.split(",")) == for_players


def test_the_image_has_no_root() -> None:
    """The container runs as a user with a number of its own, and its one volume is the games."""
    stage = CONTAINERFILE.rpartition("\nFROM ")[2]
    (user,) = re.findall(r"^USER (\d+):(\d+)$", stage, re.MULTILINE)
    assert "0" not in user
    assert re.findall(r"^VOLUME (.*)$", stage, re.MULTILINE) == ["/data"]


@pytest.mark.slow
def test_compose_opens_a_house(tmp_path: Path) -> None:
    """The house behind Caddy opens with its arguments; nobody but Caddy has ports, and all of those lead to it."""
    service, front = COMPOSE["services"]["house"], COMPOSE["services"]["front"]
    arguments = [re.sub(r"\$\{BOTTEGA_HOST.*\}", "games.example.org", each) for each in service["command"]]
    assert listened(arguments) == PORTS
    assert "ports" not in service
    forwarded = set(map(int, re.findall(r"upstream house:(\d+)", CADDYFILE)))
    assert forwarded == PORTS - {DEFAULT_HTTP.port}
    assert forwarded == set(map(int, re.findall(r"^\t\t:(\d+) \{", CADDYFILE, re.MULTILINE)))
    assert forwarded | {80, 443} == {int(each.split(":")[0]) for each in front["ports"]}
    house = opens(arguments, tmp_path)
    assert house.terminate() == 0


@pytest.mark.parametrize("name", sorted(COMPOSE["services"]))
def test_compose_gives_nothing_away(name: str) -> None:
    """Every service has a read-only root, no capabilities but those it names, and can gain no others."""
    service = COMPOSE["services"][name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service.get("cap_add", []) in ([], ["NET_BIND_SERVICE"])
    assert "no-new-privileges:true" in service["security_opt"]


def test_several_nodes_open_a_house() -> None:
    """The nodes behind Caddy open with their arguments, on the same ports as one; nobody else has any."""
    services = CLUSTER["services"]
    assert services["house"]["deploy"]["replicas"] > 1
    assert not any("ports" in service for service in services.values())
    assert services.keys() - {"house"} == {"database", "bus"}
    arguments = [re.sub(r"\$\{BOTTEGA_HOST.*\}", "games.example.org", each) for each in services["house"]["command"]]
    assert listened(arguments) == PORTS
    one = {each.partition("=")[0] for each in COMPOSE["services"]["house"]["command"]}
    assert {each.partition("=")[0] for each in arguments} == one - {"--data"} | {"--store", "--bus"}


@pytest.mark.slow
def test_the_unit_opens_a_house(tmp_path: Path) -> None:
    """What the service starts opens a house, and closes within the time that it is given."""
    (command,) = re.findall(r"^ExecStart=\S+/bottega (.*)$", UNIT, re.MULTILINE)
    arguments = [*shlex.split(command), "--listen", "splendor-json@127.0.0.1:0"]
    house = opens(arguments, tmp_path)
    assert house.terminate() == 0


def test_the_unit_is_understood(tmp_path: Path) -> None:
    """systemd knows every word of the unit, and finds little that could be exposed."""
    if not shutil.which("systemd-analyze"):
        lacking("there is no systemd-analyze: install your system's `systemd`")
    unit = tmp_path / "bottega.service"
    unit.write_text(UNIT.replace("/opt/bottega/bin/bottega", sys.executable))
    verified = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, timeout=TIMEOUT)
    assert (verified.returncode, verified.stderr) == (0, "")
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
    )
    (exposure,) = re.findall(r"exposure level.*: ([\d.]+)", rated.stdout)
    assert float(exposure) < 2


def test_the_proxy_is_understood(tmp_path: Path) -> None:
    """Caddy takes the part for the page as it stands; the TCP ports need a module that is not in its packages."""
    if not shutil.which("caddy"):
        lacking("there is no Caddy: install your system's `caddy`")
    page = CADDYFILE[CADDYFILE.index("{$BOTTEGA_HOST}") :].replace("{$BOTTEGA_HOST}", "games.example.org")
    (tmp_path / "Caddyfile").write_text(page)
    command = ["caddy", "adapt", "--validate", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=TIMEOUT)
    assert run.returncode == 0, run.stderr


# -- the forge ---------------------------------------------------------------------------------------------------------


def steps() -> list[dict[str, Any]]:
    """Every step of every workflow."""
    return [step for flow in WORKFLOWS.values() for job in flow["jobs"].values() for step in job["steps"]]


def test_workflows_run_what_we_run() -> None:
    """Each part that a workflow calls is one of ``.ci/run``; nothing is installed or tested in any other way."""
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    parts = {part for line in re.findall(r"^  (\w+)\)", script, re.MULTILINE) for part in line.split("|")}
    called = set()
    for step in steps():
        run = step.get("run", "")
        if run.startswith(".ci/run"):
            called.add(run.removeprefix(".ci/run").strip() or "all")
        elif run:
            assert run.startswith(("test -f ", "gh release create")), run
    called = called - {"${{ matrix.trial }}"} | {"fuzz", "chaos"}
    assert called == parts


def test_pages_name_jobs_that_are_there() -> None:
    """Where a page says that a workflow tries something, there is that workflow, and that job in it."""
    known = {flow["name"]: set(flow["jobs"]) for flow in WORKFLOWS.values()}
    for path in (*(ROOT / "docs").rglob("*.md"), ROOT / "CONTRIBUTING.md"):
        text = " ".join(path.read_text("utf-8").split())
        for name in (*re.findall(r"workflow `([\w ]+)`", text), *re.findall(r"`([\w ]+)`, a workflow", text)):
            assert name in known, f"{path.name} speaks of the workflow {name}"
        for name, job in re.findall(r"`([\w ]+)`, a workflow, in the job `([\w-]+)`", text):
            assert job in known[name], f"{path.name} speaks of the job {job}"


def test_actions_are_pinned() -> None:
    """Whatever is used of others is named by the hash of its commit, and the version stands beside it."""
    used = [step["uses"] for step in steps() if "uses" in step]
    assert used
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", each) for each in used)
    for name in WORKFLOWS:
        text = (ROOT / ".github" / "workflows" / name).read_text("utf-8")
        assert all("# v" in line for line in text.splitlines() if "uses:" in line)


def test_workflows_may_do_little() -> None:
    """By itself a workflow may do nothing; a job says what it needs, and has an end."""
    for flow in WORKFLOWS.values():
        assert flow["permissions"] == {}
        for job in flow["jobs"].values():
            assert job["permissions"]
            assert job["timeout-minutes"]


def test_every_python_is_tried() -> None:
    """The matrix has every Python that the package says it supports."""
    classifiers = re.findall(r"Python :: (3\.\d+)\"", (ROOT / "pyproject.toml").read_text("utf-8"))
    for name, job in (("ci.yml", "fast"), ("ci.yml", "installed"), ("release.yml", "try")):
        matrix = WORKFLOWS[name]["jobs"][job]["strategy"]["matrix"]
        assert matrix["python"] == classifiers
        assert {"ubuntu-24.04", "macos-14"} <= set(matrix["system"])
