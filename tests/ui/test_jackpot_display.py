"""The public display: what it says in each state, and when its pages take turns."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from controller.game import inputs as i
from controller.game import views
from controller.game.jackpot.rules import JackpotConfig
from controller.settings.files import config_path
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from tests.builders import CHEF, COMITE, TERMS, Felt
from tests.law.requirements import requirement
from tests.ui.display_states import (
    METER_CENTS,
    STATES,
    Night,
    at_page,
    betting,
    linked_claim,
    linked_claims,
    linked_win,
    playing,
    read,
    worded,
)
from ui.screen.jackpot import CAPTION_MS
from ui.screen.public_pages import ATTRACT_MS, PAGE_MS, turn
from ui.texts.jackpot import TEXTS


def test_both_languages_say_everything() -> None:
    assert TEXTS["fr"].keys() == TEXTS["en"].keys()
    assert all(text for texts in TEXTS.values() for text in texts.values())


@requirement("SE-15")
@pytest.mark.parametrize("state", STATES)
def test_the_map_holds_no_seat_no_card_and_no_name(state: str) -> None:
    said = str(worded(state, "fr"))
    assert not {"seat", "cards", "board", "badge", "person"} & keys_of(worded(state, "fr"))
    assert not [name for name in ("Carlier", "Ozanne", "Chef 1", "Ks", "siège") if name in said]


def keys_of(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for inner in value.values() for key in keys_of(inner)}
    if isinstance(value, list):
        return {key for inner in value for key in keys_of(inner)}
    return set()


@requirement("DI-03")
def test_open_it_says_amount_stake_limits_and_every_prize() -> None:
    said = worded("betting", "fr")
    assert (said["euros"], said["cents"], said["stale"]) == ("28\u202f573", ",75\u00a0€", False)
    assert [fact["value"] for fact in said["facts"]] == ["5,00\u00a0€", "5 – 150\u00a0€"]
    assert [(prize["name"], prize["figure"]) for prize in said["prizes"]] == [
        ("Quinte flush royale", "100\u00a0%"),
        ("Royale communautaire", "1\u202f000"),
        ("Quinte flush", "300"),
        ("Carré", "100"),
        ("Full", "10"),
    ]
    assert "100\u00a0pour\u00a01" in said["consolation"]
    assert said["light"] == {"lamp": "go", "word": "MISEZ"}
    assert said["simulation"] == "SIMULATION – SANS VALEUR"
    assert said["legal"].startswith("Jouer comporte des risques")
    assert (said["band"], said["under"], said["updating"]) == (None, "", "")


@requirement("PM-09", "DI-03")
@pytest.mark.parametrize("language", TEXTS)
def test_a_limit_of_the_meter_is_posted_and_where_there_is_none_none_is(language: str) -> None:
    """PM-09, DI-03: beside the stake, before the table opens as while a royal is verified."""
    limit = {TEXTS[language]["limit"]: "50\u202f000\u00a0€"}
    terms = JackpotConfig(500, 1_000_000, 250_000, 150_000, 600_000, "house", 5_000_000)
    for config, posted in ((terms, limit), (replace(terms, limit_cents=None), {})):
        for night in (Night(language, jp1_terms=config), Night(language, jp1_terms=config).royal()):
            told = {fact["label"]: fact["value"] for fact in night.look()["facts"]}
            assert {label: told[label] for label in limit if label in told} == posted


@requirement("DI-06")
def test_the_notice_announces_the_maximum_of_the_next_round() -> None:
    """The change counts from the next round on, once the display shows it (art. 55-20-1)."""
    limits = {name: worded("maximum_coming", name)["facts"][1]["value"] for name in ("fr", "en")}
    assert limits["fr"] == "5 – 150\u00a0€, puis 100\u00a0€ au coup suivant"
    assert limits["en"].endswith(", then 100\u00a0€ from the next round")


@requirement("DI-06")
def test_the_notice_of_the_table_has_its_number_its_avance_its_minimum_and_maximum() -> None:
    """Art. 35 D (DI-06), with and without a jackpot; a further avance is part of it."""
    for language in ("fr", "en"):
        night = Night(language, cash=TERMS)
        assert notice_of(night) == {"Table UTH-2": "5 – 150\u00a0€"}, "nothing was counted yet"
        night.felt.open()
        assert notice_of(night) == {"Table UTH-2": "5 – 150\u00a0€", AVANCE[language]: "25\u202f000\u00a0€"}
    night.felt.badge().do(i.BeginAdvance()).count(p100000=25).sign(CHEF, COMITE)
    assert notice_of(night)[AVANCE["en"]] == "50\u202f000\u00a0€"
    plain = Night(jp1=False)
    plain.felt = Felt(load_profile("fr-55-20-2015"), cash=TERMS).open()
    told = plain.look()
    assert {fact["label"] for fact in told["facts"]} == {"Table UTH-2", "Avance"}


AVANCE = {language: words["avance"] for language, words in TEXTS.items()}


def notice_of(night: Night) -> dict[str, str]:
    told = {fact["label"]: fact["value"] for fact in night.look()["facts"]}
    return {label: value for label, value in told.items() if "JP1" not in label}


def test_the_light_follows_the_betting_clock() -> None:
    lamps = [worded(state, "fr")["light"]["lamp"] for state in ("betting", "last_bets", "playing", "held")]
    assert lamps == ["go", "last", "stop", "stop"]
    assert worded("closed_table", "fr")["light"] == {"lamp": "off", "word": "Table fermée"}


@requirement("DI-04", "LK-03")
def test_silence_is_told_small_after_three_seconds_and_closes_after_ten() -> None:
    night = playing()
    assert (night.look()["updating"], night.look()["stale"]) == ("", False)
    night.silence_ms = 3_000
    assert (night.look()["updating"], night.look()["stale"]) == ("actualisation…", False)
    night.silence_ms = 10_000
    said = night.look()
    assert (said["updating"], said["stale"]) == ("", True)
    assert said["band"] == {"kind": "closed", "text": "JP1 momentanément fermé"}
    assert said["under"].startswith("Dernière valeur confirmée, au 2")
    assert said["facts"][0]["value"] == "fermée"
    night.silence_ms = 0
    assert night.look()["stale"] is False


@requirement("LK-03")
def test_the_table_sets_after_how_long_a_silence_closes_jp1() -> None:
    """LK-03: ten seconds are a parameter of the table, which the display follows to the millisecond."""
    night = Night(stale_ms=4_500).betting()
    night.silence_ms = 4_499
    assert (night.look()["updating"], night.look()["stale"]) == ("actualisation…", False)
    night.silence_ms = 4_500
    said = night.look()
    assert (said["updating"], said["stale"]) == ("", True)
    assert said["band"] == {"kind": "closed", "text": "JP1 momentanément fermé"}


@requirement("DI-04")
def test_a_closed_jp1_keeps_the_last_value_in_grey_with_its_time() -> None:
    said = worded("jp1_closed", "fr")
    assert (said["stale"], said["euros"]) == (True, "28\u202f573")
    assert said["band"]["text"] == "JP1 momentanément fermé – le jeu principal continue"
    assert said["under"].startswith("Dernière valeur confirmée, au ")


def test_before_the_first_reading_there_is_no_amount() -> None:
    said = worded("unread", "fr")
    assert (said["euros"], said["cents"], said["stale"]) == ("", "", True)
    assert said["under"] == "Montant en attente de la première lecture"


def test_a_rising_meter_has_no_caption() -> None:
    night = playing()
    assert night.felt.state.jackpot.meter_cents > METER_CENTS
    assert night.look()["under"] == ""


@requirement("DI-02", "JW-09")
def test_a_claim_shows_the_new_cycle_and_the_amount_that_is_kept_to_the_cent() -> None:
    said = worded("pending", "fr")
    assert said["band"] == {"kind": "pending", "text": "Gain en cours de vérification – table UTH-2"}
    assert (said["over"], said["euros"]) == ("Nouveau cycle", "10\u202f000")
    assert said["under"] == "Montant en jeu au moment du gain, conservé\u00a0: 28\u202f576,25\u00a0€"


def test_the_winners_caption_waits_for_the_payment() -> None:
    night = Night().royal()
    night.look()
    night.felt.prove_hand()
    assert night.look()["under"] == "Montant en jeu au moment du gain, conservé\u00a0: 28\u202f576,25\u00a0€"
    night.felt.release()
    said = night.look()
    assert said["under"].startswith("Jackpot gagné à la table UTH-2 le 20/11 à 2")
    assert said["under"].endswith("28\u202f576,25\u00a0€")
    assert said["last"]["label"] == "Dernier gain, UTH-2"
    assert said["last"]["value"].startswith("20/11 à 2")
    night.later_ms = CAPTION_MS + 60_000
    assert night.look()["under"] == ""
    assert night.look()["last"]["label"] == "Dernier gain, UTH-2"


def test_a_claim_at_another_table_is_told_here_and_wins_nothing_before_its_payment() -> None:
    said = linked_claim().look()
    assert said["band"] == {"kind": "pending", "text": "Gain en cours de vérification – table UTH-7"}
    assert (said["over"], said["euros"]) == ("Nouveau cycle", "10\u202f000")
    assert said["under"] == "Montant en jeu au moment du gain, conservé\u00a0: 28\u202f574,00\u00a0€"
    assert said["last"] is None


def test_two_claims_of_a_linked_jackpot_are_told_in_their_order() -> None:
    said = linked_claims().look()
    assert said["band"]["text"] == "Gains en cours de vérification – tables UTH-7, UTH-3"


def test_a_win_at_another_table_has_that_table_s_name() -> None:
    said = linked_win().look()
    assert said["band"] is None
    assert said["under"].startswith("Jackpot gagné à la table UTH-7 le 20/11 à 2")
    assert said["under"].endswith("28\u202f574,00\u00a0€")


def test_a_claim_refused_at_another_table_leaves_no_winner() -> None:
    night = linked_claim()
    night.look()
    night.felt.see(read(night, 2, 28_576_50))
    said = night.look()
    assert (said["euros"], said["under"], said["band"]) == ("28\u202f576", "", None)


def test_a_refused_claim_leaves_no_winners_caption() -> None:
    night = Night().royal()
    night.look()
    night.felt.refuse()
    said = night.look()
    assert (said["euros"], said["under"], said["band"]) == ("28\u202f576", "", None)


def test_a_fall_without_a_claim_says_what_it_may_be() -> None:
    night = playing()
    night.look()
    jackpot = night.felt.state.jackpot
    night.felt.book_seq += 1
    night.felt.see(i.MeterObserved(1, jackpot.meter_cents - 50_00, night.felt.book_seq))
    assert night.look()["under"].startswith("Gain payé ou correction le ")
    assert night.look()["under"].endswith("\u221250,00\u00a0€")


def test_the_same_view_twice_is_one_fall() -> None:
    night = Night().royal()
    first = night.look()
    assert night.look() == first


# --- the tables between rounds, the share, the number --------------------------------------------


@pytest.mark.parametrize("profile", ["fr-55-20-2021", "fr-55-20-2015", "fr-holdem-casino", "live-uth"])
def test_between_rounds_the_amount_and_the_tables_take_turns(profile: str) -> None:
    night = Night(profile=load_profile(profile)).betting()
    for _ in range(2):
        assert [at_page(night, page)["page"] for page in (0, 1)] == ["main", "tables"]
    night.later_ms = PAGE_MS - night.felt.state.at_ms % PAGE_MS - 1
    last = night.look()["page"]
    night.later_ms += 1
    assert {last, night.look()["page"]} == {"main", "tables"}, "to the millisecond, by the table's time"


@pytest.mark.parametrize("stops", ["held", "pending"])
def test_what_stops_the_table_between_rounds_stops_the_turns_too(stops: str) -> None:
    view = views.display(Night().betting().felt.state)
    assert turn(view, PAGE_MS) == "tables"
    assert turn({**view, stops: True}, PAGE_MS) == "main"


def pages(night: Night, turn_ms: int) -> list[str]:
    """What is shown in six turns, from the first."""
    night.later_ms = 60 * turn_ms - night.felt.state.at_ms % (60 * turn_ms)
    shown = []
    for _ in range(6):
        shown.append(night.look()["page"])
        night.later_ms += turn_ms
    return shown


def test_a_closed_table_shows_amount_tables_round_and_jp1_in_turns_of_twelve_seconds() -> None:
    assert pages(Night(), ATTRACT_MS) == ["main", "tables", "round", "jp1", "main", "tables"]
    plain = Night(jp1=False, profile=load_profile("fr-holdem-casino"))
    assert pages(plain, ATTRACT_MS) == ["main", "tables", "round", "main", "tables", "round"]


def test_between_rounds_the_last_wins_have_their_turn_once_there_are_any() -> None:
    night = linked_win_between()
    night.later_ms = CAPTION_MS
    assert pages(night, PAGE_MS) == ["main", "tables", "wins"] * 2
    (row,) = night.look()["lists"]["wins"]["rows"]
    assert row == {"label": "jeu. 20/11/2025", "value": "28\u202f574,00\u00a0€", "note": "Table UTH-7"}


def test_how_a_round_goes_is_told_by_the_streets_of_the_felt() -> None:
    rows = {row["label"]: row["value"] for row in Night().look()["lists"]["round"]["rows"]}
    assert rows["Ante et Blind"] == "du même montant, avant la donne"
    assert rows["Pré-flop"] == "×4 ou ×3 l’Ante, ou check"
    assert rows["Turn + river"] == "×1 l’Ante, ou se coucher"
    assert rows["Banque non qualifiée"] == "Ante rendue"
    casino = Night("en", jp1=False, profile=load_profile("fr-holdem-casino"))
    told = [row["value"] for row in casino.look()["lists"]["round"]["rows"]]
    assert any(value.startswith("×0.5 the Ante") for value in told), told


def test_the_public_reads_that_bets_are_suspended() -> None:
    night = betting()
    night.felt.see(i.TroubleObserved(i.Machine.SHOE, "firmware_changed"))
    assert night.look()["light"] == {"lamp": "stop", "word": "MISES SUSPENDUES"}


def linked_win_between() -> Night:
    """Another table of the jackpot paid its win; here the next round's bets are open."""
    night = betting()
    night.felt.see(read(night, 2, 10_005_00, won=i.LinkedWin("UTH-7", 1, 28_574_00, night.felt.state.at_ms)))
    return night


@pytest.mark.parametrize(
    "state", sorted(set(STATES) - {"closed_table", "betting", "maximum_coming", "last_bets"})
)
def test_the_tables_lie_over_no_round_no_verification_no_win_and_no_fault(state: str) -> None:
    night = STATES[state]()
    night.look()
    assert night.look()["page"] == "main"
    if state != "everything":
        assert at_page(night, 1)["page"] == "main"


@requirement("DI-03")
def test_the_page_has_the_ranking_of_hands_and_what_each_spot_pays() -> None:
    said = at_page(betting(), 1)["ranking"]
    assert [head["title"] for head in said["heads"]] == ["Blind", "Trips", "JP1"]
    told = {row["name"]: [cell["figure"] for cell in row["cells"]] for row in said["rows"]}
    assert list(told) == [
        *("Quinte flush royale", "Royale communautaire", "Quinte flush", "Carré", "Full"),
        *("Couleur", "Quinte", "Brelan", "Deux paires", "Paire", "Carte haute"),
    ]
    assert told["Quinte flush royale"] == ["500", "50", "100\u00a0%"]
    assert told["Royale communautaire"] == ["", "", "1\u202f000"]
    assert told["Full"] == ["3", "8", "10"]
    assert told["Couleur"] == ["3", "7", ""]
    assert told["Carte haute"] == ["", "", ""]


def test_the_game_without_jp1_has_its_own_spots_on_the_page() -> None:
    night = Night(jp1=False, profile=load_profile("fr-holdem-casino")).betting()
    said = at_page(night, 1)
    assert [head["title"] for head in said["ranking"]["heads"]] == ["Super Ante", "Bonus"]
    assert "share" not in said


@requirement("DI-03")
@pytest.mark.parametrize(
    ("micro", "share"), [(250_000, "25"), (1_000_000, "100"), (123_456, "12,3456"), (125_000, "12,5")]
)
def test_the_public_reads_which_part_of_a_stake_feeds_the_jackpot(micro: int, share: str) -> None:
    """DI-03, at every moment, exactly, as the parameters in force have it."""
    night = Night(jp1_meter_share=micro).betting()
    assert night.look()["share"] == f"{share}\u00a0% de chaque mise JP1 alimente le jackpot"
    english = Night("en", jp1_meter_share=micro).royal()
    assert english.look()["share"] == f"{share}\u00a0% of every JP1 bet feeds the jackpot"


def test_the_shipped_jackpots_tell_their_share() -> None:
    for name, share in (("jackpot.toml", "25"), ("jackpot-literal.toml", "100")):
        terms = load_jackpot(config_path(name))
        night = Night(jp1_terms=terms, jp1_meter_share=terms.meter_share).betting()
        assert night.look()["share"].startswith(f"{share}\u00a0% de chaque mise JP1")


def test_the_public_reads_the_number_of_the_round() -> None:
    assert Night().look()["number"] == "", "none was opened"
    assert playing().look()["number"] == "Coup 1"
    live = Night("en", jp1=False, profile=load_profile("live-uth")).betting()
    assert re.fullmatch(r"Round 2025-11-20 20:00:\d\d UTH-2", live.look()["number"])


def test_nothing_can_be_tapped() -> None:
    assert Night().face.take({"act": "CallChef"}) is True


# --- the picture ---------------------------------------------------------------------------------
