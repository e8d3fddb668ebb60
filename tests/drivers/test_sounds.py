"""The table's sounds by the audio of its machine: real child processes, each with its end."""

from __future__ import annotations

import os
import shutil
import sys
import time
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.game.inputs import Machine, TroubleObserved
from controller.game.requests import LockShoe, SetBuzzer, Sound
from drivers.sounds.patterns import BEAT_MS, PULSES
from drivers.sounds.players import KILLED_MAX, RATE_HZ, ChildPlayer, lasts_ms, program, write
from drivers.sounds.speaker import AGAIN_MS, NO_PLAYER, NOT_PLAYED, SLACK_MS, Speaker
from tests.patience import PATIENCE_S


class Heard:
    """A player that remembers what it was asked, and ends when it is told."""

    def __init__(self, there: bool = True) -> None:
        self.there = there
        self.ends: bool | None = True
        self.bursts: list[Sound] = []
        self.hushed = 0
        self.closed = False

    def open(self) -> bool:
        return self.there

    def play(self, sound: Sound) -> None:
        self.bursts.append(sound)

    def ended(self) -> bool | None:
        return self.ends

    def hush(self) -> None:
        self.hushed += 1

    def close(self) -> None:
        self.closed = True


class Room:
    """A speaker in virtual time; `at` are the instants of its bursts, in milliseconds since the start."""

    def __init__(self, player: Heard) -> None:
        self.player, self.speaker, self.now_ms = player, Speaker(player), 1_000_000
        self.at: list[tuple[int, Sound]] = []
        self.troubles: list[tuple[str, bool]] = []
        self.speaker.start(lambda item: None)

    def run(self, for_ms: int) -> None:
        end_ms = self.now_ms + for_ms
        while True:
            due_ms = self.speaker.due_ms
            if due_ms is None or due_ms > end_ms:
                break
            self.now_ms = max(self.now_ms, due_ms)
            count = len(self.player.bursts)
            for seen in self.speaker.tick(self.now_ms):
                assert isinstance(seen, TroubleObserved)
                assert seen.machine is Machine.LINK
                self.troubles.append((seen.code, seen.active))
            self.at += [(self.now_ms - 1_000_000, sound) for sound in self.player.bursts[count:]]
        self.now_ms = end_ms

    def ask(self, sound: Sound) -> None:
        self.speaker.ask(SetBuzzer(sound), self.now_ms)
        self.speaker.ask(SetBuzzer(sound), self.now_ms)
        self.speaker.ask(LockShoe(True), self.now_ms)


@pytest.fixture
def room() -> Room:
    return Room(Heard())


def test_each_alarm_begins_at_once_and_comes_again_as_often_as_it_should(room: Room) -> None:
    room.ask(Sound.CRITICAL)
    room.run(11_000)
    room.ask(Sound.HIGH)
    room.run(61_000)
    room.ask(Sound.SILENT)
    room.run(120_000)
    starts = [(0, Sound.CRITICAL), (5_000, Sound.CRITICAL), (10_000, Sound.CRITICAL)]
    starts += [(11_000, Sound.HIGH), (41_000, Sound.HIGH), (71_000, Sound.HIGH)]
    assert room.at == starts
    assert room.speaker.due_ms is None, "silent, it wants nothing"


@pytest.mark.parametrize("sound", [Sound.TICK, Sound.CHIME])
def test_a_tick_and_a_chime_are_heard_once(room: Room, sound: Sound) -> None:
    room.ask(sound)
    room.run(600_000)
    assert room.at == [(0, sound)]


def test_what_is_seen_falls_silent_in_the_middle_of_its_burst(room: Room) -> None:
    room.player.ends = None
    room.ask(Sound.CRITICAL)
    room.run(300)
    before = room.player.hushed
    room.ask(Sound.SILENT)
    assert room.player.hushed == before + 1


def test_a_burst_that_hangs_is_cut_off_and_told_until_one_is_heard(room: Room) -> None:
    room.player.ends = None
    room.ask(Sound.HIGH)
    before = room.player.hushed
    room.run(lasts_ms(Sound.HIGH) + SLACK_MS + 500)
    assert room.troubles == [(NOT_PLAYED, True)]
    assert room.player.hushed == before + 1
    room.player.ends = True
    room.run(60_000)
    assert room.troubles == [(NOT_PLAYED, True), (NOT_PLAYED, False)]


def test_a_machine_without_a_player_says_so_once_and_is_looked_at_again() -> None:
    room = Room(Heard(there=False))
    room.ask(Sound.CRITICAL)
    room.run(AGAIN_MS - 1)
    assert room.troubles == [(NO_PLAYER, True)]
    assert room.player.bursts == []
    room.player.there = True
    room.run(AGAIN_MS)
    assert room.troubles == [(NO_PLAYER, True), (NO_PLAYER, False)]
    assert room.player.bursts, "an alarm that still calls is heard from now on"
    room.speaker.stop()
    assert room.player.closed


@pytest.mark.parametrize("sound", [sound for sound in Sound if sound is not Sound.SILENT])
def test_a_burst_is_a_wave_of_its_own_pulses(tmp_path: Path, sound: Sound) -> None:
    write(sound, tmp_path / "burst.wav")
    with wave.open(str(tmp_path / "burst.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE_HZ)
        frames = memoryview(file.readframes(file.getnframes())).cast("h")
    beat = RATE_HZ * BEAT_MS // 1_000
    loud = [max(map(abs, frames[at : at + beat])) > 8_000 for at in range(0, len(frames), beat)]
    pulses = PULSES[sound][0]
    assert loud == [bool(pulses >> at & 1) for at in range(pulses.bit_length())]
    assert lasts_ms(sound) <= 2_000


def script(folder: Path, words: str) -> tuple[str, ...]:
    """A program of the machine's audio that does this."""
    path = folder / "plays"
    path.write_text(f"#!{sys.executable}\nimport os, sys, time\n{words}\n", encoding="utf-8")
    path.chmod(0o755)
    return (str(path),)


@pytest.fixture
def note(tmp_path: Path) -> Path:
    return tmp_path / "note"


@pytest.fixture
def slow(tmp_path: Path, note: Path) -> Iterator[ChildPlayer]:
    """It writes who it is and which file it plays, and never ends by itself."""
    said = f"open({str(note)!r}, 'w').write(str(os.getpid()) + ' ' + sys.argv[-1])\ntime.sleep(600)"
    made = ChildPlayer(lambda: script(tmp_path, said))
    assert made.open()
    yield made
    made.close()


def until(done: object) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not done():  # type: ignore[operator]
        assert time.monotonic() < end_s
        time.sleep(0.01)


def gone(pid: int) -> bool:
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return True
    return not Path(f"/proc/{pid}").exists()


def test_a_child_plays_the_file_of_the_sound_and_is_killed_when_it_must_be_silent(
    slow: ChildPlayer, note: Path
) -> None:
    slow.play(Sound.HIGH)
    until(lambda: note.exists() and note.read_text(encoding="utf-8"))
    pid, file = note.read_text(encoding="utf-8").split()
    assert Path(file).name == "high.wav"
    assert slow.ended() is None
    slow.hush()
    until(lambda: gone(int(pid)))
    slow.close()
    assert not Path(file).exists(), "nothing is left behind"


def test_a_child_that_fails_is_no_sound(tmp_path: Path) -> None:
    player = ChildPlayer(lambda: script(tmp_path, "sys.exit(1)"))
    assert player.open()
    player.play(Sound.TICK)
    until(lambda: player.ended() is not None)
    assert player.ended() is False
    player.close()


def test_without_a_program_nothing_is_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program() == ()
    assert not ChildPlayer().open()
    (tmp_path / "aplay").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "aplay").chmod(0o755)
    assert program() == (str(tmp_path / "aplay"), "-q")


def test_a_burst_whose_file_was_tidied_away_is_written_again(slow: ChildPlayer, note: Path) -> None:
    """Temporary files of some days are removed, and an alarm may be the first since."""
    slow.play(Sound.HIGH)
    until(lambda: note.exists() and note.read_text(encoding="utf-8"))
    shutil.rmtree(Path(note.read_text(encoding="utf-8").split()[1]).parent)
    note.unlink()
    slow.play(Sound.HIGH)
    until(lambda: note.exists() and note.read_text(encoding="utf-8"))
    with wave.open(note.read_text(encoding="utf-8").split()[1]) as file:
        assert file.getnframes() > 0
    slow.hush()
    until(lambda: not slow._killed or slow.hush())


class Stuck:
    """A child that hangs in the kernel: even killed it is there."""

    def __init__(self) -> None:
        self.code: int | None = None

    def poll(self) -> int | None:
        return self.code


def test_no_more_children_are_made_than_the_kernel_holds_back(tmp_path: Path) -> None:
    """A device of sound that hangs would take one process more with each burst of an alarm."""
    player = ChildPlayer(lambda: script(tmp_path, "sys.exit(0)"))
    assert player.open()
    stuck = [Stuck() for _ in range(KILLED_MAX)]
    player._killed = list(stuck)  # type: ignore[arg-type]  # as a child is looked at
    player.play(Sound.TICK)
    assert player.ended() is False
    stuck[0].code = -9
    player.play(Sound.TICK)
    until(lambda: player.ended() is not None)
    assert player.ended() is True
    player.close()
