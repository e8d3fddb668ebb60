"""The register of people: what it allows, keeps and forgets (SE-11, RP-13, F-16)."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.clock import SystemClock, Uptime, machine_uptime
from controller.game.inputs import Role
from controller.game.people.pin import Pin
from controller.game.roles import SIGNING, distinct
from controller.people.journals import RegisterTold, ToldOtherwise, told_otherwise
from controller.people.pin_checks import Reception
from controller.people.pin_hash import LIGHT, REAL, PinHasher, is_guessed
from controller.people.reading import LOCK_MS, AccessRefused, PinCheck, RegisterDamaged
from controller.people.register import MEMORY, Founder, Register
from tests.law.requirements import requirement

HASHER = PinHasher(b"pepper of the tests, worth nothing", LIGHT)
T0 = 1_763_668_800_000
RIGHT, WRONG = Pin("135790"), Pin("246802")
DIRECTOR = ("dir-1", "")
BOTH = ("dir-1", "mcd-3")


def register(path: str | Path = MEMORY) -> Register:
    """A house with a director, a member of the comité, a chef and a dealer; all have the same PIN."""
    made = Register.create(path, HASHER)
    made.begin(Founder("dir-1", "A. Fontaine", RIGHT), Founder("mcd-3", "", RIGHT), T0)
    made.enrol("c-3", "mcd-3", Role.COMITE, BOTH, T0)
    for person, role, card in (("chef-1", Role.CHEF, "c-1"), ("croupier-07", Role.DEALER, "c-07")):
        made.add(person, "", (role,), BOTH, T0)
        made.enrol(card, person, role, BOTH, T0)
        made.set_pin(person, RIGHT, BOTH, T0)
    return made


@pytest.fixture
def made() -> Iterator[Register]:
    """Such a house, in memory."""
    with closing(register()) as made:
        yield made


def refused(code: str) -> AbstractContextManager[object]:
    return pytest.raises(AccessRefused, match=f"^\\('{code}'")


def test_a_running_table_loads_nothing_to_keep_the_register(tmp_path: Path) -> None:
    """numpy's threads would take its signals; it reads people, tries PINs and takes charge without."""
    path = tmp_path / "people.db"
    register(path).close()
    program = (
        "import sys\n"
        "from controller.people.register import Register\n"
        "from tests.shell.people.test_access import HASHER, RIGHT, T0\n"
        "people = Register.open(sys.argv[1], HASHER)\n"
        "assert people.check_pin('chef-1', RIGHT, T0).accepted\n"
        "assert people.take_charge('chef-1', 'UTH-1', T0) == (True, ('UTH-1',))\n"
        "people.leave_charge('UTH-1', T0)\n"
        "assert len(people.people()) == 4 and people.revision\n"
        "people.close()\n"
        "assert not {'sqlite_utils', 'numpy'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", program, str(path)], check=True)


# --- files ---------------------------------------------------------------------------------------


def test_the_file_is_its_owner_s_and_no_other_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    register(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with refused("known_register"):
        Register.create(path, HASHER)
    Register.open(path, HASHER).close()
    os.chmod(path, 0o640)
    with pytest.raises(RegisterDamaged, match="0640"):
        Register.open(path, HASHER)
    with pytest.raises(RegisterDamaged):
        Register.open(tmp_path / "none.db", HASHER)
    (tmp_path / "text.db").write_text("no register")
    os.chmod(tmp_path / "text.db", 0o600)
    with pytest.raises(RegisterDamaged):
        Register.open(tmp_path / "text.db", HASHER)


def test_nothing_of_a_pin_lies_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    made = register(path)
    made.check_pin("chef-1", WRONG, T0)
    made.close()
    data = path.read_bytes()
    assert RIGHT.digits().encode() not in data
    assert WRONG.digits().encode() not in data
    assert b"argon2id" in data


def test_the_history_is_never_changed(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    made = register(path)
    made.close()
    connection = sqlite3.connect(path)
    for order in (
        "UPDATE history SET by = 'x'",
        "DELETE FROM history",
        "INSERT OR REPLACE INTO history VALUES (1, 0, '', '', '', '', '', '')",
        "DELETE FROM person",
        "DELETE FROM card",
    ):
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(order)
    connection.close()


def test_every_line_of_the_history_stands_for_all_before_it(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    register(path).close()
    made = Register.open(path, HASHER)
    before = made.standing()
    assert (made.history_fault(), before.changes, made.head_at(before.changes)) == (0, 9, before.head)
    made.check_pin("chef-1", WRONG, T0)
    assert made.standing() == before, "a wrong PIN changes nobody's rights"
    made.set_pin("chef-1", Pin("864209"), ("chef-1", ""), T0)
    assert made.standing().changes == before.changes + 1
    assert {made.standing().head, made.standing().holds}.isdisjoint((before.head, before.holds))
    with sqlite3.connect(path) as forger:  # with the file, SQLite, and no care for triggers
        forger.execute("DROP TRIGGER history_never_UPDATE")
        forger.execute("UPDATE history SET second = 'mcd-9' WHERE seq = 4")
    forger.close()
    assert made.history_fault() == 4
    made.close()


def test_everything_in_the_register_comes_of_a_line(tmp_path: Path) -> None:
    """Who has the file puts in what he likes; whatever it is, no line of the history made it."""
    path = tmp_path / "people.db"
    made = register(path)
    made.add("two words", "", (Role.CHEF, Role.VIDEO), BOTH, T0)
    made.enrol("card of two words", "two words", Role.VIDEO, BOTH, T0, "ab" * 32, T0 + 1)
    made.take_charge("chef-1", "UTH-1", T0)
    made.take_charge("chef-1", "UTH-2", T0)
    made.leave_charge("UTH-2", T0)
    for what in ("chef-1", "c-07"):
        made.revoke(what, DIRECTOR, T0)
    made.restore("chef-1", BOTH, T0)
    made.take_charge("chef-1", "UTH-3", T0)
    assert made.unsaid() == ""
    made.close()
    columns = "number, person, role, key, revoked, until_ms"
    of_dir = "(SELECT pin FROM person WHERE id = 'dir-1')"
    for number, (order, told) in enumerate(
        (
            ("UPDATE person SET revoked = 1 WHERE id = 'chef-1'", "chef-1"),
            (f"UPDATE person SET pin = {of_dir} WHERE id = 'mcd-3'", "mcd-3"),
            (f"UPDATE person SET pin = {of_dir} WHERE pin = ''", "two words"),
            ("INSERT INTO role VALUES ('croupier-07', 'comite')", "croupier-07"),
            ("DELETE FROM role WHERE person = 'mcd-3'", "mcd-3"),
            ("INSERT INTO person VALUES ('mcd-9', '', '', 0, 0)", "mcd-9"),
            (f"INSERT INTO card ({columns}) VALUES ('x', 'mcd-3', 'comite', '', 0, 0)", "card x"),
            ("UPDATE card SET revoked = 0", "card c-07"),
            ("UPDATE card SET person = 'dir-1' WHERE number = 'c-1'", "card c-1"),
            ("UPDATE card SET key = 'cd' WHERE key != ''", "card card of two words"),
            ("UPDATE card SET until_ms = 0 WHERE until_ms > 0", "card card of two words"),
            ("INSERT INTO charge VALUES ('two words', 'UTH-1', 0)", "two words UTH-1"),
        )
    ):
        forged = tmp_path / f"{number}.db"
        shutil.copy(path, forged)
        with closing(sqlite3.connect(forged, isolation_level=None)) as forger:
            assert forger.execute(order).rowcount
        found = Register.open(forged, HASHER)
        assert found.unsaid() == told, order
        found.close()


def test_what_journals_say_of_the_register_agrees_and_only_grows() -> None:
    """An edit that a later line covers, and an older register put back for an hour, stay in the journals."""
    told = [RegisterTold("A", "A-1.journal", n, n, f"head {n}", f"holds {n}") for n in (4, 5, 5, 7)]
    others = [replace(one, table="B") for one in told[:2]]
    assert told_otherwise([*told, *others]) is None
    edited = replace(told[2], holds="others")
    assert told_otherwise([*told[:2], edited, told[3]]) == ToldOtherwise("changed", told[1], edited)
    other = replace(told[0], table="B", head="x")
    assert told_otherwise([*told, other]) == ToldOtherwise("line", told[0], other)
    assert told_otherwise([told[0], told[3], told[1], told[3]]) == ToldOtherwise("older", told[3], told[1])


def test_no_card_is_numbered_as_a_person_is_named(made: Register) -> None:
    """Who revokes the person in a hurry would revoke a dealer's card, and hear that it is done."""
    with refused("known_person"):
        made.enrol("dir-1", "croupier-07", Role.DEALER, DIRECTOR, T0)
    with refused("known_card"):
        made.add("c-07", "", (Role.DEALER,), DIRECTOR, T0)


def test_no_two_persons_are_named_alike_but_for_capitals(made: Register) -> None:
    """The jackpot's book takes them for one, who approves what he proposed (PM-11)."""
    with refused("known_person"):
        made.add("CHEF-1", "", (Role.DEALER,), DIRECTOR, T0)


@requirement("CS-16")
def test_no_two_cards_of_the_register_have_one_key(made: Register) -> None:
    """CS-16: who has one of them would have both, and be two persons."""
    made.enrol("piv-1", "chef-1", Role.CHEF, BOTH, T0, "ab" * 32)
    with refused("known_key"):
        made.enrol("piv-2", "croupier-07", Role.DEALER, DIRECTOR, T0, "ab" * 32)
    made.revoke("piv-1", BOTH, T0)
    with refused("known_key"):
        made.enrol("piv-2", "chef-1", Role.CHEF, BOTH, T0, "ab" * 32)
    made.enrol("piv-2", "chef-1", Role.CHEF, BOTH, T0, "cd" * 32)


# --- PINs ----------------------------------------------------------------------------------------


def test_the_cost_in_use_is_the_documented_one() -> None:
    assert (REAL.memory_kib, REAL.passes, REAL.lanes) == (65_536, 3, 2)
    assert HASHER.hashed("x", RIGHT).startswith("$argon2id$v=19$m=16,t=1,p=1$")


def test_a_hash_is_of_no_use_to_another_person_or_under_another_pepper() -> None:
    kept = HASHER.hashed("chef-1", RIGHT)
    assert HASHER.matches("chef-1", RIGHT, kept)
    assert not HASHER.matches("chef-1", WRONG, kept)
    assert not HASHER.matches("chef-2", RIGHT, kept)
    assert not PinHasher(b"another pepper", LIGHT).matches("chef-1", RIGHT, kept)
    assert not HASHER.matches("", Pin("000000"), ""), "who has no PIN has no PIN"


@pytest.mark.parametrize("digits", ["000000", "123456", "987654", "112211", "890123", "77777777"])
def test_a_pin_that_is_tried_first_is_not_taken(digits: str, made: Register) -> None:
    assert is_guessed(Pin(digits))
    with refused("weak_pin"):
        made.set_pin("chef-1", Pin(digits), BOTH, T0)


@requirement("SE-11")
def test_the_fifth_wrong_pin_locks_for_fifteen_minutes(made: Register) -> None:
    answers = [made.check_pin("chef-1", WRONG, T0) for _ in range(5)]
    assert [answer.tries_left for answer in answers] == [4, 3, 2, 1, 0]
    assert answers[4].locked_until_ms == T0 + LOCK_MS
    assert not made.check_pin("chef-1", RIGHT, T0 + LOCK_MS - 1).accepted, "not even the right one"
    assert made.check_pin("chef-1", RIGHT, T0 + LOCK_MS).accepted
    assert made.check_pin("chef-1", WRONG, T0 + LOCK_MS).tries_left == 4
    assert [change.act for change in made.history("chef-1")][-1] == "locked"


def test_a_right_pin_forgets_the_wrong_ones(made: Register) -> None:
    for _ in range(4):
        made.check_pin("chef-1", WRONG, T0)
    assert made.check_pin("chef-1", RIGHT, T0) == PinCheck(True, 5)
    assert made.check_pin("chef-1", WRONG, T0).tries_left == 4


def test_the_lock_out_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "people.db"
    made = register(path)
    for _ in range(5):
        made.check_pin("chef-1", WRONG, T0)
    made.close()
    again = Register.open(path, HASHER)
    assert again.check_pin("chef-1", RIGHT, T0 + 1).locked_until_ms
    assert again.person("chef-1").locked_until_ms == T0 + LOCK_MS
    again.close()


def test_a_clock_set_back_does_not_unlock_and_a_leap_ahead_does_not_lock_for_years(made: Register) -> None:
    later = T0 + 86_400_000_000
    for _ in range(5):
        made.check_pin("chef-1", WRONG, later)
    assert not made.check_pin("chef-1", RIGHT, T0).accepted
    assert not made.check_pin("chef-1", RIGHT, T0 + LOCK_MS - 1).accepted
    assert made.check_pin("chef-1", RIGHT, T0 + LOCK_MS).accepted


@pytest.mark.parametrize("leap_days", [-1, 1, 3_650])
def test_a_wall_clock_set_under_way_unlocks_nobody(
    leap_days: int, monkeypatch: pytest.MonkeyPatch, made: Register
) -> None:
    """The table's time is carried by a monotonic clock: who sets the machine's clock waits all the same."""
    clock = SystemClock()
    for _ in range(5):
        made.check_pin("chef-1", WRONG, clock.now_ms())
    wall = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: wall() + leap_days * 86_400 * 10**9)
    answer = made.check_pin("chef-1", RIGHT, clock.now_ms())
    assert not answer.accepted
    assert 0 < answer.locked_until_ms - clock.now_ms() <= LOCK_MS


class Machine:
    """A machine that was started under this name, and has been up so long."""

    def __init__(self, boot: str, up_ms: int) -> None:
        self.boot, self.up_ms = boot, up_ms

    def __call__(self) -> Uptime:
        return Uptime(self.boot, self.up_ms)


def locked_out(path: Path, machine: Machine) -> None:
    """Five wrong PINs at T0, and the program has ended."""
    register(path).close()
    made = Register.open(path, HASHER, machine)
    for _ in range(5):
        made.check_pin("chef-1", WRONG, T0)
    made.close()


@pytest.mark.parametrize("leap_ms", [LOCK_MS, 86_400_000, 3_650 * 86_400_000])
def test_a_program_started_again_under_a_clock_set_forward_unlocks_nobody(
    leap_ms: int, tmp_path: Path
) -> None:
    """The register keeps the machine's uptime at the lock-out; who sets the clock waits all the same."""
    path, machine = tmp_path / "people.db", Machine("boot-1", 90_000)
    locked_out(path, machine)
    for up_ms, accepted in ((60_000, False), (LOCK_MS - 1, False), (LOCK_MS, True)):
        again = Register.open(path, HASHER, Machine("boot-1", 90_000 + up_ms))
        answer = again.check_pin("chef-1", RIGHT, T0 + leap_ms + up_ms)
        assert answer.accepted is accepted
        if not accepted:
            assert answer.locked_until_ms == T0 + leap_ms + LOCK_MS, "what is left, by the clock of now"
        again.close()


def test_after_the_machine_was_started_again_the_lock_out_runs_from_that_start(tmp_path: Path) -> None:
    """Nobody knows how long it was off: a battery clock can be set too."""
    path = tmp_path / "people.db"
    locked_out(path, Machine("boot-1", 9_000_000))
    year_later = T0 + 365 * 86_400_000
    for up_ms, accepted in ((30_000, False), (LOCK_MS - 1, False), (LOCK_MS, True)):
        again = Register.open(path, HASHER, Machine("boot-2", up_ms))
        assert again.check_pin("chef-1", RIGHT, year_later + up_ms).accepted is accepted
        again.close()


def test_the_uptime_of_this_machine_only_grows_and_names_its_start() -> None:
    first, second = machine_uptime(), machine_uptime()
    assert first.boot == second.boot
    assert 0 < first.up_ms <= second.up_ms


def test_a_try_counts_before_it_is_made(monkeypatch: pytest.MonkeyPatch, made: Register) -> None:
    with monkeypatch.context() as pulled:
        pulled.setattr(HASHER, "matches", lambda *_: 1 // 0)  # the plug is pulled while it is hashed
        for _ in range(5):
            with pytest.raises(ZeroDivisionError):
                made.check_pin("chef-1", WRONG, T0)
    assert made.check_pin("chef-1", RIGHT, T0).locked_until_ms


def test_who_is_unknown_or_revoked_is_answered_like_a_wrong_pin(made: Register) -> None:
    made.revoke("chef-1", DIRECTOR, T0)
    for person in ("chef-1", "nobody"):
        answers = [made.check_pin(person, RIGHT, T0) for _ in range(5)]
        assert [one.tries_left for one in answers] == [4, 3, 2, 1, 0]
        assert answers[4].locked_until_ms


def test_no_card_of_a_revoked_person_counts_when_it_is_shown_again(made: Register) -> None:
    made.revoke("chef-1", DIRECTOR, T0)
    news = Reception(made).news()
    assert news is not None
    cards, told = news
    assert {card.number: card.revoked for card in cards if card.person == "chef-1"} == {"c-1": True}
    assert [one.person for one in told] == ["chef-1"]
    assert not all(card.revoked for card in cards)


# --- who may change what -------------------------------------------------------------------------


def test_there_is_one_beginning(made: Register) -> None:
    with refused("begun"):
        made.begin(Founder("dir-2", "", RIGHT), Founder("mcd-9", "", RIGHT), T0)
    with closing(Register.create(MEMORY, HASHER)) as fresh:
        with refused("same_person"):
            fresh.begin(Founder("dir-2", "", RIGHT), Founder("dir-2", "", RIGHT), T0)
        assert (fresh.people(), fresh.history()) == ([], [])


def test_a_chef_may_revoke_and_nothing_else(made: Register) -> None:
    chef = ("chef-1", "")
    made.revoke("c-07", chef, T0)
    assert made.person("croupier-07").cards[0].revoked
    for change in (
        lambda: made.add("xy", "", (Role.DEALER,), chef, T0),
        lambda: made.enrol("c-9", "croupier-07", Role.DEALER, chef, T0),
        lambda: made.set_pin("croupier-07", RIGHT, chef, T0),
        lambda: made.restore("c-07", chef, T0),
        lambda: made.take_charge("chef-1", "UTH-1", T0, chef),
        lambda: made.revoke("c-07", ("croupier-07", ""), T0),
    ):
        with refused("no_right"):
            change()
    made.set_pin("chef-1", Pin("864209"), chef, T0)
    assert made.check_pin("chef-1", Pin("864209"), T0).accepted, "his own PIN is his"


def test_two_persons_give_the_comite_its_power(made: Register) -> None:
    with refused("second_needed"):
        made.add("mcd-4", "", (Role.COMITE,), DIRECTOR, T0)
    with refused("same_person"):
        made.add("mcd-4", "", (Role.COMITE,), ("dir-1", "dir-1"), T0)
    with refused("no_right"):
        made.add("mcd-4", "", (Role.COMITE,), ("dir-1", "chef-1"), T0)
    made.add("mcd-4", "", (Role.COMITE,), BOTH, T0)
    assert (made.history()[-1].by, made.history()[-1].second) == BOTH


def test_two_persons_restore_and_neither_is_the_one_restored(made: Register) -> None:
    made.revoke("chef-1", DIRECTOR, T0)
    with refused("second_needed"):
        made.restore("chef-1", DIRECTOR, T0)
    made.restore("chef-1", BOTH, T0)
    with refused("same_person"):
        made.restore("c-3", BOTH, T0)


@pytest.mark.parametrize("role", [role for role in Role if role in SIGNING])
def test_one_person_alone_makes_nobody_who_may_sign_whatever_he_does_before(
    role: Role, made: Register
) -> None:
    """rules, 7.11: revoking the last member of the comité, too, gives a director no way to be two persons."""
    made.add("x-1", "", (role,), BOTH, T0)
    before = {one.id: one for one in made.people()}
    steps = [
        lambda: made.revoke("mcd-3", DIRECTOR, T0),
        lambda: made.revoke("c-3", DIRECTOR, T0),
        lambda: made.add("x-2", "", (role,), DIRECTOR, T0),
        lambda: made.add("x-2", "", (Role.DEALER, role), DIRECTOR, T0),
        lambda: made.add("x-2", "", (role,), ("dir-1", "x-2"), T0),
        lambda: made.enrol("c-x", "x-1", role, DIRECTOR, T0),
        lambda: made.set_pin("x-1", RIGHT, DIRECTOR, T0),
        lambda: made.set_pin("mcd-3", RIGHT, DIRECTOR, T0),
        lambda: made.revoke("x-1", DIRECTOR, T0),
        lambda: made.restore("x-1", DIRECTOR, T0),
        lambda: made.restore("mcd-3", DIRECTOR, T0),
        lambda: made.restore("c-3", DIRECTOR, T0),
    ]
    dice = Random(role.value)
    for step in (*steps, *dice.choices(steps, k=60)):
        with suppress(AccessRefused):
            step()
    assert {one.id for one in made.people()} == before.keys()
    for one in made.people():
        assert (one.has_pin, one.cards or before[one.id].cards) == (
            before[one.id].has_pin,
            tuple(replace(card, revoked=card.number == "c-3") for card in before[one.id].cards),
        )
    assert not made.person("mcd-3").revoked, "of the comité two persons stay"
    assert made.unsaid() == ""


def test_of_the_comite_two_persons_stay(made: Register) -> None:
    with refused("last_two"):
        made.revoke("mcd-3", DIRECTOR, T0)
    made.add("mcd-4", "", (Role.COMITE,), BOTH, T0)
    with refused("last_two"):
        made.revoke("mcd-3", DIRECTOR, T0)  # who has no PIN yet can sign nothing
    made.set_pin("mcd-4", RIGHT, BOTH, T0)
    made.revoke("mcd-3", DIRECTOR, T0)
    made.restore("mcd-3", ("dir-1", "mcd-4"), T0)


def test_the_last_director_stays(made: Register) -> None:
    with refused("last_director"):
        made.revoke("dir-1", DIRECTOR, T0)
    assert not made.person("dir-1").revoked


def test_what_is_refused_leaves_no_trace_but_what_is_done_does(made: Register) -> None:
    before, revision = len(made.history()), made.revision
    with refused("unknown_person"):
        made.set_pin("nobody", RIGHT, DIRECTOR, T0)
    with refused("known_person"):
        made.add("chef-1", "", (Role.DEALER,), DIRECTOR, T0)
    with refused("bad_id"):
        made.add("x\n", "", (Role.DEALER,), DIRECTOR, T0)
    with refused("known_card"):
        made.enrol("c-1", "croupier-07", Role.DEALER, DIRECTOR, T0)
    with refused("not_his_role"):
        made.enrol("c-9", "croupier-07", Role.CHEF, BOTH, T0)
    assert (len(made.history()), made.revision) == (before, revision)
    made.revoke("c-1", DIRECTOR, T0 + 5)
    assert made.revision > revision
    change = made.history()[-1]
    assert (change.at_ms, change.by, change.act, change.person, change.detail) == (
        *(T0 + 5, "dir-1", "revoke", "chef-1", "c-1"),
    )


# --- chefs and their tables ----------------------------------------------------------------------


@requirement("RP-13")
def test_a_third_table_is_refused(made: Register) -> None:
    assert made.take_charge("chef-1", "UTH-1", T0) == (True, ("UTH-1",))
    assert made.take_charge("chef-1", "UTH-2", T0) == (True, ("UTH-1", "UTH-2"))
    assert made.take_charge("chef-1", "UTH-2", T0)[0], "he has it already"
    assert made.take_charge("chef-1", "UTH-3", T0) == (False, ("UTH-1", "UTH-2"))
    made.leave_charge("UTH-1", T0)
    assert made.take_charge("chef-1", "UTH-3", T0)[0]
    assert [change.act for change in made.history("chef-1")][-4:] == ["charge", "charge", "leave", "charge"]
    with refused("not_his_role"):
        made.take_charge("croupier-07", "UTH-1", T0)


# --- two persons ---------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(st.sampled_from(["anne", "bruno", "chloe"]), st.sampled_from("123456")), max_size=6),
    st.sampled_from("123456"),
    st.sampled_from("123456"),
)
def test_one_person_with_two_cards_is_one_person(
    cards: list[tuple[str, str]], first: str, second: str
) -> None:
    made = Register.create(MEMORY, HASHER)
    made.begin(Founder("dir-1", "", RIGHT), Founder("mcd-3", "", RIGHT), T0)
    for person in ("anne", "bruno", "chloe"):
        made.add(person, "", (Role.COMITE,), BOTH, T0)
    holders: dict[str, str] = {}
    for person, number in cards:
        if number not in holders:
            made.enrol(number, person, Role.COMITE, BOTH, T0)
            holders[number] = person
    by_card = {card.number: card.person for one in made.people() for card in one.cards}
    assert by_card == holders
    if first in by_card and second in by_card:
        assert distinct(by_card[first], by_card[second]) == (holders[first] != holders[second])
    made.close()
