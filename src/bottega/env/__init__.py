"""The games as environments for learners, with an extra: PettingZoo, Gymnasium, OpenSpiel (``docs/environments.md``).

``ids`` numbers the actions of each game and ``layout`` lays out what a seat sees, both without any library; ``aec`` is
for several agents, ``single`` for one among bots, ``spiel`` for OpenSpiel. Importing ``bottega`` imports none of it.
"""
