"""What the settings of a table are called, and their values as they are read; French, then English."""

from __future__ import annotations

from typing import Final

from controller.words.money import grouped, money

SETTING_NAMES: Final[dict[str, tuple[str, str]]] = {
    "table.profile": ("Règles", "Rules"),
    "table.jackpot": ("Termes du jackpot", "Terms of the jackpot"),
    "limits.minimum_cents": ("Minimum des mises", "Minimum of the bets"),
    "limits.maximum_multiple": ("Maximum, en minimums", "Maximum, in minimums"),
    "pace.betting_ms": ("Mises ouvertes", "Bets are open"),
    "pace.last_bets_ms": ("dont feu jaune", "of which yellow light"),
    "pace.showdown_ms": ("Abattage", "Showdown"),
    "pace.clearing_ms": ("Avant le coup suivant", "Before the next round"),
    "opening.coefficient": ("Coefficient d’avance", "Float multiple"),
    "opening.last_deals": ("Dernières donnes", "Last deals"),
    "opening.announce_min": ("Annoncées avant", "Announced before"),
    "opening.closes": ("Heure de fermeture", "Closing time"),
    "payments.identity_from_cents": ("Identité contrôlée dès", "Identity checked from"),
    "payments.second_person_from_cents": (
        "Paiement à un siège, chef au-delà de",
        "Payment to a seat, floor supervisor above",
    ),
    "payments.stop_notice_h": ("Préavis d’arrêt JP1", "Notice of a JP1 stop"),
    "video.retention_days": ("Conservation des images", "Video is kept"),
}
CHANGE_REASONS: Final[dict[str, tuple[str, str]]] = {
    "authorisation": ("arrêté d’autorisation", "authorisation"),
    "attendance": ("affluence", "attendance"),
    "event": ("événement", "event"),
    "procedure": ("procédure", "procedure"),
    "mistake": ("erreur à corriger", "mistake to mend"),
    "trial": ("essai", "trial"),
}
"""Why settings are changed, by `ChangeReason`."""
_ALONE: Final[dict[str, tuple[str, str]]] = {
    "pace.last_bets_ms": ("Feu jaune", "Yellow light"),
    "pace.clearing_ms": ("Délai avant le coup suivant", "Time before the next round"),
    "opening.announce_min": ("Dernières donnes annoncées avant", "Last deals announced before"),
}
"""Names that hold without the one above, as on a screen."""
_UNITS: Final[dict[str, tuple[str, str]]] = {
    "last_deals": ("donnes", "deals"),
    "announce_min": ("min", "min"),
    "stop_notice_h": ("h", "h"),
    "retention_days": ("jours", "days"),
}
_NOTHING: Final = ("rien", "nothing")


def setting_name(key: str, language: int) -> str:
    """`Minimum des mises`; a key that has no name is printed as it stands in the file."""
    words = _ALONE.get(key) or SETTING_NAMES.get(key)
    return words[language] if words else key


def setting_value(key: str, value: str, language: int) -> str:
    """`5,00 €`, `45 s`, `28 jours`; what is no number is printed as it stands in the file.

    A notice of more than two days that is so many whole days is told in days.
    """
    if not value.isdecimal():
        return value or _NOTHING[language]
    number, name = int(value), key.rpartition(".")[2]
    if name.endswith("_cents"):
        return money(number)
    if name.endswith("_ms"):
        whole, rest = divmod(number, 1_000)
        return f"{grouped(whole)}{f',{rest:03d}'.rstrip('0') if rest else ''}\u00a0s"
    if name in ("maximum_multiple", "coefficient"):
        return f"{grouped(number)}\u00a0×"
    if name == "stop_notice_h" and number > 48 and number % 24 == 0:
        number, name = number // 24, "retention_days"
    if name not in _UNITS:
        return value
    unit = _UNITS[name][language]
    return f"{grouped(number)}\u00a0{unit.removesuffix('s') if number == 1 else unit}"
