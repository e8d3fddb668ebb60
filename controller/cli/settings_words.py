"""Settings, what follows from them and why they are refused, in the words of the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.game.settings.types import Consequence, SettingChange
from controller.words.money import EN
from controller.words.spots import SIDES, SPOTS

WORDS: Final[Mapping[str, str]] = {
    "table.profile": "the rules in force",
    "table.jackpot": "the jackpot's terms",
    "limits.minimum_cents": "the least that is staked, in cents",
    "limits.maximum_multiple": "how many times the minimum the maximum is",
    "pace.betting_ms": "how long bets stay open",
    "pace.last_bets_ms": "how long the light is yellow",
    "pace.showdown_ms": "how long a showdown stands",
    "pace.unanswered_ms": "how long a JP1 press waits for the jackpot before the round is held",
    "pace.clearing_ms": "how long until the next round",
    "video.retention_days": "how long images are kept",
    "payments.identity_from_cents": "from when an identity is checked",
    "payments.second_person_from_cents": "above what a payment to one seat waits for the chef",
    "payments.stop_notice_h": "how long before it a stop of the jackpot is announced",
    "opening.coefficient": "how many times the minimum the avance is",
    "opening.last_deals": "how many last deals are announced",
    "opening.closes": "when the table means to close",
    "opening.announce_min": "how long before it the last deals are announced",
}
"""What a key is, where its name does not say it."""

SAID: Final[Mapping[str, str]] = {
    "nothing_differs": "nothing differs",
    "other_table": "the new file is of another table or keeps its records elsewhere; this is {table}",
    "machine_key": "{key} is the technician's, in the file itself: a draft does not change it",
    "setting_value": "{key} is not to be {value}: tapis settings keys lists what may be chosen",
    "table_open": "{table} is open: nothing of a table is changed while it is in operation",
    "jackpot_runs": "stake, shares, prizes and book of JP1 stay while the jackpot runs: stop it first",
    "book_terms": "the book keeps the terms that it was made for: other terms are another jackpot's",
    "other_book": "the jackpot's book would not take this table: {why}",
    "book_rules": "the jackpot's book would not take this table: {why}",
    "book_role": "the jackpot's book would not take this table: {why}",
    "book_simulated": "the jackpot's book would not take this table: {why}",
    "book_version": "the jackpot's book would not take this table: {why}",
    "book_unreachable": "the jackpot's book does not answer: nobody can say whether it would take this table",
    "does_not_load": "the table would not start: {why}",
    "no_draft": "no draft waits",
    "draft_waits": "a draft of {person} waits already",
    "same_person": "{person} proposed or approved it: another person approves",
    "file_changed": "the settings are no longer those that the draft was made for: draft it anew",
    "no_right": "{person} may not do this",
    "pin": "{person}: refused",
}

_FOLLOWS: Final[Mapping[str, str]] = {
    "minimum": "the minimum of the bets: {before} cents becomes {after} cents",
    "maximum": "the maximum of the bets: {before} cents becomes {after} cents",
    "avance": "the avance that the coefficient asks for: {before} cents becomes {after} cents",
    "rules": "the digest of the rules: {before} becomes {after}",
    "approval": "the approval of this program is not for these rules: the table is a demonstration",
    "jp1_return_1": "JP1 returns to one bettor, in millionths of the stake: {before} becomes {after}",
    "jp1_return_7": "JP1 returns to each of seven, in millionths of the stake: {before} becomes {after}",
    **{
        f"{spot}_return": f"{SPOTS[spot].name[EN]} returns, in millionths of the stake: "
        "{before} becomes {after}"
        for spot in SIDES
    },
    "ceiling": "a return is above {after} millionths: two persons approve, beside who proposes (PM-05)",
}


def change_words(change: SettingChange) -> str:
    """`pace.betting_ms (how long bets stay open): 45000 becomes 60000`."""
    meaning = WORDS.get(change.key, "")
    named = f"{change.key} ({meaning})" if meaning else change.key
    return f"{named}: {change.before or 'nothing'} becomes {change.after or 'nothing'}"


def consequence_words(found: Consequence) -> str:
    """What follows from a draft, in one line."""
    return _FOLLOWS[found.code].format(before=found.before or "nothing", after=found.after or "nothing")
