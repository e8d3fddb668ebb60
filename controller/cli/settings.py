"""`tapis settings`: change a table's settings as a draft by one person that another approves.

Exit 0 done, 1 refused with the reason and its source, 2 the input or the configuration is wrong. PINs are
asked for on the terminal, or read from standard input a line each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from controller.access import Register
from controller.access_files import open_register
from controller.access_reading import RegisterDamaged
from controller.boot.starting import check_settings
from controller.cli import BadInput
from controller.cli.pins import pin_of
from controller.clock import SystemClock
from controller.game.inputs import Role
from controller.settings_draft import (
    REASON_MAX,
    Difference,
    Draft,
    DraftRefused,
    approve,
    check_change,
    digest,
    drop_draft,
    keep_draft,
    settings_of,
    waiting_draft,
)
from controller.strict_toml import config_path
from controller.table_files import load_table

PROPOSERS: Final = frozenset({Role.DIRECTOR})
"""Parameters are the directeur responsable's (RO-04)."""
APPROVERS: Final = frozenset({Role.DIRECTOR, Role.COMITE})

SAID: Final = {
    "nothing_differs": "nothing differs",
    "other_table": "the new file is of another table or keeps its records elsewhere; this is {table}",
    "table_open": "{table} is open: nothing of a table is changed while it is in operation",
    "jackpot_runs": "stake, shares, prizes and book of JP1 stay while the jackpot runs: stop it first",
    "no_draft": "no draft waits",
    "same_person": "{person} proposed it: another person approves",
    "file_changed": "the settings are no longer those that the draft was made for: draft it anew",
    "no_right": "{person} may not do this",
    "pin": "{person}: refused",
}


class Refused(click.ClickException):
    """The change is not made: one line on stderr, exit 1."""

    exit_code = 1


_FILE = click.option(
    "--settings",
    "path",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The table's settings; without it, table.toml of the configuration.",
)


@click.group()
def settings() -> None:
    """Change a table's settings: a draft, the difference in words, two persons, in force at the next start.

    The maximum of the bets is changed at the table, from the next round on.
    """


@settings.command()
@_FILE
@click.argument("new", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--by", "person", required=True, help="The directeur responsable who proposes it.")
@click.option("--reason", required=True, help="Why, for the notice to accounting.")
def draft(path: Path | None, new: Path, person: str, reason: str) -> None:
    """Propose the file NEW as the table's settings and say what it changes."""
    if not 0 < len(reason.strip()) <= REASON_MAX or not reason.isprintable():
        raise BadInput(f"--reason: 1 to {REASON_MAX} printable characters")
    here = _here(path)
    before, after = load_table(here), load_table(new)
    check_settings(after)
    with _refusing():
        found = check_change(before, after)
        _prove(here, person, PROPOSERS)
        texts = here.read_text(encoding="utf-8"), new.read_text(encoding="utf-8")
        proposed = Draft(before.table.id, person, reason, _now_ms(), digest(texts[0]), texts[1])
        keep_draft(before.table.data, proposed)
    _say(found)
    click.echo("waits for the approval of another person: tapis settings approve --by ID")


@settings.command()
@_FILE
def show(path: Path | None) -> None:
    """Say what the draft that waits would change, who proposes it and why."""
    here = _here(path)
    with _refusing():
        waits = waiting_draft(load_table(here).table.data)
        click.echo(f"{waits.table}: proposed by {waits.by}: {waits.reason}")
        _say(check_change(load_table(here), settings_of(waits, here)))


@settings.command(name="approve")
@_FILE
@click.option("--by", "person", required=True, help="Who approves: of the comité, not who proposed it.")
def approve_draft(path: Path | None, person: str) -> None:
    """Approve the draft that waits: it is in force when the table is started next."""
    here = _here(path)
    with _refusing():
        waits = waiting_draft(load_table(here).table.data)
        _prove(here, person, APPROVERS)
        found = approve(here, waits, person, _now_ms())
    _say(found)
    click.echo(f"{waits.table}: in force when the table is started next")


@settings.command()
@_FILE
@click.option("--by", "person", required=True, help="Who withdraws it: of the comité.")
def withdraw(path: Path | None, person: str) -> None:
    """Forget the draft that waits."""
    here = _here(path)
    data = load_table(here).table.data
    with _refusing():
        waits = waiting_draft(data)
        _prove(here, person, APPROVERS)
        drop_draft(data)
    click.echo(f"{waits.table}: the draft of {waits.by} is forgotten")


def _here(path: Path | None) -> Path:
    return path if path is not None else config_path("table.toml")


def _prove(here: Path, person: str, roles: frozenset[Role]) -> None:
    """The person has one of the roles, and has entered the PIN.

    Raises:
        Refused: not so.
        BadInput: the table keeps no register of people.
    """
    named = load_table(here).people
    if named is None:
        raise BadInput("table.toml: people: missing; two persons are told apart by the register")
    try:
        register = open_register(named.register_path, named.pepper)
    except RegisterDamaged as why:
        raise BadInput(str(why)) from None
    try:
        _check(register, person, roles)
    finally:
        register.close()


def _check(register: Register, person: str, roles: frozenset[Role]) -> None:
    if not register.check_pin(person, pin_of(person), _now_ms()).accepted:
        raise Refused(SAID["pin"].format(person=person))
    if not register.has_role(person, roles):
        raise Refused(f"{SAID['no_right'].format(person=person)} (RO-04)")


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except DraftRefused as error:
        told = error.refusal
        source = f" ({told.article})" if told.article else ""
        raise Refused(SAID[told.code].format(**dict(told.facts)) + source) from None


def _say(found: Sequence[Difference]) -> None:
    for one in found:
        click.echo(one.words)


def _now_ms() -> int:
    return SystemClock().now_ms()
