"""What the dialects of one game share."""
