"""What an observation and its event tell in the same fields is written down once."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Final

import pytest

from controller.game import events, inputs
from controller.game.events import ClaimRecorded, Event
from controller.game.inputs import ClaimObserved, Observation
from controller.game.shared_fields import SharedFields

FEW: Final = 3
"""So many fields are as short twice as in a class of their own."""
EVENTS: Final = [kind for kind in vars(events).values() if is_dataclass(kind) and issubclass(kind, Event)]
OBSERVATIONS: Final = [
    kind for kind in vars(inputs).values() if is_dataclass(kind) and issubclass(kind, Observation)
]


def _told(kind: type) -> tuple[tuple[str, object, object], ...]:
    return tuple((one.name, one.type, one.default) for one in fields(kind))


@pytest.mark.parametrize("seen", OBSERVATIONS, ids=lambda kind: kind.__name__)
def test_no_event_writes_the_fields_of_its_observation_down_again(seen: type) -> None:
    twins = [kind for kind in EVENTS if len(_told(seen)) > FEW and _told(kind) == _told(seen)]
    shared = [base for base in seen.__mro__ if SharedFields in base.__bases__]
    assert [kind.__name__ for kind in twins if not set(shared) & set(kind.__mro__)] == []


def test_an_event_takes_every_field_of_what_was_observed() -> None:
    seen = ClaimObserved(7, 1, 3, 8_000_00, 4, 2_500_00, 91)
    assert ClaimRecorded.of(seen) == ClaimRecorded(7, 1, 3, 8_000_00, 4, 2_500_00, 91)
