"""`tapis devices sound` and what `tapis doctor` says of it: each signal once, or why none is heard."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.boot import sounds_tried
from controller.boot.devices import NoDevice
from controller.boot.sounds import sound_fault
from controller.game.requests import Sound
from controller.settings.table import load_table
from tests.drivers.test_sounds import Heard
from tests.shell.live_table import write_settings


def settings_with(tmp_path: Path, words: str) -> Path:
    path = write_settings(tmp_path)
    path.write_text(f"{path.read_text(encoding='utf-8')}\n[sound]\n{words}\n", encoding="utf-8")
    return path


def test_each_signal_is_sounded_once_in_its_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sounds_tried, "TEST_MS", dict.fromkeys(sounds_tried.TEST_MS, 30))
    player = Heard()
    settings = load_table(settings_with(tmp_path, 'output = "audio"'))
    told = [said["sound"] for said in sounds_tried.sounds_tried(settings, player=player)]
    assert told == ["tick", "high", "critical", "chime"]
    assert player.bursts == [Sound(word) for word in told]
    assert player.closed


def test_a_player_that_fails_is_told_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sounds_tried, "TEST_MS", dict.fromkeys(sounds_tried.TEST_MS, 30))
    settings = load_table(settings_with(tmp_path, 'output = "audio"'))
    with pytest.raises(NoDevice, match="look at the loudspeaker"):
        list(sounds_tried.sounds_tried(settings, player=Heard(there=False)))


@pytest.mark.parametrize(
    ("output", "why"), [("buzzer", "no buzzer is wired"), ("none", "switched off"), ("audio", "no program")]
)
def test_a_table_of_which_nothing_is_heard_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str, why: str
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    settings = load_table(settings_with(tmp_path, f'output = "{output}"'))
    assert sound_fault(settings).startswith(why)
    with pytest.raises(NoDevice, match=why):
        list(sounds_tried.sounds_tried(settings))
