"""What a table remembers of the acts that its book has acknowledged (RC-04)."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.book.answers import Key
from controller.book.lost_acts import LOST, Acknowledged
from controller.book.port import CONSOLATION, ActKind, BookAct, act_of
from controller.book.verify import name_of
from controller.game.meter.types import AsideAct, Difference

DIFFERS = Difference("finish 2/1", 8, -1, "", 0, -1)
KEYS = st.builds(
    Key,
    st.just("T1"),
    st.sampled_from(("a" * 64, "b" * 64)),
    st.integers(0, (1 << 53) - 1),
    st.integers(0, (1 << 31) - 1),
    st.sampled_from((*ActKind, CONSOLATION)),
    st.none() | st.integers(1, 7),
)
ACTS = st.lists(
    st.tuples(KEYS, st.integers(1, 1 << 53), st.integers(-(1 << 53), 1 << 53), st.booleans()),
    max_size=12,
    unique_by=(lambda act: act[0], lambda act: act[1]),
)


@given(ACTS)
def test_each_act_that_the_book_lacks_is_named_as_it_was_acknowledged(told):
    known = Acknowledged()
    for key, seq, cents, _ in told:
        known.answered(key, seq, cents)
    there = [BookAct(key, ActKind(act_of(key.kind)), cents, seq) for key, seq, cents, kept in told if kept]
    lost = sorted((act for act in told if not act[3]), key=lambda act: act[1])
    named = tuple(
        AsideAct(name_of(key.kind), key.round, key.attempt, key.seat or 0, cents, LOST)
        for key, _, cents, _ in lost
    )
    for _ in range(2):  # what is lost stays so while nobody has accepted it
        found = known.lacking(DIFFERS, lambda after: [act for act in there if act.book_seq > after])
        assert (found.lost, found.lost_count) == (named, len(named))
    known.accepted()
    found = known.lacking(DIFFERS, lambda after: there)
    assert (found.lost, found.lost_count) == ((), 0)


def test_an_act_that_stands_in_the_book_again_can_be_lost_again():
    known = Acknowledged()
    known.answered(Key("T1", "a" * 64, 2, 1, ActKind.FINISH), 8, 0)
    lost = AsideAct("finish", 2, 1, 0, 0, LOST)
    for _ in range(2):
        assert known.lacking(DIFFERS, lambda after: ()).lost == (lost,)
        assert known.lacking(None, lambda after: ()) is None


@pytest.mark.parametrize("count", [999, 1_000, 1_001, 2_500])
def test_of_a_long_session_each_act_that_the_book_lacks_is_named(count):
    keys = {2 * number: Key("T1", "a" * 64, number, 1, ActKind.FINISH) for number in range(1, count + 1)}
    known = Acknowledged()
    for seq, key in keys.items():
        known.answered(key, seq, seq * 100)
    lacks = [seq for seq in keys if seq % 14 == 0]
    there = [BookAct(key, ActKind.FINISH, seq * 100, seq) for seq, key in keys.items() if seq not in lacks]
    for _ in range(2):
        found = known.lacking(DIFFERS, lambda after: [act for act in there if act.book_seq > after])
        assert found.lost == tuple(AsideAct("finish", seq // 2, 1, 0, seq * 100, LOST) for seq in lacks)
    known.accepted()
    assert known.lacking(DIFFERS, lambda after: ()).lost_count == count - len(lacks)


def test_the_acts_of_ten_thousand_rounds_take_little_memory():
    known, rounds = Acknowledged(), 10_000
    tracemalloc.start()
    try:
        for number in range(1, rounds + 1):
            for more, kind in enumerate((ActKind.CONTRIBUTE, ActKind.FINISH)):
                known.answered(Key("T1", "a" * 64, number, 1, kind), 2 * number + more, 1_500)
        held_bytes, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held_bytes < 15 * rounds
