"""Answers remembered for as long as the parts of the state stay the same objects."""

from __future__ import annotations

from controller.game.memo_by_identity import MEMO_MAX, last_memoised, memoised


def test_the_same_objects_get_the_answer_they_got_before() -> None:
    worked: list[tuple[object, ...]] = []

    @memoised
    def part(*given: object) -> list[object]:
        worked.append(given)
        return list(given)

    seats, number = (1, 2), 7
    assert part(seats, number) is part(seats, number)
    assert worked == [(seats, number)]


def test_an_equal_part_that_is_another_object_is_looked_at_again() -> None:
    worked = []

    @memoised
    def part(seats: list[int]) -> int:
        worked.append(seats)
        return sum(seats)

    assert part([1, 2]) + part([1, 2]) == 6
    assert len(worked) == 2


def test_an_identity_that_the_interpreter_uses_again_is_not_taken_for_the_old_object() -> None:
    @memoised
    def part(seats: list[int]) -> int:
        return seats[0]

    assert [part([number]) for number in range(5 * MEMO_MAX)] == list(range(5 * MEMO_MAX))


def test_no_more_answers_are_kept_than_allowed() -> None:
    alive = []

    @memoised
    def part(given: list[int]) -> list[int]:
        alive.append(len(given))
        return given

    givens = [[number] for number in range(MEMO_MAX + 1)]
    for given in givens:
        part(given)
    part(givens[-1])
    part(givens[0])
    assert len(alive) == MEMO_MAX + 2


def test_the_last_answer_alone_is_kept_where_no_more_is_asked_for() -> None:
    worked: list[list[int]] = []

    @last_memoised
    def part(given: list[int]) -> int:
        worked.append(given)
        return sum(given)

    first, second = [1, 2], [1, 2]
    assert [part(one) for one in (first, first, second, second, first)] == [3] * 5
    assert list(map(id, worked)) == list(map(id, (first, second, first)))
