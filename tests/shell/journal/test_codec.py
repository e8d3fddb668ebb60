"""The codec of the journal: one spelling for one event, and no card in clear before its reveal."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest
from hypothesis import given, settings

from controller.game.cards import DECK, MASKED, Card, FaceDown
from controller.game.events import (
    EVENTS,
    AlarmRaised,
    CardDealt,
    CardsRevealed,
    RevealedCard,
    SeatSettled,
    SettledSpot,
    StakesSet,
)
from controller.game.felt import Pile, Place, Spot, board, hole
from controller.game.side_bets import IF_ANY
from controller.journal.codec import BODY_MAX, Codec, Unwritable
from controller.journal.field_codec import Unreadable
from controller.journal.reading import CARD_DEALT
from controller.journal.seal import SealBroken, Sealer, commitment_of, master_of_seed
from tests.shell.journal.journal_events import any_event, records_of

CODEC = Codec(EVENTS)
SEALER = Sealer(master_of_seed(7), "5a" * 32)
ACE = Card.parse("As")


@dataclass(frozen=True, slots=True)
class Line:
    spot: Spot
    cents: int


@dataclass(frozen=True, slots=True)
class Sample:
    number: int
    flag: bool
    words: str
    spot: Spot | None
    lines: tuple[Line, ...]
    pair: tuple[int, str]
    place: Place
    card: Card | None
    added: int = 9


SAMPLES = Codec({"Sample": Sample})
SAMPLE = Sample(3, True, "né", Spot.ANTE, (Line(Spot.JP1, 500),), (1, "x"), hole(3, 1), ACE)
BODY = (
    '{"number":3,"flag":true,"words":"n\\u00e9","spot":"ante","lines":[{"spot":"jp1","cents":500}],'
    '"pair":[1,"x"],"place":"hole.3.1","card":"As","added":9}'
)


@pytest.mark.parametrize("kind", EVENTS.values(), ids=EVENTS)
def test_every_event_reads_back_as_it_was_written(kind: type) -> None:
    @settings(max_examples=15, deadline=None, database=None)
    @given(records_of(kind))
    def check(event: Any) -> None:
        name, body = CODEC.encode(event, SEALER)
        assert name == kind.__name__
        assert body.isascii()
        again = CODEC.decode(name, body, SEALER)
        assert again == event
        assert CODEC.encode(again, SEALER) == (name, body)

    check()


@settings(max_examples=150, deadline=None, database=None)
@given(any_event())
def test_the_spelling_is_json_in_the_order_of_the_fields_without_blanks(event: Any) -> None:
    _, body = CODEC.encode(event, SEALER)
    value = json.loads(body)
    left_out = {one.name for one in fields(event) if IF_ANY in one.metadata and not getattr(event, one.name)}
    assert list(value) == [one.name for one in fields(event) if one.name not in left_out]
    assert json.dumps(value, separators=(",", ":")) == body


def test_the_spelling_does_not_change_from_one_version_to_the_next() -> None:
    assert SAMPLES.encode(SAMPLE) == ("Sample", BODY)
    assert SAMPLES.decode("Sample", BODY) == SAMPLE


WRITTEN_CAUSES = """
exposed_card irregular_deal missing_card extra_card marked_card exchanged_card contested_chips
cards_below_table players_talking other_language equipment evacuation card_before_closing
card_before_contribution card_before_decisions card_clash duplicate_card card_count count_unknown shoe_gone
shoe_not_locked master_lost jp1_not_registered jp1_correction jp1_correction_late jp1_prize_hand
book_refused press_unanswered
"""
"""Every cause of a hold that any version has written; a line goes in here and never out."""


@pytest.mark.parametrize("cause", WRITTEN_CAUSES.split())
def test_every_cause_of_a_hold_that_was_ever_written_is_read(cause: str) -> None:
    body = f'{{"cause":"{cause}","seat":0,"detail":"","frame":0}}'
    held = CODEC.decode("RoundHeld", body, SEALER)
    assert CODEC.encode(held, SEALER) == ("RoundHeld", body)


def test_a_field_added_since_with_a_default_takes_the_default() -> None:
    assert SAMPLES.decode("Sample", BODY.replace(',"added":9', "")) == SAMPLE


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", True),
        ("number", 3.0),
        ("number", 2**63),
        ("number", "3"),
        ("flag", 1),
        ("words", b"x"),
        ("spot", "nowhere"),
        ("spot", []),
        ("lines", [Line(Spot.JP1, 500)]),
        ("lines", (500,)),
        ("lines", (Line(Spot.JP1, 5.5),)),
        ("pair", (1, "x", 2)),
        ("place", "hole.3.1"),
        ("place", Place(Pile.HOLE, 9, 0)),
        ("card", "As"),
        ("card", FaceDown(ACE)),
    ],
)
def test_a_field_of_another_type_is_not_written(field: str, value: object) -> None:
    values = {one.name: getattr(SAMPLE, one.name) for one in fields(SAMPLE)}
    with pytest.raises(Unwritable, match=rf"^Sample\.{field}: "):
        SAMPLES.encode(Sample(**{**values, field: value}))  # type: ignore[arg-type]


def test_an_event_that_is_not_registered_is_not_written() -> None:
    with pytest.raises(Unwritable, match="Line is no event"):
        SAMPLES.encode(Line(Spot.JP1, 1))


def test_a_body_has_a_limit_both_ways() -> None:
    with pytest.raises(Unwritable, match="at most 65536"):
        CODEC.encode(AlarmRaised(1, "A-101", 1, 0, "x" * BODY_MAX))
    with pytest.raises(Unreadable, match="at most 65536"):
        SAMPLES.decode("Sample", BODY + " " * BODY_MAX)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"number":3', '"number":3.0'),
        ('"number":3', '"number":true'),
        ('"number":3', '"number":"3"'),
        ('"number":3', '"number":9223372036854775808'),
        ('"number":3', '"number":NaN'),
        ('"number":3', '"number":3,"number":4'),
        ('"number":3,', ""),
        ('"number":3', '"number":3,"extra":1'),
        ('"flag":true', '"flag":1'),
        ('"ante"', '"antes"'),
        ('"ante"', "7"),
        ('"cents":500', '"cents":500,"more":1'),
        ('"cents":500', '"cents":"500"'),
        ('[{"spot":"jp1","cents":500}]', "7"),
        ('[{"spot":"jp1","cents":500}]', "[7]"),
        ('[1,"x"]', "[1]"),
        ("hole.3.1", "hole.03.1"),
        ("hole.3.1", "hole.9.1"),
        ('"As"', '"1s"'),
        ('"As"', '["As"]'),
        ("{", "[{"),
        ("}", ""),
    ],
)
def test_a_body_that_is_not_ours_is_not_read(old: str, new: str) -> None:
    with pytest.raises(Unreadable):
        SAMPLES.decode("Sample", BODY.replace(old, new, 1))


LOST = SettledSpot(Spot.ANTE, 1, 0, 1, 0, "ante_lost")
_, SETTLED = CODEC.encode(SeatSettled(1, (LOST, replace(LOST, spot=Spot.BLIND))))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"seat":1', '"seat":true'),
        ('"stake_cents":1', '"stake_cents":true'),
        ('"stake_cents":1', '"stake_cents":1.0'),
        ('"stake_cents":1', '"stake_cents":01'),
        ('"stake_cents":1', '"stake_cents":1,"stake_cents":1'),
        ('"stake_cents":1', '"stake_cents":1,"more":1'),
        ('"stake_cents":1,', ""),
        ("},{", "},,{"),
        ("},{", "}{"),
        ("},{", "},{},{"),
        ("}]", "},]"),
        ("}]", "}]]"),
        ("[{", "[[{"),
        ("[{", '[],"lines":[{'),
        ('"lines":[{', '"more":[],"lines":[{'),
    ],
)
def test_what_was_read_before_vouches_for_no_other_text(old: str, new: str) -> None:
    """Lines and events that recur are read once: that one holds says nothing of one spelled otherwise."""
    assert CODEC.decode("SeatSettled", SETTLED).lines[0] == LOST
    with pytest.raises(Unreadable):
        CODEC.decode("SeatSettled", SETTLED.replace(old, new, 1))


@pytest.mark.parametrize("rule", ["},{", "[{", "}]", '"', '"},{"', '[{"spot":"jp1"}]', "\\", "é"])
def test_a_text_that_looks_like_a_record_is_a_text(rule: str) -> None:
    for lines in ((replace(LOST, rule=rule),), (LOST, replace(LOST, rule=rule), LOST)):
        event = SeatSettled(1, lines)
        assert CODEC.decode(*CODEC.encode(event)) == event


def test_blanks_between_records_are_read_as_json() -> None:
    assert CODEC.decode("SeatSettled", SETTLED.replace("},{", "}, {")) == CODEC.decode("SeatSettled", SETTLED)


@pytest.mark.parametrize(
    "body", ['{"lines":7,"seat":[{"a":1}]}', '{"seat":[{"a":1}],"lines":[]}', '{"seat":1,"lines":[{}]}']
)
def test_records_in_another_field_are_not_taken_for_the_lines_of_a_seat(body: str) -> None:
    with pytest.raises(Unreadable):
        CODEC.decode("SeatSettled", body)


@pytest.mark.parametrize("body", ["", "null", "[]", "3", "{}", "[" * 100_000])
def test_what_is_no_object_of_an_event_is_not_read(body: str) -> None:
    with pytest.raises(Unreadable):
        SAMPLES.decode("Sample", body)


def test_an_unknown_kind_is_not_read() -> None:
    with pytest.raises(Unreadable, match="unknown kind 'Sampel'"):
        SAMPLES.decode("Sampel", BODY)


def test_an_annotation_that_cannot_be_written_is_refused_at_the_start() -> None:
    @dataclass(frozen=True)
    class Loose:
        values: dict[str, int]

    with pytest.raises(TypeError, match="dict"):
        Codec({"Loose": Loose})


def test_a_kind_that_has_no_fields_to_be_written_is_refused_at_the_start() -> None:
    with pytest.raises(TypeError, match="int is no dataclass"):
        Codec({"Number": int})


def test_a_face_down_card_without_its_place_is_refused_at_the_start() -> None:
    @dataclass(frozen=True)
    class Lost:
        card: FaceDown

    with pytest.raises(TypeError, match="Lost: one field of cards"):
        Codec({"Lost": Lost})


# --- cards ---------------------------------------------------------------------------------------


def test_a_face_down_card_is_not_in_its_body_in_any_spelling() -> None:
    for card in DECK:
        _, body = CODEC.encode(CardDealt(4, 1, hole(3, 0), FaceDown(card)), SEALER)
        value = json.loads(body)
        assert set(value) == {"round", "attempt", "place", "card", "frame"}
        assert set(value["card"]) == {"sealed", "commitment"}
        assert len(body) == len(BODY_OF_ANY_CARD), "the length would tell"


_, BODY_OF_ANY_CARD = CODEC.encode(CardDealt(4, 1, hole(3, 0), FaceDown(ACE)), SEALER)


def test_a_card_without_keys_is_neither_written_nor_read() -> None:
    with pytest.raises(Unwritable, match="no keys"):
        CODEC.encode(CardDealt(4, 1, hole(3, 0), FaceDown(ACE)))
    with pytest.raises(Unwritable, match="no keys"):
        CODEC.decode("CardDealt", BODY_OF_ANY_CARD)


@given(any_event())
def test_who_holds_no_key_reads_every_event_and_no_card_face_down(event: Any) -> None:
    kind, body = CODEC.encode(event, SEALER)
    hidden = CODEC.sealing.get(kind)
    assert CODEC.decode_masked(kind, body) == (replace(event, **{hidden: MASKED}) if hidden else event)


def test_a_masked_card_is_turned_up_by_nobody_and_never_written() -> None:
    event = CODEC.decode_masked(*CODEC.encode(CardDealt(1, 1, board(0), FaceDown(ACE)), SEALER))
    assert not any(event.card.is_card(card) for card in DECK)
    assert event.card != FaceDown(ACE)
    with pytest.raises(TypeError):
        event.card.turned_up()
    with pytest.raises(Unwritable):
        CODEC.encode(event, SEALER)


def test_a_card_in_clear_is_not_taken_for_one_face_down() -> None:
    with pytest.raises(Unwritable, match=r"CardDealt\.card: Card is no card face down"):
        CODEC.encode(CardDealt(4, 1, hole(3, 0), ACE), SEALER)  # type: ignore[arg-type]


def test_a_face_down_card_opens_with_the_keys_of_its_session_only() -> None:
    assert CODEC.decode("CardDealt", BODY_OF_ANY_CARD, SEALER).card.is_card(ACE)
    for stranger in (Sealer(master_of_seed(8), "5a" * 32), Sealer(master_of_seed(7), "5b" * 32)):
        with pytest.raises(SealBroken):
            CODEC.decode("CardDealt", BODY_OF_ANY_CARD, stranger)


@pytest.mark.parametrize(
    ("old", "new"),
    [('"round":4', '"round":5'), ('"attempt":1', '"attempt":2'), ("hole.3.0", "hole.3.1")],
)
def test_a_sealed_card_does_not_move_to_another_place(old: str, new: str) -> None:
    with pytest.raises(SealBroken):
        CODEC.decode("CardDealt", BODY_OF_ANY_CARD.replace(old, new), SEALER)


@pytest.mark.parametrize("card", ['"As"', "{}", '{"sealed":"x"}', '{"sealed":1,"commitment":2}', "null"])
def test_a_sealed_card_of_another_form_is_not_read(card: str) -> None:
    body = f'{{"round":4,"attempt":1,"place":"hole.3.0","card":{card}}}'
    with pytest.raises(Unreadable):
        CODEC.decode("CardDealt", body, SEALER)


def test_a_reveal_carries_the_keys_that_open_the_commitments() -> None:
    dealt = [
        CardDealt(4, 2, place, FaceDown(card))
        for place, card in ((hole(3, 0), DECK[5]), (board(1), DECK[50]))
    ]
    shown = CardsRevealed(4, 2, tuple(RevealedCard(one.place, one.card.turned_up()) for one in dealt))
    _, text = CODEC.encode(shown, SEALER)
    for one, row in zip(dealt, json.loads(text)["cards"], strict=True):
        sealed = json.loads(CODEC.encode(one, SEALER)[1])["card"]
        assert list(row) == ["place", "card", "opens"]
        assert commitment_of(row["opens"], row["card"]) == sealed["commitment"]
        others = {commitment_of(row["opens"], card.text) for card in DECK if card.text != row["card"]}
        assert sealed["commitment"] not in others


@pytest.mark.parametrize(
    "cards",
    ["7", "[7]", '[{"place":"hole.3.0","card":"As"}]', '[{"place":"hole.3.0","card":"1s","opens":""}]'],
)
def test_a_reveal_of_another_form_is_not_read(cards: str) -> None:
    with pytest.raises(Unreadable):
        CODEC.decode("CardsRevealed", f'{{"round":4,"attempt":1,"cards":{cards}}}', SEALER)


def test_an_error_names_the_field_and_never_the_card() -> None:
    wrong = CardDealt("4", 1, hole(3, 0), FaceDown(ACE))  # type: ignore[arg-type]
    with pytest.raises(Unwritable, match=r"^CardDealt\.round: str is no int") as caught:
        CODEC.encode(wrong, SEALER)
    assert "As" not in f"{caught.value!r}{caught.value.__context__!r}"


def test_events_without_cards_need_no_keys() -> None:
    assert CODEC.encode(StakesSet(3, 1000, 0)) == (
        "StakesSet",
        '{"seat":3,"ante_cents":1000,"side_cents":0,"doubled":false}',
    )


@pytest.mark.parametrize("frame", [0, 7, 65_535])
def test_a_card_dealt_is_checked_without_a_parser_as_the_codec_writes_it(frame: int) -> None:
    """A third of all rows: with the frame's number or, from before frames were numbered, without it."""
    _, body = CODEC.encode(CardDealt(1, 1, board(0), FaceDown(ACE), frame), SEALER)
    assert CARD_DEALT(body)
    assert CARD_DEALT(body.replace(f',"frame":{frame}', ""))
    for odd in (f'"frame":0{frame}', f'"frame":"{frame}"', f'"frame":{frame}.5', f'"frame":{frame},"x":1'):
        assert not CARD_DEALT(body.replace(f'"frame":{frame}', odd))
