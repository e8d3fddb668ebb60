"""No sink of the table names a card before its reveal: journal, heads, views, words, sockets, commands."""

from __future__ import annotations

import json
import queue
import socket
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.boot.floor import VIEWS
from controller.cli import main
from controller.game import views
from controller.game.state import TableState
from controller.journal.one_round import one_round
from controller.journal.seal import Sealer
from controller.screens import wire
from controller.screens.server import Screens
from controller.screens.unix_socket import Doors
from controller.table.pump import Call
from controller.witness.desk import WitnessDesk
from controller.witness.table_line import TableLine
from tests.long import long
from tests.patience import PATIENCE_S
from tests.shell.journal.journals import rows_of
from tests.simulation.barrier import NAME, play_behind_it
from tests.simulation.test_secrecy_of_files import names_in, rename, watched

__all__ = ["rename"]

ROUNDS = 12
Rename = Callable[[int], None]


@pytest.mark.parametrize(("faults", "seed"), [long("some", 16), ("hard", 17)])
def test_no_row_head_view_word_or_accessible_name_tells_a_card(
    faults: str, seed: int, rename: Rename, tmp_path: Path
) -> None:
    """The command `python -m tests.simulation.barrier 5000` plays the same for as long as one likes."""
    barrier = play_behind_it(tmp_path, rename, rounds=ROUNDS, seed=seed, faults=faults)
    assert barrier.looks > 30 * ROUNDS
    assert len(barrier.revealed) > 7 * ROUNDS
    assert barrier.found == barrier.revealed


def test_the_barrier_would_find_a_view_that_tells(
    rename: Rename, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = views.pit

    def telling(state: TableState) -> dict[str, Any]:
        cards = state.round.cards.values() if state.round is not None else ()
        return {**honest(state), "cards": [card.turned_up().text for card in cards if card is not None]}

    monkeypatch.setattr(views, "pit", telling)
    with pytest.raises(AssertionError, match="telling names"):
        play_behind_it(tmp_path, rename, rounds=1, seed=7)


def test_the_commands_on_a_journal_name_what_was_turned_up_and_nothing_else(
    rename: Rename, tmp_path: Path
) -> None:
    barrier = play_behind_it(tmp_path, rename, rounds=6, seed=18)
    path = tmp_path / "journals" / NAME
    for words in (
        ("verify", path, "--json"),
        ("show", path),
        ("export", path, "--csv"),
        ("export", path, "--json"),
        *(("replay", path, "--round", number) for number in range(1, 7)),
    ):
        result = CliRunner().invoke(main, ["journal", *map(str, words)])
        assert result.exit_code == 0, result.output
        assert names_in(result.output.encode()) <= barrier.revealed, words
    for number in range(1, 7):
        out = tmp_path / f"{number}.zip"
        words = ("evidence", path, "--round", number, "--simulated-seed", 18, "--out", out)
        assert CliRunner().invoke(main, ["journal", *map(str, words)]).exit_code == 0
        told = one_round(path, number)
        assert told is not None
        turned = [json.loads(row.body)["cards"] for row in told.rows if row.kind == "CardsRevealed"]
        shown = {card["card"][4:] for cards in turned for card in cards}
        with zipfile.ZipFile(out) as archive:
            for name in archive.namelist():
                assert names_in(archive.read(name)) <= shown, name


def test_what_runs_over_the_sockets_names_no_card_before_its_reveal(rename: Rename, tmp_path: Path) -> None:
    """All three screens listen during a deal, each to whole views and to differences; a witness is told the
    journal and its heads meanwhile."""
    with watched(tmp_path, rename, rounds=3, seed=7) as (night, watch):
        inbox: queue.Queue[Call] = queue.Queue()
        run = tmp_path / "run"
        run.mkdir()
        screens = Screens(Doors(run), VIEWS, night.night.timeline.clock)
        screens.open(inbox.put, watch.table.take)  # type: ignore[arg-type]
        desk = WitnessDesk(tmp_path / "journals", NAME.partition("-0")[0], Doors(run))
        desk.open()
        witness, told = TableLine.to_socket(run / wire.socket_name("witness")), bytearray()
        after = 0
        listening = [(role, how) for role in VIEWS for how in ("whole", "differences")]
        heard: dict[tuple[str, str], bytearray] = {one: bytearray() for one in listening}
        ends = {(role, how): connected(run, role, how) for role, how in listening}
        readers = [
            threading.Thread(target=listen, args=(ends[one], heard[one]), daemon=True) for one in listening
        ]
        for reader in readers:
            reader.start()
        watch.table._show = screens.show
        take = watch.table.take

        def taking(given: Any) -> Any:
            nonlocal after
            refusal = take(given)
            while not inbox.empty():
                inbox.get_nowait().run()
            if watch.looks % 20 == 0:
                for ask in ({"sessions": 1}, {"rows": [1, after]}, {"heads": [1, 0]}):
                    answer = witness.ask(ask)
                    told.extend(json.dumps(answer).encode())
                    after = answer["rows"][-1][0] if answer.get("rows") else after
            for role, data in (*heard.items(), (("witness", ""), told)):
                assert names_in(bytes(data)) <= watch.revealed, role
            return refusal

        watch.table.take = taking  # type: ignore[method-assign]
        try:
            night.play()
        finally:
            for end in ends.values():
                end.shutdown(socket.SHUT_RDWR)
            for reader in readers:
                reader.join(timeout=PATIENCE_S)
            witness.close()
            desk.close()
            screens.close()
            for end in ends.values():
                end.close()
    assert b"tapis/1/simulation" in told
    assert told.count(b"CardDealt") > 20
    for how in ("whole", "differences"):
        assert b"tapis/1" not in heard["pit", how]
        assert len(names_in(bytes(heard["dealer", how]))) > 5
        assert not names_in(bytes(heard["jackpot", how]))
        assert (b'{"since":' in heard["dealer", how]) == (how == "differences")
        assert turned(heard["dealer", how]) <= watch.revealed


def turned(heard: bytearray) -> set[str]:
    """The cards of every view that a screen showed which was sent this."""
    view, found = None, set()
    for line in bytes(heard).split(b"\n")[:-1]:
        message = json.loads(line)
        view = wire.view_after(view, message) if "since" in message else message.get("view", view)
        found |= names_in(json.dumps(view).encode())
    return found


def connected(run: Path, role: str, how: str) -> socket.socket:
    end = socket.socket(socket.AF_UNIX)
    end.connect(str(run / wire.socket_name(role)))
    if how == "differences":
        end.sendall(wire.DIFFERENCES_LINE)
    return end


def listen(end: socket.socket, heard: bytearray) -> None:
    while data := end.recv(1 << 16):
        heard += data


def test_only_the_recovery_path_opens_a_sealed_card() -> None:
    """By name, over the whole product: nothing else calls what opens a card."""
    root = Path(__file__).parents[2]
    callers = {
        path.relative_to(root).as_posix()
        for folder in ("controller", "drivers", "ui")
        for path in (root / folder).rglob("*.py")
        if ".open_card(" in path.read_text(encoding="utf-8")
    }
    assert callers == {"controller/journal/codec.py"}
    decoding = {
        path.relative_to(root).as_posix()
        for path in (root / "controller").rglob("*.py")
        if "decode(kind, body, self.sealer)" in path.read_text(encoding="utf-8")
    }
    assert decoding == {"controller/journal/writer.py"}
    assert hasattr(Sealer, "open_card")


def test_the_export_holds_every_row_as_it_is(rename: Rename, tmp_path: Path) -> None:
    play_behind_it(tmp_path, rename, rounds=2, seed=3)
    path = tmp_path / "journals" / NAME
    exported = json.loads(CliRunner().invoke(main, ["journal", "export", str(path), "--json"]).stdout)
    rows = rows_of(path)
    assert [{**row._asdict(), "body": json.loads(row.body)} for row in rows] == exported["entries"]
