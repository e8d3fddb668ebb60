"""Whole nights of tables on one linked book: the journals, the ledger and the meter tell one sum."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.book.at_url import open_book
from controller.book.journals import read_acts
from controller.book.port import BookMismatch
from controller.book.verify import compare
from controller.boot.sessions import linkage_of
from controller.boot.simulated import simulated_night
from controller.cli import main
from controller.game import views
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from tests.law.requirements import requirement
from tests.private_postgres import PrivateServer

pytestmark = pytest.mark.slow


def simulate(url: str, folder: Path, *more: str) -> dict[str, Any]:
    arguments = ["simulate", "--rounds", "24", "--seed", "7", "--tables", "8", "--book", url]
    done = CliRunner().invoke(main, [*arguments, "--journal", str(folder), "--json", *more])
    assert done.exit_code == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_eight_tables_on_one_linked_book_add_up_to_its_meter(postgres: PrivateServer, tmp_path: Path) -> None:
    url = postgres.url(postgres.database())
    told = simulate(url, tmp_path)
    jackpot = load_jackpot()
    with closing(open_book(url, None)) as book:
        view, acts = book.read(check=True), list(book.acts())
        journals = read_acts(tmp_path)
        assert compare(journals.acts, acts, view).findings == ()
    contributed_micro = sum(act.cents or 0 for act in journals.acts if act.kind == "contribute")
    contributed_micro *= jackpot.meter_share
    assert view.contributed_micro == contributed_micro > 0
    assert told["meter_cents"] == view.meter_cents == jackpot.start_cents + contributed_micro // 1_000_000
    assert told["book"]["residual_cents"] == view.residual_micro == 0
    assert len({act.key.table for act in acts}) == 8


@pytest.mark.long
def test_the_same_seed_on_a_fresh_linked_book_is_the_same_night(
    postgres: PrivateServer, tmp_path: Path
) -> None:
    nights = [
        simulate(postgres.url(postgres.database()), tmp_path / str(n), "--faults", "some") for n in range(2)
    ]
    for night in nights:
        del night["rounds_per_second"]
    assert nights[0] == nights[1]


def test_book_verify_compares_a_linked_book_with_the_journals(
    postgres: PrivateServer, tmp_path: Path
) -> None:
    url = postgres.url(postgres.database())
    simulate(url, tmp_path)
    verify = ["book", "verify", url, "--journal", str(tmp_path), "--json"]
    done = CliRunner().invoke(main, verify)
    assert (done.exit_code, json.loads(done.stdout)["residual_cents"]) == (0, 0)
    next(tmp_path.glob("UTH-3*.journal")).unlink()
    done = CliRunner().invoke(main, verify)
    assert done.exit_code == 1
    assert "UTH-3" in done.stdout


@pytest.mark.long
@requirement("LK-01", "LK-09")
def test_a_table_of_another_stake_or_other_rules_is_refused_with_a_sentence(
    postgres: PrivateServer, tmp_path: Path
) -> None:
    name = postgres.database()
    url = postgres.url(name)
    simulate(url, tmp_path)
    law = load_profile("fr-55-20-2021")
    house = replace(law, id="house-rules", digest="e" * 64)
    with pytest.raises(BookMismatch, match=r"its tables play fr-55-20-2021 .* this one house-rules"):
        open_book(url, load_jackpot(), linkage=linkage_of(house))
    with pytest.raises(BookMismatch, match=r"prizes is .*'quads', '100/1'.* in the book and \(\)"):
        open_book(url, load_jackpot(), linkage=linkage_of(load_profile("live-uth")))
    with pytest.raises(
        BookMismatch, match="is the book of a simulation: a real table keeps its jackpot in a book of its own"
    ):
        open_book(url, load_jackpot(), linkage=linkage_of(law, "UTH-1"))
    dear = tmp_path / "dear.toml"
    text = Path("config/jackpot.toml").read_text(encoding="utf-8")
    assert "stake_cents = 500" in text
    dear.write_text(text.replace("stake_cents = 500", "stake_cents = 1000"), encoding="utf-8")
    with pytest.raises(BookMismatch, match="stake_cents is 500 in the book and 1000 in the configuration"):
        open_book(url, load_jackpot(dear), linkage=linkage_of(law))
    assert postgres.logged().count("turned away") >= 4


def test_a_real_jackpot_is_not_made_by_opening_it(postgres: PrivateServer) -> None:
    url = postgres.url(postgres.database())
    linkage = linkage_of(load_profile("fr-55-20-2021"), "UTH-1")
    with pytest.raises(BookMismatch, match="there is no book in this database"):
        open_book(url, load_jackpot(), create=True, linkage=linkage)


@requirement("LK-10")
def test_a_book_of_another_version_is_refused(postgres: PrivateServer, tmp_path: Path) -> None:
    name = postgres.database()
    simulate(postgres.url(name), tmp_path)
    with postgres.connect(name) as connection:
        connection.execute("INSERT INTO tapis.migrations (number, name, digest) VALUES (8, '008_later', '')")
    with pytest.raises(BookMismatch, match="version 8, this program needs version 7"):
        open_book(postgres.url(name), None)


def test_every_table_shows_what_the_others_have_added(postgres: PrivateServer) -> None:
    night = simulated_night(rounds=24, seed=11, tables=8, book=postgres.url(postgres.database()))
    try:
        night.play()
        view = night.book.read(check=True)
        shown = {views.display(place.table.state)["jackpot"]["meter_cents"] for place in night.night.tables}
    finally:
        night.close()
    assert shown == {view.meter_cents}
    assert view.stakes_count > 0
