"""`tapis simulate`: whole nights on simulated machines and virtual time."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from controller.book.port import BookMismatch, BookUnreachable
from controller.boot.optimal_players import NoStrategy, ParMissing
from controller.boot.simulated import SimulatedNight, simulated_night
from controller.cli import BadInput
from controller.cli.options import faults_option
from controller.cli.par.command import without
from controller.journal import JournalError
from controller.odds.frequencies import COUNTED
from controller.simulation.simulated_night import NightStuck
from controller.table.halted import TableHalted


@click.command()
@click.option("--rounds", type=click.IntRange(1, 10_000_000), required=True, help="Rounds to play, in all.")
@click.option("--seed", type=click.IntRange(0), required=True, help="The same seed plays the same night.")
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
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the journals in this directory.",
)
@click.option("--book", help="The jackpot book: a path, or postgresql://...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def simulate(
    rounds: int,
    seed: int,
    profile: str,
    tables: int,
    faults: str,
    play: str,
    journal: Path | None,
    book: str | None,
    as_json: bool,
) -> None:
    """Play seeded nights through drivers, core, journal and book, and print what came of them.

    The night is also held against the exact chances: hands, side bet, JP1 and bank, each with σ, the
    difference from the expected in standard deviations. With --play optimal the main game too.

    \b
    tapis simulate --rounds 2000 --seed 7
    tapis simulate --rounds 2000 --seed 7 --faults some --tables 2 --journal nights/
    tapis simulate --rounds 5000 --seed 7 --profile live-uth --play optimal
    """
    try:
        night = simulated_night(
            rounds=rounds,
            seed=seed,
            profile=profile,
            tables=tables,
            faults=faults,
            journal=journal,
            book=book,
            play=play,
        )
    except ParMissing as error:
        raise BadInput(without("numba")) from error
    except NoStrategy as error:
        raise BadInput(f"{profile}: {error}") from error
    except (BookMismatch, BookUnreachable, JournalError) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{error.filename or journal}: {error.strerror or error}") from error
    with click.progressbar(
        length=rounds, label="Rounds", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        night.progress = bar.update
        try:
            result = night.play()
        except (NightStuck, TableHalted) as error:
            again = (
                f"tapis simulate --rounds {rounds} --seed {seed} --profile {profile}"
                f" --tables {tables} --faults {faults} --play {play}"
            )
            raise BadInput(f"the night stopped: {error}\n  play it again with: {again}") from error
        finally:
            night.close()
    if as_json:
        click.echo(json.dumps(result))
    else:
        _print(result, night)


def _print(result: dict[str, Any], night: SimulatedNight) -> None:
    for key, value in result.items():
        if key == "frequencies":
            _print_frequencies(value)
        elif isinstance(value, dict):
            click.echo(f"{key}:")
            for name, inner in value.items():
                click.echo(f"  {name:<22} {_shown(name, inner)}")
        else:
            click.echo(f"{key:<24} {_shown(key, value)}")


def _print_frequencies(frequencies: dict[str, dict[str, dict[str, Any]]]) -> None:
    """Observed against exact, and by how many standard deviations they differ."""
    heads = f"{'of':>12}{'observed':>14}{'expected':>14}{'exact rate':>14}{'σ':>8}"
    click.echo(f"{'frequencies:':<24}{heads}")
    for part, lines in frequencies.items():
        click.echo(f"  {part}: {COUNTED.get(part, COUNTED['side'])}")
        for name, line in lines.items():
            exact, sigma = line["exact_rate"], line["sigma"]
            click.echo(
                f"    {name:<20}{_shown('', line['of']):>12}{_figure(line['observed'], 1):>14}"
                f"{_figure(line['expected'], 1):>14}{_figure(exact and exact['decimal'], 8):>14}"
                f"{'-' if sigma is None else format(sigma, '+.2f'):>8}"
            )


def _figure(value: float | None, digits: int) -> str:
    if value is None:
        return "-"
    return _shown("", value) if isinstance(value, int) else f"{value:,.{digits}f}".replace(",", "\u202f")


def _shown(name: str, value: object) -> str:
    if isinstance(value, int) and name.endswith("_cents"):
        return f"{value // 100:,}.{value % 100:02d} €".replace(",", "\u202f")
    return f"{value:,}".replace(",", "\u202f") if isinstance(value, int) else str(value)
