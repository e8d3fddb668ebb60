"""`tapis devices decode`: captures in, JSON Lines out, exit 0 whatever the bytes."""

from __future__ import annotations

import json
import os
import pty
import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from tests.patience import PATIENCE_S
from tests.shell.live_table import TAPIS, tapis, write_settings

CAPTURES = Path(__file__).parents[1] / "golden" / "captures"


def decode(*words: str, data: bytes = b"") -> list[dict[str, object]]:
    result = CliRunner().invoke(main, ["devices", "decode", *words], input=data)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("driver", "name", "cards"),
    [
        ("angel-eye", "angel_eye.bin", "As Kd 7h Tc Qs 2h Jd As"),
        ("bee-tek", "bee_tek.bin", "Th 4s Td Ah 3h Td Qc Kc 5c Jd"),
        ("open", "open_shoe.bin", "As Kd 7h 2s"),
    ],
)
def test_a_capture_is_decoded_from_a_file_and_from_the_standard_input(driver, name, cards):
    path = CAPTURES / name
    lines = decode(driver, str(path), "--json")
    assert " ".join(str(one["card"]) for one in lines if one["kind"] == "card") == cards
    assert decode(driver, data=path.read_bytes()) == lines
    assert decode(driver, "-", "--json", data=path.read_bytes()) == lines


@pytest.mark.parametrize("driver", ["angel-eye", "bee-tek", "open"])
def test_the_exit_is_zero_whatever_the_bytes(driver):
    noise = random.Random(5).randbytes(200_000)
    assert {one["kind"] for one in decode(driver, data=noise)} == {"damaged"}
    assert decode(driver) == []


def test_a_decoder_without_end_of_input_tells_what_it_has_heard():
    words = [sys.executable, "-m", "controller.cli", "devices", "decode", "bee-tek"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(b"[Game]<Card:4S>\r\n[Ga")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"kind": "card", "card": "4s"}
        process.stdin.close()
        assert json.loads(process.stdout.readline()) == {"kind": "damaged", "bytes": 3}
    assert process.returncode == 0


@pytest.mark.parametrize("words", [("telegraph", "-"), ("open", "/nowhere"), ("open", "/")])
def test_an_unknown_driver_and_an_unreadable_file_are_named(words):
    result = CliRunner().invoke(main, ["devices", "decode", *words])
    assert result.exit_code == 2
    assert (words[0] if words[0] == "telegraph" else words[1]) in result.stderr


def test_settings_named_before_the_command_count_for_it(tmp_path):
    missing = tmp_path / "no-such.toml"
    result = CliRunner().invoke(main, ["devices", "--settings", str(missing), "test", "shoe"])
    assert result.exit_code == 2
    assert "no-such.toml" in result.stderr


@pytest.mark.long
def test_who_records_at_a_terminal_is_told_what_is_waited_for(tmp_path: Path) -> None:
    """A minute once passed without a word; a pipe is told nothing."""
    settings = write_settings(tmp_path)
    words = ("devices", "record", "shoe", str(tmp_path / "evening.recording"), "--seconds", "1")
    ours, theirs = pty.openpty()
    try:
        subprocess.run(
            [*TAPIS, *words, "--settings", str(settings)], stderr=theirs, timeout=PATIENCE_S, check=False
        )
        said = os.read(ours, 10_000).decode("utf-8")
    finally:
        os.close(ours)
        os.close(theirs)
    wait = "shoe\u00a0: ce qui passe sa ligne est gardé pendant 1 s\u202f; s’en servir maintenant"
    assert said.startswith(wait), said
    assert wait not in tapis(*words, "--settings", str(settings)).stderr
