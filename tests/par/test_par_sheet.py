"""What a PAR sheet is set from: numbers, plot, grid, text in columns."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from controller.cli.par.blocks import WIDTH, Drawing, Said, Section, Table, as_html, as_text
from controller.cli.par.figures import Figures
from controller.cli.par.grid import hand_names, strategy_grid
from controller.cli.par.plot import return_plot
from controller.cli.par.sheet import Sheet
from controller.papers.pdf import pdf_bytes

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("lang", "odds"), [("fr", "3\u00a0pour\u00a02"), ("en", "3\u00a0to\u00a02")])
def test_numbers_are_the_houses_and_words_the_persons(lang: str, odds: str) -> None:
    figures = Figures(lang)
    assert figures.count(133_784_560) == "133\u202f784\u202f560"
    assert figures.percent(Fraction(6455243, 6689228)) == "96,5021\u00a0%"
    assert figures.euros(1_250_400) == "12\u202f504\u00a0€"
    assert figures.euros(-50) == "−0,50\u00a0€"
    assert figures.odds("3/2") == odds


def test_a_decimal_has_the_digits_asked_for_and_no_zeros_behind() -> None:
    figures = Figures("fr")
    assert figures.decimal(Fraction(1, 3)) == "0,333333333333333"
    assert figures.decimal(Fraction(-1, 8), signed=True) == "−0,125"
    assert figures.decimal(Fraction(100)) == "100"
    assert figures.decimal(Fraction(12_345_678, 10)) == "1\u202f234\u202f567,8"
    assert figures.fixed(Fraction(2, 3), 4, signed=True) == "+0,6667"


@pytest.mark.parametrize(("sides", "told"), [(("trips",), "Trips et JP1"), ((), "JP1")])
def test_the_bets_of_seven_cards_are_those_of_this_game(sides: tuple[str, ...], told: str) -> None:
    """The method told of a Bonus in a game that has none."""
    tables = {side: {} for side in (*sides, "blind")}
    answer: dict[str, Any] = {"profile": {"paytables": tables}, "jp1": {}, **{side: {} for side in sides}}
    assert Sheet(answer, "fr").on_seven() == told


def plotted() -> ElementTree.Element:
    return ElementTree.fromstring(
        return_plot(
            (650, 262),
            9_900_000,
            1_000_000,
            lambda cents, bettors: 0.5 + cents / 16_000_000 + 0.003 * bettors,
            Figures("fr"),
            "joueurs",
            "départ",
        )
    )


def test_the_plot_has_seven_rising_lines_and_the_line_of_a_hundred_per_cent() -> None:
    lines = plotted().findall(f"{SVG}line")
    rising = [each for each in lines if float(each.attrib["y1"]) > float(each.attrib["y2"]) + 50]
    returns = [each for each in rising if each.attrib["x1"] != each.attrib["x2"]]
    assert len(returns) == 7
    heights = [float(each.attrib["y1"]) for each in returns]
    assert heights == sorted(heights, reverse=True)  # more bettors, more return
    texts = [each.text for each in plotted().findall(f"{SVG}text")]
    assert "100\u00a0%" in texts
    assert texts[-2:] == ["1 joueur", "7 joueurs"]
    assert all(0 <= float(each.attrib["x"]) <= 650 for each in plotted().findall(f"{SVG}text"))


@pytest.mark.parametrize("top_cents", [100_000, 730_000, 9_900_000, 99_000_000, 10**11])
def test_the_plot_has_a_few_round_marks_whatever_the_jackpot(top_cents: int) -> None:
    drawn = return_plot(
        (650, 262), top_cents, 0, lambda c, b: c / top_cents, Figures("en"), "bettors", "start"
    )
    marks = [each.text for each in ElementTree.fromstring(drawn).findall(f"{SVG}text")]
    euros = [mark for mark in marks if mark and mark.endswith("€")]
    assert 4 <= len(euros) <= 9


def test_the_grid_holds_all_1326_pairs_of_cards_once() -> None:
    names = [name for row in hand_names() for name in row]
    assert len(set(names)) == 169
    assert sum({2: 6, 3: 4 if name.endswith("s") else 12}[len(name)] for name in names) == 1326
    assert (hand_names()[0][0], hand_names()[0][1], hand_names()[1][0]) == ("AA", "AKs", "AKo")


def test_the_grid_is_drawn_cell_by_cell() -> None:
    names = [name for row in hand_names() for name in row]
    acts = {name: "bet" if name.startswith("A") else "" for name in names}
    drawn = strategy_grid(acts, dict.fromkeys(names, -0.25), {"bet": "4×"}, "attendre", Figures("fr"))
    tree = ElementTree.fromstring(drawn)
    assert len(tree.findall(f"{SVG}rect")) == 169 + 2
    texts = [each.text for each in tree.findall(f"{SVG}text")]
    assert texts.count("−0,250") == 169
    assert texts[-2:] == ["4×", "attendre"]


SECTIONS = [
    Section("", (Said("Loud & <clear>.", loud=True),)),
    Section("Numbers", (Table(("", "b"), (("a", "1"), ("long name", "22")), frozenset({1})),)),
    Section("Words", (Said("word " * 60), Drawing("plot", 100, 50, text="drawn")), new_page=True),
]


def test_text_is_set_in_columns_and_folded() -> None:
    lines = as_text("Title", "Source", SECTIONS).splitlines()
    assert lines[0] == "!! Loud & <clear>."
    assert lines[2:4] == ["Title", "Source"]
    assert "  a            1" in lines
    assert "  long name   22" in lines
    assert max(map(len, lines)) <= WIDTH
    assert lines[-1] == "drawn"


def test_html_is_escaped_and_prints() -> None:
    html = as_html(SECTIONS)
    assert "Loud &amp; &lt;clear&gt;." in html
    assert pdf_bytes("t", html, "f", {"plot": f'<svg xmlns="{SVG[1:-1]}" viewBox="0 0 2 1"/>'}).pages == 2


def test_a_digest_stands_on_one_line() -> None:
    """Parted before its last four letters, it was found by nobody who looked for it."""
    digest = "0123456789abcdef" * 4
    rows = (("Digest of the profile", digest), ("consolation_trigger = any_player", "A player."))
    data = pdf_bytes("t", as_html([Section("Rules", (Table(("", ""), rows),))]), "f").data
    (page,) = PdfReader(BytesIO(data)).pages
    lines = page.extract_text().splitlines()
    for whole in (digest, "consolation_trigger = any_player"):
        assert any(whole in line for line in lines), whole
