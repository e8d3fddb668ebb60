"""The reference device in C at a real table: on a bad line, past its last number, through power cuts."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.clock import SystemClock
from controller.game import events as e
from controller.game.cards import DECK, Card
from controller.game.inputs import (
    CardObserved,
    Health,
    Observation,
    ShoeObserved,
    ShufflerObserved,
    TroubleObserved,
)
from controller.game.requests import LockShoe
from drivers.lines.links import SerialLink
from drivers.lines.numbering import Numbering
from drivers.lines.session_types import USUAL, Timing
from drivers.recordings.desk import Desk
from drivers.shoes.open_shoe import OpenShoe
from drivers.shuffler import Shuffler
from tests.drivers.reference_machine import (
    CORE,
    FOLDER,
    STRICT,
    ReferenceCarrier,
    ReferenceMachine,
    ReferenceShoe,
    ReferenceShuffler,
    compiled,
    sources,
)
from tests.drivers.room import UNHURRIED, Room, RoundPlayed
from tests.drivers.test_every_shoe_unplugged import CarefulDealer, Hand, held
from tests.drivers.test_round_with_each_shoe import assert_settled_as_the_law_says
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow

FROM_THE_COMPILER = {"memcpy", "memset", "memmove", "memcmp"}
CLOCK = SystemClock()


def test_its_core_needs_no_library_and_no_memory_of_an_operating_system(tmp_path: Path) -> None:
    defined, wanted = set(), set()
    for name in CORE:
        made = tmp_path / f"{name}.o"
        how = ("-ffreestanding", "-fno-stack-protector", "-fno-pic", "-Os", "-c")
        subprocess.run(["cc", *STRICT, *how, str(FOLDER / f"{name}.c"), "-o", str(made)], check=True)
        listed = subprocess.run(["nm", str(made)], capture_output=True, text=True, check=True).stdout
        for line in listed.splitlines():
            *_, kind, symbol = line.split()
            (wanted if kind == "U" else defined).add(symbol)
    assert wanted - defined <= FROM_THE_COMPILER


class AtTheShoe:
    """A shoe in C, a bad line, its real driver on a real pty, and nobody's table."""

    def __init__(self, folder: Path, spoilt: int = 0, program: Path | None = None) -> None:
        self.shoe = ReferenceShoe(program)
        self.carrier = ReferenceCarrier(self.shoe, folder / "shoe", CLOCK, spoilt=spoilt)
        self.seen: list[Observation] = []
        self.driver = OpenShoe(SerialLink(self.carrier.url), boot=0x7AB1E)
        self.desk = Desk(self.driver, CLOCK)
        self.desk.start()

    def until(self, done: Callable[[], bool]) -> None:
        self.desk.run(PATIENCE_S * 1_000, self.seen.append, until=done)
        assert done(), self.seen[-5:]

    def for_ms(self, ms: int) -> None:
        self.desk.run(ms, self.seen.append)

    @property
    def cards(self) -> list[Card]:
        return [one.card.turned_up() for one in self.seen if isinstance(one, CardObserved)]

    @property
    def troubles(self) -> set[str]:
        return {one.code for one in self.seen if isinstance(one, TroubleObserved)}

    def unlock(self) -> None:
        self.desk.ask(LockShoe(False))
        open_now = ShoeObserved(False, self.shoe.cards_left)
        self.until(lambda: open_now in self.seen and not self.shoe.locked)

    def draw(self) -> Card:
        """The next card is in the hand, as soon as the shoe lets it out."""
        card = self.shoe.draw(0)
        while card is None:
            self.for_ms(20)
            card = self.shoe.draw(0)
        return card

    def close(self) -> None:
        self.desk.stop()
        self.carrier.close()


@pytest.fixture
def at_the_shoe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., AtTheShoe]]:
    made: list[AtTheShoe] = []

    def make(**how: Any) -> AtTheShoe:
        made.append(AtTheShoe(tmp_path_factory.mktemp("r"), **how))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.long
def test_every_card_comes_once_over_a_line_that_spoils_two_of_five_pieces(
    at_the_shoe: Callable[..., AtTheShoe],
) -> None:
    bench = at_the_shoe(spoilt=20)
    deck = list(DECK)
    Random(3).shuffle(deck)
    bench.shoe.load(deck, 0)
    bench.unlock()
    drawn = []
    for number in range(52):
        drawn.append(bench.draw())
        bench.for_ms(30)
        if number % 17 == 16:  # with cards that nobody has acknowledged
            bench.carrier.unplug()
            drawn += [bench.shoe.draw(0) or bench.draw()] if bench.shoe.cards_left else []
            bench.for_ms(300)
            bench.carrier.replug()
        if not bench.shoe.cards_left:
            break
    bench.until(lambda: len(bench.cards) >= 52)
    bench.for_ms(500)
    assert bench.cards == drawn == deck
    assert "count_mismatch" not in bench.troubles
    assert min(bench.carrier.lost, bench.carrier.damaged) > 10


def test_cards_that_nobody_acknowledged_before_a_power_cut_come_once(
    at_the_shoe: Callable[..., AtTheShoe],
) -> None:
    bench = at_the_shoe()
    bench.shoe.load(DECK, 0)
    bench.unlock()
    drawn: list[Card] = []
    told = lambda: bench.desk.health is Health.UP and len(bench.cards) >= len(drawn)  # noqa: E731
    for cut in range(8):
        drawn += [bench.draw() for _ in range(3)]
        if cut % 2:
            bench.for_ms(cut)  # some were heard, and their acknowledgements are on the way or lost
        bench.shoe.cut_power()
        bench.for_ms(50)
        bench.until(told)
    bench.for_ms(300)
    assert bench.cards == drawn
    assert "count_mismatch" not in bench.troubles
    assert "rebooted" in bench.troubles


def whole_decks(bench: AtTheShoe, reports: int) -> None:
    """So many reports of decks drawn to their end have come once and in order."""
    bench.shoe.load(DECK, 0)
    bench.until(lambda: ShoeObserved(True, 52) in bench.seen)
    do = bench.shoe.end.process.do
    for _ in range(0, reports, 54):  # a deck put in, its cards, its end
        before = len(bench.seen)
        do("deck 52")
        for card in range(52):
            do(f"force {card}")
        bench.until(lambda before=before: ShoeObserved(True, 0) in bench.seen[before:])
        cards = [one.card.turned_up().code for one in bench.seen[before:] if isinstance(one, CardObserved)]
        assert cards == list(range(52))
    assert bench.troubles <= {"deck_ended"}


def test_numbers_go_on_at_0_after_65535(
    at_the_shoe: Callable[..., AtTheShoe], monkeypatch: pytest.MonkeyPatch
) -> None:
    def begin_late(numbers: Numbering) -> None:
        numbers.under_way, numbers.first, numbers.expected = 0, 65_500, 65_500

    changed = sources()
    old = "s->first = s->expected = s->said = 0; /*"
    assert changed["tapis_session.c"].count(old) == 1
    late = old.replace("s->said = 0; /*", "65500, s->said = 0; /*")
    changed["tapis_session.c"] = changed["tapis_session.c"].replace(old, late)
    monkeypatch.setattr(Numbering, "restart", begin_late)
    bench = at_the_shoe(program=compiled(changed))
    whole_decks(bench, 300)
    assert 200 < bench.driver._session._numbers.expected < 400


@pytest.mark.long
def test_numbers_go_on_past_65535(at_the_shoe: Callable[..., AtTheShoe]) -> None:
    bench = at_the_shoe()
    whole_decks(bench, 70_000)
    assert bench.driver.counters.frames_in > 70_000


def test_a_table_that_hangs_up_ends_no_machine() -> None:
    """It wrote to a connection that was gone before it had heard so, and the system ended it for that."""
    machine = ReferenceMachine("shoe", line="tcp:0")
    desk = Desk(OpenShoe(SerialLink(machine.url), boot=1), CLOCK)
    desk.start()
    try:
        desk.run(PATIENCE_S * 1_000, lambda one: None, until=lambda: desk.health is Health.UP)
        with machine.standing_still() as hand:
            desk.stop()
            hand.write("deck 52\nforce 1\nforce 2\nforce 3\n")
    finally:
        desk.stop()
    machine.close()


def test_a_new_connection_takes_the_place_of_one_that_is_gone() -> None:
    machine = ReferenceMachine("shoe", line="tcp:0")
    desks = [Desk(OpenShoe(SerialLink(machine.url), boot=boot), CLOCK) for boot in (1, 2)]
    try:
        for desk in desks:
            desk.start()
            desk.run(PATIENCE_S * 1_000, lambda one: None, until=lambda desk=desk: desk.health is Health.UP)
            assert desk.health is Health.UP
    finally:
        for desk in desks:
            desk.stop()
        machine.close()


def test_decks_that_came_and_went_while_the_cable_was_out_are_told_each(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Else blue is never heard of, and the red one that comes after it is taken for one that came twice."""
    carrier = ReferenceCarrier(ReferenceShuffler(Random(2), 0), tmp_path_factory.mktemp("r") / "s", CLOCK)
    driver = Shuffler(SerialLink(carrier.url), boot=4)
    seen: list[Observation] = []
    desk = Desk(driver, CLOCK)
    desk.start()
    come = lambda: driver.state is not None and driver.state.deck_out == "red"  # noqa: E731

    def change_deck(colour: str) -> None:
        carrier.act(lambda twin, now_ms: twin.take_out(now_ms))
        carrier.act(lambda twin, now_ms: twin.insert(DECK, colour, now_ms))
        carrier.act(lambda twin, now_ms: twin.finish(now_ms))

    try:
        change_deck("red")
        desk.run(PATIENCE_S * 1_000, seen.append, until=come)
        carrier.unplug()
        heard = len(seen)
        for is_open in (True, False, True, False):  # more is to be told than the window lets onto the line
            carrier.act(lambda twin, now_ms, is_open=is_open: twin.lid(is_open, now_ms))
        change_deck("blue")
        change_deck("red")
        carrier.replug()
        desk.run(PATIENCE_S * 1_000, seen.append, until=lambda: len(trays(seen[heard:])) > 4)
        desk.run(300, seen.append)
    finally:
        desk.stop()
        carrier.close()
    assert trays(seen[heard:]) == ["red", "", "blue", "", "red"]
    assert "wrong_colour" not in {one.code for one in seen if isinstance(one, TroubleObserved)}


def trays(seen: list[Observation]) -> list[str]:
    """The colours that lay in the tray, one after the other; an empty text for none."""
    told = [one.deck_out for one in seen if isinstance(one, ShufflerObserved)]
    return [colour for at, colour in enumerate(told) if not at or told[at - 1] != colour]


class ShoeOfANight(ReferenceShoe):
    """It remembers every deck that lay in it."""

    def __init__(self) -> None:
        self.decks: list[list[Card]] = []
        super().__init__()

    def load(self, deck: Sequence[Card], now_ms: int) -> None:
        self.decks.append(list(deck))
        super().load(deck, now_ms)


def played(folder: Path, rounds: int, spoilt: int, timing: Timing) -> tuple[RoundPlayed, list[list[Card]]]:
    """So many rounds at a real table, shoe and shuffler in C; and the decks that were dealt."""
    room, twin = Room(folder), ShoeOfANight()
    shoe = ReferenceCarrier(twin, folder / "shoe", room.clock, spoilt=spoilt)
    shuffler = ReferenceCarrier(
        ReferenceShuffler(Random(2), 20), folder / "shuffler", room.clock, spoilt=spoilt
    )
    drivers = (
        OpenShoe(SerialLink(shoe.url), boot=5, timing=timing),
        Shuffler(SerialLink(shuffler.url), boot=4, timing=timing),
    )
    try:
        return RoundPlayed(room, shoe, drivers[0], shuffler=(shuffler, drivers[1]), rounds=rounds), twin.decks
    finally:
        shoe.close()
        shuffler.close()


def assert_every_deal_is_of_a_deck(night: RoundPlayed, decks: list[list[Card]], rounds: int) -> None:
    closed = {(one.round, one.attempt): one.cards_drawn for one in night.of(e.RoundClosed)}
    assert len(closed) == rounds
    for deal, drawn in closed.items():
        dealt = [one for one in night.of(e.CardDealt) if (one.round, one.attempt) == deal]
        cards = [one.card.turned_up() for one in dealt]
        assert len(cards) == drawn
        assert cards in [deck[:drawn] for deck in decks]


def test_it_plays_a_night_at_a_real_table(tmp_path_factory: pytest.TempPathFactory) -> None:
    night, decks = played(tmp_path_factory.mktemp("r"), 4, 0, UNHURRIED)
    assert night.of(e.RoundHeld) == []
    assert [alarm.code for alarm in night.of(e.AlarmRaised)] == []
    assert_every_deal_is_of_a_deck(night, decks, 4)


def test_it_plays_a_night_on_lines_that_spoil_two_of_five_pieces(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    night, decks = played(tmp_path_factory.mktemp("r"), 2, 20, USUAL)
    assert "A-314" in {alarm.code for alarm in night.of(e.AlarmRaised)}  # the line is noisy
    assert_every_deal_is_of_a_deck(night, decks, 2)


def test_a_round_of_it_is_settled_as_the_law_says(tmp_path_factory: pytest.TempPathFactory) -> None:
    played_round, _ = played(tmp_path_factory.mktemp("r"), 1, 0, UNHURRIED)
    assert_settled_as_the_law_says(played_round)


def test_a_power_cut_with_a_card_that_nobody_heard_voids_no_deal(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cable is out, a card is drawn, the power is cut, and both come back: the card comes once."""
    room = Room(tmp_path_factory.mktemp("r"))
    twin = ShoeOfANight()
    carrier = ReferenceCarrier(twin, room.folder / "shoe", room.clock)
    driver = OpenShoe(SerialLink(carrier.url), boot=5, timing=UNHURRIED)
    monkeypatch.setattr(twin, "restart", lambda boot, now_ms: twin.cut_power(), raising=False)
    hand = Hand(carrier, driver, powerless=True)
    try:
        told = RoundPlayed(room, carrier, driver, CarefulDealer)
    finally:
        assert hand.back is not None
        hand.back.join()
        carrier.close()
    assert held(told) == ["shoe_gone"]
    assert told.of(e.RoundVoided) == []
    assert_every_deal_is_of_a_deck(told, twin.decks, 1)
    assert_settled_as_the_law_says(told)
