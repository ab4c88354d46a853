"""What all dialects share: framing, JSON, the state machine, the connection."""
