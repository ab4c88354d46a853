"""The real server: processes, sockets, faults."""
