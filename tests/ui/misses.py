"""How likely a finger that means one key lands on another: worked out, not tried.

A touch lies around the place that the finger means, by a Gaussian of 3 mm in both directions. The chance to
land in a rectangle is a product of two differences of the error function; in several that overlap, that of
the parts of a grid made of their edges. The large key is meant where the thumb of the dealing hand lies,
every other key in its middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import erf, sqrt
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtQuick import QQuickItem, QQuickWindow

from tests.ui.scene import PX_PER_MM, area, controls
from ui.bridge import Tap, plain

SIGMA_MM: Final = 3.0
MOST: Final = 0.001
"""The chance to hit another key that acts on money is below this."""
_OF_MONEY: Final = """
    SetStakes DoubleStakes ConfirmStakes ConfirmRest VacateSeat CloseBets ReopenBets
    CollectJp1 RegisterJp1Now GiveJp1Back NoChip ChipReturned ChipCounts CountAgrees SetLamp
    BetPlay BetOn BetRest Fold FoldRest CallStreet Check CheckRest ReopenDecision PayAntes OpenHands
    SettleSeat ConfirmPayment RefundSeat VoidRound SetStakesAside OpenSeal SignSlip
    PreparePayment ArmRelease ReleaseAward RefuseAward ConfirmRuling
    SettleRectification ApproveRectification ApproveCorrection ProposeCorrection
    CorrectMeter ApproveMeterAct BookOrphan ChangeMaximum Undo
"""
OF_MONEY: Final = frozenset(_OF_MONEY.split())
"""What moves a stake, a payment or the meter, or lets one be moved.

A result that is keyed (`EnterHand`) moves none: thirty of them stand in one grid (theme, section 4), it is
shown at its seat and taken back until the showdown, and the seat is then settled by a touch of its own.
"""


class Miss(NamedTuple):
    """One key that is meant, and the chance that a key that acts on money is hit instead."""

    chance: float
    meant: str
    hit: str

    def __str__(self) -> str:
        return f"{100 * self.chance:.4f} %: {self.meant!r} meant, {self.hit!r} hit most"


def inside(centre: QPointF, rectangle: QRectF, sigma: float) -> float:
    """The chance that a touch meant for the centre lies in the rectangle."""
    return _between(rectangle.left() - centre.x(), rectangle.right() - centre.x(), sigma) * _between(
        rectangle.top() - centre.y(), rectangle.bottom() - centre.y(), sigma
    )


def _between(low: float, high: float, sigma: float) -> float:
    return 0.5 * (erf(high / (sigma * sqrt(2))) - erf(low / (sigma * sqrt(2))))


def in_any(centre: QPointF, among: Sequence[QRectF], but: QRectF, sigma: float) -> float:
    """The chance to lie in any of these rectangles and not in `but`, by the grid of all their edges."""
    across = sorted({edge for one in (*among, but) for edge in (one.left(), one.right())})
    down = sorted({edge for one in (*among, but) for edge in (one.top(), one.bottom())})
    chance = 0.0
    for left, right in pairwise(across):
        for top, bottom in pairwise(down):
            cell = QRectF(QPointF(left, top), QPointF(right, bottom))
            if not but.contains(cell.center()) and any(one.contains(cell.center()) for one in among):
                chance += inside(centre, cell, sigma)
    return chance


def misses(window: QQuickWindow) -> list[Miss]:
    """For each live key of the scene, the chance that a key that acts on money is hit instead."""
    sigma = SIGMA_MM * PX_PER_MM[window.width()]
    touches = controls(window)
    keys = [(touch.parentItem(), area(touch)) for touch in touches]
    money = [(key, reach) for key, reach in keys if of_money(key)]
    found = []
    for key, reach in keys:
        meant = meant_at(key, reach, window)
        # What lies further than six sigma is no neighbour.
        near = reach.adjusted(*(sign * 6 * sigma for sign in (-1, -1, 1, 1)))
        others = [(other, there) for other, there in money if other is not key and there.intersects(near)]
        if not others:
            continue
        chance = in_any(meant, [there for _, there in others], reach, sigma)
        most = max(others, key=lambda one: inside(meant, one[1], sigma))[0]
        found.append(Miss(chance, str(key.property("says")), str(most.property("says"))))
    return found


def meant_at(key: QQuickItem, reach: QRectF, window: QQuickWindow) -> QPointF:
    """Where a finger that means this key aims: the thumb lies in the outer lower part of the large one."""
    if key.objectName() != "primary":
        return reach.center()
    outer = 0.6 if reach.center().x() > window.width() / 2 else 0.4
    return QPointF(reach.left() + outer * reach.width(), reach.top() + 0.6 * reach.height())


def tap_of(key: QQuickItem) -> Tap:
    """What a live key asks."""
    tap = plain(key.property("tap"))
    assert isinstance(tap, dict)
    return tap


def of_money(key: QQuickItem) -> bool:
    """Whether this key acts on money."""
    return tap_of(key)["act"] in OF_MONEY


def worst(found: Iterable[Miss], count: int = 10) -> list[Miss]:
    """The likeliest misses, each pair of keys once."""
    best: dict[tuple[str, str], Miss] = {}
    for one in found:
        pair = (one.meant, one.hit)
        if pair not in best or best[pair].chance < one.chance:
            best[pair] = one
    return sorted(best.values(), reverse=True)[:count]
