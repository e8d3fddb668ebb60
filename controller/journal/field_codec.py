"""How each type of field is spelled in a journal: one text for one value, on every machine.

Writers and readers are compiled once from annotations. What may be annotated: bool, int of 64 bits, str,
an Enum of texts, Card, Place, tuples and frozen dataclasses of these, each optional with `| None`.
The text is JSON in ASCII without blanks and without floats, a dataclass's fields in their order.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from json.encoder import encode_basestring_ascii
from operator import call
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


# --- writers -------------------------------------------------------------------------------------


def object_writer(kind: type, writers: Mapping[str, Write], given: str = "") -> Callable[..., str]:
    """What writes an object of this dataclass, each field by its writer, in their order.

    A last field that is `none_further` is left out where its text is that of an empty list. The text of the
    field `given`, if one is named, comes as a second argument. The function is made from its source, as those
    of a dataclass are: a loop over the fields takes twice as long.
    """
    texts = {name: f"{{{_call(name, write)}}}" for name, write in writers.items()}
    source, last = "def write(value, given=''):\n", left_out_of(kind)
    if given:
        texts[given] = "{given}"
    if last:
        source += f" last = {_call(last, writers[last])}\n"
        texts[last] = "{last}"
    *first, end = [f'"{name}":{text}' for name, text in texts.items()] or [""]
    if last:
        source += f" if last == '[]': return f'{{{{{','.join(first)}}}}}'\n"
    source += f" return f'{{{{{','.join([*first, end])}}}}}'\n"
    made: dict[str, Any] = {f"write_{name}": write for name, write in writers.items()}
    exec(source, made)
    write: Callable[..., str] = made["write"]
    return write


def _call(name: str, write: Write) -> str:
    """The source of the text of a field; of whole numbers, which most are, without a call."""
    text = f"write_{name}(value.{name})"
    if write is _write_int:
        return f"(n if type(n := value.{name}) is int and {-INT_MAX} <= n <= {INT_MAX} else {text})"
    return text


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
    writers = {one.name: writer_of(hints[one.name]) for one in fields_of(kind)}
    made = cache(lambda: object_writer(kind, writers))  # when the first one is written

    def write(value: Any) -> str:
        if type(value) is not kind:
            raise TypeError(f"{type(value).__name__} is no {kind.__name__}")
        return made()(value)

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
    """A list that is left out where it is empty is not written out empty.

    Raises:
        Unreadable: it is.
    """
    if left_out and value.get(left_out) == []:
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
