"""An insider rewrites a night: the page of the authority is never green, and says what does not hold."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.house.answers import Answers
from controller.house.archive import House
from controller.journal.heads import Signer
from controller.journal.keys import simulated_keys
from controller.journal.trust import NO_KEYS, Keys
from tests.law.requirements import requirement
from tests.long import long
from tests.memory.forgeries import (
    Edit,
    chained,
    instead,
    rows_in,
    seat_not_contributed,
    signed,
    without,
    without_round,
    written,
)
from tests.memory.nights import witness_of, won_night
from ui.screen.house_speech import Words
from ui.screen.pit.inspector_answers import answers

SEED = 5
NAME = "UTH-1-000001.journal"
TABLE = simulated_keys(SEED, "UTH-1").signer
STRANGER = Signer(b"E" * 32)
KEYS: Keys = {"UTH-1": frozenset({TABLE.key})}
ALL = {"ask": "inspect", "period": "all"}


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return won_night(tmp_path_factory.mktemp("won"), SEED)


@pytest.fixture(scope="module")
def heads(won: Path) -> list[str]:
    return (won / f"{NAME}.heads").read_text("ascii").splitlines()


def page(folder: Path, witness: Path | None = None, keys: Keys = NO_KEYS) -> dict[str, Any]:
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        return Answers(house, witness, keys=keys).answer(ALL)


def green(told: dict[str, Any]) -> bool:
    answers = all(told[name]["ok"] for name in ("chain", "book", "approved", "settled"))
    return answers and all(line["ok"] for line in told["requirements"])


def wrong(told: dict[str, Any]) -> set[str]:
    return {line["id"] for line in told["requirements"] if not line["ok"]}


EDITS: dict[str, tuple[Edit, str]] = {
    "the contribution of a seat lost": (seat_not_contributed, "BC-04"),
    "claim, award and payment raised": (
        instead("ClaimRecorded AwardRecorded PaymentPrepared SlipSigned SeatSettled", "1001500>2001500"),
        "PM-01",
    ),
    "a payment confirmed lower": (instead("PaymentConfirmed", "1010000>910000"), "JW-21"),
    "a slip of another amount": (instead("PaymentPrepared", '"cents":1001500>"cents":901500'), "JW-15"),
    "the bank other": (instead("RoundClosed", "-18500>-8500"), "RP-08"),
    "a contribution of another rate": (instead("ContributionRecorded", ":1000750,>:1000700,"), "PM-03"),
    "a contribution missing": (without("ContributionRecorded"), "PM-03"),
    "a settled seat missing": (without("SeatSettled"), "RP-08"),
    "a round missing": (without_round(2), ""),
    "the identification missing": (without("HandConfirmed"), "JW-06"),
    "the review missing": (without("VideoReviewed"), "JW-07 AC-14"),
    "nobody armed": (without("ReleaseArmed"), "PM-11"),
    "one reading of the amount missing": (without("AmountRead"), "PM-11"),
    "nobody showed his code": (without("PersonProven"), ""),
    "no slip": (without("PaymentPrepared"), "JW-15 JW-16"),
    "the claim missing": (without("ClaimRecorded"), "JW-09 RP-08"),
    "another second person": (instead("AwardReleased", "OV 11>Chef 9"), "PM-11"),
    "another camera": (instead("VideoReviewed", "C-14>C-15"), ""),
    "another table": (instead("JournalOpened", '"UTH-1">"UTH-9"'), ""),
    "a live night": (instead("JournalOpened", '"simulated":true>"simulated":false'), ""),
}
"""What is changed, and the lines that show it where everything is signed by the table's own key."""

TURNING = [name for name, (_, lines) in EDITS.items() if lines]


@requirement("SE-12")
@pytest.mark.parametrize("name", [name if at % 7 == 0 else long(name) for at, name in enumerate(EDITS)])
def test_no_night_that_was_rewritten_is_green_whoever_signed_it(
    won: Path, heads: list[str], tmp_path: Path, name: str
) -> None:
    edit, _ = EDITS[name]
    witness = witness_of(won)
    for signer in (None, STRANGER, TABLE):
        rows = chained(edit(rows_in(won / NAME)))
        beside = signed(rows, heads, signer) if signer is not None else None
        folder = written(won / NAME, tmp_path / "night", rows, beside)
        told = page(folder, witness)
        assert not green(told)
        assert told["chain"]["state"] != "ok"
        if signer is STRANGER:
            assert told["chain"]["signed"]["state"] == "unknown"
            assert told["chain"]["signed"]["key"] == STRANGER.key
    rows = chained(edit(rows_in(won / NAME)))
    for beside in (heads, heads[:-1]):  # nothing signed anew
        assert not green(page(written(won / NAME, tmp_path / "night", rows, beside), witness))


@requirement("SE-12")
@pytest.mark.parametrize("name", [name if at % 4 == 0 else long(name) for at, name in enumerate(TURNING)])
def test_what_the_table_s_own_key_signed_falsely_turns_its_line(
    won: Path, heads: list[str], tmp_path: Path, name: str
) -> None:
    edit, lines = EDITS[name]
    rows = chained(edit(rows_in(won / NAME)))
    told = page(written(won / NAME, tmp_path / "night", rows, signed(rows, heads, TABLE)), None, KEYS)
    assert {*lines.split()} <= wrong(told)


def test_the_night_itself_is_green_by_named_keys_and_a_witness_and_not_without(won: Path) -> None:
    assert green(page(won, witness_of(won)))
    bare, keyed = page(won), page(won, None, KEYS)
    assert [told["chain"]["signed"]["state"] for told in (bare, keyed)] == ["unknown", "named"]
    assert [told["chain"]["state"] for told in (bare, keyed)] == ["open", "open"]
    assert (wrong(bare), wrong(keyed)) == (set(), set())


def test_a_night_cut_where_a_head_was_signed_is_not_green(
    won: Path, heads: list[str], tmp_path: Path
) -> None:
    witness = witness_of(won)
    for at in sorted({int(line.split()[5]) for line in heads})[:-1]:
        kept = [line for line in heads if int(line.split()[5]) <= at]
        told = page(written(won / NAME, tmp_path / "night", rows_in(won / NAME)[:at], kept), witness)
        assert told["chain"]["state"] == "bad"
        assert "witnessed" in told["chain"]["faults"][0]["why"]


def test_heads_put_beside_a_night_never_make_it_green(won: Path, heads: list[str], tmp_path: Path) -> None:
    rows = rows_in(won / NAME)
    strange = signed(rows, heads, STRANGER)
    claimed = [line.replace(STRANGER.key, TABLE.key) for line in strange]
    for beside in ([], None, heads[:-1], heads[::-1], [*heads, strange[-1]], strange, claimed, ["hello"]):
        told = page(written(won / NAME, tmp_path / "night", rows, beside), witness_of(won))
        assert told["chain"]["state"] in ("open", "bad")


def at_play(won: Path, heads: list[str], tmp_path: Path, *, closed: bool = False) -> tuple[Path, int, int]:
    """The night as it lies there in its last round, its last head seen by the witness.

    Returns:
        its folder, the entry of that head, and the last entry.
    """
    rows = rows_in(won / NAME)
    ends = sorted({int(line.split()[5]) for line in heads})
    kept = [line for line in heads if int(line.split()[5]) <= ends[-2]]
    rows = rows[: ends[-2] + 3]
    if closed:
        at_ms = rows[-1][1]
        rows = chained([*rows, [len(rows) + 1, at_ms, "TableClosed", '{"chef":"Chef 9"}', "", ""]])
    (tmp_path / "heads.txt").write_text(f"key UTH-1 {TABLE.key}\n{kept[-1]}\n", "ascii")
    return written(won / NAME, tmp_path / "night", rows, kept), ends[-2], len(rows)


def test_a_table_that_plays_is_proved_until_its_last_head_and_the_rest_is_no_fault(
    won: Path, heads: list[str], tmp_path: Path
) -> None:
    folder, signed_to, last = at_play(won, heads, tmp_path)
    told = page(folder, tmp_path / "heads.txt")
    chain = told["chain"]
    assert (chain["state"], chain["ok"], chain["after"]) == ("ok", True, last - signed_to)
    assert chain["until_ms"] == rows_in(folder / NAME)[signed_to - 1][1]
    card = answers(Words("fr"), told)[0]
    assert card["state"] == "ok"
    assert card["title"].startswith("Chaîne vérifiée jusqu’à ")
    assert card["lines"][:2] == [
        "signée et vue d’un témoin jusque-là",
        f"{last - signed_to} écritures depuis\u00a0: à signer",
    ]


def test_an_end_without_a_head_is_not_proved_where_nobody_plays_or_it_is_old(
    won: Path, heads: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closed; further behind than a minute's head can be; signed by nobody that the witness saw sign."""
    folder, _, _ = at_play(won, heads, tmp_path, closed=True)
    assert page(folder, tmp_path / "heads.txt")["chain"]["state"] == "open"
    folder, _, _ = at_play(won, heads, tmp_path)
    assert page(folder)["chain"]["state"] == "open"
    monkeypatch.setattr("controller.house.inspected_chain.LIVE_MS", -1)
    assert page(folder, tmp_path / "heads.txt")["chain"]["state"] == "open"


def test_a_session_that_was_witnessed_and_is_gone_is_told(won: Path, tmp_path: Path) -> None:
    witness = tmp_path / "heads.txt"
    text = witness_of(won).read_text("ascii")
    words = text.splitlines()[-1].split()
    words = [*words[:2], "2", "a" * 64, words[6], "9", "b" * 64, words[7], TABLE.key]
    head = " ".join(words)
    witness.write_text(f"{text}{head} {TABLE.sign(head.encode())}\n", "ascii")
    told = page(won, witness)
    assert told["chain"]["faults"] == [
        {"table": "UTH-1", "session": 2, "why": "it was witnessed and is not here"}
    ]


def test_unknown_rules_work_nothing_out_and_are_not_green(
    won: Path, heads: list[str], tmp_path: Path
) -> None:
    rows = rows_in(won / NAME)
    body = json.loads(str(rows[0][3]))
    body["profile_digest"] = "0" * 64
    rows[0][3] = json.dumps(body, separators=(",", ":"))
    rows = chained(rows)
    told = page(written(won / NAME, tmp_path / "night", rows, signed(rows, heads, TABLE)), None, KEYS)
    assert (told["settled"]["ok"], told["settled"]["rounds"]) == (False, 0)
    (line,) = (line for line in told["requirements"] if line["id"] == "RP-08")
    assert (line["mark"], line["ok"]) == ("missing", False)
    assert "nothing was worked out" in line["shown"][1]
