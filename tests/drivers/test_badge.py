"""The badge reader."""

from __future__ import annotations

from controller.game.inputs import (
    BadgeGone,
    BadgeObserved,
    Health,
    HealthObserved,
    Machine,
    Role,
    TroubleObserved,
)
from controller.game.requests import LockShoe
from controller.ports import LinkDown
from drivers.readers.badge import Badge, Holder, HoldersNow
from drivers.sim.reader import InProcessReader

HOLDERS = {"0417": Holder("A. Martin", Role.CHEF), "0088": Holder("C. Roux", Role.COMITE)}
UP = HealthObserved(Machine.BADGE, Health.UP)


def open_reader():
    reader = InProcessReader()
    badge = Badge(reader, HOLDERS)
    seen = []
    badge.start(lambda item: seen.extend(badge.receive(item, 0)))
    return reader, badge, seen


def test_a_card_is_its_holder_and_role_until_it_is_out():
    reader, _, seen = open_reader()
    reader.insert("0417")
    reader.remove()
    reader.remove()
    assert seen == [UP, BadgeObserved("A. Martin", Role.CHEF), BadgeGone()]


def test_one_card_after_another_is_out_before_the_next_is_in():
    reader, _, seen = open_reader()
    reader.insert("0417")
    reader.insert("0088")
    assert seen[1:] == [
        BadgeObserved("A. Martin", Role.CHEF),
        BadgeGone(),
        BadgeObserved("C. Roux", Role.COMITE),
    ]


def test_an_unknown_card_is_nobody_and_a_trouble_until_it_is_out():
    reader, _, seen = open_reader()
    reader.insert("9999")
    reader.remove()
    assert seen[1:] == [
        TroubleObserved(Machine.BADGE, "unknown_card"),
        TroubleObserved(Machine.BADGE, "unknown_card", active=False),
    ]


def test_an_expired_card_is_nobody_from_its_last_instant_on():
    reader = InProcessReader()
    last = {"0417": Holder("A. Martin", Role.CHEF, until_ms=5_000)}
    badge, seen, now_ms = Badge(reader, last), [], [4_000]
    badge.start(lambda item: seen.extend(badge.receive(item, now_ms[0])))
    reader.insert("0417")
    assert (badge.due_ms, badge.tick(4_999)) == (5_000, [])
    assert badge.tick(5_000) == [BadgeGone(), TroubleObserved(Machine.BADGE, "card_expired")]
    now_ms[0] = 6_000
    reader.remove()
    reader.insert("0417")
    assert seen[1:] == [
        BadgeObserved("A. Martin", Role.CHEF),
        TroubleObserved(Machine.BADGE, "card_expired", active=False),
        TroubleObserved(Machine.BADGE, "card_expired"),
    ]
    renewed = {"0417": Holder("A. Martin", Role.CHEF, until_ms=9_000)}
    assert badge.receive(HoldersNow(renewed), 6_100)[-1] == BadgeObserved("A. Martin", Role.CHEF)


def test_a_card_inside_at_the_start_is_told():
    reader = InProcessReader()
    reader.insert("0088")
    badge = Badge(reader, HOLDERS)
    seen = []
    badge.start(lambda item: seen.extend(badge.receive(item, 0)))
    assert seen == [UP, BadgeObserved("C. Roux", Role.COMITE)]


def test_a_reader_that_goes_takes_the_badge_with_it():
    reader, badge, seen = open_reader()
    reader.insert("0417")
    assert badge.receive(LinkDown("pulled"), 5) == [
        BadgeGone(),
        HealthObserved(Machine.BADGE, Health.ABSENT, "pulled"),
    ]
    badge.stop()
    reader.insert("0088")
    badge.ask(LockShoe(True), 6)
    assert badge.tick(7) == []
    assert badge.due_ms is None
    assert len(seen) == 2
