"""The documentation site: ``make docs`` builds it from the pages here and from what the program says of itself."""

from __future__ import annotations

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "src"), str(HERE)]

from site_parts import generated  # noqa: E402 - a module of this folder
from site_parts.diagrams import SCRIPT, Diagram  # noqa: E402

from bottega import __version__  # noqa: E402 - the package beside this folder

project = "Bottega"
copyright = "the maintainers of Bottega; MIT licence"  # (Sphinx's name for it)
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
exclude_patterns = ["images/*.py", "site_parts"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
myst_fence_as_directive = ["mermaid"]
nitpicky = False
smartquotes_action = "qe"  # quotes and ellipses; the hyphens of options stay hyphens

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": False, "show-inheritance": True}

html_theme = "furo"
html_title = f"Bottega {__version__}"
html_static_path = ["site_parts/static", *[str(SCRIPT.parent)] * SCRIPT.exists()]
html_css_files = ["site.css"]
html_theme_options = {"navigation_with_keys": True}
html_copy_source = False
html_show_sphinx = False

linkcheck_anchors = True


def _read(app: Sphinx, name: str, source: list[str]) -> None:
    """Lead links to where things are in the site."""
    if not name.startswith("reference/generated/"):
        source[0] = generated.linked(source[0], HERE / f"{name}.md")


def setup(app: Sphinx) -> None:
    """What is ours: pages made from the program, diagrams, and dialogues that are text."""
    for dialogue in ("dialogue", "transcript"):
        app.add_lexer(dialogue, TextLexer)
    app.add_directive("mermaid", Diagram)
    app.connect("config-inited", lambda app, config: generated.write())
    app.connect("source-read", _read)
