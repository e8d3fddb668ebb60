"""Three tables in real time on one linked book: what one adds, the displays of all three show."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.book.at_url import open_book
from controller.book.journals import read_acts
from controller.book.verify import compare
from controller.boot.demo.floor import DemoFloor, demo_floor
from controller.game import views
from tests.law.requirements import requirement
from tests.patience import PATIENCE_S
from tests.private_postgres import PrivateServer

pytestmark = pytest.mark.slow


def soon(what: Callable[[], bool]) -> bool:
    """Whether it has come true before patience ended."""
    until_s = time.monotonic() + PATIENCE_S
    while not what():
        if time.monotonic() > until_s:
            return False
        time.sleep(0.05)
    return True


def meter_cents(place: DemoFloor) -> int:
    shown: int = views.display(place.floor.table.state)["jackpot"]["meter_cents"]
    return shown


@requirement("DI-01")
@pytest.mark.long
def test_the_displays_of_three_tables_show_what_all_of_them_added(
    postgres: PrivateServer, tmp_path: Path
) -> None:
    url = postgres.url(postgres.database())
    places = [demo_floor(tmp_path, seed=3, table=f"UTH-{n}", pace=10, book=url) for n in (1, 2, 3)]
    threads = [threading.Thread(target=place.run) for place in places]
    for thread in threads:
        thread.start()
    with closing(open_book(url, None)) as book:
        try:
            assert soon(lambda: len({act.key.table for act in book.acts()}) == 3)
            for place in places:
                place.playing = False
            assert soon(lambda: {meter_cents(place) for place in places} == {book.read().meter_cents})
        finally:
            for place in places:
                place.stop()
            for thread in threads:
                thread.join()
        view = book.read(check=True)
        verdict = compare(read_acts(tmp_path / "journals").acts, book.acts(), view)
    assert (verdict.findings, verdict.residual_cents) == ((), 0)
    assert view.meter_cents > 1_000_000
