"""Cards put anew, held for, told by class or left face down as no honest table does: each is found."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pytest

from tests.law.requirements import requirement
from tests.shell.journal.falsified import CARDS, SCRIPTS, House, houses, scene
from tests.shell.journal.forgeries import linked, numbered
from tests.shell.journal.inspector import inspected
from tests.shell.journal.journals import rows_of
from tests.shell.journal.retold import Story, Told, story_of
from tests.shell.journal.sticks import journal, key_of, put

pytestmark = pytest.mark.slow

ROUNDS: Final = 16
KEY: Final = b"\7" * 32
Change = Callable[[Story], None]


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A hard night of the first profile."""
    return next(islice(houses(tmp_path_factory.mktemp("honest"), ROUNDS, 3), len(SCRIPTS), None))


def finds(house: House, tell: Change, *words: str) -> None:
    """The auditor names each of these."""
    told = story_of(house)
    tell(told)
    found = told.found()
    for one in words:
        assert any(one in line for line in found), (one, found)


def body(told: Story, at: int) -> dict[str, Any]:
    return told.entries[at].body


def of_deal(told: Story, at: int) -> dict[str, Any]:
    """Round and deal of what happens there."""
    return {name: body(told, told.before("RoundOpened", at))[name] for name in ("round", "attempt")}


def unseen(told: Story, at: int) -> list[str]:
    """The cards that do not lie open in the deal of this entry."""
    begun = told.before("RoundOpened", at)
    ends = told.at("RoundClosed", at)
    turned = [one.body for one in told.entries[begun:ends] if one.kind == "CardsRevealed"]
    shown = {card["card"] for one in turned for card in one["cards"]}
    return [card for card in CARDS if card not in shown]


def keyed(told: Story, at: int, place: str, card: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """A person keys this card there, and it is turned up."""
    deal = of_deal(told, at)
    turned = {"place": place, "card": card, "opens": KEY.hex()}
    return (
        ("CardKeyed", {**deal, "place": place, "card": sealed(card)}),
        ("CardsRevealed", {**deal, "cards": [turned]}),
    )


def sealed(card: str) -> dict[str, str]:
    """The card as a forger seals it, with a key of his own."""
    return {"sealed": "A" * 24, "commitment": hmac.digest(KEY, card.encode(), "sha256").hex()}


HELD: Final = ("RoundHeld", {"cause": "card_clash", "seat": 0, "detail": "", "frame": 0})
GOES_ON: Final = ("HoldEnded", {"person": "Chef 1"})


def seat_of(told: Story, place: int) -> int:
    seat: int = body(told, place)["seat"]
    return seat


# --- cards put anew --------------------------------------------------------------------------------------


def held_without_two_equal_cards(told: Story) -> None:
    shown = told.at("ShowdownOpened")
    told.put(shown, HELD, *keyed(told, shown, "dealer.1", unseen(told, shown)[0]), GOES_ON)


def equal_cards_once_the_settlement_is_opened(told: Story) -> None:
    """Whoever held the round for them, the lines went by them."""
    settled = told.at("SettlementOpened")
    turned = body(told, told.before("CardsRevealed", settled))["cards"]
    card = next(one["card"] for one in turned if not one["place"].startswith("dealer"))
    told.put(settled + 1, HELD, *keyed(told, settled, "dealer.0", card), GOES_ON)


@requirement("SE-12")
@pytest.mark.parametrize(
    ("tell", "words"),
    [
        (
            held_without_two_equal_cards,
            ("the hold for two equal cards", "a card keyed at dealer.1", "a card turned up at dealer.1"),
        ),
        (
            equal_cards_once_the_settlement_is_opened,
            ("the hold for two equal cards", "a card keyed at dealer.0", "at 2 places"),
        ),
    ],
)
def test_no_card_is_keyed_over_an_open_one_without_two_equal_ones(
    night: House, tell: Change, words: tuple[str, ...]
) -> None:
    finds(night, tell, *words)


def bank_put_anew(told: Story, kind: str) -> None:
    """After the last bet the bank has other cards, which entries of this kind seal at its places."""
    shown = told.at("ShowdownOpened")
    turned, others = told.before("CardsRevealed", shown), unseen(told, shown)
    for one in body(told, turned)["cards"]:
        if one["place"].startswith("dealer"):
            one["card"], one["opens"] = others.pop(), KEY.hex()
            anew = {**of_deal(told, shown), "place": one["place"], "card": sealed(one["card"])}
            told.put(turned, (kind, anew))
            turned += 1


NOT_DEALT: Final = "the card turned up at dealer.0 is not the one dealt there"
PUT_ANEW: Final = "another card is put at dealer.0, where one lay"


@requirement("SE-12")
@pytest.mark.parametrize(
    ("kind", "words"),
    [("CardProposed", NOT_DEALT), ("CardDealt", PUT_ANEW), ("CardKeyed", PUT_ANEW)],
)
def test_no_entry_puts_another_card_where_one_was_read(stick: Path, kind: str, words: str) -> None:
    """A commitment that any later entry may replace binds nobody."""
    path = journal(stick)
    first, *rows = rows_of(path)
    told = Story(House(stick, stick, None), first, [Told(row.kind, json.loads(row.body)) for row in rows])
    bank_put_anew(told, kind)
    put(stick, linked(numbered([first, *told.rows()]), 1), key_of("UTH-1"))
    code, said = inspected(path, "--key", f"UTH-1={key_of('UTH-1').key}")
    assert code == 1, said
    assert words in said


# --- a street called back --------------------------------------------------------------------------------


def bet_taken_back_on_an_open_hand(told: Story) -> None:
    """All hands and one card of the bank lie open: whoever loses takes his bet back and folds."""
    shown = told.at("ShowdownOpened")
    turned = body(told, told.before("CardsRevealed", shown))
    last = next(one for one in turned["cards"] if one["place"] == "dealer.0")
    turned["cards"].remove(last)
    seat = {"seat": seat_of(told, told.before("PlayBet", shown))}
    told.put(
        shown,
        ("StreetTakenBack", {"street": 2}),
        ("PlayTakenBack", seat),
        ("SeatFolded", {**seat, "by_clock": False}),
        ("StreetCalled", {"street": 2, "by_clock": False}),
        ("CardsRevealed", {**turned, "cards": [last]}),
    )


def street_taken_back_over_a_card_of_the_next(told: Story) -> None:
    """It is out, though nobody has turned it up."""
    turned = told.before("CardsRevealed", told.at("DecisionsOpened", street=2))
    told.put(turned, ("StreetTakenBack", {"street": 1}), ("StreetCalled", {"street": 1, "by_clock": False}))


@pytest.mark.parametrize(
    ("tell", "words"),
    [
        (bet_taken_back_on_an_open_hand, "street 2: open again"),
        (street_taken_back_over_a_card_of_the_next, "street 1: open again"),
    ],
)
def test_no_street_is_open_again_once_what_follows_is_out(night: House, tell: Change, words: str) -> None:
    finds(night, tell, words)


# --- hands that a person tells ---------------------------------------------------------------------------

BY_HAND: Final = "sans-sabot-main-rectifiee"
"""The board is 2c 9d Kh 4s Jh, and the bank has a pair of nines."""
OF_JP1: Final = "sans-sabot-full-avec-jp1"
IMPOSSIBLE: Final = (
    ("flush", "win"),
    ("high_card", "win"),
    ("straight", "lose"),
    ("quads", "win"),
    ("two_pair", "tie"),
    ("pair", "none"),
)


@pytest.mark.parametrize(("hand_class", "outcome"), IMPOSSIBLE)
def test_a_hand_that_no_two_hidden_cards_make_is_not_told(
    tmp_path: Path, hand_class: str, outcome: str
) -> None:
    def tell(told: Story) -> None:
        body(told, told.at("HandEntered")).update(hand_class=hand_class, outcome=outcome)

    finds(
        scene(tmp_path / BY_HAND, BY_HAND), tell, f"the hand of seat 3: {hand_class}, {outcome}, not one of"
    )


def test_a_hand_told_is_one_on_the_true_cards_too(tmp_path: Path) -> None:
    """With a pair on the board nobody has a high card any more."""

    def tell(told: Story) -> None:
        shown = told.at("ShowdownOpened")
        true = {"place": "board.0", "recorded": "2c", "card": "9c"}
        corrected = {**of_deal(told, shown), "persons": ["Martin", "Petit"], "cards": [true]}
        told.put(shown + 1, ("RecordCorrected", corrected))

    finds(scene(tmp_path / BY_HAND, BY_HAND), tell, "the hand of seat 1: high_card, lose, not one of")


def test_what_jp1_pays_for_is_shown_and_not_told(tmp_path: Path) -> None:
    def tell(told: Story) -> None:
        entered = told.at("HandEntered", seat=6)
        assert body(told, entered)["hand_class"] == "pair"
        body(told, entered)["hand_class"] = "full_house"

    finds(scene(tmp_path / OF_JP1, OF_JP1), tell, "the hand of seat 6: full_house, none, not one of")


def test_no_hand_is_told_in_a_deal_from_the_shoe(night: House) -> None:
    """Its cards were unread, says the forger, and nobody keyed them."""

    def tell(told: Story) -> None:
        settled = told.at("SeatSettled")
        seat, shown = seat_of(told, settled), told.before("ShowdownOpened", settled)
        for one in told.entries[told.before("RoundOpened", settled) : shown]:
            if one.kind == "CardDealt" and one.body["place"].startswith(f"hole.{seat}."):
                one.kind = "CardUnread"
        hand = {**of_deal(told, settled), "seat": seat, "outcome": "win", "hand_class": "two_pair"}
        told.put(shown, ("HandEntered", hand))

    finds(night, tell, "a hand told by a person: in a deal from the shoe")


# --- hands that stay sealed ------------------------------------------------------------------------------

SEALED: Final = "rectifier-une-main-cachee"
"""Seat 2 had folded, played once the Ante by the truth, and its cards are turned up for nobody."""


def paid_a_million(told: Story) -> None:
    """On its Ante, which the rules pay one to one."""
    proposed = told.entries[told.at("RectificationApproved") :]
    for one in proposed:
        if one.kind in ("RectificationApproved", "RectificationRecorded"):
            one.body["lines"][0]["paid_cents"] += 100_000_000
            one.body["cents"] += 100_000_000
        if one.kind == "RectificationRecorded":
            one.body["bank_cents"] -= 100_000_000


def told_over_sealed_cards(told: Story) -> None:
    for one in told.entries:
        if one.kind.startswith("Rectification") and "truth" in one.body:
            one.body["truth"].update(outcome="win", hand_class="three_of_a_kind")


@requirement("AC-10")
@pytest.mark.parametrize(
    ("tell", "words"),
    [
        (paid_a_million, "the true lines of seat 2: those of no two cards"),
        (told_over_sealed_cards, "the hand of seat 2: told by a person"),
    ],
)
def test_a_hand_that_stays_sealed_is_due_what_some_two_cards_are(
    tmp_path: Path, tell: Change, words: str
) -> None:
    finds(scene(tmp_path / SEALED, SEALED), tell, words)
