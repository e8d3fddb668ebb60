"""The catalogue of faults: what each is, what the dealer sees, what is protected, what to do.

`FAULTS.md` beside this file is written from it (`python -m drivers.sim.catalogue`), and a test keeps both
equal and every fault to its word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.game.inputs import Machine

PAGE: Final = Path(__file__).with_name("FAULTS.md")
_LINES: Final = (Machine.SHOE, Machine.SHUFFLER)
_DESK: Final = (Machine.CHIPS, Machine.BADGE)


@dataclass(frozen=True, slots=True)
class CatalogueFault:
    """One fault at some machines.

    Attributes:
        kind: its name, as `Faults.order` and the simulator's panel know it.
        machines: where it may be ordered; the first is what is meant when none is named.
        what: what happens.
        seen: what the dealer sees.
        shown: one of these states or alarms is in the journal after it, unless empty: then nothing is to be
            seen at all, the machine mends it by itself. `held:` is the cause of a hold, `health:` the health
            of the machine, `trouble:` what a driver told; anything else is the code of an alarm.
        protected: what holds whatever happens.
        to_do: what a person does.
    """

    kind: str
    machines: tuple[Machine, ...]
    what: str
    seen: str
    shown: tuple[str, ...]
    protected: str
    to_do: str


_NO_CARD: Final = "no card out of noise, none lost, none twice"
_WHOLE: Final = "the cards of a round are distinct; a round with a wrong card is not paid"

CATALOGUE: Final = (
    CatalogueFault(
        "drop",
        _LINES,
        "a frame is lost on the line",
        "nothing; the card a moment later",
        (),
        _NO_CARD,
        "nothing",
    ),
    CatalogueFault("repeat", _LINES, "a frame comes twice", "nothing", (), _NO_CARD, "nothing"),
    CatalogueFault(
        "corrupt",
        _LINES,
        "bits of a frame are wrong",
        "nothing; line noise (A-314) if it goes on",
        (),
        _NO_CARD,
        "nothing; look at the cable if it goes on",
    ),
    CatalogueFault(
        "delay",
        _LINES,
        "a frame comes late, with the next",
        "nothing; the card a moment later",
        (),
        _NO_CARD,
        "nothing",
    ),
    CatalogueFault("reorder", _LINES, "two frames change places", "nothing", (), _NO_CARD, "nothing"),
    CatalogueFault(
        "stall",
        _LINES,
        "the line is silent for some seconds",
        "the machine as degraded, then lost (A-201, A-209)",
        ("health:degraded", "health:lost", "A-201", "A-209"),
        "the card that left meanwhile is told when the line is back",
        "wait; key by hand if it stays away",
    ),
    CatalogueFault(
        "baud_glitch",
        _LINES,
        "a frame arrives as garbage of about its length",
        "nothing; line noise (A-314) if it goes on",
        (),
        _NO_CARD,
        "nothing; look at the cable if it goes on",
    ),
    CatalogueFault(
        "second_talker",
        _LINES,
        "another device says a frame of its own on this line",
        "nothing; the machine is met anew",
        (),
        "a frame of a stranger is never taken for the machine's",
        "look who else is on the line",
    ),
    CatalogueFault(
        "unplug",
        _LINES,
        "the cable is pulled out, and put in again some seconds later",
        "the machine as absent, then up again",
        ("health:absent",),
        "the card that left meanwhile is told when the cable is back; dealing waits for the count",
        "put the cable in again",
    ),
    CatalogueFault(
        "reboot",
        _LINES,
        "the machine starts anew in mid-round",
        "the machine started anew (A-212), for a moment",
        ("A-212",),
        "the shoe is locked again; a deal whose count does not fit is held",
        "look at its power supply",
    ),
    CatalogueFault(
        "firmware_changed",
        _LINES,
        "the machine comes back with another program",
        "another program than the approved (A-214)",
        ("A-214",),
        "the approved program is in the settings, not in the machine",
        "close the table; call the technicians",
    ),
    CatalogueFault(
        "stall",
        _DESK,
        "the board of the sensors, or the reader, tells nothing for a second or two",
        "nothing; the chip, or the badge, a moment later",
        (),
        "a chip that lies there is seen before JP1 is collected, or counted by the dealer",
        "nothing; look at its cable if it goes on",
    ),
    CatalogueFault(
        "unplug",
        _DESK,
        "the cable of the sensors, or of the reader, is pulled out, and put in again some seconds later",
        "the machine as absent, then up again",
        ("health:absent",),
        "no chip and no badge is believed while it is away; what was registered stays",
        "put the cable in again; a chef may light the lamps by hand",
    ),
    CatalogueFault(
        "reboot",
        _DESK,
        "the board of the sensors, or the reader, starts anew in mid-round",
        "the machine as absent for a moment",
        ("health:absent",),
        "the levels are read anew; a badge proves itself again",
        "look at its power supply",
    ),
    CatalogueFault(
        "bounce",
        (Machine.CHIPS,),
        "a chip put down or taken makes many edges",
        "nothing; sensor in doubt (A-301) if it goes on",
        (),
        "a chip counts once, when it lies still",
        "nothing; clean the sensor if it goes on",
    ),
    CatalogueFault(
        "stick",
        (Machine.CHIPS,),
        "a sensor stays covered after its chip was taken",
        "the lamp stays; sensor in doubt (A-301) if it goes on",
        (),
        "a chip seen is no stake until the dealer registers it",
        "look at the spot; count the chips",
    ),
    CatalogueFault(
        "blind",
        (Machine.CHIPS,),
        "a sensor does not see the chip that lies on it",
        "a chip more than lamps when JP1 is collected",
        (),
        "nothing is dealt before the difference is resolved; no chip counts without a chef",
        "say the difference, then the seat: the chip goes back, or the chef lets it count",
    ),
    CatalogueFault(
        "misread",
        (Machine.SHOE,),
        "the shoe reads a card as one that is already out",
        "card twice (A-203), the round is held",
        ("held:duplicate_card", "held:extra_card", "held:card_clash"),
        _WHOLE,
        "the chef looks at the cards, resumes or voids",
    ),
    CatalogueFault(
        "unreadable",
        (Machine.SHOE,),
        "the shoe cannot read a card",
        "card not read (A-202)",
        ("A-202",),
        "the card is never guessed",
        "key it twice when it lies open",
    ),
    CatalogueFault(
        "duplicate_card",
        (Machine.SHOE,),
        "a card is twice in the deck",
        "card twice (A-203), the round is held",
        ("held:duplicate_card", "held:extra_card", "held:card_clash"),
        _WHOLE,
        "the chef voids the round; the deck goes out of play",
    ),
    CatalogueFault(
        "foreign_card",
        (Machine.SHOE,),
        "a card of another deck comes out",
        "card not read (A-202); keyed, it clashes and the round is held",
        ("A-202",),
        _WHOLE,
        "the chef voids the round; the deck goes out of play",
    ),
    CatalogueFault(
        "missing_card",
        (Machine.SHUFFLER,),
        "a card is lost before the deck is counted",
        "51 cards in the shuffler (A-204)",
        ("A-204",),
        "a deck that is not whole is told before it is dealt",
        "take the deck out of play; look for the card",
    ),
    CatalogueFault(
        "extra_card",
        (Machine.SHUFFLER,),
        "a card too many is in the deck",
        "53 cards in the shuffler (A-204)",
        ("A-204",),
        "a deck that is not whole is told before it is dealt",
        "take the deck out of play",
    ),
    CatalogueFault(
        "wrong_colour",
        (Machine.SHUFFLER,),
        "the deck in the tray has the colour of the last one",
        "wrong deck colour (A-218); the deck is blocked",
        ("trouble:wrong_colour",),
        "the two decks take turns",
        "look at the backs; put the right deck in",
    ),
    CatalogueFault(
        "jam",
        (Machine.SHUFFLER,),
        "a card is stuck on its way",
        "shuffler jammed (A-208), and where",
        ("A-208",),
        "the deck is shuffled and counted anew before it is dealt",
        "open the lid, take the card out, close the lid, wait for the count; or shuffle by hand",
    ),
)
"""Every fault that the simulator can be ordered to meet."""

MACHINES: Final[Mapping[str, tuple[Machine, ...]]] = {
    kind: tuple(machine for entry in CATALOGUE if entry.kind == kind for machine in entry.machines)
    for kind in dict.fromkeys(entry.kind for entry in CATALOGUE)
}
"""Where a fault may be ordered."""


def page() -> str:
    """The text of `FAULTS.md`."""
    head = (
        "# What may go wrong with the machines\n\n"
        "Written from `catalogue.py` by `python -m drivers.sim.catalogue`; do not edit it by hand. Each\n"
        "fault can be ordered at the simulator's panel or by `tapis fault`, and comes by seed too.\n\n"
        "`tests/drivers/test_fault_catalogue.py` orders each at each of its machines and at every moment of\n"
        "a round: opening, betting, latched, collected, dealing, each street, showdown, settling, clearing.\n"
        "What the dealer sees is in the journal afterwards, no wrong card stands in a paid round, no\n"
        "acknowledged act is missing, and every round is finished, or voided by a person.\n\n"
        "| fault | at | what happens | the dealer sees | protected | what to do |\n"
        "| --- | --- | --- | --- | --- | --- |\n"
    )
    rows = [
        f"| `{entry.kind}` | {', '.join(entry.machines)} | {entry.what} | {entry.seen} | {entry.protected} | "
        f"{entry.to_do} |\n"
        for entry in CATALOGUE
    ]
    return head + "".join(rows)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
