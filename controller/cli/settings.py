"""`tapis settings`: a change of a table's settings by two persons, in force when the table opens next.

The same path as the pit's page of settings: the same checks, the same lines of the same record, which the
journal of the table tells. Here a person is who enters the PIN at the table's machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from controller.boot.settings_check import settings_desk
from controller.cli import BadInput, NotDone
from controller.cli.options import Place
from controller.cli.pins import pin_of
from controller.cli.settings_words import SAID, change_words, consequence_words
from controller.clock import SystemClock
from controller.game.inputs import Role
from controller.game.roles import COMITE
from controller.game.settings.drafts import PROPOSERS as DIRECTORS
from controller.game.settings.types import ChangeReason, DraftDoubt, SettingChange, SettingsAct
from controller.people.files import open_register
from controller.people.reading import RegisterDamaged
from controller.people.register import Register
from controller.settings.draft import DraftRefused, Meaning, SettingsDesk, changes_between, refused
from controller.settings.files import config_path
from controller.settings.keys import file_settings, settings_terms
from controller.settings.table import load_table

LASTING: Final = "waits for the approval of another person: tapis settings approve --by ID"


_FILE = click.option(
    "--settings",
    "path",
    type=Place(exists=True, dir_okay=False),
    help="The table's settings; without it, table.toml of the configuration.",
)


@click.group()
def settings() -> None:
    """Change a table's settings: a draft, the difference in words, two persons, in force at the next opening.

    The maximum of the bets is changed at the table, from the next round on.
    """


@settings.command(name="keys")
@_FILE
def keys(path: Path | None) -> None:
    """Say what may be drafted here: each setting, its value, and all that may be chosen."""
    for one in settings_terms(settings_desk(_here(path)).in_force()).settings:
        click.echo(
            f"{one.key} = {one.value or 'nothing'}  ({', '.join(c or 'nothing' for c in one.choices)})"
        )


@settings.command()
@_FILE
@click.argument("new", required=False, type=Place(exists=True, dir_okay=False))
@click.option("--set", "wanted", multiple=True, metavar="KEY=VALUE", help="One setting, instead of a file.")
@click.option("--by", "person", required=True, help="The directeur responsable who proposes it.")
@click.option("--reason", required=True, type=click.Choice([one.value for one in ChangeReason]), help="Why.")
def draft(path: Path | None, new: Path | None, wanted: Sequence[str], person: str, reason: str) -> None:
    """Propose what the file NEW has otherwise, or what --set says, and tell what it would mean."""
    here = _here(path)
    desk = settings_desk(here)
    with _refusing():
        changes = _changes(here, desk, new, wanted)
        found = desk.meaning(changes)
        _prove(here, person, DIRECTORS)
        line = desk.act(SettingsAct.PROPOSE, person, _now_ms(), reason=reason, changes=changes)
    _say(line.draft.changes, found)
    click.echo(LASTING if line.draft.needed == 1 else f"{LASTING}, and of one more: a return is above 100 %")


def _changes(
    here: Path, desk: SettingsDesk, new: Path | None, wanted: Sequence[str]
) -> tuple[SettingChange, ...]:
    """What is to be otherwise than it is in force."""
    if (new is None) is not bool(wanted):
        raise BadInput("either a file NEW or --set KEY=VALUE, and not both")
    before = desk.in_force()
    if new is not None:
        return changes_between(before, load_table(new))
    terms = settings_terms(before)
    made = []
    for text in wanted:
        key, sign, value = text.partition("=")
        setting = terms.setting(key.strip())
        if not sign or setting is None:
            raise BadInput(f"--set {text}: no KEY=VALUE of a setting; tapis settings keys lists them")
        if value.strip() not in setting.choices:
            raise refused("setting_value", "PM-10", key=key.strip(), value=value.strip())
        made.append(SettingChange(setting.key, setting.value, value.strip()))
    return tuple(sorted(made, key=lambda one: one.key))


@settings.command()
@_FILE
def show(path: Path | None) -> None:
    """Say what the draft that waits would change and mean, who proposes it and why."""
    here = _here(path)
    desk = settings_desk(here)
    with _refusing():
        waits = desk.standing().draft
        if waits is None:
            raise refused("no_draft", "PM-11")
        click.echo(f"{load_table(here).table.id}: proposed by {waits.person}: {waits.reason}")
        for person in waits.approved:
            click.echo(f"approved by {person}")
        _say(waits.changes, desk.meaning(waits.changes))


@settings.command(name="approve")
@_FILE
@click.option("--by", "person", required=True, help="Who approves: of the comité, not who proposed it.")
def approve_draft(path: Path | None, person: str) -> None:
    """Approve the draft that waits: it is in force when the table opens next."""
    _act(path, SettingsAct.APPROVE, person)


@settings.command()
@_FILE
@click.option("--by", "person", required=True, help="Who refuses: of the comité, not who proposed it.")
@click.option("--reason", required=True, type=click.Choice([one.value for one in DraftDoubt]), help="Why.")
def refuse(path: Path | None, person: str, reason: str) -> None:
    """Refuse the draft that waits."""
    _act(path, SettingsAct.REFUSE, person, reason)


@settings.command()
@_FILE
@click.option("--by", "person", required=True, help="Who withdraws it: of the comité.")
def withdraw(path: Path | None, person: str) -> None:
    """Take the draft that waits back."""
    _act(path, SettingsAct.WITHDRAW, person)


def _act(path: Path | None, act: SettingsAct, person: str, reason: str = "") -> None:
    here = _here(path)
    desk, name = settings_desk(here), load_table(here).table.id
    with _refusing():
        if desk.standing().draft is None:
            raise refused("no_draft", "PM-11")
        _prove(here, person, COMITE)
        line = desk.act(act, person, _now_ms(), reason=reason)
    if act is SettingsAct.APPROVE:
        _say(line.draft.changes, None)
        click.echo(f"{name}: in force when the table opens next" if line.complete else f"{name}: {LASTING}")
    else:
        done = "refused" if act is SettingsAct.REFUSE else "forgotten"
        click.echo(f"{name}: the draft of {line.draft.person} is {done}")


def _here(path: Path | None) -> Path:
    return path if path is not None else config_path("table.toml")


def _prove(here: Path, person: str, roles: frozenset[Role]) -> None:
    """The person has one of the roles, and has entered the PIN.

    Raises:
        NotDone: not so.
        BadInput: the table keeps no register of people.
    """
    named = file_settings(here, {}).people
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
        raise NotDone(SAID["pin"].format(person=person))
    if not register.has_role(person, roles):
        raise NotDone(f"{SAID['no_right'].format(person=person)} (RO-04)")


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except DraftRefused as error:
        told = error.refusal
        facts: dict[str, Any] = dict(told.facts)
        source = f" ({told.article})" if told.article else ""
        raise NotDone(SAID[told.code].format(**facts) + source) from None


def _say(changes: Sequence[SettingChange], found: Meaning | None) -> None:
    for one in changes:
        click.echo(change_words(one))
    for follows in found.consequences if found is not None else ():
        click.echo(f"  {consequence_words(follows)}")


def _now_ms() -> int:
    return SystemClock().now_ms()
