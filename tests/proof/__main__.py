"""Try what this product promises, and write the signed report of it.

    make proof                # everything at full counts; hours, and it goes on where it was stopped
    make proof SIZE=short     # ten minutes and the suite
    make proof PART=kills     # one part of it
    make proof SHARE=50       # a fiftieth of every count, in an evening; what needs its time is not run
    make proof PART=report    # the report alone, of what was tried so far
    make proof PART=report FROM=/media/stick/1eb7c0a1a11a     # and of what another machine tried
    make proof KEEP=proof.tar.xz FROM=proof.tar.xz            # goes on with what was kept, and keeps it anew

A block that held is not tried again while the program and what tries it are the same. The report,
proof.html, .pdf and .json in out/proof/COMMIT, says of what was not run that it was not run.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Final

from tests.proof.block import EXIT_NOT_HERE
from tests.proof.gathered import NotOurs, gather
from tests.proof.kept import NothingTried, keep
from tests.proof.machine import machine_in_short
from tests.proof.outcomes import LONG, SUFFIX, SUITE, keep_long, long_of
from tests.proof.parts import PARTS, Part
from tests.proof.record import ROOT, Block, add_block, folder_of_this_state, state_of_the_program
from tests.proof.report import write_report
from tests.proof.runs import outcomes_in
from tests.proof.same_state import blocks_that_count
from tests.proof.verdicts import trial_of

TESTS: Final = (SUITE, LONG)
OUTCOMES: Final = "tests.proof.outcomes"
"""What keeps the outcomes of a run, as pytest calls it."""
SIZES: Final = ("short", "full")
STOPPED: Final = (-signal.SIGTERM, -signal.SIGINT)
"""A block that ended so says nothing of the program."""
_written: Final = Lock()


def main() -> int:
    """Try what was asked for, write the report; 1 where something did not hold, or was not tried."""
    asked = _arguments()
    folder = folder_of_this_state()
    folder.mkdir(parents=True, exist_ok=True)
    state = state_of_the_program()
    for other in asked.gather:
        try:
            sys.stdout.write(f"{other}: {gather(folder, other, state)}\n")
        except NotOurs as refused:
            sys.stderr.write(f"{refused}\n")
            return 2
    parts = asked.part or [*PARTS, SUITE, *([LONG] if asked.size == "full" else [])]
    if SUITE in parts:
        _try_tests(folder, state, SUITE, ["make", "test", f"OUTCOMES={SUITE}"])
    if LONG in parts:
        _try_long_tests(folder, state, asked.jobs)
    left = [
        (part, count, seed)
        for part in map(PARTS.get, parts)
        if part is not None
        for count, seed in _left(part, share_of(part.wanted(asked.size), asked.share), folder, state)
    ]
    with ThreadPoolExecutor(asked.jobs) as threads:
        tried = list(threads.map(lambda one: _try_block(folder, state, *one), left))
    runs = outcomes_in(folder, state).runs
    broken_off = [name for name in TESTS if name in parts and name not in runs]
    broken_off += [
        f"{part.name} {seed}" for (part, _, seed), told in zip(left, tried, strict=True) if not told
    ]
    if state_of_the_program() != state:
        sys.stderr.write(
            "The program was changed meanwhile: what was tried is of neither state. Try again.\n"
        )
        return 2
    report = write_report(folder, state, asked.size, asked.key, asked.lang)
    if asked.keep is not None:
        try:
            keep(folder, asked.keep)
        except NothingTried as refused:
            sys.stderr.write(f"{refused}\n")
            return 2
    for path in report.paths:
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
    for line in report.failed:
        sys.stdout.write(f"did not hold: {line}\n")
    for name in broken_off:
        sys.stdout.write(f"not tried to its end: {name}\n")
    return 1 if report.failed or broken_off else 0


def _left(part: Part, wanted: int, folder: Path, state: str) -> list[tuple[int, int]]:
    """Count and seed of the blocks to be tried: those that were not, and whatever did not hold last, which
    nobody may ask for any more."""
    told = trial_of(part, wanted, blocks_that_count(folder, state)).blocks
    held = {(block.asked, block.seed) for block in told if block.held}
    failed = [(block.asked, block.seed) for block in told if not block.held]
    return [one for one in dict.fromkeys([*part.blocks(wanted), *failed]) if one not in held]


def _arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    description, _, more = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=description, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", choices=SIZES, default="full")
    parser.add_argument("--share", type=_share, default=1, metavar="N", help="the N-th part of every count")
    known = [*PARTS, *TESTS, "report"]
    parser.add_argument("--part", action="append", choices=known, metavar="PART", help=", ".join(known))
    parser.add_argument(
        "--from",
        type=Path,
        dest="gather",
        action="append",
        default=[],
        metavar="FOLDER",
        help="what was tried elsewhere, or before: a folder of out/proof, or what was kept of one",
    )
    parser.add_argument("--keep", type=Path, metavar="FILE", help="pack the run and its report, NAME.tar.xz")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="blocks tried at once")
    parser.add_argument("--key", type=Path, help="who signs: a key of `tapis-sign-program key`")
    parser.add_argument("--lang", choices=("fr", "en"), default="fr")
    return parser.parse_args(words)


def _share(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is no share; 50 tries a fiftieth of every count")
    return number


def share_of(count: int, share: int) -> int:
    """So much of the count; of what is tried at all at least one, for the report tells of every trial."""
    return -(-count // share)


def _try_long_tests(folder: Path, state: str, jobs: int) -> None:
    """Run the long tests file by file, those that have not ended yet; hours, which may be interrupted."""
    if LONG in outcomes_in(folder, state).runs:
        return
    files = _files_of_long_tests()
    keep_long(folder, state, files)

    def try_file(file: str) -> None:
        words = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-m", LONG, file]
        _try_tests(folder, state, long_of(file), [*words, "-p", OUTCOMES, "--outcomes", long_of(file)])

    with ThreadPoolExecutor(jobs) as threads:
        list(threads.map(try_file, files))


def _files_of_long_tests() -> list[str]:
    """Those that take longest to say anything come first, as in the suite (`tests/conftest.py`).

    A file that cannot be read is one of them: its run says so.
    """
    words = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-m", LONG]
    told = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True).stdout
    lines = [line.removeprefix("ERROR ").partition(" - ")[0] for line in told.splitlines()]
    named = (line.partition("::")[0] for line in lines if "::" in line or line.endswith(".py"))
    return list(dict.fromkeys(named))


def _try_tests(folder: Path, state: str, name: str, words: list[str]) -> None:
    """Run tests under this name, unless they ran to their end; what is of two states is not kept."""
    if name in outcomes_in(folder, state).runs:
        return
    sys.stdout.write(f"{name}: the tests\n")
    sys.stdout.flush()
    with (folder / f"{name}.log").open("wb") as log:
        subprocess.run(words, cwd=ROOT, check=False, stdout=log, stderr=subprocess.STDOUT)
    if state_of_the_program() != state:
        (folder / f"{name}{SUFFIX}").unlink(missing_ok=True)
    if name not in outcomes_in(folder, state).runs:
        sys.stderr.write(
            f"{folder / name}{SUFFIX}: the tests did not run to their end; {name}.log says why\n"
        )


def _try_block(folder: Path, state: str, part: Part, count: int, seed: int) -> bool:
    """Try one block in a process of its own, and write down what came of it, if it is of this state.

    Returns:
        Whether it was tried to its end, or cannot be tried here.
    """
    began_s = time.monotonic()
    words = [sys.executable, "-m", "tests.proof.block", part.name, str(count), str(seed)]
    ran = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True)
    if ran.returncode == EXIT_NOT_HERE:
        sys.stdout.write(f"{part.name} {seed}: not run: {ran.stderr.strip()}\n")
        return True
    if ran.returncode in STOPPED:
        sys.stdout.write(f"{part.name} {seed}: not kept: somebody stopped it\n")
        return False
    try:
        told = json.loads(ran.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        why = ran.stderr.strip().splitlines()[-1:] or [f"it ended with {ran.returncode}"]
        told = {"count": 0, "held": False, "said": why[0]}
    if told["held"] and ran.returncode:
        told |= {"held": False, "said": f"it ended with {ran.returncode}: {told['said']}"}
    if state_of_the_program() != state:
        sys.stdout.write(f"{part.name} {seed}: not kept: the program was changed meanwhile\n")
        return False
    if not told["held"]:
        (folder / f"{part.name}-{seed}.log").write_text(f"{ran.stdout}\n{ran.stderr}", encoding="utf-8")
    wall_s = round(time.monotonic() - began_s, 1)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    said, held = told["said"], told["held"]
    block = Block(part.name, seed, count, told["count"], held, said, wall_s, now, machine_in_short(), state)
    with _written:
        add_block(folder, block)
        verdict = "held" if block.held else "DID NOT HOLD"
        sys.stdout.write(
            f"{part.name} {seed}: {block.count} {part.unit}, {verdict}, {wall_s} s: {block.said}\n"
        )
        sys.stdout.flush()
    return True


if __name__ == "__main__":
    sys.exit(main())
