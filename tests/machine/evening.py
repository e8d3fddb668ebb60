"""The people of the guest's table: the simulated dealer and his staff, on the real machine, in real time.

The same people who play simulated nights look at the view of the dealer's socket, press the console's keys
(by a finger on the glass, or by the socket itself) and move the machines that are plugged into the guest.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from controller.boot.notice import notice_of
from controller.settings.rules import load_profile
from drivers.sim.hands_on_machines import Machines
from drivers.sim.people import Dealer
from drivers.sim.pit import COMITE
from drivers.sim.players import Notice
from tests.machine.chip_board import SEATS
from tests.machine.seen import NotSeen, Tap, View
from tests.machine.staff import DIRECTOR, staff

PROFILE = "fr-55-20-2021"
PEOPLE_CENTS = 500
Pause = Callable[[int], None]
"""Waits so many milliseconds, while the screens and lines go on."""


def notice() -> Notice:
    """What may be staked at the table of the box."""
    return notice_of(load_profile(PROFILE), PEOPLE_CENTS, SEATS)


class Evening:
    """A dealer, his players and the staff, from the opening to the closing.

    Args:
        seed: of the people's own dice.
        machines: the hands' side of what is plugged into the guest.
        look: the newest view of the console.
        press: does an act at the console; gives the refusal, or None.
        pause: waits.
        hurry: the people's pauses are cut by this; machines and glass set the pace.
    """

    def __init__(
        self,
        seed: int,
        machines: Machines,
        look: Callable[[], View],
        press: Callable[[Tap], object | None],
        pause: Pause,
        *,
        hurry: int = 4,
        jp1_rate: int = 100,
    ) -> None:
        self.look = look
        self._pause = pause
        self._hurry = hurry
        self.acts: list[str] = []
        self.dealer = Dealer(
            Random(f"{seed}/people"),
            machines,
            look,
            lambda tap: self._press(press, tap),
            notice=notice(),
            jp1_rate=jp1_rate,
            staff=staff(),
        )

    def _press(self, press: Callable[[Tap], object | None], tap: Tap) -> object | None:
        self.acts.append(str(tap["act"]))
        return press(tap)

    def until(self, what: Callable[[View], bool], patience_s: float, why: str) -> View:
        """The people have worked until this holds of the view, which is given.

        Raises:
            NotSeen: it does not within so many seconds.
        """
        return self._work(self.dealer.act, what, patience_s, why)

    def come(self, card: str, tap: Tap, done: Callable[[View], bool], patience_s: float) -> View:
        """The holder of this card came with his badge and PIN and has done the act; the view then.

        Raises:
            NotSeen: it is not done within so many seconds.
        """
        why = f"{tap['act']} by {card} is not done"
        return self._work(lambda: self.dealer.call(self.look(), card, tap), done, patience_s, why)

    def _work(
        self, act: Callable[[], int], done: Callable[[View], bool], patience_s: float, why: str
    ) -> View:
        late_s = time.monotonic() + patience_s
        while not done(self.look()):
            if time.monotonic() > late_s:
                raise NotSeen(
                    f"{why}: not within {patience_s:.0f} s; {standing(self.look())}; last {self.acts[-8:]}; "
                    f"refused {list(self.dealer.refusals)[-2:]}"
                )
            self._pause(max(50, act() // self._hurry))
        return self.look()

    def open(self, patience_s: float) -> View:
        """The table is open: the first round's stakes are taken."""
        return self.until(lambda view: view["phase"] == "betting", patience_s, "the table is not opened")

    def rounds(self, count: int, patience_s: float) -> View:
        """So many more rounds are over."""
        ends = number_of(self.look()) + count
        return self.until(
            lambda view: number_of(view) >= ends and view["phase"] == "betting",
            patience_s,
            f"{count} rounds are not played",
        )

    def reopen(self, patience_s: float) -> View:
        """A director proposes to take JP1 up again, one of the comité approves it, and it is open."""
        self.come(DIRECTOR, {"act": "ReopenJackpot"}, _proposed, patience_s)
        approved = {"act": "ApproveMeterAct"}
        return self.come(COMITE, approved, lambda view: bool(view["jackpot"]["open"]), patience_s)

    def close(self, patience_s: float) -> View:
        """The last deals are announced and played, the sheet is filled, the table is closed."""
        self.dealer.ending = True
        self.until(_last_deal_over, patience_s, "the last deals are not played")
        self.dealer.closing = True
        return self.until(lambda view: view["phase"] == "closed", patience_s, "the table is not closed")


def _proposed(view: View) -> bool:
    return view["upkeep"]["proposal"] is not None


def number_of(view: View) -> int:
    """The number of the round, 0 before the first."""
    return int(view["round"]["number"]) if view["round"] is not None else 0


def _last_deal_over(view: View) -> bool:
    last = view["last_deals"]
    return last is not None and not last["left"] and view["phase"] in ("clearing", "betting")


def standing(view: View) -> str:
    """Where the table is, in a few words for a list."""
    if not view:
        return "no view"
    held = f", held: {view['held']['cause']}" if view["held"] is not None else ""
    alarms = "".join(f", {up['code']}" for up in view["alarms"])
    closed = view["jackpot"]["closed_code"]
    jp1 = f", JP1 closed: {closed}" if closed else ""
    return f"{view['phase']}, round {number_of(view)}{held}{alarms}{jp1}"
