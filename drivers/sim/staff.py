"""The staff of a simulated table: whose cards they carry and which PINs they know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from drivers.sim.pit import CHEF, Tap, View

WRONG_ONE_IN: Final = 40
"""How often somebody mistypes his PIN."""
RELIEF_ONE_IN: Final = 30
"""How often a round begins with another dealer."""
LOCKED_MS: Final = 60_000
"""When somebody whose PIN is locked out looks again."""

Step = tuple[Tap | None, int]
"""A key to press, or none, and the milliseconds until the next look."""


@dataclass(frozen=True, slots=True)
class Staff:
    """The cards of the people of one table, by the number of the card.

    `croupiers` relieve one another; at a table without a register of people there are none.
    """

    croupiers: tuple[str, ...] = ()
    chef: str = CHEF
    pins: Mapping[str, str] = field(default_factory=dict)


class Badges:
    """What people do with their badges at one table before they may act.

    `put` puts a card in the reader, taking out the one that was there; `lies` says which one lies there,
    whoever put it in.
    """

    def __init__(
        self, staff: Staff, rng: Random, put: Callable[[str], None], lies: Callable[[], str]
    ) -> None:
        self._staff = staff
        self._rng = rng
        self._put = put
        self._lies = lies
        self._turn = 0
        self._relieving = False

    def bring(self, view: View, wanted: str, wait_ms: int) -> Step | None:
        """The next thing until this card is in the reader with its PIN shown; None when it is."""
        card = self._staff.chef if wanted == CHEF else wanted
        if view["badge"] is None or self._lies() != card:
            self._put(card)
            return None, wait_ms
        if view["pin"] is None:
            return None
        if view["pin"]["locked_until_ms"]:
            return None, LOCKED_MS
        return self._pin_of(card), 1_500

    def _pin_of(self, card: str) -> Tap:
        """The holder enters his PIN, now and then with a finger beside the key."""
        pin = self._staff.pins.get(card, "")
        if not self._rng.randrange(WRONG_ONE_IN):
            pin = pin[:-1] + str((int(pin[-1:] or "0") + 1) % 10)
        return {"act": "EnterPin", "pin": pin}

    def relief_comes(self) -> bool:
        """Whether another dealer comes to relieve the one who deals, before the first stake."""
        if len(self._staff.croupiers) < 2 or self._rng.randrange(RELIEF_ONE_IN):
            return False
        self._turn = (self._turn + 1) % len(self._staff.croupiers)
        self._relieving = True
        return True

    def bring_own(self, view: View) -> Step | None:
        """The next thing until the dealer of this turn has his card in the reader; None when it is."""
        return self.bring(view, self._staff.croupiers[self._turn], 600)

    def sign_on(self, view: View) -> Step | None:
        """The next thing until the dealer of this turn is signed on; None when he is, or need not be."""
        if (view["croupier"] is not None and not self._relieving) or not view["relief"]["register"]:
            return None
        if self._relieving and view["relief"]["why"]:
            self._relieving = False  # a stake lies there already: he comes back later
            return None
        step = self.bring_own(view)
        if step is not None:
            return step
        self._relieving = False
        return {"act": "SignOn"}, 1_000
