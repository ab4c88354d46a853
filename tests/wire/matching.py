"""Whether a message is the one a transcript expects, wildcards and names for unknown values included.

An expectation is the message as the server writes it, or a looser form of it:

* ``…`` inside a text stands for anything: ``"message":"there is no …"``; as a whole JSON value for any value;
  at the end of an object or a list for whatever else is in it: ``{"answer_type":"game_board", …}``, ``[1, 2, …]``.
* ``${ann}`` stands for a value that is not known beforehand: where it is met first it takes any text without blanks
  and quotes, from then on it is that text, also in what clients say.

JSON is compared as values, so that blanks and the order of keys do not matter; other text is compared as text.
"""

from __future__ import annotations

import json
import re

Names = dict[str, str]

_NAME = re.compile(r"\$\{(\w+)\}")
_REST_OF_OBJECT = re.compile(r"(?<=[,{])\s*…\s*(?=})")
_ANY_VALUE = re.compile(r"(?<=[\[,:])\s*…\s*(?=[\],}])")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def fill(text: str, names: Names) -> str:
    """What a client says, with the names it uses replaced by their values."""
    return _NAME.sub(lambda found: names[found[1]], text)


def matches(expected: str, actual: str, names: Names) -> bool:
    """Whether the message is the expected one; names that it settles are added."""
    found = dict(names)
    if expected.lstrip().startswith(("{", "[")):
        same = _json_matches(expected, actual, found)
    else:
        same = _text_matches(expected, actual, found)
    if same:
        names.update(found)
    return same


def _json_matches(expected: str, actual: str, names: Names) -> bool:
    loose = _ANY_VALUE.sub('"…"', _REST_OF_OBJECT.sub('"…":"…"', expected))
    try:
        wanted = json.loads(loose)
    except ValueError:
        return _text_matches(expected, actual, names)
    try:
        return _value_matches(wanted, json.loads(actual), names)
    except ValueError:
        return False


def _value_matches(wanted: object, value: object, names: Names) -> bool:
    if wanted == "…":
        return True
    if isinstance(wanted, str):
        return isinstance(value, str) and _text_matches(wanted, value, names)
    if isinstance(wanted, dict):
        if not isinstance(value, dict):
            return False
        partial = "…" in wanted
        keys = wanted.keys() - {"…"}
        if not (keys <= value.keys() if partial else keys == value.keys()):
            return False
        return all(_value_matches(wanted[key], value[key], names) for key in wanted if key != "…")
    if isinstance(wanted, list):
        if not isinstance(value, list):
            return False
        if wanted[-1:] == ["…"]:
            wanted = wanted[:-1]
            value = value[: len(wanted)]
        return len(wanted) == len(value) and all(
            _value_matches(one, other, names) for one, other in zip(wanted, value, strict=True)
        )
    return type(wanted) is type(value) and wanted == value


def _text_matches(expected: str, actual: str, names: Names) -> bool:
    new: list[str] = []
    pattern = ""
    for part in re.split(r"(\$\{\w+\}|…)", expected):
        name = _NAME.fullmatch(part)
        if part == "…":
            pattern += ".*"
        elif not name:
            pattern += re.escape(part)
        elif name[1] in names:
            pattern += re.escape(names[name[1]])
        elif name[1] in new:
            pattern += f"(?P={name[1]})"
        else:
            new.append(name[1])
            pattern += rf"(?P<{name[1]}>[^\s\"]+)"
    found = re.fullmatch(pattern, actual, re.DOTALL)
    if found is None:
        return False
    names.update(found.groupdict())
    return True


def anonymous(actual: str, names: Names, whose: str) -> str:
    """The message as a transcript shows it: known values by their names, an unknown id named after its receiver."""
    if whose not in names and (found := _UUID.search(actual)) and found[0] not in names.values():
        names[whose] = found[0]
    for name, value in names.items():
        actual = actual.replace(value, f"${{{name}}}")
    return actual
