"""What is installed elsewhere is whole."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.server.harness import TIMEOUT

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files in the built wheel."""
    target = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", target, ROOT],
        check=True,
        timeout=TIMEOUT,
    )
    (wheel,) = target.glob("bottega-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_every_source_file_is_in_the_wheel(names: set[str]) -> None:
    """Modules, card tables and the typing marker are all packed."""
    source = ROOT / "src"
    wanted = {
        str(path.relative_to(source))
        for path in source.rglob("*")
        if path.suffix in (".py", ".csv") or path.name == "py.typed"
    }
    assert wanted <= names


def test_the_built_page_is_in_the_wheel(names: set[str]) -> None:
    """Whoever installs the wheel can open the page without Node."""
    if not (ROOT / "src/bottega/server/page/index.html").exists():
        pytest.skip("the page is not built: make page")
    assert "bottega/server/page/index.html" in names
    assert any(name.startswith("bottega/server/page/assets/") and name.endswith(".js") for name in names)
