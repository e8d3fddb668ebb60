"""`tapis settings`: a change of a table's settings by two persons, in force when the table opens next.

The same path as the pit's page of settings: the same checks, the same lines of the same record, which the
journal of the table tells. Here a person is who enters the PIN at the table's machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from controller.boot.settings_check import settings_desk
from controller.cli import BadInput, NotDone
from controller.cli.options import Place, lang_option
from controller.cli.people_words import pin_refused
from controller.cli.pins import pin_of
from controller.cli.settings_words import change_words, consequence_words, reason_words, say
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
from controller.words.file_refused import file_refused
from controller.words.money import LANGUAGES

_LANG = lang_option("the words")
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
@_LANG
def keys(path: Path | None, lang: str) -> None:
    """Say what may be drafted here: each setting, its value, and all that may be chosen."""
    language = LANGUAGES[lang]
    nothing = '""'  # as it is typed
    for one in settings_terms(settings_desk(_here(path)).in_force()).settings:
        choices = ", ".join(choice or nothing for choice in one.choices)
        click.echo(say("key", language, key=one.key, value=one.value or nothing, choices=choices))


@settings.command()
@_FILE
@click.argument("new", required=False, type=Place(exists=True, dir_okay=False))
@click.option("--set", "wanted", multiple=True, metavar="KEY=VALUE", help="One setting, instead of a file.")
@click.option("--by", "person", required=True, help="The directeur responsable who proposes it.")
@click.option(
    "--reason",
    required=True,
    type=click.Choice([one.value for one in ChangeReason]),
    help="Why it is changed.",
)
@_LANG
def draft(
    path: Path | None, new: Path | None, wanted: Sequence[str], person: str, reason: str, lang: str
) -> None:
    """Propose what the file NEW has otherwise, or what --set says, and tell what it would mean."""
    here, language = _here(path), LANGUAGES[lang]
    desk = settings_desk(here)
    with _refusing(language):
        changes = _changes(desk, new, wanted, language)
        found = desk.meaning(changes)
        _prove(here, person, DIRECTORS, lang)
        line = desk.act(SettingsAct.PROPOSE, person, _now_ms(), reason=reason, changes=changes)
    _say(line.draft.changes, found, language)
    click.echo(say("waits" if line.draft.needed == 1 else "waits_twice", language))


def _changes(
    desk: SettingsDesk, new: Path | None, wanted: Sequence[str], language: int
) -> tuple[SettingChange, ...]:
    """What is to be otherwise than it is in force."""
    if (new is None) is not bool(wanted):
        raise BadInput(say("one_of_two", language))
    before = desk.in_force()
    if new is not None:
        return changes_between(before, load_table(new))
    terms = settings_terms(before)
    made = []
    for text in wanted:
        key, sign, value = text.partition("=")
        setting = terms.setting(key.strip())
        if not sign or setting is None:
            raise BadInput(say("no_setting", language, text=text))
        if value.strip() not in setting.choices:
            raise refused("setting_value", "PM-10", key=key.strip(), value=value.strip())
        made.append(SettingChange(setting.key, setting.value, value.strip()))
    return tuple(sorted(made, key=lambda one: one.key))


@settings.command()
@_FILE
@_LANG
def show(path: Path | None, lang: str) -> None:
    """Say what the draft that waits would change and mean, who proposes it and why."""
    here, language = _here(path), LANGUAGES[lang]
    desk = settings_desk(here)
    with _refusing(language):
        waits = desk.standing().draft
        if waits is None:
            raise refused("no_draft", "PM-11")
        reason = reason_words(waits.reason, language)
        click.echo(
            say("proposed", language, table=load_table(here).table.id, person=waits.person, reason=reason)
        )
        for person in waits.approved:
            click.echo(say("approved", language, person=person))
        _say(waits.changes, desk.meaning(waits.changes), language)


@settings.command(name="approve")
@_FILE
@click.option("--by", "person", required=True, help="Who approves: of the comité, not who proposed it.")
@_LANG
def approve_draft(path: Path | None, person: str, lang: str) -> None:
    """Approve the draft that waits: it is in force when the table opens next."""
    _act(path, SettingsAct.APPROVE, person, lang)


@settings.command()
@_FILE
@click.option("--by", "person", required=True, help="Who refuses: of the comité, not who proposed it.")
@click.option(
    "--reason",
    required=True,
    type=click.Choice([one.value for one in DraftDoubt]),
    help="What is amiss with it.",
)
@_LANG
def refuse(path: Path | None, person: str, reason: str, lang: str) -> None:
    """Refuse the draft that waits."""
    _act(path, SettingsAct.REFUSE, person, lang, reason)


@settings.command()
@_FILE
@click.option("--by", "person", required=True, help="Who withdraws it: of the comité.")
@_LANG
def withdraw(path: Path | None, person: str, lang: str) -> None:
    """Take the draft that waits back."""
    _act(path, SettingsAct.WITHDRAW, person, lang)


def _act(path: Path | None, act: SettingsAct, person: str, lang: str, reason: str = "") -> None:
    here, language = _here(path), LANGUAGES[lang]
    desk, name = settings_desk(here), load_table(here).table.id
    with _refusing(language):
        if desk.standing().draft is None:
            raise refused("no_draft", "PM-11")
        _prove(here, person, COMITE, lang)
        line = desk.act(act, person, _now_ms(), reason=reason)
    if act is SettingsAct.APPROVE:
        _say(line.draft.changes, None, language)
        what = say("in_force" if line.complete else "waits", language)
    else:
        done = "refused" if act is SettingsAct.REFUSE else "withdrawn"
        what = say(done, language, person=line.draft.person)
    click.echo(say("of_table", language, table=name, what=what))


def _here(path: Path | None) -> Path:
    return path if path is not None else config_path("table.toml")


def _prove(here: Path, person: str, roles: frozenset[Role], lang: str) -> None:
    """The person has one of the roles, and has entered the PIN.

    Raises:
        NotDone: not so.
        BadInput: the table keeps no register of people.
    """
    named = file_settings(here, {}).people
    if named is None:
        raise BadInput(say("no_register", LANGUAGES[lang]))
    try:
        register = open_register(named.register_path, named.pepper)
    except RegisterDamaged as why:
        raise BadInput(file_refused(why, (named.register_path, named.pepper))[LANGUAGES[lang]]) from None
    try:
        _check(register, person, roles, lang)
    finally:
        register.close()


def _check(register: Register, person: str, roles: frozenset[Role], lang: str) -> None:
    language = LANGUAGES[lang]
    check = register.check_pin(person, pin_of(person, lang), _now_ms())
    if not check.accepted:
        raise NotDone(pin_refused(lang, person, check))
    if not register.has_role(person, roles):
        raise NotDone(f"{say('no_right', language, person=person)} (RO-04)")


@contextmanager
def _refusing(language: int) -> Iterator[None]:
    try:
        yield
    except DraftRefused as error:
        told = error.refusal
        facts: dict[str, Any] = dict(told.facts)
        source = f" ({told.article})" if told.article else ""
        raise NotDone(say(told.code, language, **facts) + source) from None


def _say(changes: Sequence[SettingChange], found: Meaning | None, language: int) -> None:
    for one in changes:
        click.echo(change_words(one, language))
    for follows in found.consequences if found is not None else ():
        click.echo(f"  {consequence_words(follows, language)}")


def _now_ms() -> int:
    return SystemClock().now_ms()
