"""A proof says what was tried and what came of it, and cannot say that something held which did not."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from subprocess import CompletedProcess
from types import SimpleNamespace

import pytest

from tests.long import has_long_cases
from tests.proof import __main__ as proof
from tests.proof.gathered import NotOurs, gather
from tests.proof.kept import NothingTried, keep, opened
from tests.proof.page import seen, tried
from tests.proof.parts import PARTS, Part
from tests.proof.promises import Promise, french_promises, promises
from tests.proof.record import ROOT, add_block, blocks_in
from tests.proof.report import Written, write_report
from tests.proof.runs import Outcomes, outcomes_in
from tests.proof.samples import COMMIT, block, ran
from tests.proof.verdicts import answer_of, trial_of

OPENSSL = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "proof.pub.pem", "-rawin", "-in"]


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
    assert "1 block had not held: an act twice" in (tmp_path / "proof.html").read_text("utf-8")


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


@pytest.mark.long
def test_what_another_machine_tried_of_the_same_state_is_in_the_report(tmp_path: Path) -> None:
    here, there = tmp_path / "here" / COMMIT[:12], tmp_path / "there" / COMMIT[:12]
    add_block(here, block("kills", 100))
    add_block(there, block("kills", 100))
    add_block(there, replace(block("kills", 100, seed=2), machine="64 × another"))
    ran(there, "suite", {"a": "passed"}, machine="64 × a third")
    assert gather(here, there, COMMIT).new == 1, "one of them was here"
    assert gather(here, there, COMMIT).new == 0, "and now both"
    assert [(one.seed, one.machine) for one in blocks_in(here)] == [(1, "2 × this one"), (2, "64 × another")]
    assert outcomes_in(here, COMMIT).tests == {"a": "passed"}
    ran(there, "suite", {"a": "failed"}, 1, machine="64 × a third")
    assert gather(here, there, COMMIT).new == 0
    found = outcomes_in(here, COMMIT)
    assert (found.runs, found.tests) == (["suite"], {"a": "failed"})
    write_report(here, COMMIT, "full", None, "en")
    html = (here / "proof.html").read_text(encoding="utf-8")
    assert "also run on&nbsp;: 2 × this one ; 64 × a third ; 64 × another" in html


def test_what_was_asked_for_and_not_tried_to_its_end_is_no_success(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proof of which the suite broke off, or every block was stopped, ended with 0."""
    monkeypatch.setattr(proof, "folder_of_this_state", lambda: tmp_path)
    monkeypatch.setattr(proof, "state_of_the_program", lambda: COMMIT)
    monkeypatch.setattr(proof, "ROOT", tmp_path)
    stopped = SimpleNamespace(run=lambda *words, **more: CompletedProcess([], -15, "", ""), STDOUT=-2)
    monkeypatch.setattr(proof, "subprocess", stopped)
    monkeypatch.setattr(proof, "write_report", lambda *asked: Written((), ()))
    monkeypatch.setattr(sys, "argv", ["proof", "--part", "suite", "--part", "torn", "--size", "short"])
    assert proof.main() == 1
    said = capsys.readouterr().out
    assert "not tried to its end: suite\nnot tried to its end: torn 1\n" in said
    ran(tmp_path, "suite", {"a": "passed"})
    add_block(tmp_path, block("torn", PARTS["torn"].short))
    assert proof.main() == 0


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
    assert gather(here, kept, COMMIT).new == 1
    found = outcomes_in(here, COMMIT)
    assert (list(blocks_in(here)), found.tests) == ([block("kills", 100)], {"a": "passed"})
    with pytest.raises(NotOurs, match=r"proof\.tar\.xz: tried with another state"):
        gather(tmp_path / "ba9876543210", kept, "b" * 40)
    kept.write_bytes(once[: len(once) // 2])
    with pytest.raises(NotOurs, match="name a folder of out/proof, or what KEEP= has written"):
        gather(here, kept, COMMIT)


def test_a_run_that_tried_nothing_takes_no_place_of_one_that_did(tmp_path: Path) -> None:
    """A report alone was kept once, and the next machine had nothing to go on with."""
    run, kept = tmp_path / "run" / COMMIT[:12], tmp_path / "proof.tar.xz"
    run.mkdir(parents=True)
    write_report(run, COMMIT, "full", None, "en")
    kept.write_bytes(b"what was tried before")
    with pytest.raises(NothingTried, match=r"proof\.tar\.xz: not written, for nothing was tried"):
        keep(run, kept)
    assert kept.read_bytes() == b"what was tried before"


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
        gather(here, there, COMMIT)
    renamed = tmp_path / "away" / here.name
    renamed.parent.mkdir()
    there.rename(renamed)
    with pytest.raises(NotOurs, match="check out the same commit"):
        gather(here, renamed, COMMIT)
    with pytest.raises(NotOurs, match="name a folder of out/proof"):
        gather(here, tmp_path / "empty" / COMMIT[:12], COMMIT)
    assert not here.exists()


def test_every_trial_has_a_french_name_of_its_own_as_french_is_printed() -> None:
    """Two were "coups", and nobody knew which of what was tried stood there."""
    names = [part.french for part in PARTS.values()]
    assert sorted(set(names)) == sorted(names)
    assert not [name for name in names if "'" in name or name != name.strip()]


@pytest.mark.parametrize(
    ("count", "french", "english"),
    [
        (1, "Auparavant, 1 bloc n’avait pas tenu", "1 block had not held"),
        (2, "Auparavant, 2 blocs n’avaient pas tenu", "2 blocks had not held"),
    ],
)
def test_words_agree_with_their_number(count: int, french: str, english: str, tmp_path: Path) -> None:
    """It said "1 bloc(s) n’avaient pas tenu", and "1 essais réussis"."""
    for seed in range(1, count + 1):
        add_block(tmp_path, block("kills", 100, seed=seed, held=False))
        add_block(tmp_path, block("kills", 100, seed=seed))
    ran(tmp_path, "suite", {f"tests/game/test_{n}.py::test_it": "passed" for n in range(count)})
    for language, said in (("fr", french), ("en", english)):
        write_report(tmp_path, COMMIT, "full", None, language)
        html = (tmp_path / "proof.html").read_text(encoding="utf-8")
        assert said in html
        ending = "s" if count > 1 else ""
        ran_well = f"{count} essai{ending} réussi{ending}, 0 échoué" if language == "fr" else f"{count} test"
        assert ran_well in html


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
    assert "100 sur 5\u00a0000" in html
    assert "\u202f" not in html, "a page would break its line there, within a number"
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
