"""`tapis people`: the register of people of this machine's tables.

Exit 0 done, 1 the register says no, 2 the input or the configuration is wrong. PINs are asked for on the
terminal, or read from standard input a line each, never taken from the command line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import click

from controller.boot.cards import NoCard, read_card
from controller.boot.starting import CannotStart, missing_library
from controller.cli import BadInput, NotDone
from controller.cli.options import Place, lang_option
from controller.cli.people_words import (
    change_line,
    entry_words,
    otherwise_words,
    people_lines,
    pin_refused,
    say,
    unsaid_words,
)
from controller.cli.pins import new_pin, new_pins, pin_of
from controller.cli.reader_words import INSERT, reader_said, unproven
from controller.cli.versions import versioned
from controller.clock import SystemClock
from controller.game.inputs import Role
from controller.journal.chain import JournalError
from controller.journal.file_faults import Fault, fault_of
from controller.people.files import create_register, open_register
from controller.people.journals import registers_seen, told_otherwise
from controller.people.pin_hash import is_guessed
from controller.people.reading import AccessRefused, Card, Person, RegisterDamaged
from controller.people.register import ID, Founder, Register
from controller.settings.table import load_table
from controller.told import at_place, said_by
from controller.words.file_refused import file_refused
from controller.words.money import LANGUAGES

ROLES: Final = click.Choice([role.value for role in Role])
WRONG_INPUT: Final = frozenset(
    {"bad_id", "unknown_person", "known_person", "known_card", "known_key", "not_his_role"}
)
"""Refusals that a better command line would have avoided: exit 2."""

LANG: Final = lang_option("the words")

Files = tuple[Path, Path]
By = tuple[str, str]


@click.group()
@click.option(
    "--settings",
    type=Place(),
    help="The settings whose [people] name the register; without it, table.toml of the configuration.",
)
@click.option("--register", type=Place(), help="The register itself, with --pepper.")
@click.option("--pepper", type=Place(), help="The file of the PINs' pepper.")
@click.pass_context
def people(ctx: click.Context, settings: Path | None, register: Path | None, pepper: Path | None) -> None:
    """Who may do what at the tables of this machine.

    \b
    tapis people init directeur-1 mcd-1 --name "A. Fontaine"
    tapis people add chef-4 --role chef --by directeur-1 --with mcd-1
    tapis people card chef-4 --role chef --by directeur-1 --with mcd-1
    tapis people revoke chef-4 --by directeur-1
    """
    ctx.obj = (settings, register, pepper)


def _files(ctx: click.Context, lang: str) -> Files:
    settings, register, pepper = ctx.obj
    if register is not None and pepper is not None:
        return register, pepper
    if register is not None or pepper is not None:
        raise BadInput(say(lang, "both_files"))
    named = load_table(settings).people
    if named is None:
        raise BadInput(say(lang, "no_register"))
    return named.register_path, named.pepper


@contextmanager
def _register(ctx: click.Context, lang: str) -> Iterator[Register]:
    """The register; what it refuses is said in one line."""
    files = _files(ctx, lang)
    if fault_of(files[0]) is Fault.MISSING:
        raise BadInput(say(lang, "not_there", path=files[0]))
    try:
        register = open_register(*files)
    except RegisterDamaged as why:
        raise BadInput(file_refused(why, files)[LANGUAGES[lang]]) from None
    try:
        with _refusing(lang):
            yield register
    finally:
        register.close()


@contextmanager
def _refusing(lang: str) -> Iterator[None]:
    try:
        yield
    except AccessRefused as why:
        words = say(lang, why.code, **why.facts)
        raise (BadInput(words) if why.code in WRONG_INPUT else NotDone(words)) from None


def _proven(register: Register, by: str, second: str, lang: str) -> By:
    """The persons who make the change have shown their PINs; who is nobody hears what a wrong PIN hears."""
    for person in (by, second):
        if not person:
            continue
        check = register.check_pin(person, pin_of(person, lang), _now_ms())
        if not check.accepted:
            raise NotDone(pin_refused(lang, person, check))
    return by, second


def _now_ms() -> int:
    return SystemClock().now_ms()


def _by(command: Callable[..., Any]) -> Callable[..., Any]:
    """The two options that say who makes a change."""
    command = click.option(
        "--with", "second", default="", metavar="ID", help="The second person, where two are needed."
    )(command)
    return click.option("--by", required=True, metavar="ID", help="Who makes the change; his PIN is asked.")(
        command
    )


@people.command()
@click.argument("director", metavar="DIRECTOR")
@click.argument("member", metavar="MEMBER")
@click.option("--name", default="", help="The director's name, for whoever reads the register.")
@click.option("--member-name", default="", help="The name of the member of the comité.")
@LANG
@click.pass_context
def init(ctx: click.Context, director: str, member: str, name: str, member_name: str, lang: str) -> None:
    """Set up the register: its pepper, and its first two persons, each of whom chooses his PIN.

    DIRECTOR is the directeur responsable, MEMBER a member of the comité: nobody who may sign is ever
    appointed by one person alone. Refused, with exit 1, when there is a register.
    """
    register_path, pepper = files = _files(ctx, lang)
    if register_path.exists():
        raise NotDone(say(lang, "known_register", path=register_path))
    if director == member:
        raise NotDone(say(lang, "same_person", person=member))
    founders = []
    for person in (director, member):
        if not ID.fullmatch(person):
            raise BadInput(say(lang, "bad_id", person=person))
    pins = new_pins((director, member), lang)
    for person, named, pin in zip((director, member), (name, member_name), pins, strict=True):
        if is_guessed(pin):
            raise NotDone(say(lang, "weak_pin", person=person))
        founders.append(Founder(person, named, pin))
    try:
        with _refusing(lang):
            register = create_register(register_path, pepper)
    except RegisterDamaged as why:
        raise BadInput(file_refused(why, files)[LANGUAGES[lang]]) from None
    try:
        register.begin(founders[0], founders[1], _now_ms())
    finally:
        register.close()
    click.echo(say(lang, "begins", path=register_path, director=director, member=member))


@people.command()
@click.argument("person", metavar="ID")
@click.option("--role", "roles", type=ROLES, multiple=True, required=True, help="May be given again.")
@click.option("--name", default="", help="His name, for whoever reads the register.")
@_by
@LANG
@click.pass_context
def add(
    ctx: click.Context, person: str, roles: tuple[str, ...], name: str, by: str, second: str, lang: str
) -> None:
    """Add a person. Two persons give a role that may sign: all but dealer, technician and inspector."""
    with _register(ctx, lang) as register:
        who = _proven(register, by, second, lang)
        register.add(person, name, tuple(Role(role) for role in roles), who, _now_ms())
    click.echo(say(lang, "added", person=person))


@people.command()
@click.argument("person", metavar="ID")
@click.option("--role", type=ROLES, required=True, help="In which of his roles the card acts.")
@click.option("--number", default="", help="The card's number; without it, the card in the reader is read.")
@click.option("--key", default="", help="The card's public key in hexadecimal, with --number.")
@click.option("--reader", default="", help="A part of the reader's name, if there are several.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), help="The card's last day; without it, no end.")
@_by
@LANG
@click.pass_context
def card(
    ctx: click.Context,
    person: str,
    role: str,
    number: str,
    key: str,
    reader: str,
    until: datetime | None,
    by: str,
    second: str,
    lang: str,
) -> None:
    """Enrol a card: the one in the reader proves itself, or a number that a simpler reader types."""
    with _register(ctx, lang) as register:
        who = _proven(register, by, second, lang)
        if not number:
            number, key = _card_inside(reader, lang)
        register.enrol(number, person, Role(role), who, _now_ms(), key.lower(), _end_of(until))
    click.echo(say(lang, "enrolled", number=number, person=person, role=role))


def _end_of(day: datetime | None) -> int:
    """The end of this day by the clock of the house, in milliseconds since 1970 UTC; 0 without one."""
    return int((day + timedelta(days=1)).timestamp()) * 1000 if day is not None else 0


def _card_inside(reader: str, lang: str) -> tuple[str, str]:
    click.echo(INSERT[LANGUAGES[lang]], err=True)
    try:
        with missing_library():
            read = read_card(reader, 30.0)
    except (NoCard, CannotStart) as why:
        raise BadInput(reader_said(str(why), lang)) from None
    if not read.proven:
        raise NotDone(unproven(read.number, read.why, lang))
    return read.number, read.key


@people.command()
@click.argument("person", metavar="ID")
@click.option("--by", default="", metavar="ID", help="Who gives it; without it, the person himself.")
@click.option("--with", "second", default="", metavar="ID", help="The second person, where two are needed.")
@LANG
@click.pass_context
def pin(ctx: click.Context, person: str, by: str, second: str, lang: str) -> None:
    """Give a person a new PIN. He may change his own."""
    with _register(ctx, lang) as register:
        who = _proven(register, by or person, second, lang)
        register.set_pin(person, new_pin(person, lang), who, _now_ms())
    click.echo(say(lang, "new_pin", person=person))


@people.command()
@click.argument("what", metavar="ID|CARD")
@_by
@LANG
@click.pass_context
def revoke(ctx: click.Context, what: str, by: str, second: str, lang: str) -> None:
    """Revoke a person or a card, at every table within a second. Any chef may do it alone."""
    with _register(ctx, lang) as register:
        register.revoke(what, _proven(register, by, second, lang), _now_ms())
    click.echo(say(lang, "revoked", what=what))


@people.command()
@click.argument("what", metavar="ID|CARD")
@_by
@LANG
@click.pass_context
def restore(ctx: click.Context, what: str, by: str, second: str, lang: str) -> None:
    """Let a person or a card count again, or end a lock-out. Two persons, neither the one restored."""
    with _register(ctx, lang) as register:
        register.restore(what, _proven(register, by, second, lang), _now_ms())
    click.echo(say(lang, "restored", what=what))


@people.command()
@click.argument("person", metavar="CHEF")
@click.argument("table", metavar="TABLE")
@click.option("--release", is_flag=True, help="Take the table out of his charge.")
@_by
@LANG
@click.pass_context
def assign(
    ctx: click.Context, person: str, table: str, release: bool, by: str, second: str, lang: str
) -> None:
    """Put a table in a chef's charge: two at most (art. 55-20)."""
    with _register(ctx, lang) as register:
        who = _proven(register, by, second, lang)
        if release:
            register.leave_charge(table, _now_ms(), person, who)
            click.echo(say(lang, "released", table=table, person=person))
            return
        taken, tables = register.take_charge(person, table, _now_ms(), who)
        if not taken:
            raise NotDone(say(lang, "two_tables", person=person, tables=", ".join(tables)))
        click.echo(say(lang, "in_charge", person=person, tables=", ".join(tables)))


@people.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@LANG
@click.pass_context
def list_people(ctx: click.Context, as_json: bool, lang: str) -> None:
    """Everybody, with roles, cards and tables; nothing of a PIN but whether there is one."""
    with _register(ctx, lang) as register:
        everybody, revision = register.people(), register.revision
    if as_json:
        told = {"revision": revision, "people": [_as_json(one) for one in everybody]}
        click.echo(json.dumps(versioned("people-list", told)))
        return
    for line in people_lines(everybody, _now_ms(), lang):
        click.echo(line)


def _as_json(person: Person) -> dict[str, Any]:
    return {**asdict(person), "cards": [_card_json(card) for card in person.cards]}


def _card_json(card: Card) -> dict[str, Any]:
    return {
        "number": card.number,
        "role": card.role,
        "key": card.key,
        "revoked": card.revoked,
        "until_ms": card.until_ms,
    }


@people.command()
@click.argument("person", metavar="[ID]", default="")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@LANG
@click.pass_context
def history(ctx: click.Context, person: str, as_json: bool, lang: str) -> None:
    """Every change of the register, the oldest first; of one person if named."""
    with _register(ctx, lang) as register:
        changes = register.history(person)
    if as_json:
        click.echo(
            json.dumps(versioned("people-history", {"history": [asdict(change) for change in changes]}))
        )
        return
    for change in changes:
        click.echo(change_line(change, lang))


@people.command()
@click.argument("journals", metavar="[DIR]", type=Place(exists=True), required=False)
@LANG
@click.pass_context
def verify(ctx: click.Context, journals: Path | None, lang: str) -> None:
    """Whether every line of the history follows from those before, and fits what journals say of it.

    Everybody, every card, PIN and charge has to come of a line, too.

    DIR are journals of a table of this machine, or better their mirrors at the witness. Exit 1 names the
    first line that does not hold.
    """
    with _register(ctx, lang) as register:
        bad = register.history_fault()
        if bad:
            raise NotDone(say(lang, "line.bad", line=bad))
        now = register.standing()
        try:
            seen = list(registers_seen(journals)) if journals is not None else []
        except JournalError as why:
            raise BadInput(at_place(journals, said_by(why))) from None
        for told in seen:
            if register.head_at(told.changes) != told.head:
                raise NotDone(say(lang, "line.other", line=told.changes, where=entry_words(told, lang)))
        for told in seen:
            if told.changes == now.changes and told.holds != now.holds:
                raise NotDone(say(lang, "changed.after", where=entry_words(told, lang)))
        if otherwise := told_otherwise(seen):
            raise NotDone(otherwise_words(otherwise, lang))
        if unsaid := register.unsaid():
            raise NotDone(unsaid_words(unsaid, lang))
    click.echo(say(lang, "changes", count=now.changes, head=now.head))
    if journals is not None:
        click.echo(say(lang, "as_told", count=len(seen)))
