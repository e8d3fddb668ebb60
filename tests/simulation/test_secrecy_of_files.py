"""No file, log, view, message or traceback holds a card before it is revealed; a folded hand never.

Two characters occur by chance anywhere, so here every card has a name that occurs nowhere else, and a new
one for every deal. Whatever the table leaves behind is searched for such names after every step.
"""

from __future__ import annotations

import base64
import json
import logging
import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.boot.frames import frame_log_of
from controller.boot.simulated import SimulatedNight, simulated_night
from controller.game import cards, views
from controller.game import events as e
from controller.game.cards import DECK, Card
from controller.game.events import Event
from controller.game.felt import burn
from controller.game.inputs import Intent, Observation
from controller.game.refusals import Refusal
from controller.game.state import TableState
from controller.journal.reading import CODEC
from controller.journal.seal import Sealer, commitment_of
from controller.journal.verify import verify
from controller.ports import Driver
from controller.settings.rules import config_path
from controller.table.frame_log import read_frames
from controller.table.halted import TableHalted
from drivers.sim.decks import royal, unqualified
from tests.long import long

NAME = "Zq7r"
"""What the name of every card begins with here."""
NAMED = re.compile(rb"Zq7r(\d{4}[2-9TJQKA][cdhs])")
IN_HEX = NAME.encode().hex()
IN_BASE64 = [
    base64.b64encode(b" " * pad + NAME.encode()).decode()[(0, 2, 3)[pad] :][: (5, 4, 4)[pad]]
    for pad in range(3)
]
CARD_LINE = re.compile(r"01 20 [0-9A-F]{4} [0-9A-F]{4} [0-9A-F]{8} ·· [0-9A-F]{2} ········")
"""What the frame log may show of a card drawn: header and count, neither card nor check."""
ELSEWISE = [text.encode() for text in (IN_HEX, IN_HEX.upper(), *IN_BASE64)]
"""The beginning of a name in hex and in base64, there at its three alignments without the characters that
its neighbours change: it stands nowhere, revealed or not."""


def named_cards() -> Iterator[Callable[[int], None]]:
    """Gives every card the name of this deal; the cards get their own names back in the end."""
    texts, known = [card.text for card in DECK], dict(cards._BY_TEXT)

    def rename(deal: int) -> None:
        for card, text in zip(DECK, texts, strict=True):
            name = f"{NAME}{deal:04d}{text}"
            object.__setattr__(card, "text", name)
            cards._BY_TEXT[name] = card

    try:
        yield rename
    finally:
        for card, text in zip(DECK, texts, strict=True):
            object.__setattr__(card, "text", text)
        cards._BY_TEXT.clear()
        cards._BY_TEXT.update(known)


rename = pytest.fixture(named_cards, name="rename")


class Torn(Exception):
    """What a test throws into a step."""


class Watch:
    """Looks at all that one table leaves behind, after everything that is given to it.

    Attributes:
        revealed: names of the cards turned up so far, by the journal.
        dealt: names of the cards that lay face down so far.
        tear: the journal fails under the first step with such an event.
        found: names that stood in a file at least once.
    """

    def __init__(self, night: SimulatedNight, folder: Path, rename: Callable[[int], None]) -> None:
        self.folder = folder
        self.table = night.night.tables[0].table
        self.revealed: set[str] = set()
        self.dealt: set[str] = set()
        self.found: set[str] = set()
        self.tear: type[Event] | None = None
        self.looks = 0
        self._files: dict[Path, bytes] = {}
        self.frames = frame_log_of(folder / "UTH-1.journal", self.table.state, framed(night), 0)
        self._rename = rename
        self._deal: tuple[int, int] = (0, 0)
        self._take = self.table.take
        self._journal = self.table._journal
        self.table.take = self.take  # type: ignore[method-assign]
        self.table._journal = self
        rename(0)

    def append(self, events: Sequence[Event], at_ms: int) -> int:
        """The events are what their own texts say; what they turn up is revealed when they are written."""
        for event in events:
            if isinstance(event, self.tear or Torn) and len(self.dealt) > 3:
                raise Torn("the disk is gone")
            if isinstance(event, e.CardDealt | e.CardKeyed | e.CardProposed):
                self.dealt.add(event.card.turned_up().text[len(NAME) :])
                assert not names_in(f"{event} {event!r}".encode())
        seq = self._journal.append(events, at_ms)
        for event in events:
            if isinstance(event, e.CardsRevealed):
                self.revealed |= {row.card.text[len(NAME) :] for row in event.cards}
        return seq

    def take(self, given: Intent | Observation) -> Refusal | None:
        """What was given has had its effect, and nothing that it left behind names a sealed card."""
        before = self.table.state
        refusal = self._take(given)
        if self.table.state is not before:
            self.look(self.table.state)
        played = self.table.state.round
        if played is not None and (played.number, played.attempt) != self._deal:
            self._deal = (played.number, played.attempt)
            self._rename(self.looks)
        return refusal

    def look(self, state: TableState) -> None:
        """Nothing that is there now names a card that was not revealed."""
        self.looks += 1
        self.frames._write()
        for file in self.folder.rglob("*"):
            if file.is_file() and (data := file.read_bytes()) != self._files.get(file):
                self.found |= self._allowed(data, file.name)  # what was allowed before stays so
                self._files[file] = data
        shown = {card.text[len(NAME) :] for card in state.round.shown.values()} if state.round else set()
        assert shown <= self.revealed
        for view in (views.console, views.pit, views.display):
            told = self._allowed(json.dumps(view(state), default=str).encode(), view.__name__)
            assert told <= shown, view.__name__
        assert self._allowed(repr(state).encode(), "repr of the state") <= shown

    def _allowed(self, data: bytes, where: str) -> set[str]:
        found = names_in(data)
        assert found <= self.revealed, f"{where} names {sorted(found - self.revealed)}"
        return found


def framed(night: SimulatedNight) -> Sequence[Driver]:
    """The drivers of the one table, whose frames are logged beside its journal."""
    (table,) = night.night.tables
    return table.pump._drivers


def names_in(data: bytes) -> set[str]:
    """The cards that are named in it."""
    hidden = [writing for writing in ELSEWISE if writing in data]
    assert not hidden, f"a name in another writing: {hidden}"
    return {name.decode() for name in NAMED.findall(data)}


@contextmanager
def watched(
    folder: Path, rename: Callable[[int], None], **how: Any
) -> Iterator[tuple[SimulatedNight, Watch]]:
    """A night with its files, the frames of its machines among them, under watch; closed in the end."""
    book = str(folder / "jackpot.book")
    night = simulated_night(journal=folder / "journals", book=book, direct=False, **how)
    try:
        yield night, Watch(night, folder, rename)
    finally:
        night.close()


def play(folder: Path, rename: Callable[[int], None], **how: Any) -> Watch:
    """A night with its files in the folder, watched from beginning to end."""
    with watched(folder, rename, stacked=(unqualified, royal), **how) as (night, watch):
        night.play()
    watch.look(watch.table.state)
    return watch


@pytest.mark.parametrize(("faults", "seed"), [long("none", 1), ("hard", 8), long("hard", 23)])
def test_no_file_view_log_or_text_names_a_card_before_its_reveal(
    faults: str,
    seed: int,
    rename: Callable[[int], None],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    watch = play(tmp_path, rename, rounds=5, seed=seed, faults=faults)
    out, err = capfd.readouterr()
    assert not names_in(f"{out}{err}{caplog.text}".encode())
    assert watch.looks > 180
    assert watch.found == watch.revealed  # every card that was revealed was found: the search works
    assert len(watch.revealed) > 40
    drawn = [one for one in read_frames(tmp_path / "UTH-1.journal.frames") if one.word == "card_drawn"]
    assert len(drawn) > 40
    assert all(CARD_LINE.fullmatch(one.text) for one in drawn), "a line of the frame log shows a card's byte"
    assert verify(tmp_path / "journals").ok


def test_a_hand_given_up_with_nothing_alive_is_in_no_file_for_ever(
    rename: Callable[[int], None], tmp_path: Path
) -> None:
    """A house where Trips and JP1 end with a fold: no folded hand is ever turned up."""
    rules = config_path("rules/fr-55-20-2021.toml").read_text(encoding="utf-8")
    for option in ("trips_after_fold", "jp1_after_fold"):
        assert rules.count(f"{option} = true") == 1
        rules = rules.replace(f"{option} = true", f"{option} = false")
    (tmp_path / "house.toml").write_text(rules, encoding="utf-8")
    profile = str(tmp_path / "house.toml")
    watch = play(tmp_path / "night", rename, rounds=6, seed=5, profile=profile)
    given_up = watch.dealt - watch.revealed
    assert len(given_up) >= 2
    left = b"".join(file.read_bytes() for file in (tmp_path / "night").rglob("*") if file.is_file())
    assert not given_up & names_in(left)
    assert watch.revealed == names_in(left)


def test_the_search_would_find_a_journal_that_does_not_seal(
    rename: Callable[[int], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_clear(self: Sealer, round_: int, attempt: int, place: object, card: Card) -> tuple[str, str]:
        return card.text, commitment_of("00", card.text)

    monkeypatch.setattr(Sealer, "seal_card", in_clear)
    with pytest.raises(AssertionError, match="names \\['"):
        play(tmp_path, rename, rounds=1, seed=7)


@pytest.mark.parametrize("write", ["hex", "base64"])
def test_the_search_would_find_a_card_in_another_writing(
    write: str, rename: Callable[[int], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writings: dict[str, Callable[[bytes], str]] = {
        "hex": lambda text: text.hex(),
        "base64": lambda text: base64.b64encode(text).decode(),
    }

    def written(self: Sealer, round_: int, attempt: int, place: object, card: Card) -> tuple[str, str]:
        return writings[write](card.text.encode()), commitment_of("00", card.text)

    monkeypatch.setattr(Sealer, "seal_card", written)
    with pytest.raises(AssertionError, match="in another writing"):
        play(tmp_path, rename, rounds=1, seed=7)


@pytest.mark.parametrize("kind", [e.CardDealt, e.CardsRevealed, e.ShowdownOpened, e.SeatSettled])
def test_a_step_that_fails_names_no_card_in_its_traceback(
    kind: type[Event], rename: Callable[[int], None], tmp_path: Path
) -> None:
    """The journal fails under the step, after some cards lie face down; the table halts."""
    with watched(tmp_path, rename, rounds=2, seed=7) as (night, watch):
        watch.tear = kind
        with pytest.raises(TableHalted) as halted:
            night.play()
    error = halted.value
    assert watch.table.halted == "Torn: the disk is gone" == str(error)
    told = "".join(traceback.format_exception(error)) + repr(watch.table.state)
    assert "_step" in told
    assert names_in(told.encode()) <= watch.revealed
    if kind is e.CardDealt:
        # A handler that prints the variables of the table's frames finds the card masked too.
        frames = traceback.TracebackException.from_exception(error, capture_locals=True).stack
        variables = str(
            [frame.locals for frame in frames if frame.filename.endswith("controller/table/table.py")]
        )
        assert "FaceDown(••)" in variables
        assert not names_in(variables.encode())
    with pytest.raises(TableHalted, match="the disk is gone"):
        watch.table.take(Observation())


def test_an_invariant_that_breaks_on_cards_names_none(rename: Callable[[int], None], tmp_path: Path) -> None:
    """More cards than places are a bug of ours; the message that stops the table names none of them."""
    with watched(tmp_path, rename, rounds=1, seed=7) as (night, watch):

        def too_many(given: Intent | Observation) -> Refusal | None:
            played = watch.table.state.round
            if played is not None and played.drawn == 2:
                first = played.cards[played.order[0]]
                assert first is not None
                for slot in range(len(played.order)):
                    watch.table._step([e.CardDealt(played.number, played.attempt, burn(slot), first)])
            return watch.take(given)

        watch.table.take = too_many  # type: ignore[method-assign]
        with pytest.raises(TableHalted, match="I3: more cards than places") as halted:
            night.play()
    assert not names_in("".join(traceback.format_exception(halted.value)).encode())


def test_every_event_with_a_card_face_down_is_one_that_the_journal_seals() -> None:
    """A new event with a card in it cannot be forgotten: its field is sealed or listed as revealed."""
    with_cards = {name for name, kind in e.EVENTS.items() if "FaceDown" in str(kind.__annotations__.values())}
    assert with_cards == set(CODEC.sealing) == {"CardDealt", "CardProposed", "CardKeyed"}
    assert set(CODEC.revealing) == {"CardsRevealed"}
