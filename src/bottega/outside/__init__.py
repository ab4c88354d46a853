"""Bots from outside: programs in any language that answer on their standard output what they are asked on their input.

``words`` is the line protocol (``docs/outside.md``), ``program`` asks a program, ``host`` makes a program of a Python
class, ``entrants`` knows whom a word of the command line means.
"""
