"""The Bee-Tek shoe: its bracketed messages read from the line, and the driver that listens to it.

The shoe only talks, in ASCII: `[Game]<Card:4S>` and the like, letter case without meaning. Nothing guards
a message but its own form, so whatever departs from that form is damage and never a card. Source: facts of
public integrations, not the maker's manual.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from controller.game.cards import Card, FaceDown
from controller.game.inputs import HealthObserved, Observation
from controller.ports import Link
from drivers.lines import masks
from drivers.shoes.listening import ListeningShoe
from drivers.shoes.reports import CardNotRead, CardRead, Fault, Report, Status, StreamDecoder, heard

MODE_MAX: Final = 32
WORDS_MAX: Final = 96
"""The longest text between square and between angle brackets; a longer one is noise."""
MESSAGE_MAX: Final = MODE_MAX + WORDS_MAX + 8
DEALING_MODES: Final = frozenset({"game", "manual burn cards"})
ALARM_MODES: Final = DEALING_MODES | {"gamealarm"}

_GAP: Final = rb"[ \t]{0,4}"
_MODE: Final = rb"[^\]\[<>\r\n]{1,%d}" % MODE_MAX
_WORDS: Final = rb"[^\]\[<>\r\n]{1,%d}" % WORDS_MAX
_MESSAGE: Final = re.compile(rb"(?:\[(%s)\]%s)?<(%s)>" % (_MODE, _GAP, _WORDS))
_BEGUN: Final = re.compile(rb"(?:\[(?:%s)?|(?:\[%s\]%s)?(?:<(?:%s)?)?)\Z" % (_MODE, _MODE, _GAP, _WORDS))
_OPENING: Final = re.compile(rb"[\[<]")
_NOISE: Final = re.compile(rb"[^\[<\r\n]+")
_CARD: Final = re.compile(r"card:(?:(10|[2-9tjqka])([cdhs])|([cdhs])(10|[2-9tjqka]))", re.ASCII)
_ALARM: Final = re.compile(r"alarm:([a-z0-9]{1,8})(?![a-z0-9])", re.ASCII)
_WARNING: Final = re.compile(r"w0x([0-9a-f]{1,8})", re.ASCII)


def card_of(rank: str, suit: str) -> Card:
    """The card of a rank (`10` or `T` for the ten) and a suit, in any case of letters."""
    return Card.parse(("T" if rank == "10" else rank.upper()) + suit.lower())


def meaning(mode: str, words: str) -> Report | None:
    """What a message says, both texts in lower case; `mode` is empty without one. None: nothing known."""
    if (warning := _WARNING.fullmatch(words)) is not None and mode in ("", *ALARM_MODES):
        return Status(f"W0x{warning[1].upper()}")
    if mode in ALARM_MODES and (alarm := _ALARM.match(words)) is not None:
        return Fault(alarm[1].upper())
    if mode not in DEALING_MODES:
        return None
    if words == "game":
        return CardNotRead()
    card = _CARD.fullmatch(words)
    if card is None:
        return None
    return CardRead(FaceDown(card_of(card[1] or card[4], card[2] or card[3])))


def _seen(report: Report) -> str:
    """What anybody may see of a message (`drivers.lines.masks`): for every card the same."""
    match report:
        case CardRead():
            return masks.BEE_TEK_CARD
        case CardNotRead():
            return "<game>"
        case Fault(code):
            return f"<alarm:{code}>"
        case Status(name):
            return f"<{name}>"
    return masks.HIDDEN


class BeeTekDecoder(StreamDecoder):
    """Reports out of the bytes that the shoe sends (`reports.Decoder`).

    White space between messages means nothing. Noise is told as one `Damaged` a line, a bracket that is
    not known as one `Damaged` of its own.

    Attributes:
        frames: the count of what was found.
        reports: messages understood.
    """

    def __init__(self) -> None:
        super().__init__()
        self._blanks = 0  # blanks behind them, which count if more noise follows

    def _scan(self, buffer: bytes, said: list[Report], *, whole: bool) -> int:
        """Take the messages of the buffer; where the one begins that is not complete yet."""
        at, end = 0, len(buffer)
        while at < end:
            if (found := _MESSAGE.match(buffer, at)) is not None:
                self._take(found, said)
                at = found.end()
            elif _OPENING.match(buffer, at) is not None:
                if not whole and _BEGUN.match(buffer, at) is not None:
                    return at
                self._drop(buffer[at : at + 1])
                at += 1
            elif (noise := _NOISE.match(buffer, at)) is not None:
                self._drop(noise[0])
                at = noise.end()
            else:  # a line end
                self._tell_damage(said)
                at += 1
        return at

    def _take(self, found: re.Match[bytes], said: list[Report]) -> None:
        mode, words = (text.decode("latin-1").lower() for text in (found[1] or b"", found[2]))
        report = meaning(mode, words)
        if (
            report is not None or self._blanks
        ):  # noise that touches an unknown bracket is of one piece with it
            self._tell_damage(said)
        if report is not None:
            self.reports += 1
            said.append(heard(self.frames, report, partial(_seen, report)))
        else:
            self._drop(found[0])
            self._tell_damage(said)

    def _drop(self, noise: bytes) -> None:
        """Noise is counted without the blanks around it."""
        text = noise if self._run else noise.lstrip(b" \t")
        body = text.rstrip(b" \t")
        if body:
            size = self._blanks + len(body)
            self._run += size
            self.damaged_bytes += size
            self._blanks = 0
        self._blanks += len(text) - len(body)

    def _tell_damage(self, said: list[Report]) -> None:
        super()._tell_damage(said)
        self._blanks = 0


class BeeTek(ListeningShoe):
    """The driver of a Bee-Tek shoe. Nothing is ever sent to it; its lock, if any, is a key.

    Args:
        link: the carrier, 9600 baud.
    """

    model = "Bee-Tek"
    _clears_faults = False

    def __init__(self, link: Link) -> None:
        # Nothing is sent twice: any damage may have been a card.
        super().__init__(link, BeeTekDecoder(), noise_bytes=1, lost_bytes=1)

    def _hear_other(self, report: Report, now_ms: int, observations: list[Observation]) -> None:
        if isinstance(report, Status):
            observations.append(HealthObserved(self.machine, self.health, report.name))
