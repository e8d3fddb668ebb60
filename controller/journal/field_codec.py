"""How each type of field is spelled in a journal: one text for one value, on every machine.

Writers and readers are compiled once from annotations. What may be annotated: bool, int of 64 bits, str,
an Enum of texts, Card, Place, tuples and frozen dataclasses of these, each optional with `| None`.
The text is JSON in ASCII without blanks and without floats, a dataclass's fields in their order.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from json.encoder import encode_basestring_ascii
from operator import attrgetter, call
from typing import Any, Final, NoReturn, Union, get_args, get_origin, get_type_hints

from controller.game.cards import DECK, Card
from controller.game.felt import Place, parse_place
from controller.game.hands import HandClass
from controller.game.side_bets import IF_ANY

INT_MAX: Final = 2**63 - 1

Write = Callable[[Any], str]
"""The text of a value; TypeError, ValueError or KeyError when it is not what was annotated."""
Read = Callable[[Any], Any]
"""The value of a parsed text; `Unreadable` when it is not what was annotated."""


class Unreadable(ValueError):
    """The text is not what this journal writes for an event."""


class Unknown(Unreadable):
    """The text has a name that this program does not know: of a kind, of a field, of a choice."""


def parse_body(body: str) -> Any:
    """The value of a JSON text without floats and without a name twice in an object.

    Raises:
        Unreadable: it is no such text.
    """
    try:
        value, end = _SCAN(body, 0)
        # What a journal writes has no blanks before it; what stands behind it is the decoder's to judge.
        return value if end == len(body) else _DECODER.decode(body)
    except StopIteration:
        raise Unreadable("no JSON") from None
    except Unreadable:
        raise
    except (ValueError, RecursionError):
        raise Unreadable("no JSON") from None


def _refuse(text: str) -> NoReturn:
    raise Unreadable(f"{text[:80]} is not allowed")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("a name twice in one object")
    return found


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_float=_refuse, parse_constant=_refuse)
_SCAN: Final[Callable[[str, int], tuple[Any, int]]] = _DECODER.scan_once  # type: ignore[attr-defined]  # not in typeshed


def fields_of(kind: type) -> tuple[Field[Any], ...]:
    """The fields of a dataclass in their order.

    Raises:
        TypeError: it is no dataclass.
    """
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is no dataclass")
    return fields(kind)


def getter_of(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """What takes these attributes as a tuple; `attrgetter` gives none for fewer than two names."""
    if len(names) > 1:
        return attrgetter(*names)
    if names:
        get = attrgetter(names[0])
        return lambda value: (get(value),)
    return lambda value: ()


def object_of(kind: type) -> Callable[[tuple[str, ...]], str]:
    """What makes one text of those of the fields of this dataclass, in their order.

    A last field that is `IF_ANY` is left out where its text is that of an empty list, or of no amount.
    """
    every = fields_of(kind)
    whole = _template([one.name for one in every])
    if not left_out_of(kind):
        return whole.__mod__
    short = _template([one.name for one in every[:-1]])
    return lambda texts: short % texts[:-1] if texts[-1] in _NOTHING else whole % texts


_NOTHING: Final = ("[]", "0")


def _template(names: Iterable[str]) -> str:
    return "{" + ",".join(f'"{name}":%s' for name in names) + "}"


# --- writers -------------------------------------------------------------------------------------


def _write_int(value: Any) -> str:
    if type(value) is not int or not -INT_MAX <= value <= INT_MAX:
        raise TypeError(f"{type(value).__name__} is no int of 64 bits")
    return int.__repr__(value)


def _write_bool(value: Any) -> str:
    if type(value) is not bool:
        raise TypeError(f"{type(value).__name__} is no bool")
    return "true" if value else "false"


def _write_str(value: Any) -> str:
    if type(value) is not str:
        raise TypeError(f"{type(value).__name__} is no str")
    return encode_basestring_ascii(value)


@lru_cache(256)
def _write_place(value: Any) -> str:
    if type(value) is not Place or parse_place(str(value)) != value:
        raise TypeError(f"{type(value).__name__} is no place of the felt")
    return f'"{value}"'


_WRITERS: Final[dict[Any, Write]] = {
    int: _write_int,
    bool: _write_bool,
    str: _write_str,
    Place: _write_place,
    Card: {card: f'"{card.text}"' for card in DECK}.__getitem__,
    HandClass: {hand: f'"{hand}"' for hand in HandClass}.__getitem__,
}


def writer_of(hint: Any) -> Write:
    """What writes a value so annotated.

    Raises:
        TypeError: the annotation is not one that a journal can hold.
    """
    if hint in _WRITERS:
        return _WRITERS[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if _optional(origin, arguments):
        inner = writer_of(arguments[0])
        return lambda value: "null" if value is None else inner(value)
    if origin is tuple:
        return _tuple_writer(arguments)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {member: _write_str(member.value) for member in hint}.__getitem__
    if isinstance(hint, type) and is_dataclass(hint):
        return _record_writer(hint)
    raise TypeError(f"{hint} cannot be written to a journal")


def _optional(origin: Any, arguments: tuple[Any, ...]) -> bool:
    union = origin is Union or origin is types.UnionType
    return union and len(arguments) == 2 and arguments[1] is types.NoneType


def _tuple_writer(arguments: tuple[Any, ...]) -> Write:
    if arguments[1:] == (Ellipsis,):
        item = writer_of(arguments[0])

        def write_all(value: Any) -> str:
            if type(value) is not tuple:
                raise TypeError(f"{type(value).__name__} is no tuple")
            return f"[{','.join(map(item, value))}]"

        return write_all
    items = tuple(writer_of(argument) for argument in arguments)

    def write_each(value: Any) -> str:
        if type(value) is not tuple or len(value) != len(items):
            raise TypeError(f"no tuple of {len(items)}")
        return f"[{','.join(map(call, items, value))}]"

    return write_each


def _record_writer(kind: type) -> Write:
    hints = get_type_hints(kind)
    names = tuple(field.name for field in fields_of(kind))
    writers = tuple(writer_of(hints[name]) for name in names)
    get, joined = getter_of(names), object_of(kind)

    def write(value: Any) -> str:
        if type(value) is not kind:
            raise TypeError(f"{type(value).__name__} is no {kind.__name__}")
        return joined(tuple(map(call, writers, get(value))))

    return write


# --- readers -------------------------------------------------------------------------------------


def _plain_reader(kind: type) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise Unreadable(f"no {kind.__name__}")
        return value

    return read


def _read_int(value: Any) -> Any:
    if type(value) is not int or not -INT_MAX <= value <= INT_MAX:
        raise Unreadable("no int of 64 bits")
    return value


def _text_reader(find: Callable[[str], Any], what: str) -> Read:
    """Reads a text by looking it up; what is not found is unreadable."""

    def read(value: Any) -> Any:
        try:
            return find(value)
        except (KeyError, ValueError, TypeError, AttributeError):
            pass
        # A name that is none of ours may be a newer program's; anything else is not what anybody writes.
        raise (Unknown if type(value) is str and value.isidentifier() else Unreadable)(f"no {what}")

    return read


@lru_cache(256)
def _find_place(text: str) -> Place:
    place = parse_place(text)
    if str(place) != text:  # int() also takes "01", "+1" and "1_0"
        raise ValueError(text)
    return place


_READERS: Final[dict[Any, Read]] = {
    int: _read_int,
    bool: _plain_reader(bool),
    str: _plain_reader(str),
    Place: _text_reader(_find_place, "place"),
    Card: _text_reader(Card.parse, "card"),
    HandClass: _text_reader(HandClass.parse, "hand"),
}


def reader_of(hint: Any) -> Read:
    """What reads a value so annotated: the inverse of `writer_of`, for the same annotations."""
    if hint in _READERS:
        return _READERS[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if _optional(origin, arguments):
        inner = reader_of(arguments[0])
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        return _tuple_reader(arguments)
    if issubclass(hint, Enum):
        return _text_reader({member.value: member for member in hint}.__getitem__, hint.__name__)
    return _record_reader(hint)


def _tuple_reader(arguments: tuple[Any, ...]) -> Read:
    many = arguments[1:] == (Ellipsis,)
    readers = tuple(reader_of(argument) for argument in arguments[: 1 if many else None])

    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list or not (many or len(value) == len(readers)):
            raise Unreadable("no list of so many")
        if many:
            return tuple(map(readers[0], value))
        return tuple([one(part) for one, part in zip(readers, value, strict=True)])

    return read


def _record_reader(kind: type) -> Read:
    hints = get_type_hints(kind)
    readers = {field.name: reader_of(hints[field.name]) for field in fields_of(kind)}
    each, needed, left_out = tuple(readers.items()), needed_of(kind), left_out_of(kind)

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise Unreadable(f"no {kind.__name__}")
        if value.keys() == readers.keys():  # as nearly every record is written
            refuse_empty(value, left_out)
            return kind(*[read_one(value[name]) for name, read_one in each])
        check_names(value, readers.keys(), needed)
        refuse_empty(value, left_out)
        return kind(**{name: readers[name](part) for name, part in value.items()})

    return read


def needed_of(kind: type) -> frozenset[str]:
    """The fields without a default: a body that was written before a field was added lacks the others."""
    return frozenset(
        field.name
        for field in fields_of(kind)
        if field.default is MISSING and field.default_factory is MISSING
    )


def left_out_of(kind: type) -> str:
    """The name of the last field where a journal has it only with something in it, or no name."""
    every = fields_of(kind)
    return every[-1].name if every and IF_ANY in every[-1].metadata else ""


def refuse_empty(value: dict[str, Any], left_out: str) -> None:
    """What is left out where it is nothing, a list or an amount, is not written out as nothing.

    Raises:
        Unreadable: it is.
    """
    if left_out in value and not value[left_out]:
        raise Unreadable(f"{left_out} is empty")


def check_names(value: dict[str, Any], known: Iterable[str], needed: frozenset[str]) -> None:
    """Every needed name is there and no unknown one.

    Raises:
        Unreadable: the name that is missing or too many.
    """
    missing = sorted(needed - value.keys())
    unknown = sorted(value.keys() - set(known))
    if missing:
        raise Unreadable(f"{missing[0]} is missing")
    if unknown:
        raise Unknown(f"unknown field {unknown[0][:80]!r}")
