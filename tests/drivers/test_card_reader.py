"""The supervisor card through the real pcscd: a card in Python behind a virtual reader."""

from __future__ import annotations

import json
import queue
import signal
import socket
import subprocess
import sys
import time
import tomllib
from hashlib import sha256

import pytest
from pcsc_service import PcscService
from virtual_card import VirtualCard

from controller.game.inputs import (
    BadgeGone,
    BadgeObserved,
    Health,
    HealthObserved,
    Machine,
    Role,
    TroubleObserved,
)
from drivers.lines.links import MissingLibrary
from drivers.readers import card_reader
from drivers.readers.badge import Badge, CardDidNotSign, CardIn, CardOut, CardStrange, Holder
from drivers.readers.card_keys import CardKey, act_digest, challenge_of
from drivers.readers.card_reader import PcscReader
from tests.patience import PATIENCE_S
from tests.shell.pit.test_pit_reader import Pit

pytestmark = pytest.mark.slow

UP = HealthObserved(Machine.BADGE, Health.UP)
WHAT = sha256(b"UTH-2, round 1204, jackpot of 12 504,00 EUR to seat 2").digest()


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    service = PcscService(tmp_path_factory.mktemp("pcsc"))
    service.start()
    yield service
    service.stop()


@pytest.fixture
def table(service, monkeypatch):
    monkeypatch.setattr(card_reader, "LOOK_MS", 20)
    table = TableOfBadges(service)
    yield table
    table.close()


class TableOfBadges:
    """A badge driver on the deciding thread of a test, its reader, and the cards of the house."""

    def __init__(self, service: PcscService) -> None:
        self.service = service
        self.chef, self.comite = VirtualCard(0x417), VirtualCard(0x88, ed=True)
        self.lost, self.stranger = VirtualCard(0xDEAD), VirtualCard(0xBAD)
        self.holders = {
            self.chef.number: Holder("A. Martin", Role.CHEF, CardKey.parse(self.chef.key_hex)),
            self.comite.number: Holder("C. Roux", Role.COMITE, CardKey.parse(self.comite.key_hex)),
            self.lost.number: Holder("B. Petit", Role.CHEF, CardKey.parse(self.lost.key_hex), revoked=True),
        }
        self.cards = [self.chef, self.comite, self.lost, self.stranger]
        self.approved = []
        self.items: list[object] = []
        self.seen = []
        self._heard: queue.Queue[object] = queue.Queue()
        self.badge = Badge(PcscReader(), self.holders, table="UTH-2", approved=self.approved.append)
        self.badge.start(self._heard.put)

    def put_in(self, card: VirtualCard) -> None:
        card.insert(self.service.port)
        if card not in self.cards:
            self.cards.append(card)

    def until(self, *wanted) -> list:
        """Everything observed until these were, the last ones of it in this order."""
        begin = len(self.seen)
        until_s = time.monotonic() + PATIENCE_S
        while tuple(self.seen[-len(wanted) :]) != wanted or len(self.seen) - begin < len(wanted):
            assert time.monotonic() < until_s, f"observed {self.seen[begin:]}, heard {self.items}"
            self._turn(0.05)
        return self.seen[begin:]

    def until_approved(self, count: int) -> None:
        until_s = time.monotonic() + PATIENCE_S
        while len(self.approved) < count:
            assert time.monotonic() < until_s
            self._turn(0.05)

    def _turn(self, wait_s: float) -> None:
        now_ms = int(time.monotonic() * 1000)
        try:
            item = self._heard.get(timeout=wait_s)
        except queue.Empty:
            pass
        else:
            self.items.append(item)
            self.seen += self.badge.receive(item, now_ms)
        if self.badge.due_ms is not None and self.badge.due_ms <= now_ms:
            self.seen += self.badge.tick(now_ms)

    def close(self) -> None:
        for card in self.cards:
            card.remove()
        # pcscd 1.9.9 never sees a card that comes within 400 ms of the last one's end: leave it that time.
        until_s = time.monotonic() + PATIENCE_S
        while self._occupied() and time.monotonic() < until_s:
            self._turn(0.05)
        self.badge.stop()

    def _occupied(self) -> bool:
        moves = [item for item in self.items if isinstance(item, CardIn | CardStrange | CardOut)]
        return bool(moves) and not isinstance(moves[-1], CardOut)


def trouble(code: str, *, active: bool = True) -> TroubleObserved:
    return TroubleObserved(Machine.BADGE, code, active)


class AnyAbsence(HealthObserved):
    """The reader is away, whichever call met that first and says why."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HealthObserved) and other.health is Health.ABSENT

    __hash__ = HealthObserved.__hash__


ANY_ABSENCE = AnyAbsence(Machine.BADGE, Health.ABSENT)
CHEF_IN = BadgeObserved("A. Martin", Role.CHEF)
COMITE_IN = BadgeObserved("C. Roux", Role.COMITE)


def test_a_card_of_the_register_that_signs_is_its_holder_until_it_is_out(table):
    table.until(UP)
    table.put_in(table.chef)
    table.until(CHEF_IN)
    table.chef.remove()
    table.until(BadgeGone())
    table.put_in(table.comite)
    table.until(COMITE_IN)


def test_what_is_approved_is_signed_and_anybody_can_verify_it(table):
    table.put_in(table.comite)
    table.until(COMITE_IN)
    assert table.badge.approve(WHAT, 0)
    table.until_approved(1)
    (approval,) = table.approved
    assert (approval.person, approval.role, approval.what) == ("C. Roux", Role.COMITE, WHAT)
    challenge = challenge_of("UTH-2", approval.card, approval.what, approval.nonce)
    assert CardKey.parse(approval.key).signed(challenge, approval.signature)
    elsewhere = challenge_of("UTH-3", approval.card, approval.what, approval.nonce)
    assert not CardKey.parse(approval.key).signed(elsewhere, approval.signature)
    assert list(table.badge.approvals) == [approval]


def test_no_challenge_is_ever_asked_twice(table):
    table.put_in(table.chef)
    table.until(CHEF_IN)
    for count in range(1, 6):
        table.badge.approve(WHAT, int(time.monotonic() * 1000))
        table.until_approved(count)
    assert len(set(table.chef.challenges)) == 6


def test_a_card_that_replays_an_old_signature_approves_nothing_and_counts_for_nothing(table):
    table.chef.replays = True
    table.put_in(table.chef)
    table.until(CHEF_IN)
    assert table.badge.approve(WHAT, int(time.monotonic() * 1000))
    table.until(BadgeGone(), trouble("card_refused"))
    assert table.approved == []
    assert not table.badge.approve(WHAT, 0)


def test_a_card_with_the_number_of_another_but_its_own_key_is_refused(table):
    forged = VirtualCard(int(table.chef.number, 16))
    table.put_in(forged)
    table.until(trouble("card_refused"))
    forged.remove()
    table.until(trouble("card_refused", active=False))
    assert CHEF_IN not in table.seen


def test_an_unknown_card_is_nobody_and_is_never_asked_to_sign(table):
    table.put_in(table.stranger)
    table.until(trouble("unknown_card"))
    assert table.stranger.challenges == []


def test_a_revoked_card_is_nobody(table):
    table.put_in(table.lost)
    table.until(trouble("card_revoked"))
    table.lost.remove()
    table.until(trouble("card_revoked", active=False))


def test_a_card_revoked_while_it_is_inside_counts_for_nothing_at_once(table):
    table.put_in(table.chef)
    table.until(CHEF_IN)
    held = table.holders[table.chef.number]
    table.badge.register({table.chef.number: Holder(held.person, held.role, held.key, revoked=True)})
    table.until(BadgeGone(), trouble("card_revoked"))


def test_a_card_of_the_register_without_a_key_is_refused_by_a_reader_that_can_ask(table):
    table.badge.register({table.chef.number: Holder("A. Martin", Role.CHEF)})
    table.put_in(table.chef)
    table.until(trouble("card_without_key"))


def test_a_card_that_is_no_supervisor_card_is_unknown(table):
    table.put_in(VirtualCard(0x1, piv=False))
    table.until(trouble("unknown_card"))


def test_a_card_pulled_out_in_the_middle_of_its_challenge_is_nobody_and_comes_back_well(table):
    table.chef.mute.set()
    table.put_in(table.chef)
    table.until(trouble("card_silent"), trouble("card_silent", active=False))
    assert table.chef.asked.is_set()
    assert any(isinstance(item, CardDidNotSign) for item in table.items)
    assert CHEF_IN not in table.seen
    table.chef.remove()
    table.chef.mute.clear()
    table.put_in(table.chef)
    table.until(CHEF_IN)


def test_a_service_that_is_killed_takes_the_badge_with_it_and_comes_back_with_it(table):
    table.put_in(table.chef)
    table.until(CHEF_IN)
    table.service.kill()
    table.until(BadgeGone(), ANY_ABSENCE)
    table.chef.remove()
    table.service.start()
    table.until(UP)
    table.put_in(table.chef)
    table.until(CHEF_IN)


def test_a_reader_that_is_pulled_out_is_told_and_its_return_too(table):
    table.put_in(table.chef)
    table.until(CHEF_IN)
    table.service.stop()
    table.chef.remove()
    table.service.start(with_reader=False)
    table.until(HealthObserved(Machine.BADGE, Health.ABSENT, "port_not_there"))
    assert table.badge.inside is None
    table.service.stop()
    table.service.start()
    table.until(UP)


def test_a_reader_of_another_name_is_not_taken(service, monkeypatch):
    monkeypatch.setattr(card_reader, "LOOK_MS", 20)
    heard: queue.Queue[object] = queue.Queue()
    reader = PcscReader("Another maker")
    reader.open(heard.put)
    assert "and no reader 'Another maker': plug in" in str(heard.get(timeout=PATIENCE_S).fault)
    reader.close()


def test_without_pyscard_the_reader_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "smartcard", None)
    with pytest.raises(MissingLibrary, match="pyscard is missing"):
        PcscReader().open(lambda item: None)


# --- enrolment ------------------------------------------------------------------------------------------


@pytest.fixture
def card(service):
    """A card that is in the reader; pcscd has seen it go before the next test."""
    card = VirtualCard(0xE17, ed=True)
    yield card
    card.remove()
    time.sleep(0.9)


def tapis_badge(*flags: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller.cli", "badge", "--wait", "5", "--lang", "en", *flags],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_a_new_card_is_read_with_the_lines_that_enrol_it(service, card):
    card.insert(service.port)
    done = tapis_badge()
    assert (done.returncode, done.stderr) == (0, "")
    written = tomllib.loads(done.stdout)["badges"][card.number]
    assert written == {"person": "", "role": "chef", "key": card.key_hex}


def test_a_card_that_shows_no_key_proves_nothing(service, card):
    card.certified = False
    card.insert(service.port)
    done = tapis_badge("--json")
    assert done.returncode == 1
    assert "no certificate" in json.loads(done.stdout)["why"]


def test_a_card_that_signs_by_another_key_than_it_shows_proves_nothing(service, card):
    card.shows = VirtualCard(2, ed=True)
    card.insert(service.port)
    done = tapis_badge("--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["why"] == "the card signs by another key than it shows"


@pytest.mark.long
def test_without_a_card_or_a_reader_the_command_says_which_in_one_line(service):
    done = tapis_badge("--wait", "0.6")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no card was put in the reader" in done.stderr
    done = tapis_badge("--wait", "0.6", "--reader", "Another maker")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no reader 'Another maker'" in done.stderr


@pytest.mark.long
def test_a_card_and_a_reader_are_told_in_french_unless_another_language_is_asked_for(service, card):
    card.insert(service.port)
    done = tapis_badge("--lang", "fr")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        f"# le badge {card.number} prouve qui il est et n’est encore à personne. Pour table.toml\u00a0:\n"
    )
    assert tomllib.loads(done.stdout)["badges"][card.number]["key"] == card.key_hex
    card.remove()
    time.sleep(0.9)
    card.certified = False
    card.insert(service.port)
    done = tapis_badge("--lang", "fr")
    assert (done.returncode, done.stdout) == (
        1,
        "ce n’est pas un badge\u00a0: pas de certificat (statut 6d00)\n",
    )
    done = tapis_badge("--wait", "0.6", "--reader", "Another maker", "--lang", "fr")
    assert (done.returncode, done.stdout) == (2, "")
    assert "aucun lecteur 'Another maker'" in done.stderr


# --- at the pit -----------------------------------------------------------------------------------


def test_a_card_in_the_pits_reader_counts_at_the_live_table_that_shows_the_code(service, tmp_path):
    pit = Pit(tmp_path)
    words = [
        sys.executable,
        "-m",
        "controller.cli",
        "pit-reader",
        f"UTH-9={pit.socket}",
        "--wait",
        "10",
        "--lang",
        "en",
    ]
    pit.chef.insert(service.port)
    try:
        said = subprocess.run(
            words, input=f"{pit.code()}\n", text=True, capture_output=True, timeout=PATIENCE_S, check=False
        )
        assert (said.returncode, said.stdout) == (0, "UTH-9: the card counts there now, for one act\n")
        pit.table.until(lambda view: view["badge"] is not None and view["badge"]["person"] == "A. Martin")
        assert pit.table.tap("AskPit", code="")["ok"]
        said = subprocess.run(
            words, input="12345678\n", text=True, capture_output=True, timeout=PATIENCE_S, check=False
        )
        assert (said.returncode, said.stdout) == (
            1,
            "UTH-9: that is not the code that the table shows; ask anew at its console\n",
        )
    finally:
        pit.chef.remove()
        pit.table.stop(signal.SIGTERM)


def test_the_attendant_of_the_pits_screen_reads_a_real_reader_and_has_the_card_sign(service):
    card = VirtualCard(0x417, ed=True)
    words = [sys.executable, "-m", "controller.boot.pit_attendant", "--reader", "Tapis"]
    attendant = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        nonce, purpose = bytes(range(32)), "ReadAmount UTH-2 147.1 4821625"
        assert json.loads(attendant.stdout.readline()) == {"reader": "", "trouble": ""}
        card.insert(service.port)
        while (said := json.loads(attendant.stdout.readline()))["reader"] == "":
            pass
        assert said == {"reader": card.number, "trouble": ""}
        asked = {"sign": "7", "table": "UTH-2", "nonce": nonce.hex(), "code": "", "act": "ReadAmount"}
        attendant.stdin.write(json.dumps(asked | {"purpose": purpose}) + "\n")
        attendant.stdin.flush()
        said = json.loads(attendant.stdout.readline())
        assert (said["signed"], said["number"]) == ("7", card.number)
        challenge = challenge_of("UTH-2", card.number, act_digest(purpose), nonce)
        assert CardKey.parse(card.key_hex).signed(challenge, bytes.fromhex(said["signature"]))
        card.remove()
        assert json.loads(attendant.stdout.readline()) == {"reader": "", "trouble": ""}
        attendant.stdin.write(json.dumps(asked | {"purpose": purpose}) + "\n")
        attendant.stdin.flush()
        assert json.loads(attendant.stdout.readline()) == {"failed": "7", "why": "no card"}
        attendant.stdin.close()
        assert attendant.wait(PATIENCE_S) == 0
    finally:
        attendant.kill()
        attendant.wait()
        attendant.stdout.close()
        card.remove()


@pytest.mark.parametrize("after", [0, 1])
def test_a_port_that_another_program_took_meanwhile_does_not_cost_the_reader(service, after):
    service.stop()
    taken = service.port
    with socket.create_server(("127.0.0.1", taken + after)):
        service.start()
    assert service.port != taken
    assert "no card was put in the reader" in tapis_badge("--wait", "0.6").stderr
