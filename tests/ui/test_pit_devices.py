"""The devices of the room on one page: grey when well, a word when not, one of them in full."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from controller.game import inputs as i
from controller.game import views
from controller.game.inputs import Health, Machine, Role
from controller.ports import FrameLine
from drivers.lines.messages import Kind
from drivers.lines.noted_session import FATES
from drivers.shoes.reports import WORDS
from tests.ui import payment_states, pit_states
from tests.ui.frame_states import shoe_frames
from tests.ui.room_states import calm, evening, named
from tests.ui.scene import area, faults, items, words
from tests.ui.test_client import House
from ui import figures
from ui.app import LARGE, Stage
from ui.attached_room import AttachedRoom
from ui.bridge import Screen
from ui.screen.console import ConsoleFace
from ui.screen.house_speech import Words
from ui.screen.pit.frames import fact_source
from ui.screen.pit.notes import NoNotes
from ui.screen.pit.room import RoomFace
from ui.screen.room import Seen
from ui.table_line import Place
from ui.texts.frames import FRAMES

COUNTED = {
    "machine": "shoe",
    "retries": 12,
    "damaged": 3,
    "reconnections": 5,
    "latency_ms": 4,
    "latency_p99_ms": 43,
    "words": [[1763668800000, "card"], [1763668801000, "no_such_word"]],
}


def page(tables: list[Seen], *taps: dict[str, Any]) -> dict[str, Any]:
    face = RoomFace("fr", zone=ZoneInfo("Europe/Paris"))
    face.take({"act": "tab", "tab": "devices"})
    face.words({"tables": tables})
    for tap in taps:
        assert face.take(tap)
    return dict(face.words({"tables": tables})["told"])


def words_of(said: dict[str, Any], table: str) -> list[str]:
    (row,) = [row for row in said["rows"] if row["name"] == table]
    return [cell["word"] for cell in row["cells"]]


def test_a_well_device_is_a_square_without_a_word() -> None:
    said = page(calm())
    assert said["note"] == "15 appareils, 15 sans défaut · un carré gris ne demande rien"
    assert words_of(said, "UTH-1") == [""] * 5


def test_a_silent_a_blocked_and_a_doubtful_device_say_so() -> None:
    said = page(evening())
    assert words_of(said, "UTH-6") == ["bloqué", "muet", "S2", "", ""]
    assert said["note"].startswith("40 appareils, 37 sans défaut")


def test_the_worst_device_is_in_full_with_its_alarm_and_what_to_do() -> None:
    one = page(evening())["one"]
    assert one["title"] == "UTH-6 · coup 1 · Sabot"
    assert (one["alarm"]["code"], one["alarm"]["title"]) == ("A-201", "SABOT MUET – SAISIE MANUELLE\u202f?")
    asked = ["Attendez la reconnexion", "Sinon, appelez le chef\u00a0: saisir à la main"]
    assert one["alarm"]["steps"] == asked


def test_a_touch_chooses_another_and_its_line_is_counted() -> None:
    tables = [named("UTH-1", pit_states.deciding(), figures=[COUNTED]), named("UTH-2", pit_states.held())]
    one = page(tables, {"act": "page", "table": "UTH-1", "machine": "shoe"})["one"]
    assert one["rows"] == [
        ["Répétés", "12"],
        ["Erreurs", "3"],
        ["Retours", "5"],
        ["Réponse", "4 · 43\u00a0ms"],
    ]
    assert one["words"][0][1] == "no such word"
    assert one["look"]["tap"] == {"act": "look", "table": "UTH-1", "tab": "live"}


def test_a_device_of_an_unheard_table_says_that_it_is_old() -> None:
    felt = pit_states.deciding().see(i.HealthObserved(Machine.SHUFFLER, Health.LOST, "silence"))
    assert page([named("UTH-1", felt, silence_ms=61_000)])["one"]["stale"] == "muette depuis 1:01"


def test_the_last_frames_of_the_machine_that_is_looked_at_stand_under_its_figures() -> None:
    frames = {"shoe": shoe_frames()}
    tables = [named("UTH-1", pit_states.deciding(), figures=[COUNTED], frames=frames)]
    one = page(tables, {"act": "page", "table": "UTH-1", "machine": "shoe"})["one"]
    assert one["words"] == [], "the same is not told twice"
    told = one["frames"]
    assert (told["title"], told["tail"]) == ("Dernières trames", "5 retours")
    assert [(row["way"], row["id"], row["word"]) for row in told["rows"][2:5]] == [
        ("←", "0C40", "carte lue, octets masqués"),
        ("→", "", "accusé"),
        ("←", "0C41", "carte lue, octets masqués"),
    ]
    assert {row["word"] for row in told["rows"]} >= {"répétée, ignorée", "abîmée, jetée", "silence"}
    assert page(tables, {"act": "page", "table": "UTH-1", "machine": "badge"})["one"]["frames"]["rows"] == []


def test_only_the_machine_that_is_looked_at_is_asked_for_its_frames() -> None:
    face = RoomFace("fr", zone=ZoneInfo("Europe/Paris"))
    face.words({"tables": evening()})
    assert face.watched is None
    face.take({"act": "tab", "tab": "devices"})
    face.words({"tables": evening()})
    assert face.watched == ("UTH-6", "shoe")
    face.take({"act": "page", "table": "UTH-2", "machine": "shuffler"})
    face.words({"tables": evening()})
    assert face.watched == ("UTH-2", "shuffler")
    face.take({"act": "tab", "tab": "room"})
    face.words({"tables": evening()})
    assert face.watched is None


def test_whatever_becomes_of_a_frame_has_words_in_both_languages() -> None:
    root = Path(__file__).parents[2] / "drivers"
    said = {kind.name.lower() for kind in Kind} - {"heartbeat"} | set(WORDS.values()) - {"result"}
    said |= {f"line_{health.value}" for health in i.Health}
    for source in root.rglob("*.py"):
        calls = re.findall(r"(?:frames|self)\.(?:_?heard|said|went)\(\s*\"([a-z_]+)\"", source.read_text())
        said |= set(calls)
    said |= {"silence", "no_answer", "resumed", "copies_disagree", "refused", "acknowledged"}
    said |= set(FATES)
    assert len(said) > 30
    assert {f"frame.{word}" for word in said} <= FRAMES.keys()


def test_the_pit_asks_its_table_for_the_frames_and_shows_them(tmp_path: Path) -> None:
    lines = (FrameLine(Machine.SHOE, 0x0C42, 1_763_668_800_208, "in", "01 20 ·· ········", "card_drawn"),)
    house = House(tmp_path, frames=lambda machine: lines if machine is Machine.SHOE else ())
    room = AttachedRoom([Place("UTH-1", str(tmp_path / "pit.sock"))], "fr")
    stage = Stage("PitScreen", room.screen, LARGE)
    try:
        room.start()
        room._face.take({"act": "page", "tab": "devices", "table": "UTH-1", "machine": "shoe"})
        room._face.take({"act": "tab", "tab": "devices"})
        for _ in range(100):
            said = {text.text for text in words(stage.window)}
            if "0C42" in said:
                break
            stage.settle(50)
        assert {"0C42", "01 20 ·· ········", "carte lue, octets masqués", "Dernières trames"} <= said
    finally:
        room.close()
        stage.close()
        house.close()


def test_the_source_of_a_fact_is_told_short() -> None:
    words = Words("fr")
    told = [
        ({"from": "shoe", "numbers": [0x0C49, 0x0C49]}, "sabot 0C49"),
        ({"from": "shoe", "numbers": [0x0C4A, 0x0C4C]}, "sabot 0C4A–4C"),
        ({"from": "shoe", "numbers": [0x0CFE, 0x0D01]}, "sabot 0CFE–0D01"),
        ({"from": "shuffler", "numbers": [7, 7]}, "mélang. 0007"),
        ({"from": "book", "numbers": [7022, 7022]}, "jackpot 7\u202f022"),
        (None, ""),
    ]
    for source, said in told:
        assert fact_source(words.say, source) == said


def test_the_five_cards_of_a_jackpot_stand_with_time_on_the_console_and_with_their_frame_at_the_pit() -> None:
    felt = payment_states.showing()
    view = views.console(felt.state)
    (ace, *_) = view["verification"]["cards"]
    assert ace["frame"]
    said = ConsoleFace("fr").words(view)["sheet"]["cards"]
    assert said[0]["read"] == figures.clock(ace["at_ms"])
    tables = [named("UTH-3", felt)]
    face = RoomFace("fr")
    face.take({"act": "look", "table": "UTH-3", "tab": "payment"})
    told = str(face.words({"tables": tables})["told"])
    assert f"{ace['frame']:04X} · {figures.clock(ace['at_ms'])}" in told


# --- who a machine is, and how its line did ---------------------------------------------------------

NOW_MS = 1_763_668_800_000
NAMED = i.MachineIdentity(
    Machine.SHOE, "shoe SH-20731", "usb-SH_20731", "2.18", "5d0e" + "0" * 56 + "b7c4", True
)
COUNTED_BY_HOUSE: dict[str, Any] = {
    "since_ms": NOW_MS - 3 * 3_600_000,
    "until_ms": NOW_MS,
    "points": [[NOW_MS - 600_000, 4, 5, 12, 38, 55], [NOW_MS - 300_000, 26, 6, 43, 40, 55]],
    "identity": {
        "model": "shoe SH-20731",
        "firmware": "2.18",
        "digest": "5d0e",
        "rounds": 61_204,
        "lost": 3,
        "since_ms": NOW_MS - 211 * 86_400_000,
        "program_ms": NOW_MS - 30 * 86_400_000,
    },
    "day": {"permille": 3},
    "types": [["shoe", 26, 1_000], ["shuffler", 1, 1_000]],
}


def with_house(told: dict[str, Any] | None, tables: list[Seen], language: str = "fr") -> dict[str, Any]:
    class Notes(NoNotes):
        def machine(self, table: str, machine: str) -> dict[str, Any] | None:
            return told if machine == "shoe" else None

    face = RoomFace(language, zone=ZoneInfo("Europe/Paris"), notes=Notes())
    face.take({"act": "tab", "tab": "devices"})
    face.words({"tables": tables})
    face.take({"act": "page", "table": tables[0].name, "machine": "shoe"})
    return dict(face.words({"tables": tables})["told"])


def test_a_machine_is_told_by_what_it_said_of_itself_and_what_the_house_counted() -> None:
    felt = pit_states.deciding().see(i.IdentityObserved(NAMED))
    one = with_house(COUNTED_BY_HOUSE, [named("UTH-1", felt)])["one"]
    assert one["identity"]["rows"] == [
        ["Modèle", "shoe SH-20731"],
        ["Port", "usb-SH_20731"],
        ["Micrologiciel", "2.18, empreinte 5d0e…b7c4"],
        ["Référence", "conforme au programme approuvé"],
        ["Mode", "distribution, ordre jamais lu"],
        ["En service", "depuis le 23/04/2025, 61\u202f204 coups, pertes\u00a0: 3"],
        ["Ce programme", "depuis le 21/10/2025"],
    ]
    assert one["rows"][-1] == ["Reprises, 24 h", "0,3\u00a0%"]


def test_what_nobody_told_of_a_machine_is_not_shown() -> None:
    one = with_house(None, [named("UTH-1", pit_states.deciding())], "en")["one"]
    assert one["identity"]["rows"] == [["Mode", "deals, order never read"]]
    assert one["curves"] == []
    assert one["calm"]["title"] == "Shoe: without a fault"


def test_the_three_curves_have_their_limits_and_their_last_values() -> None:
    one = with_house(COUNTED_BY_HOUSE, [named("UTH-1", pit_states.deciding())])["one"]
    said = [[text["t"] for text in json.loads(plot["texts"])] for plot in one["curves"]]
    for found, wanted in zip(
        said,
        [
            {"seuil 1\u00a0%", "2,6\u00a0%"},
            {"redit après 80\u00a0ms", "43\u00a0ms"},
            {"seuil 55\u00a0°C", "40\u00a0°C"},
        ],
        strict=True,
    ):
        assert wanted <= set(found)


def test_a_machine_without_a_thermometer_says_so() -> None:
    points = [[*point[:4], None, None] for point in COUNTED_BY_HOUSE["points"]]
    one = with_house({**COUNTED_BY_HOUSE, "points": points}, [named("UTH-1", pit_states.deciding())])["one"]
    assert "pas de thermomètre" in one["curves"][2]["texts"]


def test_each_kind_of_machine_has_its_share_and_the_worst_stands_out() -> None:
    types = with_house(COUNTED_BY_HOUSE, [named("UTH-1", pit_states.deciding())])["types"]
    assert [(row["name"], row["value"], row["ill"]) for row in types["rows"]] == [
        ("Mélangeurs", "0,1\u00a0%", False),
        ("Sabots", "2,6\u00a0%", True),
    ]


def test_a_line_that_repeats_too_much_is_a_degraded_square_with_its_alarm() -> None:
    worn = i.LinesObserved((i.LineCount(Machine.SHOE, 300_000, 1_200, 17),))
    said = with_house(None, [named("UTH-1", pit_states.deciding().see(worn))])
    assert words_of(said, "UTH-1")[1] == "1,3\u00a0%"
    assert said["one"]["calm"] is None
    assert (said["one"]["alarm"]["code"], said["one"]["alarm"]["title"]) == (
        "A-304",
        "REPRISES SÉRIE 1,3\u00a0% (SABOT)",
    )


def test_a_p2_is_a_band_in_the_head_of_its_device_and_an_edge_once_it_was_seen() -> None:
    """The head was one block of yellow, beside which a P1 of another table is not red enough."""
    stage = Stage("PitScreen", Screen(), LARGE)
    shares = []
    for seen in (False, True):
        silent = pit_states.deciding().see(i.HealthObserved(Machine.SHOE, Health.LOST, "silence"))
        if seen:
            silent.badge("C. Roux", Role.CHEF)
            silent.do(*(i.SeeAlarm(up.number, "checked") for up in silent.state.alarms))
        face = RoomFace("fr", zone=ZoneInfo("Europe/Paris"))
        face.take({"act": "tab", "tab": "devices"})
        said = face.words({"tables": [named("UTH-1", silent)]})
        assert (said["told"]["one"]["alarm"]["priority"], said["told"]["one"]["alarm"]["seen"]) == (2, seen)
        stage.screen.show(said | {"reduced_motion": True})
        stage.settle(60)
        head = next(area(one) for one in items(stage.window) if one.objectName() == "device head")
        picture = stage.window.grabWindow()
        across = range(round(head.left()), round(head.right()), 3)
        down = range(round(head.top()), round(head.bottom()), 3)
        inks = Counter(picture.pixelColor(x, y).name() for x in across for y in down)
        shares.append(inks["#f5c84b"] / inks.total())
        assert faults(stage.window) == []
    assert 0.2 < shares[0] < 0.4
    assert 0 < shares[1] < 0.1
    stage.close()
