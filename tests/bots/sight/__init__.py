"""How games look to a searcher."""
