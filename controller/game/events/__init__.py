"""What happened: the facts that the journal keeps and the state is folded from.

Past tense, frozen, complete in themselves: an event carries the amounts that were decided, so that a
journal is read without running the rules again. Amounts are cents, seats 1 to 7; `round` is the number
of the round at this table, never used twice; `attempt` counts the deals of a round, from 1.
"""

from __future__ import annotations

from controller.game.events.alarms import *
from controller.game.events.cards import *
from controller.game.events.claims import *
from controller.game.events.corrections import *
from controller.game.events.decisions import *
from controller.game.events.event import *
from controller.game.events.incidents import *
from controller.game.events.jp1 import *
from controller.game.events.machines import *
from controller.game.events.meter import *
from controller.game.events.people import *
from controller.game.events.sensors import *
from controller.game.events.settings import *
from controller.game.events.settlement import *
from controller.game.events.stakes import *
from controller.game.events.table import *

EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__subclasses__()}
"""Every event by its name in the journal."""
