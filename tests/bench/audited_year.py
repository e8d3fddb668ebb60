"""A table-year of hard nights of each profile, every round played again by the auditor that shares no code.

    python -m tests.bench.audited_year                   # a table-year of each profile; many hours
    python -m tests.bench.audited_year 20000             # so many rounds of each
    python -m tests.bench.audited_year 20000 --keep DIR  # the tally is kept there, and gone on with
    python -m tests.bench.audited_year --falsified 200   # so many falsifications by a cent or a card

It is played in parts of 600 rounds: the profiles in turn, one to four tables on one book, machines and people
with every hard fault, a seed of its own. Each part is audited and deleted; a line of the tally says what it
was. A part with a disagreement stays where it is, and the command ends with exit 1.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from controller.boot.simulated import simulated_night
from tests.bench.figures import YEAR_ROUNDS
from tests.shell.journal.auditor import RULES, answer
from tests.shell.journal.falsified import drawn, found, houses

PROFILES: Final = ("fr-55-20-2021", "fr-55-20-2015", "fr-casino-page", "live-uth", "fr-holdem-casino")
PART_ROUNDS: Final = 600
TABLES: Final = 4


def night(number: int, rounds: int, folder: Path) -> None:
    """Part `number` was played in the folder, with its book."""
    played = simulated_night(
        rounds=rounds,
        seed=number + 1,
        profile=PROFILES[number % len(PROFILES)],
        tables=1 + number // len(PROFILES) % TABLES,
        faults="hard",
        journal=folder,
        book=str(folder / "jackpot.book"),
    )
    try:
        played.play()
    finally:
        played.close()


def year(rounds: int, place: Path) -> int:
    """So many rounds of each profile were audited; what is in the tally already is not played again."""
    tally = place / "tally.jsonl"
    done = [json.loads(line) for line in tally.read_text().splitlines()] if tally.exists() else []
    parts = -(-rounds // PART_ROUNDS) * len(PROFILES)
    for number in range(len(done), parts):
        folder = place / f"part-{number:06d}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        night(number, PART_ROUNDS, folder)
        told = answer(folder, "--rules", RULES, "--book", folder / "jackpot.book")
        found_ = sum(one["disagreements"] for one in told["files"])
        profile, tables = PROFILES[number % len(PROFILES)], 1 + number // len(PROFILES) % TABLES
        done.append(
            {"part": number, "profile": profile, "tables": tables, "disagreements": found_, **told["counts"]}
        )
        with tally.open("a") as kept:
            kept.write(json.dumps(done[-1]) + "\n")
        if found_:
            sys.stdout.write(f"{folder}: {found_} disagreements: {json.dumps(told['files'])}\n")
            return 1
        shutil.rmtree(folder)
    tell(done)
    return int(any(one["disagreements"] for one in done))


def tell(done: list[dict[str, int]]) -> None:
    """What came of each profile."""
    for profile in PROFILES:
        met: Counter[str] = Counter()
        for one in done:
            if one["profile"] == profile:
                met.update({name: value for name, value in one.items() if isinstance(value, int)})
        shown = ", ".join(
            f"{name} {met[name]}" for name in sorted(met) if name not in ("part", "tables", "journals")
        )
        sys.stdout.write(f"{profile}: {met['rounds settled again']} rounds: {shown}\n")


def falsifications(count: int, seed: int) -> int:
    """So many falsifications, each of which the auditor finds."""
    begun_s, missed, kinds = time.process_time(), 0, Counter[str]()
    with tempfile.TemporaryDirectory() as made:
        honest = list(houses(Path(made) / "honest", 40, seed))
        for place, changed, what in drawn(honest, count, Random(seed)):
            kinds[place.what] += 1
            if found(place, changed, Path(made) / "falsified")["ok"]:
                missed += 1
                sys.stdout.write(
                    f"not found: {place.house.folder.name}, {place.file}, entry {place.at + 1}: {what}\n"
                )
    sys.stdout.write(
        f"{count} falsifications of {len(kinds)} kinds of amount and card, {count - missed} found:"
        f" {time.process_time() - begun_s:.0f} s of CPU\n"
    )
    return int(missed > 0)


def main() -> int:
    """The year, or as many rounds of it; or falsifications."""
    asked = argparse.ArgumentParser(prog="python -m tests.bench.audited_year")
    asked.add_argument("rounds", type=int, nargs="?", default=YEAR_ROUNDS)
    asked.add_argument("--keep", type=Path, metavar="DIR", help="where the tally is kept")
    asked.add_argument("--falsified", type=int, default=0)
    asked.add_argument("--seed", type=int, default=1)
    wanted = asked.parse_args()
    if wanted.falsified:
        return falsifications(wanted.falsified, wanted.seed)
    if wanted.keep is not None:
        wanted.keep.mkdir(parents=True, exist_ok=True)
        return year(wanted.rounds, wanted.keep)
    with tempfile.TemporaryDirectory() as place:
        return year(wanted.rounds, Path(place))


if __name__ == "__main__":
    sys.exit(main())
