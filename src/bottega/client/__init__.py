"""The other side of the wire: clients of every protocol, by the name of the dialect."""
