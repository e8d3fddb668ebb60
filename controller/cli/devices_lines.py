"""`tapis devices` on live lines: what is plugged in; a machine tested, traced, recorded, played back."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from controller.boot import devices as bridge
from controller.boot import recordings
from controller.boot.conformance import examination
from controller.boot.machine_examination import examined
from controller.boot.running import running
from controller.boot.sounds_tried import sounds_tried
from controller.cli import BadInput
from controller.cli.devices_words import health_words, in_words, say, told
from controller.cli.options import Place, lang_option
from controller.cli.versions import versioned
from controller.settings.table import load_table

TEST_S: Final = {"chips": 120}
"""How long a test lasts at most, where people have something to do."""
DRAW_S: Final = 60
"""How long a person is given to draw a card."""
FILE_BYTES_MAX: Final = 64 * 1024 * 1024
NOT_OPEN: Final = {"chips": "pins", "reader": "speaks_pcsc"}
"""Machines that somebody may look for here, and the sentence that says where they are tried instead."""

Told = dict[str, Any]


def _or_as_the_group(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
    """An option said before the name of the command counts for the command."""
    before = ctx.parent.params.get(param.name or "") if ctx.parent is not None else None
    return value or before or value


settings_option = click.option(
    "--settings",
    "settings_path",
    type=Place(),
    callback=_or_as_the_group,
    help="The table's settings; without it, table.toml of the configuration.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, callback=_or_as_the_group, help="One JSON object a line."
)
device_argument = click.argument("device", metavar="DEVICE", type=click.Choice(bridge.DEVICES))


def seconds_option(default: int | None) -> Callable[[Any], Any]:
    """The option that says how long to listen; without a default each machine has its own."""
    words = "How long." if default else "How long; 5, or 120 for chips unless said."
    return click.option(
        "--seconds", type=click.IntRange(1, 86_400), default=default, show_default=True, help=words
    )


_LANG = lang_option("the words")


@contextmanager
def _in_one_line(lang: str) -> Iterator[None]:
    """What keeps a machine from being listened to ends in one line: exit 1, or 2 for the configuration."""
    try:
        yield
    except bridge.NoDevice as error:
        click.echo(told(lang, str(error)), err=True)
        sys.exit(1)
    except (bridge.MissingLibrary, recordings.BadRecording) as error:
        raise BadInput(told(lang, str(error))) from None
    except FileExistsError as error:
        raise BadInput(say(lang, "file_there", file=error.filename)) from None
    except OSError as error:
        raise BadInput(told(lang, f"{error.filename or 'devices'}: {error.strerror or error}")) from None


def list_all(settings_path: Path | None, as_json: bool, lang: str) -> None:
    """The machines of the table and what is plugged in were printed; exit 1 if something is not allowed.

    Of a table that runs, how its machines do is printed too.
    """
    with _in_one_line(lang):
        settings = load_table(settings_path)
        found = bridge.listed(settings)
    at_work = running(settings)
    if at_work is not None:
        found["running"] = at_work
    if as_json:
        click.echo(json.dumps(versioned("devices", found)))
    else:
        for line in _table(found, lang):
            click.echo(line)
    sys.exit(1 if any(one["allowed"] == "" for one in found["plugged"]) else 0)


def _table(found: dict[str, list[Told]], lang: str) -> Iterator[str]:
    there = {True: "there", False: "not_there", None: "not_tried"}
    for one in found["machines"]:
        where = f"{one['url']}: " if one["url"] else ""
        yield f"{one['machine']:<10}{one['driver']:<14}{where}{say(lang, there[one['present']])}"
    if not found["machines"]:
        yield say(lang, "no_machine")
    if "running" in found:
        yield say(lang, "runs")
        yield from (record_words(one, lang) for one in found["running"])
    yield say(lang, "plugged" if found["plugged"] else "none_plugged")
    for one in found["plugged"]:
        words = {None: say(lang, "no_list"), "": say(lang, "not_allowed")}
        verdict = words.get(one["allowed"]) or say(lang, "allowed", what=one["allowed"])
        serial = one["serial"] or "-"
        yield f"  {one['port']:<10}{one['vendor']}:{one['product']}  {serial:<16}{one['name']:<24}{verdict}"


@click.command()
@device_argument
@settings_option
@seconds_option(None)
@_LANG
@json_option
def test(device: str, settings_path: Path | None, seconds: int | None, lang: str, as_json: bool) -> None:
    """Speak to one machine and say how it does; cards it reads are not named.

    DEVICE is shoe, shuffler, chips or badge. Of the chips each seat's spot is to be covered and freed, and
    its result is said; of the badge reader whether it is there, and whether a card is in it.

    Exit 0 when it is up and well, 1 when not, with what to do in one sentence. A machine of a table that
    runs is not spoken to: the table's own record of it is shown.
    """
    with _in_one_line(lang):
        settings = load_table(settings_path)
        record = next((one for one in running(settings) or () if one["machine"] == device), None)
        if record is not None:
            _told_by_the_table(device, record, as_json, lang)
            return
        for said in examined(settings, device, seconds or TEST_S.get(device, 5)):
            click.echo(json.dumps(said) if as_json else in_words(said, lang))
    if not as_json:
        click.echo(say(lang, "up", device=device))


def _told_by_the_table(device: str, record: Told, as_json: bool, lang: str) -> None:
    """The record of a table that runs was printed; exit 1 unless the machine is up."""
    click.echo(json.dumps({"kind": "record", **record}) if as_json else record_words(record, lang).strip())
    if record["health"] != "up":
        health, words = health_words(lang, record["health"]), bridge.advice_on(record["detail"])
        raise bridge.NoDevice(say(lang, "table_says", device=device, health=health, why=words))


def record_words(one: Told, lang: str) -> str:
    """One line of a machine as the table that runs knows it."""
    head = f"  {one['machine']:<10}{health_words(lang, one['health']):<10}{one['detail']}".rstrip()
    if "retries" not in one:
        return head
    took = "-" if one["latency_ms"] is None else f"{one['latency_ms']}/{one['latency_p99_ms']} ms"
    words = " ".join(word for _, word in one["words"]) or "-"
    counted = {"retries": one["retries"], "errors": one["damaged"], "returns": one["reconnections"]}
    return say(lang, "record", head=head, took=took, words=words, **counted)


@click.command()
@click.argument("device", metavar="DEVICE", type=click.Choice((*bridge.LINES, *NOT_OPEN)))
@click.argument("port", metavar="[PORT]", required=False)
@settings_option
@click.option("--draw", is_flag=True, help="Have a person pull at a card, and draw one, from the shoe too.")
@click.option("--power", is_flag=True, help="Have a person switch the machine off and on too.")
@click.option("--wrap", is_flag=True, help="Say 65,636 messages too: minutes.")
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NAME",
    type=click.Choice(examination.NAMES),
    help="Only this rule, as --json names it, after the greeting; again for more.",
)
@_LANG
@json_option
def conform(
    device: str,
    port: str | None,
    settings_path: Path | None,
    draw: bool,
    power: bool,
    wrap: bool,
    rules: tuple[str, ...],
    lang: str,
    as_json: bool,
) -> None:
    """Hold a machine against the open protocol, rule by rule, on its real line.

    DEVICE is shoe or shuffler, PORT its line, as `url` of the settings: a path of a serial port or a pty,
    socket://HOST:PORT, usb://VENDOR:PRODUCT; without it, the one of the settings. For who makes one: the lock
    of a shoe opens and closes, so lay no deck at play into it. A line a rule, with its section of
    OPEN_PROTOCOL.md; of one that is not held, what was tried and what was seen. Exit 1 if any is not. Not
    while the table runs.

    \b
    tapis devices conform shoe --draw
    tapis devices conform shuffler /dev/pts/3 --json
    """
    if device in NOT_OPEN:
        raise BadInput(say(lang, NOT_OPEN[device], device=device))
    if draw and device != "shoe":
        raise BadInput(say(lang, "draw_of_shoe"))
    wish = examination.Wish(DRAW_S if draw else 0, DRAW_S if power else 0, wrap, rules)
    with _in_one_line(lang):
        if port is not None:
            host = examination.line_at(port)
        else:
            settings = load_table(settings_path)
            if running(settings) is not None:
                raise bridge.NoDevice(f"{device}: the table runs: stop it first")
            host = examination.line_of(settings, device)
        held = True
        for said in examination.conforms(host, device, wish, "en" if as_json else lang):
            for line in [json.dumps(said, ensure_ascii=False)] if as_json else _rule_words(said, lang):
                click.echo(line)
            held = said.get("ok", True)  # of the last one, the verdict
    sys.exit(0 if held else 1)


def _rule_words(said: Told, lang: str) -> Iterator[str]:
    """The lines of one rule, of what a person is asked, or of the whole."""
    if said["kind"] == "ask":
        yield f">>> {said['do']}"
    elif said["kind"] == "verdict":
        yield say(lang, "verdict", held=said["held"], rules=said["rules"])
    else:
        section = said["page"].removeprefix("OPEN_PROTOCOL.md, section ")
        key = "held" if said["ok"] else "not_held"
        yield say(lang, key, section=section, says=said["says"], rule=said["rule"])
        if not said["ok"]:
            yield say(lang, "tried", tried=said["tried"])
            yield say(lang, "seen", seen=said["seen"])


@click.command()
@device_argument
@settings_option
@seconds_option(30)
@_LANG
@json_option
def trace(device: str, settings_path: Path | None, seconds: int, lang: str, as_json: bool) -> None:
    """Show what passes the line of one machine: never a card, and no byte that holds one."""
    with _in_one_line(lang):
        settings = load_table(settings_path)
        machines = {one["machine"]: one for one in bridge.listed(settings)["machines"]}
        if device in machines and machines[device]["present"] is False:
            gone = f"{device}: {machines[device]['url']} is not plugged in"
            raise bridge.NoDevice(f"{gone}: check the cable and the power, and its place in table.toml")
        bridge.traced(
            settings,
            device,
            seconds,
            lambda said: click.echo(json.dumps(said) if as_json else in_words(said, lang)),
        )


@click.command()
@device_argument
@click.argument("file", metavar="FILE", type=Place())
@settings_option
@seconds_option(60)
@_LANG
def record(device: str, file: Path, settings_path: Path | None, seconds: int, lang: str) -> None:
    """Keep what passes the line of one machine in a new FILE, to be played back by `replay`.

    Only while the table is closed: a recording names the cards. Of the chips it keeps the edges of their
    sensors, of the badge reader that a card came, went and proved itself; never whose it was.
    """
    with _in_one_line(lang):
        settings = load_table(settings_path)
        if sys.stderr is not None and sys.stderr.isatty():
            click.echo(say(lang, "records", device=device, seconds=seconds), err=True)
        moments = recordings.recorded(settings, device, file, seconds)
    click.echo(say(lang, "recorded", file=file, moments=moments, device=device, seconds=seconds))


@click.command()
@click.argument("file", metavar="FILE", type=Place())
@click.option("--cards", is_flag=True, help="Name the cards.")
@_LANG
@json_option
def replay(file: Path, cards: bool, lang: str, as_json: bool) -> None:
    """Give a recording to the driver of its machine and say what it observes, and when."""
    with _in_one_line(lang):
        if file.stat().st_size > FILE_BYTES_MAX:
            raise BadInput(say(lang, "too_large", file=file, count=FILE_BYTES_MAX))
        for said in recordings.replays(file.read_bytes(), str(file), cards=cards):
            click.echo(json.dumps(said) if as_json else in_words(said, lang))


@click.command()
@settings_option
@_LANG
@json_option
def sound(settings_path: Path | None, lang: str, as_json: bool) -> None:
    """Sound each signal of the table once: the tick, an alarm of each priority, the chime of a win.

    By the buzzer or by the audio, as [sound] says. Exit 1 if nothing can be heard. Not while the table runs.
    """
    with _in_one_line(lang):
        settings = load_table(settings_path)
        if running(settings) is not None:
            raise bridge.NoDevice("sound: the table runs: stop it first")
        for said in sounds_tried(settings):
            click.echo(json.dumps(said) if as_json else in_words(said, lang))


COMMANDS: Final = (test, conform, sound, trace, record, replay)
