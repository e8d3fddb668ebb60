"""The table's own mark outside its data: an older copy of journals and book together is noticed.

With `tapis run` as a process: the data are copied, played on, and put back (rules,
section 7, point 10).
"""

from __future__ import annotations

import json
import shutil
import signal
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.book.last_heard import Heard
from controller.game import events as e
from controller.game import inputs as i
from controller.game.meter.types import DataGap
from controller.journal.reading import read_rows
from controller.journal.seal import replace_whole
from controller.settings.settings_error import SettingsError
from controller.settings.table import load_table
from controller.table.mark import FoundMark, Mark, Marker, mark_path, read_mark, write_mark
from tests.builders import COMITE, Felt
from tests.shell.journal.journals import reopen, written
from tests.shell.live_table import LiveTable, tapis, typed, write_settings

DIRECTOR = ("Martin", i.Role.DIRECTOR)
TABLE = "UTH-9"
GAP = DataGap("data_short", 1, 99, 1, 2)


def run_once(settings: Path, held: str = "") -> Any:
    """The table has started, told what it found, and been stopped; its console's view."""
    table = LiveTable(settings)
    view = table.until(lambda view: bool(view["jackpot"]["meter_cents"]) and (not held or gap(view) == held))
    if not held:
        assert gap(view) == ""
    table.stop(signal.SIGTERM)
    return view


def gap(view: Any) -> str:
    found = view["upkeep"]["gap"]
    return found["code"] if found is not None else ""


def last_entry(folder: Path) -> int:
    path = max((folder / "data" / "journals").glob("*.journal"))
    with closing(read_rows(path)) as rows:
        return max(row[0] for row in rows)


@pytest.mark.long
def test_doctor_says_that_no_newer_mark_can_be_written(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    run_once(settings)
    folder = load_table(settings).table.mark_folder
    assert "takes no newer one" not in typed("doctor", "--lang", "en", "--settings", str(settings)).stdout
    (folder / ".writable").mkdir()  # a file of this name is what is tried
    assert (
        f"{folder} takes no newer one" in typed("doctor", "--lang", "en", "--settings", str(settings)).stdout
    )


def test_journal_and_book_put_back_together_keep_jp1_closed(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    run_once(settings)
    shutil.copytree(tmp_path / "data", tmp_path / "older")
    run_once(settings)
    ended = last_entry(tmp_path)
    told = read_mark(tmp_path / "data-mark", TABLE)
    assert told is not None
    assert told.seq == ended, "the mark is of the last step that was written"
    shutil.rmtree(tmp_path / "data")
    shutil.copytree(tmp_path / "older", tmp_path / "data")
    said = typed("doctor", "--lang", "en", "--settings", str(settings))
    assert f"the journals lack session {told.session}, entry {ended}" in said.stdout
    view = run_once(settings, "data_short")
    assert (view["jackpot"]["open"], view["upkeep"]["gap"]["entry"]) == (False, ended)
    assert view["upkeep"]["gap"]["found_session"] < view["upkeep"]["gap"]["session"] == told.session
    assert "A-110" in {alarm["code"] for alarm in view["alarms"]}
    again = run_once(settings, "data_short")
    assert again["upkeep"]["gap"] == view["upkeep"]["gap"], "until two accept it, each session tells of it"
    assert "A-110" in {alarm["code"] for alarm in again["alarms"]}


def test_a_mark_that_is_missing_is_said_and_a_new_tables_is_not(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    run_once(settings)
    mark_path(tmp_path / "data-mark", TABLE).unlink()
    run_once(settings, "mark_missing")


def test_the_mark_of_another_table_is_refused(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    (tmp_path / "data-mark").mkdir()
    write_mark(tmp_path / "data-mark", Mark("UTH-7", 1, 9, "f" * 64))
    mark_path(tmp_path / "data-mark", "UTH-7").rename(mark_path(tmp_path / "data-mark", TABLE))
    said = tapis("run", "--settings", str(settings))
    assert said.returncode == 2
    assert "is the mark of table UTH-7, not of UTH-9" in said.stderr
    assert not list((tmp_path / "data" / "journals").iterdir()), "it leaves no session behind"
    assert "is the mark of table UTH-7" in typed("doctor", "--lang", "en", "--settings", str(settings)).stdout


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"table":1}', '{"table":"UTH-9","session":"x"}'])
def test_what_is_no_mark_is_none(text: str, tmp_path: Path) -> None:
    mark_path(tmp_path, TABLE).write_text(text, encoding="ascii")
    with pytest.raises(ValueError, match=r"Expecting|no mark"):
        read_mark(tmp_path, TABLE)


def test_a_mark_is_read_as_it_was_written(tmp_path: Path) -> None:
    mark = Mark(TABLE, 12, 620, "a" * 64, Heard(180, 1_000_125, "book/1", 179, "b" * 64))
    write_mark(tmp_path, mark)
    assert read_mark(tmp_path, TABLE) == mark
    assert [path.name for path in tmp_path.iterdir()] == ["UTH-9.mark"]
    assert json.loads(mark_path(tmp_path, TABLE).read_text())["seq"] == 620


def test_a_mark_of_what_is_not_in_the_data_tells_of_a_gap(tmp_path: Path) -> None:
    path = tmp_path / "UTH-2-000001.journal"
    written(path, 1)
    with reopen(path) as journal:
        table, (seq, hash_) = journal.opening.table, journal.head

        def told(session: int, entry: int, found: str) -> str:
            marked = FoundMark(tmp_path, Mark(table, session, entry, found))
            gap = marked.beside(journal, [path], (1, seq)).gap
            return gap.code if gap is not None else ""

        assert told(1, seq, hash_) == ""
        assert told(1, seq + 1, "a" * 64) == told(2, 2, "a" * 64) == "data_short"
        assert told(1, seq, "a" * 64) == "data_other"


def test_the_mark_is_apart_from_the_data(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    assert load_table(settings).table.mark_folder == tmp_path / "data-mark"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("run =", f'mark = "{tmp_path}/data/mark"\nrun =', 1), encoding="utf-8")
    with pytest.raises(SettingsError, match="is not apart from data"):
        load_table(settings)


class _Journal:
    """As much of a journal as a marker looks at."""

    class opening:  # noqa: N801
        table, session = TABLE, 1

    def __init__(self) -> None:
        self.head = (1, "a" * 64)


def test_a_mark_that_tells_of_more_is_left_until_the_journal_says_so(tmp_path: Path) -> None:
    from controller.journal.chain import Head

    journal: Any = _Journal()
    journal.head = Head(3, "a" * 64)
    old = Mark(TABLE, 1, 99, "c" * 64)
    write_mark(tmp_path, old)
    marker = Marker(journal, FoundMark(tmp_path, old, GAP), lambda: Heard(), pace_s=0)
    put: list[object] = []
    marker.start(put.append)
    assert put == [i.DataGapObserved(GAP)]
    marker.wrote([e.SessionResumed()])
    marker.stop()
    assert read_mark(tmp_path, TABLE) == old
    marker = Marker(journal, FoundMark(tmp_path, old, GAP), lambda: Heard(7), pace_s=0)
    marker.start(put.append)
    marker.wrote([e.DataGapFound(GAP)])
    marker.stop()
    assert read_mark(tmp_path, TABLE) == Mark(TABLE, 1, 3, "a" * 64, Heard(7))


# --- at the table --------------------------------------------------------------------------------


def test_two_persons_accept_data_put_back_in_mid_round_too() -> None:
    felt = Felt().open().stakes(s1=1000, s2=1000).chips(1).close().draw("2c 3d 4h 5s Qs Js")
    gap = DataGap("data_short", 1, 620, 1, 239, 180)
    felt.see(i.DataGapObserved(gap))
    assert (felt.state.jackpot.open, felt.state.jackpot.closed_code) == (False, "data_short")
    felt.see(i.DataGapObserved(gap))
    assert len(felt.events(e.DataGapFound)) == 1
    felt.badge(*COMITE).do(i.ReopenJackpot()).badge(*DIRECTOR).do(i.ApproveMeterAct())
    assert felt.state.jackpot.open
    assert felt.state.upkeep.gap is None
    (reopened,) = felt.events(e.JackpotReopened)
    assert isinstance(reopened, e.JackpotReopened)
    assert reopened.data == gap, "what they accepted stands in the journal by its figures"
    assert not {alarm.code for alarm in felt.state.alarms} & {"A-102", "A-110"}


def test_who_proposed_before_the_gap_was_told_has_not_seen_it() -> None:
    felt = Felt().open().see(i.BookRefused("start", "residual"))
    felt.badge(*COMITE).do(i.ReopenJackpot())
    felt.see(i.DataGapObserved(DataGap("mark_missing")))
    felt.badge(*DIRECTOR)
    assert felt.tap(i.ApproveMeterAct()) is not None


def test_over_a_stop_on_purpose_it_waits_for_the_two_persons_of_this_table() -> None:
    felt = Felt().open()
    told = felt.state.jackpot
    felt.see(i.MeterObserved(told.generation, told.meter_cents, told.book_seq, stop="transfer"))
    felt.see(i.DataGapObserved(DataGap("data_other", 1, 9, 1, 5)))
    felt.see(i.MeterObserved(told.generation, told.meter_cents, told.book_seq))
    assert (felt.state.jackpot.open, felt.state.jackpot.closed_code) == (False, "data_other")


def test_a_file_that_is_replaced_keeps_its_content_where_the_new_one_cannot_be_written(
    tmp_path: Path,
) -> None:
    kept = tmp_path / "edition"
    replace_whole(kept, "7\n")
    assert (kept.read_text(), kept.stat().st_mode & 0o777) == ("7\n", 0o600)
    kept.with_name("edition.new").mkdir()
    with pytest.raises(OSError, match=r"edition\.new"):
        replace_whole(kept, "8\n")
    assert kept.read_text() == "7\n"
