"""An amount of the jackpot that the book would refuse is refused at the door, by every command alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.book.shares import Terms
from controller.cli import main
from controller.game.money import CENTS_MAX
from controller.settings.files import config_path
from controller.settings.jackpot import load_jackpot
from tests.shell.live_table import write_settings

EXAMPLE = config_path("jackpot.toml")
LINES = ("stake_cents = 500", "start_cents = 1_000_000", "# limit_cents = 20_000_000")
COMMANDS = {
    "run": ("run", "--check", "--settings", "{folder}/table.toml"),
    "simulate": ("simulate", "--rounds", "1", "--seed", "1"),
    "par": ("par", "fr-55-20-2021", "--lang", "en"),
    "par of a file": ("par", "fr-55-20-2021", "--lang", "en", "--jackpot-config", "{folder}/jackpot.toml"),
}


def configured(folder: Path, line: str, cents: int) -> tuple[Path, str]:
    """A configuration with this amount on this line; its file and the name of the key."""
    text = EXAMPLE.read_text(encoding="utf-8")
    assert text.count(line) == 1
    key = line.removeprefix("# ").partition(" ")[0]
    file = folder / "jackpot.toml"
    file.write_text(text.replace(line, f"{key} = {cents}"), encoding="utf-8")
    write_settings(folder)
    return file, key


def called(words: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    monkeypatch.setenv("TAPIS_CONFIG", str(folder))
    return CliRunner().invoke(main, [word.format(folder=folder) for word in words], catch_exceptions=False)


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("line", LINES)
def test_an_amount_above_the_limit_is_refused_by_file_key_and_value(
    words: tuple[str, ...], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, key = configured(tmp_path, line, CENTS_MAX + 1)
    done = called(words, tmp_path, monkeypatch)
    assert (done.exit_code, done.stdout) == (2, "")
    said = f"{file}: {key} = {CENTS_MAX + 1}: must be less than or equal to {CENTS_MAX}\n"
    assert done.stderr.removeprefix("Error: ").removeprefix("Erreur\u00a0: ") == said


@pytest.mark.parametrize("line", LINES)
def test_the_greatest_amount_of_the_file_is_one_that_the_book_takes(line: str, tmp_path: Path) -> None:
    file, key = configured(tmp_path, line, CENTS_MAX)
    assert getattr(Terms.of(load_jackpot(file)), key) == CENTS_MAX
