"""Tables left to chance: people mostly sensible, machines mostly right, a book mostly answering."""

from tests.wander.anything import PLACES, SIMPLE
from tests.wander.wanderer import Wanderer

__all__ = ["PLACES", "SIMPLE", "Wanderer"]
