"""The wire between a table and its screens: what is a tap, and what is none."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game import inputs as i
from controller.game.cards import Card
from controller.game.dealing.declared_hand import Outcome
from controller.game.felt import Spot, board
from controller.game.hands import HandClass
from controller.game.inputs import INTENTS, Incident
from controller.game.meter.types import CorrectionReason, StopCause, StopFate
from controller.game.rectification.claimed_facts import Mistake, Moved, RectificationReason
from controller.game.refusals import Refusal
from controller.game.settings.types import ChangeReason, DraftDoubt
from controller.game.views import offer
from controller.screens import taps, wire
from controller.screens.wire import Lines, WireError
from tests.unmeasured import unmeasured

EXAMPLES: dict[str, Any] = {
    "SetStakes": i.SetStakes(3, 1000, 500),
    "VacateSeat": i.VacateSeat(7),
    "ChangeMaximum": i.ChangeMaximum(10_000),
    "ReportIncident": i.ReportIncident(
        i.Incident.MARKED_CARD, i.Finding.IN_PLAY, i.Measure.CARD_KEPT, 3, "board.1", "red", 51, images=True
    ),
    "SignIncident": i.SignIncident(4),
    "BetPlay": i.BetPlay(3, 4),
    "BetOn": i.BetOn(6, Spot.A05T),
    "Check": i.Check(4),
    "ConfirmStakes": i.ConfirmStakes(2),
    "ConfirmRest": i.ConfirmRest(),
    "DoubleStakes": i.DoubleStakes(2),
    "UndoStakes": i.UndoStakes(2),
    "SetLamp": i.SetLamp(2, True),
    "SeatByHand": i.SeatByHand(5),
    "NoChip": i.NoChip(1),
    "ChipReturned": i.ChipReturned(6),
    "ChipCounts": i.ChipCounts(4),
    "ProposeCorrection": i.ProposeCorrection(3),
    "Fold": i.Fold(1),
    "SettleSeat": i.SettleSeat(7),
    "RefundSeat": i.RefundSeat(7),
    "ReopenDecision": i.ReopenDecision(2),
    "ContestSeat": i.ContestSeat(2),
    "KeyCard": i.KeyCard(board(4), Card.parse("Td")),
    "EnterHand": i.EnterHand(6, Outcome.WIN, HandClass.FLUSH),
    "SeeAlarm": i.SeeAlarm(12, "checked"),
    "SilenceAlarm": i.SilenceAlarm(12),
    "LiftBlock": i.LiftBlock("replaced"),
    "AllowMode": i.AllowMode(i.Mode.HAND_SHUFFLE),
    "LeaveMode": i.LeaveMode(i.Mode.NO_READER),
    "DeclareDeck": i.DeclareDeck("red", 52),
    "ShowEmpty": i.ShowEmpty(i.Occasion.REQUEST),
    "WithdrawShowEmpty": i.WithdrawShowEmpty(),
    "AskPit": i.AskPit("004711"),
    "DeclareIncident": i.DeclareIncident(Incident.MARKED_CARD),
    "ArmVoid": i.ArmVoid(Incident.EQUIPMENT),
    "VoidRound": i.VoidRound(Incident.EQUIPMENT),
    "ReviewVideo": i.ReviewVideo(True, "C-31", True),
    "ProposeRefusal": i.ProposeRefusal(i.ClaimDoubt.IMAGES),
    "RefuseAward": i.RefuseAward(i.ClaimDoubt.HAND, "hole.1.1=Kc"),
    "ProposeRuling": i.ProposeRuling(3, i.SeatRuling.VOID),
    "ConfirmRuling": i.ConfirmRuling(3, i.SeatRuling.RECORD),
    "ConfirmCard": i.ConfirmCard(board(1)),
    "ReportCard": i.ReportCard(board(1), Card.parse("2h")),
    "WithdrawReport": i.WithdrawReport(board(1)),
    "PreparePayment": i.PreparePayment(6, i.PaymentMode.CHEQUE, "B-12", "ID-4"),
    "ConfirmPayment": i.ConfirmPayment(6),
    "TickLine": i.TickLine(next(iter(i.SheetLine))),
    "DeclareSerial": i.DeclareSerial("red", "4711"),
    "CountPieces": i.CountPieces(10_000, 12),
    "CountDeck": i.CountDeck("blue", 52),
    "CorrectMeter": i.CorrectMeter(-50, CorrectionReason.MALFUNCTION),
    "StopJackpot": i.StopJackpot(StopFate.ORPHANS),
    "ReportStop": i.ReportStop(StopCause.DISPLAY),
    "CountJp1Chips": i.CountJp1Chips(7),
    "SignSlip": i.SignSlip(147, 3),
    "DraftSetting": i.DraftSetting("pace.betting_ms", "60000"),
    "ProposeSettings": i.ProposeSettings(ChangeReason.EVENT),
    "RefuseSettings": i.RefuseSettings(DraftDoubt.MOMENT),
    "BookOrphan": i.BookOrphan(2_500, i.OrphanPlace.FLOOR),
    "ProposeRectification": i.ProposeRectification(
        147, 3, Mistake.PAYMENT, RectificationReason.CLAIM, by_cents=-1_500
    ),
    "SetStakesAside": i.SetStakesAside(4),
    "OpenSeal": i.OpenSeal(4),
    "SettleRectification": i.SettleRectification(Moved.BY_HAND),
}


def ask(tap: object, **changes: object) -> bytes:
    return json.dumps({"id": "a1", "view": 12, "tap": tap, **changes}).encode()


def refused(line: bytes) -> WireError:
    with pytest.raises(WireError) as caught:
        taps.parse_ask(line)
    return caught.value


@pytest.mark.parametrize("act", sorted(INTENTS.keys() - {"EnterPin"}))
def test_every_offer_of_a_view_comes_back_as_the_same_intent(act: str) -> None:
    intent = EXAMPLES[act] if act in EXAMPLES else INTENTS[act]()
    line = wire.ask_line("a1", 12, offer(intent))
    assert taps.parse_ask(line.rstrip(b"\n")) == taps.Ask("a1", 12, intent)


@pytest.mark.parametrize("seat", [0, 7])
def test_an_act_that_may_name_no_seat_says_so_by_0(seat: int) -> None:
    refusal = i.RefuseAward(i.ClaimDoubt.STAKE, of_seat=seat)
    report = i.ReportIncident(Incident.EQUIPMENT, i.Finding.IN_PLAY, i.Measure.PLAYED_ON, seat)
    for intent in (i.ProposeRefusal(i.ClaimDoubt.STAKE, seat), refusal, report):
        assert taps.parse_tap(offer(intent)) == intent


def test_a_pin_is_read_and_no_view_ever_offers_one() -> None:
    intent = taps.parse_tap({"act": "EnterPin", "pin": "135790"})
    assert isinstance(intent, i.EnterPin)
    assert intent.pin.digits() == "135790"
    assert "135790" not in json.dumps(offer(intent))


@pytest.mark.parametrize("pin", ["", "12345", "1357913579", "13579x", 135790, True, None])
def test_what_is_no_pin_is_not_repeated(pin: object) -> None:
    error = refused(ask({"act": "EnterPin", "pin": pin}))
    assert str(error) == "tap.pin: a PIN has 6 to 8 digits"


def test_an_argument_with_a_default_may_be_left_out() -> None:
    tap = {"act": "SetStakes", "seat": 3, "ante_cents": 1000}
    assert taps.parse_tap(tap) == i.SetStakes(3, 1000, 0)


@pytest.mark.parametrize(
    ("tap", "where"),
    [
        ({"act": "Cheat"}, "tap.act"),
        ({"act": "Intent"}, "tap.act"),
        ({"act": ["Fold"]}, "tap.act"),
        ({"act": {}}, "tap.act"),
        ({"seat": 3}, "tap.act"),
        ([], "tap"),
        ("Fold", "tap"),
        (None, "tap"),
        ({"act": "Fold"}, "tap.seat"),
        ({"act": "Fold", "seat": 3, "multiple": 4}, "tap.multiple"),
        ({"act": "Fold", "seat": "3"}, "tap.seat"),
        ({"act": "Fold", "seat": True}, "tap.seat"),
        ({"act": "Fold", "seat": 3.0}, "tap.seat"),
        ({"act": "Fold", "seat": None}, "tap.seat"),
        ({"act": "Fold", "seat": 0}, "tap.seat"),
        ({"act": "Fold", "seat": 8}, "tap.seat"),
        ({"act": "Fold", "seat": 10**400}, "tap.seat"),
        ({"act": "BetPlay", "seat": 3, "multiple": 11}, "tap.multiple"),
        ({"act": "SetStakes", "seat": 3, "ante_cents": -1}, "tap.ante_cents"),
        ({"act": "SetStakes", "seat": 3, "ante_cents": 10**12}, "tap.ante_cents"),
        ({"act": "SeeAlarm", "alarm": 0}, "tap.alarm"),
        ({"act": "ReviewVideo", "conform": 1, "camera": ""}, "tap.conform"),
        ({"act": "ReviewVideo", "conform": "true", "camera": ""}, "tap.conform"),
        ({"act": "ReviewVideo", "conform": True, "camera": "C" * 65}, "tap.camera"),
        ({"act": "ReviewVideo", "conform": True, "camera": "C\n31"}, "tap.camera"),
        ({"act": "ReviewVideo", "conform": True, "camera": "\ud800"}, ""),
        ({"act": "RefuseAward", "reason": "doubt"}, "tap.reason"),
        ({"act": "PreparePayment", "seat": 1, "mode": "gold", "slip": "B-1"}, "tap.mode"),
        ({"act": "DeclareIncident", "incident": "boredom"}, "tap.incident"),
        ({"act": "KeyCard", "place": "board.4", "card": "1d"}, "tap.card"),
        ({"act": "KeyCard", "place": "board.4", "card": "••"}, "tap.card"),
        ({"act": "KeyCard", "place": "board.5", "card": "Td"}, "tap.place"),
        ({"act": "KeyCard", "place": "hole.0.0", "card": "Td"}, "tap.place"),
        ({"act": "KeyCard", "place": "board. 4", "card": "Td"}, "tap.place"),
    ],
)
def test_what_is_no_tap_is_refused_naming_the_field(tap: object, where: str) -> None:
    assert refused(ask(tap)).where == where


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"id": ""}, "id"),
        ({"id": 5}, "id"),
        ({"id": "x" * 65}, "id"),
        ({"view": -1}, "view"),
        ({"view": True}, "view"),
        ({"view": 1.5}, "view"),
        ({"view": 2**53}, "view"),
        ({"role": "pit"}, "role"),
    ],
)
def test_what_surrounds_a_tap_is_checked_to_the_letter_too(changes: dict[str, object], where: str) -> None:
    assert refused(ask({"act": "CallChef"}, **changes)).where == where


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"hello",
        b"\xff\xfe",
        b"[]",
        b"5",
        b"null",
        b"{}",
        b'{"id":"a","id":"b","view":1,"tap":{"act":"CallChef"}}',
        b'{"id":"a","view":NaN,"tap":{"act":"CallChef"}}',
        b'{"id":"a","view":1e400,"tap":{"act":"CallChef"}}',
        b"[" * 100_000,
        b'{"view":' + b"9" * 10_000 + b"}",
    ],
    ids=lambda line: repr(line[:24]),
)
def test_a_line_that_is_no_message_is_refused(line: bytes) -> None:
    refused(line)


@given(st.binary(max_size=300))
def test_noise_is_never_more_than_refused(noise: bytes) -> None:
    assert str(refused(noise))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(["act", "seat", "multiple", "ante_cents", "card", "place", "incident", "camera"])


@given(st.dictionaries(FIELDS, JSON | st.sampled_from([*INTENTS, 1, 4, "As", "board.0"]), max_size=4))
def test_what_passes_for_a_tap_is_an_intent_of_the_table(tap: dict[str, Any]) -> None:
    try:
        intent = taps.parse_tap(tap)
    except WireError:
        return
    assert type(intent) is INTENTS[tap["act"]]
    assert {name: value for name, value in offer(intent).items() if name in tap} == tap


def test_the_reason_of_a_refusal_never_repeats_what_a_stranger_named() -> None:
    error = refused(ask({"act": "CallChef", "\x1b[2J" + "z" * 100: 1}))
    assert error.where == "tap.?"


def test_half_a_line_waits_for_its_end() -> None:
    lines = Lines()
    assert lines.feed(b'{"id"') == []
    assert lines.feed(b': 1}\n{"b"') == [b'{"id": 1}']
    assert lines.feed(b"}\n\n") == [b'{"b"}', b""]


@given(st.lists(st.binary(max_size=20).filter(lambda part: b"\n" not in part)), st.integers(1, 7))
def test_lines_come_out_whole_however_the_bytes_are_cut(parts: list[bytes], size: int) -> None:
    stream = b"".join(part + b"\n" for part in parts)
    lines = Lines()
    found = [line for at in range(0, len(stream), size) for line in lines.feed(stream[at : at + size])]
    assert found == parts


def test_a_line_without_end_is_refused_at_the_limit() -> None:
    lines = Lines(limit=100)
    lines.feed(b"x" * 100)
    with pytest.raises(WireError, match="longer than 100 bytes"):
        lines.feed(b"x")
    with pytest.raises(WireError):
        Lines(limit=100).feed(b"x" * 101 + b"\n")


def test_each_role_may_send_its_own_acts() -> None:
    kinds = set(INTENTS.values())
    drafting = {
        *(i.DraftSetting, i.DropDraft, i.ProposeSettings),
        *(i.ApproveSettings, i.RefuseSettings, i.WithdrawSettings),
    }
    assert {kind for kind in kinds if taps.may_send("pit", kind)} == {i.SeeCall, i.SeeAlarm, *drafting}
    assert {kind for kind in kinds if not taps.may_send("dealer", kind)} == {i.SeeCall, *drafting}
    assert not any(taps.may_send("jackpot", kind) for kind in kinds)


def test_answers_carry_the_refusal_with_its_facts() -> None:
    assert json.loads(wire.answer_line("a1", 813, None)) == {"answer": "a1", "ok": True, "seq": 813}
    refusal = Refusal("seat_not_in_turn", "RP-11", (("seat", 6), ("turn", 7)))
    assert json.loads(wire.answer_line("a1", 813, refusal)) == {
        "answer": "a1",
        "ok": False,
        "refusal": {"code": "seat_not_in_turn", "article": "RP-11", "facts": {"seat": 6, "turn": 7}},
    }


def test_a_message_is_one_line_whatever_its_text() -> None:
    line = wire.dropped_line("tap.camera: a\nb")
    assert line.count(b"\n") == 1
    assert wire.decode(line) == {"dropped": "tap.camera: a\nb"}


def test_the_screens_end_loads_nothing_of_the_table() -> None:
    heavy = ("cryptography", "sqlite3", "sqlite_utils", "pydantic", "serial", "gpiozero", "click")
    ours = (
        "controller.table.table",
        "controller.journal",
        "controller.book",
        "controller.settings",
        "controller.game",
        "drivers",
    )
    script = (
        "import sys, ui.client\n"
        f"bad = [m for m in sys.modules if m.split('.')[0] in {heavy!r} or m.startswith({ours!r})]\n"
        "sys.exit(' '.join(bad) or 0)"
    )
    words = [sys.executable, "-c", script]
    done = subprocess.run(words, env=unmeasured(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
