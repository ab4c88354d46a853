"""The client side of the three protocols of Masters of Renaissance."""
