"""Events to canonical text and back: what the journal stores and hashes.

A `FaceDown` field never appears in clear: it becomes `{"sealed": ..., "commitment": ...}` through the
session's `Sealer`. An event that turns cards up is written with `"opens"`, the key of each card's place,
so that whoever reads the journal can check every revealed card against its commitment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import lru_cache
from operator import call
from typing import Any, Final, get_args, get_origin, get_type_hints

from controller.game.cards import MASKED, Card, FaceDown
from controller.game.felt import Place
from controller.journal.field_codec import (
    Read,
    Unknown,
    Unreadable,
    Write,
    check_names,
    fields_of,
    getter_of,
    left_out_of,
    needed_of,
    object_of,
    parse_body,
    reader_of,
    refuse_empty,
    writer_of,
)
from controller.journal.seal import Sealer

BODY_MAX: Final = 65_536
"""The longest body, in characters; the longest of an ordinary round, the settlement of a seat, has 700."""
AGAIN_MAX: Final = 1_024
"""So many texts are remembered with what they say."""


class Unwritable(TypeError):
    """The event cannot be written: a field is not what its annotation says. A bug; the table stops."""


class Codec:
    """Writes and reads the events of a registry, a class by its name.

    Attributes:
        kinds: every name known.
        sealing: the kinds with a card face down, and the name of its field.
        revealing: the kinds that turn cards up, and the name of the field that lists them.

    Raises:
        TypeError: an annotation that cannot be written, or cards without their `round` and `attempt`.
    """

    def __init__(self, registry: Mapping[str, type]) -> None:
        shapes = {name: _shape_of(kind) for name, kind in registry.items()}
        self._shapes = shapes
        self._names = {kind: name for name, kind in registry.items()}
        self.kinds = frozenset(registry)
        self.sealing = {name: one.cards for name, one in shapes.items() if isinstance(one, _Sealing)}
        self.revealing = {name: one.cards for name, one in shapes.items() if isinstance(one, _Revealing)}
        self._recurring = frozenset(name for name, one in shapes.items() if one.recurs)
        self._read_again = lru_cache(AGAIN_MAX)(self._read_recurring)

    def encode(self, event: object, sealer: Sealer | None = None) -> tuple[str, str]:
        """The kind and the body of the event. Without a card in it, no sealer is needed.

        Raises:
            Unwritable: the event is of no known class, a field is of another type than annotated, or
                the body would be longer than `BODY_MAX`.
        """
        name = self._names.get(type(event))
        if name is None:
            raise Unwritable(f"{type(event).__name__} is no event of the journal")
        body = self._shapes[name].write(event, sealer)
        if len(body) > BODY_MAX:
            raise Unwritable(f"{name} takes {len(body)} characters; at most {BODY_MAX} are allowed")
        return name, body

    def decode(self, kind: str, body: str, sealer: Sealer | None = None) -> Any:
        """The event that was written so. A field added since with a default takes the default.

        Raises:
            Unknown: an unknown kind, or a name in the body that this program does not know.
            Unreadable: a body that this codec does not write.
            SealBroken: a sealed card does not open under these keys.
        """
        if kind in self._recurring:
            return self._read_again(kind, body)
        return self._shape(kind, body).read(body, sealer)

    def decode_masked(self, kind: str, body: str) -> Any:
        """The event for a reader without keys: a card face down is `MASKED`, all else as `decode` has it.

        Raises:
            Unknown, Unreadable: as `decode`.
        """
        if kind in self._recurring:
            return self._read_again(kind, body)
        return self._shape(kind, body).read_masked(body)

    def _read_recurring(self, kind: str, body: str) -> Any:
        """An event that is of no one round, and has no card in it, is spelled the same again and again."""
        return self._shape(kind, body).read(body, None)

    def _shape(self, kind: str, body: str) -> _Shape:
        shape = self._shapes.get(kind)
        if shape is None:
            raise Unknown(f"unknown kind {kind[:80]!r}")
        if len(body) > BODY_MAX:
            raise Unreadable(f"a body of {len(body)} characters; at most {BODY_MAX} are allowed")
        return shape


class _Shape:
    """An event class without cards in it, compiled.

    Attributes:
        recurs: it does not say of which round it is.
    """

    def __init__(self, kind: type, writers: Mapping[str, Write], readers: Mapping[str, Read]) -> None:
        self.kind = kind
        self.recurs = "round" not in readers
        self._names = tuple(writers)
        self._needed = needed_of(kind)
        self._left_out = left_out_of(kind)
        self._get = getter_of(self._names)
        self._joined = object_of(kind)
        self._writers = tuple(writers.values())
        self._readers = readers
        self._list = _list_of_records(kind)
        self._record = lru_cache(AGAIN_MAX)(self._read_record)

    def write(self, event: Any, sealer: Sealer | None) -> str:
        """The body of the event."""
        return self._joined(self._texts(event))

    def read(self, text: str, sealer: Sealer | None) -> Any:
        """The event of a body."""
        values = self._by_records(text) if self._list else None
        return self.kind(**(self._values(parse_body(text)) if values is None else values))

    def read_masked(self, text: str) -> Any:
        """The event of a body, a card face down masked."""
        return self.read(text, None)

    def _by_records(self, text: str) -> dict[str, Any] | None:
        """The values of a body whose records are read one by one, each text of one once; or None.

        A seat is settled in a handful of lines that recur all night. What is not spelled as a table spells it
        is not cut up so, and is read whole: a quote in a text is escaped, so no text looks like a record.
        """
        before, _, rest = text.partition("[{")
        records, _, after = rest.rpartition("}]")
        try:
            body = parse_body(f"{before}[]{after}")
            if not records or body[self._list] != []:
                return None
            values = self._values(body)
            values[self._list] = tuple(map(self._record, records.split("},{")))
        except (Unreadable, KeyError, TypeError):
            return None
        return values

    def _read_record(self, text: str) -> Any:
        (record,) = self._readers[self._list]([parse_body(f"{{{text}}}")])
        return record

    def _texts(self, event: Any) -> tuple[str, ...]:
        try:
            return tuple(map(call, self._writers, self._get(event)))
        except (TypeError, KeyError, ValueError, AttributeError):
            first, *_ = self._faults(event)
            raise Unwritable(f"{self.kind.__name__}.{first}") from None

    def _faults(self, event: Any) -> Iterator[str]:
        """The fields that cannot be written, and what each is not; never its value."""
        for name, write in zip(self._names, self._writers, strict=True):
            try:
                write(getattr(event, name))
            except TypeError as error:
                yield f"{name}: {error}"
            except (KeyError, ValueError, AttributeError):
                yield f"{name}: not what is annotated"

    def _values(self, body: Any) -> dict[str, Any]:
        if type(body) is not dict:
            raise Unreadable(f"{self.kind.__name__}: no object")
        name = ""
        try:
            if body.keys() != self._readers.keys():
                check_names(body, self._names, self._needed)
            if self._left_out:
                refuse_empty(body, self._left_out)
            values = {}
            for name, read in self._readers.items():
                if name in body:
                    values[name] = read(body[name])
        except Unreadable as error:
            where = f"{self.kind.__name__}.{name}" if name else self.kind.__name__
            raise type(error)(f"{where}: {error}") from None
        return values


class _Sealing(_Shape):
    """An event with one card face down, in the field `cards`."""

    def __init__(
        self, kind: type, writers: Mapping[str, Write], readers: Mapping[str, Read], cards: str
    ) -> None:
        super().__init__(kind, writers, readers)
        self.cards = cards
        self._at = self._names.index(cards)

    def write(self, event: Any, sealer: Sealer | None) -> str:
        texts = list(self._texts(event))
        card = getattr(event, self.cards).turned_up()
        sealed, commitment = _keys(sealer).seal_card(event.round, event.attempt, event.place, card)
        texts[self._at] = f'{{"sealed":"{sealed}","commitment":"{commitment}"}}'
        return self._joined(tuple(texts))

    def read(self, text: str, sealer: Sealer | None) -> Any:
        values = self._values(parse_body(text))
        sealed, commitment = values[self.cards]
        card = _keys(sealer).open_card(
            values["round"], values["attempt"], values["place"], sealed, commitment
        )
        return self.kind(**{**values, self.cards: FaceDown(card)})

    def read_masked(self, text: str) -> Any:
        return self.kind(**{**self._values(parse_body(text)), self.cards: MASKED})


class _Revealing(_Shape):
    """An event that turns cards up, listed in the field `cards`."""

    def __init__(
        self, kind: type, writers: Mapping[str, Write], readers: Mapping[str, Read], cards: str
    ) -> None:
        super().__init__(kind, writers, readers)
        self.cards = cards
        self._at = self._names.index(cards)

    def write(self, event: Any, sealer: Sealer | None) -> str:
        texts, keys = list(self._texts(event)), _keys(sealer)
        rows = [
            f'{{"place":"{row.place}","card":"{row.card.text}",'
            f'"opens":"{keys.opens(event.round, event.attempt, row.place)}"}}'
            for row in getattr(event, self.cards)
        ]
        texts[self._at] = f"[{','.join(rows)}]"
        return self._joined(tuple(texts))


def _shape_of(kind: type) -> _Shape:
    hints = get_type_hints(kind)
    names = [field.name for field in fields_of(kind)]
    down = [name for name in names if hints[name] is FaceDown]
    up = [name for name in names if _turned_up(hints[name])]
    special: dict[str, Write] = dict.fromkeys(down, _write_face_down)
    writers = {name: special.get(name) or writer_of(hints[name]) for name in names}
    readers = {name: reader_of(hints[name]) for name in names if name not in down + up}
    if not down and not up:
        return _Shape(kind, writers, readers)
    needed = {"round": int, "attempt": int} | ({"place": Place} if down else {})
    if len(down + up) > 1 or any(hints.get(name) is not hint for name, hint in needed.items()):
        raise TypeError(f"{kind.__name__}: one field of cards, with {' and '.join(needed)}, is wanted")
    if down:
        return _Sealing(kind, writers, {**readers, down[0]: _read_sealed}, down[0])
    row = get_args(hints[up[0]])[0]
    return _Revealing(kind, writers, {**readers, up[0]: _rows_reader(row)}, up[0])


def _list_of_records(kind: type) -> str:
    """The name of the one field that lists records, cards apart; empty where there is none, or several."""
    hints = get_type_hints(kind)
    lists = [one.name for one in fields_of(kind) if get_origin(hints[one.name]) is tuple]
    if len(lists) != 1 or _turned_up(hints[lists[0]]) or not is_dataclass(get_args(hints[lists[0]])[0]):
        return ""
    return lists[0]


def _turned_up(hint: Any) -> bool:
    """Whether the field lists cards turned up: a tuple of dataclasses of a place and a card."""
    if get_origin(hint) is not tuple:
        return False
    row = get_args(hint)[0]
    return is_dataclass(row) and get_type_hints(row) == {"place": Place, "card": Card}


def _write_face_down(value: Any) -> str:
    """Refuses what is no card face down; the seal is written when place and round are known."""
    if type(value) is not FaceDown:
        raise TypeError(f"{type(value).__name__} is no card face down")
    return ""


def _keys(sealer: Sealer | None) -> Sealer:
    if sealer is None:
        raise Unwritable("a card, and no keys to seal or open it with")
    return sealer


def _read_sealed(value: Any) -> tuple[str, str]:
    if type(value) is not dict or [type(part) for part in value.values()] != [str, str]:
        raise Unreadable("no sealed card")
    check_names(value, _SEALED, _SEALED)
    return value["sealed"], value["commitment"]


def _rows_reader(row: type) -> Read:
    """Reads the list of cards turned up, dropping the keys that opened them."""
    read_place, read_card = reader_of(Place), reader_of(Card)

    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list or any(type(one) is not dict for one in value):
            raise Unreadable("no list of cards turned up")
        for one in value:
            if one.keys() != _REVEALED:
                check_names(one, _REVEALED, _REVEALED)
        return tuple([row(read_place(one["place"]), read_card(one["card"])) for one in value])

    return read


_SEALED: Final = frozenset(("sealed", "commitment"))
_REVEALED: Final = frozenset(("place", "card", "opens"))
