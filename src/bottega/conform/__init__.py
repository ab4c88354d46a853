"""The kit for whoever writes a client or a server of one of the protocols: ``bottega conform``."""
