"""What reaches the table: intents of people, observations of machines and of the book.

An intent is imperative and may be refused; an observation states what a device or a worker saw and is
never refused, only judged. All are frozen; amounts are cents; seats 1 to 7.
"""

from __future__ import annotations

from controller.game.choices import *
from controller.game.inputs.intents.claims import *
from controller.game.inputs.intents.corrections import *
from controller.game.inputs.intents.incidents import *
from controller.game.inputs.intents.intent import *
from controller.game.inputs.intents.machines import *
from controller.game.inputs.intents.meter import *
from controller.game.inputs.intents.people import *
from controller.game.inputs.intents.round import *
from controller.game.inputs.intents.sensors import *
from controller.game.inputs.intents.settings import *
from controller.game.inputs.intents.stakes import *
from controller.game.inputs.intents.table import *
from controller.game.inputs.machines import *
from controller.game.inputs.observations.book import *
from controller.game.inputs.observations.felt import *
from controller.game.inputs.observations.machines import *
from controller.game.inputs.observations.observation import *
from controller.game.inputs.observations.people import *
from controller.game.inputs.observations.settings import *

INTENTS: dict[str, type[Intent]] = {kind.__name__: kind for kind in Intent.__subclasses__()}
"""Every intent by the name it has on the wire."""
