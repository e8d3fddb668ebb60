"""The replay of a round that won the jackpot rings the five cards of the hand, and darkens all others."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from zoneinfo import ZoneInfo

from controller.house.answers import Answers
from controller.house.archive import House
from tests.ui.pit_pictures import ROYAL_AT, jackpot_night
from tests.ui.room_states import calm
from tests.ui.told_house import Told
from ui import figures
from ui.screen.house_pages import house_pages
from ui.screen.house_speech import Words
from ui.screen.pit.room import RoomFace
from ui.screen.pit.rounds import round_mark


def test_the_replay_of_a_royal_rings_its_five_cards_and_no_other(tmp_path: Path) -> None:
    with closing(House([jackpot_night(tmp_path)], ":memory:")) as house:
        house.read_all()
        face = RoomFace("fr", house_pages(Told(Answers(house)), tmp_path), zone=ZoneInfo("Europe/Paris"))
        tables = {"tables": calm()}
        face.words(tables)
        asked = {"act": "page", "page": "rounds", "table": "UTH-1", "session": 1}
        face.take({"act": "tab", "tab": "rounds"})
        ringed = {}
        for number in (ROYAL_AT, ROYAL_AT - 1):
            face.take({**asked, "round": number})
            face.words(tables)
            felt = face.words(tables)["told"]["replay"]["felt"]
            seats = [seat for seat in felt["seats"] if not seat["free"]]
            pairs = [*zip(felt["board"], felt["board_ringed"], strict=True)]
            pairs += [pair for seat in seats for pair in zip(seat["cards"], seat["ringed"], strict=True)]
            ringed[number] = [card for card, on in pairs if on]
            assert felt["proved"] is bool(ringed[number])
    assert sorted(card[0] for card in ringed[ROYAL_AT]) == sorted("AKQJT")
    assert len({card[1] for card in ringed[ROYAL_AT]}) == 1
    assert ringed[ROYAL_AT - 1] == []


def test_what_jp1_paid_stands_apart_from_the_banks_result_in_the_list_and_at_the_seats(
    tmp_path: Path,
) -> None:
    with closing(House([jackpot_night(tmp_path)], ":memory:")) as house:
        house.read_all()
        answers = Answers(house)
        (one,) = [one for one in answers.rounds({})["rounds"] if one["round"] == ROYAL_AT]
        felt = answers.replay({"table": "UTH-1", "round": ROYAL_AT})["felts"][-1]
        seats = [seat for seat in felt["seats"] if seat["seated"]]
        assert sum(seat["main_cents"] for seat in seats) == -one["bank_cents"]
        assert sum(seat["jp1_cents"] for seat in seats) == one["prize_cents"] > 1_000_000
        face = RoomFace("fr", house_pages(Told(answers), tmp_path), zone=ZoneInfo("Europe/Paris"))
        face.take({"act": "tab", "tab": "rounds"})
        face.take({"act": "page", "page": "rounds", "table": "UTH-1", "session": 1, "round": ROYAL_AT})
        told = face.words({"tables": calm()})["told"]
        said = [seat["prize"] for seat in told["replay"]["felt"]["seats"] if seat["prize"]]
        assert len(said) == sum(bool(seat["jp1_cents"]) for seat in seats) > 1
        listed = [text["t"] for text in json.loads(told["list"]["texts"])]
        assert "JP1 payé" in listed
        words = Words("fr")
        assert round_mark(words, one) == ("jackpot", "gold")
        assert round_mark(words, {**one, "intact": False}) == ("altéré", "red"), "before any other mark"
        assert figures.euros(one["prize_cents"], short=True).removesuffix("\u00a0€") in listed
