"""The arena: bots against bots, measured. ``bottega arena`` is its command, ``docs/arena.md`` its manual.

``contest`` says which games are played and plays one, ``runner`` plays them all in one or several processes, ``book``
keeps their results in a file, ``figures`` and ``ratings`` make numbers of them, ``report`` tables.
"""
