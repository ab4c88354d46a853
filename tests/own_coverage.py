"""How much of every module is covered by its own test module: ``make coverage`` prints it.

A module ``src/bottega/a/b.py`` has its own tests in ``tests/a/test_b.py`` (``__init__`` in ``test_init.py``,
``__main__`` in ``test_main.py``), and beside them in ``tests/a/b/``, where it grew large. What only other
tests reach is listed in the last column: it works, but whoever changes the module has to guess where it is tested.
"""

from __future__ import annotations

from pathlib import Path

import coverage

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "bottega"


def module_of_tests(module: Path) -> Path:
    """Where a module's own tests are."""
    *folders, name = module.relative_to(PACKAGE).with_suffix("").parts
    return ROOT.joinpath("tests", *folders, f"test_{name.strip('_')}.py")


def own_tests(module: Path) -> tuple[str, ...]:
    """What the names of a module's own tests begin with, as coverage's contexts spell them."""
    places = (module_of_tests(module), ROOT / "tests" / module.relative_to(PACKAGE))
    return tuple(".".join(place.relative_to(ROOT).with_suffix("").parts) + "." for place in places)


def rows(measured: coverage.Coverage) -> list[tuple[str, int, float, float]]:
    """Each module with its number of statements, and the share its own and all tests have run."""
    data = measured.get_data()
    found = []
    for module in sorted(PACKAGE.rglob("*.py")):
        _, statements, _, missing, _ = measured.analysis2(str(module))
        if not statements:
            continue
        contexts = data.contexts_by_lineno(str(module))
        beginnings = own_tests(module)
        # What runs at import has no context of its own: it is nobody's achievement, and counts for both.
        own = [
            line
            for line in statements
            if line not in missing
            and any(not context or context.startswith(beginnings) for context in contexts.get(line, [""]))
        ]
        name = str(module.relative_to(PACKAGE))
        found.append((name, len(statements), len(own) / len(statements), 1 - len(missing) / len(statements)))
    return found


def main() -> None:
    """Print the table, the least covered first."""
    measured = coverage.Coverage()
    measured.load()
    print(f"{'module':45} {'statements':>10} {'own tests':>10} {'all tests':>10}")
    for name, statements, own, every in sorted(rows(measured), key=lambda row: row[2]):
        print(f"{name:45} {statements:10} {own:10.0%} {every:10.0%}")


if __name__ == "__main__":
    main()
