"""`tapis journal frames`: the frame that an entry names is found again, beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.boot.frames import frame_log_of
from controller.boot.simulated import simulated_night
from controller.cli.journal import journal
from controller.journal.chain import Row
from controller.journal.field_codec import parse_body
from controller.journal.reading import read_rows
from controller.table.frame_log import frames_path

NAME = "UTH-1-000001.journal"


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of two rounds with its frame log beside it."""
    folder = tmp_path_factory.mktemp("night")
    book = str(folder / "jackpot.book")
    made = simulated_night(rounds=2, seed=5, journal=folder, book=book, direct=False)
    try:
        table = made.night.tables[0]
        log = frame_log_of(folder / NAME, table.table.state, table.pump._drivers, 0)
        log.start()
        made.play()
        log.close()
    finally:
        made.close()
    return folder / NAME


def tapis(*words: object) -> Result:
    return CliRunner().invoke(journal, ["frames", *map(str, words)])


def entries(path: Path, *kinds: str) -> list[Row]:
    return [row for row in read_rows(path) if row.kind in kinds]


def test_every_card_of_the_journal_is_found_by_the_frame_it_names(night: Path) -> None:
    lines = [json.loads(text) for text in tapis(night, "--json").stdout.splitlines()]
    found = {line["entry"]: line for line in lines if line["entry"] is not None}
    dealt = entries(night, "CardDealt")
    assert len(dealt) > 20
    for row in dealt:
        line = found[row.seq]
        assert (line["machine"], line["word"]) == ("shoe", "card_drawn")
        assert line["frame"] == f"{parse_body(row.body)['frame']:04X}"
        assert abs(line["at_ms"] - row.at_ms) <= 100


def test_one_frame_is_told_with_its_entry_in_both_languages(night: Path) -> None:
    row = entries(night, "CardDealt")[3]
    frame = f"{parse_body(row.body)['frame']:04X}"
    for language, words in (("fr", "Carte donnée"), ("en", "Card dealt")):
        result = tapis(night, "--frame", frame, "--machine", "shoe", "--lang", language)
        assert result.exit_code == 0
        (line,) = result.stdout.splitlines()
        assert f"← {frame:>5}  01 20 " in line
        assert line.endswith(f"{row.seq} {words}")


def test_a_round_is_told_from_its_opening_to_its_end(night: Path) -> None:
    lines = [json.loads(text) for text in tapis(night, "--round", 2, "--json").stdout.splitlines()]
    rounds = {
        parse_body(row.body)["round"]
        for row in entries(night, "CardDealt")
        if row.seq in {line["entry"] for line in lines}
    }
    assert rounds == {2}


def test_what_is_not_there_ends_with_1_and_what_is_no_frame_with_2(night: Path, tmp_path: Path) -> None:
    for lang, none, no_round, no_journal in (
        ("fr", "aucune trame ainsi demandée dans", "le coup 99 n’est pas dans", "ce n’est pas un journal"),
        ("en", "no such frame in", "round 99 is not in", "not a journal"),
    ):
        result = tapis(night, "--frame", "FFFFF", "--lang", lang)
        assert (result.exit_code, result.stderr) == (1, f"{none} {NAME}.frames\n")
        refused = tapis(night, "--round", 99, "--lang", lang)
        assert (refused.exit_code, f"{no_round} {NAME}" in refused.stderr) == (2, True)
        letter = tmp_path / "letter"
        letter.write_text("dear all")
        refused = tapis(letter, "--lang", lang)
        assert (refused.exit_code, no_journal in refused.stderr) == (2, True), refused.stderr
    assert tapis(night, "--frame", "card").exit_code == 2


def test_without_the_log_the_journal_is_whole(night: Path, tmp_path: Path) -> None:
    alone = tmp_path / NAME
    alone.write_bytes(night.read_bytes())
    assert tapis(alone).exit_code == 1
    result = CliRunner().invoke(journal, ["verify", str(alone)])
    assert (result.exit_code, result.stdout[:5]) == (0, "tient")
    assert frames_path(night).exists()
    assert CliRunner().invoke(journal, ["verify", str(night.parent)]).exit_code == 0
