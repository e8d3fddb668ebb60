"""How simulated people fill the opening and closing sheets: counts, signatures, decks, ticks, last deals.

They see the lines of the sheet as the console shows them, and do the first one that is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from drivers.sim.pit import CASHIER, CHEF, COMITE, Tap, View

MISCOUNT_ONE_IN: Final = 10
"""How often somebody counts one piece too many before he signs."""
DECK_CARDS: Final = 52
BY_COMITE: Final = ("jackpot_history", "reconciliation")

Act = tuple[str, Tap]
"""Whose badge is needed, an empty text for the dealer's own, and the key."""


class SheetHands:
    """What people do with the sheets of one table; every method gives one act, or None when none is left."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._wrong = False
        self._purpose = ""
        self._won_cents = 0
        self._counted_round = 0

    def watch(self, view: View) -> None:
        """What the bank has won so far is known: the chips of the encaisse are there to be counted."""
        for done in reversed(view["last_rounds"]):
            if done["number"] > self._counted_round:
                self._counted_round = done["number"]
                self._won_cents += done["bank_cents"]

    def open(self, view: View) -> Act | None:
        """The next line of the opening sheet."""
        told = view["sheet"]
        line = _missing(told)
        if line == "":
            return None
        if line == "float":
            return self._count(told, "float", told["wanted_cents"], COMITE)
        kind, _, colour = line.partition("_")
        if kind == "serial":
            return "", {"act": "DeclareSerial", "colour": colour, "serial": self._serial(told, colour)}
        if kind == "deck":
            return "", {"act": "CountDeck", "colour": colour, "count": DECK_CARDS}
        return "", {"act": "TickLine", "line": line}

    def in_session(self, view: View, *, ending: bool) -> Act | None:
        """A further avance when the chips run short; the last deals announced when the night is `ending`."""
        told = view["sheet"]
        if told is None:
            return None
        if told["purpose"] == "advance":
            return self._count(told, "advance", told["wanted_cents"], COMITE)
        if not told["closing"] and 2 * self._chips_cents(told) < told["wanted_cents"]:
            return CHEF, {"act": "BeginAdvance"}
        if ending and view["last_deals"] is None:
            return CHEF, {"act": "AnnounceLastDeals"}
        return None

    def close(self, view: View) -> Act:
        """A chef answers for what was reported; then the next line of the closing sheet, or the closing."""
        report = next((one for one in view["incidents"]["reports"] if not one["answered"]), None)
        if report is not None:
            return CHEF, {"act": "SignIncident", "number": report["number"]}
        told = view["sheet"]
        if told is None:
            return CHEF, {"act": "CloseTable"}
        if not told["closing"]:
            return CHEF, {"act": "BeginClosing"}
        line = _missing(told)
        if line == "encaisse":
            return self._count(told, "closing", self._chips_cents(told), CASHIER)
        if line == "slips":
            slip = next(one for one in view["slips"] if not one["signed_by"])
            return CASHIER, {"act": "SignSlip", "round": slip["round"], "seat": slip["seat"]}
        if line == "jp1_chips":
            # What was collected lies beside the float, and nobody miscounts it here.
            return COMITE, {"act": "CountJp1Chips", "count": view["upkeep"]["session"]["chips_due"]}
        if line in ("", "disputes"):
            return CHEF, {"act": "CloseTable"}
        # A residual of the jackpot is the comité's to take note of; the history is certified by it.
        return COMITE if line in BY_COMITE else "", {"act": "TickLine", "line": line}

    def _chips_cents(self, told: View) -> int:
        return max(0, int(told["advances_cents"]) + self._won_cents)

    def _serial(self, told: View, colour: str) -> str:
        known = dict(map(tuple, told["house_serials"]))
        return str(known.get(colour) or f"{colour[0].upper()}-{self._rng.randrange(10_000):04}")

    def _count(self, told: View, purpose: str, cents: int, second: str) -> Act:
        """The pieces one value after the other; then the chef signs, and a second person."""
        if purpose != self._purpose:
            self._purpose = purpose
            self._wrong = self._rng.randrange(MISCOUNT_ONE_IN) == 0
        plan = pieces_of(cents, told["pieces"])
        if self._wrong and purpose != "closing":
            piece, number = plan[0]
            plan = [(piece, number + 1), *plan[1:]]
        counted = dict(map(tuple, told["counted"])) if told["purpose"] == purpose else {}
        for piece, number in plan:
            if counted.get(piece, 0) != number:
                return "", {"act": "CountPieces", "piece_cents": piece, "count": number}
        self._wrong = False  # the signature is refused, and everything is counted again
        return second if told["signed"] else CHEF, {"act": "SignCash"}


def _missing(told: View) -> str:
    return next((str(line) for line, done in told["lines"] if not done), "")


def pieces_of(cents: int, pieces: Sequence[int]) -> list[tuple[int, int]]:
    """How many pieces of each value make this amount: half of the rest in each, all of it in the last ones.

    An amount that no pieces make comes out too small by less than the smallest; nothing makes one piece of 0.
    """
    made: dict[int, int] = {}
    rest = cents
    for piece in pieces:
        made[piece] = rest // 2 // piece
        rest -= made[piece] * piece
    for piece in pieces:
        made[piece] += rest // piece
        rest %= piece
    return list(made.items())
