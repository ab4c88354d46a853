"""Crash campaigns: a server is killed, stopped, starved and lied to while all play; then the books are checked."""
