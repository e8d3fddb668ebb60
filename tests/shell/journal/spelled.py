"""French numbers in words, written for the tests from the grammar alone: no library, no product code."""

from __future__ import annotations

UNITS = (
    *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze"),
    *("douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
TENS = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante"}


def below_hundred(number: int) -> str:
    if number < 20:
        return UNITS[number]
    ten, unit = divmod(number, 10)
    if ten in (7, 9):  # soixante-dix, quatre-vingt-dix
        if number == 71:
            return "soixante et onze"
        return f"{'soixante' if ten == 7 else 'quatre-vingt'}-{UNITS[10 + unit]}"
    if ten == 8:
        return "quatre-vingts" if unit == 0 else f"quatre-vingt-{UNITS[unit]}"
    if unit == 0:
        return TENS[ten]
    return f"{TENS[ten]} et un" if unit == 1 else f"{TENS[ten]}-{UNITS[unit]}"


def below_thousand(number: int) -> str:
    hundred, rest = divmod(number, 100)
    if hundred == 0:
        return below_hundred(rest)
    head = "cent" if hundred == 1 else f"{UNITS[hundred]} cent"
    if rest:
        return f"{head} {below_hundred(rest)}"
    return head if hundred == 1 else f"{head}s"


def in_french(number: int) -> str:
    """Up to 999,999,999."""
    millions, rest = divmod(number, 1_000_000)
    thousands, units = divmod(rest, 1_000)
    said = []
    if millions:
        said.append(f"{below_thousand(millions)} million{'s' if millions > 1 else ''}")
    if thousands:
        head = "" if thousands == 1 else below_thousand(thousands).removesuffix("s") + " "
        if thousands > 1 and not below_thousand(thousands).endswith(("cents", "vingts")):
            head = below_thousand(thousands) + " "
        said.append(f"{head}mille")
    if units or not said:
        said.append(below_thousand(units))
    return " ".join(said)


def euros_in_french(cents: int) -> str:
    """As a cheque is written."""
    euros, rest = divmod(cents, 100)
    said = []
    if euros or not rest:
        of = " d’" if euros and euros % 1_000_000 == 0 else " "
        said.append(f"{in_french(euros)}{of}euro{'s' if euros > 1 else ''}")
    if rest:
        said.append(f"{in_french(rest)} centime{'s' if rest > 1 else ''}")
    return " et ".join(said)
