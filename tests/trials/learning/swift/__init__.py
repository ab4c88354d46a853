"""Fast games for training."""
