"""The pit screen: what it says of each state, that it can be read, and its two keys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from controller.game import inputs as i
from controller.game import views
from controller.game.cards import DECK
from controller.game.felt import Pile
from controller.game.machines.alarms import CATALOGUE
from tests.builders import Felt
from tests.ui import deck_states, game_states, payment_states, pit_states, sheet_states
from tests.ui.pit_states import STATES, betting, deciding, evening, hollow, settling, showdown, troubled
from tests.ui.scene import area, controls, faults, words
from tests.ui.states import next_round
from ui.app import COMPACT, LARGE, Stage
from ui.bridge import Screen
from ui.screen.console import ConsoleFace
from ui.screen.pit.live import PitFace
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen
from ui.texts import console as texts
from ui.texts.pit import TEXTS

PARIS = ZoneInfo("Europe/Paris")
AHEAD_MS = 9_000
CAUSES = (
    "book_refused",
    "card_before_closing",
    "card_before_contribution",
    "card_clash",
    "card_count",
    "duplicate_card",
    "jp1_not_registered",
    "master_lost",
)


def face(felt: Felt, language: str = "fr", silence_ms: int = 0) -> PitFace:
    return PitFace(
        language, now_ms=lambda: felt.state.at_ms + AHEAD_MS, silence_ms=lambda: silence_ms, zone=PARIS
    )


def worded(felt: Felt, language: str = "fr", silence_ms: int = 0) -> dict[str, Any]:
    return face(felt, language, silence_ms).words(views.pit(felt.state))


def room(felt: Felt, language: str = "fr", silence_ms: int = 0, tab: str = "live") -> RoomFace:
    """The screen of a room that has this table alone."""
    made = RoomFace(language, zone=PARIS)
    made.take({"act": "tab", "tab": tab})
    return made


def alone(view: dict[str, Any], felt: Felt, silence_ms: int = 0) -> dict[str, Any]:
    """What `RoomFace` takes: this view of one table."""
    return {"tables": [Seen(view["table"], view, felt.state.at_ms + AHEAD_MS, silence_ms)]}


def whole(felt: Felt, language: str = "fr", silence_ms: int = 0) -> dict[str, Any]:
    """The worded screen of this table alone."""
    return room(felt, language).words(alone(views.pit(felt.state), felt, silence_ms))


def texts_of(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_of(inner)


# --- the wording ---------------------------------------------------------------------------------


def test_both_languages_say_everything_and_repeat_nothing_of_the_console() -> None:
    assert TEXTS["fr"].keys() == TEXTS["en"].keys()
    for at, language in enumerate(texts.LANGUAGES):
        shared = {key: said[at] for key, said in texts.TEXTS.items()}
        assert [key for key, said in TEXTS[language].items() if shared.get(key) == said] == []


@pytest.mark.parametrize("state", STATES)
def test_no_card_that_lies_face_down_is_named(state: str) -> None:
    felt = STATES[state]()
    said = set(texts_of(worded(felt)))
    played = felt.state.round
    shown = {card.text for card in played.shown.values()} if played is not None else set()
    assert {card.text for card in DECK} & said <= shown


def test_the_mirror_shows_stakes_jp1_and_backs() -> None:
    said = worded(deciding())
    one, six = said["seats"][0], said["seats"][5]
    assert (one["number"], one["cards"], one["read"]) == ("1", ["back", "back"], "2/2")
    assert [row["value"] for row in one["rows"]] == ["10\u00a0€", "5\u00a0€", "–"]
    assert (one["lamp"], one["word"], one["waited"]) == ("in", "à décider", True)
    assert (six["word"], six["waited"], six["rows"][2]["value"]) == ("PLAY ×4", False, "40\u00a0€")
    assert said["seats"][2] == {"number": "3", "vacant": True, "vacant_word": "place libre"}
    assert said["board"]["cards"] == ["Qh", "9h", "4h", "", ""]
    assert said["dealer"]["cards"] == ["back", "back"]


def test_a_chip_without_main_bets_is_shown_on_its_free_place() -> None:
    three = worded(betting())["seats"][2]
    assert (three["vacant"], three["lamp"], three["lamp_word"]) == (True, "back", "jeton refusé")


def test_what_stood_is_told_to_be_confirmed_and_its_chip_to_wait() -> None:
    two, three, four = worded(hollow())["seats"][1:4]
    assert (two["vacant"], two["lamp"], two["lamp_word"]) == (True, "chip", "en attente")
    assert (three["vacant_word"], four["vacant_word"]) == ("place libre", "à confirmer")


@pytest.mark.parametrize(
    ("state", "title", "text"),
    [
        ("closed", "Table fermée", "L’ouverture demande le badge d’un chef."),
        ("betting", "Mises ouvertes", "5 joueurs assis, 4 jetons JP1"),
        ("latched", "JP1 à ramasser", "sièges 1 2 6 7"),
        ("dealing", "Donne\u00a0: 5 cartes sorties", "attendue\u00a0: siège 4, 2e carte"),
        ("deciding", "Décisions\u00a0: 2 sur 5", "sièges 1 4 7"),
        ("decided", "Décisions\u00a0: 5 sur 5", "tous les sièges ont décidé"),
        ("settling", "Règlement, siège 6", "reste à régler\u00a0: 4"),
        ("hollow", "Mises ouvertes", "0 joueur assis, 0 jeton JP1"),
        ("held", "Coup gelé", "Carte en double"),
        ("refunding", "Remboursement, siège 6", "coup annulé, reste\u00a0: 220,00\u00a0€ (4)"),
        ("royal", "Vérification du gain", "Rien n’est payé avant le résultat vidéo."),
        ("paused", "Table en pause", ""),
    ],
)
def test_it_says_what_the_table_waits_for(state: str, title: str, text: str) -> None:
    waits = worded(STATES[state]())["waits"]
    assert (waits["title"], waits["text"][: len(text)]) == (title, text)


def test_a_refund_says_what_is_given_and_what_is_taken_back_of_a_paid_ante() -> None:
    """The pit was told the gross sum as all that moves at the table."""
    felt = game_states.STATES["casino_antes_back"]()
    said = worded(felt)
    assert (
        said["waits"]["text"] == "coup annulé, reste\u00a0: 130,00\u00a0€ (1), à prendre\u00a0: 20,00\u00a0€"
    )
    assert (said["seats"][1]["word"], said["seats"][1]["sub"]) == (
        "Rembourser",
        "130\u00a0€ · Prendre\u00a020\u00a0€",
    )


def test_suspended_bets_and_a_closing_are_not_told_as_open_bets() -> None:
    suspended, closing = (worded(of())["waits"] for of in (deck_states.firmware, sheet_states.closing))
    assert (suspended["title"], suspended["lamp"]) == ("Mises suspendues", "stop")
    assert (closing["title"], closing["lamp"]) == ("Fermeture en cours", "none")


def test_a_late_chip_that_keeps_the_next_round_shut_is_told() -> None:
    """The pit promised that the round would open by itself, and it did not before the chip was taken away."""
    late = pit_states.settling().see(i.ChipObserved(4, True))
    over = late.do(*(i.SettleSeat(seat) for seat in (6, 4, 2, 1)))
    assert worded(over)["waits"]["text"] == "Jeton JP1 à retirer, siège 4."
    taken = worded(over.see(i.ChipObserved(4, False)))["waits"]["text"]
    assert taken == "Le coup suivant s’ouvre de lui-même."


def test_one_seat_alone_is_told_in_the_singular() -> None:
    latched = pit_states.felt().open(sensors=True).stakes(s2=1000).chips(2).do(i.CloseBets())
    assert worded(latched)["waits"]["text"] == "siège 2"
    assert worded(latched, "en")["waits"]["text"] == "seat 2"


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("cause", [*CAUSES, *(str(incident) for incident in i.Incident)])
def test_every_hold_has_its_words(cause: str, language: str) -> None:
    felt = deciding()
    view = views.pit(felt.state) | {
        "held": {"cause": cause, "seat": 3, "detail": "", "since_ms": felt.now_ms}
    }
    said = face(felt, language).words(view)["waits"]["text"]
    assert said.endswith(", siège 3" if language == "fr" else ", seat 3")
    assert len(said) > len(", siège 3")


def test_the_ribbon_times_what_is_done_and_what_is_under_way() -> None:
    parts = worded(deciding())["phases"]
    assert [part["state"] for part in parts] == ["done"] * 4 + ["now"] + ["next"] * 3
    assert parts[4]["time"] == "0:09"
    assert [part["name"] for part in parts][:5] == ["Mises", "JP1", "Donne", "Pré-flop", "Flop"]


def test_a_seat_is_settled_with_its_amount_and_its_shape() -> None:
    seats = worded(settling())["seats"]
    assert (seats[6]["word"], seats[6]["sub"], seats[6]["kind"]) == ("Perd", "Pris 70\u00a0€", "done")
    assert (seats[5]["word"], seats[5]["sub"], seats[5]["kind"]) == ("Gagne", "Payer\u00a090\u00a0€", "win")
    assert (seats[5]["turn"], seats[5]["hand"]) == (True, "Couleur à l’as")
    assert worded(showdown())["dealer"]["verdict"] == "non qualifié"


def test_what_jp1_pays_of_a_seat_is_told_apart_from_the_sum_that_is_handed_over() -> None:
    """A seat that loses and is paid 500 € said no more than that; the jackpot itself is told by its slip."""
    seats = worded(payment_states.STATES["payment_released"]())["seats"]
    assert [(seat["number"], seat["lamp_word"]) for seat in seats if not seat["vacant"]] == [
        ("1", "JP1 500\u00a0€"),
        ("2", "JP1 500\u00a0€"),
        ("4", "JP1"),
        ("5", "sans JP1"),
        ("6", "JP1 500\u00a0€"),
    ]
    assert (seats[5]["word"], seats[5]["sub"]) == ("Gagne", "Payer\u00a0520\u00a0€")
    assert seats[3]["sub"].endswith("caisse 28\u202f578,75\u00a0€")


def test_what_the_cage_will_pay_is_not_told_as_the_tables_while_it_is_verified() -> None:
    """PAYER 5 000 € stood at every seat of a royal on the board, beside: nothing is paid before the video."""
    seats = [seat for seat in worded(payment_states.community())["seats"] if not seat["vacant"]]
    assert [(seat["lamp_word"], seat["sub"]) for seat in seats] == [
        ("JP1", "Rendu"),
        ("JP1", "Prendre\u00a020\u00a0€"),
        ("JP1", "Payer\u00a0250\u00a0€"),
        ("sans JP1", "Prendre\u00a020\u00a0€"),
        ("JP1", "Rendu"),
    ]


@pytest.mark.parametrize("state", ["seat_exchanged", "ruling_proposed"])
def test_a_seat_of_exchanged_cards_is_returned_nothing_before_two_persons_decide(state: str) -> None:
    three = worded(STATES[state]())["seats"][2]
    assert (three["word"], three["sub"], three["kind"]) == ("Contesté", "Rien ne bouge", "hold")


def test_a_card_that_could_not_be_read_is_not_counted_as_read() -> None:
    seats = worded(pit_states.unread())["seats"]
    assert (seats[0]["read"], seats[3]["read"]) == ("2/2", "1/2")


def test_a_machine_that_was_unplugged_is_not_told_as_one_at_work() -> None:
    unplugged = pit_states.felt().see(i.HealthObserved(i.Machine.SHOE, i.Health.ABSENT, "unplugged"))
    told = worded(unplugged)["machines"]
    shoe = next(row for row in told["rows"] if row["name"] == "Sabot")
    assert (told["note"], shoe["detail"]) == ("1 à voir", "débranché")
    assert worded(pit_states.felt())["machines"]["note"] == "tous en service"


def test_the_last_rounds_are_listed_newest_first_and_drawn_oldest_first() -> None:
    said = worded(evening())
    assert [row[0] for row in said["rounds"]["rows"]] == [str(n) for n in range(10, 0, -1)]
    assert all(len(row) == len(said["rounds"]["columns"]) for row in said["rounds"]["rows"])
    assert len(said["bars"]["heights"]) == 10
    assert max(abs(height) for height in said["bars"]["heights"]) == 100


def test_the_most_urgent_stands_first_and_p1_is_never_only_its_head() -> None:
    said = whole(STATES["crowded"]())["attention"]
    kinds = [card["kind"] for card in said["cards"]]
    assert kinds == ["p1", "p2", "p2", "p2", "p2", "call", "p3", "p3"]
    assert said["more"] == ""
    assert next(card["slim"] for card in said["cards"]) is False
    assert said["cards"][-1]["slim"] is True
    assert [chip["count"] for chip in said["counts"]] == [1, 4, 2]
    felt = troubled()
    view = views.pit(felt.state)
    view["alarms"] = [dict(view["alarms"][0], alarm=n, priority=1) for n in range(5)]
    many = room(felt).words(alone(view, felt))["attention"]
    assert [card["slim"] for card in many["cards"] if card["kind"] == "p1"] == [False] * 5


def test_an_alarm_names_the_round_it_was_raised_in_and_no_later_one() -> None:
    """Whoever looks for its images was sent to the round under way, whichever that was."""
    felt = next_round().see(i.TroubleObserved(i.Machine.CHIPS, "chip_stuck_2"))
    view = views.pit(felt.state)
    number = view["round"]["label"].split()[-1]
    (card,) = room(felt).words(alone(view, felt))["attention"]["cards"]
    assert card["where"] == f"{view['table']} · coup {number}"
    before = {**view["alarms"][0], "at_ms": view["round"]["opened_ms"] - 1}
    (card,) = room(felt).words(alone({**view, "alarms": [before]}, felt))["attention"]["cards"]
    assert card["where"] == view["table"]


def test_a_warning_whose_cause_is_gone_says_so_until_the_chef_has_given_his_reason() -> None:
    """`The shoe is not responding` stood for ten minutes over a shoe that dealt (CS-07)."""
    felt = deciding().see(i.HealthObserved(i.Machine.SHOE, i.Health.LOST, "silence"))
    (gone,) = [card for card in whole(felt)["attention"]["cards"] if card["code"] == "A-201"]
    assert gone["text"].startswith("Le sabot ne répond plus")
    felt.see(i.HealthObserved(i.Machine.SHOE, i.Health.UP))
    (back,) = [card for card in whole(felt)["attention"]["cards"] if card["code"] == "A-201"]
    assert back["text"] == "La cause a cessé\u00a0: reste le motif du chef, à la table."
    assert back["kind"] == gone["kind"]


def test_the_keys_are_those_that_the_table_offers() -> None:
    felt = troubled().see(i.TroubleObserved(i.Machine.BADGE, "card_revoked"))
    cards = whole(felt)["attention"]["cards"]
    keys = {card["code"] or card["kind"]: [key["tap"] for key in card["keys"]] for card in cards}
    table = felt.state.facts.table
    call = {"act": "SeeCall", "of": [felt.state.call_ms, felt.state.call_last_ms]}
    assert {"act": "ask", "table": table, "tap": call} in keys["call"]
    assert [tap["act"] for tap in keys["A-214"]] == ["look", "help"], (
        "a machine's warning is acknowledged at the table, with a badge and a reason"
    )
    wanted = {"act": "SeeAlarm", "alarm": felt.state.alarms[-1].number, "reason": ""}
    assert {"act": "ask", "table": table, "tap": wanted} in keys["A-207"]
    after = whole(STATES["seen"]())["attention"]["cards"]
    assert [key["tap"]["act"] for card in after for key in card["keys"] if key["tap"]["act"] == "ask"] == []


def test_silence_is_told_after_two_seconds() -> None:
    assert worded(deciding(), silence_ms=1_999)["silent"] is None
    said = worded(deciding(), silence_ms=14_000)
    assert said["offline"] is True
    assert "0:14" in said["silent"]["text"]


def test_the_language_key_is_the_screens_own() -> None:
    felt = deciding()
    pit, source = room(felt), alone(views.pit(felt.state), felt)
    pit.words(source)
    assert pit.take({"act": "ask", "table": "UTH-2", "tap": {"act": "SeeCall"}}) is False
    assert pit.take({"act": "language"}) is True
    said = pit.words(source)
    assert (said["language"]["current"], said["told"]["waits"]["caption"]) == ("en", "Waiting for")


# --- the picture ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    screen = Screen()
    screen.show(whole(deciding()))
    made = Stage("PitScreen", screen, LARGE)
    yield made
    made.close()


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("state", STATES)
def test_a_state_can_be_read_and_touched(stage: Stage, state: str, language: str) -> None:
    said = whole(STATES[state](), language, 14_000 if state == "silent" else 0)
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(40)
    assert stage.warnings == []
    assert faults(stage.window) == []
    for touch in controls(stage.window):
        key = touch.parentItem()
        assert min(area(touch).width(), area(touch).height()) >= 48
        interface = QAccessible.queryAccessibleInterface(key)
        assert interface.text(QAccessible.Text.Name).strip()
    assert said["simulation"] in {text.text for text in words(stage.window)}


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("code", CATALOGUE)
def test_every_alarm_fits_its_card(stage: Stage, code: str, language: str) -> None:
    felt = troubled()
    view = views.pit(felt.state)
    one = {"seat": 4, "detail": "hole.4.1", "at_ms": felt.now_ms - 4_000_000, "seen_ms": 0, "alarm": 1}
    one |= {"over": False}
    called = {1: felt.now_ms, 2: felt.now_ms, 3: 0}
    view["alarms"] = [dict(one, code=code, priority=priority, pit_ms=called[priority]) for priority in called]
    view["offers"].append({"act": "SeeAlarm", "alarm": 1, "reason": ""})
    stage.screen.show(room(felt, language).words(alone(view, felt)) | {"reduced_motion": True})
    stage.settle(20)
    assert stage.warnings == []
    assert faults(stage.window) == []


def test_five_critical_alarms_at_once_are_all_there(stage: Stage) -> None:
    felt = troubled()
    view = views.pit(felt.state)
    view["alarms"] = [dict(view["alarms"][0], alarm=n, pit_ms=felt.now_ms) for n in range(5)]
    view["offers"] += [{"act": "SeeAlarm", "alarm": n, "reason": ""} for n in range(5)]
    said = room(felt).words(alone(view, felt))
    stage.screen.show(said | {"reduced_motion": True})
    stage.settle(40)
    assert faults(stage.window) == []
    seen = [key for card in said["attention"]["cards"] for key in card["keys"] if key["tap"]["act"] == "ask"]
    assert len(seen) == 6


def test_a_call_while_the_best_hand_is_verified_is_for_the_comite() -> None:
    """The dealer pressed APPELER LE COMITÉ; the pit and his own next key said that he called the chef."""
    for felt, title, seen in (
        (Felt().open().do(i.CallChef()), "LE CROUPIER APPELLE LE CHEF", "le chef est attendu"),
        (STATES["royal"]().do(i.CallChef()), "LE CROUPIER APPELLE LE COMITÉ", "le comité est attendu"),
    ):
        again = ConsoleFace("fr").words(views.console(felt.state) | {"now_ms": felt.now_ms})["bottom"][1][
            "label"
        ]
        assert again.replace("\n", " ") == f"Rappeler {title.removeprefix('LE CROUPIER APPELLE ').lower()}"
        for one in (felt, felt.do(i.SeeCall())):
            (card,) = [card for card in whole(one)["attention"]["cards"] if card["kind"] == "call"]
            assert card["title"] == title
        assert seen in card["text"]


def test_a_finger_on_seen_asks_for_what_the_card_said() -> None:
    asked: list[dict[str, Any]] = []
    felt = Felt().open().do(i.CallChef()).see(i.TroubleObserved(i.Machine.BADGE, "card_revoked"))
    screen = Screen(room(felt), asked.append)
    screen.show(alone(views.pit(felt.state), felt))
    made = Stage("PitScreen", screen, LARGE)
    made.settle(400)
    press(made, named(made, "Vu\u00a0: UTH-2, LE CROUPIER APPELLE LE CHEF"))
    press(made, named(made, "Vu\u00a0: UTH-2, BADGE REFUSÉ (RÉVOQUÉ)"))
    seen = {"act": "SeeAlarm", "alarm": felt.state.alarms[-1].number, "reason": ""}
    call = {"act": "SeeCall", "of": [felt.state.call_ms] * 2}
    assert asked == [{"act": "ask", "table": "UTH-2", "tap": tap} for tap in (call, seen)]
    press(made, named(made, texts.tell("fr", "language")))
    made.settle(60)
    assert "Waiting for" in {text.text for text in words(made.window)}
    assert made.warnings == []
    made.close()


def test_a_silent_table_offers_no_key_but_those_of_the_screen() -> None:
    asked: list[dict[str, Any]] = []
    felt = troubled().see(i.TroubleObserved(i.Machine.BADGE, "card_revoked"))
    screen = Screen(room(felt), asked.append)
    screen.show(alone(views.pit(felt.state), felt, 5_000))
    made = Stage("PitScreen", screen, LARGE)
    made.settle(250)
    says = [str(touch.parentItem().property("says")) for touch in controls(made.window)]
    assert [one for one in says if one.startswith("Vu")] == []
    assert asked == []
    made.close()


def named(stage: Stage, says: str) -> QQuickItem:
    (found,) = [touch for touch in controls(stage.window) if touch.parentItem().property("says") == says]
    return found


def press(stage: Stage, touch: QQuickItem) -> None:
    at = touch.mapToScene(QPointF(touch.width() / 2, touch.height() / 2)).toPoint()
    QTest.mouseClick(stage.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    stage.settle(300)


@pytest.mark.long
def test_no_touch_of_a_tab_is_lost_while_rounds_pass_and_alarms_come() -> None:
    """Keys that never move are not closed by what moves elsewhere; four of thirty were lost so."""
    felt, busy, ill = deciding(), evening(), troubled()
    face = RoomFace("fr", zone=PARIS)
    screen = Screen(face)
    made = Stage("PitScreen", screen, LARGE)
    wanted = [
        ("Salle", "PitRoom"),
        ("Appareils", "PitDevices"),
        ("Réglages", "PitSettings"),
        ("Coup en direct", "PitLive"),
    ]
    lost = []
    for turn in range(48):
        second = ill if turn % 3 == 0 else busy
        tables = [Seen(f"UTH-{n}", views.pit(one.state), one.now_ms) for n, one in ((1, felt), (2, second))]
        for seen in tables:
            view = seen.view_or_none
            view["round"] = {**view["round"], "label": f"coup {100 + turn}"}  # type: ignore[index]
        screen.show({"tables": tables})
        if turn < 4:
            made.settle(200)
        label, page = wanted[turn % 4]
        tab = named(made, label)
        at = tab.mapToScene(QPointF(tab.width() / 2, tab.height() / 2)).toPoint()
        QTest.mouseClick(made.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
        if face.words({"tables": tables})["page"] != page:
            lost.append((turn, label))
        made.settle(70)
    made.close()
    assert lost == []


def test_a_smaller_panel_shows_the_same_page_smaller() -> None:
    screen = Screen()
    screen.show(whole(deciding()))
    small = Stage("PitScreen", screen, COMPACT)
    small.settle(60)
    assert {text.text for text in words(small.window)} >= {"Flop", "UTH-2"}
    assert small.warnings == []
    small.close()


def test_an_alarm_that_comes_between_press_and_release_is_not_seen_by_mistake() -> None:
    asked: list[dict[str, Any]] = []
    felt = deciding().do(i.CallChef())
    screen = Screen(room(felt), asked.append)
    screen.show(alone(views.pit(felt.state), felt))
    made = Stage("PitScreen", screen, LARGE)
    made.settle(250)
    key = named(made, "Vu\u00a0: UTH-2, LE CROUPIER APPELLE LE CHEF")
    at = key.mapToScene(QPointF(20, 20)).toPoint()
    QTest.mousePress(made.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    felt.do(i.SeeCall())
    screen.show(alone(views.pit(felt.state), felt))
    made.settle(20)
    QTest.mouseRelease(made.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    made.settle(20)
    assert [tap["tap"]["act"] for tap in asked] == ["SeeCall"], "what it lay on, and nothing that came"
    made.close()


def test_places_of_an_alarm_are_words() -> None:
    felt = STATES["unread"]()
    (told,) = whole(felt)["attention"]["cards"]
    assert told["title"] == "CARTE ILLISIBLE – SIÈGE 4, 2E CARTE"
    assert next(place for place in felt.state.unread).pile is Pile.HOLE
