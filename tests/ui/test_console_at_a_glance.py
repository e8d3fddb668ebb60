"""What a dealer meets at a glance: no key twice, no sheet over the seats, each reason the true one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from PySide6.QtCore import QSize

from controller.game import inputs as i
from controller.game import views
from controller.game.felt import hole
from tests.builders import Felt, Role, card
from tests.ui.deck_states import shuffler
from tests.ui.scene import faults, items
from tests.ui.states import STATES, machine_lost
from tests.ui.test_console_words import kept_view
from tests.ui.touched_table import DEAL, Table
from ui.__main__ import arguments, attached
from ui.app import COMPACT, LARGE, Stage
from ui.attached import unwatched
from ui.bridge import Screen
from ui.screen.console import ConsoleFace
from ui.texts.console import TEXTS

LEFT = ["--handed", "left", "--reduced-motion"]


def seats_in_sight(table: Table) -> bool:
    table.stage.settle(40)
    return any(item.property("keyInset") is not None for item in items(table.stage.window))


def worded(name: str, language: str = "fr") -> dict[str, Any]:
    return ConsoleFace(language).words(kept_view(name))


def test_last_rounds_and_machines_leave_the_seats_when_the_round_goes_on(table: Table) -> None:
    table.touch("local.sheet", sheet="rounds")
    assert not seats_in_sight(table)
    table.felt.do(i.CloseBets())
    table.show()
    assert seats_in_sight(table)
    table.felt.sweep()
    table.draw(DEAL)
    table.touch("local.sheet", sheet="devices")
    assert not seats_in_sight(table)
    table.felt.do(i.CallStreet())
    table.draw("Qh 9h 4h")
    assert seats_in_sight(table), "the keys of the flop are to be touched"
    table.touch("BetPlay", seat=6, multiple=2)
    assert table.refusals == []


def test_last_rounds_opened_for_an_inspector_go_with_him(table: Table) -> None:
    table.felt.badge("Roux", Role.INSPECTOR)
    table.show()
    assert not seats_in_sight(table)
    table.felt.see(i.BadgeGone())
    table.show()
    assert seats_in_sight(table)


@pytest.mark.parametrize("name", ["closed", "opening", "sheet_begun"])
def test_last_rounds_and_paytables_are_read_before_the_table_opens_too(name: str) -> None:
    face, view = ConsoleFace("fr"), kept_view(name)
    face.words(view)
    face.take({"act": "local.sheet", "sheet": "rounds"})
    sheet = face.words(view)["sheet"]
    assert (sheet["kind"], sheet["text"]) == ("rounds", "Aucun coup clos encore.")
    assert sheet["paytable"]["columns"] == ["Blind", "Trips", "JP1"]


@pytest.mark.parametrize("name", STATES)
def test_no_two_keys_in_sight_ask_the_same(name: str) -> None:
    """The one act of an alarm is the exception: it stands in the big button besides its own place."""
    said = worded(name)
    taps = [key["tap"] for key in (said["primary"], *said["bottom"]) if key["tap"] is not None]
    focus = said["focus"] or {}
    taps += [key["tap"] for key in focus.get("keys", []) if key["tap"] is not None]
    twice = [tap["act"] for number, tap in enumerate(taps) if tap in taps[:number]]
    assert set(twice) <= {"CallChef"}


def test_a_chef_at_a_pause_is_told_what_comes_before_closing() -> None:
    assert worded("paused")["bottom"][4]["tap"] is None
    last = worded("paused_chef")["bottom"][4]
    assert (last["label"], last["tap"]) == ("Montrer vide", {"act": "ShowEmpty", "occasion": "closing"})


def test_a_street_waits_for_the_card_that_could_not_be_read() -> None:
    assert worded("street_called")["primary"]["sub"] == "flop attendu"
    assert worded("board_unread")["primary"]["sub"] == "carte à saisir\u00a0: board, 2e carte"
    assert worded("board_unread", "en")["primary"]["sub"] == "card to key in: board, 2nd card"


def test_after_a_restart_the_last_act_is_called_as_at_the_table() -> None:
    said = worded("resumed")
    assert said["alarm"]["sub"].startswith("dernière action enregistrée 20:00:15\u00a0: Play ×4, siège 6 · ")
    assert [act["text"] for act in said["focus"]["acts"][:3]] == [
        "Play ×4, siège 6",
        "Play ×3, siège 2",
        "Décisions pré-flop",
    ]
    assert said["bottom"][0]["sub"] == "après confirmation du tapis"


def test_words_agree_with_what_they_speak_of() -> None:
    assert worded("dealing")["dealer"]["note"] == "0/2 lues"
    assert worded("by_hand_told")["seats"][6]["decision"]["word"] == "×1"
    assert "(saisie)" in worded("by_hand_settling")["seats"][6]["hand"]
    assert worded("shoe_lost_chef")["focus"]["keys"][0]["label"] == "Saisir à la main"


def test_what_is_wrong_with_a_deck_is_not_told_as_what_the_table_waits_for() -> None:
    """It said once that it waited for 51 cards in the shuffler."""
    felt = Felt().see(i.HealthObserved(i.Machine.SHUFFLER, i.Health.UP)).open()
    short = shuffler(felt, "red", 51)
    focus = ConsoleFace("fr").words(views.console(short.state) | {"now_ms": short.now_ms})["focus"]
    assert (focus["caption"], focus["title"]) == ("Ce qui suspend les mises", "51 cartes au mélangeur")


def test_the_dealers_cards_were_read_where_they_lie_open_in_a_held_round_too() -> None:
    felt = Felt().open().stakes(s1=1000, s4=1000).close().draw("2c ?? 3c 8d 9s 4h")
    felt.do(i.CallStreet()).draw("Kc Qd 6h").do(i.CallStreet()).draw("Ts Jd").do(i.BetRest())
    twice = i.KeyCard(hole(1, 1), card("3c"))
    view = views.console(felt.do(twice, twice, i.OpenHands()).state)
    assert (view["held"]["cause"], view["dealer"]["cards"]) == ("card_clash", ["9s", "4h"])
    assert ConsoleFace("fr").words(view)["dealer"]["note"] == "2/2 lues"


# --- checklists ----------------------------------------------------------------------------------


def marks(table: Table, name: str) -> list[str]:
    """The keys whose mark of this kind, `tick` or `ring`, is in sight."""
    return [
        item.parentItem().property("label") for item in items(table.stage.window) if item.objectName() == name
    ]


def test_a_line_of_the_opening_has_its_mark_and_sinks_when_it_is_done(table: Table) -> None:
    table.felt = STATES["sheet_begun"]()
    table.show()
    table.stage.settle(40)
    missing = [
        "Avance",
        "N° du jeu bleu",
        "Jeu bleu compté",
        "Minimum – maximum",
        "JP1 affiché",
        "Règles lues",
    ]
    done = ["N° du jeu rouge", "Jeu rouge compté", "Cartes en parfait état", "Joueur témoin présent"]
    assert sorted(marks(table, "ring")) == sorted(missing)
    assert sorted(marks(table, "tick")) == sorted(done)
    table.touch("TickLine", line="limits")
    table.stage.settle(40)
    assert "Minimum – maximum" in marks(table, "tick")
    assert faults(table.stage.window) == []


def test_the_next_line_that_is_missing_is_lifted() -> None:
    keys = worded("sheet_begun")["sheet"]["keys"]
    assert [key["label"] for key in keys if key.get("check") == "now"] == ["Avance"]
    sounds = [key["says"] for key in keys if key.get("check") == "done"]
    assert sounds[:2] == ["N° du jeu rouge R-0001 fait", "Jeu rouge compté 52 / 52 fait"]


def states(table: Table) -> list[str]:
    return [step["state"] for step in table.screen.view["focus"]["steps"]]


def test_a_touch_ticks_the_present_step_of_an_alarm(table: Table) -> None:
    table.felt = machine_lost()
    table.show()
    table.touch("local.help")
    assert states(table) == ["now", "next"]
    table.touch("local.step")
    assert states(table) == ["done", "now"]
    table.touch("local.help")
    table.touch("local.help")
    assert states(table) == ["done", "now"], "what was ticked is kept while the alarm is the same"
    table.touch("local.step")
    assert states(table) == ["done", "done"]
    with pytest.raises(AssertionError, match="no key carries"):
        table.touch("local.step")


# --- the other hand ------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "handed", "still"), [([], "right", False), (LEFT, "left", True)])
def test_the_side_of_the_main_key_and_stillness_are_asked_for_at_the_start(
    words: list[str], handed: str, still: bool
) -> None:
    asked = arguments(["dealer", "--socket", "/nowhere/dealer.sock", *words])
    screen = attached(asked, unwatched)
    screen.screen.show(kept_view("preflop"))
    assert (screen.screen.view["handed"], screen.screen.view["reduced_motion"]) == (handed, still)
    screen.close()


@pytest.mark.parametrize("size", [LARGE, COMPACT], ids=["large", "compact"])
def test_a_left_handed_console_can_be_read_in_every_part_of_a_round(size: QSize) -> None:
    face = ConsoleFace("fr", handed="left", reduced_motion=True)
    stage = Stage("DealerConsole", Screen(face), size)
    found = {}
    for name in ("betting", "preflop", "river", "second_seat", "royal_half_seen", "sheet_begun", "unread"):
        stage.screen.show(kept_view(name))
        stage.settle(20)
        if said := faults(stage.window):
            found[name] = said
    warned = list(stage.warnings)
    stage.close()
    assert (found, warned) == ({}, [])


def test_no_words_of_the_console_speak_of_a_side_of_the_screen() -> None:
    sides = re.compile(r"à gauche|à droite|on the left|on the right")
    said = {key: pair for key, pair in TEXTS.items() for text in pair if sides.search(text)}
    assert set(said) == {"antes.text"}, "right to left on the felt is the same for either hand"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_street_within_a_sentence_is_written_small(language: str) -> None:
    """`Décisions turn + River` stood there once."""
    said = str(ConsoleFace(language).words(kept_view("decided"))["focus"])
    assert "turn + river" in said
    assert "River" not in said
