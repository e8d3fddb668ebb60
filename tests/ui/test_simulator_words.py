"""What the simulator's panel says of simulated machines, and that the bench understands each of its keys."""

from __future__ import annotations

from string import Formatter
from typing import Any

import pytest

from controller.game.choices import Role
from controller.game.inputs import ShownEmptyObserved
from controller.game.requests import SetBuzzer, Sound
from drivers.sim.faults import JAM_STAGES, KINDS
from drivers.sim.panel import PACES, REASONS, STEPS
from drivers.sim.placing import HANDS
from tests.playroom import Playroom
from tests.ui.simulator_states import (
    BROKEN,
    STATES,
    WORLD,
    drawing,
    fresh,
    jammed,
    keys_of,
    last_card,
    opened,
    placing,
    playing,
    ready,
    refusal,
    unplugged,
    worded,
)
from ui.screen.simulator import night, speech
from ui.screen.simulator.face import SimulatorFace
from ui.texts import simulator as texts_simulator
from ui.texts.console import LANGUAGES
from ui.texts.simulator import SIMULATOR

PLACES = ("", "hole.7.1", "dealer.1", "board.4", "burn.2")


def test_the_panel_says_while_the_buzzer_of_the_board_is_heard() -> None:
    room = Playroom()
    for driver in room.drivers:
        driver.ask(SetBuzzer(Sound.HIGH), room.room.now_ms)
    states = []
    for _ in range(4):
        room.later(500)
        states.append(worded(room.look())["machines"]["rows"][2]["state"])
    assert (states[0], states[-1]) == ("le buzzer sonne", "aucun posé")


def test_both_languages_say_the_same_facts() -> None:
    for key, (french, english) in SIMULATOR.items():
        assert french.strip(), key
        assert english.strip(), key
        told = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (french, english)]
        assert told[0] == told[1], key


def test_every_fault_hand_jam_and_reason_has_words() -> None:
    named = [f"fault.{kind}" for kind in KINDS]
    named += [f"hand.{hand}" for hand in HANDS]
    named += [f"jam.{stage}" for stage in JAM_STAGES]
    named += [f"why.{why}" for why in (*REASONS, "no_answer")]
    assert set(named) <= SIMULATOR.keys()


def test_every_text_is_said_in_some_state(monkeypatch: pytest.MonkeyPatch) -> None:
    said = set()

    def tell(language: str, key: str, /, **facts: object) -> str:
        said.add(key)
        return texts_simulator.tell(language, key, **facts)

    monkeypatch.setattr(speech, "tell", tell)
    views = [room().look() for room in STATES.values()]
    for view in views:
        worded(view)
    for view in every_outcome():
        worded(view)
    *_, jam = [view for view in views if view["jam"]]
    for stage in JAM_STAGES:
        worded({**jam, "jam": stage})
    for why in (*REASONS, "one_night", "no_answer", "other"):
        worded(views[0], refusal=refusal(why))
    worded(views[0], offline=1)
    worded(views[0], offline=1, restarting=True)
    worded(views[0], sounds=True)
    worded(views[0], world={**WORLD, "scripts": BROKEN["scripts"][:1]})
    for felt, sensed, heard in ((False, True, True), (False, False, True), (True, True, False)):
        one = {"lamp": "chip", "heard": heard}
        worded({**views[0], "chips": [felt], "sensed": [sensed], "believed": [one]})
    for world in (WORLD, BROKEN, {**BROKEN, "link": "slow", "display": "gone", "clock_s": 3_600}):
        worded(views[0], world=world, stands={"round": 3})
    staff = [{"card": "1", "person": "A 1", "role": one.value, "pin": "1"} for one in Role]
    worded({**views[0], "badges": staff}, "en")
    typing = SimulatorFace()
    typing.take({"act": "type", "open": True})
    typing.words({**views[0], "world": WORLD})
    copying = SimulatorFace("fr", said.add)
    copying.take({"act": "copy", "text": WORLD["command"]})
    copying.words({**views[0], "world": WORLD})
    assert SIMULATOR.keys() - said == set()


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "A-212, Quinte flush"), ("en", "A-212, Straight flush")]
)
def test_what_a_script_expects_is_said_in_the_language_of_the_panel(language: str, said: str) -> None:
    """A French panel said `straight flush`."""
    told = BROKEN["scripts"][0] | {"title": "Sans suite", "title_en": "Without more"}
    assert night.script(speech.Speech(language), told)["sub"] == said
    assert night.script(speech.Speech(language), told | {"expects": []})["sub"] == "–"


def test_the_script_that_plays_is_on_the_page_that_is_shown_until_somebody_turns_it() -> None:
    """`tapis demo --script` showed the first five of twenty, whichever it played."""
    face, view = SimulatorFace(), ready().look()

    def shown(plays: int | None) -> str:
        listed = [told | {"state": "ready", "name": str(at)} for at, told in enumerate(BROKEN["scripts"])]
        if plays is not None:
            listed[plays]["state"] = "plays"
        return str(face.words({**view, "world": WORLD | {"scripts": listed}})["scripts"]["note"])

    assert shown(None) == "page 1 sur 4"
    assert shown(17) == "page 4 sur 4"
    face.take({"act": "scripts_page", "page": 1})
    assert shown(17) == "page 2 sur 4", "it is not taken from who turned it"
    assert shown(None) == "page 2 sur 4"
    assert shown(3) == "page 1 sur 4"


def every_outcome() -> list[dict[str, Any]]:
    """Views with each hand at a seat, at the bank, on the board, and all nine cards of a deal placed."""
    views = []
    for place in ("2", "dealer", "board"):
        room = Playroom()
        room.do(act="place", place=place)
        for hand in HANDS:
            room.do(act="hand", hand=hand)
            views.append(room.look())
    for seat, dealer in (("AsAd", "KcKh"), ("KcKh", "AsAd"), ("AsKd", "AdKs")):
        room = Playroom()
        for place, laid in (("3", seat), ("dealer", dealer), ("board", "2c5h7d9sJc")):
            room.do(act="place", place=place)
            for at in range(0, len(laid), 2):
                room.do(act="card", card=laid[at : at + 2])
        room.do(act="place", place="3")
        views.append(room.look())
    return views


@pytest.mark.parametrize("state", STATES)
def test_each_key_carries_a_tap_that_the_bench_understands(state: str) -> None:
    own = ("language", "copy", "type", "scripts_page")
    for language in LANGUAGES:
        taps = [key["tap"] for key in keys_of(worded(STATES[state]().look(), language)) if key["tap"]]
        assert len(taps) > 100
        room = STATES[state]()
        for tap in taps:
            if tap["act"] not in own:
                said = room.bench.act(tap)
                assert said in ("", "no_deck", "people_play", "card_taken", "place_full", "shoe_empty"), (
                    tap,
                    said,
                )


def test_of_the_cards_the_panel_names_those_that_a_person_placed_and_no_other() -> None:
    """The shoe's cards are a number. All 52 keys of the picker are there; white are the placed ones alone."""
    for state, room in ((name, make()) for name, make in STATES.items()):
        view = room.look()
        placed = {card["card"] for card in worded(view)["picker"]["cards"] if card["mark"]}
        assert placed == set(view["placing"]["where"]), state
        drawn = {**view, "placing": None}
        for card in view["placing"]["where"]:
            assert card not in str(drawn), state


def test_the_language_key_is_the_panels_own() -> None:
    face_, view = SimulatorFace("fr"), fresh().look()
    assert face_.words(view)["title"] == "Simulateur"
    assert face_.take({"act": "language"}) is True
    assert face_.words(view)["title"] == "Simulator"
    assert face_.words(view)["simulation"] == "SIMULATION – NO VALUE"
    assert face_.take({"act": "draw"}) is False


def test_draw_says_where_the_card_is_expected_or_why_none_comes() -> None:
    room = Playroom()
    assert worded(room.look())["hand"]["keys"][0]["sub"] == "sabot verrouillé"
    room.lock(False)
    assert worded(room.look())["hand"]["keys"][0]["sub"] == "sabot vide"
    room.load()
    drawn = {}
    for place in PLACES:
        room.expected = place
        drawn[place] = worded(room.look())["hand"]["keys"][0]
    assert all(key["tap"] == {"act": "draw"} for key in drawn.values())
    assert [key["sub"] for key in drawn.values()] == [
        "aucune n’est attendue",
        "attendue\u00a0: siège 7, 2e carte",
        "attendue\u00a0: croupier, 2e carte",
        "attendue\u00a0: board, 5e carte",
        "attendue\u00a0: carte à brûler",
    ]


def test_while_the_people_play_the_hands_that_deal_are_theirs() -> None:
    keys = worded(playing().look())["hand"]["keys"][:2]
    assert [(key["tap"], key["sub"]) for key in keys] == [(None, "les gens jouent seuls")] * 2


def test_what_is_in_force_is_chosen_and_asks_nothing() -> None:
    said = worded(playing().look())
    pause, *steps, play = said["steps"]["keys"]
    assert (play["chosen"], play["tap"], pause["tap"]) == (True, None, {"act": "play", "on": False})
    assert [key["tap"]["by"] for key in steps] == list(STEPS)
    paces = said["paces"]["keys"]
    assert [key["label"] for key in paces] == ["×0,5", "×1", "×2", "×5", "×20", "×50", "×200"]
    english = worded(playing().look(), "en")["paces"]["keys"]
    assert [key["label"] for key in english] == ["×0,5", "×1", "×2", "×5", "×20", "×50", "×200"]
    assert [key["chosen"] for key in paces] == [True, *[False] * 6]
    assert [key["tap"]["pace"] for key in paces[1:]] == list(PACES)[1:]


def test_a_pace_below_one_has_the_comma_of_the_house() -> None:
    said = worded(fresh().look(), "en")["paces"]["keys"][0]
    assert (said["label"], said["says"]) == ("×0,5", "Pace ×0,5")


def test_a_machine_says_its_state_and_its_cable_can_be_pulled() -> None:
    said = worded(drawing().look())
    assert [row["state"] for row in said["machines"]["rows"][:2]] == [
        "mélange en cours",
        "49 cartes, déverrouillé",
    ]
    cables = worded(unplugged().look())["lines"]["cable"]["cells"]
    assert [(one["text"], one["on"]) for one in cables] == [("Rebrancher", True)] * 4
    assert cables[1]["tap"] == {"act": "plug", "machine": "shoe", "plugged": True}


def test_the_last_card_is_one_card() -> None:
    assert worded(last_card().look())["machines"]["rows"][1]["state"] == "1 carte, déverrouillé"
    assert worded(fresh().look())["machines"]["rows"][1]["state"] == "0 carte, verrouillé"


def test_a_jam_says_where_and_can_be_cleared() -> None:
    said = worded(jammed().look())
    assert said["machines"]["rows"][0]["state"].startswith("bourrage ")
    assert said["hand"]["keys"][2]["tap"] == {"act": "clear_jam"}


def test_the_shuffler_is_opened_and_shown_empty_by_hand_unless_the_people_play() -> None:
    """Whoever plays by hand closes the table too (CS-03)."""
    assert worded(fresh().look())["hand"]["keys"][2]["tap"] == {"act": "show_empty"}
    assert worded(opened().look())["machines"]["rows"][0]["state"] == "capot ouvert"
    assert worded(playing().look())["hand"]["keys"][2]["tap"] is None
    room = ready()
    room.bench.act({"act": "show_empty"})
    assert ShownEmptyObserved(lid_open=True, cards=0) in room.later(500), "whatever lay in the machine"


def test_the_badge_in_the_reader_comes_out_when_touched() -> None:
    keys = worded(drawing().look())["badges"]["keys"]
    assert [(key["label"], key["chosen"]) for key in keys] == [
        ("Chef", True),
        ("Comité", False),
        ("Vidéo", False),
    ]
    assert [key["tap"]["card"] for key in keys] == ["", "comite-3", "video-11"]


def test_a_badge_of_a_register_shows_the_pin_that_it_wants() -> None:
    view = drawing().look()
    for badge in view["badges"]:
        badge["pin"] = "135790"
    assert [(key["label"], key["sub"]) for key in worded(view)["badges"]["keys"]] == [
        ("Chef 1", "135790"),
        ("MCD 03", "135790"),
        ("OV 11", "135790"),
    ]
    english = worded(view, "en")["badges"]["keys"]
    assert [key["label"] for key in english] == ["Floor 1", "Manager 03", "Video 11"]
    assert english[1]["says"] == "Insert the badge: Casino manager, MCD 03"


def test_a_fault_says_what_is_ordered_and_how_often_it_was_met_at_this_machine() -> None:
    room = Playroom()
    room.do(act="order", kind="bounce")
    room.do(act="chip", seat=2)
    room.do(act="order", kind="stall", machine="badge")
    said = worded(room.look())
    bounce = said["machines"]["rows"][2]["keys"][0]
    assert (bounce["label"], bounce["sub"], bounce["chosen"]) == ("Rebond", "1", False)
    silent = next(row for row in said["lines"]["rows"] if row["label"] == "Ligne muette")
    assert [cell["text"] for cell in silent["cells"]] == ["·", "·", "·", "à venir"]
    lost = next(row for row in said["lines"]["rows"] if row["label"] == "Trame perdue")
    assert [cell["there"] for cell in lost["cells"]] == [True, True, False, False]


def test_what_comes_of_a_hand_is_written_before_it_is_placed() -> None:
    said = worded(placing().look())
    assert said["expected"]["title"] == "Attendu\u00a0: royale, siège 3"
    assert "A-105" in said["expected"]["text"]
    assert said["expected"]["others"].startswith("Attendu\u00a0: paire, siège 5")
    assert said["stacking"]["stack"]["tap"] == {"act": "stack"}
    marks = {card["card"]: card["mark"] for card in said["picker"]["cards"] if card["mark"]}
    assert (marks["Kh"], marks["Ah"], marks["9c"]) == ("3", "B", "5")
    assert worded(fresh().look())["stacking"]["stack"]["tap"] is None


def test_a_chip_that_felt_sensor_and_table_do_not_agree_on_is_told() -> None:
    room = Playroom()
    room.do(act="chip", seat=1)
    room.do(act="order", kind="stick")
    room.do(act="chip", seat=1)
    stuck = worded(room.look())["chips"]
    assert stuck["agree"]["marks"] == ["≠", "=", "=", "=", "=", "=", "="]
    assert stuck["text"].startswith("Siège 1\u00a0: rien sur le tapis")
    assert worded(fresh().look())["chips"]["agree"]["marks"] == ["="] * 7


def test_silence_is_told_before_a_refusal_and_a_refusal_in_words() -> None:
    view = fresh().look()
    assert worded(view)["message"] is None
    assert worded(view, refusal=refusal("shoe_locked"))["message"]["text"] == "le sabot est verrouillé"
    unknown = worded(view, refusal=refusal("ValueError: no seat 9"))["message"]["text"]
    assert unknown == "le simulateur ne connaît pas cet acte"
    lost = {"code": "no_answer", "article": "", "facts": {}}
    assert worded(view, refusal=lost)["message"]["text"].startswith("la table n’a pas répondu")
    silent = worded(view, offline=1, refusal=lost)
    assert (silent["offline"], silent["message"]["title"]) == (True, "TABLE MUETTE")


def test_another_seed_is_typed_and_the_command_that_repeats_the_night_is_copied() -> None:
    kept: list[str] = []
    face_, view = SimulatorFace("fr", kept.append), {**fresh().look(), "world": WORLD}
    said = face_.words(view)["seed"]
    assert (said["value"], said["open"]) == ("20261120", False)
    face_.take(said["copy"]["tap"])
    assert kept == ["tapis demo --seed 20261120"]
    face_.take(said["change"]["tap"])
    for digit in ("0", "4", "2", "back", "7"):
        face_.take({"act": "type", "digit": digit})
    typed = face_.words(view)["seed"]
    assert (typed["value"], typed["open"]) == ("47", True)
    assert typed["pad"][-1]["tap"] == {"act": "seed", "seed": 47}
    assert face_.take(typed["pad"][-1]["tap"]) is False, "the bench is asked"
    assert face_.words(view)["seed"]["open"] is False


def test_what_is_broken_around_the_machines_can_be_mended() -> None:
    well = worded({**fresh().look(), "world": WORLD})["world"]
    assert [key["tap"] for key in well["keys"][:4]] == [
        {"act": "link", "link": "lost"},
        {"act": "link", "link": "slow"},
        {"act": "display", "display": "gone"},
        {"act": "display", "display": "frozen"},
    ]
    broken = worded({**fresh().look(), "world": BROKEN})["world"]
    assert (broken["keys"][0]["tap"], broken["keys"][0]["chosen"]) == ({"act": "link", "link": "up"}, True)
    assert (broken["keys"][3]["tap"], broken["restarts"]) == (
        {"act": "display", "display": "up"},
        "12 reprises",
    )


def test_scripts_stand_on_pages_and_the_first_difference_is_said() -> None:
    face_, view = SimulatorFace("fr"), {**fresh().look(), "world": BROKEN}
    said = face_.words(view)["scripts"]
    assert (len(said["rows"]), said["note"]) == (night.ROWS, "page 1 sur 4")
    assert said["rows"][1]["state"] == "coup 1 sur 3"
    assert said["rows"][0]["key"]["tap"] == {"act": "script", "name": "script-0"}
    assert said["foot"] == "coup 1, siège 3\u00a0: paid_cents\u00a0: attendu 4 000,00 €, obtenu 0,00 €"
    face_.take(said["keys"][2]["tap"])
    assert [row["state"] for row in face_.words(view)["scripts"]["rows"][:2]] == ["réussi", "coup 1 sur 3"]


def test_where_a_script_came_otherwise_is_said_in_the_language_of_the_panel() -> None:
    """It was English on a French panel."""
    view = {**fresh().look(), "world": BROKEN}
    assert worded(view, "fr")["scripts"]["foot"].startswith("coup 1, siège 3\u00a0: ")
    assert worded(view, "en")["scripts"]["foot"].startswith("round 1, seat 3: paid_cents")
