"""What the jackpot display is shown: its states, from a night that is played, and the worded map of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from controller.game import inputs as i
from controller.game import views
from controller.game.jackpot.rules import JackpotConfig
from tests.builders import TERMS, Felt
from ui.screen.jackpot import JackpotFace
from ui.screen.public_pages import PAGE_MS
from ui.texts.jackpot import TEXTS

PARIS = ZoneInfo("Europe/Paris")
METER_CENTS = 28_573_75


class Night:
    """A table, and the display's face that follows it."""

    def __init__(self, language: str = "fr", *, jp1: bool = True, **facts: Any) -> None:
        self.felt = Felt(jp1=False, **facts)
        self.silence_ms = 0
        self.later_ms = 0
        self.face = JackpotFace(
            language,
            now_ms=lambda: self.felt.state.at_ms + self.later_ms,
            silence_ms=lambda: self.silence_ms,
            zone=PARIS,
        )
        if jp1:
            self.felt.meter_cents = METER_CENTS
            self.felt.see(i.MeterObserved(1, METER_CENTS, 1))
            self.look()

    def look(self) -> dict[str, Any]:
        return self.face.words(views.display(self.felt.state))

    def betting(self) -> Night:
        self.felt.open()
        return self

    def royal(self) -> Night:
        """Seat 6 holds a royal with two own cards, and two seats have bet on JP1."""
        self.felt.open().stakes(s1=1000, s6=1000).chips(1, 6).close()
        self.look()
        self.felt.draw("2c 3d Ks Ts 7c 8d").do(i.CallStreet()).draw("As Qs Js").do(i.CallStreet())
        self.felt.draw("2h 5d").play(1, 6, 1).do(i.OpenHands())
        return self

    def verified(self) -> Night:
        """The comité has let the payment go."""
        self.felt.prove_hand().release()
        return self


def unread() -> Night:
    return Night(jp1=False)


def betting() -> Night:
    return Night().betting()


def maximum_coming() -> Night:
    night = Night().betting()
    night.felt.badge("Durand", i.Role.COMITE).do(i.ChangeMaximum(10_000))
    return night


def last_bets() -> Night:
    night = Night().betting()
    night.later_ms = 40_000
    return night


def playing() -> Night:
    night = Night().betting()
    night.felt.stakes(s1=1000).chips(1).close()
    return night


def updating() -> Night:
    night = playing()
    night.silence_ms = 3_000
    return night


def lost() -> Night:
    night = playing()
    night.silence_ms = 10_000
    return night


def held() -> Night:
    night = playing()
    night.felt.do(i.DeclareIncident(i.Incident.EXPOSED_CARD))
    return night


def jp1_closed() -> Night:
    night = Night().betting()
    night.felt.see(i.BookUnreachable("read", "no answer"))
    return night


def pending() -> Night:
    return Night().royal()


def won() -> Night:
    night = Night().royal()
    night.look()
    night.verified().felt.settle()
    return night


def linked_claim() -> Night:
    """A royal at another table of the linked jackpot while this one plays."""
    night = playing()
    night.felt.see(read(night, 2, 10_000_00, i.LinkedClaim("UTH-7", 1, 28_574_00)))
    return night


def linked_claims() -> Night:
    night = linked_claim()
    two = i.LinkedClaim("UTH-7", 1, 28_574_00), i.LinkedClaim("UTH-3", 1, 28_574_00)
    night.felt.see(read(night, 2, 10_002_50, *two))
    return night


def linked_win() -> Night:
    night = linked_claim()
    night.felt.see(read(night, 2, 10_005_00, won=i.LinkedWin("UTH-7", 1, 28_574_00, night.felt.state.at_ms)))
    return night


def read(
    night: Night, generation: int, meter_cents: int, *claims: i.LinkedClaim, won: i.LinkedWin | None = None
) -> i.MeterObserved:
    night.felt.book_seq += 1
    return i.MeterObserved(generation, meter_cents, night.felt.book_seq, claims, won)


def everything() -> Night:
    """A jackpot won, a limit, an avance, a maximum to come: all that the display can say at once."""
    limited = JackpotConfig(500, 1_000_000, 250_000, 150_000, 600_000, "house", 99_999_999_00)
    night = Night(cash=TERMS, jp1_terms=limited).royal()
    night.look()
    night.verified().felt.settle()
    night.felt.badge("Durand", i.Role.COMITE).do(i.ChangeMaximum(10_000))
    return night


STATES: dict[str, Callable[[], Night]] = {
    "unread": unread,
    "closed_table": Night,
    "betting": betting,
    "maximum_coming": maximum_coming,
    "last_bets": last_bets,
    "playing": playing,
    "updating": updating,
    "lost": lost,
    "held": held,
    "jp1_closed": jp1_closed,
    "pending": pending,
    "won": won,
    "linked_claim": linked_claim,
    "linked_claims": linked_claims,
    "linked_win": linked_win,
    "everything": everything,
}


def worded(state: str, language: str) -> dict[str, Any]:
    night = STATES[state]()
    night.face._text = TEXTS[language]
    return night.look()


# --- the wording ---------------------------------------------------------------------------------


def at_page(night: Night, page: int) -> dict[str, Any]:
    """What the display says in the turn of this page, 0 the amount and 1 the tables, some seconds on."""
    night.later_ms = 0
    now_ms = night.face._now_ms()
    night.later_ms = 2 * PAGE_MS - now_ms % (2 * PAGE_MS) + page * PAGE_MS
    return night.look()
