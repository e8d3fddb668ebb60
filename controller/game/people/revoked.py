"""What falls with a person's card: all that he proposed, armed or signed and another has still to approve.

Two persons let something happen (I9, SE-11). Who is revoked is none of them any more, whatever he began
before; what two had approved already stands. Of a JP1 stake that is to go back the round stays held: nobody
approves it any more, and a chef ends the hold. A draft of settings stands in the record, to be withdrawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from controller.game import events as e
from controller.game.changes import changed, with_round, with_seat
from controller.game.events import Events
from controller.game.incidents.causes import CORRECTIONS
from controller.game.incidents.voiding import armed_by
from controller.game.opening.cash import SIGNATURES
from controller.game.payment.types import Verification
from controller.game.payment.winning_hand import verified_now
from controller.game.state import TableState

Asked = Callable[[TableState, str], bool]
Dropped = Callable[[TableState, str], TableState]


def _of_the_verification(state: TableState, without: Callable[[Verification], Verification]) -> TableState:
    checked = verified_now(state)
    assert checked is not None, "nothing is verified"
    return with_round(state, verification=without(checked))


def _disarmed(checked: Verification) -> Verification:
    return replace(checked, armed_by="")


def _unread(checked: Verification) -> Verification:
    return replace(checked, read_by=())


def _undoubted(checked: Verification) -> Verification:
    return replace(checked, doubt=None, doubted_by="", doubted_seat=0)


def _armed(state: TableState, person: str) -> bool:
    return person in armed_by(state)


def _released(state: TableState, person: str) -> bool:
    checked = verified_now(state)
    return checked is not None and checked.armed_by == person


def _read(state: TableState, person: str) -> bool:
    checked = verified_now(state)
    return checked is not None and checked.read_by == (person,)


def _doubted(state: TableState, person: str) -> bool:
    checked = verified_now(state)
    return checked is not None and checked.doubted_by == person


def _ruled(state: TableState, person: str) -> bool:
    return bool(_seats_ruled(state, person))


def _seats_ruled(state: TableState, person: str) -> tuple[int, ...]:
    told = ((n, state.seat(n).exchange) for n in state.places)
    return tuple(n for n, one in told if one is not None and one.ruling is None and one.by == person)


def _unruled(state: TableState, person: str) -> TableState:
    for seat in _seats_ruled(state, person):
        exchange = state.seat(seat).exchange
        assert exchange is not None, "no card of the seat was exchanged"
        state = with_seat(state, seat, exchange=replace(exchange, proposed=None, by=""))
    return state


def _of_the_meter(state: TableState, person: str) -> bool:
    proposal = state.upkeep.proposal
    return proposal is not None and proposal.person == person


def _rectified(state: TableState, person: str) -> bool:
    asked = state.record.open
    return asked is not None and asked.approval is None and asked.proposal.person == person


def _corrected(state: TableState, person: str) -> bool:
    held = state.held
    return held is not None and held.cause in CORRECTIONS and held.person == person and not held.fallen


def _held_still(state: TableState, person: str) -> TableState:
    assert state.held is not None, "nothing is held"
    return changed(state, held=replace(state.held, fallen=True))


def _counted(state: TableState, person: str) -> bool:
    count = state.sheet.count
    return count is not None and not count.done and person in [one for one, _ in count.signed]


def _uncounted(state: TableState, person: str) -> TableState:
    count = state.sheet.count
    assert count is not None, "nothing is counted"
    left = replace(count, signed=(), signed_before=count.signers)
    return changed(state, sheet=changed(state.sheet, count=left))


def _owed(state: TableState, person: str) -> bool:
    signed = [one for one, _ in state.sheet.owed_signed]
    return person in signed and len(signed) < SIGNATURES


def _drafted(state: TableState, person: str) -> bool:
    return person in state.settings.decided_by and state.settings.fallen != person


_HALVES: Final[dict[str, tuple[Asked, Dropped]]] = {
    "void": (_armed, lambda state, person: with_round(state, void=None)),
    "release": (_released, lambda state, person: _of_the_verification(state, _disarmed)),
    "amount": (_read, lambda state, person: _of_the_verification(state, _unread)),
    "refusal": (_doubted, lambda state, person: _of_the_verification(state, _undoubted)),
    "ruling": (_ruled, _unruled),
    "meter": (
        _of_the_meter,
        lambda state, person: changed(state, upkeep=replace(state.upkeep, proposal=None)),
    ),
    "rectification": (
        _rectified,
        lambda state, person: changed(state, record=replace(state.record, open=None)),
    ),
    "jp1_correction": (_corrected, _held_still),
    "count": (_counted, _uncounted),
    "owed": (
        _owed,
        lambda state, person: changed(state, sheet=changed(state.sheet, owed=(), owed_signed=())),
    ),
    "settings": (
        _drafted,
        lambda state, person: changed(state, settings=replace(state.settings, fallen=person)),
    ),
}
"""By its name each act that waits for a second person: whether he began it, and the state without it."""


def fallen_with(state: TableState, person: str) -> Events:
    """The entry that tells what of this person's falls with his card, or none where nothing waits."""
    halves = tuple(name for name, (waits, _) in _HALVES.items() if waits(state, person))
    return (e.ProposalsFallen(person, halves),) if halves else ()


def fallen(state: TableState, event: e.ProposalsFallen, at_ms: int) -> TableState:
    """Nothing of it can be approved any more."""
    for name in event.what:
        waits, dropped = _HALVES[name]
        if waits(state, event.person):
            state = dropped(state, event.person)
    return state
