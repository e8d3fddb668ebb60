"""Parquet of journals: each row once, the sums of the house's figures, no card that lay face down."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from controller import installed
from controller.cli import house_export, main
from controller.game.felt import hole
from controller.house import parquet_export
from controller.house.parquet_export import Export, NotExported, schema_of
from controller.house.parquet_schema import DATASETS, page_of
from tests.memory.nights import alter, cut, export_command, play, rows_of
from tests.memory.parquet_sums import asked, compared, figures

ROOT = Path(__file__).resolve().parents[2]


def exported(journals: Path, target: Path, *, code: int = 0) -> dict[str, Any]:
    """What the command added."""
    told = CliRunner().invoke(main, ["house", "export", str(journals), "--parquet", str(target), "--json"])
    assert told.exit_code == code, told.output
    added: dict[str, Any] = json.loads(told.stdout)
    return added


def everything(target: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all datasets, sorted."""
    return {
        name: sorted(asked(target, name, "SELECT * FROM rows"), key=repr)
        for name in DATASETS
        if (target / name).is_dir()
    }


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journals of two tables on a bad night: rounds that were void and not dealt again are in it."""
    return play(tmp_path_factory.mktemp("bad-night"), rounds=80, faults="hard", seed=6)


@pytest.fixture(scope="module")
def target(night: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parquet") / "figures"
    assert exported(night, folder)["sessions"] == 2
    return folder


@pytest.mark.long
@pytest.mark.parametrize("by", ["table", "day"])
def test_sums_by_duckdb_are_the_figures_of_the_house(night: Path, target: Path, by: str) -> None:
    wanted = figures(night, by)
    assert compared(target, wanted, by) == 14 * len(wanted)
    assert sum(voided for *_, voided in wanted) > 0


def test_prizes_and_contributions_are_the_answers_of_the_book(night: Path, target: Path) -> None:
    rows = [row for path in sorted(night.glob("*.journal")) for row in rows_of(path)]
    prizes = sorted((body["seat"], body["cents"]) for _, _, kind, body in rows if kind == "AwardRecorded")
    assert sorted(asked(target, "prizes", "SELECT seat, cents FROM rows")) == prizes
    assert prizes
    assert asked(target, "prizes", "SELECT count(*) FROM rows WHERE len(kinds) = 0") == [(0,)]
    moved = [
        body["meter_cents"] - body["meter_before_cents"]
        for _, _, kind, body in rows
        if kind == "ContributionRecorded"
    ]
    wanted = [(len(moved), sum(moved))]
    told = "SELECT count(*), sum(cents) FROM rows WHERE kind = 'contribution'"
    assert asked(target, "contributions", told) == wanted


def test_an_alarm_has_a_row_for_each_thing_that_happened(night: Path, target: Path) -> None:
    kinds = {"AlarmRaised": "raised", "AlarmSeen": "seen", "AlarmCleared": "cleared"}
    wanted = sorted(
        (path.name[:5], seq, kinds[kind], body["alarm"], body.get("code"))
        for path in night.glob("*.journal")
        for seq, _, kind, body in rows_of(path)
        if kind in kinds
    )
    assert (
        asked(target, "alarms", 'SELECT "table", entry, happened, alarm, code FROM rows ORDER BY 1, 2')
        == wanted
    )


def test_no_card_is_exported_that_was_not_turned_up(night: Path, target: Path) -> None:
    told = asked(target, "seats", 'SELECT "table", round, seat, cards FROM rows')
    shown: dict[tuple[str, int, int], set[str]] = {}
    places = {str(hole(seat, at)): seat for seat in range(1, 8) for at in (0, 1)}
    for path in night.glob("*.journal"):
        for _, _, kind, body in rows_of(path):
            if kind in ("CardsRevealed", "RecordCorrected"):
                for one in body["cards"]:
                    if one["place"] in places:
                        key = (path.name[:5], body["round"], places[one["place"]])
                        shown.setdefault(key, set()).add(one["card"])
    for table, number, seat, cards in told:
        assert set(cards.split()) <= shown.get((table, number, seat), set())
    assert any(not cards for *_, cards in told), "a hand was given up and stayed face down"
    assert any(cards for *_, cards in told)


def test_instants_and_amounts_have_the_types_of_the_page(target: Path) -> None:
    page = (ROOT / "deploy" / "PARQUET.md").read_text(encoding="utf-8")
    for name in DATASETS:
        assert "\n".join(page_of(name)) in page, f"### {name}: deploy/PARQUET.md has another table"
        for path in (target / name).rglob("*.parquet"):
            found = pq.read_schema(path)
            assert found.equals(schema_of(name), check_metadata=True)
            for field in found:
                if field.name.endswith("_cents") or field.name == "cents":
                    assert str(field.type) == "int64"
    assert str(schema_of("rounds").field("closed").type) == "timestamp[ms, tz=UTC]"
    assert page.count("### ") == len(DATASETS)


def test_the_questions_of_the_page_are_answered(target: Path) -> None:
    page = (ROOT / "deploy" / "PARQUET.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    with duckdb.connect() as connection:
        for sql in block.replace("'figures/", f"'{target}/").split(";\n"):
            if sql.strip():
                assert connection.sql(sql).fetchall()


def test_a_second_run_adds_nothing(night: Path, target: Path) -> None:
    before = {path: path.read_bytes() for path in target.rglob("*") if path.is_file()}
    told = exported(night, target)
    assert told == {"schema": "tapis-house-export/1", "sessions": 0, "rows": {}, "faults": []}
    assert {path: path.read_bytes() for path in target.rglob("*") if path.is_file()} == before


def growing(night: Path, folder: Path, steps: int) -> Iterator[None]:
    """The journals grow by steps, as their tables write them."""
    for step in range(1, steps + 1):
        for path in night.glob("*.journal"):
            entries = max(seq for seq, *_ in rows_of(path))
            cut(path, folder / path.name, entries * step // steps)
        yield


def test_many_runs_while_the_tables_play_give_the_rows_of_one(
    night: Path, target: Path, tmp_path: Path
) -> None:
    (tmp_path / "journals").mkdir()
    for _ in growing(night, tmp_path / "journals", 9):
        exported(tmp_path / "journals", tmp_path / "figures")
    assert everything(tmp_path / "figures") == everything(target)
    files = list((tmp_path / "figures" / "rounds").rglob("*.parquet"))
    assert len(files) > 2


class Killed(BaseException):
    """The process is gone here."""


@pytest.mark.parametrize("every", [7, 2])
@pytest.mark.long
def test_killed_at_any_write_the_next_run_has_each_row_once(
    every: int, night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At one in so many of a run's syncs, folders, and files that come to their places."""
    monkeypatch.setattr(parquet_export, "PIECE", 700)  # several files a day, several states a run
    (tmp_path / "journals").mkdir()
    first = min(night.glob("*.journal"))
    cut(first, tmp_path / "journals" / first.name, 1_500)
    left, reached = 0, 0

    def counted(real: Any) -> Any:
        def call(*given: Any, **named: Any) -> Any:
            nonlocal reached
            reached += 1
            if reached == left:
                raise Killed
            return real(*given, **named)

        return call

    for module, name in ((os, "fsync"), (Path, "replace"), (Path, "unlink"), (Path, "mkdir")):
        monkeypatch.setattr(module, name, counted(getattr(module, name)))
    killed, whole = 0, tmp_path / "whole"
    with closing(Export(whole)) as export:
        export.run([tmp_path / "journals"])
    wanted = everything(whole)
    assert len(list((whole / "rounds").rglob("*.parquet"))) > 2
    steps = reached
    for at in range(1, steps, every):
        folder = tmp_path / f"killed-{at}"
        left, reached = at, 0
        try:
            with closing(Export(folder)) as export:
                export.run([tmp_path / "journals"])
        except Killed:
            killed += 1
        left = -1
        with closing(Export(folder)) as export:
            export.run([tmp_path / "journals"])
        assert everything(folder) == wanted, f"killed at step {at} of {steps}"
        assert not list(folder.rglob("*.draft"))
        shutil.rmtree(folder)
    assert killed > 45 // every


@pytest.mark.long
def test_a_process_that_is_killed_leaves_what_the_next_one_completes(
    night: Path, target: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "figures"
    command = export_command(night, folder)
    for files in (1, 6):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while process.poll() is None and len(list(folder.rglob("*.parquet"))) < files:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.wait()
    exported(night, folder)
    assert everything(folder) == everything(target)


def test_what_is_exported_is_forgotten_and_written_anew_without_its_state(
    night: Path, target: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "figures"
    (tmp_path / "journals").mkdir()
    for _ in growing(night, tmp_path / "journals", 3):
        exported(tmp_path / "journals", folder)
    shutil.rmtree(folder / parquet_export.STATE)
    exported(night, folder)
    assert everything(folder) == everything(target)


def test_a_journal_that_does_not_hold_is_exported_to_the_entry_before(night: Path, tmp_path: Path) -> None:
    journals = tmp_path / "journals"
    shutil.copytree(night, journals)
    first = sorted(journals.glob("*.journal"))[0]
    alter(first, 700)
    for _ in range(2):
        told = CliRunner().invoke(
            main, ["house", "export", str(journals), "--parquet", str(tmp_path / "figures"), "--lang", "en"]
        )
        assert told.exit_code == 1
        assert told.stderr.startswith(f"{first.name}: ")
        assert "700" in told.stderr
    last = asked(
        tmp_path / "figures", "rounds", 'SELECT "table", max(last_entry) FROM rows GROUP BY 1 ORDER BY 1'
    )
    assert [table for table, _ in last] == ["UTH-1", "UTH-2"]
    assert last[0][1] < 700 < last[1][1]


def test_another_nights_session_of_the_same_number_is_another_journal(night: Path, tmp_path: Path) -> None:
    exported(night, tmp_path / "figures")
    other = play(tmp_path / "other", rounds=4, seed=12)
    assert exported(other, tmp_path / "figures")["sessions"] == 2
    assert asked(tmp_path / "figures", "rounds", "SELECT count(DISTINCT journal) FROM rows") == [(4,)]


def test_another_schema_and_a_second_export_are_refused(tmp_path: Path) -> None:
    with closing(Export(tmp_path)), pytest.raises(NotExported, match="another export is under way"):
        Export(tmp_path)
    (tmp_path / parquet_export.STATE / "schema").write_text("7\n")
    words = ["house", "export", str(tmp_path), "--parquet", str(tmp_path)]
    told = CliRunner().invoke(main, words)
    french = f"{tmp_path} a le schéma 7, ce programme écrit 1\u00a0: nommez un dossier vide"
    assert (told.exit_code, told.stderr) == (2, f"Erreur\u00a0: {french}\n")
    told = CliRunner().invoke(main, [*words, "--lang", "en"])
    assert told.exit_code == 2
    assert f"{tmp_path}: holds schema 7, this program writes 1: name an empty folder" in told.stderr


def test_without_the_library_one_sentence_says_what_to_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_export, "find_spec", lambda name: None)
    told = CliRunner().invoke(
        main, ["house", "export", str(tmp_path), "--parquet", str(tmp_path / "figures"), "--lang", "en"]
    )
    assert (told.exit_code, told.stderr) == (
        2,
        f"Error: Parquet needs pyarrow, and {installed.lacks('pyarrow')}\n",
    )
    assert "pip install -e '.[parquet]'" in told.stderr
    assert not (tmp_path / "figures").exists()


def test_folders_and_files_take_the_rights_of_the_target(night: Path, tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures").chmod(0o750)
    exported(night, tmp_path / "figures")
    for path in (tmp_path / "figures" / "rounds").rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o750 if path.is_dir() else 0o640)
