"""Several houses on one log, driven by a seeded scheduler without sockets: every interleaving can be played again."""
