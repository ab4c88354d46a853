"""Tests of the games: one suite for all of them, and one folder for the rules of each."""
