"""The public display: what it says in each state, and that it can be read lying and standing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QRectF, QSize

from controller.game import inputs as i
from controller.game import views
from controller.game.jackpot.rules import JackpotConfig
from controller.game.meter.show import PUBLIC_WINS
from controller.settings.files import config_path
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from tests.builders import CHEF, COMITE, TERMS, Felt
from tests.law.requirements import requirement
from tests.patience import PATIENCE_S
from tests.ui.scene import area, faults, items, words
from ui.app import LARGE, PORTRAIT, Stage
from ui.bridge import Screen
from ui.screen.jackpot import CAPTION_MS, JackpotFace
from ui.screen.public_pages import ATTRACT_MS, PAGE_MS, turn
from ui.texts.jackpot import TEXTS

PARIS = ZoneInfo("Europe/Paris")
METER_CENTS = 28_573_75


class Night:
    """A table, and the display's face that follows it."""

    def __init__(self, language: str = "fr", *, jp1: bool = True, **facts: Any) -> None:
        self.felt = Felt(jp1=False, **facts)
        self.silence_ms = 0
        self.later_ms = 0
        self.face = JackpotFace(
            language,
            now_ms=lambda: self.felt.state.at_ms + self.later_ms,
            silence_ms=lambda: self.silence_ms,
            zone=PARIS,
        )
        if jp1:
            self.felt.meter_cents = METER_CENTS
            self.felt.see(i.MeterObserved(1, METER_CENTS, 1))
            self.look()

    def look(self) -> dict[str, Any]:
        return self.face.words(views.display(self.felt.state))

    def betting(self) -> Night:
        self.felt.open()
        return self

    def royal(self) -> Night:
        """Seat 6 holds a royal with two own cards, and two seats have bet on JP1."""
        self.felt.open().stakes(s1=1000, s6=1000).chips(1, 6).close()
        self.look()
        self.felt.draw("2c 3d Ks Ts 7c 8d").do(i.CallStreet()).draw("As Qs Js").do(i.CallStreet())
        self.felt.draw("2h 5d").play(1, 6, 1).do(i.OpenHands())
        return self

    def verified(self) -> Night:
        """The comité has let the payment go."""
        self.felt.prove_hand().release()
        return self


def unread() -> Night:
    return Night(jp1=False)


def betting() -> Night:
    return Night().betting()


def maximum_coming() -> Night:
    night = Night().betting()
    night.felt.badge("Durand", i.Role.COMITE).do(i.ChangeMaximum(10_000))
    return night


def last_bets() -> Night:
    night = Night().betting()
    night.later_ms = 40_000
    return night


def playing() -> Night:
    night = Night().betting()
    night.felt.stakes(s1=1000).chips(1).close()
    return night


def updating() -> Night:
    night = playing()
    night.silence_ms = 3_000
    return night


def lost() -> Night:
    night = playing()
    night.silence_ms = 10_000
    return night


def held() -> Night:
    night = playing()
    night.felt.do(i.DeclareIncident(i.Incident.EXPOSED_CARD))
    return night


def jp1_closed() -> Night:
    night = Night().betting()
    night.felt.see(i.BookUnreachable("read", "no answer"))
    return night


def pending() -> Night:
    return Night().royal()


def won() -> Night:
    night = Night().royal()
    night.look()
    night.verified().felt.settle()
    return night


def linked_claim() -> Night:
    """A royal at another table of the linked jackpot while this one plays."""
    night = playing()
    night.felt.see(read(night, 2, 10_000_00, i.LinkedClaim("UTH-7", 1, 28_574_00)))
    return night


def linked_claims() -> Night:
    night = linked_claim()
    two = i.LinkedClaim("UTH-7", 1, 28_574_00), i.LinkedClaim("UTH-3", 1, 28_574_00)
    night.felt.see(read(night, 2, 10_002_50, *two))
    return night


def linked_win() -> Night:
    night = linked_claim()
    night.felt.see(read(night, 2, 10_005_00, won=i.LinkedWin("UTH-7", 1, 28_574_00, night.felt.state.at_ms)))
    return night


def read(
    night: Night, generation: int, meter_cents: int, *claims: i.LinkedClaim, won: i.LinkedWin | None = None
) -> i.MeterObserved:
    night.felt.book_seq += 1
    return i.MeterObserved(generation, meter_cents, night.felt.book_seq, claims, won)


def everything() -> Night:
    """A jackpot won, a limit, an avance, a maximum to come: all that the display can say at once."""
    limited = JackpotConfig(500, 1_000_000, 250_000, 150_000, 600_000, "house", 99_999_999_00)
    night = Night(cash=TERMS, jp1_terms=limited).royal()
    night.look()
    night.verified().felt.settle()
    night.felt.badge("Durand", i.Role.COMITE).do(i.ChangeMaximum(10_000))
    return night


STATES: dict[str, Callable[[], Night]] = {
    "unread": unread,
    "closed_table": Night,
    "betting": betting,
    "maximum_coming": maximum_coming,
    "last_bets": last_bets,
    "playing": playing,
    "updating": updating,
    "lost": lost,
    "held": held,
    "jp1_closed": jp1_closed,
    "pending": pending,
    "won": won,
    "linked_claim": linked_claim,
    "linked_claims": linked_claims,
    "linked_win": linked_win,
    "everything": everything,
}


def worded(state: str, language: str) -> dict[str, Any]:
    night = STATES[state]()
    night.face._text = TEXTS[language]
    return night.look()


# --- the wording ---------------------------------------------------------------------------------


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


def at_page(night: Night, page: int) -> dict[str, Any]:
    """What the display says in the turn of this page, 0 the amount and 1 the tables, some seconds on."""
    night.later_ms = 0
    now_ms = night.face._now_ms()
    night.later_ms = 2 * PAGE_MS - now_ms % (2 * PAGE_MS) + page * PAGE_MS
    return night.look()


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


@pytest.fixture(scope="module", params=[LARGE, PORTRAIT], ids=["lying", "standing"])
def stage(request: pytest.FixtureRequest) -> Iterator[Stage]:
    screen = Screen()
    screen.show(worded("betting", "fr"))
    made = Stage("JackpotDisplay", screen, request.param)
    yield made
    made.close()


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("state", STATES)
def test_a_state_can_be_read(stage: Stage, state: str, language: str) -> None:
    said = worded(state, language)
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(40)
    assert stage.warnings == []
    assert faults(stage.window) == []
    drawn = {text.text for text in words(stage.window)}
    assert {said["title"], said["legal"], said["simulation"], said["light"]["word"]} - {""} <= drawn
    assert over_the_margin(stage) == []


def over_the_margin(stage: Stage) -> list[str]:
    """The texts whose letters cross the margin at either side."""
    margin = 72 if stage.window.height() > stage.window.width() else 96
    inside = QRectF(margin - 1, 0, stage.window.width() - 2 * margin + 2, stage.window.height())
    return [text.text for text in words(stage.window) if not inside.contains(text.ink) and len(text.text) > 1]


MOST_CENTS = 999_999_999
"""9 999 999,99 €: the most that a meter may show."""


def most(language: str, page: str) -> dict[str, Any]:
    """The display at its fullest: the longest amounts, as many wins as it lists, on this page."""
    night = Night(language, cash=TERMS).betting()
    view = views.display(night.felt.state)
    won = {"generation": 1, "table": "UTH-12", "cents": MOST_CENTS, "at_ms": view["at_ms"]}
    view["jackpot"] = {**view["jackpot"], "meter_cents": MOST_CENTS}  # type: ignore[typeddict-item]
    view["wins"] = [won] * PUBLIC_WINS  # type: ignore[list-item]
    night.later_ms = CAPTION_MS
    return night.face.words(view) | {"page": page, "reduced_motion": True}


@requirement("DI-01")
@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("page", ["main", "tables", "round", "jp1", "wins"])
def test_a_page_holds_the_longest_amounts_and_the_line_on_risks(
    stage: Stage, page: str, language: str
) -> None:
    said = most(language, page)
    stage.screen.show(said)
    stage.settle(60)
    assert stage.warnings == []
    assert faults(stage.window) == []
    assert over_the_margin(stage) == []
    drawn = {text.text for text in words(stage.window)}
    assert said["legal"] in drawn
    assert "".join(sorted(figures(stage))) == "".join(sorted("9\u202f999\u202f999,99\u00a0€"))
    told = said["lists"].get(page, {"rows": []})["rows"]
    assert {row["value"] for row in told} <= drawn


def test_a_page_gives_way_to_the_next_in_a_cross_fade(stage: Stage) -> None:
    """Screens, section 5: 400 ms, and none where motion is reduced."""
    stage.screen.show(most("fr", "round"))
    stage.settle(20)
    there = titles(stage)
    assert there == {"Le déroulement d’un coup"}
    stage.screen.show(most("fr", "jp1") | {"reduced_motion": False})
    stage.settle(120)
    assert titles(stage) == {"Le déroulement d’un coup", "Les règles de JP1"}
    stage.settle(500)
    assert titles(stage) == {"Les règles de JP1"}


def titles(stage: Stage) -> set[str]:
    known = {page["title"] for page in most("fr", "main")["lists"].values()}
    return {text.text for text in words(stage.window)} & known


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("profile", ["fr-55-20-2021", "fr-55-20-2015", "fr-holdem-casino", "live-uth"])
def test_the_tables_can_be_read(stage: Stage, profile: str, language: str) -> None:
    rules = load_profile(profile)
    night = Night(language, jp1=bool(rules.jp1), profile=rules, cash=TERMS).betting()
    said = at_page(night, 1)
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(40)
    assert stage.warnings == []
    assert faults(stage.window) == []
    drawn = {text.text for text in words(stage.window)}
    assert {row["name"] for row in said["ranking"]["rows"]} <= drawn
    assert said["number"] in " ".join(drawn)
    if rules.jp1:
        assert said["share"] in " ".join(drawn), "and the share stays"
        assert set("28573") <= set("".join(figures(stage))), "as does the amount"


@requirement("DI-01")
def test_a_meter_of_eight_figures_stays_on_the_screen(stage: Stage) -> None:
    stage.screen.show(worded("betting", "fr") | {"euros": "12\u202f345\u202f678", "reduced_motion": True})
    stage.settle(60)
    assert faults(stage.window) == []


@requirement("DI-02")
def test_the_meter_rolls_to_the_committed_value_within_800_ms(stage: Stage) -> None:
    stage.screen.show(worded("betting", "fr"))
    at_rest(stage)
    stage.screen.show(worded("betting", "fr") | {"euros": "28\u202f574"})
    assert rolling(stage)
    told = {item.property("rollMs") for item in items(stage.window)} - {None}
    assert max(told) <= 800
    at_rest(stage)
    assert "".join(sorted(figures(stage))) == "".join(sorted("28\u202f574,75\u00a0€"))


def test_the_first_value_is_there_at_once() -> None:
    screen = Screen()
    made = Stage("JackpotDisplay", screen, LARGE)
    screen.show(worded("betting", "fr"))
    assert not rolling(made)
    made.settle(20)
    assert not rolling(made)
    made.close()


def figures(stage: Stage) -> list[str]:
    return [item.property("shown") for item in items(stage.window) if item.property("shown") is not None]


def at_rest(stage: Stage) -> None:
    """No figure rolls any more; a busy machine draws a roll more slowly than a display."""
    for _ in range(PATIENCE_S * 50):
        if not rolling(stage):
            return
        stage.settle(20)
    raise AssertionError("the meter never comes to rest")


def rolling(stage: Stage) -> bool:
    return bool(windows(stage))


def windows(stage: Stage) -> list[QRectF]:
    """Where a figure is rolling now."""
    cells = [item for item in items(stage.window) if item.property("shown") is not None]
    return [area(window) for cell in cells for window in cell.childItems() if window.clip()]


def test_the_display_takes_no_finger(stage: Stage) -> None:
    assert not [item for item in items(stage.window) if item.objectName() == "touch"]


def test_a_small_panel_shows_the_same_picture_smaller() -> None:
    screen = Screen()
    screen.show(worded("betting", "fr"))
    small = Stage("JackpotDisplay", screen, QSize(1280, 720))
    small.settle(60)
    assert {text.text for text in words(small.window)} >= {"MISEZ", "Carré"}
    assert small.warnings == []
    small.close()


@requirement("RP-23")
def test_the_last_deals_are_announced_to_the_public_too() -> None:
    """RP-23: how many are still played, and that the last one is."""
    night = Night(jp1=False)
    night.felt = Felt(cash=TERMS)
    night.felt.open().badge().do(i.AnnounceLastDeals()).see(i.BadgeGone())
    said = []
    for _ in range(3):
        said.append(night.look()["band"])
        night.felt.stakes(s1=1000).close().draw("Ah 7d Qc Jd").play(4, 1).draw("Kd 8s 3h 9c 4d")
        night.felt.showdown().settle()
        if night.felt.state.sheet.deals_left:
            night.felt.do(i.NextRound())
    assert [band["text"] for band in said] == [
        "Dernières donnes annoncées – encore 3",
        "Dernières donnes annoncées – encore 2",
        "Dernières donnes annoncées – encore une",
    ]
    assert night.look()["band"] == {"kind": "held", "text": "La dernière donne est jouée"}


def test_figures_that_roll_cross_no_caption() -> None:
    """A new cycle rolls every figure while its two captions are there to be read."""
    screen = Screen()
    screen.show(worded("betting", "fr"))
    stage = Stage("JackpotDisplay", screen, LARGE)
    stage.settle(60)
    screen.show(worded("pending", "fr"))
    stage.settle(120)
    cut = windows(stage)
    captions = [text.ink for text in words(stage.window) if " " in text.text]
    stage.close()
    assert len(cut) > 4, "the figures are still rolling"
    assert len(captions) > 8
    assert not [ink for ink in captions for window in cut if ink.intersects(window)]
