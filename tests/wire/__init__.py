"""The dialects, message by message, and how messages are cut out of a stream."""
