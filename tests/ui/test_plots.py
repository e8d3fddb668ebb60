"""Plots: round steps on their axes, what is said of a result, and the keys of many tables."""

from __future__ import annotations

import json
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from controller.words.money import decimal
from ui.drawing import Axes, Drawing, step_of, time_ticks
from ui.figures import sigmas
from ui.screen.house_keys import Choice, table_keys
from ui.screen.house_speech import Words
from ui.screen.plots_chance import frequencies
from ui.screen.plots_conduct import availability, machines
from ui.screen.plots_money import result
from ui.screen.plots_pace import rates

PARIS = ZoneInfo("Europe/Paris")


def test_axes_take_round_steps_and_full_hours() -> None:
    assert [step_of(span, 4) for span in (0.9, 3, 37, 90, 1_000, 12_345)] == [0.5, 1, 10, 50, 500, 5_000]
    axes = Axes(Drawing(400, 200), low=-30, high=95)
    assert (axes.low, axes.high) == (-50, 100)
    assert axes.y(axes.low) == axes.y1
    assert axes.y(axes.high) == axes.y0
    night = 1_795_204_800_000
    assert [words for _, words in time_ticks(night, night + 4 * 3_600_000, PARIS, "fr", 8)][:2] == [
        "21:00",
        "21:30",
    ]
    week = [words for _, words in time_ticks(night, night + 7 * 86_400_000, PARIS, "en", 8)]
    assert len(week) == 7
    assert week[0] == "Sat 21"


def test_a_result_beyond_what_the_house_says_is_to_be_reviewed_and_no_sigma_is_told_without_one() -> None:
    words = Words("fr", PARIS)
    told = {
        "points": [[1_795_204_800_000, -500_000, 2_000, 100_000]],
        "known": True,
        "bank_cents": -500_000,
        "expected_cents": 2_000,
        "sigma_cents": 100_000,
        "sigmas_percent": -502,
        "review_percent": 400,
        "rounds": 12,
        "by": "round",
        "since_ms": 1_795_204_000_000,
        "to_ms": 1_795_205_000_000,
        "wins": [],
    }
    assert result(words, told, 600, 252)[1] == "\u22125,0\u00a0σ, à revoir"
    assert result(words, {**told, "sigmas_percent": -400}, 600, 252)[1] == "\u22124,0\u00a0σ"
    assert result(words, {**told, "sigmas_percent": -80}, 600, 252)[1] == "\u22120,8\u00a0σ"
    unknown = result(words, {**told, "known": False, "sigmas_percent": 0}, 600, 252)
    assert unknown[1] == "règles sans espérance calculée\u00a0: résultat seul"
    assert "band" not in unknown[2].told()["marks"]


def test_a_figure_that_rounds_to_zero_has_no_sign_and_no_language() -> None:
    assert [decimal(number, signed=True) for number in (-0.04, 0.04, 0, -0.05001, 1.25)] == [
        *("0,0", "0,0", "0,0"),
        *("\u22120,1", "+1,2"),
    ]
    assert decimal(-0.004, 2) == "0,00"
    assert decimal(-1_234_567.05, 2) == "\u22121\u202f234\u202f567,05"
    assert sigmas(-4) == "0,0\u00a0σ"
    for language in ("fr", "en"):
        words = Words(language, PARIS)
        assert words.clock_ms(1_795_204_800_123).endswith(",123")
        assert words.permille(14, decimals=True) == "1,4\u00a0%"


def test_the_bar_of_a_quarter_that_still_runs_is_hatched_and_says_so() -> None:
    bars = [[0, 8, 40, 320, 1_600], [900_000, 4, 20, 300, 1_500]]
    one = {"table": "UTH-1", "bars": bars, "rounds": 12, "hands": 60, "rate": [310, 1_550]}
    for unfinished in (True, False):
        told = {"bar_ms": 900_000, "target": 30, "tables": [{**one, "unfinished": unfinished}]}
        note, _, drawing = rates(Words("fr", PARIS), told, 600, 200, hands=False)
        marks = json.loads(drawing.told()["marks"])
        assert len([mark for mark in marks if mark[0] == "frames"]) == unfinished
        assert (len([mark for mark in marks if mark[:2] == ["line", "now"]]) > 4) is unfinished
        assert note.endswith("en cours") is unfinished


def test_of_many_tables_the_chosen_and_the_looked_at_one_have_a_key() -> None:
    choice = Choice(Path("x"))
    choice.take({"table": "UTH-30"})
    tables = [f"UTH-{number}" for number in range(1, 41)]
    keys = table_keys(Words("fr", PARIS), "rounds", choice, tables, "UTH-20", 3)
    assert [(key["label"], key["on"]) for key in keys] == [
        ("Salle", False),
        ("UTH-20", False),
        ("UTH-30", True),
        ("Autres…", False),
    ]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_plot_with_a_row_a_table_says_of_how_many_it_shows_the_worst(language: str) -> None:
    """Of forty tables eight had a row, nothing told of the others; the time open was that of the eight."""
    words, hour = Words(language, PARIS), 3_600_000
    none = {"between_ms": 0, "recovery_median_s": 0, "recovery_p90_s": 0}
    open_for = [
        {"table": f"UTH-{n}", "open_ms": hour, "down_ms": n, "failures": 1, **none} for n in range(1, 41)
    ]
    note, tail, drawing = availability(words, {"tables": open_for}, 600, 252)
    assert "8" in note
    assert "40" in note
    assert tail == words.lasting(40 * hour)
    assert {one["t"] for one in json.loads(drawing.told()["texts"])} >= {f"UTH-{n}" for n in range(33, 41)}
    one = {"machine": "shoe", "strips": [[0, hour, "up", ""]], "worn": [], "lost": 0}
    one["line"] = {"permille": None, "celsius": None, "damaged": 0, "returns": 0}
    told = {"since_ms": 0, "until_ms": hour}
    for count, of in ((8, ""), (40, "40")):
        tables = [{"table": f"UTH-{n}", "machines": [one]} for n in range(count)]
        note = machines(words, {**told, "tables": tables}, 600, 252)[0]
        assert note.endswith(of)
        assert ("·" in note) is bool(of)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_tables_of_a_test_are_named_within_the_plot_and_the_others_counted(language: str) -> None:
    """Six of forty were named, over the edge of the plot, as if there were no more."""
    test = {"needed": 3_000, "last": None, "seat": 0, "test": "cards"}
    looks = [{**test, "table": f"UTH-{n}", "came": 2_900 - n} for n in range(1, 41)]
    rules = {"finds": {"card": 290, "pair": 120}, "power_percent": 90, "needed": 150}
    told = {"tests": dict.fromkeys(("cards", "hands", "deck", "seat"), rules), "looks": looks}
    told |= {"hands": 480, "classes": []}
    drawing = frequencies(Words(language, PARIS), told, 600, 252)[2]
    (said,) = [one["t"] for one in json.loads(drawing.told()["texts"]) if "UTH-1" in one["t"]]
    assert said.endswith("+\u00a037")
    assert said.count("UTH-") == 3
