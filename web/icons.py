"""Make the icons of the installed app, ``public/app/*.png``, from our own drawing, ``public/icon.svg``.

Run it with `.venv/bin/python web/icons.py` after the drawing has changed; it needs Chromium.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parent / "public"
PAPER = "#f3e9d6"
ICONS = {"icon-192": (192, 0.0), "icon-512": (512, 0.0), "maskable-512": (512, 0.16), "apple-180": (180, 0.1)}
"""How wide each is, and how much of that is left free on every side: a phone cuts a maskable one to its own shape."""


def main() -> None:
    """Draw each in its size."""
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (size, margin) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = PAPER if margin else "transparent"
            body = f"body{{margin:0;background:{ground}}}"
            picture = f"svg{{display:block;margin:{size * margin}px;width:{size * (1 - 2 * margin)}px;height:auto}}"
            page.set_content(f"<style>{body}{picture}</style>{drawing}")
            page.screenshot(path=PUBLIC / "app" / f"{name}.png", omit_background=not margin)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
