"""Every amount in letters, 0,00 to 9 999 999,99: ten million euros in both languages, told by two programs.

    python -m tests.bench.letters                  # what is left of it; half an hour of one processor
    python -m tests.bench.letters --parts 3        # so many parts of 50,000 euros, then it stops
    python -m tests.bench.letters --again          # from the beginning

Each part that is done is kept in out/bench/letters.json: a run that was stopped goes on where it was. What
the amounts are held against, `tests.shell.registers.letters_oracle`, has nothing of the product nor of its
library.

Of a billion amounts twenty million are said as whole euros, and each of these once more with cents: another
number of cents at each euro, so that every number of them comes behind every ending of the euros. An amount
with cents is its euros, one word and its cents, each said as it is alone: that is held here too, and by
`tests/shell/registers/test_amount_in_letters.py` for all cents behind each kind of euros.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import num2words

from controller.words.letters import in_words
from tests.bench.kept import ROOT
from tests.shell.registers.letters_oracle import amount

EUROS: Final = 10_000_000
PART: Final = 50_000
JOINED: Final = (" et ", " and ")
WHOLE_LIST: Final = 1_009
"""Every so many euros are said by the library as it is; a prime, so that every ending comes."""
SHOWN: Final = 20
"""Disagreements that a part keeps; all are counted."""
KEPT: Final = ROOT / "out" / "bench" / "letters.json"


@contextmanager
def short_lists() -> Iterator[None]:
    """The library looks for a number's name from 10^600 down, past all that is larger than the number: in
    here it begins at the milliards, and says what it would have said, five times as soon. What it said last
    is kept, for the same euros with cents."""
    converters = [num2words.CONVERTER_CLASSES[code] for code in ("fr", "en")]
    whole, said = [one.cards for one in converters], num2words.num2words
    for one in converters:
        one.cards = OrderedDict((number, name) for number, name in one.cards.items() if number <= 10**9)
    num2words.num2words = lru_cache(4_096)(said)
    try:
        yield
    finally:
        num2words.num2words = said
        for one, cards in zip(converters, whole, strict=True):
            one.cards = cards


def part(first: int, count: int = PART) -> dict[str, Any]:
    """What so many euros say, whole and with cents, in both languages: comparisons, disagreements, time."""
    begun_s, begun_cpu_s, amounts = time.perf_counter(), time.process_time(), 0
    wrong: list[list[str]] = []

    def hold(cents: int, said: str, told: str) -> None:
        nonlocal amounts
        amounts += 1
        if said != told:
            wrong.append([str(cents), said, told])

    with short_lists():
        for euros in range(first, first + count):
            rest = 1 + euros % 99
            for language in (0, 1):
                whole = in_words(100 * euros, language)
                hold(100 * euros, whole, amount(100 * euros, language))
                with_cents = in_words(100 * euros + rest, language)
                hold(100 * euros + rest, with_cents, amount(100 * euros + rest, language))
                if euros:
                    hold(
                        100 * euros + rest, with_cents, f"{whole}{JOINED[language]}{in_words(rest, language)}"
                    )
    for euros in range(-(-first // WHOLE_LIST) * WHOLE_LIST, first + count, WHOLE_LIST):
        for language in (0, 1):
            hold(100 * euros, in_words(100 * euros, language), amount(100 * euros, language))
    return {
        "amounts": amounts,
        "wrong": len(wrong),
        "first_wrong": wrong[:SHOWN],
        "s": round(time.perf_counter() - begun_s, 2),
        "cpu_s": round(time.process_time() - begun_cpu_s, 2),
    }


def told(parts: dict[str, dict[str, Any]]) -> str:
    """One line of what is done."""
    amounts, wrong = (sum(one[key] for one in parts.values()) for key in ("amounts", "wrong"))
    wall_min, cpu_min = (sum(one[key] for one in parts.values()) / 60 for key in ("s", "cpu_s"))
    return (
        f"{len(parts) * PART:,} of {EUROS:,} euros in two languages: {amounts:,} comparisons,"
        f" {wrong:,} disagreements, {wall_min:.1f} min, {cpu_min:.1f} of them on a processor"
    )


def main() -> int:
    """0, or 1 where the two programs disagree."""
    asked = argparse.ArgumentParser(prog="python -m tests.bench.letters")
    asked.add_argument("--parts", type=int, default=EUROS // PART, metavar="COUNT", help="at most so many")
    asked.add_argument("--again", action="store_true", help="forget what is done")
    asked.add_argument(
        "--kept", type=Path, default=KEPT, metavar="FILE", help="where the parts done are kept"
    )
    given = asked.parse_args()
    path: Path = given.kept
    parts = {} if given.again or not path.exists() else json.loads(path.read_text(encoding="utf-8"))
    path.parent.mkdir(parents=True, exist_ok=True)
    left = [first for first in range(0, EUROS, PART) if str(first) not in parts]
    for first in left[: given.parts]:
        parts[str(first)] = part(first)
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(parts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        beside.replace(path)
        sys.stdout.write(f"{told(parts)}\n")
        sys.stdout.flush()
    for one in parts.values():
        for cents, said, wanted in one["first_wrong"]:
            sys.stdout.write(f"{cents} cents: said {said!r}, wanted {wanted!r}\n")
    sys.stdout.write(f"{told(parts)}\n")
    return int(any(one["wrong"] for one in parts.values()))


if __name__ == "__main__":
    sys.exit(main())
