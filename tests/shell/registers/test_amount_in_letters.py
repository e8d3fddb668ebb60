"""Amounts in letters, right to the last cent: 0,01 to 9 999 999,99 in both languages.

A billion amounts are not written out one by one. An amount is its euros and its cents, joined by one word;
euros are millions, thousands and units. So each part is tried with all its values beside those values of the
others that change how it is said: none, one, a multiple of twenty or of a hundred, what takes no `and`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from controller.words.letters import in_words
from tests.law.requirements import requirement
from tests.shell.registers.letters_oracle import amount

LANGUAGES = (0, 1)
TOP = 9_999_999
ENDS = (0, 1, 21, 71, 80, 99, 100, 200, 999)
"""Below a thousand: what changes the words beside it."""
STRIDE = 101
"""A prime, so that every ending of three figures comes with every beginning many times."""


def parts() -> Iterator[int]:
    """Euros: every thousand and every unit beside each end, every million beside each two of them."""
    for end in ENDS:
        for each in range(1000):
            yield each * 1000 + end
            yield end * 1000 + each
    for million in range(10):
        yield from (million * 10**6 + thousand * 1000 + unit for thousand in ENDS for unit in ENDS)


def wrong(euros: Iterable[int], cents: Iterable[int] = (0,)) -> list[tuple[str, str]]:
    """The first amounts that are said otherwise than the rules of the language say them."""
    found = []
    rests = tuple(cents)
    for whole in euros:
        for rest in rests:
            for language in LANGUAGES:
                said, told = in_words(whole * 100 + rest, language), amount(whole * 100 + rest, language)
                if said != told:
                    found.append((said, told))
    return found[:5]


@requirement("JW-15")
@pytest.mark.long
def test_every_part_of_an_amount_is_said_by_the_rules_of_its_language() -> None:
    assert wrong(parts()) == []


def test_every_number_of_cents_follows_every_kind_of_euros() -> None:
    assert wrong((0, 1, 2, 80, 200, 1_000, 10**6, 2 * 10**6, TOP), range(100)) == []


def test_euros_and_cents_are_said_apart_and_joined_by_one_word() -> None:
    for euros in (1, 80, 1_000_000, TOP):
        for cents in range(1, 100):
            for language, word in enumerate((" et ", " and ")):
                whole = in_words(euros * 100, language) + word + in_words(cents, language)
                assert in_words(euros * 100 + cents, language) == whole


@pytest.mark.parametrize(
    ("cents", "french", "english"),
    [
        (1, "un centime", "one cent"),
        (100, "un euro", "one euro"),
        (8_000_000, "quatre-vingt mille euros", "eighty thousand euros"),
        (8_020_080, "quatre-vingt mille deux cents euros et quatre-vingts centimes", None),
        (4_821_625, "quarante-huit mille deux cent seize euros et vingt-cinq centimes", None),
        (100_000_000, "un million d’euros", "one million euros"),
        (
            TOP * 100 + 99,
            "neuf millions neuf cent quatre-vingt-dix-neuf mille neuf cent quatre-vingt-dix-neuf euros"
            " et quatre-vingt-dix-neuf centimes",
            "nine million, nine hundred and ninety-nine thousand, nine hundred and ninety-nine euros"
            " and ninety-nine cents",
        ),
    ],
)
def test_amounts_as_a_cashier_writes_them(cents: int, french: str, english: str | None) -> None:
    assert in_words(cents, 0) == french
    assert english is None or in_words(cents, 1) == english


def test_less_than_nothing_is_no_amount() -> None:
    with pytest.raises(ValueError, match="-1"):
        in_words(-1)


@pytest.mark.long
def test_amounts_up_to_the_largest_are_said_by_the_rules() -> None:
    amounts = range(STRIDE, TOP + 1, STRIDE)
    assert wrong(amounts) == []
