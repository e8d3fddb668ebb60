"""The replay of a round that won the jackpot rings the five cards of the hand, and darkens all others."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from zoneinfo import ZoneInfo

from controller.house.answers import Answers
from controller.house.archive import House
from tests.ui.pit_pictures import ROYAL_AT, jackpot_night
from tests.ui.room_states import calm
from tests.ui.told_house import Told
from ui.screen.house_pages import house_pages
from ui.screen.pit.room import RoomFace


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
