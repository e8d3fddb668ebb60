"""A conversation loses nothing, doubles nothing, notices silence and knows a reboot."""

from __future__ import annotations

import random

import pytest
from lossy_line import SHOE, TABLE, LossyLine

from controller.game.cards import DECK
from controller.game.inputs import Health
from drivers.lines.frame import FrameDecoder, encode_frame
from drivers.lines.messages import SCHEMA_SHA256, Kind, pack
from drivers.lines.numbering import QUEUE_MAX, WINDOW
from drivers.lines.session import Session
from drivers.lines.session_types import CALM, Condition, Greeted, Heard, Malformed, PeerRefused, Timing


def met_line(**per_mille: int) -> LossyLine:
    line = LossyLine(1, **per_mille)
    line.open()
    line.run_until(20)
    assert line.caller.met
    assert line.machine.met
    return line


def test_the_handshake_tells_each_end_who_speaks():
    line = met_line()
    assert line.greetings("caller") == [Greeted(SHOE, resumed=False, rebooted=False)]
    assert line.greetings("machine") == [Greeted(TABLE, resumed=False, rebooted=False)]
    assert line.events["caller"][-1] == Condition(Health.UP, "")


def test_messages_arrive_once_and_in_order_both_ways():
    line = met_line()
    for left in range(52):
        line.machine.send(Kind.CUT_CARD, line.now_ms, cards_left=left)
        line.caller.send(Kind.LOCK_SHOE, line.now_ms, locked=left % 2 == 0)
    line.flush()
    line.run_until(200)
    assert [values["cards_left"] for values in line.heard("caller")] == list(range(52))
    assert [values["locked"] for values in line.heard("machine")] == [n % 2 == 0 for n in range(52)]
    assert line.machine.outstanding == line.caller.outstanding == 0


def test_no_more_than_the_window_is_on_the_line():
    line = met_line()
    for left in range(20):
        line.machine.send(Kind.CUT_CARD, line.now_ms, cards_left=left)
    assert len(FrameDecoder().feed(line.machine.take())) == WINDOW


def test_a_message_that_is_never_acknowledged_is_sent_four_times_then_the_peer_is_lost():
    line = met_line()
    line.up = False
    line.caller.send(Kind.LOCK_SHOE, line.now_ms, locked=True)
    line.flush()
    line.run_until(line.now_ms + 500)
    assert line.caller.counters.retries == 3
    assert line.events["caller"][-1] == Condition(Health.LOST, "no_ack")
    assert not line.caller.met


def test_silence_degrades_after_three_heartbeats_and_loses_after_two_seconds():
    line = met_line()
    line.up = False
    silent_from_ms = line.now_ms
    line.run_until(silent_from_ms + 720)
    assert line.caller.health is Health.UP
    line.run_until(silent_from_ms + 760)
    assert line.events["caller"][-1] == Condition(Health.DEGRADED, "silence")
    line.run_until(silent_from_ms + 1900)
    assert line.caller.health is Health.DEGRADED
    line.run_until(silent_from_ms + 2010)
    assert line.events["caller"][-1] == Condition(Health.LOST, "silence")


@pytest.mark.parametrize("away_ms", [800, 2_500, 60_000])
def test_nobody_is_called_silent_for_a_time_in_which_nobody_listened(away_ms):
    """The processor was taken away from this end; what the peer said meanwhile waits to be heard (A-201)."""
    line = met_line()
    line.caller.send(Kind.LOCK_SHOE, line.now_ms, locked=True)
    line.caller.take()
    back_ms = line.caller.due_ms + away_ms
    line.machine.tick(back_ms)
    waits = line.machine.take()
    assert line.caller.tick(back_ms) == []
    assert line.caller.feed(waits, back_ms) == []
    assert line.caller.health is Health.UP


def test_a_peer_that_is_silent_after_this_end_was_away_is_lost_two_seconds_later():
    line = met_line()
    line.up = False
    line.now_ms += 5_000
    line.run_until(line.now_ms + 1_000)
    assert line.caller.health is Health.DEGRADED
    line.run_until(line.now_ms + 1_010)
    assert line.events["caller"][-1] == Condition(Health.LOST, "silence")


def test_a_machine_is_given_its_time_to_answer_when_this_end_was_away_while_it_called():
    line = LossyLine(1)
    line.caller.opened(0)
    line.caller.take()
    assert line.caller.tick(9_000) == []
    assert line.caller.health is Health.ABSENT


def test_a_degraded_peer_that_speaks_again_is_up():
    line = met_line()
    line.up = False
    line.run_until(line.now_ms + 1000)
    line.up = True
    line.run_until(line.now_ms + 300)
    assert line.events["caller"][-2:] == [Condition(Health.DEGRADED, "silence"), Condition(Health.UP, "")]


def test_a_quiet_line_beats_four_times_a_second_and_nothing_else():
    line = met_line()
    before = line.caller.counters.frames_out
    line.run_until(line.now_ms + 10_000)
    assert 38 <= line.caller.counters.frames_out - before <= 42
    assert line.caller.health is Health.UP


def test_a_calm_conversation_says_nothing_for_a_minute():
    line = LossyLine(1, timing=CALM)
    line.open()
    line.run_until(50_000)
    assert line.caller.counters.frames_out == 1
    assert line.machine.counters.frames_out == 1


def test_nobody_at_the_other_end_is_told_as_no_answer():
    session = Session(TABLE, 1, expects="shoe")
    session.opened(0)
    events = []
    while session.due_ms is not None and session.due_ms <= 5000:
        events += session.tick(session.due_ms)
    assert events == [Condition(Health.LOST, "no_answer")]


def test_a_broken_carrier_is_resumed_where_it_stopped():
    line = met_line()
    line.cut()
    for left in range(3):
        line.machine.send(Kind.CUT_CARD, line.now_ms, cards_left=left)
    line.run_until(line.now_ms + 700)
    line.open()
    line.run_until(line.now_ms + 400)
    assert [values["cards_left"] for values in line.heard("caller")] == [0, 1, 2]
    assert line.greetings("caller")[-1].resumed
    assert not line.greetings("caller")[-1].rebooted
    assert line.caller.counters.reconnections == 1
    assert Condition(Health.ABSENT, "unplugged") in line.events["caller"]


def test_a_message_heard_but_not_acknowledged_before_a_break_is_not_heard_twice():
    line = met_line()
    line.machine.send(Kind.CUT_CARD, line.now_ms, cards_left=9)
    line.events["caller"] += line.caller.feed(line.machine.take(), line.now_ms)
    line.caller.take()  # the acknowledgement is lost with the carrier
    line.cut()
    line.run_until(line.now_ms + 700)
    line.open()
    line.run_until(line.now_ms + 700)
    assert line.heard("caller") == [{"cards_left": 9}]
    assert line.machine.outstanding == 0


def test_a_machine_that_rebooted_is_met_anew_at_its_first_word():
    line = met_line()
    line.machine = Session(SHOE, 0xCCCC)
    line.run_until(line.now_ms + 600)
    assert line.greetings("caller")[-1] == Greeted(SHOE, resumed=False, rebooted=True)
    assert line.caller.counters.reboots == 1
    assert line.caller.met
    line.machine.send(Kind.CUT_CARD, line.now_ms, cards_left=4)
    line.flush()
    line.run_until(line.now_ms + 50)
    assert line.heard("caller") == [{"cards_left": 4}]


def test_a_request_to_a_machine_that_rebooted_is_not_sent_again_behind_the_callers_back():
    line = met_line()
    line.machine = Session(SHOE, 0xCCCC)
    line.caller.send(Kind.LOCK_SHOE, line.now_ms, locked=False)
    line.flush()
    line.run_until(line.now_ms + 600)
    assert line.greetings("caller")[-1].rebooted
    assert line.heard("machine") == []


def test_a_report_survives_the_restart_of_the_table():
    line = met_line()
    line.up = False
    line.machine.send(Kind.CUT_CARD, line.now_ms, cards_left=8)
    line.machine.send(Kind.CUT_CARD, line.now_ms, cards_left=7)
    line.run_until(line.now_ms + 100)
    line.caller = Session(TABLE, 0xDDDD, expects="shoe")
    line.open()
    line.run_until(line.now_ms + 300)
    assert line.heard("caller") == [{"cards_left": 8}, {"cards_left": 7}]
    assert line.greetings("machine")[-1].rebooted


def test_late_copies_of_the_handshake_change_nothing():
    line = LossyLine(1)
    line.caller.opened(0)
    hello = line.caller.take()
    line.machine.feed(hello, 0)
    welcome = line.machine.take()
    line.caller.feed(welcome, 0)
    line.up = True
    line.machine.send(Kind.CUT_CARD, 0, cards_left=1)
    line.flush()
    line.run_until(30)
    line.events["machine"] += line.machine.feed(hello, line.now_ms)
    line.events["caller"] += line.caller.feed(welcome, line.now_ms)
    line.machine.send(Kind.CUT_CARD, line.now_ms, cards_left=0)
    line.flush()
    line.run_until(200)
    assert line.heard("caller") == [{"cards_left": 1}, {"cards_left": 0}]
    assert line.caller.counters.connections == 1


def test_a_foreign_machine_on_the_port_is_refused_and_never_heard():
    line = LossyLine(1)
    line.caller = Session(TABLE, 0xAAAA, expects="shuffler")
    line.open()
    line.machine.send(Kind.CUT_CARD, 0, cards_left=1)
    line.run_until(1000)
    assert PeerRefused("foreign_machine", "shuffler", "shoe") in line.events["caller"]
    assert line.heard("caller") == []
    assert not line.caller.met


def refused_by_machine(hello: bytes) -> list[object]:
    machine = Session(SHOE, 0xBBBB)
    told: list[object] = list(machine.feed(hello, 0))
    caller = Session(TABLE, 0xAAAA, expects="shoe")
    caller.opened(0)
    return told + list(caller.feed(machine.take(), 0))


def test_another_schema_is_refused_by_name():
    fields = TABLE.as_fields(bytes(32)) | {"call": 1, "heartbeat_ms": 250, "heard_boot": 0}
    hello = encode_frame(Kind.HELLO, 0, 0, 0xAAAA, pack(Kind.HELLO, fields))
    ours = SCHEMA_SHA256.hex()
    refused = [PeerRefused("schema_hash", ours, theirs) for theirs in (bytes(32).hex(), ours)]
    assert refused_by_machine(hello) == refused


def test_another_version_is_refused_by_name():
    hello = encode_frame(Kind.HELLO, 0, 0, 0xAAAA, b"what version 2 says", version=2)
    machine = Session(SHOE, 0xBBBB)
    refused = [PeerRefused("protocol_version", "1", "2")]
    assert machine.feed(hello, 0) == refused
    caller = Session(TABLE, 0xAAAA, expects="shoe")
    caller.opened(0)
    welcome = encode_frame(Kind.WELCOME, 0, 0, 0xBBBB, b"what version 2 answers", version=2)
    assert caller.feed(welcome, 0) == refused


def test_what_another_version_says_that_is_no_greeting_is_counted_and_left():
    line = met_line()
    strange = encode_frame(Kind.CARD_DRAWN, 0, 0, 0xBBBB, b"?", version=2)
    for end in (line.caller, line.machine):
        assert end.feed(strange, line.now_ms) == []
        assert (end.counters.strangers, end.met) == (1, True)
    late = encode_frame(Kind.WELCOME, 0, 0, 0xBBBB, b"?", version=2)
    assert line.caller.feed(late, line.now_ms) == [], "nobody is called: it answers nothing"


def test_a_greeting_that_cannot_be_read_is_counted_and_nobody_is_met():
    caller, machine = Session(TABLE, 0xAAAA, expects="shoe"), Session(SHOE, 0xBBBB)
    caller.opened(0)
    for end, kind, boot in ((caller, Kind.WELCOME, 0xBBBB), (machine, Kind.HELLO, 0xAAAA)):
        assert end.feed(encode_frame(kind, 0, 0, boot, b"?"), 5) == []
        assert (end.counters.malformed, end.met) == (1, False)


def test_two_ends_of_one_kind_greet_nobody():
    """Two tables on one line, or two machines: neither is what the other waits for."""
    one, other = Session(TABLE, 0xAAAA, expects="shoe"), Session(TABLE, 0xCCCC, expects="shoe")
    one.opened(0)
    other.opened(0)
    assert other.feed(one.take(), 1) == []
    shoe, machine = Session(SHOE, 0xBBBB), Session(SHOE, 0xDDDD)
    shoe._welcome(1, 0)
    assert machine.feed(shoe.take(), 1) == []
    assert (other.met, machine.met) == (False, False)


def test_an_end_that_hears_its_own_words_answers_nothing_and_goes_on():
    """On a line that echoes an answer would come back too, and so without end."""
    alone = Session(SHOE, 0xBBBB)
    alone._beat(0)
    assert alone.feed(alone.take(), 1) == []
    assert alone.take() == b""
    line = met_line()
    for end, said in ((line.caller, Kind.LOCK_SHOE), (line.machine, Kind.DECK_ENDED)):
        end.send(said, line.now_ms, locked=True)
        assert end.feed(end.take(), line.now_ms) == []
        assert (end.take(), end.met, end.outstanding) == (b"", True, 1)


def test_two_ends_on_a_line_that_echoes_meet_once_and_hear_each_message_once():
    line = LossyLine(1)
    carry = line._carry

    def to_both(data, to):
        carry(data, to)
        carry(data, "machine" if to == "caller" else "caller")

    line._carry = to_both
    line.open()
    line.machine.send(Kind.CUT_CARD, 0, cards_left=9)
    line.caller.send(Kind.LOCK_SHOE, 0, locked=True)
    line.run_until(5_000)
    assert (line.heard("caller"), line.heard("machine")) == ([{"cards_left": 9}], [{"locked": True}])
    assert (line.caller.counters.connections, line.caller.met) == (1, True)


def test_a_heartbeat_that_cannot_be_read_breaks_off_no_conversation():
    """It is damage of one frame; one that names another caller is a machine that has forgotten this one."""
    line = met_line()
    line.caller.feed(encode_frame(Kind.HEARTBEAT, 0, 0, 0xBBBB, b"?"), line.now_ms)
    assert (line.caller.counters.malformed, line.caller.met) == (1, True)
    forgotten = pack(Kind.HEARTBEAT, {"heard_boot": 0x1111})
    line.caller.feed(encode_frame(Kind.HEARTBEAT, 0, 0, 0xBBBB, forgotten), line.now_ms)
    assert not line.caller.met


def test_a_call_that_comes_after_a_later_one_of_the_same_caller_is_not_answered():
    line = LossyLine(1)
    line.caller.opened(0)
    first = line.caller.take()
    line.caller.opened(10)
    second = line.caller.take()
    line.machine.feed(second, 20)
    answer = line.machine.take()
    assert line.machine.feed(first, 30) == []
    assert line.machine.take() == b"", "the caller waits for no answer to it any more"
    assert line.caller.feed(answer, 40)
    assert line.caller.met


def test_a_machine_that_refuses_the_version_in_a_frame_of_it_is_told_by_name():
    caller, machine = Session(TABLE, 0xAAAA, expects="shoe"), Session(SHOE, 0xBBBB)
    caller.opened(0)
    machine.feed(caller.take(), 0)
    machine.take()
    machine._welcome(1, 0, refused="protocol_version")
    assert caller.feed(machine.take(), 5) == [PeerRefused("protocol_version", "1", "1")]
    assert not caller.met


@pytest.mark.parametrize("payload", [b"", b"\x34\x00", b"\xff\x00", b"\x00\x00\x00"])
def test_a_numbered_message_that_is_none_is_acknowledged_told_and_dropped(payload):
    line = met_line()
    damaged = encode_frame(Kind.CARD_DRAWN, 0, 0, 0xBBBB, payload)
    assert line.caller.feed(damaged, line.now_ms) == [Malformed(Kind.CARD_DRAWN)]
    line.caller.feed(encode_frame(0xEE, 1, 0, 0xBBBB, b""), line.now_ms)
    assert line.caller.counters.malformed == 2
    assert line.caller.feed(
        encode_frame(Kind.CUT_CARD, 2, 0, 0xBBBB, b"\x05"), line.now_ms
    )  # the numbering goes on


def test_a_peer_that_never_acknowledges_fills_a_bounded_queue():
    session = Session(SHOE, 5)
    sent = [session.send(Kind.CUT_CARD, 0, cards_left=1) for _ in range(QUEUE_MAX + 10)]
    assert sent.count(True) == QUEUE_MAX
    assert session.outstanding == QUEUE_MAX


def test_a_boot_id_of_zero_is_refused():
    with pytest.raises(ValueError, match="boot"):
        Session(SHOE, 0)


@pytest.mark.parametrize("schema", [SCHEMA_SHA256, bytes(32)])
def test_a_machine_does_not_answer_a_hello_of_boot_zero_and_tells_why(schema):
    """Nobody has it: a machine that met it would go on with a host that never was."""
    fields = TABLE.as_fields(schema) | {"call": 1, "heartbeat_ms": 250, "heard_boot": 0}
    machine = Session(SHOE, 0xBBBB)
    machine.send(Kind.CUT_CARD, 0, cards_left=1)
    told = machine.feed(encode_frame(Kind.HELLO, 0, 0, 0, pack(Kind.HELLO, fields)), 0)
    assert told == [PeerRefused("protocol_boot", "1-4294967295", "0")]
    assert (machine.take(), machine.met, machine.outstanding) == (b"", False, 1)


def test_a_table_does_not_meet_a_machine_of_boot_zero_and_tells_why():
    """It would resume at the first meeting: "none heard before" and this boot are the same number."""
    caller = Session(TABLE, 0xAAAA, expects="shoe")
    caller.opened(0)
    values = {"call": 1, "resumed": True, "refused": "", **SHOE.as_fields(SCHEMA_SHA256)}
    welcome = encode_frame(Kind.WELCOME, 0, 0, 0, pack(Kind.WELCOME, values))
    assert caller.feed(welcome, 5) == [PeerRefused("protocol_boot", "1-4294967295", "0")]
    assert not caller.met
    caller.take()
    caller.tick(250)
    assert FrameDecoder().feed(caller.take())[0].kind == Kind.HELLO


def test_numbers_go_round_after_65535():
    line = met_line()
    for number in range(65_530, 65_560):
        line.machine._numbers.first = number & 0xFFFF
        line.caller._numbers.expected = number & 0xFFFF
        line.machine.send(Kind.CUT_CARD, line.now_ms, cards_left=number % 50)
        line.caller.feed(line.machine.take(), line.now_ms)
        line.machine.feed(line.caller.take(), line.now_ms)
        assert line.machine.outstanding == 0
    assert line.caller.counters.gaps == line.caller.counters.duplicates == 0


# --- the soak --------------------------------------------------------------------------------------

MISFORTUNES = {"drop": 40, "repeat": 40, "corrupt": 40, "delay": 40, "cut": 4}


@pytest.mark.parametrize("seed", range(24))
def test_under_all_faults_every_message_arrives_once_and_in_order(seed):
    line = LossyLine(seed, **MISFORTUNES)
    line.open()
    drawn = [DECK[line.rng.randrange(52)] for _ in range(1500)]
    asked = [line.rng.random() < 0.5 for _ in range(500)]
    at_ms = 100
    for number, card in enumerate(drawn):
        at_ms += line.rng.choice((3, 20, 150, 400))
        line.at(
            at_ms, lambda card=card: line.machine.send(Kind.CARD_DRAWN, line.now_ms, card=card, cards_left=0)
        )
        if number % 3 == 0:
            line.at(
                at_ms + 1,
                lambda locked=asked[number // 3]: line.caller.send(
                    Kind.LOCK_SHOE, line.now_ms, locked=locked
                ),
            )
    line.run_until(at_ms)
    line.per_mille = {}
    line.run_until(at_ms + 20_000)
    heard = [values["card"].turned_up() for values in line.heard("caller")]
    assert heard == drawn
    assert [values["locked"] for values in line.heard("machine")] == asked
    assert min(line.met.values()) >= 5, line.met
    assert line.caller.counters.damaged + line.machine.counters.damaged > 20
    assert not any(greeted.rebooted for greeted in line.greetings("caller"))


def test_the_same_seed_gives_the_same_conversation():
    def night() -> list[object]:
        line = LossyLine(77, Timing(), **MISFORTUNES)
        line.open()
        for left in range(200):
            line.at(
                50 * left, lambda left=left: line.machine.send(Kind.CUT_CARD, line.now_ms, cards_left=left)
            )
        line.run_until(30_000)
        return [line.events, line.caller.counters, line.machine.counters, line.met]

    assert night() == night()


# --- hostile lines ---------------------------------------------------------------------------------


def mangle(rng: random.Random, data: bytes) -> bytes:
    """A damaged copy: bits flipped, bytes cut out, doubled or inserted, two frames run together."""
    damaged = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(damaged))
        how = rng.randrange(4)
        if how == 0:
            damaged[at] ^= 1 << rng.randrange(8)
        elif how == 1 and len(damaged) > 3:
            del damaged[at : at + 2]
        elif how == 2:
            damaged[at:at] = damaged[at : at + 3]
        else:
            damaged[at:at] = rng.randbytes(2)
    return bytes(damaged)


@pytest.mark.parametrize("seed", range(4))
def test_mangled_and_replayed_frames_never_become_a_message(seed):
    """Ten bad frames before each good one: damaged copies of it, and frames of this very conversation
    said again later with their CRC intact."""
    rng = random.Random(seed)
    line = met_line()
    said: list[bytes] = []
    sent: list[object] = []
    heard: list[object] = []
    bad = 0

    def hear(data: bytes) -> None:
        for event in line.caller.feed(data, line.now_ms):
            if isinstance(event, Heard):
                heard.append(event.values["card"].turned_up())
        line.machine.feed(line.caller.take(), line.now_ms)

    for _ in range(1_500):
        card = rng.choice(DECK)
        sent.append(card)
        line.machine.send(Kind.CARD_DRAWN, line.now_ms, card=card, cards_left=3)
        good = line.machine.take()
        for _ in range(10):
            bad += 1
            old = rng.choice(said) if said and rng.random() < 0.5 else mangle(rng, good)
            hear(old + b"\0" * rng.randrange(2))
        hear(b"\0" + good)
        line.now_ms += 1
        said.append(good)
    assert bad == 15_000
    assert heard == sent
    assert line.machine.outstanding == 0
    assert line.caller.counters.duplicates > 5_000
    assert line.caller.counters.damaged > 5_000


def test_a_machine_of_another_boot_is_never_heard_before_it_is_met():
    line = met_line()
    for number in range(5):
        card = pack(Kind.CARD_DRAWN, {"card": DECK[number], "cards_left": 3})
        stranger = encode_frame(Kind.CARD_DRAWN, number, 0, 0xEEEE, card)
        assert line.caller.feed(stranger, line.now_ms) == []
    assert line.caller.counters.strangers == 5
    line.flush()
    line.run_until(line.now_ms + 500)
    assert line.caller.met
    assert line.greetings("caller")[-1].resumed


def conditions_at(late_ms: int, for_ms: int = 20_000) -> list[str]:
    """How a machine whose every answer comes so late does, as the table says it."""
    caller, machine = Session(TABLE, 0xAAAA, expects="shoe"), Session(SHOE, 0xBBBB)
    caller.opened(0)
    machine.opened(0)
    answers: list[tuple[int, bytes]] = []
    told: list[str] = []
    for now_ms in range(0, for_ms, 10):
        came = b"".join(data for at_ms, data in answers if at_ms <= now_ms)
        answers = [one for one in answers if one[0] > now_ms]
        events = [*caller.feed(came, now_ms), *caller.tick(now_ms)]
        told += [one.health.value for one in events if isinstance(one, Condition)]
        if now_ms % 1_000 == 500 and not caller.outstanding:
            caller.send(Kind.LOCK_SHOE, now_ms, locked=True)
        machine.feed(caller.take(), now_ms)
        machine.tick(now_ms)
        answers.append((now_ms + late_ms, machine.take()))
    return told


def test_a_machine_that_acknowledges_too_late_is_lost_once_and_does_not_come_and_go():
    assert conditions_at(200) == ["up"]
    assert conditions_at(330) == ["up", "lost"]


def doubted_line() -> tuple[LossyLine, int]:
    """A machine that was lost, for it acknowledged nothing, was without power and answers the call again."""
    line = met_line()
    line.up = False
    line.caller.send(Kind.LOCK_SHOE, line.now_ms, locked=True)
    line.flush()
    line.run_until(line.now_ms + 500)
    assert line.events["caller"][-1] == Condition(Health.LOST, "no_ack")
    line.up, line.machine = True, Session(SHOE, 0xEEEE)
    line.machine.opened(line.now_ms)
    while not line.caller.met:
        line.flush()
        line.run_until(line.now_ms + 10)
    line.run_until(line.now_ms + 50)
    assert (line.caller.health, line.caller.outstanding) == (Health.LOST, 0), "it is not believed yet"
    believed_at_ms = line.caller._believed_at_ms
    assert believed_at_ms is not None
    line.run_until(believed_at_ms - 1)
    assert line.caller.health is Health.LOST
    return line, believed_at_ms


def test_a_machine_that_was_lost_is_up_when_nothing_waited_for_it_for_a_while():
    line, believed_at_ms = doubted_line()
    line.run_until(believed_at_ms)
    assert line.events["caller"][-1] == Condition(Health.UP, "")


def test_a_machine_that_was_lost_is_not_up_while_something_waits_for_it():
    """It answers the call at once: up is said when it has taken what waits for it."""
    line, believed_at_ms = doubted_line()
    line.caller.send(Kind.LOCK_SHOE, line.now_ms, locked=False)
    waits = line.caller.take()
    assert line.caller.tick(believed_at_ms) == []
    assert line.caller.health is Health.LOST
    line.machine.feed(waits, believed_at_ms)
    line.now_ms = believed_at_ms
    line.flush()
    line.run_until(believed_at_ms + 1_000)
    assert line.events["caller"][-1] == Condition(Health.UP, "")
