"""Amounts in letters by the rules of the two languages, written without the product and without its library.

French: the orthography from before 1990, as slips have it. Hyphens join what is below a hundred, but for
`et`; `vingt` and `cent` take an s when multiplied and last, before `million` too, never before `mille`, which
does not change; `d’` stands between `million(s)` and the noun. English: British, `and` before the last two
figures.
"""

from __future__ import annotations

FR_ONES = (
    *("", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
    *("treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
FR_TENS = ("", "", "vingt", "trente", "quarante", "cinquante", "soixante", "soixante", "quatre-vingt")
EN_ONES = (
    *("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
EN_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def fr_below_100(number: int, *, last: bool) -> str:
    """`last` is false before `mille`: `quatre-vingt mille`, but `quatre-vingts millions`."""
    if number < 20:
        return FR_ONES[number]
    tens = min(number // 10, 8)
    tens = 6 if number // 10 == 7 else tens
    rest = number - 10 * tens
    if rest == 0:
        return FR_TENS[tens] + ("s" if tens == 8 and last else "")
    link = " et " if rest in (1, 11) and tens != 8 else "-"
    return f"{FR_TENS[tens]}{link}{FR_ONES[rest]}"


def fr_below_1000(number: int, *, last: bool) -> str:
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        return fr_below_100(rest, last=last)
    said = "cent" if hundreds == 1 else f"{FR_ONES[hundreds]} cent"
    if rest:
        return f"{said} {fr_below_100(rest, last=last)}"
    return said + ("s" if hundreds > 1 and last else "")


def fr(number: int) -> str:
    if number == 0:
        return "zéro"
    millions, thousands, units = number // 10**6, number // 1000 % 1000, number % 1000
    parts = []
    if millions:
        parts.append(f"{fr_below_1000(millions, last=True)} million{'s' if millions > 1 else ''}")
    if thousands:
        parts.append("mille" if thousands == 1 else f"{fr_below_1000(thousands, last=False)} mille")
    if units:
        parts.append(fr_below_1000(units, last=True))
    return " ".join(parts)


def en_below_1000(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    tens = EN_ONES[rest] if rest < 20 else "-".join(filter(None, (EN_TENS[rest // 10], EN_ONES[rest % 10])))
    return " and ".join(filter(None, (f"{EN_ONES[hundreds]} hundred" if hundreds else "", tens)))


def en(number: int) -> str:
    if number == 0:
        return "zero"
    millions, thousands, units = number // 10**6, number // 1000 % 1000, number % 1000
    parts = [
        f"{en_below_1000(part)} {name}"
        for part, name in ((millions, "million"), (thousands, "thousand"))
        if part
    ]
    if not units:
        return ", ".join(parts)
    if parts and units < 100:
        return f"{', '.join(parts)} and {en_below_1000(units)}"
    return ", ".join([*parts, en_below_1000(units)])


def amount(cents: int, language: int) -> str:
    """The amount as it stands on a slip; French is language 0, English 1."""
    euros, rest = divmod(cents, 100)
    said = []
    if language == 0:
        if euros or not rest:
            of = "d’" if euros >= 10**6 and euros % 10**6 == 0 else ""
            said.append(f"{fr(euros)} {of}euro{'s' if euros >= 2 else ''}")
        if rest:
            said.append(f"{fr(rest)} centime{'s' if rest >= 2 else ''}")
        return " et ".join(said)
    if euros or not rest:
        said.append(f"{en(euros)} euro{'' if euros == 1 else 's'}")
    if rest:
        said.append(f"{en(rest)} cent{'' if rest == 1 else 's'}")
    return " and ".join(said)
