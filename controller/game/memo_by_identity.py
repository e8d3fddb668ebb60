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
Part = TypeVar("Part")
Answer = TypeVar("Answer")


def memoised(part: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The function answers without working when each argument is the very object of an earlier call.

    It may read nothing but its arguments, which are never changed; neither is its answer, by anybody.
    """
    known: dict[tuple[int, ...], tuple[tuple[object, ...], Answer]] = {}
    work = cast(Callable[..., Answer], part)

    @wraps(part)
    def again(*given: Any) -> Answer:  # arguments are told apart by their place: none has a name
        key = tuple(map(id, given))
        found = known.get(key)
        if found is None:
            if len(known) >= MEMO_MAX:
                known.clear()
            # The arguments are held with the answer: as long as it is known, their identities are theirs.
            found = known[key] = (given, work(*given))
        return found[1]

    return cast(Callable[Given, Answer], again)


def last_memoised(part: Callable[[Part], Answer]) -> Callable[[Part], Answer]:
    """As `memoised`, of one argument and with its last answer alone.

    For what a step asks again and again of the state as it stands: no state before it is held.
    """
    last: tuple[object, Any] = (object(), None)

    @wraps(part)
    def again(given: Part) -> Answer:
        nonlocal last
        told = last
        if told[0] is not given:
            told = last = (given, part(given))
        answer: Answer = told[1]
        return answer

    return again
