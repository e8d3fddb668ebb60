"""Registers made a session at a time, joined: the same rows as if all sessions had been read together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, tzinfo

from controller.registers.register import CORRECTS, Register, day_of
from controller.registers.table_registers import day_totals
from controller.words.instants import day

RESULTS, DAYS, DECKS = "table-results", "day-totals", "decks"
Carnet = tuple[str, tuple[int, str]]
"""The name of a carnet, and the minimum and the rules (their first 16 digits) that it is of."""


def joined(
    parts: Iterable[list[Register]],
    carnets: Mapping[str, Carnet],
    first: date | None = None,
    zone: tzinfo | None = None,
) -> list[Register]:
    """The registers of sessions given in the order of table and number, their rows from this day on.

    `carnets` are those that were open at each table before the first of these sessions (art. 53).
    """
    made: dict[str, Register] = {}
    for part in parts:
        for one in part:
            if one.name not in made:
                made[one.name] = replace(one, rows=[])
            # A row is copied before it is changed: the session's own stay as they were made.
            made[one.name].rows += [dict(row) for row in one.rows] if one.name == RESULTS else one.rows
    if RESULTS not in made:
        return []
    _name_carnets(made[RESULTS], carnets)
    days = {row["id"]: day(row["at_ms"], zone) for row in made[RESULTS].rows}
    for row in made[RESULTS].rows:
        row["day"] = days[row.get(CORRECTS) or row["id"]]
    for name, register in made.items():
        if first is not None and name != DAYS:
            register.rows = [row for row in register.rows if day_of(row, zone) >= first.isoformat()]
    made[DECKS].rows.sort(key=lambda row: (row["serial"], row["at_ms"], row["colour"]))
    made[DAYS] = day_totals(made[RESULTS])
    return list(made.values())


def _name_carnets(results: Register, before: Mapping[str, Carnet]) -> None:
    """Each result is in the carnet that its minimum and its rules opened."""
    known = dict(before)
    for row in results.rows:
        if row.get(CORRECTS):  # below its sitting, in the same carnet
            row["carnet"] = known[row["table"]][0]
            continue
        terms = (row["minimum_cents"], row["rules"])
        found = known.get(row["table"])
        if found is None or found[1] != terms:
            opened = f"{row['table']}/{row['session']:06d}"
            known[row["table"]] = (opened, terms)
        row["carnet"] = known[row["table"]][0]
