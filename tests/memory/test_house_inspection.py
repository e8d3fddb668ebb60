"""What the authority is told of a round or a period: worked out anew, noted, verified elsewhere (SE-12)."""

from __future__ import annotations

import base64
import gc
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from controller.game.cards import DECK
from controller.game.inputs import INTENTS
from controller.game.settling.settle import settle_round
from controller.house import inspection_file
from controller.house.answers import _ASKED, MAY_INSPECT, Answers
from controller.house.archive import House
from controller.house.inspected_programs import Programs
from controller.house.inspected_round import Case
from controller.house.inspecting_apart import Apart
from controller.house.inspection import asked_of
from controller.house.inspection_sums import Sums
from controller.house.readings import Readings
from controller.house.scope import BadQuestion
from controller.house.service import OUT_MAX
from controller.house.store_sqlite import SqliteStore
from controller.journal.chain import JournalDamaged
from controller.journal.entries import event_of
from controller.journal.heads import signed_by
from controller.journal.keys import simulated_keys
from controller.journal.one_round import one_round, settled_line
from controller.journal.reading import read_rows
from controller.papers.round_sheet.lines import parse_line, settle_line
from controller.screens import taps
from controller.settings.rules import load_profile
from tests.law.requirements import requirement
from tests.memory.conftest import NewStore
from tests.memory.nights import alter, night_of_other_programs, play, rows_of, witness_of, won_night
from tests.memory.serving import serving
from tests.memory.test_house_service import Asking

SEED = 5
NAME = "UTH-1-000001.journal"
SIGNER = simulated_keys(9, "house").signer
VERIFIER = Path(__file__).parents[2] / "deploy" / "verify_journal.py"
ROUND = {"ask": "inspect", "table": "UTH-1", "session": 1, "round": 2}


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return won_night(tmp_path_factory.mktemp("won"), SEED)


@contextmanager
def house_of(folder: Path, store: str | Path = ":memory:") -> Iterator[Answers]:
    """A house whose witness has the last head of each session, by the key that signed it."""
    with closing(House([folder], store)) as house:
        house.read_all()
        yield Answers(house, witness_of(folder), signer=SIGNER)


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return night_of_other_programs(tmp_path_factory.mktemp("others"), SEED)


def lines(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in told["requirements"]}


def rewritten(path: Path, seq: int, change: Any) -> None:
    """An entry says something else, and every hash after it is made to follow: no signature could be."""
    from controller.journal.chain import link

    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        triggers = conn.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            conn.execute(f"DROP TRIGGER {name}")
        rows = conn.execute(
            "SELECT seq, at_ms, kind, body, prev_hash FROM journal WHERE seq >= ? ORDER BY seq", (seq,)
        ).fetchall()
        before = rows[0][4]
        for number, at_ms, kind, body, _ in rows:
            text = change(body) if number == seq else body
            hash_ = link(before, number, at_ms, kind, text)
            conn.execute(
                "UPDATE journal SET body = ?, prev_hash = ?, hash = ? WHERE seq = ?",
                (text, before, hash_, number),
            )
            before = hash_
        for _, sql in triggers:
            conn.execute(sql)


@requirement("SE-12")
def test_a_round_with_a_royal_answers_the_four_questions_and_says_by_what(won: Path) -> None:
    with house_of(won) as answers:
        told = answers.answer(ROUND)
    assert [told[name]["ok"] for name in ("chain", "book", "approved", "settled")] == [True] * 4
    assert told["chain"]["entries"] == told["chain"]["last_seq"] - told["chain"]["first_seq"] + 1
    assert told["approved"]["acts"][0]["persons"] == ["MCD 03", "OV 11"]
    assert (told["settled"]["rounds"], told["settled"]["seats"]) == (1, 7)
    assert told["rules"] == ["fr-55-20-2021"]
    assert told["of"]["won"] is True
    shown = lines(told)
    assert all(line["ok"] for line in shown.values()), shown
    marks = {name: line["mark"] for name, line in shown.items()}
    assert {marks[name] for name in ("RP-08", "JW-01", "JW-09", "BC-06")} == {"recomputed"}
    assert {marks[name] for name in ("JW-06", "JW-07")} == {"recorded"}
    assert {marks[name] for name in ("JW-15", "AC-14")} == {"outside"}
    entries = {seq: kind for seq, _, kind, _ in rows_of(won / NAME)}
    assert entries[shown["JW-07"]["seq"]] == "VideoReviewed"
    assert entries[shown["PM-11"]["seq"]] == "AwardReleased"
    assert "10♠" in shown["JW-01"]["shown"][0]


@pytest.mark.parametrize(
    ("kind", "before", "after", "row"),
    [
        ("SeatSettled", '"paid_cents":1000,', '"paid_cents":2000,', "RP-08"),
        ("AwardReleased", '["MCD 03","OV 11"]', '["MCD 03","MCD 03"]', "PM-11"),
        ("AwardReleased", '["MCD 03","OV 11"]', '["MCD 03","Croupier 07"]', "PM-11"),
        ("VideoReviewed", '"conform":true', '"conform":false', "JW-07"),
        ("ContributionAsked", '"seats":[1,2,', '"seats":[1,2,3,', "BC-04 PM-03 JW-11"),
        ("ClaimRecorded", '"value_cents":1001500', '"value_cents":1001400', "PM-01 JW-02 JW-09"),
        ("RoundClosed", '"round":2', '"round":2', ""),
    ],
)
def test_what_does_not_hold_is_said_on_its_line(
    won: Path, tmp_path: Path, kind: str, before: str, after: str, row: str
) -> None:
    """Chained anew by whoever has the file, as no outsider could: the entries contradict one another."""
    shutil.copytree(won, tmp_path / "night")
    path = tmp_path / "night" / NAME
    found = [
        (seq, json.dumps(body, separators=(",", ":"), ensure_ascii=True))
        for seq, _, one, body in rows_of(path)
        if one == kind and body.get("round", 2) == 2 and seq > 148
    ]
    seq = next(seq for seq, text in found if before in text)
    rewritten(path, seq, lambda body: body.replace(before, after, 1))
    with house_of(tmp_path / "night") as answers:
        told = answers.answer(ROUND)
    assert [name for name, line in lines(told).items() if not line["ok"]] == row.split()
    assert told["chain"]["ok"] is (before == after), "no signature could be made to follow"
    assert told["settled"]["ok"] is (row != "RP-08")
    assert told["approved"]["ok"] is (row != "PM-11")


def test_a_period_counts_every_round_and_puts_first_what_is_not_shown(
    night: Path, new_store: NewStore
) -> None:
    with house_of(night, new_store()) as answers:
        told = answers.answer({"ask": "inspect", "period": "all"})
        figures = answers.answer({"ask": "figures", "period": "all"})["rows"]
    closed = sum(kind == "RoundClosed" for path in night.glob("*.journal") for _, _, kind, _ in rows_of(path))
    assert told["settled"]["rounds"] + sum(told["settled"]["not_anew"].values()) == told["settled"]["of"]
    assert told["settled"]["of"] >= closed
    assert told["chain"]["entries"] == sum(1 for path in night.glob("*.journal") for _ in rows_of(path))
    assert [(one["table"], one["rounds"], one["bank_cents"]) for one in told["tables"]] == [
        (one["name"], one["rounds"], one["bank_cents"]) for one in figures
    ]
    order = [
        (line["ok"], ("outside", "recorded", "recomputed").index(line["mark"]))
        for line in told["requirements"]
    ]
    assert order == sorted(order)
    assert lines(told)["RP-22"]["rounds"] == told["settled"]["of"]
    assert {act["table"] for act in told["acts"]} == {"UTH-1", "UTH-2"}


def test_of_a_period_one_round_is_in_memory_and_those_of_which_something_is_still_to_come(
    won: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cashier signs the slip of the second round at the end of the night, when the third is over."""
    kept: list[int] = []
    take = Sums.take

    def counting(sums: Sums, case: Case) -> None:
        take(sums, case)
        kept.append(sum(isinstance(one, Case) for one in gc.get_objects()))

    monkeypatch.setattr(Sums, "take", counting)
    with house_of(won) as answers:
        told = answers.answer({"ask": "inspect", "period": "all"})
    assert len(kept) == told["chain"]["rounds"] == 3
    assert kept == [1, 2, 1]


def test_a_period_that_is_worked_out_in_another_process_is_the_same(won: Path) -> None:
    with closing(House([won], ":memory:")) as house, closing(Apart()) as apart:
        house.read_all()
        here = Answers(house).answer({"ask": "inspect", "period": "all"})
        there = Answers(house, inspecting=apart).answer({"ask": "inspect", "period": "all"})
        gone = asked_of(house.db, [won], None, {"period": "all"})
        apart.close()
        with pytest.raises(BadQuestion, match="is being stopped"):
            apart(gone)
    for told in (here, there):
        del told["took_ms"]
    assert there == json.loads(json.dumps(here))


def test_an_altered_entry_is_told_with_its_table_and_entry(won: Path, tmp_path: Path) -> None:
    shutil.copytree(won, tmp_path / "night")
    with house_of(tmp_path / "night", tmp_path / "house.db") as answers:
        alter(tmp_path / "night" / NAME, 160)
        told = answers.answer(ROUND)
    assert told["chain"]["ok"] is False
    (fault,) = told["chain"]["faults"]
    assert (fault["table"], fault["session"]) == ("UTH-1", 1)
    assert "160" in fault["why"]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ({"round": 99, "table": "UTH-1"}, "UTH-1 has no closed round 99"),
        ({"from_ms": 1, "to_ms": 2}, "no journal of this period is here"),
        ({"round": "x"}, "round: a whole number"),
    ],
)
def test_what_is_not_there_is_refused_in_a_sentence(won: Path, question: dict[str, Any], why: str) -> None:
    with house_of(won) as answers, pytest.raises(BadQuestion, match=why):
        answers.answer({"ask": "inspect", **question})


@requirement("CS-15")
def test_a_night_of_other_programs_shows_that_the_table_was_closed_and_who_opened_it(others: Path) -> None:
    """The shoe comes with another program, then with yet another: each is asked about anew."""
    rows = list(rows_of(others / NAME))
    closed, lifted = (
        [seq for seq, _, one, _ in rows if one == kind] for kind in ("TableBlocked", "BlockLifted")
    )
    assert (len(closed), len(lifted)) == (2, 2)
    with house_of(others) as answers:
        told = answers.answer({"ask": "inspect", "period": "all"})
        last = answers.answer({**ROUND, "round": 10})
    row = lines(told)["CS-15"]
    assert (row["ok"], row["held"], row["rounds"]) == (True, 10, 10)
    line = lines(last)["CS-15"]
    assert line["seq"] == lifted[1]
    assert line["shown"] == [
        "sabot\u00a0: autre programme, permis par MCD 03\u00a0: remplacé",
        "shoe: another program, allowed by MCD 03: replaced",
    ]


@requirement("CS-15")
@pytest.mark.parametrize(
    ("without", "first"), [(("BlockLifted",), 0), (("BlockLifted", "TableBlocked"), 0), ((), None)]
)
def test_bets_locked_with_a_program_that_nobody_allowed_are_found(
    others: Path, without: tuple[str, ...], first: int | None
) -> None:
    programs, locks = Programs(), []
    with closing(read_rows(others / NAME)) as rows:
        next(rows)
        for row in rows:
            locks += [row.seq] if row.kind == "BetsClosed" else []
            if row.kind not in without:
                programs = programs.after(row, event_of(row))
    assert programs.wrong[:1] == (() if first is None else (locks[first],))
    assert (f"entry {locks[0]}" in programs.shown(1)) is (first is not None)


@requirement("RP-08")
def test_every_round_of_holdem_poker_de_casino_is_settled_anew_though_hands_stay_closed(
    tmp_path: Path,
) -> None:
    play(tmp_path, tables=1, faults="none", profile="fr-holdem-casino")
    with house_of(tmp_path) as answers:
        told = answers.answer({"ask": "inspect", "period": "all"})
        assert (told["settled"]["rounds"], told["settled"]["not_anew"]) == (30, {})
        shown = (
            (number, lines(answers.answer({**ROUND, "round": number}))["RP-08"]["shown"][1])
            for number in range(1, 31)
        )
        # Of thirty banks some do not qualify against a seat without a Bonus.
        number = next(number for number, said in shown if "1 hand never opened" in said)
    profile = load_profile("fr-holdem-casino")
    found = one_round(tmp_path / NAME, number)
    assert found is not None
    text = settled_line(found, profile.id)
    assert text is not None
    facts, settled = settle_line(parse_line(text), profile)
    known = {*facts.board, *facts.dealer, *(card for seat in facts.seats for card in seat.cards or ())}
    (at,) = [at for at, seat in enumerate(facts.seats) if seat.cards is None and not seat.folded]
    for two in combinations([card for card in DECK if card not in known], 2):
        alone = settle_round(facts._replace(seats=(facts.seats[at]._replace(cards=two),)))
        assert alone.seats[0].lines == settled.seats[at].lines, "no two cards come to other cents"


# --- the file ----------------------------------------------------------------------------------------


@requirement("SE-12")
@pytest.mark.parametrize("question", [{"table": "UTH-1", "session": 1, "round": 2}, {"period": "all"}])
def test_the_file_for_the_authority_verifies_without_this_program(
    won: Path, tmp_path: Path, question: dict[str, Any]
) -> None:
    with house_of(won) as answers:
        told = answers.answer({"ask": "export", "what": "inspection", **question})
    path = tmp_path / told["name"]
    path.write_bytes(base64.b64decode(told["data"]))
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path / "out")
    manifest = (tmp_path / "out" / "manifest.json").read_bytes()
    assert signed_by(SIGNER.key, manifest, (tmp_path / "out" / "manifest.sig").read_text())
    key = simulated_keys(SEED, "UTH-1").signer.key
    assert json.loads(manifest)["heads_signed_by"] == {"UTH-1": [key]}
    asked = [sys.executable, str(VERIFIER), str(tmp_path / "out" / "journals"), "--key", f"UTH-1={key}"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "ok " in done.stdout
    said = json.loads((tmp_path / "out" / "inspection.json").read_text("utf-8"))
    assert said["chain"]["ok"] is True
    (row,) = (tmp_path / "out" / "readings.jsonl").read_text().splitlines()
    assert json.loads(json.loads(row)["body"])["form"] == "file"


def test_a_file_whose_journal_was_altered_does_not_verify(won: Path, tmp_path: Path) -> None:
    shutil.copytree(won, tmp_path / "night")
    with house_of(tmp_path / "night") as answers:
        alter(tmp_path / "night" / NAME, 160)
        told = answers.answer({"ask": "export", "what": "inspection", "period": "all"})
    (tmp_path / "f.zip").write_bytes(base64.b64decode(told["data"]))
    with zipfile.ZipFile(tmp_path / "f.zip") as archive:
        archive.extractall(tmp_path / "out")
    asked = [sys.executable, str(VERIFIER), str(tmp_path / "out" / "journals")]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "entry 160" in done.stdout


def test_without_a_key_of_the_house_no_file_is_made(won: Path) -> None:
    with closing(House([won], ":memory:")) as house:
        house.read_all()
        with pytest.raises(BadQuestion, match="no key to sign with"):
            Answers(house).answer({"ask": "export", "what": "inspection", "period": "all"})


def test_a_file_that_would_be_too_large_is_refused_before_anything_is_worked_out(
    won: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspection_file, "FILE_MAX", 1_000)
    with house_of(won) as answers:
        monkeypatch.setattr(answers, "_inspected", None)
        with pytest.raises(BadQuestion, match="a packed file of more than 1000 bytes"):
            answers.answer({"ask": "export", "what": "inspection", "period": "all"})
        assert answers.house.readings.checked() == []


def test_the_largest_file_goes_into_one_answer() -> None:
    assert len(base64.b64encode(bytes(inspection_file.FILE_MAX))) + 100_000 < OUT_MAX


# --- readings ----------------------------------------------------------------------------------------


@contextmanager
def readings_of(folder: Path) -> Iterator[Readings]:
    """What stands beside the store of this folder."""
    with closing(SqliteStore(folder / "house.db")) as store, closing(store.aside()) as aside:
        yield Readings(aside)


def test_each_reading_is_noted_once_and_chained(won: Path, tmp_path: Path) -> None:
    with house_of(won, tmp_path / "house.db") as answers:
        first = answers.answer(ROUND)["reading"]
        again = answers.answer(ROUND)["reading"]
        other = answers.answer({**ROUND, "round": 3})["reading"]
        answers.answer({"ask": "export", "what": "inspection", **{k: ROUND[k] for k in ("table", "round")}})
        rows = answers.house.readings.checked()
    assert (first["seq"], again["seq"], other["seq"]) == (1, 1, 2)
    assert [json.loads(row.body)["form"] for row in rows] == ["page", "page", "file"]
    assert rows[1].prev_hash == rows[0].hash == first["hash"]
    assert json.loads(rows[1].body) == {
        "form": "page",
        "person": "pit",
        "round": 3,
        "session": 1,
        "table": "UTH-1",
    }


def test_a_question_that_was_not_answered_read_nothing(won: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house_of(won) as answers:
        making = answers.later(ROUND)
        assert making is not None
        for number in (77, 0):
            with pytest.raises(BadQuestion):
                answers.answer({**ROUND, "round": number, "period": "x"})
        monkeypatch.setattr("controller.house.inspection._read", None)
        with pytest.raises(TypeError):
            answers.answer(ROUND)
        assert answers.house.readings.checked() == []


def test_a_file_has_the_newest_readings_each_following_from_the_one_before(tmp_path: Path) -> None:
    with readings_of(tmp_path) as readings:
        rows = [readings.note("a", {"round": number}, number) for number in range(6)]
        assert readings.newest() == rows
        assert readings.newest(3) == rows[3:]
    with closing(sqlite3.connect(tmp_path / "house.db.aside", isolation_level=None)) as conn:
        conn.execute("DROP TRIGGER reading_stays")
        conn.execute("DELETE FROM reading WHERE seq = 5")
    with (
        readings_of(tmp_path) as readings,
        pytest.raises(JournalDamaged, match="entry 5: the reading is miss"),
    ):
        readings.newest(3)


def test_who_reads_is_whose_card_is_at_the_pit_and_not_what_a_screen_says(
    won: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house_of(won) as answers:
        assert answers.answer({**ROUND, "person": "Nobody"})["reading"]["person"] == "pit"
        assert answers.answer({**ROUND, "screen": "inspector"})["reading"]["person"] == "inspector"
        monkeypatch.setattr("controller.house.acts.Acts.at_pit", lambda acts: "Inspecteur 12")
        assert answers.answer(ROUND)["reading"]["person"] == "Inspecteur 12"


def test_a_reading_goes_on_for_ten_minutes(tmp_path: Path) -> None:
    with readings_of(tmp_path) as readings:
        what = {"form": "page", "round": 7}
        assert readings.note("a", what, 1_000).seq == 1
        assert readings.note("a", what, 600_999).seq == 1
        assert readings.note("a", what, 601_000).seq == 2
        assert readings.note("b", what, 601_001).seq == 3


def test_what_was_read_is_never_altered_nor_deleted_and_outlives_the_store(won: Path, tmp_path: Path) -> None:
    with house_of(won, tmp_path / "house.db") as answers:
        answers.answer(ROUND)
        answers.house.rebuild()
        answers.house.read_all()
        answers.answer({**ROUND, "round": 3})
    kept = tmp_path / "house.db.aside"
    with closing(sqlite3.connect(kept)) as conn:
        for sql in ("UPDATE reading SET body = 'x'", "DELETE FROM reading"):
            with pytest.raises(sqlite3.IntegrityError, match="what was read stays"):
                conn.execute(sql)
    with readings_of(tmp_path) as readings:
        assert [row.seq for row in readings.checked()] == [1, 2]


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("UPDATE reading SET at_ms = 0 WHERE seq = 2", "entry 2: the reading is not as it was written"),
        ("DELETE FROM reading WHERE seq = 2", "entry 2: the reading is missing"),
    ],
)
def test_a_reading_altered_or_taken_out_by_hand_is_found(tmp_path: Path, sql: str, why: str) -> None:
    with readings_of(tmp_path) as readings:
        for number in range(3):
            readings.note("a", {"round": number}, number)
    with closing(sqlite3.connect(tmp_path / "house.db.aside", isolation_level=None)) as conn:
        conn.execute("DROP TRIGGER reading_kept")
        conn.execute("DROP TRIGGER reading_stays")
        conn.execute(sql)
    with readings_of(tmp_path) as readings, pytest.raises(JournalDamaged, match=why):
        readings.checked()


# --- the door ----------------------------------------------------------------------------------------


@requirement("SE-12", "RO-05")
def test_an_inspector_s_screen_may_ask_a_table_for_nothing() -> None:
    assert [kind for kind in INTENTS.values() if taps.may_send("inspector", kind)] == []


@requirement("SE-12")
def test_at_the_door_of_inspectors_everything_that_changes_something_is_refused(
    won: Path, tmp_path: Path
) -> None:
    shutil.copytree(won, tmp_path / "night")
    with serving(tmp_path / "night", tmp_path, signer=SIGNER):
        ask = Asking(tmp_path / "inspector.sock")
        for kind in sorted(_ASKED):
            told = ask(ask=kind, what="rounds", form="json", register="jp1", table="UTH-1", round=2)
            assert ("is not his to ask" in told.get("refused", "")) is (kind not in MAY_INSPECT), told
        assert "put_away" not in MAY_INSPECT
        assert "verify" not in MAY_INSPECT
        read = ask(ask="inspect", table="UTH-1", round=2, screen="pit", person="X")["inspect"]
        assert read["reading"]["person"] == "inspector"
        ask.close()
        free = Asking(tmp_path / "house.sock")
        assert free(ask="verify")["verify"]["of"] > 0
        assert (
            free(ask="inspect", table="UTH-1", round=2, screen="inspector")["inspect"]["reading"]["person"]
            == "pit"
        )
        free.close()
    assert not (tmp_path / "inspector.sock").exists()


KNOCK = """
import os, socket, sys
os.setgroups([]); os.setgid(int(sys.argv[1])); os.setuid(int(sys.argv[1]))
for name in sys.argv[2:]:
    try:
        if name.endswith(".sock"):
            with socket.socket(socket.AF_UNIX) as sock:
                sock.connect(name)
                print("open" if sock.recv(1) else "closed")
        else:
            open(name, "rb").close()
            print("open")
    except OSError as error:
        print(type(error).__name__)
"""
"""What an account with this number, in no group but its own, may open."""


@requirement("SE-12", "RO-05")
def test_the_account_of_an_inspector_opens_its_own_door_and_nothing_else_of_the_machine(
    won: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the units lay it out: the house's directory may be passed through, what it keeps may not.

    Only root can be somebody else and knock; who is not root sees which rights the doors have.
    """
    inspector, others = (61_001, 61_002) if os.geteuid() == 0 else (os.getgid(), os.getgid())
    monkeypatch.setattr("controller.house.service.group_of", lambda role: inspector)
    with tempfile.TemporaryDirectory(prefix="tapis-") as folder:
        kept, run = Path(folder) / "kept", Path(folder) / "run"
        shutil.copytree(won, kept)
        os.chmod(folder, 0o755)
        os.chmod(kept, 0o700)
        run.mkdir()
        os.chmod(run, 0o751)
        with serving(kept, run, kept / "house.db", signer=SIGNER, gid=others):
            for door, gid in (("house", others), ("feed", others), ("inspector", inspector)):
                made = (run / f"{door}.sock").stat()
                assert (made.st_mode & 0o777, made.st_gid) == (0o660, gid)
            if os.geteuid() != 0:
                return
            names = [str(run / f"{name}.sock") for name in ("inspector", "house", "feed")]
            names += [str(kept / NAME), str(kept / "house.db")]
            asked = [sys.executable, "-c", KNOCK, str(inspector), *names]
            done = subprocess.run(asked, capture_output=True, text=True, check=True)
            assert done.stdout.split() == ["open", *["PermissionError"] * 4]
            asked[3] = str(61_003)
            nobody = subprocess.run(asked, capture_output=True, text=True, check=True)
            assert set(nobody.stdout.split()) == {"PermissionError"}
