"""What a table may say to its witness: whatever it is, the witness lives, or ends loudly."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from controller.cli import main
from controller.journal.heads import Signer, key_fingerprint
from controller.journal.witness import WitnessRefused, WitnessStore, read_witnesses
from controller.journal.witness_refusals import refusals
from controller.witness import visits as witnessing
from controller.witness.table_line import LineDown, TableLine
from controller.witness.visits import Visits
from tests.shell.journal.journals import rows_of
from tests.shell.journal.witnessed import SIGNER, TABLE, sessions

OTHER = Signer(b"\2" * 32)
Answer = Callable[[bytes], bytes]


@contextmanager
def telling(folder: Path, answer: Answer) -> Iterator[Path]:
    """A run directory where somebody answers each question so."""
    path = folder / "witness.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(4)

        def serve() -> None:
            while True:
                try:
                    sock, _ = listener.accept()
                except OSError:
                    return
                with sock, sock.makefile("rb") as heard:
                    for line in heard:
                        try:
                            sock.sendall(answer(line))
                        except OSError:
                            break

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield folder
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def trusted(folder: Path) -> Path:
    store = folder / "heads.txt"
    WitnessStore(store).trust(TABLE, SIGNER.key)
    return store


def pulled(store: Path, run: Path, *words: str) -> Result:
    room = run / "room.toml"
    room.write_text(f'[[table]]\nname = "{TABLE}"\nsocket = "{run}/pit.sock"\n', encoding="utf-8")
    done = CliRunner().invoke(
        main, ["witness", "pull", str(store), "--room", str(room), "--lang", "en", *words]
    )
    assert isinstance(done.exception, (SystemExit, type(None))), done.exc_info
    return done


NO_MESSAGES = [
    b"[" * 100_000 + b"\n",
    b'{"sessions":' * 50_000 + b"\n",
    b'{"sessions":[[1,"\\ud800"]]}\n',
    b'{"sessions":' + b"9" * 10_000 + b"}\n",
    b'{"sessions":NaN}\n',
    b"\xff\xfe\n",
    b"null\n",
    b'{"sessions":1,"sessions":[]}\n',
]


@pytest.mark.parametrize("said", NO_MESSAGES, ids=range(len(NO_MESSAGES)))
def test_a_line_that_is_no_message_is_said_and_ends_nothing(said: bytes, tmp_path: Path) -> None:
    with telling(tmp_path, lambda _: said) as run:
        done = pulled(trusted(tmp_path), run)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert f"{TABLE}: the table does not answer (what it said is no message)" in done.stderr


@pytest.mark.parametrize(
    "told",
    [
        {"dropped": "\x1b[2J\u202e" + "x" * 9_000},
        {"unreadable": 7},
        {"sessions": [[10**30, ""]]},
        {"sessions": [[-1, ""]]},
        {"sessions": [[1_000_000, ""]]},
    ],
    ids=str,
)
def test_what_is_no_answer_is_one_plain_line(told: dict[str, object], tmp_path: Path) -> None:
    with telling(tmp_path, lambda _: json.dumps(told).encode() + b"\n") as run:
        done = pulled(trusted(tmp_path), run, "--journals", str(tmp_path / "kept"))
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.rstrip("\n").isprintable()
    assert len(done.stderr) < 700


def test_sessions_told_again_for_ever_do_not_hold_the_witness(tmp_path: Path) -> None:
    with telling(tmp_path, lambda _: b'{"sessions":[[1,""],[2,""]]}\n') as run:
        assert "told no sessions" in pulled(trusted(tmp_path), run).stderr


def test_whatever_is_said_instead_of_an_answer_a_visit_ends_as_visits_do(tmp_path: Path) -> None:
    """Real answers with something in them exchanged: refused, or the line is down, and nothing else."""
    (path,) = sessions(tmp_path, 1)
    rows = [list(row) for row in rows_of(path)]
    head = (path.with_name(path.name + ".heads")).read_text()
    dice = Random(11)
    odd = [None, True, -1, 10**40, 1.5, "", "\ud83d\ude00", "é" * 300, [], {}, [[]], "0" * 64, {"a": [1]}]

    def mutated(value: object) -> object:
        if isinstance(value, list) and value and dice.random() < 0.8:
            at = dice.randrange(len(value))
            return [*value[:at], mutated(value[at]), *value[at + 1 :]]
        if isinstance(value, dict) and dice.random() < 0.8:
            name = dice.choice(list(value))
            return {**value, name: mutated(value[name])}
        return dice.choice(odd)

    def answer(line: bytes) -> bytes:
        (what,) = json.loads(line)
        told: dict[str, object] = {"sessions": [[1, head.split("\n")[-2]]]}
        if what == "rows":
            told = {"rows": rows, "at": ""}
        elif what == "heads":
            told = {"heads": head}
        return json.dumps(mutated(told) if dice.random() < 0.5 else told).encode() + b"\n"

    ends, printable = set(), True
    with telling(tmp_path, answer) as run:
        for number in range(60):
            kept = tmp_path / f"kept-{number}"
            kept.mkdir()
            store = kept / "heads.txt"
            WitnessStore(store).trust(TABLE, SIGNER.key)
            visits = Visits(TABLE, WitnessStore(store), kept, lambda _: None, durable=False)
            try:
                with TableLine.to_socket(run / "witness.sock") as line:
                    ends.add(visits.visit(line))
            except LineDown as down:
                printable = printable and str(down).isprintable()
                ends.add("down")
            finally:
                visits.close()
            assert len(refusals(kept, TABLE)) <= 2
    assert printable
    assert {"down", False} <= ends


@pytest.mark.parametrize("every", [(), ("--every", "1")])
def test_a_witness_whose_visit_fails_as_none_should_ends_loudly(
    every: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One dead thread is one table without a witness: the whole of it ends, and is started again."""

    def bug(*_: object) -> None:
        raise KeyError("As")

    monkeypatch.setattr(witnessing, "_sessions", bug)
    with telling(tmp_path, lambda _: b'{"sessions":[]}\n') as run:
        done = pulled(trusted(tmp_path), run, *every)
    assert done.exit_code == 70
    assert done.stderr.startswith(f"{TABLE}: the witness itself failed: KeyError in ")
    assert (done.stderr.count("\n"), "As" in done.stderr) == (1, False)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (b'{"dropped":"this user may not ask"}\n', "this user may not ask"),
        (b'{"sessions":[[1,""]]}\n', "has signed nothing yet"),
        (b'{"sessions":[]}\n', "has signed nothing yet"),
        (b'{"sessions":7}\n', "has signed nothing yet"),
    ],
)
def test_a_table_that_tells_nothing_to_this_user_is_said_in_a_sentence(
    told: bytes, why: str, tmp_path: Path
) -> None:
    with telling(tmp_path, lambda _: told) as run:
        words = ("--from", str(run), "--lang", "en")
        done = CliRunner().invoke(main, ["witness", "pull", str(trusted(tmp_path)), *words])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert why in done.stderr
    assert "index" not in done.stderr


# --- keys ----------------------------------------------------------------------------------------


def trust(store: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["witness", "trust", str(store), "--lang", "en", *words], input=typed)


def test_the_key_of_a_table_cannot_speak_for_another(tmp_path: Path) -> None:
    store = trusted(tmp_path)
    refused = trust(store, "UTH-7", SIGNER.key.upper())
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert f"is that of {TABLE}" in refused.stderr
    store.write_text(store.read_text() + f"key UTH-7 {SIGNER.key}\n")
    for read in (WitnessStore, read_witnesses):
        with pytest.raises(WitnessRefused, match=f"line 2: the key .* is that of {TABLE}"):
            read(store)


def test_another_key_takes_two_persons_who_read_its_fingerprint(tmp_path: Path) -> None:
    store = trusted(tmp_path)
    before = store.read_text()
    two = ("--by", "A.Roy", "--with", "B.Lenoir")
    told = key_fingerprint(OTHER.key)
    for words, typed, why in (
        ((), "", "another takes two persons"),
        (("--by", "A.Roy"), "", "another takes two persons"),
        (("--by", "A.Roy", "--with", "A.Roy"), "", "another takes two persons"),
        (two, f"{told}\n{key_fingerprint(SIGNER.key)}\n", "B.Lenoir read another fingerprint"),
    ):
        done = trust(store, TABLE, OTHER.key, *words, typed=typed)
        assert done.exit_code == 1
        assert why in done.stderr
        assert store.read_text() == before
    done = trust(store, TABLE, OTHER.key, *two, typed=f"{told}\n{told.replace(' ', '').upper()}\n")
    assert (done.exit_code, told in done.stdout) == (0, True)
    line = store.read_text().splitlines()[-1].split(" ")
    assert (line[:3], line[4:]) == (["key", TABLE, OTHER.key], ["A.Roy", "B.Lenoir"])
    assert WitnessStore(store).keys[TABLE] == (SIGNER.key, OTHER.key)
    store.write_text(before + f"key {TABLE} {OTHER.key}\n")  # by somebody alone, with an editor
    with pytest.raises(WitnessRefused, match=r"line 2: .* another takes two persons"):
        WitnessStore(store)
