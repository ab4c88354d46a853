"""State diagrams: drawn in the browser by Mermaid, which comes with the site and not from elsewhere."""

from __future__ import annotations

from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

SCRIPT = Path(__file__).parents[2] / ".venv" / "mermaid" / "mermaid.min.js"
"""Where ``make docs`` puts it."""

_DRAW = """<script>
addEventListener("DOMContentLoaded", () => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const sources = new Map([...document.querySelectorAll("pre.mermaid")].map((each) => [each, each.textContent]));
  const draw = () => {
    const theme = document.body.dataset.theme ?? "auto";
    const night = theme === "dark" || (theme === "auto" && dark.matches);
    mermaid.initialize({ startOnLoad: false, theme: night ? "dark" : "neutral" });
    for (const [each, source] of sources) { each.removeAttribute("data-processed"); each.textContent = source; }
    mermaid.run({ nodes: [...sources.keys()] });
  };
  draw();
  dark.addEventListener("change", draw);
  new MutationObserver(draw).observe(document.body, { attributes: true, attributeFilter: ["data-theme"] });
});
</script>"""


class Diagram(SphinxDirective):
    """A block of Mermaid; without the script it is shown as its text, which reads well enough."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The block, and once a page the script."""
        text = "\n".join(self.content)
        block = nodes.raw("", f'<pre class="mermaid">{escape(text)}</pre>', format="html")
        if not SCRIPT.exists() or self.env.temp_data.get("drawn") == self.env.docname:
            return [block]
        self.env.temp_data["drawn"] = self.env.docname
        up = "../" * self.env.docname.count("/")
        script = f'<script src="{up}_static/{SCRIPT.name}"></script>{_DRAW}'
        return [block, nodes.raw("", script, format="html")]
