"""One of the two best hands, from the freeze to its release, by touches on the real scene over the core."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from controller.game import events as e
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.payment.winning_hand import hand_places
from controller.game.views import console
from tests.builders import Felt
from tests.ui.claim_states import royal
from tests.ui.scene import faults, items
from tests.ui.states import view_of
from tests.ui.touched_table import Table
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace

SIZES = {"large": LARGE, "compact": COMPACT}
MEMBER, SECOND = ("MCD 03", Role.COMITE), ("OV 11", Role.VIDEO)
PIN = "135790"
MOST_CENTS = 999_999_999


class AtARegister(Table):
    """A table whose people have PINs: who puts his badge in enters his own by touches, where he is asked."""

    def __init__(self) -> None:
        super().__init__()
        felt = Felt(register=True, identity_from_cents=100_000).open()
        felt.stakes(s3=(2000, 0), s6=2000, s7=3000).chips(3, 6).close()
        felt.draw("Ks Ts 2c 4d 5h 6c Kd 9c").do(i.CallStreet()).draw("As Qs 9d").do(i.CallStreet())
        self.felt = felt.draw("Js 7h").do(i.BetRest()).showdown()
        self.show()
        self.touches = 0

    def asked(self, tap: dict[str, Any]) -> None:
        if tap["act"] == "EnterPin":
            assert tap.pop("pin") == PIN
            self.taps.append(tap)
            badge = self.felt.state.badge
            assert badge is not None
            self.felt.see(i.PinAnswered(badge.person, badge.shown, True))
            self.show()
            return
        super().asked(tap)

    def comes(self, person: str, role: Role) -> None:
        """His badge is in the reader; the pad that opens has his PIN."""
        self.felt.see(i.BadgeGone(), i.BadgeObserved(person, role))
        self.show()
        if console(self.felt.state)["pin"] is not None:
            for digit in PIN:
                self.touch("local.pin_digit", digit=digit)
            self.touch("EnterPin")

    def count(self) -> int:
        made, self.touches = self.touches, 0
        return made


@pytest.fixture
def table() -> Iterator[AtARegister]:
    made = AtARegister()
    yield made
    warned = list(made.stage.warnings)
    made.stage.close()
    assert warned == []
    assert made.refusals == []


@pytest.mark.long
def test_a_royal_takes_twenty_touches_of_the_comite_and_eleven_of_the_second_person_pins_included(
    table: AtARegister,
) -> None:
    """One identification a person: six digits and their key, once; three digits are of the papers."""
    touches = {"dealer": 0, MEMBER[0]: 0, SECOND[0]: 0}
    table.touch("CallChef")
    touches["dealer"] += table.count()
    table.comes(*MEMBER)
    for place in hand_places(table.felt.state):
        table.touch("ConfirmCard", place=str(place))
    table.touch("ConfirmHand")
    touches[MEMBER[0]] += table.count()
    table.comes(*SECOND)
    table.touch("local.keep")
    table.touch("ReviewVideo", conform=True)
    touches[SECOND[0]] += table.count()
    table.comes(*MEMBER)
    table.touch("ReadAmount")
    touches[MEMBER[0]] += table.count()
    table.comes(*SECOND)
    table.touch("ReadAmount")
    touches[SECOND[0]] += table.count()
    table.comes(*MEMBER)
    for digit in "47":
        table.touch("local.digit", digit=digit)
    table.touch("local.field", field="identity")
    table.touch("local.digit", digit="4")
    table.touch("PreparePayment", seat=3)
    table.touch("ArmRelease")
    touches[MEMBER[0]] += table.count()
    table.comes(*SECOND)
    table.touch("ReleaseAward")
    touches[SECOND[0]] += table.count()
    (released,) = table.felt.events(e.AwardReleased)
    assert isinstance(released, e.AwardReleased)
    assert released.persons == (MEMBER[0], SECOND[0])
    assert touches == {"dealer": 1, MEMBER[0]: 20, SECOND[0]: 11}


def test_over_a_frozen_felt_nothing_can_be_touched_but_the_call_the_help_and_what_is_always_there(
    table: AtARegister,
) -> None:
    """No *Vu*: to call the comité is the answer."""
    assert table.key("SeeAlarm", {}) is None
    shown = table.screen.view
    assert shown["freeze"]["title"] == "NE TOUCHEZ PLUS AUX CARTES"
    assert shown["alarm"] is None
    assert shown["sheet"] is None, "the cards are shown where they lie"
    assert shown["primary"]["label"] == "APPELER\nLE COMITÉ"
    table.touch("CallChef")
    shown = table.screen.view
    assert (shown["primary"]["label"], shown["primary"]["tap"]) == ("BADGE\nDU COMITÉ", None)
    assert shown["freeze"]["title"] == "NE TOUCHEZ PLUS AUX CARTES"
    table.comes(*MEMBER)
    assert table.screen.view["freeze"] is None
    assert table.screen.view["sheet"]["kind"] == "jackpot"


def test_the_five_cards_are_ringed_where_they_lie_and_all_else_recedes() -> None:
    felt = royal()
    shown = ConsoleFace("fr").words(console(felt.state))
    assert shown["board"]["ringed"] == [True, True, False, True, False]
    assert shown["board"]["recedes"]
    assert shown["dealer"]["recedes"]
    proves = [seat["number"] for seat in shown["seats"] if seat.get("proves")]
    assert proves == ["3"]
    assert shown["seats"][2]["ringed"] == [True, True]
    assert all(seat["recedes"] for seat in shown["seats"] if seat["number"] != "3")
    assert shown["light"]["recedes"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_royal_of_the_board_says_how_many_it_pays_and_names_no_seat_alone(language: str) -> None:
    """SIÈGE 1 stood once over a community royal of four."""
    shown = ConsoleFace(language).words(view_of("community"))
    seat = "siège 1" if language == "fr" else "seat 1"
    assert "board" in shown["freeze"]["lines"][0]
    assert {"fr": "4 sièges JP1", "en": "4 JP1 seats"}[language] in shown["freeze"]["lines"][0]
    assert seat not in str(shown["freeze"]).casefold()
    assert seat not in str(shown["focus"]).casefold()
    assert [s["number"] for s in shown["seats"] if s.get("proves")] == ["1", "2", "6", "7"]


def test_what_the_table_pays_beside_jp1_is_not_all_told_as_the_main_game() -> None:
    """Trips is none of it: of a royal on the board it is all that the table pays."""
    rows = ConsoleFace("fr").words(view_of("royal_amount_to_read"))["sheet"]["panel"]["payers"][1]["rows"]
    assert [row["label"].partition(" · ")[2] for row in rows if row["label"].startswith("Siège")][-1] == (
        "hors JP1"
    )


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_the_amount_is_whole_at_its_size_up_to_ten_millions(size: str, language: str) -> None:
    view = view_of("royal_amount_to_read")
    told = view["verification"]
    for cents in (told["value_cents"], MOST_CENTS):
        told["value_cents"] = told["payees"][0]["cents"] = cents
        stage = Stage("DealerConsole", Screen(), SIZES[size])
        try:
            stage.screen.show(ConsoleFace(language, reduced_motion=True).words(view))
            stage.settle(300)
            assert faults(stage.window) == []
            euros = ConsoleFace(language).words(view)["sheet"]["panel"]["hero"]["euros"]
            written = [item for item in items(stage.window) if item.inherits("QQuickText")]
            heard = [item for item in written if item.property("text") == euros]
            (hero,) = [item for item in heard if item.property("size") > 80]
            assert hero.property("drawn") >= (88 if size == "compact" else 150)
        finally:
            stage.close()


def test_the_large_key_names_who_reads_next() -> None:
    face = ConsoleFace("fr")
    shown = face.words(view_of("royal_amount_to_read"))
    assert shown["primary"]["label"] == "OV 11\n→ MONTANT LU"
    assert [(one["label"], one["state"]) for one in shown["focus"]["readers"]] == [
        ("MCD 03", "done"),
        ("OV 11", "now"),
    ]
    felt = royal().identify("MCD 03").view_images("OV 11")
    shown = face.words(console(felt.state))
    assert (shown["primary"]["label"], shown["primary"]["tap"]) == ("MONTANT\nLU", None)
    assert [(one["label"], one["value"]) for one in shown["focus"]["readers"]] == [
        ("Membre du comité", "badge attendu"),
        ("2e personne", "badge attendu"),
    ]
