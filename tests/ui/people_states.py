"""Real tables with a register of people, in every state in which the console asks who somebody is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.views import console
from tests.builders import Felt
from tests.ui.states import machines

View = dict[str, Any]
DEALER = "Croupier 07"


def closed() -> Felt:
    return machines(Felt(register=True))


def dealer_shown() -> Felt:
    return closed().badge(DEALER, Role.DEALER)


def dealer_proven() -> Felt:
    return closed().person(DEALER, Role.DEALER)


def opening() -> Felt:
    return closed().dealer(DEALER).do(i.OpenTable())


def opened() -> Felt:
    return opening().person("Chef 1", Role.CHEF).do(i.ConfirmOpening()).see(i.BadgeGone())


def chef_refused() -> Felt:
    felt = opening().badge("Chef 1", Role.CHEF)
    assert felt.state.badge is not None
    shown = felt.state.badge.shown
    return felt.see(*(i.PinAnswered("Chef 1", shown, False, left) for left in (4, 3)))


def chef_last_try() -> Felt:
    felt = chef_refused()
    assert felt.state.badge is not None
    return felt.see(i.PinAnswered("Chef 1", felt.state.badge.shown, False, 1))


def chef_locked() -> Felt:
    felt = chef_last_try()
    assert felt.state.badge is not None
    return felt.see(i.PinAnswered("Chef 1", felt.state.badge.shown, False, 0, felt.now_ms + 900_000))


def chef_of_two_tables() -> Felt:
    felt = opening().badge("Chef 1", Role.CHEF)
    assert felt.state.badge is not None
    felt.see(i.PinAnswered("Chef 1", felt.state.badge.shown, True))
    return felt.see(i.ChargeObserved("Chef 1", False, ("UTH-1", "UTH-3")))


def staked() -> Felt:
    return opened().stakes(s1=1000, s4=(1000, 500))


def relief() -> Felt:
    return opened().person("Croupier 11", Role.DEALER)


def relief_refused() -> Felt:
    return staked().close().draw("2c 7d 3c 8d 9s 4h").badge("Croupier 11", Role.DEALER)


def held_for_chef() -> Felt:
    felt = staked().close().draw("2c 7d 3c 8d 9s 4h").do(i.DeclareIncident(i.Incident.CONTESTED_CHIPS))
    return felt.badge("Chef 1", Role.CHEF)


def proof_ended() -> Felt:
    felt = held_for_chef()
    assert felt.state.badge is not None
    felt.see(i.PinAnswered("Chef 1", felt.state.badge.shown, True), i.ChargeObserved("Chef 1", True))
    felt.now_ms += 91_000
    return felt.see(i.TimeObserved(felt.now_ms))


def locked_console() -> Felt:
    return opened().do(i.Pause())


def dealer_revoked() -> Felt:
    return staked().close().draw("2c 7d 3c 8d 9s 4h").see(i.RevokedObserved(DEALER))


STATES: dict[str, Callable[[], Felt]] = {
    "nobody": closed,
    "dealer_shown": dealer_shown,
    "dealer_proven": dealer_proven,
    "chef_refused": chef_refused,
    "chef_last_try": chef_last_try,
    "chef_locked": chef_locked,
    "chef_of_two_tables": chef_of_two_tables,
    "opened": opened,
    "relief": relief,
    "relief_refused": relief_refused,
    "held_for_chef": held_for_chef,
    "proof_ended": proof_ended,
    "locked_console": locked_console,
    "dealer_revoked": dealer_revoked,
}


def view_of(name: str) -> View:
    """The console's view of that state, as it comes over the wire."""
    felt = STATES[name]()
    return console(felt.state) | {"now_ms": felt.now_ms + 400}
