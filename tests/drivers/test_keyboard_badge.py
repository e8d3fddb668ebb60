"""A badge reader that types."""

from __future__ import annotations

import pytest

from controller.game.inputs import (
    BadgeGone,
    BadgeObserved,
    Health,
    HealthObserved,
    Machine,
    Role,
    TroubleObserved,
)
from drivers.lines.hid_reports import KEYS
from drivers.lines.links import memory_pair
from drivers.readers.badge import Badge, Holder
from drivers.readers.keyboard_badge import PRESENCE_MS, KeyboardBadge, KeyboardBadgeRefused

HOLDERS = {"0417": Holder("A. Martin", Role.CHEF), "0088": Holder("C. Roux", Role.COMITE)}
KEY_OF = {char: key for (key, shift), char in KEYS.items() if not shift and key < 0x54}
ENTER = 0x28
NO_KEY = bytes(8)
CHEF_IN = BadgeObserved("A. Martin", Role.CHEF)


class Desk:
    """A reader on a line in memory, its driver, and a clock."""

    def __init__(self) -> None:
        self.line, far = memory_pair(lambda delay_ms, action: action(), 0)
        self.now_ms = 1_000
        self.seen = []
        self.badge = Badge(KeyboardBadge(far, allowed=True), HOLDERS)
        self.badge.start(lambda item: self.seen.extend(self.badge.receive(item, self.now_ms)))

    def press(self, *keys: int) -> None:
        for key in keys:
            self.line.write(bytes((0, 0, key)) + bytes(5))
            self.line.write(NO_KEY)

    def show(self, number: str) -> None:
        self.press(*(KEY_OF[char] for char in number), ENTER)

    def after(self, wait_ms: int) -> list:
        self.now_ms += wait_ms
        return self.badge.tick(self.now_ms)


def test_a_number_typed_whole_is_a_card_that_counts_for_a_while():
    desk = Desk()
    desk.show("0417")
    assert desk.seen == [HealthObserved(Machine.BADGE, Health.UP), CHEF_IN]
    assert desk.badge.due_ms == desk.now_ms + PRESENCE_MS
    assert desk.after(PRESENCE_MS - 1) == []
    assert desk.after(1) == [BadgeGone()]
    assert desk.badge.due_ms is None


def test_a_card_shown_again_counts_from_then():
    desk = Desk()
    desk.show("0417")
    desk.after(15_000)
    desk.show("0417")
    assert desk.after(15_000) == []
    assert desk.after(5_000) == [BadgeGone()]


def test_a_number_that_is_not_ended_or_not_known_is_nobody():
    desk = Desk()
    desk.press(KEY_OF["0"], KEY_OF["4"])
    assert len(desk.seen) == 1
    desk.show("17")  # goes on: 0417
    assert desk.seen[-1] == CHEF_IN
    desk.show("99")
    assert desk.seen[-2:] == [BadgeGone(), TroubleObserved(Machine.BADGE, "unknown_card")]


def test_keys_that_are_doubtful_spoil_the_number_instead_of_making_another():
    desk = Desk()
    desk.line.write(bytes((0, 0, KEY_OF["0"], KEY_OF["4"])) + bytes(4))  # which was first?
    desk.line.write(NO_KEY)
    desk.show("17")
    assert desk.seen[-1] == TroubleObserved(Machine.BADGE, "unknown_card")


def test_a_reader_that_is_pulled_out_takes_the_badge_and_half_a_number_with_it():
    desk = Desk()
    desk.show("0417")
    desk.press(KEY_OF["0"], KEY_OF["4"])
    desk.line.unplug("pulled")
    assert desk.seen[-2:] == [BadgeGone(), HealthObserved(Machine.BADGE, Health.ABSENT, "pulled")]
    desk.line.plug()
    desk.show("17")
    assert desk.seen[-1] == TroubleObserved(Machine.BADGE, "unknown_card")


def test_it_can_be_asked_for_no_signature():
    desk = Desk()
    desk.show("0417")
    assert not desk.badge.approve(bytes(32), desk.now_ms)


def test_a_house_that_has_not_allowed_it_in_writing_is_refused_it():
    line, _ = memory_pair(lambda delay_ms, action: action(), 0)
    with pytest.raises(KeyboardBadgeRefused, match="allow_keyboard_badge = true"):
        KeyboardBadge(line, allowed=False)


def test_a_reader_that_is_closed_delivers_nothing_more():
    desk = Desk()
    desk.badge.stop()
    desk.show("0417")
    assert len(desk.seen) == 1
