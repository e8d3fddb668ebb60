"""`tapis settle`, whatever it is given: a line is answered or refused, and every stake balances."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.game.cards import DECK
from controller.game.felt import Spot
from controller.game.profile import RuleProfile
from controller.game.settling.settle import RULE_CODES
from controller.settings.rules import load_profile
from tests.shell.settle.settle_lines import CASINO, ROYAL, settle

PROFILES = [
    load_profile(name)
    for name in ("fr-55-20-2021", "fr-55-20-2015", "fr-casino-page", "live-uth", "fr-holdem-casino")
]
RULES = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["As", "Kd", "ante", "a4", "jp1", "fr-holdem-casino", "\ud800", "\x1b[2J\n", "../x"])
)
anything = st.recursive(
    scalars,
    lambda part: (
        st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=8) | st.sampled_from(list(ROYAL)), part)
    ),
    max_leaves=12,
)


def answered_or_refused(text: str | bytes, *arguments: str) -> None:
    """One answer and exit 0, or one line on stderr and exit 2."""
    done = settle(text, "--lang", "en", *arguments)
    if done.exit_code == 0:
        assert done.stderr == ""
        assert done.stdout
    else:
        assert (done.exit_code, done.stdout) == (2, "")
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith("line 1: ") or "no round in it" in done.stderr
        assert all(sign.isprintable() or sign in "\n\u00a0\u202f" for sign in done.stderr)
        assert len(done.stderr) < 500


@RULES
@given(anything)
def test_any_json_is_answered_or_refused_in_one_line(value: Any) -> None:
    answered_or_refused(json.dumps(value), "--json")


@RULES
@given(st.binary(max_size=200).filter(lambda raw: b"\n" not in raw))
def test_any_bytes_are_answered_or_refused_in_one_line(raw: bytes) -> None:
    answered_or_refused(raw, "--json")


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every part of the value."""
    inside: list[Any] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    return [path, *(place for key, part in inside for place in places_in(part, (*path, key)))]


@RULES
@given(st.sampled_from([ROYAL, CASINO]), st.data(), st.booleans())
def test_a_round_with_anything_in_any_place_is_answered_or_refused(
    good: dict[str, Any], data: st.DataObject, as_json: bool
) -> None:
    line = copy.deepcopy(good)
    for _ in range(data.draw(st.integers(1, 3))):
        *path, last = data.draw(st.sampled_from(places_in(line)[1:]))
        parent = line
        for key in path:
            parent = parent[key]
        if data.draw(st.booleans()):
            parent[last] = data.draw(anything)
        elif isinstance(parent, dict):
            parent[data.draw(st.text(max_size=6))] = parent.pop(last)
        else:
            parent.append(parent[last])
        if len(places_in(line)) < 2:
            break
    answered_or_refused(json.dumps(line), *(["--json"] if as_json else []))


# --- rounds that can be --------------------------------------------------------------------------


@st.composite
def seats(draw: st.DrawFn, profile: RuleProfile, seat: int, cards: list[str], jp1: int) -> dict[str, Any]:
    """A seat whose stakes the streets allow; Antes of whole euros keep every payout exact."""
    ante = draw(st.integers(1, 500)) * 200
    stakes = {"ante": ante, str(profile.second): ante}
    for spot in profile.side_spots:
        if draw(st.booleans()):
            stakes[str(spot)] = draw(st.integers(1, 50)) * 100
    if Spot.JP1 in profile.spots and draw(st.booleans()):
        stakes["jp1"] = jp1
    folded = draw(st.booleans())
    bets = [bet for street in profile.streets for bet in street.bets]
    if not folded:
        first = draw(st.sampled_from([bet for bet in bets if bet.after is None]))
        stakes[str(first.spot)] = first.cents(ante)
        for bet in bets:
            if bet.after == first.spot and draw(st.booleans()):
                stakes[str(bet.spot)] = bet.cents(ante)
    return {"seat": seat, "cards": cards, "folded": folded, "stakes": stakes}


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, Any]:
    """A round of any shipped profile, one to seven seats, from one deck."""
    profile = draw(st.sampled_from(PROFILES))
    deck = [card.text for card in draw(st.permutations(DECK))]
    jp1 = draw(st.sampled_from([100, 250, 500]))
    numbers = draw(st.lists(st.integers(1, 7), min_size=1, max_size=7, unique=True))
    board, dealer, left = deck[:5], deck[5:7], deck[7:]
    dealt = [left[2 * at : 2 * at + 2] for at in range(len(numbers))]
    return {
        "id": draw(st.integers(0, 10**6) | st.text(max_size=20)),
        "profile": profile.id,
        "board": board,
        "dealer": dealer,
        "jackpot_cents": draw(st.integers(0, 10**9)),
        "jp1_stake_cents": jp1,
        "seats": [draw(seats(profile, n, cards, jp1)) for n, cards in zip(numbers, dealt, strict=True)],
    }


@RULES
@given(rounds())
def test_every_stake_of_a_possible_round_is_returned_or_taken_by_a_known_rule(line: dict[str, Any]) -> None:
    done = settle(json.dumps(line), "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert [seat["seat"] for seat in answer["seats"]] == [seat["seat"] for seat in line["seats"]]
    for told, settled in zip(line["seats"], answer["seats"], strict=True):
        assert {name: spot["stake"] for name, spot in settled["spots"].items()} == told["stakes"]
        for spot in settled["spots"].values():
            assert spot["returned"] + spot["taken"] == spot["stake"]
            assert min(spot["returned"], spot["taken"], spot["paid"]) >= 0
            assert spot["rule"] in RULE_CODES


@RULES
@given(rounds(), st.sampled_from(["fr", "en"]))
def test_the_sheet_of_a_possible_round_has_every_stake_and_no_long_line(
    line: dict[str, Any], language: str
) -> None:
    done = settle(json.dumps(line), "--lang", language)
    assert (done.exit_code, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 100
    sentence = {"fr": " (rendu + payé)", "en": " (returned + paid)"}[language]
    assert done.stdout.count(sentence) == len(line["seats"])
    assert "{" not in done.stdout.partition("\n")[2]
