"""Damaged scans by the million: `python -m tests.drivers.scan_mutations keyboard 1000000`.

Reports are lost, repeated, spliced with those of another scan, changed in bits and bytes, or all noise; a
report is never cut, since USB carries it whole. What damage left as it was is damaged again, and a scan of
one report has none to swap. A wrong card is one that neither of the damaged scans names. The wire of a
scanner has no check but USB's own, which is left out here: the decimal check digit of the house's codes is
all that stands between damage and a wrong card, so chance allows one in ten of the scans that have the form
of a code and name no card that was scanned.
"""

from __future__ import annotations

import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from controller.game.cards import DECK, Card
from drivers.lines.hid_reports import TEXT_MAX, KeyboardReader, PosReader, Scan
from drivers.shoes.card_codes import CardCodes
from drivers.sim.hid_scanner import house_codes, told, typed

HOUSE = CardCodes(house_codes())
FORM = re.compile(r"[0-9]{7}")
MODES = {"keyboard": (KeyboardReader, typed), "pos": (PosReader, told)}
RESYNCHRONISED_WITHIN = 3
CHANCE = 10
"""A decimal check digit lets one in so many through."""

Reports = list[bytes]


@dataclass
class Outcome:
    """What came of a run.

    Attributes:
        scans: how many were damaged, each so that its reports were others afterwards.
        right, wrong: scans that named a card that was scanned, and another one, by the kind of damage.
        formed: scans that had the form of a code and were of no scanned card, likewise.
        slowest: whole scans until one was read, at most.
        held: characters held, at most.
        grown_kib: memory of the process at the end, above that of a tenth of the way.
    """

    scans: int = 0
    right: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    formed: Counter[str] = field(default_factory=Counter)
    slowest: int = 0
    held: int = 0
    grown_kib: int = 0


# --- the damage --------------------------------------------------------------------------------------


def lose_some(dice: Random, reports: Reports, other: Reports) -> None:
    at = dice.randrange(len(reports))
    del reports[at : at + 1 + dice.randrange(4)]


def stammer(dice: Random, reports: Reports, other: Reports) -> None:
    at = dice.randrange(len(reports))
    reports[at:at] = reports[at : at + 1 + dice.randrange(4)]


def swap_two(dice: Random, reports: Reports, other: Reports) -> None:
    one, two = dice.randrange(len(reports)), dice.randrange(len(reports))
    reports[one], reports[two] = reports[two], reports[one]


def splice(dice: Random, reports: Reports, other: Reports) -> None:
    """Two talkers: the beginning of one scan and the end of another."""
    reports[dice.randrange(len(reports)) :] = other[dice.randrange(len(other)) :]


def flip_a_bit(dice: Random, reports: Reports, other: Reports) -> None:
    at = dice.randrange(len(reports))
    report = bytearray(reports[at])
    report[dice.randrange(len(report))] ^= 1 << dice.randrange(8)
    reports[at] = bytes(report)


def change_some(dice: Random, reports: Reports, other: Reports) -> None:
    for _ in range(2 + dice.randrange(3)):
        at = dice.randrange(len(reports))
        report = bytearray(reports[at])
        report[dice.randrange(len(report))] = dice.getrandbits(8)
        reports[at] = bytes(report)


def drown(dice: Random, reports: Reports, other: Reports) -> None:
    reports[:] = [dice.randbytes(len(report)) for report in reports]


Damage = Callable[[Random, Reports, Reports], None]
DAMAGE: tuple[Damage, ...] = (lose_some, stammer, swap_two, splice, flip_a_bit, change_some, drown)


# --- the run -----------------------------------------------------------------------------------------


def run(mode: str, scans: int, seed: int = 1) -> Outcome:
    """So many damaged scans have been read, each followed by whole ones until one was read."""
    dice = Random(seed)
    make, say = MODES[mode]
    reader, outcome, tenth_kib = make(), Outcome(), 0
    size = reader.report_bytes
    spoken: dict[Card, Reports] = {}
    for card in DECK:
        line = say(HOUSE.code_of(card))
        spoken[card] = [line[at : at + size] for at in range(0, len(line), size)]
    kinds = [one for one in DAMAGE if one is not swap_two or all(len(line) > 1 for line in spoken.values())]
    for number in range(scans):
        if number == scans // 10:
            tenth_kib = _memory_kib()
        card, after = DECK[dice.randrange(52)], DECK[dice.randrange(52)]
        damage = kinds[number % len(kinds)]
        reports, second = _damaged(damage, dice, spoken, card)
        outcome.scans += 1
        true: set[object] = {card} if damage is not splice else {card, second}
        for report in reports:
            said = reader.feed(report)
            outcome.held = max(outcome.held, reader.held)
            if isinstance(said, Scan):
                _count(outcome, damage.__name__, said, true)
        whole = 0
        heard = False
        while not heard and whole <= RESYNCHRONISED_WITHIN:
            whole += 1
            for report in spoken[after]:
                said = reader.feed(report)
                if isinstance(said, Scan):
                    heard = said.text == HOUSE.code_of(after)
                    if not heard:
                        _count(outcome, damage.__name__, said, true | {after})
        outcome.slowest = max(outcome.slowest, whole)
    outcome.grown_kib = _memory_kib() - tenth_kib
    return outcome


def _damaged(damage: Damage, dice: Random, spoken: dict[Card, Reports], card: Card) -> tuple[Reports, Card]:
    """The reports of this card's scan, damaged until they are others, and whose scan it was spliced with."""
    while True:
        second, reports = DECK[dice.randrange(52)], list(spoken[card])
        damage(dice, reports, spoken[second])
        if reports != spoken[card]:
            return reports, second


def _count(outcome: Outcome, damage: str, said: Scan, true: set[object]) -> None:
    found = HOUSE.card(said.text)
    if found is not None and found.turned_up() in true:
        outcome.right += 1
        return
    outcome.formed[damage] += FORM.fullmatch(said.text) is not None
    outcome.wrong[damage] += found is not None


def _memory_kib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(words: list[str]) -> int:
    """Run and print the figures; 1 when a promise is broken."""
    if not 1 <= len(words) <= 3 or words[0] not in MODES:
        sys.stdout.write(f"usage: python -m tests.drivers.scan_mutations {'|'.join(MODES)} [SCANS [SEED]]\n")
        return 2
    scans = int(words[1]) if len(words) > 1 else 100_000
    started_s = time.perf_counter()
    outcome = run(words[0], scans, int(words[2]) if len(words) > 2 else 1)
    lasted_s = time.perf_counter() - started_s
    wrong, formed = outcome.wrong.total(), outcome.formed.total()
    lines = [
        f"{words[0]}: {scans} damaged scans in {lasted_s:.0f} s ({scans / lasted_s:.0f}/s)",
        f"  wrong cards          {wrong} {dict(+outcome.wrong)}",
        f"  chance allows        {formed / CHANCE:.0f}  ({formed} formed, a decimal check digit)",
        f"  read again within    {outcome.slowest} whole scans",
        f"  held at most         {outcome.held} characters; memory grew by {outcome.grown_kib} KiB",
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    kept = outcome.slowest <= RESYNCHRONISED_WITHIN and outcome.held <= TEXT_MAX
    return 0 if kept and wrong <= formed / CHANCE else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
