"""The payment of a jackpot on the pit's screen: the console's procedure told once more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from controller.game.inputs import Role
from tests.builders import Felt
from tests.ui import payment_states as states
from tests.ui import pit_states
from tests.ui.room_states import calm, named
from tests.ui.scene import faults
from ui.app import LARGE, Stage
from ui.bridge import Screen
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen

PARIS = ZoneInfo("Europe/Paris")
LOOK = {"act": "look", "table": "UTH-3", "tab": "payment"}


def screen(felt: Felt, *others: Seen, language: str = "fr") -> dict[str, Any]:
    desk = {"there": True, "card": True, "trouble": "", "busy": False, "table": "", "why": ""}
    tables = {"tables": [named("UTH-3", felt), *others], "desk": desk}
    face = RoomFace(language, zone=PARIS)
    face.words(tables)
    face.take(LOOK)
    return face.words(tables)


def page(felt: Felt, *others: Seen, language: str = "fr") -> dict[str, Any]:
    said = screen(felt, *others, language=language)
    assert said["page"] == "PitPayment"
    return dict(said["told"])


def persons(said: dict[str, Any]) -> list[tuple[str, str]]:
    return [(card["name"], card["state"]) for card in said["people"]["cards"]]


def facts(said: dict[str, Any], person: str) -> dict[str, str]:
    (card,) = [card for card in said["people"]["cards"] if card["name"] == person]
    return {fact["label"]: fact["value"] for fact in card["facts"]}


def test_the_eight_steps_have_their_times_and_the_one_under_way_its_count() -> None:
    steps = page(states.one_read())["steps"]
    assert [(step["number"], step["name"], step["state"]) for step in steps] == [
        *(("1", "Gel", "done"), ("2", "Appel", "done"), ("3", "Identification", "done")),
        *(("4", "Cartes", "done"), ("5", "Vidéo", "done"), ("6", "Montant", "now")),
        *(("7", "Paiement", "next"), ("8", "Libération", "next")),
    ]
    notes = [step["note"] for step in steps]
    assert notes[:5] == sorted(notes[:5])
    assert all(len(note.split(":")) == 3 for note in notes[:5])
    assert notes[5:] == ["1 VU sur 2", "", ""]


def test_the_amount_stands_in_figures_and_words_and_two_computations_agree() -> None:
    said = page(states.one_read())
    assert (said["amount"]["whole"], said["amount"]["rest"]) == ("28\u202f578", ",75\u00a0€")
    assert said["spelled"].startswith("vingt-huit mille cinq cent soixante-dix-huit euros et soixante-quinze")
    first, second, _ = said["sums"]
    assert first["ok"]
    assert first["how"] == second["how"] == "28\u202f578,75 + 3 × 500,00"
    assert first["value"] == second["value"] == "30\u202f078,75\u00a0€"


def test_consolation_is_told_by_seat_a_folded_one_included_and_who_has_none() -> None:
    cells = page(states.viewed())["shares"]["cells"]
    assert [(cell["label"], cell["amount"]) for cell in cells] == [
        ("Siège 1", "500,00\u00a0€"),
        ("Siège 2, couché", "500,00\u00a0€"),
        ("Siège 5, sans JP1", "–"),
        ("Siège 6", "500,00\u00a0€"),
        ("Total", "1\u202f500,00\u00a0€"),
    ]


def test_a_community_royal_pays_each_bettor_and_leaves_the_jackpot() -> None:
    said = page(states.community_read())
    assert said["title"] == "Paiement de la royale communautaire"
    assert (said["amount"]["whole"], said["caption"]) == (
        "5\u202f000",
        "À payer à chaque mise JP1 de la table",
    )
    assert [cell["label"] for cell in said["shares"]["cells"]][:3] == [
        "Siège 1",
        "Siège 2, couché",
        "Siège 4",
    ]
    assert said["sums"][2]["value"] == "inchangé"


def test_a_round_of_the_same_generation_that_is_open_elsewhere_keeps_the_value_from_being_final() -> None:
    playing = named("UTH-1", pit_states.deciding())
    row = page(states.one_read(), playing, named("UTH-2", pit_states.felt()))["sums"][2]
    assert (row["ok"], row["how"]) == (False, "1 sur 2 autres tables suivies")
    assert row["value"] == "valeur pas encore définitive"
    alone = page(states.one_read(), named("UTH-2", pit_states.felt()))["sums"][2]
    assert (alone["ok"], alone["value"]) == (True, "un seul gagnant")


def test_a_table_unheard_may_have_an_open_round() -> None:
    row = page(states.one_read(), named("UTH-1", pit_states.felt(), silence_ms=9_000))["sums"][2]
    assert (row["ok"], row["how"]) == (False, "0 sur 1 autre table, 1 muette")


def test_fifteen_agreements_of_fifteen_prove_the_hand() -> None:
    proof = page(states.viewed())["proof"]
    assert proof["tail"] == "15 concordances sur 15"
    assert proof["heads"][2:] == ["Présentée, B. Carlier", "Images, N. Ozanne"]
    assert [row["name"] for row in proof["rows"]][:2] == ["As de cœur", "Roi de cœur"]
    assert page(states.showing(2))["proof"]["tail"] == "7 concordances sur 15"


def test_each_person_is_told_with_what_he_has_done_and_when() -> None:
    said = page(states.one_read())
    assert persons(said) == [("B. Carlier", "done"), ("N. Ozanne", "now")]
    assert list(facts(said, "B. Carlier")) == ["Badge et PIN", "Cartes", "Montant VU"]
    assert facts(said, "N. Ozanne")["Montant"] == "à voir"
    assert said["people"]["not"] == "Ne peuvent pas signer cet acte\u00a0: B. Carlier, croupier-07."
    (button,) = [card["button"] for card in said["people"]["cards"] if card["button"]]
    assert (button["label"], button["tap"]) == ("MONTANT VU", None)
    assert button["sub"] == "28\u202f578,75\u00a0€ et 3 consolations de 500,00\u00a0€"
    assert button["waits"] == "Badge attendu à la table UTH-3\u00a0: 2e personne"


def test_nobody_of_those_there_is_the_awaited_person_when_none_may_be() -> None:
    assert persons(page(states.identified())) == [("B. Carlier", "done"), ("Vidéo, images", "now")]


@pytest.mark.parametrize(
    ("state", "title", "article"),
    [
        (states.exchanged, "AUTRE CARTE TROUVÉE", "JW-08"),
        (states.differing, "IMAGES NON CONFORMES", "JW-07"),
        (states.refused, "GAIN REFUSÉ\u00a0: Cartes échangées", "JW-18"),
        (states.paused, "TABLE EN PAUSE", ""),
    ],
)
def test_what_stands_in_the_way_is_told_with_its_article(state: Any, title: str, article: str) -> None:
    banner = page(state())["banner"]
    assert (banner["title"], banner["article"]) == (title, article)


def test_a_refused_claim_names_both_persons_and_pays_nothing() -> None:
    said = page(states.refused())
    assert "B. Carlier, A. Lenoir" in said["banner"]["text"]
    assert persons(said) == [("B. Carlier", "done"), ("A. Lenoir", "done")]
    assert (said["caption"], said["amount"]["refused"]) == ("Refusé\u00a0: rien de ceci n’est payé", True)
    assert [step["state"] for step in said["steps"]][4:] == ["void"] * 4


def test_whose_card_is_in_the_tables_reader_is_the_person_awaited_and_no_other_card_is() -> None:
    felt = states.here(states.one_read(), states.SECOND, Role.VIDEO)
    said = page(felt)
    (now,) = [card for card in said["people"]["cards"] if card["state"] == "now"]
    assert now["name"] == states.SECOND
    assert now["button"]["tap"] is None
    assert now["button"]["waits"] == (
        "Badge de N. Ozanne au lecteur de UTH-3\u00a0: l’acte se fait à sa console"
    )
    new = page(states.here(states.called(), "C. Nouvel", Role.COMITE))
    (now,) = [card for card in new["people"]["cards"] if card["state"] == "now"]
    assert now["name"] == "C. Nouvel"


def test_the_alarm_and_the_authorisation_open_the_page() -> None:
    said = screen(states.one_read())
    alarm = next(card for card in said["attention"]["cards"] if card["kind"] == "p1")
    assert (alarm["keys"][0]["tap"], alarm["keys"][0]["main"]) == (LOOK, True)
    assert said["awaited"]["cards"][0]["tap"] == LOOK


def test_there_is_no_such_page_while_no_hand_is_verified() -> None:
    said = screen(pit_states.deciding(), *calm())
    assert "Paiement" not in [tab["label"] for tab in said["tabs"]]


def test_what_was_done_at_the_pit_is_told_as_such() -> None:
    said = page(states.acted())
    (card,) = [card for card in said["people"]["cards"] if card["name"] == "N. Ozanne"]
    assert card["role"] == "Opérateur vidéo, lecteur du pit"
    assert said["steps"][5]["note"] != "1 VU sur 2"


def test_a_card_at_the_pit_lights_the_button_of_that_person_alone() -> None:
    (button,) = [card["button"] for card in page(states.signed())["people"]["cards"] if card["button"]]
    assert button["tap"] == {"act": "ask", "table": "UTH-3", "tap": {"act": "ReadAmount"}}
    for state in (states.allowed, states.one_read, lambda: states.signed(states.MEMBER, states.Role.COMITE)):
        (button,) = [card["button"] for card in page(state())["people"]["cards"] if card["button"]]
        assert button["tap"] is None


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    made = Stage("PitScreen", Screen(), LARGE)
    yield made
    made.close()


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("state", states.STATES)
def test_the_page_can_be_read(stage: Stage, state: str, language: str) -> None:
    said = screen(states.STATES[state](), *calm()[:2], language=language)
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(20)
    assert stage.warnings == []
    assert faults(stage.window) == []
