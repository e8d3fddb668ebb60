"""Numbers as a PAR sheet writes them: all digits, thousands apart, as on every paper of the house."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Final

from controller.words.money import HARD, MINUS, THIN, grouped

DIGITS: Final = 15


class Figures:
    """The numbers beside the words of one language, `fr` or `en`."""

    def __init__(self, lang: str) -> None:
        self.french = lang == "fr"

    def count(self, number: int) -> str:
        """`133 784 560`."""
        return grouped(number)

    def decimal(self, value: float | Fraction, digits: int = DIGITS, *, signed: bool = False) -> str:
        """So many digits that matter, no zeros behind them."""
        exact = Fraction(value)
        with localcontext() as context:
            context.prec = digits
            text = f"{+(Decimal(exact.numerator) / Decimal(exact.denominator)):f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        whole, point, rest = text.partition(".")
        negative = whole.startswith("-")
        shown = self.count(int(whole.lstrip("-"))) + point + rest
        sign = MINUS if negative else "+" if signed else ""
        return sign + shown.replace(".", ",")

    def fixed(self, value: float | Fraction, places: int, *, signed: bool = False) -> str:
        """So many decimals."""
        exact = abs(Fraction(value))
        with localcontext() as context:
            context.prec = 60
            text = f"{Decimal(exact.numerator) / Decimal(exact.denominator):,.{places}f}"
        sign = MINUS if value < 0 else "+" if signed else ""
        return sign + text.replace(",", THIN).replace(".", ",")

    def percent(self, value: float | Fraction, places: int = 4, *, signed: bool = False) -> str:
        """`96,5021 %`."""
        return f"{self.fixed(100 * value, places, signed=signed)}{HARD}%"

    def euros(self, cents: float | int) -> str:
        """`10 000 €`, with cents where there are any, and parts of a cent too."""
        exact = Fraction(cents) / 100
        if (exact * 100).denominator != 1:
            return f"{self.decimal(exact)}{HARD}€"
        return f"{self.fixed(exact, 0 if exact.denominator == 1 else 2)}{HARD}€"

    def odds(self, text: str) -> str:
        """`3/2` is `3 pour 2`."""
        above, _, below = text.partition("/")
        return f"{self.count(int(above))}{HARD}{'pour' if self.french else 'to'}{HARD}{below}"

    def fraction(self, text: str) -> str:
        """`n/d` with its thousands apart."""
        return "/".join(self.count(int(part)) for part in text.split("/"))
