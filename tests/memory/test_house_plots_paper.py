"""The house’s papers: of the plots a picture each, no figure that the JSON does not have, words for codes."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.plots import PLOTS
from controller.house.plots_paper import plots_paper
from controller.papers.plots import conduct, money, pace
from controller.papers.plots.canvas import HIGH, step_of, time_ticks
from controller.papers.plots.words import PLOTS as TITLED
from controller.papers.plots.words import Words, lasting, percent, signed, tenths
from controller.registers.layout import Inset, printed
from controller.words.money import MINUS, decimal, grouped
from controller.words.money import money as euros
from tests.memory.nights import play

LANGUAGES = ("fr", "en")
WORDS = Words(0)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Answers]:
    night = play(tmp_path_factory.mktemp("night"), rounds=40, tables=2, faults="hard", seed=3)
    with closing(House([night], ":memory:")) as archive:
        archive.read_all()
        yield Answers(archive)


@pytest.fixture(scope="module")
def shown(house: Answers) -> dict[str, Any]:
    """The JSON of the same export."""
    made = house.answer({"ask": "export", "what": "plots", "form": "json", "lang": "fr"})
    told: dict[str, Any] = json.loads(base64.b64decode(made["data"]))["plots"]
    return told


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u200b]", "", text)


def figures(plots: dict[str, Any]) -> Iterator[str]:
    """What the answer says in one figure each, as a paper writes it."""
    for at, name in enumerate(("rounds_per_hour", "hands_per_hour")):
        for one in plots[name]["tables"]:
            yield from (one["table"], tenths(one["rate"][at]), grouped(one[name[:-9]]))
    for one in plots["phase_times"]["phases"]:
        yield from (f"{one['median_s']} s", f"{one['p90_s']} s", grouped(one["times"]))
    for one in plots["participation"]["limits"]:
        yield from (percent(1000 * one["jp1"] // one["hands"]), grouped(one["hands"]))
    yield euros(plots["jackpot"]["points"][-1][1])
    yield euros(plots["jackpot"]["residual"]["cents"])
    result = plots["result"]
    yield from (signed(result["bank_cents"]), signed(result["expected_cents"]), euros(result["sigma_cents"]))
    yield from (decimal(result["sigmas_percent"] / 100, 2), grouped(result["rounds"]))
    for code, priority, times in plots["alarms"]["codes"]:
        yield f"{code} · P{priority}{grouped(times)}"
    for _, times, _ in plots["alarms"]["priorities"]:
        yield f"{grouped(times)} · {percent(1000 * times / plots['alarms']['total'])}"
    for one in plots["corrections"]["dealers"]:
        rate = decimal(100 * one["times"] / one["rounds"])
        yield from (one["dealer"], rate, f"{grouped(one['times'])} / {grouped(one['rounds'])}")
    for _, seen, expected_milli, *_ in plots["frequencies"]["classes"]:
        yield f"{grouped(seen)}{decimal(expected_milli / 1000)}"
    for one in plots["availability"]["tables"]:
        up = int(10_000 * (1 - one["down_ms"] / one["open_ms"])) / 10
        yield f"{percent(up, 2)}/ {lasting(one['open_ms'])}{grouped(one['failures'])}"


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plot_stands_on_paper_with_unit_period_house_sources_and_the_figures_of_the_json(
    house: Answers, shown: dict[str, Any], language: str
) -> None:
    made = house.answer({"ask": "export", "what": "plots", "form": "pdf", "lang": language, "offset_min": 0})
    reader = PdfReader(BytesIO(base64.b64decode(made["data"])))
    told = squeezed("".join(page.extract_text() for page in reader.pages))
    at = LANGUAGES.index(language)
    assert [*shown["plots"]] == [*PLOTS] == [*TITLED]
    for name in PLOTS:
        for said in (TITLED[name][at], TITLED[name][2 + at]):
            assert squeezed(said) in told
    about = (("Période\u00a0: ", "Period: ")[at], "UTH-1, UTH-2", "Casino de démonstration", "20/11/2026")
    assert all(told.count(squeezed(one)) >= len(PLOTS) for one in about)
    assert told.count(squeezed(grouped(shown["entries"]))) >= len(PLOTS)
    found = [*figures(shown["plots"])]
    assert len(found) > 70
    assert [one for one in found if squeezed(one) not in told] == []
    # No dump: nothing is under the name that a machine has for it; and every picture is lines and letters.
    assert not [raw for raw in ("median_s", "_cents", "bar_ms", "permille") if raw in told]
    assert not [page for page in reader.pages if page.images]


def test_where_no_target_is_set_the_paper_says_so_and_draws_none(house: Answers) -> None:
    """It expected 'the target of 0 rounds an hour, dashed'."""
    for target, said in (
        (0, "Expected: no target is set."),
        (40, "Expected: the target of 40 rounds an hour"),
    ):
        made = house.answer({"ask": "export", "what": "plots", "form": "pdf", "lang": "en", "target": target})
        told = PdfReader(BytesIO(base64.b64decode(made["data"]))).pages[0].extract_text()
        assert squeezed(said) in squeezed(told)
        assert ("target 40" in told) is bool(target)
        assert "target of 0" not in told


def polylines(svg: str) -> list[list[tuple[float, float]]]:
    return [
        [(float(x), float(y)) for x, y in (one.split(",") for one in line.attrib["points"].split())]
        for line in ElementTree.fromstring(svg).iter(f"{SVG}polyline")
    ]


def scale(svg: str) -> list[tuple[float, float]]:
    """Of each hairline its height and the euros that stand beside it."""
    left = [
        one for one in ElementTree.fromstring(svg).iter(f"{SVG}text") if one.attrib["text-anchor"] == "end"
    ]
    told = [
        (float(one.attrib["y"]) - 3.5, (one.text or "").replace(MINUS, "-"))
        for one in left
        if "€" in str(one.text)
    ]
    return [(y, float(re.sub(r"[^\d,-]", "", said).replace(",", "."))) for y, said in told]


def test_the_line_of_the_result_goes_through_the_points_of_the_json(shown: dict[str, Any]) -> None:
    told = shown["plots"]["result"]
    (svg,), _ = money.result(WORDS, told, UTC)
    (y0, low), *_, (y1, high) = scale(svg)
    course = max(polylines(svg), key=len)
    drawn = [round(low + (high - low) * (y - y0) / (y1 - y0), 2) for _, y in course[2::2]]
    wanted = [bank / 100 for _, bank, _, _ in told["points"]]
    assert drawn[:-1] == pytest.approx(wanted, abs=(high - low) / 1_000)
    xs = [x for x, _ in course]
    assert xs == sorted(xs)


def test_the_band_is_the_expectation_and_two_deviations_to_either_side(shown: dict[str, Any]) -> None:
    told = shown["plots"]["result"]
    (svg,), expects = money.result(WORDS, told, UTC)
    (y0, low), *_, (y1, high) = scale(svg)
    (band,) = ElementTree.fromstring(svg).iter(f"{SVG}polygon")
    ys = [float(one.split(",")[1]) for one in band.attrib["points"].split()]
    edges = [round(low + (high - low) * (y - y0) / (y1 - y0), 2) for y in (min(ys), max(ys))]
    e, sigma = told["expected_cents"] / 100, told["sigma_cents"] / 100
    assert edges == pytest.approx([e + 2 * sigma, e - 2 * sigma], rel=0.05)
    assert "à revoir" not in expects
    loud = {**told, "sigmas_percent": -412}
    assert "À revoir" in money.result(WORDS, loud, UTC)[1]
    unknown = {**told, "known": False, "points": [[at, bank, 0, 0] for at, bank, _, _ in told["points"]]}
    (bare,), said = money.result(WORDS, unknown, UTC)
    assert "polygon" not in bare
    assert "Règles sans espérance calculée" in said


def test_bars_are_as_high_as_their_figures(shown: dict[str, Any]) -> None:
    told = shown["plots"]["rounds_per_hour"]
    (svg,), _ = pace.rates(WORDS, told, UTC, hands=False)
    drawn = [float(one.attrib["height"]) for one in ElementTree.fromstring(svg).iter(f"{SVG}rect")]
    wanted = [bar[3] for one in told["tables"] for bar in one["bars"]]
    assert len(drawn) == len(wanted)
    assert [high / max(drawn) for high in drawn] == pytest.approx(
        [one / max(wanted) for one in wanted], abs=0.01
    )


def test_a_jackpot_that_fell_is_two_lines_and_its_win_is_named() -> None:
    hour = 3_600_000
    points = [[0, 1_000_000, 1], [hour, 1_200_000, 1], [2 * hour, 1_000_000, 2], [3 * hour, 1_100_000, 2]]
    marks = [[hour, "claim", 1_200_000, "UTH-2", 7, 1_000_000]]
    told = {
        "points": points,
        "marks": marks,
        "residual": {"cents": -150, "checks": 3, "missed": 2, "seams": [[hour, -150, 9]]},
    }
    (svg,), expects = money.jackpot(WORDS, told, UTC)
    assert f"gain {euros(1_200_000)} · UTH-2, coup 7" in svg
    assert len([line for line in polylines(svg) if len(line) == 2 and line[0][1] != line[1][1]]) >= 3
    assert f"{MINUS}1,50" in expects
    assert "2 écritures" in expects


@pytest.mark.parametrize("language", [0, 1])
@pytest.mark.long
def test_nothing_played_is_said_and_a_room_of_many_tables_is_whole(
    shown: dict[str, Any], language: int
) -> None:
    """Forty tables for a year, and none at all."""
    day = 86_400_000
    bars = [[number * day, 100, 500, 300 + number % 7, 1_500] for number in range(365)]
    table = {"bars": bars, "unfinished": False, "rounds": 36_500, "hands": 182_500, "rate": [303, 1_500]}
    names = [f"UTH-{number}" for number in range(1, 41)]
    many = {"bar_ms": day, "target": 30, "tables": [{"table": name, **table} for name in names]}
    stops = {"open_ms": 365 * day, "down_ms": day, "failures": 1_234, "between_ms": 7_000_000}
    available = {"table": "", **stops, "recovery_median_s": 4_000, "recovery_p90_s": 90_000}
    device = {"machine": "shoe", "strips": [[0, day, "lost", ""]], "lost": 3, "worn": []}
    plots = {
        "rounds_per_hour": many,
        "machines": {
            "since_ms": 0,
            "until_ms": day,
            "tables": [{"table": name, "machines": [device] * 5} for name in names],
        },
        "availability": {"tables": [{**available, "table": name} for name in names]},
    }
    about = {"entries": 10**9, "sessions": 365, "tables": names}
    paper = plots_paper("Title", {"plots": plots, **about}, language, "Casino", "", UTC)
    pages = PdfReader(BytesIO(printed("Title", [paper], (), "foot").data)).pages
    told = squeezed("".join(page.extract_text() for page in pages))
    assert all(told.count(name) >= 3 for name in names)
    for part in paper.parts:
        assert isinstance(part, Inset)
        heights = [float(re.findall(r'height="(\d+)"', svg)[0]) for svg in part.drawings.values()]
        assert max(heights) <= HIGH
    nothing = {
        "rounds_per_hour": {"bar_ms": day, "target": 30, "tables": []},
        "hands_per_hour": {"bar_ms": day, "target": 30, "tables": []},
        "phase_times": {"phases": []},
        "participation": {"bar_ms": day, "limits": []},
        "jackpot": {
            "points": [],
            "marks": [],
            "residual": {"cents": 0, "checks": 0, "missed": 0, "seams": []},
        },
        "result": {**shown["plots"]["result"], "points": [], "wins": [], "rounds": 0},
        "machines": {"since_ms": 0, "until_ms": 0, "tables": []},
        "alarms": {"total": 0, "codes": [], "ten_minutes": [], "priorities": [], "seen_p90_s": 0},
        "corrections": {"rounds": 0, "total": 0, "kinds": [], "dealers": []},
        "frequencies": {"hands": 0, "classes": []},
        "seat_heat": {"seats": 0, "rows": [], "hours": []},
        "availability": {"tables": []},
    }
    empty = plots_paper("Title", {"plots": nothing, **about, "tables": []}, language, "Casino", "", UTC)
    said = ("Rien à tracer", "Nothing to draw")[language]
    assert [said in part.html for part in empty.parts if isinstance(part, Inset)] == [True] * len(PLOTS)


def test_what_chance_explains_too_seldom_is_drawn_outside_its_band() -> None:
    classes = [["pair", 90, 40_000, 700, 1_300, 0], ["flush", 0, 2_000, 0, 2_400, 0]]
    (svg,), _ = conduct.frequencies(WORDS, {"hands": 100, "classes": classes})
    (dot,) = ElementTree.fromstring(svg).iter(f"{SVG}circle")
    (band, _) = ElementTree.fromstring(svg).iter(f"{SVG}rect")
    assert float(dot.attrib["cx"]) > float(band.attrib["x"]) + float(band.attrib["width"])
    assert dot.attrib["fill"] == "#a11212"


def test_scales_are_round_and_times_are_on_the_hour_or_the_day() -> None:
    for span, step in ((1, 1), (4, 1), (7, 2), (9, 5), (100, 50), (4_000, 1_000), (999_999, 500_000)):
        assert step_of(span) == step, span
    day = 86_400_000
    assert [said for _, said in time_ticks(0, 4 * 3_600_000, UTC)] == [f"0{hour}:00" for hour in range(5)]
    assert {said for _, said in time_ticks(0, 30 * day, UTC)} >= {"01/01", "08/01"}
    for span in (1, 60_000, 900_000, day, 30 * day, 3_650 * day):
        ticks = time_ticks(1_795_204_832_420, 1_795_204_832_420 + span, UTC)
        assert len(ticks) <= 8
        assert all(at % 60_000 == 0 for at, _ in ticks)


@pytest.mark.parametrize("what", ["rounds", "ledger", "figures", "integrity"])
def test_a_list_of_the_house_has_words_where_machines_have_codes(house: Answers, what: str) -> None:
    made = house.answer({"ask": "export", "what": what, "form": "pdf", "lang": "fr"})
    told = "".join(page.extract_text() for page in PdfReader(BytesIO(base64.b64decode(made["data"]))).pages)
    codes = (
        "keyed",
        "unread",
        "alarm ",
        "award",
        "refund",
        "withdrawn",
        "duplicate_card",
        "by_hand",
        "ledger",
    )
    assert [code for code in codes if code in told] == []
    assert {"rounds": "carte saisie", "ledger": "contribution"}.get(what, "UTH-1") in told
