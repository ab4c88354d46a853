"""Fuzzing: every protocol and every reader is given what nobody meant it to get; see ``__main__``."""
