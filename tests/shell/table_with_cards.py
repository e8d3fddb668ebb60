"""`tapis run` as a process, to whose reader the lines of its standard input bring cards.

    python -m tests.shell.table_with_cards run --settings FILE

A line is a person's name and his role, "Chef 1 chef"; an empty one takes the card away.
"""

from __future__ import annotations

import sys
import threading

from controller.boot.floor import Floor
from controller.cli import main
from controller.game import inputs as i
from controller.game.inputs import Role

_RUN = Floor.run


def _with_cards(floor: Floor) -> None:
    threading.Thread(target=_read, args=(floor,), daemon=True).start()
    _RUN(floor)


def _read(floor: Floor) -> None:
    for line in sys.stdin:
        person, _, role = line.rstrip("\n").rpartition(" ")
        floor.pump.put(i.BadgeObserved(person, Role(role)) if person else i.BadgeGone())


if __name__ == "__main__":
    Floor.run = _with_cards  # type: ignore[method-assign]
    main()
