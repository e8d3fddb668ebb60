"""`tapis simulate`: whole nights on simulated machines and virtual time."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from controller.book.port import BookMismatch, BookUnreachable
from controller.boot.optimal_players import NoStrategy, ParMissing
from controller.boot.simulated import simulated_night
from controller.cli import BadInput, NotDone
from controller.cli.demo_words import said
from controller.cli.options import Place, faults_option, lang_option
from controller.cli.par.command import without
from controller.cli.simulate_jobs import TELL, Nights
from controller.cli.simulate_words import STOPPED, counted, named, say_of_night
from controller.cli.values_refused import value_refused
from controller.host.endings import LEADING
from controller.journal.chain import JournalError
from controller.settings.rules import load_profile
from controller.simulation.simulated_night import NightStuck
from controller.table.halted import TableHalted
from controller.told import Told, at_place, said_by
from controller.words.money import decimal, grouped, money

TOLD_EVERY_S: Final = 0.2


@dataclass(frozen=True, slots=True)
class Wanted:
    """A night as it is asked for."""

    rounds: int
    seed: int
    profile: str
    tables: int
    faults: str
    play: str
    journal: Path | None
    book: str | None

    @property
    def words(self) -> tuple[str, ...]:
        """What is typed for the same night."""
        typed = [
            "simulate",
            "--rounds",
            str(self.rounds),
            "--seed",
            str(self.seed),
            "--profile",
            self.profile,
        ]
        typed += ["--tables", str(self.tables), "--faults", self.faults, "--play", self.play]
        return (*typed, *(("--journal", str(self.journal)) if self.journal is not None else ()))


@click.command()
@click.option("--rounds", type=click.IntRange(1, 10_000_000), help="Rounds to play, in all.")
@click.option("--seed", type=click.IntRange(0), help="The same seed plays the same night.")
@click.option(
    "--script",
    help="Play what this TOML says instead, and hold it against what it expects: a file, or the name of a"
    " script that came with the program.",
)
@click.option("--profile", default="fr-55-20-2021", show_default=True, help="A rule profile or its file.")
@click.option(
    "--tables", type=click.IntRange(1, 64), default=1, show_default=True, help="Tables on one jackpot."
)
@faults_option
@click.option(
    "--play",
    type=click.Choice(["plausible", "optimal"]),
    default="plausible",
    show_default=True,
    help="How the players play; optimal needs numpy and numba.",
)
@click.option(
    "--journal",
    type=Place(file_okay=False),
    help="Keep the journals in this directory; with --jobs, in a folder of it for each seed.",
)
@click.option("--book", help="The jackpot book: a path, or postgresql://... Not with --jobs.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 1_000),
    default=1,
    show_default=True,
    help="So many nights, of this seed and those after it, as many at once as there are processors.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One JSON object on stdout; with --jobs, one a line with its seed.",
)
@lang_option("what came of it", default="en")
@click.pass_context
def simulate(
    context: click.Context,
    rounds: int | None,
    seed: int | None,
    script: str | None,
    profile: str,
    tables: int,
    faults: str,
    play: str,
    journal: Path | None,
    book: str | None,
    jobs: int,
    as_json: bool,
    lang: str,
) -> None:
    """Play seeded nights through drivers, core, journal and book, and print what came of them.

    The night is also held against the exact chances: hands, side bet, JP1 and bank, each with σ, the
    difference from the expected in standard deviations. With --play optimal the main game too.

    With --jobs nights of as many seeds are played side by side, each the night that it is alone and each
    with a book of its own. One that fails is named with its seed and exit code; the others are answered.

    With --script the players, cards, acts, faults and cuts of a file are played, and exit 1 says that
    something did not come as the file expects. SCRIPTS.md explains the file.

    \b
    tapis simulate --rounds 2000 --seed 7
    tapis simulate --rounds 2000 --seed 7 --faults some --tables 2 --journal nights/
    tapis simulate --rounds 2000 --seed 7 --jobs 8 --json
    tapis simulate --rounds 5000 --seed 7 --profile live-uth --play optimal
    tapis simulate --script royal-at-seat-3
    """
    if script is not None:
        for name in ("rounds", "seed", "profile", "tables", "faults", "play", "jobs"):
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                raise BadInput(said("scripted", lang, option=name))
        from controller.cli.simulate_script import play_script  # a night by seed needs none of it

        sys.exit(play_script(script, journal, book, as_json, lang))
    if book == "":
        raise value_refused("book_empty")
    if rounds is None or seed is None:
        missing = "--rounds" if rounds is None else "--seed"
        raise click.MissingParameter(ctx=context, param_hint=f"'{missing}'", param_type="option")
    wanted = Wanted(rounds, seed, profile, tables, faults, play, journal, book)
    hidden = not sys.stderr.isatty()
    code = 0
    with click.progressbar(length=rounds * jobs, label="Rounds", file=sys.stderr, hidden=hidden) as bar:
        if jobs > 1:
            code = _side_by_side(wanted, jobs, bar.update, lambda told: _say(told, as_json, lang), lang)
        else:
            result = _played(wanted, _telling() if os.environ.get(TELL) == str(os.getppid()) else bar.update)
    if jobs == 1:
        _say(result, as_json, lang)
    sys.exit(code)


def _side_by_side(
    wanted: Wanted,
    jobs: int,
    progress: Callable[[int], object],
    say: Callable[[dict[str, Any]], None],
    lang: str,
) -> int:
    """Every night answered, or named with why it was not.

    The exit code is that of the first that failed, 1 where it was killed.
    """
    if wanted.book is not None:
        raise value_refused("book_with_jobs")
    load_profile(wanted.profile)  # a profile that is wrong is said once, not once a seed
    nights = [
        replace(wanted, seed=seed, journal=wanted.journal and wanted.journal / f"seed-{seed}")
        for seed in range(wanted.seed, wanted.seed + jobs)
    ]
    failed = []
    for ended_by in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ended_by, lambda number, frame: sys.exit(128 + number))
    with closing(Nights({night.seed: night.words for night in nights}, progress, lang).play()) as played:
        for seed, ended in played:
            if sys.stderr.isatty():
                click.echo("\r\x1b[K", err=True, nl=False)  # the answer stands where the bar was
            if ended.answer is None:
                told = say_of_night("failed", lang, seed=seed, why=ended.said(lang))
                click.echo(f"{LEADING[lang]}{told}", err=True)
                failed.append(ended.code)
            else:
                say({"seed": seed, **ended.answer})
    if not failed:
        return 0
    click.echo(say_of_night("played", lang, count=jobs - len(failed), jobs=jobs), err=True)
    return failed[0] if failed[0] <= BadInput.exit_code else NotDone.exit_code


def _telling() -> Callable[[int], object]:
    """Says for `Nights` now and then how many rounds have been played."""
    waiting, said_s = 0, time.monotonic()

    def tell(rounds: int) -> None:
        nonlocal waiting, said_s
        waiting += rounds
        if time.monotonic() - said_s >= TOLD_EVERY_S:
            click.echo(json.dumps({"played": waiting}))
            waiting, said_s = 0, time.monotonic()

    return tell


def _played(wanted: Wanted, progress: Callable[[int], object]) -> dict[str, Any]:
    """One night from its beginning to its end."""
    try:
        night = simulated_night(
            rounds=wanted.rounds,
            seed=wanted.seed,
            profile=wanted.profile,
            tables=wanted.tables,
            faults=wanted.faults,
            journal=wanted.journal,
            book=wanted.book,
            play=wanted.play,
        )
    except ParMissing as error:
        raise BadInput(without("numba")) from error
    except NoStrategy as error:
        raise BadInput(at_place(wanted.profile, said_by(error))) from error
    except (BookMismatch, BookUnreachable, JournalError) as error:
        raise BadInput(error) from error
    except OSError as error:
        raise BadInput(at_place(error.filename or wanted.journal, error.strerror or str(error))) from error
    night.progress = progress
    try:
        return night.play()
    except (NightStuck, TableHalted) as error:
        again = " ".join(("tapis", *replace(wanted, journal=None).words))
        raise BadInput(Told(STOPPED, said=said_by(error), again=again)) from error
    finally:
        night.close()


def _say(result: dict[str, Any], as_json: bool, lang: str) -> None:
    if as_json:
        click.echo(json.dumps(result))
        return
    for key, value in result.items():
        if key == "frequencies":
            _print_frequencies(value, lang)
        elif isinstance(value, dict):
            click.echo(_headed(key, lang))
            for name, inner in value.items():
                click.echo(f"  {named(name, lang, key):<22} {_shown(name, inner)}")
        else:
            click.echo(f"{named(key, lang):<24} {_shown(key, value)}")


def _headed(key: str, lang: str) -> str:
    """The name of what follows in lines of its own."""
    return named(key, lang) + ("\u00a0:" if lang == "fr" else ":")


def _print_frequencies(frequencies: dict[str, dict[str, dict[str, Any]]], lang: str) -> None:
    """Observed against exact, and by how many standard deviations they differ."""
    heads = "".join(
        f"{named(head, lang):>{width}}"
        for head, width in (("of", 12), ("observed", 14), ("expected", 14), ("exact rate", 14), ("σ", 8))
    )
    click.echo(f"{_headed('frequencies', lang):<24}{heads}")
    for part, lines in frequencies.items():
        click.echo(f"  {_headed(part, lang)} {counted(part, lang)}")
        for name, line in lines.items():
            exact, sigma = line["exact_rate"], line["sigma"]
            click.echo(
                f"    {named(name, lang):<20}{_shown('', line['of']):>12}{_figure(line['observed'], 1):>14}"
                f"{_figure(line['expected'], 1):>14}{_figure(exact and exact['decimal'], 8):>14}"
                f"{'-' if sigma is None else decimal(sigma, 2, signed=True):>8}"
            )


def _figure(value: float | None, digits: int) -> str:
    if value is None:
        return "-"
    return _shown("", value) if isinstance(value, int) else decimal(value, digits)


def _shown(name: str, value: object) -> str:
    if not isinstance(value, int):
        return decimal(value) if isinstance(value, float) else str(value)
    return money(value) if name.endswith("_cents") else grouped(value)
