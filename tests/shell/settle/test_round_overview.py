"""The page a round's paper begins with: board, bank and a line for each seat; JP1 apart."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from controller.game.felt import Spot
from controller.game.settling.settle import RoundSettlement
from controller.papers.pdf import pdf_bytes
from controller.papers.round_sheet.lines import parse_line, settle_line
from controller.papers.round_sheet.overview import WORDS, overview
from controller.papers.round_sheet.sheet import sheet_of
from controller.settings.rules import load_profile
from controller.words.money import MINUS
from tests.shell.settle.settle_lines import CASINO, ROYAL, changed

CARDS = ("As Ks", "Ac 3d", "Jc Jh", "Kd Th", "9c 4s", "5c 5d", "Qd 3c")


def full(line: dict[str, Any]) -> None:
    """Seven seats, each with all bets; the first holds the royal, the fifth folded."""
    line["jackpot_cents"] = 999_999_999
    stakes = {"ante": 50_000, "blind": 50_000, "trips": 50_000, "play": 200_000, "jp1": 500}
    line["seats"] = [
        {"seat": at, "cards": cards.split(), "folded": at == 5, "stakes": dict(stakes)}
        for at, cards in enumerate(CARDS, start=1)
    ]
    del line["seats"][4]["stakes"]["play"]


ROUNDS = {"royal": ROYAL, "casino": CASINO, "full": changed(ROYAL, full)}


def drawn(name: str, language: int) -> tuple[RoundSettlement, str, dict[str, str]]:
    line = parse_line(json.dumps(ROUNDS[name]))
    assert line.profile is not None
    facts, settled = settle_line(line, load_profile(line.profile))
    drawings: dict[str, str] = {}
    sheet = sheet_of("147", facts, settled, language)
    return settled, overview(facts, settled, sheet, language, drawings), drawings


def rows(html: str) -> list[list[str]]:
    """The text of each cell of each row."""
    return [
        [
            unescape(re.sub("<[^>]*>", " ", cell)).strip()
            for cell in re.findall("<t[dh][^>]*>(.*?)</t[dh]>", row)
        ]
        for row in re.findall("<tr[^>]*>(.*?)</tr>", html)
    ]


def cents(text: str) -> int:
    digits = int("0" + re.sub("[^0-9]", "", text))
    return -digits if MINUS in text else digits


@pytest.mark.parametrize("language", [0, 1])
@pytest.mark.parametrize("name", ROUNDS)
def test_each_seat_has_a_line_and_the_lines_add_up_to_the_banks_result(name: str, language: int) -> None:
    settled, html, _ = drawn(name, language)
    main = [line for seat in settled.seats for line in seat.lines if line.spot is not Spot.JP1]
    bank = sum(line.taken_cents - line.paid_cents for line in main)
    table = rows(html)
    total = next(at for at, row in enumerate(table) if row[0] == WORDS["total"][language])
    seats = table[total - len(settled.seats) : total]
    assert [row[0] for row in seats] == [str(seat.seat) for seat in settled.seats]
    assert cents(table[total][-1]) == -bank == sum(cents(row[-1]) for row in seats)
    for at, key in enumerate(("taken_cents", "returned_cents", "paid_cents"), start=-4):
        assert cents(table[total][at]) == sum(getattr(line, key) for line in main)


@pytest.mark.parametrize("language", [0, 1])
def test_jp1_is_apart_and_in_no_sum_of_the_table(language: int) -> None:
    settled, html, _ = drawn("full", language)
    jp1 = [line for seat in settled.seats for line in seat.lines if line.spot is Spot.JP1]
    last = rows(html)[-1]
    staked, paid = sum(one.stake_cents for one in jp1), sum(one.paid_cents for one in jp1)
    assert [cents(cell) for cell in last[1:3]] == [staked, paid]
    assert html.index(f"<h2>{WORDS['settlement'][language]}") < html.index("<h2>JP1")
    settled, html, _ = drawn("casino", language)
    assert "JP1" not in html


@pytest.mark.parametrize("language", [0, 1])
def test_the_largest_round_stands_on_one_page_and_all_of_it_is_found_again(language: int) -> None:
    _, html, drawings = drawn("full", language)
    (page,) = PdfReader(BytesIO(pdf_bytes("t", html, "f", drawings).data)).pages
    told = re.sub(r"\s", "", page.extract_text()).replace("\u2011", "-")
    lines = [line.strip() for line in page.extract_text().split("\n")]
    for row in rows(html):
        for word in " ".join(row).split():
            assert re.sub(r"\s", "", word) in told, word
        for word in re.findall(r"\w{3,}", row[2] if len(row) > 8 else ""):
            assert any(word in line for line in lines), f"{word} is broken"
