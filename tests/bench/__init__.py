"""What measures is tested as far as it can be wrong."""
