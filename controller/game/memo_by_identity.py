"""Memoise by identity of frozen arguments: a part of the state that stays the same is not worked on again.

The state is frozen and hands on the parts that an event did not touch: the same object, the same view of
it. Identity is asked rather than equality, so that asking costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar, cast

MEMO_MAX: Final = 64
"""How many answers of one function are remembered; then all are forgotten."""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def memoised(part: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The function answers without working when each argument is the very object of an earlier call.

    It may read nothing but its arguments, which are never changed; neither is its answer, by anybody.
    """
    one = cast(Any, part).__code__.co_argcount == 1
    return cast(Callable[Given, Answer], _of_one(cast(Any, part)) if one else _of_several(cast(Any, part)))


def _of_one(part: Callable[[Any], Answer]) -> Callable[[Any], Answer]:
    """The same object is mostly asked about several times in a row: its answer lies on top."""
    top: tuple[object, Any] = (object(), None)
    earlier = _of_several(part)

    @wraps(part)
    def again(given: object) -> Answer:
        nonlocal top
        told = top
        if told[0] is not given:
            told = top = (given, earlier(given))
        answer: Answer = told[1]
        return answer

    return again


def _of_several(part: Callable[..., Answer]) -> Callable[..., Answer]:
    known: dict[tuple[int, ...], tuple[tuple[object, ...], Answer]] = {}

    @wraps(part)
    def again(*given: object) -> Answer:  # arguments are told apart by their place: none has a name
        key = tuple(map(id, given))
        found = known.get(key)
        if found is None:
            if len(known) >= MEMO_MAX:
                known.clear()
            # The arguments are held with the answer: as long as it is known, their identities are theirs.
            found = known[key] = (given, part(*given))
        return found[1]

    return again
