"""A proof says what was tried and what came of it, and cannot say that something held which did not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from dataclasses import replace
from dis import get_instructions
from io import BytesIO
from pathlib import Path
from subprocess import CompletedProcess
from types import SimpleNamespace

import pytest

from tests.bench import forty_tables, long_console, long_room
from tests.bench.figures import Figure
from tests.bench.memory import open_files
from tests.long import has_long_cases
from tests.par.test_main_game import HOLES
from tests.proof import __main__ as proof
from tests.proof import nights, screens
from tests.proof.covered import drop_torn, rooms_of
from tests.proof.gathered import NotOurs, gather
from tests.proof.kept import keep, opened
from tests.proof.link import answered
from tests.proof.outcomes import Outcomes, Recorder, outcomes_in, picked
from tests.proof.page import seen, tried
from tests.proof.parts import PARTS, Part
from tests.proof.promises import Promise, french_promises, promises
from tests.proof.quiet import quietly
from tests.proof.record import ROOT, Block, NotHere, add_block, blocks_in
from tests.proof.report import write_report
from tests.proof.starved import AFTER, BEFORE, FINEST_KIB, PLAYED, how_it_ended, searched
from tests.proof.verdicts import answer_of, trial_of

COMMIT = "0" * 40
OPENSSL = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "proof.pub.pem", "-rawin", "-in"]


def block(part: str, count: int, *, held: bool = True, seed: int = 1) -> Block:
    at, machine = "2026-11-28T18:00:00+00:00", "2 × this one"
    return Block(part, seed, count, count, held, "as told", 1.0, at, machine, COMMIT)


def ran(
    folder: Path, name: str, tests: dict[str, str], exit_: int = 0, *, machine: str = "2 × this one"
) -> None:
    """A run of tests stands in the folder, with what came of each."""
    lines: list[dict[str, object]] = [{"run": name, "state": COMMIT, "machine": machine}]
    lines += [{"test": test, "outcome": outcome, "s": 1} for test, outcome in tests.items()]
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{json.dumps(line)}\n" for line in (*lines, {"exit": exit_}))
    folder.joinpath(f"{name}.outcomes").write_text(text, encoding="utf-8")


def test_every_promise_is_tried_by_something_that_is_there() -> None:
    told = promises()
    assert [name for name in told if name.startswith("T-")] == [f"T-{n}" for n in range(1, 27)]
    assert [name for name in told if name.startswith("F-")] == [f"F-{n}" for n in range(1, 22)]
    assert [name for name, one in told.items() if not one.parts and not one.tests] == []
    files = {test.partition("::")[0] for one in told.values() for test in one.tests}
    assert [file for file in sorted(files) if not (ROOT / file).is_file()] == []
    assert [file for file in sorted(files) if "def test_" not in (ROOT / file).read_text("utf-8")] == []


def test_a_fault_says_in_both_languages_what_is_not_promised() -> None:
    """In English it was left out, and a disk that rots read as if it could be survived unseen."""
    told, french = promises(), french_promises()
    assert told["F-4"].text.endswith(". Not promised: silent survival")
    assert told["I7"].text.startswith("the meter falls by an award or a correction")
    faults = {name: one.text for name, one in told.items() if name.startswith("F-")}
    unpromised = {name for name, text in faults.items() if "Not promised: " in text}
    assert unpromised == {name for name in faults if "Non promis : " in french[name]}
    assert 5 < len(unpromised) < len(faults)
    assert not [text for text in faults.values() if "–" in text.partition("Not promised: ")[2]]


def test_every_trial_is_there_and_tries_its_count_in_blocks() -> None:
    for part in PARTS.values():
        assert callable(part.load())
        blocks = part.blocks(part.full)
        assert sum(count for count, _ in blocks) == part.full
        assert len({seed for _, seed in blocks}) == len(blocks)
        assert set(part.families) <= set(promises())


def test_a_night_that_ends_by_something_else_than_its_memory_is_no_trial_of_memory() -> None:
    """Whatever it ended by was said to be its memory."""
    words = ["simulate"]
    played, short = (
        CompletedProcess(words, 0, "", ""),
        CompletedProcess(words, 2, "", "Error: not enough memory"),
    )
    assert how_it_ended(played, "60 MiB") == "played to its end"
    assert how_it_ended(short, "60 MiB") == "ended by its memory"
    with pytest.raises(AssertionError, match="60 MiB: KeyError: 'seat'"):
        how_it_ended(CompletedProcess(words, 1, "", "KeyError: 'seat'"), "60 MiB")


@pytest.mark.parametrize(("low", "high"), [(84_000, 90_100), (52_000, 77_000), (70_000, 71_500), (9, 50_100)])
def test_the_memory_with_which_a_night_ends_after_entries_is_searched(low: int, high: int) -> None:
    """It was a list of limits, with half of which nothing was ever written."""

    def ended(limit: int) -> str:
        return BEFORE if limit < low else AFTER if limit < high else PLAYED

    begin, end = searched(ended)
    assert low - FINEST_KIB <= begin <= low
    assert high <= end <= high + FINEST_KIB


def test_without_a_night_that_ends_after_entries_nothing_was_tried() -> None:
    for edge in (64_000, 2**40):
        with pytest.raises(AssertionError, match="no night"):
            searched(lambda limit, edge=edge: BEFORE if limit < edge else PLAYED)  # type: ignore[misc]


def test_what_is_too_short_to_judge_growth_is_not_said_to_have_shown_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A minute of a room was told as a room of which nothing grew."""
    measured = {
        "taps": Figure("taps", 7),
        forty_tables.LATE: Figure(forty_tables.LATE, 120, "ms", forty_tables.LATE_MS),
        forty_tables.GROWTH: Figure(forty_tables.GROWTH, 0.3, "MB", None),
    }
    monkeypatch.setattr(screens.forty_tables, "main", lambda minutes: measured)
    for trial, least in ((screens.room, long_room.JUDGED_MIN), (screens.console, long_console.JUDGED_H)):
        with pytest.raises(NotHere, match="nothing settles"):
            trial(int(least) - 1, 1)
    assert screens.pit(2, 1).said.endswith("whether it grows shows in an hour")
    measured[forty_tables.GROWTH] = replace(measured[forty_tables.GROWTH], target=forty_tables.GROWTH_MB)
    told = screens.pit(80, 1).said
    assert "7 touches, none lost; every alarm in its place; alarm told to its frame, worst 120 ms (" in told
    assert told.endswith("growth of its own in an hour, once warm 0.30 MB (2.00 allowed)")


def test_what_was_measured_of_growth_is_said_beside_what_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """'None grew' was all that a report said of the room."""
    files = [41.0, 40.0, 41.0, 42.0, 41.0, 41.0]
    one = {"an_hour_mb": 3.25, "held_an_hour_mb": 2.0, "log_mb": 4.5, "files": files}
    monkeypatch.setattr(long_room, "main", lambda minutes: {"house": one})
    said = "house +3.2 MB an hour (26.0 allowed), +0 open files (6 allowed); logs at most 4.5 MB, 16 allowed"
    assert screens.room(30, 1).said == said
    found = {"growth_mb_an_hour": 0.31, "most_mb": 190.2, "files": files}
    monkeypatch.setattr(long_console, "main", lambda hours: found)
    said = "console +0.31 MB an hour of the night, 1.0 allowed, at most 190.2 MB; +0 open files, 2 allowed"
    assert screens.console(8, 1).said == said


def test_a_process_of_the_room_that_opens_ever_more_files_does_not_hold() -> None:
    held = {"an_hour_mb": 0.0, "held_an_hour_mb": 0.0, "log_mb": 0.0, "files": [40.0] * 30}
    long_room.hold({"house": held})
    with pytest.raises(AssertionError, match="ever more files"):
        long_room.hold({"house": {**held, "files": [float(40 + count) for count in range(30)]}})
    for nothing in ({}, {"house": {**held, "files": []}}):
        with pytest.raises(AssertionError, match="nothing"):
            long_room.hold(nothing)


def test_a_long_book_that_answers_slower_than_a_short_one_does_not_hold() -> None:
    held, slow = (Figure("read", took_ms, "ms", 3.0) for took_ms in (2.9, 3.1))
    assert answered([held]) == "read 2.90 ms at most 3.00 ms met"
    for told in ([held, slow], [Figure("read", note="not measured")], []):
        with pytest.raises(AssertionError, match=r"grows slower|asked nothing"):
            answered(told)


def test_nights_in_which_no_machine_failed_are_no_hard_nights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing asked for a fault: without any they held as well."""
    told = {"rounds": 100, "invariants_checked": 5_000, "audited": {"rounds settled again": 100}}
    met = {"faults": {"jam": 5}}
    monkeypatch.setattr(nights, "_played", lambda *night: {**told, **met})
    assert nights.hard(100, 1).said.startswith("5 faults, 5000 checks of the invariants, 100 rounds settled")
    met["faults"] = {"jam": 4}
    with pytest.raises(AssertionError, match="4 faults came"):
        nights.hard(100, 1)


def test_files_of_a_process_are_counted() -> None:
    before = open_files(os.getpid())
    with Path(__file__).open("rb"), Path(__file__).open("rb"):
        assert open_files(os.getpid()) == before + 2


def test_what_is_tried_in_many_blocks_is_drawn_by_the_seed_of_each() -> None:
    """A thousand cuts ten times over are not ten thousand."""
    many = [part for part in PARTS.values() if len(part.blocks(part.full)) > 1]
    read = {part.name: {one.argval for one in get_instructions(part.load())} for part in many}
    assert [name for name, names in read.items() if "seed" not in names] == []


def test_both_sizes_of_the_console_are_touched() -> None:
    """A block is one night, each began with the large one, and no night had the small one."""
    said = [screens.touches(2, seed).said for seed in (1, 2)]
    assert said[0].startswith("0 on the large console and 2 on the small console; ")
    assert said[1].startswith("2 on the large console and 0 on the small console; ")


def test_a_trial_tries_as_many_as_were_asked_for() -> None:
    for name, count in {"torn": 20, "rotten": 4}.items():
        assert PARTS[name].load()(count, 7).count == count, name


def test_each_block_of_raw_boards_enumerates_another_starting_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both took the first, and the report had two."""
    tried: list[str] = []
    monkeypatch.setattr(nights, "assert_raw_boards_give_the_same", lambda hole, game: tried.append(hole))
    blocks = PARTS["raw-boards"].blocks(PARTS["raw-boards"].full)
    assert sum(nights.raw_boards(count, seed).count for count, seed in blocks) == len(HOLES)
    assert set(tried) == set(HOLES)
    with pytest.raises(AssertionError, match="no such starting hand"):
        nights.raw_boards(1, len(HOLES) + 1)


def test_a_block_that_does_not_hold_is_kept_with_its_reason_and_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof, "state_of_the_program", lambda: COMMIT)
    missing = Part("nobody", ("T-1",), "rounds", "coups", "nights:nobody", 10, 1, 5)
    proof._try_block(tmp_path, COMMIT, missing, 5, 1)
    (kept,) = blocks_in(tmp_path)
    assert (kept.held, kept.count, kept.asked) == (False, 0, 5)
    assert "KeyError: 'nobody'" in kept.said
    assert (tmp_path / "nobody-1.log").is_file()
    assert "DID NOT HOLD" in capsys.readouterr().out


def test_a_block_that_was_tried_while_the_program_was_changed_is_of_no_state(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stood in the folder of the state before, and was never tried again."""
    monkeypatch.setattr(proof, "state_of_the_program", lambda: "f" * 40)
    proof._try_block(tmp_path, COMMIT, PARTS["torn"], 1, 1)
    assert list(blocks_in(tmp_path)) == []
    assert "torn 1: not kept: the program was changed meanwhile" in capsys.readouterr().out


def test_without_its_assertions_a_trial_is_no_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under PYTHONOPTIMIZE nothing is asserted, and everything held."""
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    monkeypatch.setattr(proof, "state_of_the_program", lambda: COMMIT)
    proof._try_block(tmp_path, COMMIT, PARTS["torn"], 1, 1)
    (kept,) = blocks_in(tmp_path)
    assert (kept.held, kept.count) == (False, 0)
    assert "PYTHONOPTIMIZE" in kept.said


def test_a_block_whose_process_ended_badly_did_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = '{"count": 5, "held": true, "said": "all well"}'
    died = CompletedProcess([], -11, told, "")
    monkeypatch.setattr(proof.subprocess, "run", lambda *words, **more: died)
    monkeypatch.setattr(proof, "state_of_the_program", lambda: COMMIT)
    proof._try_block(tmp_path, COMMIT, PARTS["torn"], 5, 1)
    (kept,) = blocks_in(tmp_path)
    assert (kept.held, kept.said) == (False, "it ended with -11: all well")


def test_a_block_that_somebody_stopped_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told as one that did not hold."""
    stopped = tmp_path / "stopped"
    stopped.write_text("#!/bin/sh\nkill -TERM $$\n")
    stopped.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(stopped))
    proof._try_block(tmp_path, COMMIT, PARTS["kills"], 5, 1)
    assert list(blocks_in(tmp_path)) == []
    assert "somebody stopped it" in capsys.readouterr().out


def test_what_a_trial_printed_is_told_where_it_did_not_hold_and_nowhere_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def trial(held: bool) -> None:
        with quietly():
            sys.stdout.write("growth 3.4 MB")
            assert held

    trial(True)
    assert capsys.readouterr() == ("", "")
    with pytest.raises(AssertionError):
        trial(False)
    assert capsys.readouterr() == ("", "growth 3.4 MB")


def test_what_this_machine_cannot_try_is_not_run_and_is_no_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # no hypervisor anywhere
    proof._try_block(tmp_path, COMMIT, PARTS["power"], 2, 1)
    assert list(blocks_in(tmp_path)) == []
    assert capsys.readouterr().out.startswith("power 1: not run: the box needs")
    assert trial_of(PARTS["power"], 50, []).verdict == "not run"


def test_a_line_that_was_cut_off_is_no_block_and_does_not_spoil_the_next(tmp_path: Path) -> None:
    add_block(tmp_path, block("kills", 100))
    with (tmp_path / "blocks.jsonl").open("ab") as file:
        file.write(b'{"part": "kil')
    assert [one.count for one in blocks_in(tmp_path)] == [100]
    add_block(tmp_path, block("kills", 50, seed=2))
    assert [one.count for one in blocks_in(tmp_path)] == [100, 50]


def test_of_a_block_that_was_tried_again_the_last_counts() -> None:
    told = [block("kills", 100, held=False), block("kills", 100)]
    assert trial_of(PARTS["kills"], 5_000, told).verdict == "held"
    assert trial_of(PARTS["kills"], 5_000, told[::-1]).verdict == "not held"


def test_a_block_that_did_not_hold_before_is_told_though_it_held_when_it_was_tried_again(
    tmp_path: Path,
) -> None:
    """One that fails once and holds the next time was gone from the report."""
    failed = replace(block("kills", 100, held=False), said="an act twice")
    for one in (failed, block("kills", 100)):
        add_block(tmp_path, one)
    write_report(tmp_path, COMMIT, "full", None, "en")
    told = json.loads((tmp_path / "proof.json").read_bytes())
    (kills,) = (one for one in told["trials"] if one["part"] == "kills")
    assert [one["said"] for one in kills["failed_before"]] == ["an act twice"]
    assert (kills["verdict"], tried(kills)) == ("held", "again")
    assert {seen(one) for one in told["promises"] if "kills" in one["trials"]} == {"again"}
    assert "1 block(s) had not held: an act twice" in (tmp_path / "proof.html").read_text("utf-8")


def test_a_promise_is_not_held_whole_without_one_of_its_trials_or_the_long_cases_of_its_tests() -> None:
    """A short proof wants none of some trials, and called what they try held; so did one without the long."""
    planted, walks = promises()["T-20"], promises()["T-12"]
    trials = {part.name: trial_of(part, part.wanted("short"), []) for part in PARTS.values()}
    passed = {f"{file}::test_it": "passed" for one in (planted, walks) for file in one.tests}
    both, suite = Outcomes(passed, runs=["long", "suite"]), Outcomes(passed, runs=["suite"])
    assert [(one.verdict, one.whole) for one in (answer_of(planted, trials, both),)] == [("held", False)]
    assert (answer_of(walks, trials, both).verdict, answer_of(walks, trials, both).whole) == ("held", True)
    alone = answer_of(walks, trials, suite)
    assert (alone.verdict, alone.whole) == ("held", False)
    assert f"{walks.tests[0]}, the long cases" in alone.silent


def test_the_long_cases_of_a_test_are_known_by_its_marks() -> None:
    known = {
        "tests/shell/journal/test_auditor.py": True,
        "tests/shell/journal/test_auditor.py::test_long_walks_are_settled_again_as_they_were": True,
        "tests/shell/journal/test_auditor.py::test_honest_nights_scripts_and_scenes_disagree_nowhere": False,
        "tests/ui/test_pit_screen.py::test_every_alarm_fits_its_card": True,
        "tests/memory/test_house_plots_recomputed.py::test_time_per_phase": True,
        "tests/game/test_invariants.py": False,
        "tests/game/test_scenarios.py::test_the_round_goes_as_it_is_told[orphelins]": False,
    }
    assert {where: has_long_cases(where) for where in known} == known


def test_a_shorter_block_of_the_same_seed_is_not_counted_besides() -> None:
    told = [block("kills", 100), replace(block("kills", 20), asked=20), block("kills", 50, seed=2)]
    assert trial_of(PARTS["kills"], 5_000, told).count == 150
    spoilt = [told[0], replace(told[1], held=False)]
    assert trial_of(PARTS["kills"], 5_000, spoilt).verdict == "not held"


def test_a_share_of_the_proof_tries_something_of_every_trial_and_does_not_call_it_whole() -> None:
    for part in PARTS.values():
        count = proof.share_of(part.wanted("full"), 50)
        assert 1 <= count <= max(1, part.full // 50 + 1)
        assert sum(each for each, _ in part.blocks(count)) == count
    assert proof.share_of(PARTS["forged"].wanted("full"), 50) == 400
    assert proof.share_of(PARTS["forged"].wanted("full"), 1) == 20_000
    assert proof.share_of(PARTS["nights"].wanted("short"), 50) == 8
    assert proof.share_of(PARTS["room"].wanted("short"), 50) == 0, "what the suite tries for it"
    told = [block("kills", 100)]
    promise = Promise("T-2", "killed", ("kills",), ())
    answer = answer_of(promise, {"kills": trial_of(PARTS["kills"], 5_000, told)}, Outcomes())
    assert (answer.verdict, answer.whole) == ("held", False)


@pytest.mark.parametrize("word", ["0", "-3", "half", ""])
def test_no_share_is_refused_in_one_sentence(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        proof._arguments([f"--share={word}"])
    assert refused.value.code == 2
    assert "is no share; 50 tries a fiftieth of every count" in capsys.readouterr().err


def test_a_branch_that_no_test_took_is_named_in_its_room(tmp_path: Path) -> None:
    module = tmp_path / "controller" / "game" / "two_ways.py"
    module.parent.mkdir(parents=True)
    module.write_text("import sys\nif len(sys.argv) > 5:\n    sys.argv.clear()\nprint()\n", encoding="utf-8")
    coverage = [sys.executable, "-m", "coverage"]
    for words in (["run", "--branch", "--source=.", str(module)], ["json", "-q", "-o", "told.json"]):
        subprocess.run([*coverage, *words], cwd=tmp_path, check=True, capture_output=True)
    rooms = rooms_of(json.loads((tmp_path / "told.json").read_bytes()))
    game = rooms["controller/game"]
    assert game.unseen == ["controller/game/two_ways.py:3", "controller/game/two_ways.py:2 to 3"]
    assert (game.seen, round(game.percent, 1)) == (4, 66.7)
    assert rooms["controller/book"].unseen == []


@pytest.mark.long
def test_what_another_machine_tried_of_the_same_state_is_in_the_report(tmp_path: Path) -> None:
    here, there = tmp_path / "here" / COMMIT[:12], tmp_path / "there" / COMMIT[:12]
    add_block(here, block("kills", 100))
    add_block(there, block("kills", 100))
    add_block(there, replace(block("kills", 100, seed=2), machine="64 × another"))
    ran(there, "suite", {"a": "passed"}, machine="64 × a third")
    assert gather(here, there) == 1, "one of them was here"
    assert gather(here, there) == 0, "and now both"
    assert [(one.seed, one.machine) for one in blocks_in(here)] == [(1, "2 × this one"), (2, "64 × another")]
    assert outcomes_in(here, COMMIT).tests == {"a": "passed"}
    ran(there, "suite", {"a": "failed"}, 1, machine="64 × a third")
    assert gather(here, there) == 0
    found = outcomes_in(here, COMMIT)
    assert (found.runs, found.tests) == (["suite"], {"a": "failed"})
    write_report(here, COMMIT, "full", None, "en")
    html = (here / "proof.html").read_text(encoding="utf-8")
    assert "also run on&nbsp;: 2 × this one ; 64 × a third ; 64 × another" in html


@pytest.mark.parametrize(("here", "there"), [("passed", "skipped"), ("skipped", "passed")])
def test_a_test_that_one_machine_could_not_try_is_told_as_skipped(
    here: str, there: str, tmp_path: Path
) -> None:
    """It passed, if that machine came last."""
    ran(tmp_path, "suite", {"a": here})
    other = tmp_path / "elsewhere" / COMMIT[:12]
    ran(other, "suite", {"a": there})
    tmp_path.joinpath("suite.0.outcomes").write_bytes(other.joinpath("suite.outcomes").read_bytes())
    assert outcomes_in(tmp_path, COMMIT).tests == {"a": "skipped"}


def test_tests_of_another_state_or_of_nobody_knows_which_count_for_nothing(tmp_path: Path) -> None:
    """A folder with the right name was taken for a run of this state."""
    here = tmp_path / "here" / COMMIT[:12]
    there = tmp_path / "there" / COMMIT[:12]
    ran(there, "suite", {"a": "passed"})
    text = there.joinpath("suite.outcomes").read_text("utf-8")
    there.joinpath("suite.outcomes").write_text(text.partition("\n")[2], encoding="utf-8")
    assert outcomes_in(there, COMMIT) == Outcomes()
    there.joinpath("suite.outcomes").write_text(text.replace(COMMIT, "b" * 40), encoding="utf-8")
    assert outcomes_in(there, COMMIT) == Outcomes()
    with pytest.raises(NotOurs, match="check out the same commit"):
        gather(here, there)


@pytest.mark.parametrize(
    ("name", "words", "left_out"),
    [
        ("suite", ["-m", "not long"], ""),
        ("suite", ["-m", "not long", "-n", "3"], ""),
        ("suite", [], "-m ''"),
        ("suite", ["-m", "not long", "-k", "award"], "keyword = 'award'"),
        ("suite", ["-m", "not long", "-x"], "maxfail = 1"),
        ("suite", ["-m", "not long", "--lf"], "lf = True"),
        ("suite", ["-m", "not long", "tests/proof"], "tests/proof"),
        ("long-tests-game-test_walk", ["-m", "long", "tests/game/test_walk.py"], ""),
        ("long-tests-game-test_walk", ["-m", "long", "tests/game/test_hands.py"], "tests/game/test_hands.py"),
        ("mine", ["-k", "award"], ""),
    ],
)
def test_a_run_that_leaves_out_tests_is_not_the_suite(name: str, words: list[str], left_out: str) -> None:
    """One test of each file, or those that PYTEST_ADDOPTS picked, were told as the suite."""
    config = pytest.Config.fromdictargs({}, words)
    assert picked(name, config.option, config.args) == left_out


def test_what_was_asked_for_and_not_tried_to_its_end_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proof of which the suite broke off, or every block was stopped, ended with 0."""
    monkeypatch.setattr(proof, "folder_of_this_state", lambda: tmp_path)
    monkeypatch.setattr(proof, "state_of_the_program", lambda: COMMIT)
    monkeypatch.setattr(proof, "ROOT", tmp_path)
    stopped = SimpleNamespace(run=lambda *words, **more: CompletedProcess([], -15, "", ""), STDOUT=-2)
    monkeypatch.setattr(proof, "subprocess", stopped)
    monkeypatch.setattr(sys, "argv", ["proof", "--part", "suite", "--part", "torn", "--size", "short"])
    assert proof.main() == 1
    said = capsys.readouterr().out
    assert "not tried to its end: suite\nnot tried to its end: torn 1\n" in said
    ran(tmp_path, "suite", {"a": "passed"})
    add_block(tmp_path, block("torn", PARTS["torn"].short))
    assert proof.main() == 0


def test_what_failed_in_a_run_that_was_broken_off_is_told_though_it_passed_since(tmp_path: Path) -> None:
    """The next run wrote over it."""
    file = promises()["T-12"].tests[0]
    ran(tmp_path, "suite", {f"{file}::test_it": "failed"}, 2)
    Recorder(tmp_path / "suite.outcomes").pytest_sessionfinish(2)
    assert outcomes_in(tmp_path, COMMIT).failed_before == [f"{file}::test_it"]
    ran(tmp_path, "suite", {f"{file}::test_it": "passed"})
    write_report(tmp_path, COMMIT, "full", None, "en")
    told = json.loads((tmp_path / "proof.json").read_bytes())
    (family,) = (one for one in told["promises"] if one["id"] == "T-12")
    assert (family["verdict"], seen(family)) == ("held", "again")
    html = (tmp_path / "proof.html").read_text("utf-8")
    assert "held when tried again" in html
    assert f"and passed since&nbsp;: {file}::test_it" in html


@pytest.mark.long
def test_long_tests_are_gone_on_with_file_by_file_and_have_run_when_all_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were one run of hours, and counted for nothing when the machine went away."""
    files = ["tests/ui/test_every_tap.py", "tests/game/test_walk.py"]
    begun: list[str] = []

    def run(folder: Path, state: str, name: str, words: list[str]) -> None:
        begun.append(name)
        if name in outcomes_in(folder, state).runs or len(begun) == 2:  # the machine goes away
            return
        ran(folder, name, {f"{words[7]}::test_it": "passed"})

    monkeypatch.setattr(proof, "_files_of_long_tests", lambda: files)
    monkeypatch.setattr(proof, "_try_tests", run)
    proof._try_long_tests(tmp_path, COMMIT, 1)
    found = outcomes_in(tmp_path, COMMIT)
    assert [found.long_cases_ran(file) for file in files] == [True, False]
    assert found.long_cases_ran(f"{files[0]}::test_a_finger_that_drums_does_one_act")
    write_report(tmp_path, COMMIT, "full", None, "en")
    assert "(long tests, files: 1)" in (tmp_path / "proof.html").read_text(encoding="utf-8")
    proof._try_long_tests(tmp_path, COMMIT, 1)
    found = outcomes_in(tmp_path, COMMIT)
    assert [found.long_cases_ran(file) for file in files] == [True, True]
    assert "long" in found.runs
    write_report(tmp_path, COMMIT, "full", None, "en")
    assert "(long)" in (tmp_path / "proof.html").read_text(encoding="utf-8")
    next(tmp_path.glob("long-*.outcomes")).unlink()
    assert "long" not in outcomes_in(tmp_path, COMMIT).runs, "what was taken away did not run"


@pytest.mark.long
def test_the_files_of_the_long_tests_are_those_that_pytest_would_run() -> None:
    files = proof._files_of_long_tests()
    assert {"tests/ui/test_every_tap.py", "tests/game/test_walk.py"} <= set(files)
    assert [file for file in files if not has_long_cases(file)] == []


def test_a_proof_that_was_kept_is_gone_on_with_and_its_key_is_not_in_it(tmp_path: Path) -> None:
    """A session ends before a proof does: what it tried was lost with its machine."""
    run, kept = tmp_path / "run" / COMMIT[:12], tmp_path / "proof.tar.xz"
    add_block(run, block("kills", 100))
    ran(run, "suite", {"a": "passed"})
    write_report(run, COMMIT, "full", None, "en")
    keep(run, kept)
    with opened(kept) as inside:
        assert not list(inside.glob("*.key"))
        words = [*OPENSSL, "proof.json", "-sigfile", "proof.sig"]
        assert subprocess.run(words, cwd=inside, capture_output=True, check=False).returncode == 0
    once = kept.read_bytes()
    keep(run, kept)
    assert kept.read_bytes() == once
    here = tmp_path / "here" / COMMIT[:12]
    assert gather(here, kept) == 1
    found = outcomes_in(here, COMMIT)
    assert (list(blocks_in(here)), found.tests) == ([block("kills", 100)], {"a": "passed"})
    with pytest.raises(NotOurs, match=r"proof\.tar\.xz: tried with another state"):
        gather(tmp_path / "ba9876543210", kept)
    kept.write_bytes(once[: len(once) // 2])
    with pytest.raises(NotOurs, match="name a folder of out/proof, or what KEEP= has written"):
        gather(here, kept)


def test_an_archive_writes_nothing_beside_its_folder(tmp_path: Path) -> None:
    kept, beside = tmp_path / "proof.tar.xz", tmp_path / "beside"
    with tarfile.open(kept, "w:xz") as packed:
        for name in ("run/blocks.jsonl", str(beside), "../beside", "run/deeper/beside", "run/../../beside"):
            entry = tarfile.TarInfo(name)
            entry.size = 1
            packed.addfile(entry, BytesIO(b"x"))
        entry = tarfile.TarInfo("run/link")
        entry.type, entry.linkname = tarfile.SYMTYPE, str(beside)
        packed.addfile(entry)
    with opened(kept) as inside:
        assert [path.name for path in inside.rglob("*")] == ["blocks.jsonl"]
        assert not inside.parent.joinpath("beside").exists()
        assert not inside.parent.parent.joinpath("beside").exists()
    assert not beside.exists()


def test_what_was_tried_of_another_state_is_refused(tmp_path: Path) -> None:
    here, there = tmp_path / COMMIT[:12], tmp_path / "ba9876543210"
    add_block(there, replace(block("kills", 100), state="ba9876543210"))
    with pytest.raises(NotOurs, match="check out the same commit"):
        gather(here, there)
    renamed = tmp_path / "away" / here.name
    renamed.parent.mkdir()
    there.rename(renamed)
    with pytest.raises(NotOurs, match="check out the same commit"):
        gather(here, renamed)
    with pytest.raises(NotOurs, match="name a folder of out/proof"):
        gather(here, tmp_path / "empty" / COMMIT[:12])
    assert not here.exists()


def test_a_failure_elsewhere_is_not_made_good_by_what_held_before_it(tmp_path: Path) -> None:
    held = replace(block("kills", 100), at="2026-11-28T18:00:00+00:00")
    failed = replace(block("kills", 100, held=False), at="2026-11-28T19:00:00+00:00")
    assert trial_of(PARTS["kills"], 5_000, [failed, held]).verdict == "not held"


def test_what_was_not_run_is_said_to_be_not_run(tmp_path: Path) -> None:
    add_block(tmp_path, block("kills", 100))
    written = write_report(tmp_path, COMMIT, "full", None, "fr")
    told = json.loads((tmp_path / "proof.json").read_bytes())
    assert written.failed == ()
    verdicts = {one["id"]: (one["verdict"], one["whole"]) for one in told["promises"]}
    assert verdicts["F-1"] == ("held", False), "a hundred of five thousand"
    assert verdicts["F-4"] == ("not run", False)
    assert verdicts["PM-01"] == ("not run", False)
    html = (tmp_path / "proof.html").read_text(encoding="utf-8")
    assert "tenu, en partie" in html
    assert "non exécuté" in html
    assert "100 sur 5\u202f000" in html
    assert (tmp_path / "proof.pdf").read_bytes().startswith(b"%PDF")


def test_one_failure_fails_its_promises_and_the_proof(tmp_path: Path) -> None:
    add_block(tmp_path, block("kills", 100))
    add_block(tmp_path, block("kills", 100, seed=2, held=False))
    failed = write_report(tmp_path, COMMIT, "full", None, "en").failed
    assert failed[0] == "kills, seed 2: as told; .venv/bin/python -m tests.proof.block kills 100 2"
    assert {line.partition(":")[0] for line in failed[1:]} == {"F-1", "F-2", "I5", "T-2"}


def test_a_requirement_whose_test_failed_is_not_held() -> None:
    promise = promises()["PM-01"]
    first, *_ = promise.tests
    outcomes = Outcomes({first: "passed", f"{first}[x]": "failed"})
    assert answer_of(promise, {}, outcomes).verdict == "not held"
    assert answer_of(promise, {}, Outcomes({first: "passed"})).verdict == "held"
    assert answer_of(promise, {}, Outcomes({first: "skipped"})).verdict == "not run"


@pytest.mark.long
def test_who_has_openssl_finds_one_changed_byte(tmp_path: Path) -> None:
    write_report(tmp_path, COMMIT, "full", None, "en")
    words = [*OPENSSL, "proof.json", "-sigfile", "proof.sig"]
    assert subprocess.run(words, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    report = tmp_path / "proof.json"
    report.write_bytes(report.read_bytes().replace(b'"held"', b'"hold"', 1) + b" ")
    assert subprocess.run(words, cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_what_came_of_each_test_is_kept_and_a_run_that_was_cut_off_counts_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\n"
        "@pytest.mark.parametrize('n', (1, 2))\n"
        "def test_one(n): assert n == 1\n"
        "def test_two(): pytest."
        "skip('no')\n"
        "@pytest.fixture\n"
        "def torn():\n    yield\n    raise OSError\n"
        "def test_three(torn): pass\n",
        encoding="utf-8",
    )
    record_outcomes(tmp_path)
    found = outcomes_in(tmp_path, COMMIT)
    ends = {test.rpartition("::")[2]: outcome for test, outcome in found.tests.items()}
    assert ends == {
        "test_one[1]": "passed",
        "test_one[2]": "failed",
        "test_two": "skipped",
        "test_three": "failed",
    }
    kept = tmp_path / "x.outcomes"
    kept.write_text(
        "".join(kept.read_text(encoding="utf-8").splitlines(keepends=True)[:-1]), encoding="utf-8"
    )
    found = outcomes_in(tmp_path, COMMIT)
    assert found.tests == {}
    assert [test.rpartition("::")[2] for test in found.failed_before] == ["test_one[2]", "test_three"]


def record_outcomes(folder: Path, *words: str) -> None:
    """The tests of the folder ran, and what came of them stands there as x.outcomes."""
    recorder = "from tests.proof import outcomes\nimport pathlib, sys, pytest\n"
    recorder += "outcomes.folder_of_this_state = lambda: pathlib.Path(sys.argv[1])\n"
    recorder += f"outcomes.state_of_the_program = lambda: {COMMIT!r}\n"
    recorder += (
        "pytest.main(sys.argv[1:] + ['-p', 'tests.proof.outcomes', '--outcomes', 'x', '-c', '/dev/null'])"
    )
    command = [sys.executable, "-c", recorder, str(folder), *words]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


@pytest.mark.long
def test_a_run_that_was_broken_off_counts_for_nothing(tmp_path: Path) -> None:
    """It had an end, and all tests that it had not reached were missed by nobody."""
    tests = "def test_one(): pass\ndef test_two(): raise KeyboardInterrupt\ndef test_three(): pass\n"
    (tmp_path / "test_it.py").write_text(tests)
    record_outcomes(tmp_path)
    assert (tmp_path / "x.outcomes").read_text().endswith('{"exit": 2}\n')
    assert outcomes_in(tmp_path, COMMIT) == Outcomes()


@pytest.mark.long
def test_a_test_that_takes_its_process_with_it_and_a_file_that_cannot_be_read_have_failed(
    tmp_path: Path,
) -> None:
    (tmp_path / "test_it.py").write_text("import os\ndef test_one(): pass\ndef test_two(): os._exit(1)\n")
    (tmp_path / "test_broken.py").write_text("import nothing_of_this_name\n")
    record_outcomes(tmp_path, "-n", "1", "--max-worker-restart", "1")
    ends = {Path(test).name: outcome for test, outcome in outcomes_in(tmp_path, COMMIT).tests.items()}
    assert ends == {
        "test_it.py::test_one": "passed",
        "test_it.py::test_two": "failed",
        "test_broken.py": "failed",
    }


def test_a_run_that_failed_without_a_test_is_a_failure(tmp_path: Path) -> None:
    ran(tmp_path, "suite", {"a": "passed"}, 1)
    assert outcomes_in(tmp_path, COMMIT).tests == {"a": "passed", "suite": "failed"}


def test_what_a_process_without_a_disk_measured_is_left_out_of_what_all_ran_through(tmp_path: Path) -> None:
    """One torn file of many would let nothing be put together, and the proof fail over its own measure."""
    measured = [sys.executable, "-m", "coverage"]
    (tmp_path / "one.py").write_text("print(1)\n")
    for name in ("a", "b"):
        data = f"--data-file={tmp_path / 'data'}"
        words = ["run", "-p", data, str(tmp_path / "one.py")]
        subprocess.run([*measured, *words], cwd=tmp_path, check=True, capture_output=True)
        assert len(list(tmp_path.glob("data.*"))) == 1 + (name == "b")
    one, _ = sorted(tmp_path.glob("data.*"))
    (tmp_path / "data.torn").write_bytes(one.read_bytes()[:20_000])
    (tmp_path / "data.empty").write_bytes(b"")
    assert drop_torn(tmp_path) == ["data.empty", "data.torn"]
    subprocess.run([*measured, "combine", "-q", data], cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "data").is_file()
