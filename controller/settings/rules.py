"""Rule files: `config/rules/*.toml` become `RuleProfile` values with their digest.

What a file leaves out of streets, dealer, options and limits is as in art. 55-20, or, where it has a Bonus
table, as in Hold'em poker de casino: a house variant needs only its name, its source, its paytables and
what differs.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import Field, GetPydanticSchema, PlainValidator, create_model

from controller.game.betting.stakes import stake_step_cents
from controller.game.felt import SIDE_SPOTS, Spot
from controller.game.hands import HandClass
from controller.game.money import Odds
from controller.game.profile import (
    BOARD_CARDS,
    LIMIT_MULTIPLES,
    STREETS_55_20,
    STREETS_CASINO,
    AwardKind,
    Bet,
    Clocks,
    Limits,
    Options,
    RuleProfile,
    Street,
    Unqualified,
    play_bets,
)
from controller.game.side_bets import LooksAt, Paytable, SideBet, classes_of
from controller.settings import shapes
from controller.settings.faults import wrong
from controller.settings.files import config_files, config_path
from controller.settings.settings_error import SettingsError
from controller.settings.toml import Cents, Strict, read_toml
from controller.told import Told

DEFAULT_PROFILE = "fr-55-20-2021"
CASINO_OPTIONS = ("burn", "fold_any_time", "talk_voids")
"""What Hold'em poker de casino does unless its file says otherwise."""
ODDS_MAX = 100_000
"""Two hundred times what a royal pays on Blind: a greater number in odds is a mistake."""


def _odds(value: object) -> Odds:
    if not isinstance(value, str) or len(value) > 40:
        raise ValueError(wrong("odds_written"))
    try:
        odds = Odds.parse(value)
    except ValueError:
        zero = re.fullmatch(r"[0-9]+/[0-9]+", value) is not None
        raise ValueError(wrong("odds_zero" if zero else "odds_text", text=repr(value))) from None
    if max(odds) > ODDS_MAX:
        raise ValueError(wrong("odds_max", most=ODDS_MAX))
    return odds


def _hand(value: object) -> HandClass:
    try:
        return HandClass.parse(str(value))
    except ValueError:
        raise ValueError(wrong("unknown_hand", text=repr(str(value)))) from None


def _award(value: object) -> AwardKind:
    if value not in JP1_LINES:
        raise ValueError(wrong("unknown_prize", known=", ".join(JP1_LINES)))
    return AwardKind(str(value))


JP1_LINES = ("full_house", "quads", "straight_flush", "community_royal", "consolation")
"""The lines of the JP1 table; the jackpot itself is no multiple of the stake."""

PaytableFile = dict[Annotated[HandClass, PlainValidator(_hand)], Annotated[Odds, PlainValidator(_odds)]]
Jp1Table = dict[Annotated[AwardKind, PlainValidator(_award)], Annotated[Odds, PlainValidator(_odds)]]


class PaytablesFile(Strict):
    """`[paytable.*]`: `blind` (Super Ante pays by it too), `trips`, `bonus`, `jp1`."""

    blind: PaytableFile
    trips: PaytableFile = Field(default_factory=dict)
    bonus: PaytableFile = Field(default_factory=dict)
    jp1: Jp1Table = Field(default_factory=dict)


def _antes(value: object) -> int:
    """A number of Antes, in halves."""
    written = re.fullmatch(r"([1-9]|10)|([1-9])/2", value, re.ASCII) if isinstance(value, str) else None
    if written is None:
        raise ValueError(wrong("antes"))
    whole, halves = written.groups()
    return int(halves) if halves else 2 * int(whole)


def _bet_spot(value: object) -> Spot:
    if value not in BET_SPOTS:
        raise ValueError(wrong("bet_spot", known=", ".join(BET_SPOTS)))
    return Spot(str(value))


BET_SPOTS = (Spot.A4, Spot.A3, Spot.A2, Spot.A05T, Spot.A05R)
"""The spots of Hold'em poker de casino, one for each bet; Play is written as `multiples`."""


class BetFile(Strict):
    """One of a street's `bets`: `{ spot = "a05r", antes = "1/2", after = "a05t" }`."""

    spot: Annotated[Spot, PlainValidator(_bet_spot)]
    antes: Annotated[int, PlainValidator(_antes)]
    after: Annotated[Spot, PlainValidator(_bet_spot)] | None = None


class StreetFile(Strict):
    """One of `[[streets]]`: `multiples` of the Ante on Play, or `bets` on spots of their own."""

    name: Annotated[str, Field(pattern=shapes.STREET)]
    board: Annotated[int, Field(ge=0, le=BOARD_CARDS)]
    multiples: (
        Annotated[list[Annotated[int, Field(ge=1, le=10)]], Field(min_length=1, max_length=10)] | None
    ) = None
    bets: Annotated[list[BetFile], Field(min_length=1, max_length=10)] | None = None
    fold: bool

    def read(self) -> Street:
        """The street of the core, not yet checked against the others."""
        bets = play_bets(*self.multiples or ())
        bets += tuple(Bet(bet.spot, bet.antes, bet.after) for bet in self.bets or ())
        return Street(self.name, self.board, bets, self.fold)


def _side_spot(value: object) -> Spot:
    if not isinstance(value, str) or value not in SIDE_SPOTS:
        known = ", ".join(spot for spot in Spot if spot in SIDE_SPOTS)
        raise ValueError(wrong("side_spot", known=known))
    return Spot(str(value))


def _looks_at(value: object) -> LooksAt:
    if value not in tuple(LooksAt):
        raise ValueError(wrong("looks_at", known=", ".join(LooksAt)))
    return LooksAt(str(value))


class SideBetFile(Strict):
    """One of `[[side_bets]]`, which a house adds to those of the law: where it lies, what it looks at,
    what it pays. `after_fold` and `antes` as in `SideBet`."""

    spot: Annotated[Spot, PlainValidator(_side_spot)]
    looks_at: Annotated[LooksAt, PlainValidator(_looks_at)]
    paytable: dict[str, Annotated[Odds, PlainValidator(_odds)]]
    after_fold: bool = True
    antes: Annotated[int, Field(ge=0, le=100)] = 0

    def read(self) -> SideBet:
        """The side bet of the core, not yet checked against the rest of the file.

        Raises:
            ValueError: a line of its table is none of the classes that it looks at; the line's name.
        """
        classes = {str(known): known for known in classes_of(self.looks_at)}
        for name in self.paytable:
            if name not in classes:
                raise ValueError(name)
        table = {classes[name]: odds for name, odds in self.paytable.items()}
        return SideBet(
            self.spot, _best_first(table), self.looks_at, after_fold=self.after_fold, antes=self.antes
        )


class DealerFile(Strict):
    """`[dealer]`. What an unqualified bank does to the Ante and to the other main stakes."""

    qualifies_with: Annotated[HandClass, PlainValidator(_hand)] = HandClass.PAIR
    unqualified_ante: Literal["returned", "paid"] | None = None
    unqualified_others: Literal["compared", "returned"] | None = None


def _file_of(kind: type, **narrower: Any) -> type[Strict]:
    """The model of a table that fills this dataclass, its defaults for what is not written."""
    hints = {**get_type_hints(kind), **narrower}
    keys: dict[str, Any] = {field.name: (hints[field.name], field.default) for field in fields(kind)}
    return create_model(f"{kind.__name__}File", __base__=Strict, **keys)


def _read_by(model: type[Strict]) -> GetPydanticSchema:
    """A key of a file is read by this model, which is made while the program runs: mypy cannot name it."""
    return GetPydanticSchema(lambda _, handler: handler(model))


OptionsFile = _file_of(Options)
LimitsFile = _file_of(
    Limits,
    minimum_cents=Cents,
    maximum_multiple=Literal[LIMIT_MULTIPLES],
    chip_cents=Cents,
    bonus_multiple=Annotated[int, Field(ge=1, le=100)],
)
Milliseconds = Annotated[int, Field(ge=0, le=3_600_000)]
ClocksFile = _file_of(Clocks, betting_ms=Milliseconds, last_bets_ms=Milliseconds, decision_ms=Milliseconds)


class ProfileFile(Strict):
    """A rule profile; see above for what is not written."""

    id: Annotated[str, Field(pattern=shapes.PROFILE)]
    source: Annotated[str, Field(min_length=1, max_length=200)]
    paytable: PaytablesFile
    streets: Annotated[list[StreetFile], Field(min_length=1, max_length=8)] | None = None
    dealer: DealerFile = DealerFile()
    options: Annotated[Strict, _read_by(OptionsFile)] = OptionsFile()
    limits: Annotated[Strict, _read_by(LimitsFile)] = LimitsFile()
    clocks: Annotated[Strict, _read_by(ClocksFile)] = ClocksFile()
    side_bets: list[SideBetFile] = Field(default_factory=list)


def load_profile(name_or_path: str | Path) -> RuleProfile:
    """The rule profile of this name, or of this file (what holds a slash or ends in `.toml`).

    Raises:
        SettingsError: there is none, or it does not hold together.
    """
    text = str(name_or_path)
    if "/" in text or text.endswith(".toml"):
        return profile_of_file(Path(text))
    if not re.fullmatch(shapes.PROFILE, text):
        raise SettingsError(text, "", None, _unknown(text))
    try:
        path = config_path(f"rules/{text}.toml")
    except SettingsError:
        raise SettingsError(text, "", None, _unknown(text)) from None
    profile = profile_of_file(path)
    if profile.id != text:
        raise SettingsError(path, "id", profile.id, wrong("id_of_file", name=text))
    return profile


def _unknown(name: str) -> Told:
    """What is said of a name that no profile has: the one that was meant perhaps, else all that there are."""
    from difflib import get_close_matches

    known = sorted({path.stem for path in config_files("rules/*.toml")})
    near = get_close_matches(name, known, n=1)
    if near:
        return wrong("unknown_profile_near", near=near[0])
    return wrong("unknown_profile", known=", ".join(known))


def profile_of_file(path: Path) -> RuleProfile:
    """The rule profile that this file holds, with the digest of its whole content.

    Raises:
        SettingsError: it does not hold together.
    """
    read = read_toml(path, ProfileFile)
    casino = bool(read.paytable.bonus)
    usual = {name: True for name in CASINO_OPTIONS if name not in read.options.model_fields_set}
    options = Options(**(read.options.model_dump() | (usual if casino else {})))
    for at, street in enumerate(read.streets or ()):
        if (street.multiples is None) is (street.bets is None):
            raise SettingsError(path, f"streets[{at}]", street.name, wrong("multiples_or_bets"))
    for bet in read.side_bets:
        for name in sorted(read.options.model_fields_set):
            if name.startswith(f"{bet.spot}_"):
                value = getattr(read.options, name)
                reason = wrong("option_of_side_bet", spot=str(bet.spot))
                raise SettingsError(path, f"options.{name}", value, reason)
    streets = [s.read() for s in read.streets or ()] or (STREETS_CASINO if casino else STREETS_55_20)
    dealer = read.dealer
    profile = RuleProfile(
        id=read.id,
        source=read.source,
        streets=tuple(replace(s, burn=1 if options.burn and s.board else 0) for s in streets),
        qualifies_with=dealer.qualifies_with,
        blind=_best_first(read.paytable.blind),
        trips=_best_first(read.paytable.trips),
        bonus=_best_first(read.paytable.bonus),
        jp1={kind: read.paytable.jp1[kind] for kind in AwardKind if kind in read.paytable.jp1},
        limits=Limits(**read.limits.model_dump()),
        options=options,
        unqualified=Unqualified(
            dealer.unqualified_ante or ("paid" if casino else "returned"),
            dealer.unqualified_others or ("returned" if casino else "compared"),
        ),
        clocks=Clocks(**read.clocks.model_dump()),
        house_bets=tuple(_house_bets(path, read.side_bets)),
        digest="",
    )
    for key, found, why in _faults(profile):
        raise SettingsError(path, key, found, why)
    return replace(profile, digest=digest_of(profile))


def _house_bets(path: Path, written: Iterable[SideBetFile]) -> Iterator[SideBet]:
    for at, bet in enumerate(written):
        try:
            yield bet.read()
        except ValueError as error:
            reason = wrong("side_class", looks_at=str(bet.looks_at), known=_payable(bet.looks_at))
            raise SettingsError(path, f"side_bets[{at}].paytable.{error}", str(error), reason) from None


def _payable(looks_at: LooksAt) -> str:
    """The names of the classes that may be paid, the best first."""
    return ", ".join(str(one) for one in classes_of(looks_at))


def with_limits(profile: RuleProfile, minimum_cents: int | None, multiple: int | None) -> RuleProfile:
    """The same rules with the limits of a house; None leaves what the profile has.

    Raises:
        SettingsError: no stake of this minimum can be paid exactly.
    """
    old = profile.limits
    limits = replace(
        old,
        minimum_cents=old.minimum_cents if minimum_cents is None else minimum_cents,
        maximum_multiple=old.maximum_multiple if multiple is None else multiple,
    )
    if limits == old:
        return profile
    made = replace(profile, limits=limits, digest="")
    for key, value, reason in _faults(made):
        raise SettingsError(profile.id, key, value, reason)
    return replace(made, digest=digest_of(made))


def digest_of(profile: RuleProfile) -> str:
    """The SHA-256 of the profile's content, in hexadecimal: the same for the same rules, however written."""
    return hashlib.sha256(canonical_of(profile)).hexdigest()


def canonical_of(profile: RuleProfile) -> bytes:
    """The content that the digest is of: one line of JSON, its keys in their order, without the digest."""
    content = asdict(replace(profile, digest=""))
    content["qualifies_with"] = str(profile.qualifies_with)
    for name in ("blind", "trips", "bonus", "jp1"):
        content[name] = _lines(getattr(profile, name))
    for bet, told in zip(profile.house_bets, content["house_bets"], strict=True):
        told["table"] = _lines(bet.table)
    if not profile.house_bets:
        # Rules without such bets keep the digest that they have in every journal.
        del content["house_bets"]
    return json.dumps(content, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def _lines(table: Mapping[Any, Odds]) -> list[list[str]]:
    return [[str(line), str(odds)] for line, odds in table.items()]


def _best_first(table: Mapping[Any, Odds]) -> Paytable:
    return {hand: table[hand] for hand in sorted(table, reverse=True)}


def _faults(profile: RuleProfile) -> Iterator[tuple[str, object, str]]:
    """What does not hold together, as key, value and reason."""
    yield from _street_faults(profile.streets)
    yield from _bet_faults(profile.streets)
    for name in ("blind", "trips", "bonus"):
        yield from _paytable_faults(f"paytable.{name}", getattr(profile, name))
    if profile.trips and profile.bonus:
        yield "paytable.bonus", "", wrong("trips_or_bonus")
    yield from _house_faults(profile)
    if profile.jp1:
        for kind in JP1_LINES:
            if kind not in profile.jp1:
                yield f"paytable.jp1.{kind}", None, wrong("missing")
        yield from _jp1_faults(profile.jp1)
        if profile.unqualified.ante == "paid":
            # Whose prize would lie in a hand that is not opened? JP1 is the jackpot of art. 55-20 only.
            yield "paytable.jp1", "", wrong("jp1_unopened")
    for spot in (Spot.ANTE, *profile.side_spots):
        step = stake_step_cents(profile, spot)
        if profile.limits.minimum_cents % step:
            reason = wrong("no_legal_stake", spot=str(spot), step=step)
            yield "limits.minimum_cents", profile.limits.minimum_cents, reason
    clocks = profile.clocks
    if clocks.decision_ms and profile.options.speech_order == "enforced":
        yield "options.speech_order", "enforced", wrong("no_turn")
    if clocks.last_bets_ms > clocks.betting_ms:
        reason = wrong("more_than_betting", betting_ms=clocks.betting_ms)
        yield "clocks.last_bets_ms", clocks.last_bets_ms, reason


def _house_faults(profile: RuleProfile) -> Iterator[tuple[str, object, str]]:
    """One side bet a spot; what the two cards or the board decide plays whatever becomes of the hand."""
    for at, bet in enumerate(profile.house_bets):
        key = f"side_bets[{at}]"
        if not bet.table:
            yield f"{key}.paytable", {}, wrong("pays_nothing", known=_payable(bet.looks_at))
        if profile.side_spots.count(bet.spot) > 1:
            yield f"{key}.spot", str(bet.spot), wrong("spot_twice")
        if not bet.after_fold and bet.looks_at is not LooksAt.SEVEN:
            yield f"{key}.after_fold", False, wrong("plays_after_fold", looks_at=str(bet.looks_at))
        yield from _paytable_faults(f"{key}.paytable", bet.table)


def _street_faults(streets: tuple[Street, ...]) -> Iterator[tuple[str, object, str]]:
    cards = sum(street.board for street in streets)
    if cards != BOARD_CARDS:
        yield "streets", cards, wrong("board_cards", cards=BOARD_CARDS)
    if streets[0].board:
        yield "streets[0].board", streets[0].board, wrong("first_street")
    if len({street.name for street in streets}) != len(streets):
        yield "streets", [street.name for street in streets], wrong("street_twice")
    for at, street in enumerate(streets):
        if list(street.multiples) != sorted(set(street.multiples), reverse=True):
            yield f"streets[{at}].multiples", street.multiples, wrong("descend")
    folds = [at for at, street in enumerate(streets) if street.fold]
    if len(folds) != 1:
        yield "streets", folds, wrong("one_fold")
        return
    for at, street in enumerate(streets):
        first = any(bet.after is None for bet in street.bets)
        if first is not (at <= folds[0]):
            key = "who_bet_nothing_acts" if first else "nobody_acts"
            yield f"streets[{at}]", street.name, wrong(key, street=streets[folds[0]].name)


def _bet_faults(streets: tuple[Street, ...]) -> Iterator[tuple[str, object, str]]:
    """Play alone, or a spot for each bet; a bet after another lies on a later street."""
    seen: list[Spot] = []
    for at, street in enumerate(streets):
        for bet in street.bets:
            key = f"streets[{at}].bets"
            if bet.spot is not Spot.PLAY and bet.spot in seen:
                yield key, bet.spot, wrong("bet_twice")
            if (bet.spot is Spot.PLAY) is not (streets[0].bets[0].spot is Spot.PLAY):
                yield key, bet.spot, wrong("play_or_spots")
            if bet.after is not None and bet.after not in seen:
                yield key, bet.after, wrong("follows_none", spot=str(bet.spot))
        sizes = [bet.half_antes for bet in street.bets if bet.after is None]
        if sizes != sorted(set(sizes), reverse=True):
            yield f"streets[{at}].bets", [str(bet.spot) for bet in street.bets], wrong("descend")
        seen += [bet.spot for bet in street.bets]


def _paytable_faults(key: str, table: Mapping[Any, Odds]) -> Iterator[tuple[str, object, str]]:
    """A better hand is paid at least as much; above the lowest hand paid, every hand of five is paid."""
    if key == "paytable.blind" and not table:
        yield key, {}, wrong("pays_nothing_at_all")
    for better, hand in pairwise(sorted(table, reverse=True)):
        above = type(hand)(hand + 1)
        if above not in table and isinstance(above, HandClass):
            yield f"{key}.{above}", None, wrong("missing_above", hand=str(hand), above=str(above))
        elif _fraction(table[better]) < _fraction(table[hand]):
            yield (
                f"{key}.{better}",
                str(table[better]),
                wrong("pays_less", hand=str(hand), odds=str(table[hand])),
            )


def _jp1_faults(table: Mapping[AwardKind, Odds]) -> Iterator[tuple[str, object, str]]:
    ordered = [kind for kind in AwardKind if kind in table and kind is not AwardKind.CONSOLATION]
    for worse, better in pairwise(ordered):
        if _fraction(table[better]) < _fraction(table[worse]):
            yield (
                f"paytable.jp1.{better}",
                str(table[better]),
                wrong("pays_less", hand=str(worse), odds=str(table[worse])),
            )


def _fraction(odds: Odds) -> Fraction:
    return Fraction(odds.numerator, odds.denominator)
