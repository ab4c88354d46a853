"""Positions in words, for tests of the games and of what is built on them: one module a game.

>>> from bottega.testing.sagrada import listed, situation
>>> listed(situation("Virtus", pool="R5"), "place")
['place R5@1', 'place R5@10', 'place R5@14', 'place R5@15', 'place R5@18', 'place R5@19', 'place R5@3', 'place R5@5']
"""
