"""A closed round played again without the key: what the table itself would show, and nothing sealed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.boot.sessions import table_facts
from controller.game.dealing.show import board_cards, dealer_hand, seats
from controller.game.evolve import evolve
from controller.game.felt import SEATS
from controller.game.state import TableState
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.scope import BadQuestion
from controller.journal.keys import simulated_keys
from controller.journal.writer import Journal
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from tests.memory.nights import SEED, alter, play, rows_of

SHOWN_OF_A_SEAT = ("ante_cents", "stakes", "play_cents", "folded", "cards", "hand", "result", "jp1")


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A night with many faults, for the sake of its holds, voids and keyed cards."""
    return play(tmp_path_factory.mktemp("hard"), rounds=40, tables=1, faults="hard")


@pytest.fixture(scope="module")
def answers(hard: Path) -> Iterator[Answers]:
    with closing(House([hard], ":memory:")) as house:
        house.read_all()
        yield Answers(house)


def replays(answers: Answers) -> Iterator[dict[str, Any]]:
    found = answers.rounds({"limit": 200})["rounds"]
    assert found
    for one in found:
        yield answers.replay({"table": one["table"], "round": one["round"]})


def test_every_round_is_replayed_as_the_table_saw_it(hard: Path, answers: Answers, tmp_path: Path) -> None:
    """Held against the fold of the whole session with its key, entry by entry."""
    path = tmp_path / "copy.journal"
    path.write_bytes(next(hard.glob("*.journal")).read_bytes())
    profile = load_profile("fr-55-20-2021")
    with Journal.open(path, sealer_master=simulated_keys(SEED, "UTH-1").master) as journal:
        state = TableState(table_facts("UTH-1", 1, profile, load_jackpot(), simulated=True))
        truth = {}
        for entry in journal.events():
            state = evolve(state, entry)
            truth[entry.seq] = felt(state)
    compared = 0
    for told in replays(answers):
        assert told["chain"]["ok"]
        for one in told["entries"]:
            picture = told["felts"][one["felt"]]
            mine = {
                "dealer": picture["dealer"]["cards"],
                "board": picture["board"]["cards"],
                "seats": [{name: seat[name] for name in SHOWN_OF_A_SEAT} for seat in picture["seats"]],
            }
            assert mine == truth[one["seq"]], (told["round"], one["seq"], one["kind"])
            compared += 1
    assert compared > 1_000


def felt(state: TableState) -> dict[str, Any]:
    return {
        "dealer": dealer_hand(state)["cards"],
        "board": board_cards(state)["cards"],
        "seats": [{name: seat[name] for name in SHOWN_OF_A_SEAT} for seat in seats(state)],
    }


def test_no_card_is_told_that_was_not_turned_up_in_that_round(hard: Path, answers: Answers) -> None:
    revealed: dict[int, set[str]] = {}
    for _, _, kind, body in rows_of(next(hard.glob("*.journal"))):
        if kind == "CardsRevealed":
            revealed.setdefault(body["round"], set()).update(card["card"] for card in body["cards"])
    sealed = 0
    for told in replays(answers):
        sealed += told["withheld"]
        cards = {card for picture in told["felts"] for card in cards_of(picture)} - {"", "back", "unread"}
        assert cards <= revealed.get(told["round"], set())
        assert "sealed" not in json.dumps(told)
        assert "commitment" not in json.dumps(told)
    assert sealed > 0


def cards_of(picture: dict[str, Any]) -> list[str]:
    held = [card for seat in picture["seats"] for card in seat["cards"]]
    return [*picture["dealer"]["cards"], *picture["board"]["cards"], *held]


def test_the_store_holds_no_card_that_was_never_turned_up(hard: Path, tmp_path: Path) -> None:
    """Also while a round is under way: what is remembered of it are cards turned up."""
    with closing(House([hard], tmp_path / "store.db")) as house:
        house.read_all()
    raw = (tmp_path / "store.db").read_bytes()
    for _, _, kind, body in rows_of(next(hard.glob("*.journal"))):
        if kind == "CardDealt":
            assert body["card"]["sealed"].encode() not in raw
            assert body["card"]["commitment"].encode() not in raw


def test_a_round_that_is_not_closed_is_not_replayed(answers: Answers) -> None:
    for asked in ({"table": "UTH-1", "round": 10_000}, {"table": "UTH-9", "round": 1}, {}):
        with pytest.raises(BadQuestion, match="no closed round"):
            answers.replay(asked)


def test_an_altered_entry_is_named_where_it_is_replayed(night: Path, tmp_path: Path) -> None:
    journals = tmp_path / "journals"
    journals.mkdir()
    for path in night.glob("UTH-1*.journal"):
        (journals / path.name).write_bytes(path.read_bytes())
    with closing(House([journals], ":memory:")) as house:
        house.read_all()
        answers = Answers(house)
        second = answers.rounds({})["rounds"][-2]
        alter(next(journals.glob("*.journal")), second["first_seq"] + 3)
        told = answers.replay({"table": "UTH-1", "round": second["round"]})
        assert not told["chain"]["ok"]
        assert told["chain"]["seq"] == second["first_seq"] + 3
        assert len(told["entries"]) == 3
        before = answers.replay({"table": "UTH-1", "round": second["round"] - 1})
        assert before["chain"]["ok"]


def test_rounds_are_found_by_what_they_had(night: Path) -> None:
    with closing(House([night], ":memory:")) as house:
        house.read_all()
        answers = Answers(house)
        every = answers.rounds({"limit": 200})["rounds"]
        for seat in SEATS:
            found = answers.rounds({"limit": 200, "seat": seat})
            assert found["found"] == sum(seat in one["players"] for one in every)
        assert answers.rounds({"jp1": True})["found"] == sum(bool(one["jp1"]) for one in every)
        amount = answers.rounds({"amount_cents": 20_000})
        assert amount["found"] == sum(
            max(abs(one["bank_cents"]), one["prize_cents"]) >= 20_000 for one in every
        )
        straights = answers.rounds({"class": "straight"})["found"]
        assert straights == sum(any(one["classes"][seat] in "456789" for seat in SEATS) for one in every)
        newest = answers.rounds({"limit": 5})["rounds"]
        assert newest == every[:5]
        older = answers.rounds({"limit": 5, "before_ms": newest[-1]["closed_ms"]})["rounds"]
        assert older == every[5:10]
        for wrong in ({"seat": 8}, {"flag": "x"}, {"class": "flish"}, {"limit": 0}, {"period": "eon"}):
            with pytest.raises(BadQuestion):
                answers.rounds(wrong)


def test_a_hold_and_a_keyed_card_mark_their_round(hard: Path, answers: Answers) -> None:
    held = {
        body["cause"] for _, _, kind, body in rows_of(next(hard.glob("*.journal"))) if kind == "RoundHeld"
    }
    found = answers.rounds({"incident": True, "limit": 200})["rounds"]
    assert bool(held) == bool(found)
    with closing(sqlite3.connect(next(hard.glob("*.journal")))) as conn:
        for kind, flag in (("CardKeyed", "keyed"), ("RoundVoided", "voided")):
            times = conn.execute("SELECT count(*) FROM journal WHERE kind = ?", (kind,)).fetchone()[0]
            assert bool(times) == bool(answers.rounds({"flag": flag})["found"])


def test_a_fact_names_the_frame_of_the_machine_that_told_it(hard: Path, answers: Answers) -> None:
    body_of = {seq: body for seq, _, _, body in rows_of(next(hard.glob("*.journal")))}
    met: set[str] = set()
    for told in replays(answers):
        read: dict[tuple[int, str], int] = {}
        for one in told["entries"]:
            body, source = body_of[one["seq"]], one["source"]
            if one["kind"] in ("CardDealt", "CardUnread"):
                read[body["attempt"], body["place"]] = body["frame"]
                assert source == {"from": "shoe", "numbers": [body["frame"]] * 2}
                met.add(one["kind"])
            elif one["kind"] == "CardsRevealed":
                frames = [read.get((body["attempt"], card["place"]), 0) for card in body["cards"]]
                known = sorted(frame for frame in frames if frame)
                assert source == ({"from": "shoe", "numbers": [known[0], known[-1]]} if known else None)
                met.add(one["kind"])
            elif one["kind"] == "ShufflerChanged":
                assert source is None or source["from"] == "shuffler"
            elif source is not None and source["from"] == "book":
                assert source["numbers"] == [body["book_seq"]] * 2
                met.add("book")
            elif one["kind"] in ("SeatSettled", "PlayBet", "RoundClosed"):
                assert source is None, "a person did it, not a machine"
    assert met >= {"CardDealt", "CardsRevealed", "book"}


def test_frames_of_cards_rise_through_the_round_and_none_comes_twice(answers: Answers) -> None:
    for told in replays(answers):
        frames = [one["source"]["numbers"][0] for one in told["entries"] if one["kind"] == "CardDealt"]
        assert frames == sorted(set(frames))
