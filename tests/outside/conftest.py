"""What the tests of bots from outside share."""

from tests.outside.programs import written

__all__ = ["written"]
