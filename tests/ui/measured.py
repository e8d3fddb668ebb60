"""`python -m tests.ui.measured`: the touches of a round, and the likeliest misses of a finger.

What is printed is measured on the real scene over the real core: rounds of one to seven players are touched
through, and the keys of every state are where the states put them.
"""

from __future__ import annotations

import sys

from tests.ui.every_scene import OF_THE_CONSOLE, Scene, over, shown
from tests.ui.every_state import names
from tests.ui.misses import MOST, Miss, misses, worst
from tests.ui.test_taps_of_a_round import whole_round
from tests.ui.touched_table import Table


def touches(players: int, *, sensors: bool) -> int:
    """How many touches a whole round takes."""
    table = Table()
    whole_round(table, players, sensors=sensors)
    table.stage.close()
    return table.touches


def main() -> None:
    say = sys.stdout.write
    say("players  2n + 4  by hand  by sensors\n")
    for players in range(1, 8):
        made = [touches(players, sensors=sensors) for sensors in (False, True)]
        say(f"{players:7}  {2 * players + 4:6}  {made[0]:7}  {made[1]:10}\n")
    states = names()
    states += over(states)
    for size in OF_THE_CONSOLE:
        found: list[Miss] = []
        for state in states:
            found += misses(shown(Scene("console", state, "fr", size)).window)
        above = sum(one.chance >= MOST for one in found)
        say(f"\n{size}: {len(found)} keys with a key that acts on money near, {above} above {MOST:.1%}\n")
        for one in worst(found):
            say(f"  {one}\n")


if __name__ == "__main__":
    main()
