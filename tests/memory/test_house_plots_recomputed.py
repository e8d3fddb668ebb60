"""Each plot, point by point, against figures made of the journals by code that shares nothing with it."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.result import thinned
from tests.game.test_hands_counts import SEVEN_CARDS
from tests.memory.nights import play, rows_of

RULES = Path(__file__).parents[2] / "config" / "rules" / "fr-55-20-2021.toml"
QUARTER_MS, HOUR_MS = 900_000, 3_600_000
# Of an Ante, under the player's best strategy: what `tapis par` enumerates.
EDGE = Fraction(50643648973, 2317817502000)
VARIANCE = Fraction(131066399382259167548875271, 5372277972577520004000000)
Rows = dict[str, list[tuple[int, int, str, dict[str, Any]]]]


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("hard"), rounds=30, tables=2, faults="hard", seed=3)


@pytest.fixture(scope="module", params=["some", "hard"])
def folder(request: pytest.FixtureRequest, night: Path, hard: Path) -> Path:
    return night if request.param == "some" else hard


@pytest.fixture(scope="module")
def rows(folder: Path) -> Rows:
    return {path.name[:5]: list(rows_of(path)) for path in sorted(folder.glob("*.journal"))}


@pytest.fixture(scope="module")
def plots(folder: Path) -> Iterator[dict[str, Any]]:
    with closing(House([folder], ":memory:")) as house:
        house.read_all()
        told: dict[str, Any] = Answers(house).answer({"ask": "plots"})["plots"]
        yield told


def played(rows: list[Any]) -> Iterator[dict[str, Any]]:
    """Every deal that was closed: when, its seats with their lines, its JP1 seats, the bank's result."""
    settled: dict[int, list[dict[str, Any]]] = {}
    jp1: set[int] = set()
    carried: set[int] = set()
    dealer = ""
    for _, at_ms, kind, body in rows:
        match kind:
            case "RoundOpened":
                settled, jp1 = {}, set(carried)
                carried = set()
            case "BetsClosed":
                jp1 |= set(body["jp1_seats"])
            case "Jp1GivenBack":
                jp1 -= set(body["seats"])
            case "CorrectionApproved":
                jp1.discard(body["seat"])
            case "RoundVoided":
                carried = set(body["jp1_carried"])
            case "SeatSettled":
                settled[body["seat"]] = body["lines"]
            case "SettlementTakenBack":
                settled.pop(body["seat"], None)
            case "DealerSignedOn":
                dealer = body["person"]
            case "RoundClosed":
                yield {
                    "at_ms": at_ms,
                    "number": body["round"],
                    "settled": settled,
                    "jp1": jp1 & settled.keys(),
                    "bank": body["bank_cents"],
                    "dealer": body.get("dealer") or dealer,
                }


def voided(rows: list[Any]) -> list[int]:
    """When the deals ended that were voided and not dealt again: with the last refund."""
    found: dict[int, int] = {}
    for _, at_ms, kind, body in rows:
        if kind == "RoundOpened" and body["attempt"] > 1:
            found.pop(body["round"], None)
        elif kind in ("RoundVoided", "SeatRefunded", "RefundTakenBack"):
            number = body.get("round", next(reversed(found), 0))
            if kind == "RoundVoided" or number in found:
                found[number] = at_ms
    return list(found.values())


def stake(lines: list[dict[str, Any]], spot: str) -> int:
    return sum(line["stake_cents"] for line in lines if line["spot"] == spot)


def trips() -> tuple[Fraction, Fraction]:
    """The bank's edge of a Trips stake, and its variance, from the rule file and the counts of hands."""
    pays = {
        name: Fraction(odds) for name, odds in tomllib.loads(RULES.read_text())["paytable"]["trips"].items()
    }
    total = 133_784_560
    lost = Fraction(total - sum(SEVEN_CARDS[name] for name in pays), total)
    mean = lost - sum(Fraction(SEVEN_CARDS[name], total) * odds for name, odds in pays.items())
    square = lost + sum(Fraction(SEVEN_CARDS[name], total) * odds**2 for name, odds in pays.items())
    return mean, square - mean**2


def test_the_result_has_a_point_a_round_with_its_expectation_and_spread(
    plots: dict[str, Any], rows: Rows
) -> None:
    edge, variance = trips()
    bank = 0
    expected = hands = rounds = Fraction(0)
    wanted = []
    every = [(deal["at_ms"], name, deal) for name, told in rows.items() for deal in played(told)]
    for at_ms, _, deal in sorted(every, key=lambda one: one[:2]):
        antes = [stake(lines, "ante") for lines in deal["settled"].values()]
        sides = [stake(lines, "trips") for lines in deal["settled"].values()]
        bank += deal["bank"]
        due = EDGE * sum(antes) + edge * sum(sides)
        expected += due
        hands += VARIANCE * sum(one**2 for one in antes) + variance * sum(one**2 for one in sides)
        rounds += (deal["bank"] - due) ** 2
        wanted.append((at_ms, bank, float(expected), sqrt(max(hands, rounds))))
    told = plots["result"]
    assert len(told["points"]) == len(wanted)
    for point, (at_ms, bank_cents, mean, sigma) in zip(told["points"], wanted, strict=True):
        assert point[:2] == [at_ms, bank_cents]
        assert abs(point[2] - mean) <= 1
        assert abs(point[3] - sigma) <= 1
    assert told["by"] == "round"
    assert (told["bank_cents"], told["points"][-1][1]) == (bank, bank)
    assert told["to_ms"] == max(row[1] for one in rows.values() for row in one), "it ends now"


def test_rounds_and_hands_by_quarter(plots: dict[str, Any], rows: Rows) -> None:
    for name, told in rows.items():
        bars: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
        for deal in played(told):
            bars[deal["at_ms"] // QUARTER_MS * QUARTER_MS][0] += 1
            bars[deal["at_ms"] // QUARTER_MS * QUARTER_MS][1] += len(deal["settled"])
        for at_ms in voided(told):
            bars[at_ms // QUARTER_MS * QUARTER_MS][0] += 1
        opened = next(at_ms for _, at_ms, kind, _ in told if kind == "TableOpened")
        shut = next(at_ms for _, at_ms, kind, _ in told if kind == "TableClosed")
        wanted = []
        for at_ms, (rounds, hands) in sorted(bars.items()):
            lasted = min(at_ms + QUARTER_MS, shut) - max(at_ms, opened)
            wanted.append([at_ms, rounds, hands, *(36_000_000 * one // lasted for one in (rounds, hands))])
        for plot in ("rounds_per_hour", "hands_per_hour"):
            (mine,) = [one for one in plots[plot]["tables"] if one["table"] == name]
            assert mine["bars"] == wanted


def test_time_per_phase(plots: dict[str, Any], rows: Rows) -> None:
    begins = {
        "BetsClosed": "jp1",
        "DealBegun": "deal",
        "ShowdownOpened": "showdown",
        "SettlementOpened": "settlement",
    }
    seconds: defaultdict[str, list[int]] = defaultdict(list)
    for told in rows.values():
        stages: list[tuple[str, int]] = []
        for _, at_ms, kind, body in told:
            if kind == "RoundOpened":
                stages = [("bets", at_ms)]
            elif kind == "BetsReopened":
                del stages[1:]
            elif kind == "DecisionsOpened":
                stages.append((("preflop", "flop", "river")[body["street"]], at_ms))
            elif kind in begins:
                stages.append((begins[kind], at_ms))
            elif kind == "RoundClosed":
                for (name, since), (_, until) in zip(stages, [*stages[1:], ("", at_ms)], strict=True):
                    seconds[name].append((until - since + 500) // 1000)
    found = {one["phase"]: one for one in plots["phase_times"]["phases"]}
    assert found.keys() == seconds.keys()
    for name, times in seconds.items():
        times.sort()
        wanted = (len(times), times[-(-len(times) * 5 // 10) - 1], times[-(-len(times) * 9 // 10) - 1])
        assert (found[name]["times"], found[name]["median_s"], found[name]["p90_s"]) == wanted


def test_jp1_participation_and_the_heat_of_seats_by_hour(plots: dict[str, Any], rows: Rows) -> None:
    by_hour: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    heat: Counter[tuple[int, int, str]] = Counter()
    dealt: Counter[int] = Counter()
    for told in rows.values():
        for deal in played(told):
            hour = deal["at_ms"] // HOUR_MS
            by_hour[hour * HOUR_MS][0] += len(deal["jp1"])
            by_hour[hour * HOUR_MS][1] += len(deal["settled"])
            dealt[hour % 24] += 1
            for seat in deal["settled"]:
                heat[seat, hour % 24, "hands"] += 1
                heat[seat, hour % 24, "jp1"] += seat in deal["jp1"]
    (limits,) = plots["participation"]["limits"]
    assert limits["points"] == [
        [at_ms, 1000 * jp1 // hands, hands] for at_ms, (jp1, hands) in sorted(by_hour.items())
    ]
    places = sorted({(seat, hour) for seat, hour, _ in heat})
    assert plots["seat_heat"]["rows"] == [
        [seat, hour, heat[seat, hour, "hands"], heat[seat, hour, "jp1"]] for seat, hour in places
    ]
    assert {hour: count for hour, count in plots["seat_heat"]["hours"] if count} == dict(dealt)


def test_the_jackpot_is_at_each_point_what_some_journal_said_then(plots: dict[str, Any], rows: Rows) -> None:
    said = defaultdict(set)
    last = (0, 0)
    for told in rows.values():
        for _, at_ms, _, body in told:
            if body.get("meter_cents", -1) >= 0 and "book_seq" in body:
                said[at_ms] |= {body["meter_cents"], body.get("meter_before_cents", -1)}
                last = max(last, (body["book_seq"], body["meter_cents"]))
    points = plots["jackpot"]["points"]
    assert all(cents in said[at_ms] for at_ms, cents, _ in points)
    assert points[-1][1] == last[1]


def test_alarms_by_code_priority_and_ten_minutes(plots: dict[str, Any], rows: Rows) -> None:
    raised = [
        (at_ms, body) for told in rows.values() for _, at_ms, kind, body in told if kind == "AlarmRaised"
    ]
    codes = Counter(body["code"] for _, body in raised)
    told = plots["alarms"]
    assert told["total"] == len(raised)
    assert all(codes[code] == times for code, _, times in told["codes"])
    assert [times for *_, times in told["codes"]] == sorted(codes.values(), reverse=True)[
        : len(told["codes"])
    ]
    by_priority = Counter(body["priority"] for _, body in raised)
    assert [times for _, times, _ in told["priorities"]] == [by_priority[one] for one in (1, 2, 3)]
    tens = Counter(at_ms // 600_000 * 600_000 for at_ms, _ in raised)
    assert dict(told["ten_minutes"]) == dict(tens)


def test_corrections_by_kind_and_rounds_by_dealer(plots: dict[str, Any], rows: Rows) -> None:
    kinds = {
        "BetsReopened": "reopened",
        "CorrectionApproved": "jp1",
        "RoundVoided": "void",
        "CardKeyed": "keyed",
        "EntryTakenBack": "entry",
        "RectificationRecorded": "rectified",
        "HoldEnded": "hold",
        "Undone": "undo",
    }
    found = Counter(kinds[kind] for told in rows.values() for _, _, kind, _ in told if kind in kinds)
    assert dict(plots["corrections"]["kinds"]) == dict(found)
    dealers = Counter(deal["dealer"] for told in rows.values() for deal in played(told))
    shown = {one["dealer"]: one["rounds"] for one in plots["corrections"]["dealers"]}
    for name, count in dealers.items():
        assert count <= shown[name] <= count + sum(len(voided(told)) for told in rows.values())


def test_strips_of_machines_are_the_spans_between_their_changes(plots: dict[str, Any], rows: Rows) -> None:
    for name, told in rows.items():
        changes: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        for _, at_ms, kind, body in told:
            if kind == "MachineChanged":
                changes[body["machine"]].append((at_ms, body["health"]))
        (mine,) = [one for one in plots["machines"]["tables"] if one["table"] == name]
        assert {one["machine"] for one in mine["machines"]} == changes.keys()
        for one in mine["machines"]:
            spans = [
                [since, until, health]
                for (since, health), (until, _) in zip(
                    changes[one["machine"]], [*changes[one["machine"]][1:], (told[-1][1], "")], strict=True
                )
                if until > since
            ]
            assert [strip[:3] for strip in one["strips"]] == spans
            assert one["lost"] == sum(health == "lost" for _, _, health in spans)


def test_a_thinned_course_keeps_its_first_last_highest_and_lowest_point() -> None:
    points = [[at, (at * 7_919) % 1_000 - 500, 0, 0] for at in range(5_000)]
    points[2_345][1], points[3_456][1] = 9_999, -9_999
    kept = thinned(points, 400)
    assert len(kept) <= 400
    assert kept == sorted(kept)
    for point in (points[0], points[-1], points[2_345], points[3_456]):
        assert point in kept
    assert thinned(points[:300], 400) == points[:300]
    assert thinned(points, 0) == []
