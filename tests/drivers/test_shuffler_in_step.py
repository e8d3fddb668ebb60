"""What the table believes of a shuffler is what it is, whatever hands, power and line do at once."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from virtual_table import VirtualTable

from controller.game.cards import DECK
from controller.game.inputs import Machine
from controller.game.requests import AwaitEmpty
from drivers.shuffler import Shuffler
from tests.law.requirements import requirement

HANDS = {
    "red in": lambda twin, now_ms: twin.insert(DECK, "red", now_ms),
    "blue in": lambda twin, now_ms: twin.insert(DECK, "blue", now_ms),
    "out of the tray": lambda twin, now_ms: twin.take_out(now_ms),
    "shuffled": lambda twin, now_ms: twin.finish(now_ms),
    "lid": lambda twin, now_ms: twin.lid(not twin.lid_open, now_ms),
    "card out": lambda twin, now_ms: twin.clear_jam(now_ms),
    "all out": lambda twin, now_ms: twin.empty(now_ms),
    "shown empty": lambda twin, now_ms: twin.show_empty(now_ms),
}
ASKS = {"wanted empty": AwaitEmpty(True), "not wanted empty": AwaitEmpty(False)}
JAM, POWER, PLUG = "jam", "power", "plug"
WHAT = st.sampled_from((*HANDS, *ASKS, JAM, POWER, PLUG))
LATER_MS = st.sampled_from((0, 0, 1, 2, 3, 100, 2_000, 50_000))


@requirement("CS-03")
@requirement("CS-18")
@settings(max_examples=300)
@given(st.lists(st.tuples(WHAT, LATER_MS), max_size=24))
def test_once_the_line_is_quiet_the_table_knows_the_shuffler_as_it_is(story):
    table = VirtualTable(1)
    shuffler = table.shuffler()
    driver = Shuffler(shuffler.link, boot=0x20)
    table.start(driver)
    table.run(500)
    for boot, (what, later_ms) in enumerate(story, start=0x100):
        if what in HANDS:
            shuffler.act(HANDS[what])
        elif what in ASKS:
            driver.ask(ASKS[what], table.now_ms)
        elif what == JAM:
            table.faults.order("jam", Machine.SHUFFLER)
        elif what == POWER:
            shuffler.act(lambda twin, now_ms, boot=boot: twin.restart(boot, now_ms))
        elif shuffler.plugged:
            shuffler.unplug()
        else:
            shuffler.replug()
        table.run(later_ms)
    if not shuffler.plugged:
        shuffler.replug()
    table.run(6_000)
    twin, known = shuffler.twin, driver.state
    assert (known.deck_out, known.lid_open, driver.awaits_empty) == (
        twin.said_colour,
        twin.lid_open,
        twin.awaits_empty,
    )
    assert bool(known.deck_in) is twin.busy
    jammed = driver.recovery.startswith("clear_") or driver.recovery == "open_lid"
    assert (jammed, known.recovery) == (bool(twin.jam), driver.recovery)
