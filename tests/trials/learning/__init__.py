"""Training the bots."""
