"""What the build knows that the tree does not: where it is released from.

The project names no address of its own, so that a fork is not sold as the original. A release says where it comes from
(``BOTTEGA_REPOSITORY=https://forge.example/owner/bottega``); its metadata then has links, and the links of its front
page lead to the files of that version there.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?\[(?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*\]\()([^)#:]+)((?:#[^)]*)?\))")
_IMAGE = re.compile(r"(!\[[^\]]*\]\()([^):]+)(\))")


class ReleasedFrom(MetadataHookInterface):
    """Adds links and the front page."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what ``pyproject.toml`` calls dynamic."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        repository = os.environ.get("BOTTEGA_REPOSITORY", "").rstrip("/")
        if repository:
            text = absolute(text, repository, f"v{metadata['version']}")
            metadata["urls"] = {
                "Source": repository,
                "Documentation": f"{repository}/tree/v{metadata['version']}/docs",
                "Changelog": f"{repository}/blob/v{metadata['version']}/CHANGELOG.md",
                "Issues": f"{repository}/issues",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def absolute(text: str, repository: str, version: str) -> str:
    """A page whose links to files lead to the repository's, and whose pictures are fetched from there."""
    text = _IMAGE.sub(rf"\1{repository}/raw/{version}/\2\3", text)
    return _LINK.sub(rf"\1{repository}/blob/{version}/\2\3", text)
