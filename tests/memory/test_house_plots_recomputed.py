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
from tests.long import long
from tests.memory.nights import play, rows_of
from tests.oracle import CLASSES, best

RULES = Path(__file__).parents[2] / "config" / "rules"
QUARTER_MS, HOUR_MS = 900_000, 3_600_000
SEVENS = 133_784_560
"""All hands of seven cards."""
UTH = (
    Fraction(50643648973, 2317817502000),
    Fraction(131066399382259167548875271, 5372277972577520004000000),
)
"""The bank's edge of an Ante under the player's best strategy, and its variance: those of `tapis par`."""
CASINO = (
    Fraction(99024899123, 1390690501200),
    Fraction(31449868880698045624274951, 1934020070127907201440000),
)
NIGHTS = {
    "hard": {"seed": 3},
    "fr-holdem-casino": {"seed": 105, "profile": "fr-holdem-casino"},
    "live-uth": {"seed": 109, "profile": "live-uth"},
    "fr-55-20-2015": {"seed": 103, "profile": "fr-55-20-2015"},
    "fr-casino-page": {"seed": 104, "profile": "fr-casino-page"},
}
STOPPING = {"duplicate_card", "extra_card", "card_count", "count_unknown", "card_clash"}
"""Why a round is held by a fault of a machine or of the cards."""
LEDGER = {
    "ContributionRecorded": "contribution",
    "AwardRecorded": "award",
    "RefundRecorded": "refund",
    "ClaimRecorded": "claim",
    "ClaimWithdrawn": "withdrawn",
    "MeterRead": "read",
}
Rows = dict[str, list[tuple[int, int, str, dict[str, Any]]]]


@pytest.fixture(scope="module", params=["some", "hard", *map(long, [*NIGHTS][1:])])
def named(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def folder(named: str, night: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if named == "some":
        return night
    return play(tmp_path_factory.mktemp(named), rounds=30, tables=2, faults="hard", **NIGHTS[named])


@pytest.fixture(scope="module")
def rules(named: str) -> dict[str, Any]:
    return tomllib.loads(
        (RULES / f"{NIGHTS.get(named, {}).get('profile', 'fr-55-20-2021')}.toml").read_text()
    )


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
    shown: dict[str, str] = {}
    dealer = ""
    for _, at_ms, kind, body in rows:
        match kind:
            case "RoundOpened":
                settled, jp1, shown = {}, set(carried), {}
                carried = set()
            case "CardsRevealed" | "RecordCorrected":
                shown |= {card["place"]: card["card"] for card in body["cards"]}
            case "Jp1CountResolved" if body["outcome"] == "no_chip":
                jp1.discard(body["seat"])
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
                    "shown": shown,
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


def stake(lines: list[dict[str, Any]], *spots: str) -> int:
    return sum(line["stake_cents"] for line in lines if line["spot"] in spots)


def side(rules: dict[str, Any]) -> tuple[Fraction, Fraction]:
    """The bank's edge of a Trips or Bonus stake, and its variance, from the rule file and the counts of
    hands."""
    table = rules["paytable"].get("trips") or rules["paytable"]["bonus"]
    pays = {name: Fraction(odds) for name, odds in table.items()}
    lost = Fraction(SEVENS - sum(SEVEN_CARDS[name] for name in pays), SEVENS)
    mean = lost - sum(Fraction(SEVEN_CARDS[name], SEVENS) * odds for name, odds in pays.items())
    square = lost + sum(Fraction(SEVEN_CARDS[name], SEVENS) * odds**2 for name, odds in pays.items())
    return mean, square - mean**2


def percentile(values: list[int], permille: int) -> int:
    """The value that so many thousandths do not exceed; 0 of none."""
    return sorted(values)[-(-len(values) * permille // 1000) - 1] if values else 0


def test_the_result_has_a_point_a_round_with_its_expectation_and_spread(
    plots: dict[str, Any], rows: Rows, rules: dict[str, Any]
) -> None:
    edge, variance = CASINO if rules["id"] == "fr-holdem-casino" else UTH
    side_edge, side_variance = side(rules)
    known = not rules["options"].get("trips_requires_win", False)
    bank = 0
    expected = hands = rounds = Fraction(0)
    wanted = []
    every = [(deal["at_ms"], name, deal) for name, told in rows.items() for deal in played(told)]
    for at_ms, _, deal in sorted(every, key=lambda one: one[:2]):
        antes = [stake(lines, "ante") for lines in deal["settled"].values()]
        sides = [stake(lines, "trips", "bonus") for lines in deal["settled"].values()]
        lines = [line for settled in deal["settled"].values() for line in settled if line["spot"] != "jp1"]
        assert deal["bank"] == sum(line["taken_cents"] - line["paid_cents"] for line in lines)
        bank += deal["bank"]
        due = edge * sum(antes) + side_edge * sum(sides)
        expected += due
        hands += variance * sum(one**2 for one in antes) + side_variance * sum(one**2 for one in sides)
        rounds += (deal["bank"] - due) ** 2
        spread = (float(expected), sqrt(max(hands, rounds))) if known else (0, 0)
        wanted.append((at_ms, bank, *spread))
    told = plots["result"]
    assert told["known"] is known
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


def test_time_per_phase(plots: dict[str, Any], rows: Rows, rules: dict[str, Any]) -> None:
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
                stages.append((rules["streets"][body["street"]]["name"], at_ms))
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


def test_the_jackpot_is_at_each_point_what_the_last_entry_of_that_time_made_it(
    plots: dict[str, Any], rows: Rows
) -> None:
    """The first point is what the meter was before the first entry; what was claimed is one besides."""
    entries = []
    for name, told in rows.items():
        generation, last = 0, (0, 0)
        for seq, at_ms, kind, body in told:
            heard = (body.get("book_seq"), body.get("meter_cents"))
            if kind in LEDGER and not (kind == "MeterRead" and heard == last):
                generation, last = body.get("generation", generation), heard
                claimed = kind == "ClaimRecorded"
                where = (body["book_seq"], name, seq)
                entries.append((where, at_ms, body, generation, generation + claimed, kind))
            if kind == "FinishRecorded":
                last = heard
                entries.append(((body["book_seq"], name, seq), at_ms, body, generation, generation, kind))
            generation = body.get("next_generation", generation) if kind in LEDGER else generation
    if not entries:
        assert plots["jackpot"]["points"] == [], "these rules have no jackpot"
        return
    entries.sort(key=lambda one: one[0])
    since = min(one[1] for one in entries)
    part = max(1, (max(one[1] for one in entries) - since) // 600)
    ends: dict[tuple[int, int], tuple[int, int, int, int]] = {}
    for (seq, *_), at_ms, body, _, now, kind in entries:
        if kind != "FinishRecorded" and ends.get(((at_ms - since) // part, now), (0,))[0] < seq:
            ends[(at_ms - since) // part, now] = (seq, at_ms, body["meter_cents"], now)
    _, at_ms, body, generation, _, _ = entries[0]
    wanted = [[at_ms, body.get("meter_before_cents", body["meter_cents"]), generation]]
    wanted += [[at_ms, cents, now] for _, at_ms, cents, now in sorted(ends.values())]
    assert not any(kind == "ClaimRecorded" for *_, kind in entries), "or its own point is wanted too"
    assert plots["jackpot"]["points"] == wanted
    assert plots["jackpot"]["residual"]["cents"] == 0


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
    seconds = []
    for entries in rows.values():
        waiting: dict[int, int] = {}
        for _, at_ms, kind, body in entries:
            if kind == "AlarmRaised":
                waiting[body["alarm"]] = at_ms
            elif kind == "AlarmSeen" and body["alarm"] in waiting:
                seconds.append((at_ms - waiting.pop(body["alarm"])) // 1000)
    assert (told["seen_median_s"], told["seen_p90_s"]) == (percentile(seconds, 500), percentile(seconds, 900))


def test_hours_open_and_stops(plots: dict[str, Any], rows: Rows) -> None:
    stops = []
    for name, told in rows.items():
        opened = open_ms = before_ms = number = 0
        down, held, mine = 0, ("", 0), []
        for _, at_ms, kind, body in told:
            if kind == "TableOpened":
                opened = at_ms
            elif kind == "RoundOpened":
                number = body["round"]
            elif kind == "SessionResumed" and opened:
                down = down or before_ms
            elif kind == "RoundHeld" and not held[1]:
                held = (body["cause"], at_ms)
            if kind in ("FeltConfirmed", "TableClosed") and down:
                mine.append([name, down, at_ms, "resumed", number])
                down = 0
            if kind in ("HoldEnded", "RoundVoided", "TableClosed") and held[1]:
                if held[0] in STOPPING:
                    mine.append([name, held[1], at_ms, held[0], number])
                held = ("", 0)
            if kind == "TableClosed":
                open_ms += at_ms - opened
            elif kind == "RoundClosed":
                number = 0
            before_ms = at_ms
        seconds = [(until - since) // 1000 for _, since, until, *_ in mine]
        (one,) = [one for one in plots["availability"]["tables"] if one["table"] == name]
        assert one["open_ms"] == open_ms
        assert one["failures"] == len(mine)
        assert one["down_ms"] == sum(until - since for _, since, until, *_ in mine)
        assert one["between_ms"] == (open_ms // len(mine) if mine else 0)
        assert (one["recovery_median_s"], one["recovery_p90_s"]) == (
            percentile(seconds, 500),
            percentile(seconds, 900),
        )
        stops += mine
    assert len(stops) <= 50, "the plot keeps the last fifty"
    assert sorted(plots["availability"]["stops"]) == sorted(stops)


def test_hands_and_cards_beside_their_chances(plots: dict[str, Any], rows: Rows) -> None:
    bank: Counter[str] = Counter()
    jp1: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for told in rows.values():
        for deal in played(told):
            shown = deal["shown"]
            common = tuple(shown.get(f"board.{at}", "") for at in range(5))
            dealer = (shown.get("dealer.0", ""), shown.get("dealer.1", ""))
            if not all(common) or not all(dealer):
                continue
            bank[CLASSES[best((*common, *dealer))[0]]] += 1
            cards.update((*common, *dealer))
            for seat in deal["jp1"]:
                own = (shown.get(f"hole.{seat}.0", ""), shown.get(f"hole.{seat}.1", ""))
                jp1[CLASSES[best((*common, *own))[0]] if all(own) else ""] += 1
    rounds = bank.total()
    assert rounds > 10
    wanted = []
    for name in [*CLASSES[:7], "quads_or_better"]:
        under = CLASSES[7:] if name == "quads_or_better" else (name,)
        p = Fraction(sum(SEVEN_CARDS[one] for one in under), SEVENS)
        half = 1.96 * sqrt((1 - p) / (rounds * p))
        band = (round(1000 * max(0.0, 1 - half)), round(1000 * (1 + half)))
        seen = [sum(counts[one] for one in under) for counts in (bank, jp1)]
        wanted.append([name, seen[0], round(1000 * rounds * float(p)), *band, seen[1]])
    told = plots["frequencies"]
    assert (told["hands"], told["jp1_hands"]) == (rounds, jp1.total() - jp1[""])
    assert told["classes"] == wanted
    assert dict(told["cards"]) == {card: cards[card] for card, _ in told["cards"]}
    assert len(told["cards"]) == 52


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
