"""A line recorded and played back, and machines listened to without a table: on USB and on ptys."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from controller.boot.devices import NoDevice, listed, strangers, traced, usb_fault
from controller.boot.machine_examination import examined
from controller.boot.recordings import recorded, replays
from controller.boot.sessions import table_facts
from controller.cli import main
from controller.clock import SystemClock
from controller.game.cards import DECK
from controller.game.events import OpeningBegun, TableClosed
from controller.journal.chain import Opening
from controller.journal.writer import Journal
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.table import TableFile, load_table
from drivers.recordings.recording import BadRecording, Moment, Recording, is_recording, parse_recording
from drivers.shoes.card_codes import CardCodes
from drivers.sim.hid_scanner import ScannerTwin, house_codes, scanner_device
from drivers.sim.ptys import PtyCarrier
from drivers.sim.shoe import ShoeTwin
from drivers.sim.shuffler import ShufflerTwin
from drivers.sim.usb_backend import Interface, SimulatedBus, SimulatedUsb
from drivers.sim.usb_carrier import UsbCarrier, open_device

CODES = house_codes()
SHOE_ON_USB = '[shoe]\ndriver = "open"\nurl = "usb://1d50:6c01:SHOE"\n'
SCANNER = '[shoe]\ndriver = "hid-scanner"\nurl = "usb://0c2e:0901:SCAN-1"\n[shoe.codes]\n' + "".join(
    f'"{code}" = "{card}"\n' for code, card in CODES.items()
)


@pytest.fixture
def table(tmp_path: Path) -> Any:
    """Writes a table's settings with the given machines and reads them."""

    def made(machines: str) -> TableFile:
        path = tmp_path / "table.toml"
        path.write_text(
            '[table]\nid = "UTH-9"\nprofile = "fr-55-20-2021"\njackpot = "jackpot.toml"\n'
            f'data = "{tmp_path}"\nrun = "{tmp_path}"\n{machines}',
            encoding="utf-8",
        )
        return load_table(path)

    return made


class DrawsAll:
    """A hand that draws cards one after the other while somebody listens."""

    def __init__(self, carrier: Any, count: int) -> None:
        self.carrier = carrier
        self.count = count
        self.thread = threading.Thread(target=self._draw)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *why: object) -> None:
        self.thread.join()

    def _draw(self) -> None:
        wait = threading.Event()
        for _ in range(self.count):
            wait.wait(0.05)
            self.carrier.act(lambda twin, now_ms: twin.draw(now_ms))


@pytest.fixture
def shoe() -> Iterator[tuple[SimulatedBus, UsbCarrier]]:
    bus = SimulatedBus()
    twin = ShoeTwin(boot=7)
    twin.locked = False
    carrier = UsbCarrier(twin, bus, open_device("SHOE"), SystemClock())
    carrier.act(lambda twin, now_ms: twin.load(DECK, now_ms))
    yield bus, carrier
    carrier.close()


@pytest.fixture
def scanner() -> Iterator[tuple[SimulatedBus, UsbCarrier]]:
    bus = SimulatedBus()
    carrier = UsbCarrier(
        ScannerTwin(CardCodes(CODES)), bus, scanner_device("SCAN-1"), SystemClock(), report_bytes=8
    )
    carrier.act(lambda twin, now_ms: twin.load(DECK, now_ms))
    yield bus, carrier
    carrier.close()


# --- the file --------------------------------------------------------------------------------------

MOMENTS = (
    Moment(0, "up"),
    Moment(3, "out", b"\x00\xff"),
    Moment(12, "in", bytes(range(256))),
    Moment(40, "down", why="No such device"),
)


def test_a_recording_is_read_as_it_was_written():
    kept = Recording("shoe", {"driver": "open", "url": "/dev/x"}, 77, MOMENTS)
    text = "\n".join([kept.head(), *(moment.as_line() for moment in MOMENTS)])
    assert is_recording(text.encode())
    assert parse_recording(text.encode()) == kept
    assert kept.received() == bytes(range(256))


def test_the_bytes_of_a_moment_never_show():
    assert repr(MOMENTS[2]) == "Moment(12 ms, in, 256 bytes)"


HEAD = '{"tapis_recording": 1, "machine": "shoe", "settings": {}, "boot": 7}\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: no JSON"),
        ("[]", "line 1: no object"),
        ('{"tapis_recording": 1}', "line 1: 'machine' is missing"),
        (HEAD.replace("1,", "2,", 1), "this program reads 1"),
        (HEAD.replace("7", "true"), "boot a number"),
        (HEAD + "x", "line 2: no JSON"),
        (HEAD + '{"ms": 5, "up": true}\n{"ms": 4, "up": true}', "line 3: not ms, never less than before"),
        (HEAD + '{"ms": 5, "sideways": "00"}', "line 2: not ms"),
        (HEAD + '{"ms": 5, "in": "0"}', "line 2: in is not hexadecimal"),
        (HEAD + '{"ms": 5, "in": 0}', "line 2: in is not a text"),
        (HEAD + '{"ms": 5, "in": "' + "00" * 40_000 + '"}', "line 2: 80019 bytes"),
    ],
)
def test_what_is_no_recording_is_refused_by_its_line(text, words):
    with pytest.raises(BadRecording, match=re.escape(words)):
        parse_recording(text.encode())


@given(data=st.binary(max_size=300))
def test_any_bytes_are_a_recording_or_refused(data):
    for text in (data, HEAD.encode() + data):
        said = ""
        try:
            parse_recording(text)
        except BadRecording as refused:
            said = str(refused)
        assert said == "" or said.startswith("line ")


# --- a machine listened to -------------------------------------------------------------------------


def test_a_recorded_shoe_plays_back_as_it_was_dealt(table, shoe, tmp_path):
    bus, carrier = shoe
    with DrawsAll(carrier, 5):
        recorded(table(SHOE_ON_USB), "shoe", tmp_path / "night", 0.5, usb=bus)
    data = (tmp_path / "night").read_bytes()
    assert (tmp_path / "night").stat().st_mode & 0o777 == 0o600
    lines = list(replays(data, "night", cards=True))
    assert [line["card"] for line in lines if line["kind"] == "card"] == [c.text for c in DECK[:5]]
    assert {"health": "up"}.items() <= next(line for line in lines if line["kind"] == "health").items()
    masked = list(replays(data, "night"))
    assert [line["card"] for line in masked if line["kind"] == "card"] == ["••"] * 5
    assert list(replays(data, "night", cards=True)) == lines


def test_a_recorded_scanner_plays_back_with_its_own_codes(table, scanner, tmp_path):
    bus, carrier = scanner
    with DrawsAll(carrier, 5):
        recorded(table(SCANNER), "shoe", tmp_path / "night", 0.5, usb=bus)
    lines = list(replays((tmp_path / "night").read_bytes(), "night", cards=True))
    seen = [line["card"] for line in lines if line["kind"] == "card"]
    assert seen
    assert seen == [
        c.text for c in DECK[5 - len(seen) : 5]
    ]  # what passed before the port was open is not known


def test_a_trace_shows_frames_by_name_and_no_card(table, shoe):
    bus, carrier = shoe
    shown: list[dict[str, Any]] = []
    with DrawsAll(carrier, 5):
        traced(table(SHOE_ON_USB), "shoe", 0.5, shown.append, usb=bus)
    assert sum(line.get("frames", []).count("card_drawn") for line in shown) >= 5
    assert [line["card"] for line in shown if line["kind"] == "card"] == ["••"] * 5
    assert "data" not in {key for line in shown for key in line}


def test_a_trace_of_a_scanner_shows_nothing_that_tells_one_code_from_another(table, scanner):
    bus, carrier = scanner
    shown: list[dict[str, Any]] = []
    with DrawsAll(carrier, 5):
        traced(table(SCANNER), "shoe", 0.5, shown.append, usb=bus)
    assert {line["kind"] for line in shown} == {"up", "health", "card"}
    assert not any(code in json.dumps(shown) for code in CODES)


def test_a_machine_that_is_well_says_who_it_is(table, shoe):
    bus, _ = shoe
    said = list(examined(table(SHOE_ON_USB), "shoe", 5, usb=bus))
    assert said[0]["name"] == "simulated shoe"
    assert said[0]["firmware"] == "open-shoe 1.0"
    assert {"kind": "shoe", "locked": False, "cards_left": 52} in said
    assert {"kind": "counters", "damaged": 0, "connections": 1, "reboots": 0}.items() <= said[-1].items()


@pytest.mark.parametrize(
    ("spoil", "seconds", "words"),
    [
        (lambda device: device.pull_out(), 1, "is not plugged in: check the cable"),
        (lambda device: setattr(device, "permitted", False), 1, "is not permitted to this user: name it in"),
        (lambda device: setattr(device, "serial", "OTHER"), 1, "with serial number OTHER: plug in"),
        (lambda device: setattr(device, "hear", lambda data: None), 3, "no machine answers: check that"),
    ],
    ids=["unplugged", "forbidden", "another", "silent"],
)
def test_a_machine_that_is_not_well_is_one_sentence_with_what_to_do(table, shoe, spoil, seconds, words):
    bus, carrier = shoe
    spoil(carrier.device)
    with pytest.raises(NoDevice, match=words):
        list(examined(table(SHOE_ON_USB), "shoe", seconds, usb=bus))


def of_another_schema(carrier: Any) -> None:
    twin = carrier.twin

    def refuse(frame: Any, values: dict[str, Any], now_ms: int, events: list[Any]) -> None:
        twin._session._welcome(values["call"], now_ms, refused="schema_hash")

    twin._session._on_hello = refuse


def mute_of_its_state(carrier: Any) -> None:
    carrier.twin._session._numbers.waiting.clear()  # its deck was put in before
    carrier.twin._report = lambda now_ms: None


def mute_until_it_is_asked(carrier: Any) -> None:
    """It says no state after a handshake, and answers a request for its lock."""
    carrier.twin._session._numbers.waiting.clear()
    carrier.twin._introduce = lambda now_ms: None


def with_a_slow_bolt(carrier: Any) -> None:
    """Its lock turns 400 ms after it was asked; everything else is said at once."""
    hear = carrier.twin._hear

    def slowly(kind: Any, values: dict[str, Any], now_ms: int) -> None:
        threading.Timer(0.4, carrier.act, [lambda twin, now_ms: hear(kind, values, now_ms)]).start()

    carrier.twin._hear = slowly


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (of_another_schema, "another list of messages: have its program updated"),
        (with_a_slow_bolt, r"it took [45]\d\d ms to answer, 250 ms at most"),
        (mute_of_its_state, "does not say how it is"),
        (mute_until_it_is_asked, "does not say how it is"),
        (
            lambda carrier: setattr(carrier.twin, "lock_stuck", True),
            "its lock does not close: look at the bolt",
        ),
    ],
    ids=["another schema", "slow", "mute of its state", "mute until asked", "lock stuck"],
)
def test_the_test_of_a_machine_concludes_what_it_saw(table, shoe, spoil, words):
    bus, carrier = shoe
    spoil(carrier)
    with pytest.raises(NoDevice, match=words):
        list(examined(table(SHOE_ON_USB), "shoe", 3, usb=bus))


def locked_already(carrier: Any) -> None:
    carrier.act(lambda twin, now_ms: setattr(twin, "locked", True))


def deaf_to_its_lock(carrier: Any) -> None:
    locked_already(carrier)
    carrier.twin._hear = lambda *words: None


def slow_and_locked_already(carrier: Any) -> None:
    locked_already(carrier)
    with_a_slow_bolt(carrier)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (deaf_to_its_lock, "asked to be locked it does not say that it is: have its program"),
        (slow_and_locked_already, r"it took [45]\d\d ms to answer, 250 ms at most"),
    ],
)
def test_a_shoe_that_is_locked_already_is_asked_and_timed_all_the_same(table, shoe, spoil, words):
    bus, carrier = shoe
    spoil(carrier)
    with pytest.raises(NoDevice, match=words):
        list(examined(table(SHOE_ON_USB), "shoe", 3, usb=bus))


def test_a_shuffler_with_another_program_is_one_sentence_with_what_to_do(table):
    bus = SimulatedBus()
    carrier = UsbCarrier(ShufflerTwin(Random(1), boot=5), bus, open_device("MIXER"), SystemClock())
    settings = f'[shuffler]\ndriver = "open"\nurl = "{carrier.url}"\nfirmware_sha256 = "{"ab" * 32}"\n'
    try:
        with pytest.raises(NoDevice, match="program is not the approved one: do not open the table"):
            list(examined(table(settings), "shuffler", 3, usb=bus))
    finally:
        carrier.close()


def test_what_is_plugged_in_is_listed_with_what_is_allowed(table, shoe):
    bus, _ = shoe
    bus.add(SimulatedUsb(0x0781, 0x5567, "", "stick", (Interface(8, 6, 80, ()),), port="1-2"))
    allowed = '[[allowed]]\nwhat = "shoe"\nvendor = "1d50"\nproduct = "6c01"\nserial = "SHOE"\n'
    found = listed(table(SHOE_ON_USB + allowed), usb=bus)
    assert found["machines"] == [
        {"machine": "shoe", "driver": "open", "url": "usb://1d50:6c01:SHOE", "present": True}
    ]
    assert [(one["port"], one["allowed"]) for one in found["plugged"]] == [("1-1", "shoe"), ("1-2", "")]
    found = listed(table(SHOE_ON_USB), usb=bus)
    assert [one["allowed"] for one in found["plugged"]] == [None, None]


def test_the_doctor_s_look_at_usb_opens_nothing_for_long(table, shoe):
    bus, carrier = shoe
    assert usb_fault(carrier.url, bus) is None
    assert not carrier.device.claimed
    assert str(usb_fault("usb://1d50:6c01:OTHER", bus)).startswith("usb://1d50:6c01:OTHER is another one")
    allowed = '[[allowed]]\nwhat = "shoe"\nvendor = "1d50"\nproduct = "6c01"\n'
    assert strangers(table(allowed), bus) == []
    bus.add(SimulatedUsb(0x0781, 0x5567, "", "stick", (), port="1-2"))
    assert strangers(table(allowed), bus) == [("0781:5567", "1-2")]
    carrier.unplug()
    assert "is not plugged in" in str(usb_fault(carrier.url, bus))


# --- a bad night -----------------------------------------------------------------------------------

BAD_NIGHT = Path(__file__).parents[1] / "golden" / "captures" / "open_shoe_bad_night.recording"


def test_a_bad_night_that_was_recorded_is_played_back_to_the_driver_of_today():
    """A report lost, one damaged, one said twice, a card unread, and the cable pulled for some seconds."""
    lines = list(replays(BAD_NIGHT.read_bytes(), BAD_NIGHT.name, cards=True))
    told = [line.get("card") or line["kind"] for line in lines if line["kind"] in ("card", "unreadable")]
    assert told == ["9d", "Js", "7s", "6d", "unreadable", "4s", "Qs", "2c"]
    health = [(line["health"], line["detail"]) for line in lines if line["kind"] == "health"]
    assert [one for one, _ in health] == ["up", "absent", "up"]
    assert health[-1] == ("up", "resumed")
    assert lines[-1] == {"ms": lines[-1]["ms"], "kind": "shoe", "locked": False, "cards_left": 44}


# --- closed tables only ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "closed"),
    [((), True), ((OpeningBegun(),), False), ((OpeningBegun(), TableClosed("chef-1")), True)],
    ids=["never opened", "open", "closed"],
)
def test_only_the_line_of_a_closed_table_is_recorded(table, shoe, tmp_path, events, closed):
    bus, _ = shoe
    facts = table_facts("UTH-9", 1, load_profile("fr-55-20-2021"), load_jackpot(), simulated=False)
    (tmp_path / "journals").mkdir()
    opening = Opening("UTH-9", 1, facts.profile.digest, False, "", 1)
    path = tmp_path / "journals" / "UTH-9-000001.journal"
    with Journal.create(path, opening, at_ms=1, sealer_master=bytes(32), durable=False) as journal:
        if events:
            journal.append(events, 2)
    settings = table(SHOE_ON_USB)
    if closed:
        assert recorded(settings, "shoe", tmp_path / "night", 0.5, usb=bus) > 0
        return
    with pytest.raises(NoDevice, match="UTH-9 is not closed, and a recording names the cards"):
        recorded(settings, "shoe", tmp_path / "night", 0.5, usb=bus)
    assert not (tmp_path / "night").exists()


# --- the commands ----------------------------------------------------------------------------------


@pytest.fixture
def desk(table, tmp_path) -> Iterator[Any]:
    """`tapis devices ...` beside a shoe on a pty."""
    carrier = PtyCarrier(ShoeTwin(boot=7), tmp_path / "shoe", SystemClock())
    table(f'[shoe]\ndriver = "open"\nurl = "{carrier.url}"\n')

    def run(*words: str, lang: str = "en") -> Result:
        return CliRunner().invoke(main, ["devices", "--lang", lang, *words])

    run.settings = ("--settings", str(tmp_path / "table.toml"))  # type: ignore[attr-defined]
    run.folder = tmp_path  # type: ignore[attr-defined]
    yield run
    carrier.close()


def test_the_machines_are_listed_by_the_bare_command(desk):
    done = desk(*desk.settings)
    assert done.exit_code == 0
    assert f"shoe      open          {desk.folder}/shoe: plugged in" in done.stdout
    french = desk(*desk.settings, lang="fr").stdout
    assert f"shoe      open          {desk.folder}/shoe: branché\n" in french
    assert ("rien n’est branché" in french) is ("nothing is plugged in" in done.stdout)


def test_a_machine_is_tested_recorded_and_played_back_in_french(desk):
    done = desk("test", "shoe", *desk.settings, lang="fr")
    assert (done.exit_code, done.stderr) == (0, "")
    told = done.stdout.replace("\u00a0", " ").splitlines()
    assert told[-1] == "shoe : en service"
    assert any(line.startswith("identité nom=") for line in told)
    assert "sabot verrouillé cartes dans le sabot=0" in told
    assert any(line.startswith("compteurs trames reçues=") for line in told)
    night = str(desk.folder / "night")
    done = desk("record", "shoe", night, "--seconds", "1", *desk.settings, lang="fr")
    assert (done.exit_code, re.sub(r"\d+ moments", "N moments", done.stdout)) == (
        0,
        f"{night}\u00a0: N moments de shoe en 1 s\n",
    )
    assert re.search(r"^ +\d+ ms  sabot verrouillé", desk("replay", night, lang="fr").stdout, re.M)
    traced = desk("trace", "shoe", "--seconds", "1", *desk.settings, "--lang", "fr")
    assert re.search(r"^ +\d+ ms  reçu octets=\d+ welcome", traced.stdout, re.M)


@pytest.mark.parametrize(
    ("words", "exit_code", "said"),
    [
        (
            ("test", "shuffler"),
            1,
            "shuffler\u00a0: pas dans les réglages\u202f; ajoutez [shuffler] à table.toml\n",
        ),
        (("replay", "nowhere"), 2, "nowhere\u00a0: il n’y a ni fichier ni dossier de ce nom"),
        (("replay", __file__), 2, "ligne 1\u00a0: pas de JSON\n"),
        (("record", "shoe", __file__), 2, "\u00a0: est déjà là\u202f; nommer un autre fichier\n"),
        (("sound",), 1, "son\u00a0: aucun buzzer n’est câblé, les alarmes ne font que se voir\u00a0: nommez"),
    ],
)
def test_what_cannot_be_done_is_one_line_of_french(desk, words, exit_code, said):
    settings = desk.settings if words[0] != "replay" else ()
    done = desk(*words, *settings, lang="fr")
    assert (done.exit_code, done.stderr.count("\n")) == (exit_code, 1)
    assert said in done.stderr


def test_a_machine_is_tested_recorded_and_played_back_by_command(desk):
    done = desk("test", "shoe", *desk.settings)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.endswith("shoe: up\n")
    night = str(desk.folder / "night")
    done = desk("record", "shoe", night, "--seconds", "1", *desk.settings)
    assert done.exit_code == 0
    done = desk("replay", night, "--json")
    assert {"kind": "shoe", "locked": True, "cards_left": 0}.items() <= json.loads(
        done.stdout.splitlines()[1]
    ).items()
    done = desk("record", "shoe", night, *desk.settings)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "is there already; name another file" in done.stderr


def test_a_trace_by_command_names_the_frames(desk):
    done = desk("trace", "shoe", "--seconds", "1", *desk.settings)
    assert done.exit_code == 0
    assert re.search(r"^ +\d+ ms  in bytes=\d+ welcome", done.stdout, re.M)


@pytest.mark.long
def test_a_machine_that_is_not_there_is_said_at_once(desk):
    (desk.folder / "table.toml").write_text(
        (desk.folder / "table.toml").read_text().replace(f"{desk.folder}/shoe", f"{desk.folder}/gone")
    )
    for command in ("trace", "test"):
        done = desk(command, "shoe", *desk.settings)
        assert (done.exit_code, done.stdout.count("kind")) == (1, 0)
        assert "is not plugged in: check the cable and the power" in done.stderr


@pytest.mark.parametrize(
    ("words", "exit_code", "said"),
    [
        (("test", "shuffler"), 1, "shuffler: not in the settings; add [shuffler] to table.toml"),
        (("test", "chips"), 1, "chips: not in the settings; add [chips] to table.toml"),
        (("replay", "nowhere"), 2, "nowhere: there is no such file or folder: name one that is there"),
        (("replay", __file__), 2, "line 1: no JSON"),
    ],
)
def test_what_cannot_be_done_is_one_line(desk, words, exit_code, said):
    settings = desk.settings if words[0] == "test" else ()
    done = desk(*words, *settings)
    assert done.exit_code == exit_code
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
