"""Tables where a settled seat is rectified: asked in the settlement, proposed of a closed round, approved."""

from __future__ import annotations

from collections.abc import Callable

from controller.game import inputs as i
from controller.game.rectification.claimed_facts import Mistake, Moved, RectificationReason
from tests.builders import COMITE, Felt

KEYING, IMAGES = RectificationReason.KEYING, RectificationReason.IMAGES
HANDS = "2c 7d As Ks Tc 5d Kd 9h"


def settling() -> Felt:
    """Seats 5 and 4 are settled, seat 2 is in turn; Fold was keyed at seat 4, whose Trips were turned up."""
    felt = Felt().open().dealer().stakes(s2=(1000, 500), s4=(1000, 500), s5=(2500, 500)).close()
    felt.draw(HANDS).do(i.CallStreet()).draw("Kh 8c 3d").do(i.CallStreet()).draw("4s Jh")
    felt.play(1, 2, 5).fold(4).showdown().do(i.OpenSettlement())
    return felt.do(i.SettleSeat(5), i.SettleSeat(4))


def asked() -> Felt:
    """The dealer has asked; a chef's card is awaited."""
    return settling().do(i.ProposeRectification(1, 4, Mistake.DECISION, KEYING, decision="play1"))


def allowed() -> Felt:
    """The chef has allowed it: the difference is to be paid."""
    return asked().badge().do(i.ApproveRectification())


def closed() -> Felt:
    """Between two rounds, a chef there: closed rounds may be rectified."""
    return settling().do(i.SettleSeat(2)).next_round().badge()


def long_session() -> Felt:
    """Thirteen rounds are closed, a chef there: the console is told the last ten of them."""
    felt = settling().do(i.SettleSeat(2)).next_round()
    for _ in range(12):
        felt.close().draw(HANDS).do(i.CallStreet()).draw("Kh 8c 3d").do(i.CallStreet()).draw("4s Jh")
        felt.play(1, 2, 4, 5).showdown().settle().next_round()
    return felt.badge()


def hidden() -> Felt:
    """A hand that lies face down by the record: nothing is told of it yet."""
    felt = Felt().open().dealer().stakes(s2=1000, s4=(1000, 500)).close()
    felt.draw("2c 7d As Ks Kd 9h").do(i.CallStreet()).draw("Kh 8c 3d").do(i.CallStreet()).draw("4s Jh")
    felt.play(1, 4).fold(2).showdown().settle().next_round().badge()
    felt.do(i.ProposeRectification(1, 2, Mistake.DECISION, IMAGES, decision="play4"))
    return felt.badge(*COMITE)


def proposed() -> Felt:
    """A chef has proposed to take back what was paid too much; the comité is there."""
    felt = closed().do(i.ProposeRectification(1, 4, Mistake.STAKE, IMAGES, ante_cents=2000, side_cents=0))
    return felt.badge(*COMITE)


def approved() -> Felt:
    """The comité has approved: the difference is to be taken before another round is dealt."""
    return proposed().do(i.ApproveRectification())


def recorded() -> Felt:
    """It was taken: the record is right, and marked."""
    return approved().do(i.SettleRectification(Moved.BY_HAND))


RECORD_STATES: dict[str, Callable[[], Felt]] = {
    "rectify_settling": settling,
    "rectify_asked": asked,
    "rectify_allowed": allowed,
    "rectify_closed": closed,
    "rectify_hidden": hidden,
    "rectify_proposed": proposed,
    "rectify_approved": approved,
    "rectify_recorded": recorded,
}
