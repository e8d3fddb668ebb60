"""Sums of datasets in Parquet by DuckDB, and the house's figures of the same journals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import duckdb
from click.testing import CliRunner

from controller.cli import main

Sums = list[tuple[Any, ...]]
"""A row for each table or day, in its order."""

FIGURES: Final = (
    "rounds",
    "hands",
    "jp1",
    "bank_cents",
    "staked_cents",
    "paid_cents",
    "prize_cents",
    "voided",
)


def asked(target: Path, dataset: str, sql: str) -> Sums:
    """What DuckDB answers of a dataset, `rows` in the question."""
    rows = f"read_parquet('{target}/{dataset}/*/*/*.parquet', hive_partitioning = true)"
    with duckdb.connect() as connection:
        return connection.sql(sql.replace("rows", rows)).fetchall()


def figures(journals: Path, by: str, *words: str) -> Sums:
    """`FIGURES` as `tapis house figures` tells them, by `table` or `day`."""
    command = ["house", "figures", str(journals), "--by", by, "--period", "all", "--json", *words]
    told = CliRunner().invoke(main, command)
    assert told.exit_code == 0, told.output
    return [tuple(row[name] for name in FIGURES) for row in json.loads(told.stdout)["rows"]]


def compared(target: Path, wanted: Sums, by: str) -> int:
    """The datasets of rounds, of seats and of bets have these figures; how many sums that was.

    Raises:
        AssertionError: one of them is another.
    """
    of_rounds = asked(
        target,
        "rounds",
        "SELECT count(*), sum(players) FILTER (NOT voided), sum(jp1_stakes) FILTER (NOT voided),"
        " sum(bank_cents) FILTER (NOT voided), sum(staked_cents) FILTER (NOT voided),"
        " sum(paid_cents) FILTER (NOT voided), sum(prize_cents), count(*) FILTER (voided)"
        f' FROM rows GROUP BY "{by}" ORDER BY "{by}"',
    )
    of_seats = asked(
        target,
        "seats",
        "SELECT count(*), sum(jp1::int), sum(bank_cents) FROM rows WHERE NOT voided"
        f' GROUP BY "{by}" ORDER BY "{by}"',
    )
    of_bets = asked(
        target,
        "bets",
        "SELECT sum(taken_cents - paid_cents), sum(stake_cents), sum(paid_cents) FROM rows"
        f""" WHERE NOT voided AND spot <> 'jp1' GROUP BY "{by}" ORDER BY "{by}" """,
    )
    assert of_rounds == wanted
    assert of_seats == [(hands, jp1, bank) for _, hands, jp1, bank, *_ in wanted]
    assert of_bets == [(bank, staked, paid) for _, _, _, bank, staked, paid, *_ in wanted]
    return sum(len(row) for sums in (of_rounds, of_seats, of_bets) for row in sums)
