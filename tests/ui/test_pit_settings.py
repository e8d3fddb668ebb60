"""The settings of a table on the pit's screen: read, drafted from lists, proposed and approved by cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from controller.game import inputs as i
from controller.game.people.at_pit import AtPit, purpose_of
from controller.screens.taps import parse_tap
from controller.settings.files import config_path
from controller.settings.keys import settings_terms
from controller.settings.table import load_table
from controller.words.setting_words import setting_value
from tests.builders import Felt
from tests.ui import pit_states, settings_states
from tests.ui.game_states import STATES as GAMES
from tests.ui.room_states import named
from ui.meant import unaimed
from ui.screen.pit.felt import Speech
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen
from ui.screen.settings_words import value_words

PARIS = ZoneInfo("Europe/Paris")


def page(seen: Seen, *taps: dict[str, Any], language: str = "fr") -> dict[str, Any]:
    face = RoomFace(language, zone=PARIS)
    face.take({"act": "tab", "tab": "settings"})
    said = face.words({"tables": [seen]})
    for tap in taps:
        assert face.take(tap)
        said = face.words({"tables": [seen]})
    return dict(said["told"])


def drafted(state: str, language: str = "fr") -> dict[str, Any]:
    """The page in this state of its draft."""
    return page(named("UTH-2", settings_states.STATES[state]()), language=language)


def rows(said: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row["label"]: row for group in said["groups"] for row in group["rows"]}


def taps_of(said: object) -> Iterator[dict[str, Any]]:
    """Everything that the page would ask of the table."""
    if isinstance(said, dict):
        if said.get("act") == "ask":
            yield said["tap"]
        for inner in said.values():
            yield from taps_of(inner)
    elif isinstance(said, list):
        for inner in said:
            yield from taps_of(inner)


def test_what_the_table_is_set_to_can_be_read() -> None:
    said = drafted("open")
    told = {label: row["value"] for label, row in rows(said).items()}
    assert (told["Règles"], told["Minimum des mises"]) == ("fr-55-20-2021", "5\u00a0€")
    assert (told["Mises ouvertes"], told["dont feu jaune"]) == ("45\u00a0s", "10\u00a0s")
    assert (told["Identité contrôlée dès"], told["Conservation des images"]) == (
        "2\u202f000\u00a0€",
        "28\u00a0jours",
    )
    cells = {cell["label"]: cell["value"] for cell in said["jp1"]["cells"]}
    assert (cells["Mise"], cells["Part au compteur"], cells["Full"]) == ("5\u00a0€", "25\u00a0%", "10 pour 1")


def test_an_open_table_is_read_only_and_says_why_with_the_article() -> None:
    said = drafted("open")
    panel = said["panel"]
    assert (said["note"], panel["note"]) == ("lecture seule\u00a0: la table est ouverte", "PM-10")
    assert panel["text"].startswith("La table est ouverte\u00a0: seul le maximum des mises change")
    assert {tap["act"] for tap in taps_of(said)} == {"ChangeMaximum"}


def test_a_closed_table_offers_each_value_from_a_list_and_no_keyboard() -> None:
    said = drafted("closed")
    found = rows(said)
    minimum = found["Minimum des mises"]
    assert (minimum["minus"]["tap"]["tap"], minimum["plus"]["tap"]["tap"]) == (
        {"act": "DraftSetting", "key": "limits.minimum_cents", "value": "300"},
        {"act": "DraftSetting", "key": "limits.minimum_cents", "value": "1000"},
    )
    assert [key["label"] for key in found["Maximum, en minimums"]["keys"]] == [
        "10\u00a0×",
        "20\u00a0×",
        "30\u00a0×",
    ]
    assert found["Identité contrôlée dès"]["plus"]["tap"] is None
    felt = settings_states.closed()
    for tap in taps_of(said):
        assert felt.tap(parse_tap(unaimed(tap))) is None, tap


@pytest.mark.parametrize(
    ("language", "follows"),
    [
        ("fr", "Le coefficient d’avance exige 50\u202f000\u00a0€, au lieu de 25\u202f000\u00a0€"),
        ("en", "The coefficient asks for a float of 50\u202f000\u00a0€ instead of 25\u202f000\u00a0€"),
    ],
)
def test_the_difference_is_read_in_words_with_what_follows(language: str, follows: str) -> None:
    said = drafted("writing", language)
    minimum = said["panel"]["changes"][0]
    assert (minimum["before"], minimum["after"]) == ("5\u00a0€", "10\u00a0€")
    assert follows in said["panel"]["follows"]
    row = next(row for row in rows(said).values() if row["label"] == minimum["label"])
    assert (row["value"], row["after"]) == ("5\u00a0€", "10\u00a0€")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_setting_is_told_in_the_unit_of_the_notice(language: str) -> None:
    """A notice of 15 days was 360 h on paper; amounts alone are shorter on a screen: `5 €`."""
    speech = Speech(language, 0, PARIS)
    told = 0
    for one in settings_terms(load_table(config_path("table.toml"))).settings:
        for choice in filter(None, one.choices):
            if not one.key.endswith("_cents") and one.key not in ("table.profile", "table.jackpot"):
                on_paper = setting_value(one.key, choice, ["fr", "en"].index(language))
                assert value_words(speech, one.key, choice) == on_paper, one.key
                told += 1
    assert told > 50
    assert value_words(speech, "payments.stop_notice_h", "360").startswith("15\u00a0")


def test_nobody_proposes_before_the_directors_card_is_there() -> None:
    waits = drafted("writing")["panel"]["button"]
    assert (waits["label"], waits["tap"]) == ("PROPOSER", None)
    assert waits["sub"] == "badge du directeur responsable attendu · RO-04"
    felt = settings_states.by_director()
    seen = named("UTH-2", felt)
    said = page(seen, {"act": "page", "page": "settings", "reason": "event"})
    tap = said["panel"]["button"]["tap"]["tap"]
    assert unaimed(tap) == {"act": "ProposeSettings", "reason": "event"}
    assert felt.tap(parse_tap(unaimed(tap))) is None


def test_the_person_who_proposed_does_not_approve_and_another_does() -> None:
    panel = drafted("same_person")["panel"]
    assert (panel["button"]["tap"], panel["button"]["sub"]) == (
        None,
        "une autre personne est requise · PM-11",
    )
    felt = settings_states.by_comite()
    panel = page(named("UTH-2", felt), {"act": "page", "page": "settings", "doubt": "moment"})["panel"]
    assert [card["state"] for card in panel["people"]["cards"]] == ["done", "now"]
    refuse = panel["keys"][0]["tap"]["tap"]
    assert unaimed(refuse) == {"act": "RefuseSettings", "doubt": "moment"}
    assert felt.tap(parse_tap(unaimed(panel["button"]["tap"]["tap"]))) is None


def test_a_draft_that_the_linked_book_would_not_take_says_so_in_words_and_is_not_proposed() -> None:
    panel = drafted("impossible")["panel"]
    assert (panel["fault"]["title"], panel["fault"]["article"]) == (
        "Ce projet ne peut pas être proposé",
        "LK-01",
    )
    assert panel["fault"]["text"] == "les tables de ce jackpot jouent d’autres règles que celles du projet"
    english = drafted("impossible", "en")["panel"]["fault"]["text"]
    assert english == "the tables of this jackpot play by other rules than those of the draft"
    assert panel["button"] is None


def test_a_return_above_the_ceiling_shows_three_persons() -> None:
    said = drafted("above_ceiling")
    assert said["steps"][2]["note"] == "1 sur 2"
    assert "Un retour dépasse 100\u00a0%\u00a0: deux approbations (PM-05)" in said["panel"]["follows"]
    assert [card["state"] for card in said["panel"]["people"]["cards"]] == ["done", "done", "now"]


@pytest.mark.parametrize(
    ("state", "states", "begins"),
    [
        ("coming", ["done", "done", "done", "now"], "La table redémarre d’elle-même"),
        ("ready", ["done"] * 4, "En vigueur depuis le redémarrage"),
    ],
)
def test_what_was_approved_is_said_to_wait_for_the_opening(
    state: str, states: list[str], begins: str
) -> None:
    said = drafted(state)
    assert [step["state"] for step in said["steps"]] == states
    assert said["panel"]["text"].startswith(begins)


def test_a_refused_draft_says_by_whom_and_why() -> None:
    outcome = drafted("refused")["panel"]["outcome"]
    assert outcome == {
        "title": "Projet refusé par B. Carlier",
        "text": "Motif\u00a0: chiffres",
        "article": "PM-11",
    }


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("state", settings_states.STATES)
def test_every_state_has_its_words(state: str, language: str) -> None:
    said = drafted(state, language)
    assert said["panel"]["title"]
    assert len(said["steps"]) == 4


def test_a_group_without_a_setting_leaves_no_hole_among_the_others() -> None:
    """A demonstration has no sheets of opening and closing: their place stood empty between the others."""
    groups = page(named("UTH-1", pit_states.evening()))["groups"]
    assert [group["title"] for group in groups] == ["Règles et limites", "Cadences", "Paiements et images"]
    whole = drafted("open")["groups"]
    assert len(whole) == 4
    assert all(group["rows"] for group in [*groups, *whole])


def test_a_demonstration_is_read_only() -> None:
    said = page(named("UTH-1", pit_states.STATES["closed"]()))
    assert said["panel"]["title"] == "Réglages du fichier"
    assert list(taps_of(said)) == []
    assert rows(said)["Mises ouvertes"]["value"] == "45\u00a0s"


def test_the_maximum_is_asked_of_the_table_which_wants_a_card_of_the_direction() -> None:
    said = page(named("UTH-1", live()))["maximum"]
    wanted = {"act": "ChangeMaximum", "maximum_cents": 100_00}
    assert {"act": "ask", "table": "UTH-1", "tap": wanted} in [key["tap"] for key in said["keys"]]
    closed = page(named("UTH-1", pit_states.STATES["closed"]()))["maximum"]
    assert closed["keys"] == []


def test_a_maximum_to_come_is_told() -> None:
    felt = live()
    felt.badge("Durand", i.Role.COMITE).do(i.ChangeMaximum(100_00))
    assert page(named("UTH-1", felt))["maximum"]["value"] == "150\u00a0€, 100\u00a0€ au prochain coup"


def live() -> Felt:
    """A table whose profile has several maximums, in a round."""
    return GAMES["live_preflop"]()


def test_a_felt_without_jp1_has_no_settings_of_it() -> None:
    assert page(named("UTH-1", GAMES["casino_preflop"]()))["jp1"]["cells"] == []


def at_reader(felt: Felt, *taps: dict[str, Any]) -> tuple[RoomFace, dict[str, Any]]:
    """The page on a machine with a card in its reader."""
    face, source = (
        RoomFace("fr", zone=PARIS),
        {"tables": [named("UTH-2", felt)], "desk": settings_states.READER},
    )
    face.take({"act": "tab", "tab": "settings"})
    said = face.words(source)
    for tap in taps:
        assert face.take(tap)
        said = face.words(source)
    return face, dict(said["told"])


def test_a_card_in_the_pits_reader_signs_this_draft_and_then_approves_it() -> None:
    felt = settings_states.proposed(pit_cards=True)
    _, said = at_reader(felt)
    sign = said["pad"]["sign"]["tap"]
    assert sign == {"act": "sign", "table": "UTH-2", "for": "ApproveSettings"}
    assert said["panel"]["button"]["tap"] is None
    purpose = purpose_of(felt.state, "ApproveSettings")
    felt.see(i.PitCardObserved("B. Carlier", i.Role.COMITE, "ApproveSettings", purpose))
    _, said = at_reader(felt)
    assert said["pad"] is None
    assert said["panel"]["button"]["sub"] == "badge de B. Carlier au lecteur du pit"
    tap = parse_tap(unaimed(said["panel"]["button"]["tap"]["tap"]))
    assert felt.tap(AtPit(tap)) is None


def test_a_card_at_the_pit_may_refuse_instead_and_the_proposer_is_told_no() -> None:
    felt = settings_states.proposed(pit_cards=True)
    _, said = at_reader(felt, {"act": "page", "page": "settings", "meant": "refuse"})
    assert said["pad"]["sign"]["tap"]["for"] == "RefuseSettings"
    assert (said["panel"]["button"]["label"], said["panel"]["choices"]["title"]) == (
        "REFUSER",
        "Motif du refus",
    )
    purpose = purpose_of(felt.state, "ApproveSettings")
    felt.see(i.PitCardObserved("A. Fontaine", i.Role.DIRECTOR, "ApproveSettings", purpose))
    _, said = at_reader(felt)
    assert said["panel"]["button"]["tap"] is None
    assert said["panel"]["button"]["sub"] == "A. Fontaine\u00a0: une autre personne est requise · PM-11"
