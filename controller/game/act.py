"""One row an act: when people may do it, who may, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Flag, auto
from typing import Any

from controller.game.events import Events
from controller.game.inputs import Intent
from controller.game.refusals import Refusal
from controller.game.roles import Right
from controller.game.state import TableState


class While(Flag):
    """What else a table may be waiting for: most acts wait with it, some are what it waits for."""

    HELD = auto()
    PAUSED = auto()
    CLOSING = auto()
    RESUMED = auto()
    """The program was started again, and nobody has said yet that the felt is as it shows it."""
    NEVER = 0
    ALWAYS = HELD | PAUSED | CLOSING | RESUMED


@dataclass(frozen=True, slots=True)
class Act:
    """The row of one kind of intent in the table of acts (`controller.game.acts`).

    Attributes:
        permit: why it cannot be done at this moment, or None; asked through `legal_acts.why_not` only.
        right: who may do it, as things stand.
        decide: the events that come of it; nothing is asked here that `permit` has answered.
        also: what the table may be waiting for meanwhile; none of it, unless said.
        right_of_this: who may do it, where that depends on what the intent says.
        badge_first: nothing is looked at before it is known who asks; what is refused then is journalled.
        in_any_view: it means the same in every phase of a round, so no view is too old for it because of one.
        procedure: what somebody showed for a supervised payment counts for this step of it too (SE-11).
    """

    permit: Callable[[TableState, Any], Refusal | None]
    right: Right | Callable[[TableState], Right]
    decide: Callable[[TableState, Any], Events | Refusal]
    also: While = While.NEVER
    right_of_this: Callable[[TableState, Any], Right] | None = None
    badge_first: bool = False
    in_any_view: bool = False
    procedure: bool = False


Acts = Mapping[type[Intent], Act]
