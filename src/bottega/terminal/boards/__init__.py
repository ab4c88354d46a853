"""The games' boards in the terminal, a module each, with the same functions (``scene.py``: Board)."""
