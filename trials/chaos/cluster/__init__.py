"""A house of several nodes under fire: three nodes, their database and their bus, and who breaks each of them."""
