"""A table that came back in mid-round without the master that its cards are sealed under."""

from __future__ import annotations

from collections.abc import Callable

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Incident
from controller.game.opening.master_lost import master_told
from tests.builders import COMITE, Felt

MASTER = "a3f09c1d5b7e2864"


def lost() -> Felt:
    """Two seats, one JP1 stake, the flop is out; a restart finds no key."""
    felt = Felt().open().stakes(s1=1000, s4=2000).chips(1).close().draw("2c 7d 3c 8d 9s 4h")
    felt.do(i.CallStreet()).draw("Ks Qd 5h")
    felt._step([*master_told(felt.state, MASTER), e.SessionResumed()])
    return felt


def held() -> Felt:
    return lost().badge().do(i.ConfirmFelt())


def armed() -> Felt:
    return held().do(i.ArmVoid(Incident.EQUIPMENT))


def confirmed() -> Felt:
    return armed().badge(*COMITE).do(i.VoidRound(Incident.EQUIPMENT))


MASTER_STATES: dict[str, Callable[[], Felt]] = {
    "master_lost": lost,
    "master_held": held,
    "master_armed": armed,
    "master_voided": confirmed,
}
