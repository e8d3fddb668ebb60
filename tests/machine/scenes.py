"""What the casino's table in the box plays at its glass: each scene begins where the one before it ended.

A scene is a function of the machine and its dealer; what it returns goes into the list of what was played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from controller.game.cards import Card
from drivers.sim.decks import deck_of
from tests.machine.evening import Evening, number_of, standing
from tests.machine.finger import Finger, told
from tests.machine.floor import SCREENS, Floor
from tests.machine.ledger import VERIFIERS
from tests.machine.seen import View

OPENING_S: Final = 1_200
ROUND_S: Final = 900
BACK_S: Final = 240
"""Until a screen, a shoe or a table is back by itself, on two busy cores."""


@dataclass
class Night:
    """A table, somebody at its glass, and what was played so far."""

    floor: Floor
    finger: Finger
    people: Evening
    shows: list[str] = field(default_factory=list)

    @property
    def view(self) -> View:
        """What the table tells its console."""
        return self.finger.shadow.view

    def seen(self, name: str) -> None:
        """The glass shows what it should, and its picture is kept by this name."""
        self.shows.append(str(self.finger.keep(name, self.finger.agree()).name))

    def until(self, what: Callable[[View], bool], why: str, patience_s: float = BACK_S) -> None:
        """Nobody touches anything until this is so.

        Raises:
            NotSeen: it is not.
        """
        self.finger.shadow.until(lambda: what(self.view), patience_s, f"{why}: {standing(self.view)}")


Scene = Callable[[Night], dict[str, Any]]


def begun(floor: Floor) -> Night:
    """The machine boots to the closed table on its glass."""
    floor.boot()
    finger = floor.at_the_glass()
    night = Night(floor, finger, floor.people(finger))
    night.until(lambda view: up(view, "shoe") and up(view, "shuffler"), "the machines do not answer")
    assert night.view["phase"] == "closed"
    assert says(night, "Table fermée"), "the glass does not say that the table is closed"
    night.seen("closed")
    return night


def opening(night: Night) -> dict[str, Any]:
    """The table is opened by its sheet, line by line: two persons, counts, decks, ticks."""
    night.people.open(OPENING_S)
    night.seen("open")
    return told(night.finger)


def round_by_touch(night: Night) -> dict[str, Any]:
    """A round is played by touches alone."""
    before = number_of(night.view)
    night.people.rounds(1, ROUND_S)
    night.seen("after-a-round")
    return {"round": before, "touches": night.finger.touches}


def prize(night: Night) -> dict[str, Any]:
    """The first JP1 bettor has a full house with two own cards: ten times his stake, paid at his seat."""
    night.floor.hands.stacked.append(_full_house)
    until = night.people.until
    until(lambda view: _prizes(view) > 0, 2 * ROUND_S, "nobody wins a JP1 prize")
    won = _prizes(night.view)
    assert won == 10 * night.view["jackpot"]["stake_cents"], won
    night.seen("prize")
    until(lambda view: view["phase"] == "betting", ROUND_S, "the round of the prize does not end")
    return {"prize_cents": won}


def shoe_out_and_in(night: Night) -> dict[str, Any]:
    """The shoe's adapter is pulled out of the machine in mid-deal; plugged in again, the deal goes on."""
    night.people.until(
        lambda view: view["phase"] == "dealing" and view["round"]["drawn"] >= 3, ROUND_S, "no card is dealt"
    )
    drawn, number = night.view["round"]["drawn"], number_of(night.view)
    night.floor.machines.shoe.unplug()
    night.until(lambda view: not up(view, "shoe"), "the table does not miss its shoe")
    night.seen("no-shoe")
    night.floor.machines.shoe.replug()
    night.until(lambda view: up(view, "shoe"), "the shoe is not back")
    assert (number_of(night.view), night.view["round"]["drawn"]) == (number, drawn)
    night.people.until(lambda view: number_of(view) > number, ROUND_S, "the round does not go on")
    night.seen("shoe-back")
    return {"cards_out": drawn}


def screen_killed(night: Night) -> dict[str, Any]:
    """The process of the dealer's console is killed: it is back by itself, with the same picture."""
    guest = night.floor.guest
    unit = SCREENS.split()[0]
    before = guest.run(f"systemctl show -p MainPID --value {unit}").good().out.strip()
    guest.run(f"systemctl kill -s KILL {unit}").good()
    back = f'p=$(systemctl show -p MainPID --value {unit}); test "$p" != 0 -a "$p" != {before}'
    guest.until(back, "the console is started again", deadline_s=BACK_S)
    night.finger.agree(BACK_S)
    night.seen("console-back")
    return {}


def full_disk(night: Night) -> dict[str, Any]:
    """The disk of the data is full, an act cannot be written; it is freed, and nobody touches anything."""
    guest = night.floor.guest
    before = _place(night.view)
    # Another program's file takes what is left to those who are not root.
    guest.run("fallocate -l $(df --output=avail -B1 /var/lib/tapis | tail -1) /var/lib/another").good()
    call = {"act": "CallChef"}
    night.finger.touch_once(call)
    client = night.finger.shadow.client
    night.finger.shadow.until(lambda: client.unwritten == "full", BACK_S, "nobody says that the disk is full")
    night.seen("disk-full")
    guest.run("rm /var/lib/another").good()
    night.finger.shadow.until(lambda: not client.unwritten and client.heard, BACK_S, "the table is not back")
    night.until(lambda view: _place(view) == before, "the table is not where it was")
    night.seen("disk-freed")
    return {"starts": guest.run("systemctl show -p NRestarts --value tapis-table").out.strip()}


def closing(night: Night) -> dict[str, Any]:
    """The last deals are announced and played; the sheet is filled by three persons, the table is closed."""
    night.people.close(OPENING_S + 3 * ROUND_S)
    night.seen("closed-again")
    for command in VERIFIERS:
        code, said = night.floor.typed(command)
        assert code == 0, said
    return told(night.finger)


def up(view: View, machine: str) -> bool:
    """This machine answers."""
    return any(one["machine"] == machine and one["health"] == "up" for one in view["machines"])


def says(night: Night, words: str) -> bool:
    """These words stand on the console, in whatever letters."""
    from tests.ui.scene import words as texts

    return any(words.casefold() in one.text.casefold() for one in texts(night.finger.shadow.stage.window))


def _full_house(seats: Sequence[int], bettors: Sequence[int]) -> list[Card]:
    holder = (list(bettors) or sorted(seats))[0]
    return deck_of(seats, {holder: "AsAd"}, dealer="9c8d", board="AcKdKh7s2c")


def _prizes(view: View) -> int:
    """What the table owes for JP1 in this round, in cents."""
    return sum(cents for seat in view["seats"] for _, cents in seat.get("awards") or ())


def _place(view: View) -> tuple[str, int, int]:
    return view["phase"], number_of(view), view["round"]["drawn"] if view["round"] is not None else 0
