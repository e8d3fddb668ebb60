"""Authorisations on the pit's screen: what waits for a card, whose, and that no click is one (line 5)."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from controller.game import inputs as i
from controller.game import views
from controller.game.inputs import Role
from controller.screens import taps, wire
from tests.builders import Felt
from tests.shell.line.served_table import House
from tests.ui import payment_states, pit_states, settings_states
from tests.ui.conftest import Open
from tests.ui.people_states import STATES as PEOPLE
from tests.ui.room_states import evening, named
from tests.ui.scene import faults, words
from tests.ui.test_pit_screen import named as touch_of
from tests.ui.test_pit_screen import press
from ui.app import LARGE
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen

PARIS = ZoneInfo("Europe/Paris")


def cards(*tables: Seen, language: str = "fr") -> list[dict[str, Any]]:
    said = RoomFace(language, zone=PARIS).words({"tables": list(tables)})
    return list(said["awaited"]["cards"])


def card(felt: Felt, **more: Any) -> dict[str, Any]:
    (one,) = cards(named("UTH-3", felt, **more))
    return one


def test_a_jackpot_waits_with_its_amount_its_seat_and_those_who_have_signed() -> None:
    said = card(pit_states.viewed())
    assert (said["what"], said["where"]) == ("Paiement du jackpot", "UTH-3 · coup 1 · siège 6")
    assert (said["amount"], said["gold"], said["since"]) == ("28\u202f576,25\u00a0€", True, "0:16")
    assert [(slot["text"], slot["done"]) for slot in said["slots"]] == [
        ("B. Carlier", True),
        ("N. Ozanne", True),
        ("Comité, PIN", False),
    ]


def test_a_royal_of_the_board_is_not_told_as_the_jackpot_of_its_first_seat() -> None:
    said = card(payment_states.community_read())
    assert (said["what"], said["where"]) == ("Paiement de la royale communautaire", "UTH-3 · coup 1")


def test_a_jackpot_tells_its_step_on_the_card_that_opens_its_page() -> None:
    said = card(payment_states.one_read())
    assert (said["step"], said["by"]) == ("Étape 6 sur 8\u00a0: montant, 1 VU sur 2", "")
    assert (said["open"], said["tap"]["tab"]) == ("Ouvrir", "payment")


def test_a_jackpot_stands_while_the_awaited_persons_card_is_there() -> None:
    said = card(payment_states.here(payment_states.one_read(), payment_states.SECOND, Role.VIDEO))
    assert said["slots"] == [
        {"text": "B. Carlier", "done": True},
        {"text": "N. Ozanne", "done": False, "here": True},
    ]
    assert said["why"] == ""


def test_one_card_tells_of_a_win_on_the_page_of_its_table(open_stage: Open) -> None:
    face = RoomFace("fr", zone=PARIS)
    told = {"tables": [named("UTH-3", payment_states.one_read())]}
    face.words(told)
    face.take({"act": "look", "table": "UTH-3", "tab": "live"})
    stage, asked = open_stage("PitScreen", face.words(told) | {"reduced_motion": True}, LARGE)
    assert faults(stage.window) == []
    assert [text.text for text in words(stage.window)].count("28\u202f578,75\u00a0€") == 1
    press(stage, touch_of(stage, "Paiement du jackpot, UTH-3\u00a0: badge attendu"))
    assert asked == [{"act": "look", "table": "UTH-3", "tab": "payment"}]


def test_the_card_says_who_asks() -> None:
    assert card(PEOPLE["held_for_chef"]())["by"] == "demandé par Croupier 07"


@pytest.mark.parametrize(
    ("state", "what", "slot", "amount"),
    [
        ("held", "Annulation du coup", "Badge chef", ""),
        ("opening", "Ouverture de la table", "Badge chef", ""),
        ("royal", "Paiement du jackpot", "Comité, PIN", "28\u202f576,25\u00a0€"),
        ("jp1_correction", "Mise JP1 à rendre", "Badge chef", "5\u00a0€"),
        ("troubled", "Appareil bloqué", "Comité, PIN", ""),
    ],
)
def test_each_kind_names_the_card_that_it_waits_for(state: str, what: str, slot: str, amount: str) -> None:
    told = cards(named("UTH-1", pit_states.STATES[state]()))
    said = next(one for one in told if one["what"] == what)
    assert (said["slots"][-1]["text"], said["amount"]) == (slot, amount)


def test_a_proposed_draft_of_settings_waits_and_its_card_opens_the_page_that_tells_it() -> None:
    """`Nobody is waiting` stood beside a draft that waited for its second person."""
    (said,) = cards(named("UTH-2", settings_states.proposed()))
    assert (said["what"], said["where"], said["by"]) == (
        "Réglages à approuver",
        "UTH-2",
        "demandé par A. Fontaine",
    )
    assert [(slot["text"], slot["done"]) for slot in said["slots"]] == [
        ("A. Fontaine", True),
        ("Comité, PIN", False),
    ]
    assert said["tap"] == {"act": "look", "table": "UTH-2", "tab": "settings"}
    (same,) = cards(named("UTH-2", settings_states.same_person()))
    assert "une autre personne est requise" in same["why"]
    (here,) = cards(named("UTH-2", settings_states.by_comite()))
    assert here["slots"][-1] == {"text": "B. Carlier", "done": False, "here": True}
    assert cards(named("UTH-2", settings_states.STATES["ready"]())) == []


def test_nobody_is_said_to_wait_where_an_authorisation_is_awaited() -> None:
    def calm(felt: Felt) -> dict[str, str]:
        said = RoomFace("en", zone=PARIS).words({"tables": [named("UTH-2", felt)]})
        return dict(said["attention"]["calm"])

    said = calm(settings_states.proposed())
    assert said == {"title": "No alarm", "text": "Authorisations awaited: 1."}
    assert calm(settings_states.STATES["ready"]())["title"] == "Nobody is waiting"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_state_of_the_pit_finds_words_for_what_it_waits_for(language: str) -> None:
    for name, state in {**pit_states.STATES, **PEOPLE}.items():
        for one in cards(named("UTH-1", state()), language=language):
            assert one["what"], name
            assert one["slots"][-1]["text"], name


def test_a_third_table_for_a_chef_is_refused_with_reason_and_article() -> None:
    said = card(PEOPLE["chef_of_two_tables"]())
    assert said["why"] == "Chef 1\u00a0: deux tables au plus (art. 55-20)\u00a0: UTH-1 UTH-3"
    assert said["article"] == "art. 55-20"


def test_a_card_of_too_low_a_role_is_refused_with_reason_and_article() -> None:
    said = card(pit_states.royal().badge("C. Roux", Role.CHEF))
    assert (said["why"], said["article"]) == ("C. Roux\u00a0: badge du comité attendu", "art. 55-20, 2°")


def test_the_same_person_twice_is_refused_with_reason_and_article() -> None:
    felt = pit_states.royal().identify("B. Carlier").badge("B. Carlier", Role.COMITE)
    said = card(felt)
    assert said["why"] == "B. Carlier\u00a0: une autre personne est requise"
    assert said["article"] == "art. 55-20, 2°"


def test_a_card_that_was_taken_back_is_told_on_the_card() -> None:
    felt = pit_states.royal().see(i.TroubleObserved(i.Machine.BADGE, "card_revoked"))
    assert card(felt)["why"] == "Badge refusé (révoqué)"


def test_an_entered_pin_is_asked_for_before_anything() -> None:
    said = card(PEOPLE["held_for_chef"]())
    assert (said["why"], said["article"]) == ("PIN attendu\u00a0: Chef 1", "SE-11")


def test_a_table_whose_reader_is_lost_tells_the_code_of_the_pits_reader() -> None:
    felt = pit_states.held().see(i.HealthObserved(i.Machine.BADGE, i.Health.LOST, "silence"))
    felt.do(i.AskPit("271828"))
    assert card(felt)["code"] == "lecteur perdu\u00a0: code de sa console et badge, ici"


def test_an_unheard_table_asks_for_nothing_that_could_be_touched() -> None:
    assert card(pit_states.held(), silence_ms=5_000)["tap"] is None


def test_authorisations_of_all_tables_stand_oldest_first() -> None:
    said = cards(*evening())
    assert [one["where"].split(" ·")[0] for one in said] == ["UTH-3", "UTH-6", "UTH-6", "UTH-5"]


def test_a_click_without_a_card_is_refused_by_the_table_with_its_source(tmp_path: Any) -> None:
    house = House(tmp_path)
    try:
        house.open_table()
        house.do(i.DeclareIncident(i.Incident.CONTESTED_CHIPS), i.BadgeObserved("C. Roux", Role.CHEF))
        (wanted,) = views.pit(house.table.state)["awaited"]
        asked = taps.parse_ask(wire.ask_line("1", house.table.state.seq, wanted["tap"]).rstrip())
        before = house.table.state
        for kind in ("pit", "jackpot"):
            refusal = house.screens._decide(kind, asked)
            assert refusal is not None
            wanted_code = ("physical_card", "RO-02") if kind == "pit" else ("not_this_screen", "")
            assert (refusal.code, refusal.article) == wanted_code
        house.wait()
        assert house.table.state is before
    finally:
        house.close()


def test_one_tap_that_several_tables_refused_says_so_of_each() -> None:
    silent = {"code": "no_answer", "article": "", "facts": {}}
    badge = {"code": "physical_card", "article": "JW-06", "facts": {}}
    for reasons, text in (
        ((silent, silent), "pas de réponse de la table"),
        (
            (silent, badge),
            "UTH-3 – pas de réponse de la table\n"
            "UTH-5 – un badge, à la table ou au lecteur du pit, jamais un clic",
        ),
    ):
        tables = [
            named(name, pit_states.royal(), refusal=refusal)
            for name, refusal in zip(("UTH-3", "UTH-5"), reasons, strict=True)
        ]
        said = RoomFace("fr", zone=PARIS).words({"tables": tables})["attention"]["refused"]
        assert (said["title"], said["text"]) == ("UTH-3, UTH-5", text)


def test_what_a_table_refused_is_read_on_the_screen_with_its_article() -> None:
    refusal = {"code": "physical_card", "article": "JW-06", "facts": {}}
    said = RoomFace("fr", zone=PARIS).words({"tables": [named("UTH-3", pit_states.royal(), refusal=refusal)]})
    assert said["attention"]["refused"] == {
        "title": "UTH-3",
        "text": "un badge, à la table ou au lecteur du pit, jamais un clic",
        "article": "JW-06",
    }
