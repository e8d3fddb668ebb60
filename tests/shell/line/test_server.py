"""The table's side of its screens: real sockets, the real pump, a real table."""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.meter.types import StopFate
from controller.game.state import Phase
from controller.game.view_parts import game
from controller.ports import Figures
from controller.screens import wire
from controller.screens.screen_line import Glass as SentTo
from controller.screens.socket_thread import ASKS_MAX, SCREENS_MAX
from controller.screens.unix_socket import SocketTaken, listen
from controller.table.pump import Call
from tests.builders import COMITE, TERMS, Felt
from tests.patience import PATIENCE_S
from tests.shell.line.served_table import Glass, House, until


@pytest.fixture
def exits() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def house(tmp_path: Path, exits: ExitStack) -> House:
    made = House(tmp_path)
    exits.callback(made.close)
    return made


@pytest.fixture
def connect(house: House, exits: ExitStack) -> Callable[[str], Glass]:
    def connect_one(role: str) -> Glass:
        glass = Glass(house, role)
        exits.callback(glass.close)
        return glass

    return connect_one


Connect = Callable[[str], Glass]


def screens_of(house: House) -> int:
    """How many screens the house serves now."""
    assert house.screens._courier is not None
    return len(house.screens._courier._screens)


# --- views and ticks -----------------------------------------------------------------------------


def test_a_screen_that_connects_is_shown_the_table_as_it_stands(house: House, connect: Connect) -> None:
    house.open_table()
    message = connect("dealer").next("view")
    assert message["seq"] == message["view"]["seq"] == house.table.state.seq
    assert (message["view"]["screen"], message["view"]["phase"]) == ("dealer", "betting")


def test_three_screens_are_each_shown_their_own_view(house: House, connect: Connect) -> None:
    glasses = [connect(role) for role in wire.SCREEN_ROLES]
    house.open_table()
    seq = house.table.state.seq
    assert [glass.view_of(seq)["screen"] for glass in glasses] == list(wire.SCREEN_ROLES)


def test_the_public_display_is_told_of_no_seat_no_card_and_no_person(house: House, connect: Connect) -> None:
    glass = connect("jackpot")
    house.open_table()
    house.do(i.SetStakes(3, 1000), i.ChipObserved(3, True), i.CloseBets())
    view = glass.view_of(house.table.state.seq)
    rules = view.pop("street_rules")
    assert rules == game(house.table.state.profile)["streets"], "the game's streets, whatever was dealt"
    assert not {"seat", "seats", "cards", "board", "dealer", "badge", "person", "acts"} & keys_of(view)


def keys_of(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for inner in value.values() for key in keys_of(inner)}
    if isinstance(value, list):
        return {key for inner in value for key in keys_of(inner)}
    return set()


def test_a_view_is_built_once_a_state_and_only_while_somebody_looks(house: House, connect: Connect) -> None:
    house.open_table()
    assert house.built == []
    first, second = connect("dealer"), connect("dealer")
    first.next("view")
    second.next("view")
    assert house.built == ["dealer"]
    house.do(i.SetStakes(3, 1000))
    seq = house.table.state.seq
    first.view_of(seq)
    second.view_of(seq)
    assert house.built == ["dealer", "dealer"]


def test_ticks_say_the_tables_time(connect: Connect) -> None:
    glass = connect("pit")
    before = time.time_ns() // 1_000_000
    first, second = glass.next("tick")["tick"], glass.next("tick")["tick"]
    assert before - 1_000 <= first < second


def test_figures_are_told_to_the_table_side_when_they_change_and_never_to_the_public(
    tmp_path: Path, exits: ExitStack
) -> None:
    now = {i.Machine.SHOE: Figures(retries=1, words=((5, "card_drawn"),))}
    house = House(tmp_path, figures=lambda: dict(now))
    exits.callback(house.close)
    pit, public = Glass(house, "pit"), Glass(house, "jackpot")
    exits.callback(pit.close)
    exits.callback(public.close)
    (told,) = pit.next("figures")["figures"]
    assert (told["machine"], told["retries"], told["words"]) == ("shoe", 1, [[5, "card_drawn"]])
    assert "figures" not in pit.next("tick", "figures"), "what did not change is not told again"
    now[i.Machine.SHOE] = Figures(retries=2)
    assert pit.next("figures")["figures"][0]["retries"] == 2
    assert "figures" not in public.next("tick", "figures")
    assert "figures" not in public.next("tick", "figures")
    late = Glass(house, "pit")
    exits.callback(late.close)
    assert late.next("figures")["figures"][0]["retries"] == 2
    assert [pit.next("tick", "figures").keys() for _ in range(2)] == [{"tick"}] * 2, "told to who came alone"


def test_no_tick_is_heard_while_the_deciding_thread_does_not_answer(house: House, connect: Connect) -> None:
    glass = connect("dealer")
    glass.next("view")
    glass.next("tick")
    stuck = threading.Event()
    freed: list[bool] = []
    house.pump.put(Call(lambda: freed.append(stuck.wait(PATIENCE_S))))
    glass.socket.settimeout(3 * wire.TICK_MS / 1000)
    try:
        with pytest.raises(TimeoutError):
            listen_for_ever(glass)
    finally:
        stuck.set()
    house.wait()
    assert freed == [True]


def listen_for_ever(glass: Glass) -> None:
    while True:
        glass.next("tick")


# --- taps ----------------------------------------------------------------------------------------


def test_a_tap_has_its_effect_and_its_view_comes_before_its_answer(house: House, connect: Connect) -> None:
    glass = connect("dealer")
    seq = glass.next("view")["seq"]
    glass.tap(seq, act="OpenTable")
    message = glass.next("view", "answer")
    assert message["view"]["phase"] == "opening"
    assert glass.next("answer") == {"answer": "a1", "ok": True, "seq": message["seq"]}


def test_taps_are_answered_in_the_order_they_were_sent(house: House, connect: Connect) -> None:
    house.open_table()
    glass = connect("dealer")
    seq = glass.next("view")["seq"]
    sent = [glass.tap(seq, act="SetStakes", seat=seat, ante_cents=1000) for seat in range(1, 8)]
    sent += [glass.tap(seq, act="VacateSeat", seat=seat) for seat in range(1, 8)]
    answers = [glass.next("answer") for _ in sent]
    assert [answer["answer"] for answer in answers] == sent
    assert all(answer["ok"] for answer in answers)
    seqs = [answer["seq"] for answer in answers]
    assert seqs == sorted(set(seqs))


def test_a_refusal_says_code_article_and_facts(house: House, connect: Connect) -> None:
    glass = connect("dealer")
    glass.tap(glass.next("view")["seq"], act="CloseBets")
    answer = glass.next("answer")
    assert answer["ok"] is False
    assert answer["refusal"] == {"code": "not_now", "article": "", "facts": {}}


def test_a_tap_formed_before_the_phase_changed_is_stale(house: House, connect: Connect) -> None:
    house.open_table()
    house.do(i.SetStakes(3, 1000))
    glass = connect("dealer")
    old = glass.next("view")["seq"]
    house.do(i.CloseBets())
    glass.tap(old, act="ReopenBets")
    refusal = glass.next("answer")["refusal"]
    assert refusal["code"] == "stale_view"
    assert refusal["facts"] == {"view": old, "since": house.table.state.phase_seq}


def test_a_call_is_never_stale(house: House, connect: Connect) -> None:
    glass = connect("dealer")
    glass.next("view")
    house.open_table()
    glass.tap(0, act="CallChef")
    assert glass.next("answer")["ok"] is True
    assert house.table.state.call_ms


def test_who_has_seen_a_call_has_seen_none_that_came_after_it(house: House, connect: Connect) -> None:
    """A tap that was under way said that the pit had seen another call, which nobody came for."""
    house.open_table()
    house.do(i.CallChef())
    pit = connect("pit")
    first = pit.next("view")["seq"]
    house.do(i.SeeCall(), i.CallChef())
    pit.tap(first, act="SeeCall")
    answer = pit.next("answer")
    assert not answer["ok"]
    assert answer["refusal"]["code"] == "stale_view"
    assert not house.table.state.call_seen_ms
    second = house.table.state.seq
    house.do(i.SetStakes(3, 1000), i.CloseBets())
    pit.tap(second, act="SeeCall")
    assert pit.next("answer")["ok"] is True, "the phase of a round is nothing to a call"
    assert house.table.state.call_seen_ms


def closing() -> Felt:
    """The closing sheet with a residual of 7 €, to be noted by a member of the comité."""
    felt = Felt(cash=TERMS).open().see(i.MeterObserved(1, 1_000_700, 9))
    return felt.badge().do(i.BeginClosing())


def stopping() -> Felt:
    """One member of the comité proposes to stop JP1."""
    return Felt(cash=TERMS).open().badge("Roy", Role.COMITE).do(i.StopJackpot(StopFate.ORPHANS))


MORE_MOVED = (i.MeterObserved(1, 1_700_700, 10),)
NOTED = (*MORE_MOVED, i.TickLine(i.SheetLine.RECONCILIATION))
PROPOSED_ANEW = (
    i.BadgeObserved("Roy", Role.COMITE),
    i.WithdrawMeterAct(),
    i.StopJackpot(StopFate.TRANSFER),
    i.BadgeObserved(*COMITE),
)


@pytest.mark.parametrize(
    ("felt", "meanwhile", "tap"),
    [
        (closing, MORE_MOVED, {"act": "TickLine", "line": "reconciliation"}),
        (closing, NOTED, {"act": "TickLine", "line": "jackpot_history"}),
        (stopping, PROPOSED_ANEW, {"act": "ApproveMeterAct"}),
        (stopping, PROPOSED_ANEW, {"act": "WithdrawMeterAct"}),
    ],
    ids=["residual", "history", "proposal", "withdrawal"],
)
def test_nobody_signs_what_took_the_place_of_what_he_saw(
    tmp_path: Path,
    exits: ExitStack,
    felt: Callable[[], Felt],
    meanwhile: Sequence[object],
    tap: dict[str, object],
) -> None:
    """A tap that was under way noted 7,007 € for 7 €, or stopped JP1 for another fate than was read."""
    house = House(tmp_path, state=felt().state)
    exits.callback(house.close)
    house.do(i.ConfirmFelt(), i.BadgeObserved(*COMITE))
    glass = Glass(house, "dealer")
    exits.callback(glass.close)
    seen = glass.next("view")["seq"]
    house.do(*meanwhile)
    now = house.table.state.seq
    assert now > seen
    glass.tap(seen, **tap)
    answer = glass.next("answer")
    assert not answer["ok"]
    assert answer["refusal"]["code"] == "stale_view"
    assert house.table.state.seq == now
    house.do(i.CallChef())
    assert house.table.state.seq > now
    glass.tap(now, **tap)
    assert glass.next("answer")["ok"] is True, "what came since is nothing to it"


def test_a_second_tap_on_undo_does_not_take_back_the_act_before(house: House, connect: Connect) -> None:
    house.open_table()
    house.do(i.SetStakes(1, 1000), i.SetStakes(2, 2000))
    glass = connect("dealer")
    seq = glass.next("view")["seq"]
    glass.tap(seq, act="Undo")
    glass.tap(seq, act="Undo")
    assert glass.next("answer")["ok"] is True
    assert glass.next("answer")["refusal"]["code"] == "stale_view"
    assert house.table.state.seat(1).ante_cents == 1000
    assert not house.table.state.seat(2).seated


def test_a_repeated_id_gets_the_first_answer_and_no_second_effect(house: House, connect: Connect) -> None:
    house.open_table()
    house.do(i.SetStakes(1, 1000))
    first = connect("dealer")
    seq = first.next("view")["seq"]
    first.tap(seq, "same", act="CallChef")
    told = first.next("answer")
    after = house.table.state.seq
    again = connect("dealer")
    again.tap(seq, "same", act="CallChef")
    again.tap(seq, "same", act="VacateSeat", seat=1)
    assert [again.next("answer"), again.next("answer")] == [told, told]
    assert house.table.state.seq == after


def test_only_the_last_answers_are_remembered(house: House, connect: Connect) -> None:
    glass = connect("dealer")
    seq = glass.next("view")["seq"]
    glass.tap(seq, "first", act="OpenTable")
    assert glass.next("answer")["ok"] is True
    for _ in range(256):
        glass.tap(0, act="CloseTable")
        assert glass.next("answer")["ok"] is False
    glass.tap(seq, "first", act="OpenTable")
    assert glass.next("answer")["refusal"]["code"] == "stale_view"


@pytest.mark.parametrize(
    ("role", "tap"),
    [
        ("jackpot", {"act": "CallChef"}),
        ("jackpot", {"act": "OpenTable"}),
        ("pit", {"act": "OpenTable"}),
        ("dealer", {"act": "SeeCall"}),
    ],
)
def test_an_act_of_another_screen_is_refused(
    house: House, connect: Connect, role: str, tap: dict[str, object]
) -> None:
    glass = connect(role)
    glass.tap(glass.next("view")["seq"], **tap)
    assert glass.next("answer")["refusal"]["code"] == "not_this_screen"
    assert house.table.state.phase is Phase.CLOSED


def test_the_pit_sees_a_call(house: House, connect: Connect) -> None:
    house.do(i.CallChef())
    glass = connect("pit")
    glass.tap(glass.next("view")["seq"], act="SeeCall")
    assert glass.next("answer")["ok"] is True
    assert house.table.state.call_seen_ms


# --- screens that misbehave ----------------------------------------------------------------------

GARBAGE = {
    "noise": b"\x00\xff\x17 noise\n",
    "no_message": b"[1, 2]\n",
    "no_act": wire.ask_line("a", 0, {"act": "Cheat"}),
    "bad_seat": wire.ask_line("a", 0, {"act": "Fold", "seat": 9}),
    "long_line": b"x" * (wire.LINE_MAX + 2),
}


@pytest.mark.parametrize("kind", sorted(GARBAGE))
def test_a_screen_that_sends_garbage_is_told_why_once_and_left(
    house: House, connect: Connect, kind: str
) -> None:
    glass, other = connect("dealer"), connect("pit")
    glass.next("view")
    glass.say(GARBAGE[kind])
    assert glass.next("dropped")["dropped"]
    assert glass.hung_up()
    until(lambda: any(alarm.code == "A-308" for alarm in house.table.state.alarms))
    assert other.view_of(house.table.state.seq)["alarms"][0]["code"] == "A-308"
    assert connect("dealer").next("view")


def test_taps_before_the_garbage_have_their_effect_and_those_after_it_have_none(
    house: House, connect: Connect
) -> None:
    glass = connect("dealer")
    seq = glass.next("view")["seq"]
    call, opening = (
        wire.ask_line("a", seq, {"act": "CallChef"}),
        wire.ask_line("b", seq, {"act": "OpenTable"}),
    )
    glass.say(call + b"garbage\n" + opening)
    glass.next("dropped")
    house.wait()
    assert house.table.state.call_ms
    assert house.table.state.phase is Phase.CLOSED


def test_a_screen_that_leaves_in_mid_line_changes_nothing(house: House, connect: Connect) -> None:
    glass = connect("dealer")
    glass.next("view")
    glass.say(wire.ask_line("a", 0, {"act": "OpenTable"})[:-10])
    glass.close()
    house.wait()
    assert connect("dealer").next("view")["view"]["phase"] == "closed"
    assert not house.table.state.alarms


def test_a_tap_that_arrives_in_pieces_is_one_tap(house: House, connect: Connect) -> None:
    glass = connect("dealer")
    line = wire.ask_line("a", glass.next("view")["seq"], {"act": "OpenTable"})
    for at in range(len(line)):
        glass.say(line[at : at + 1])
    assert glass.next("answer")["ok"] is True


def test_a_screen_that_never_reads_blocks_nobody_and_finds_the_newest_view(
    house: House, connect: Connect
) -> None:
    house.open_table()
    sleeper, reader = connect("dealer"), connect("dealer")
    reader.next("view")
    for turn in range(300):
        house.do(i.SetStakes(1 + turn % 7, 1000 + 200 * (turn % 5)))
    seq = house.table.state.seq
    assert reader.view_of(seq)
    seen = []
    while not seen or seen[-1] < seq:
        seen.append(sleeper.next("view")["seq"])
    assert seen == sorted(set(seen))
    assert len(seen) < 100


def test_a_screen_that_never_reads_is_left_after_a_while(tmp_path: Path, exits: ExitStack) -> None:
    house = House(tmp_path, stalled_ms=300)
    exits.callback(house.close)
    house.open_table()
    sleeper, reader = Glass(house, "dealer"), Glass(house, "dealer")
    exits.callback(sleeper.close)
    exits.callback(reader.close)
    gone = threading.Event()

    def keep_busy() -> None:
        turn = 0
        while not gone.is_set():
            house.do(i.SetStakes(1 + turn % 7, 1000 + 200 * (turn % 5)))
            turn += 1

    busy = threading.Thread(target=keep_busy)
    busy.start()
    exits.callback(busy.join)
    exits.callback(gone.set)
    while reader.next("view") and screens_of(house) == 2:
        continue
    assert screens_of(house) == 1
    assert sleeper.hung_up()


def test_a_screen_that_asks_and_never_reads_cannot_pile_up_answers(house: House, connect: Connect) -> None:
    glass = connect("dealer")
    glass.socket.settimeout(0.3)
    line = wire.ask_line("a", 0, {"act": "CloseTable"})
    with pytest.raises(TimeoutError):
        glass.say(line * 100_000)
    screen = house.screens._courier._screens[0]  # type: ignore[union-attr]
    assert screen.asks <= ASKS_MAX
    assert len(screen.answers) <= ASKS_MAX
    assert connect("dealer").next("view")


def test_of_a_crowd_of_one_account_the_idlest_screen_gives_its_place(house: House, connect: Connect) -> None:
    """Held connections keep nobody out, and who has said something stays before who has not."""
    house.open_table()
    busy = connect("pit")
    busy.next("view")
    busy.tap(house.table.state.seq, act="SeeCall")
    busy.next("answer")
    held = [connect("pit") for _ in range(SCREENS_MAX - 1)]
    for glass in held:
        glass.next("view")
    late = connect("pit")
    assert late.next("view", "dropped").get("view")
    assert "another took the place" in held[0].next("dropped")["dropped"]
    assert held[0].hung_up()
    assert busy.next("tick")
    assert held[1].next("tick")
    until(lambda: screens_of(house) == SCREENS_MAX)


# --- the sockets themselves ----------------------------------------------------------------------


def test_the_sockets_are_for_this_user_alone_and_go_with_the_table(tmp_path: Path) -> None:
    house = House(tmp_path)
    paths = [tmp_path / wire.socket_name(role) for role in wire.SCREEN_ROLES]
    assert [stat.S_IMODE(path.stat().st_mode) for path in paths] == [0o600] * 3
    house.close()
    assert not any(path.exists() for path in paths)
    assert not [thread for thread in threading.enumerate() if thread.name == "screens"]


def test_a_group_may_be_let_in(tmp_path: Path) -> None:
    house = House(tmp_path, gid=os.getgid())
    try:
        found = (tmp_path / "pit.sock").stat()
        assert (stat.S_IMODE(found.st_mode), found.st_gid) == (0o660, os.getgid())
    finally:
        house.close()


def test_what_a_killed_table_left_behind_is_cleared_away(tmp_path: Path) -> None:
    left = listen(tmp_path / "dealer.sock")
    left.close()
    House(tmp_path).close()


def test_a_second_table_in_the_same_directory_is_refused(house: House) -> None:
    with pytest.raises(SocketTaken, match="another process serves"):
        House(house.run_dir)
    glass = Glass(house, "dealer")
    assert glass.next("view")
    glass.close()


def test_a_place_that_is_no_place_for_a_socket_is_named(tmp_path: Path) -> None:
    (tmp_path / "pit.sock").write_text("mine")
    with pytest.raises(SocketTaken, match=r"pit\.sock is there and is no socket"):
        House(tmp_path)
    assert (tmp_path / "pit.sock").read_text() == "mine"
    assert not (tmp_path / "dealer.sock").exists()
    with pytest.raises(SocketTaken, match="no socket at"):
        listen(tmp_path / ("long" * 40))
    with pytest.raises(SocketTaken, match="no socket at"):
        listen(tmp_path / "absent" / "pit.sock")


def test_another_user_is_told_that_he_may_not_connect(
    house: House, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.screens.unix_socket.os.getuid", lambda: 4_000_000)
    glass = connect("dealer")
    assert glass.next("dropped", "view") == {"dropped": "this user may not connect"}
    assert glass.hung_up()


def test_a_member_of_the_group_may_connect_as_another_user(
    tmp_path: Path, exits: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, gid=os.getgid())
    exits.callback(house.close)
    monkeypatch.setattr("controller.screens.unix_socket.os.getuid", lambda: 4_000_000)
    glass = Glass(house, "pit")
    exits.callback(glass.close)
    assert glass.next("dropped", "view")["view"]["screen"] == "pit"


# --- displays ------------------------------------------------------------------------------------


def draw(display: Glass) -> None:
    """The display says what it has drawn of its newest view since its newest tick."""
    display.drawn = display.next("view")["view"] if display.drawn is None else display.drawn
    tick = display.next("tick")["tick"]
    seq, cents = display.drawn["seq"], wire.amount_of(display.drawn)
    display.say(wire.shown_line(wire.Drawn(seq, cents, tick)))


def test_a_display_counts_while_it_draws_and_no_other_screen_does(tmp_path: Path) -> None:
    house = House(tmp_path, required=True)
    try:
        shown, dealer = (Glass(house, role) for role in ("jackpot", "dealer"))
        draw(shown)
        until(lambda: house.table.state.displays == 1)
        until(lambda: house.table.state.displays == 0)
        shown.close()
        shown, mute = (Glass(house, "jackpot") for _ in range(2))
        draw(shown)
        draw(mute)
        until(lambda: house.table.state.displays == 2)
        shown.close()
        until(lambda: house.table.state.displays == 1)
        dealer.say(wire.shown_line(wire.Drawn(0, None, 1)))
        assert "dropped" in dealer.next("dropped"), "only a display may say so"
        mute.close()
        dealer.close()
    finally:
        house.close()


@pytest.mark.parametrize("word", [b'{"shown":""}', b'{"shown":{"seq":0,"cents":null}}', b'{"shown":{}}'])
def test_a_display_that_only_says_so_is_none(house: House, connect: Connect, word: bytes) -> None:
    display = connect("jackpot")
    display.say(word + b"\n")
    assert "dropped" in display.next("dropped")


SENT_MS = 50_000


@pytest.fixture
def glass() -> SentTo:
    """A display that was sent two views and two ticks."""
    made = SentTo()
    made.sent_view(7, 12_345, SENT_MS)
    made.sent_tick(1_000)
    made.sent_view(8, 12_500, SENT_MS + 100)
    made.sent_tick(1_500)
    return made


@pytest.mark.parametrize(
    ("drawn", "after_ms", "counts"),
    [
        ((8, 12_500, 1_500), 200, True),
        ((8, 12_500, 1_000), 200, True),
        ((7, 12_345, 1_500), 200, True),  # it was the newest a moment ago
        ((7, 12_345, 1_500), 100 + wire.SHOWN_MS + 1, False),  # it stands still
        ((8, 12_500, 1_500), 60_000, True),
        ((8, 12_345, 1_500), 200, False),  # another amount
        ((8, None, 1_500), 200, False),
        ((9, 12_500, 1_500), 200, False),  # no such view
        ((8, 12_500, 1_501), 200, False),  # no such tick
    ],
)
def test_what_a_display_says_that_it_drew_is_held_against_what_it_was_sent(
    glass: SentTo, drawn: tuple[int, int | None, int], after_ms: int, counts: bool
) -> None:
    glass.hear(wire.Drawn(*drawn), SENT_MS + after_ms)
    assert glass.shows(SENT_MS) is counts


def test_each_tick_counts_once(glass: SentTo) -> None:
    glass.hear(wire.Drawn(8, 12_500, 1_500), SENT_MS + 200)
    for tick in (1_000, 1_500):
        glass.hear(wire.Drawn(8, 12_500, tick), SENT_MS + 5_000)
    assert not glass.shows(SENT_MS + 201)


def test_a_paced_screen_is_spared_views_but_never_the_one_that_belongs_to_its_answer(tmp_path: Path) -> None:
    paced = House(tmp_path, pace_ms={"pit": 3_600_000})
    pit = Glass(paced, "pit")
    try:
        first = pit.next("view")["seq"]
        paced.open_table()
        paced.do(i.CallChef())
        last = paced.table.state.seq
        asked = pit.tap(last, act="SeeCall")
        heard = [pit.next("view", "answer") for _ in range(2)]
        assert first < last
        assert [next(iter(message)) for message in heard] == ["view", "answer"]
        assert heard[0]["view"]["call"]["seen_ms"] > 0
        assert (heard[1]["answer"], heard[1]["ok"]) == (asked, True)
    finally:
        pit.close()
        paced.close()


def test_a_paced_screen_is_shown_the_newest_view_before_the_word_that_the_table_starts_anew(
    tmp_path: Path,
) -> None:
    """It came after it, and the pit took the table for one that was at work and then fell silent."""
    paced = House(tmp_path, pace_ms={"pit": 3_600_000})
    pit = Glass(paced, "pit")
    try:
        pit.next("view")
        paced.open_table()
        paced.screens.say_restarting()
        assert pit.next("view", "restarting").get("seq") == paced.table.state.seq
        assert pit.next("view", "restarting") == {"restarting": True}
    finally:
        pit.close()
        paced.close()


def test_a_paced_screen_is_shown_the_newest_view_when_it_is_due(tmp_path: Path) -> None:
    paced = House(tmp_path, pace_ms={"pit": 50})
    pit = Glass(paced, "pit")
    try:
        pit.next("view")
        paced.open_table()
        for units in range(1, 31):
            paced.do(i.SetStakes(1, 500 * units, 0))
        assert pit.view_of(paced.table.state.seq)["seats"][0]["ante_cents"] == 500 * 30
    finally:
        pit.close()
        paced.close()
