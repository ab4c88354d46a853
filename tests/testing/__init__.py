"""The positions that bottega.testing makes."""
