"""Other people's servers doing the same job in the same run."""
