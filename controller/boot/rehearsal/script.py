"""The file of a script: who plays, which cards come, what goes wrong, what is to come of it.

The shape is strict: an unknown key, a card that lies twice, a seat that the felt does not have or a fault
that nobody knows is refused, with place, value and what to do. `SCRIPTS.md` beside the scripts explains it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, PlainValidator, model_validator

from controller.boot.rehearsal.refusal_codes import REFUSAL_CODES
from controller.boot.rehearsal.script_faults import none_such, wrong
from controller.boot.rehearsal.wrong_script import for_a_tester, place_of
from controller.game.betting.stakes import may_stake
from controller.game.cards import parse_cards
from controller.game.choices import Role
from controller.game.felt import Spot
from controller.game.hands import HandClass
from controller.game.incidents.causes import HoldCause
from controller.game.inputs import INTENTS, Machine
from controller.game.jackpot.rules import JackpotConfig
from controller.game.machines.alarms import CATALOGUE as ALARMS
from controller.game.money import CENTS_MAX
from controller.game.profile import AwardKind, RuleProfile
from controller.game.state import Phase
from controller.screens.taps import parse_tap, words_for
from controller.screens.wire_lines import WireError
from controller.settings.files import config_files, config_path, toml_content
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import DEFAULT_PROFILE, load_profile
from controller.settings.settings_error import SettingsError
from controller.settings.table import load_simulator
from controller.settings.toml import Strict, check
from controller.told import Told
from drivers.sim.catalogue import MACHINES
from drivers.sim.faults import KINDS
from drivers.sim.players import MAIN_SPOTS

FOLDER: Final = "scripts"
"""Of the configuration: the scripts that came with the program."""
ROUNDS_MAX: Final = 200
MANY: Final = 30
"""More names than a sentence can list."""
HELD: Final = "held"
CHECK: Final = "check"
FOLD: Final = "fold"
Seat = Annotated[int, Field(ge=1, le=7)]
Money = Annotated[int, Field(ge=0, le=CENTS_MAX)]
Cards = list[str]


def _says(value: object) -> int | str:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError(wrong("says"))
    return value


Says = Annotated[int | str, PlainValidator(_says)]
Moment = Literal[
    "betting",
    "latched",
    "collected",
    "dealing",
    "deciding",
    "showdown",
    "settling",
    "refunding",
    "clearing",
    "held",
]
"""When something happens: a phase of the round, or while it is held."""


class SeatFile(Strict):
    """Who sits at `seat`: his two cards or none named, his stakes in cents by spot, what he says by street.

    `bets`: "check", "fold", or what he bets in Antes, 4 or "1/2". He checks where nothing is said, and bets
    the least where he would have to fold.
    """

    seat: Seat
    cards: Cards = Field(default_factory=list)
    stakes: dict[str, Money]
    bets: dict[str, Says] = Field(default_factory=dict)


class DealFile(Strict):
    """The cards of another deal of the round, after one that was void; `hands` by seat."""

    hands: dict[str, Cards] = Field(default_factory=dict)
    dealer: Cards = Field(default_factory=list)
    board: Cards = Field(default_factory=list)


DOES: Final = ("fault", "cut", "link", "display", "clock", "cable", "chip", "act")


class MomentFile(Strict):
    """A moment of a round: a phase, once so many cards are out, on this street, in this deal."""

    at: Moment
    cards: Annotated[int, Field(ge=0, le=52)] = 0
    street: str = ""
    deal: Annotated[int, Field(ge=1, le=20)] = 1


class HappensFile(MomentFile):
    """One thing that happens at a moment.

    One of `fault` (of the catalogue, at `machine`), `cut` (the program dies and is started again; `power`:
    shoe and shuffler too), `link` to the jackpot's book, `display` of the jackpot (its process killed, or
    hung), the machine's `clock` set an hour `ahead` or `behind`, or `right` again, `cable` of a `machine`,
    `chip` on or off the JP1 spot of a `seat`, `act`: a key of the console, by whose badge lies there, with
    the code of its refusal.
    """

    fault: str | None = None
    cut: Literal["program", "power"] | None = None
    link: Literal["lost", "back"] | None = None
    display: Literal["gone", "frozen", "back"] | None = None
    clock: Literal["ahead", "behind", "right"] | None = None
    cable: Literal["out", "in"] | None = None
    chip: Literal["on", "off"] | None = None
    act: dict[str, Any] | None = None
    machine: Literal["", "shoe", "shuffler", "chips", "badge"] = ""
    seat: Annotated[int, Field(ge=0, le=7)] = 0
    by: Role | None = Field(default=None, strict=False)
    refused: str = ""

    @property
    def does(self) -> str:
        """Which of the things it is."""
        return next(name for name in DOES if getattr(self, name) is not None)

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        said = [name for name in DOES if getattr(self, name) is not None]
        if len(said) != 1:
            key = "name_only_one" if said else "name_one_thing"
            raise ValueError(
                wrong(key, known=", ".join(DOES), found=Told((" et ".join(said), " and ".join(said))))
            )
        return self

    @property
    def words(self) -> str:
        """What happens, in a few words."""
        what = self.act["act"] if self.act is not None else getattr(self, self.does)
        where = f" at the {self.machine}" if self.machine else f" at seat {self.seat}" if self.seat else ""
        return f"{self.does} {what}{where}"


class SpotFile(Strict):
    """How one stake is settled, in cents, as `tapis settle` answers."""

    stake: Money | None = None
    returned: Money | None = None
    taken: Money | None = None
    paid: Money | None = None


class SeatExpected(Strict):
    """What is to come of a seat; what is left out is not looked at. Sums are over all spots."""

    seat: Seat
    hand: str | None = Field(default=None, alias="class")
    result: Literal["win", "lose", "tie", "fold"] | None = None
    paid_cents: Money | None = None
    taken_cents: Money | None = None
    returned_cents: Money | None = None
    refunded_cents: Money | None = None
    ante_back_cents: Money | None = None
    spots: dict[str, SpotFile] = Field(default_factory=dict)


class AlarmsExpected(Strict):
    """Alarms and holds: `alarms` were raised, `no_alarms` were not; `only_alarms` and no others were."""

    alarms: list[str] = Field(default_factory=list)
    no_alarms: list[str] = Field(default_factory=list)
    only_alarms: list[str] | None = None
    held: list[str] | None = None


class RoundExpected(AlarmsExpected):
    """What is to come of a round. `deals` counts the void ones too, `restarts` how often the program was
    started again; `by_hand`: cards were dealt by hand."""

    void: bool | None = None
    deals: int | None = None
    qualified: bool | None = None
    by_hand: bool | None = None
    restarts: int | None = None
    seats: list[SeatExpected] = Field(default_factory=list)


class NightExpected(AlarmsExpected):
    """What is to come of the whole script; `jp1` counts prizes by kind."""

    rounds: int | None = None
    voided: int | None = None
    meter_cents: Money | None = None
    jp1: dict[str, int] = Field(default_factory=dict)


class RoundFile(Strict):
    """One round."""

    seats: list[SeatFile] = Field(min_length=1, max_length=7)
    dealer: Cards = Field(default_factory=list)
    board: Cards = Field(default_factory=list)
    again: list[DealFile] = Field(default_factory=list)
    happens: list[HappensFile] = Field(default_factory=list)
    expected: RoundExpected = Field(default_factory=RoundExpected)

    def deal(self, number: int) -> tuple[Mapping[int, str], str, str] | None:
        """Hands, dealer and board of this deal, as `deck_of` takes them; None where no card is named."""
        if number == 1:
            hands = {one.seat: "".join(one.cards) for one in self.seats if one.cards}
            dealer, board = self.dealer, self.board
        elif number - 2 < len(self.again):
            told = self.again[number - 2]
            hands = {int(seat): "".join(cards) for seat, cards in told.hands.items()}
            dealer, board = told.dealer, told.board
        else:
            return None
        return (hands, "".join(dealer), "".join(board)) if hands or dealer or board else None


class Script(Strict):
    """A whole script."""

    title: str = Field(min_length=1, max_length=200)
    title_en: str = ""
    seed: Annotated[int, Field(ge=0)] = 1
    profile: str = DEFAULT_PROFILE
    staffed: bool = True
    rounds: list[RoundFile] = Field(alias="round", min_length=1, max_length=ROUNDS_MAX)
    expected: NightExpected = Field(default_factory=NightExpected)

    @property
    def has_display(self) -> bool:
        """The jackpot's display is broken in it: then the table counts displays."""
        return any(one.display is not None for told in self.rounds for one in told.happens)


def read_script(named: str | Path) -> Script:
    """The script of this file, or of this name among those that came with the program.

    Raises:
        SettingsError: it cannot be read, or something in it is wrong; what to do is said.
    """
    if not str(named).strip():
        raise SettingsError(
            "--script", "", None, wrong("with_hint", what=wrong("none_named"), hint=_known_scripts())
        )
    path = Path(named)
    if path.suffix != ".toml" and path.name == str(named) and not path.exists():
        known = _shipped()
        if str(named) not in known:
            near = get_close_matches(str(named), known, 1)
            hint = wrong("near", near=near[0]) if near else _known_scripts()
            raise SettingsError(named, "", None, wrong("with_hint", what=wrong("no_script"), hint=hint))
        path = config_path(f"{FOLDER}/{named}.toml")
    content = toml_content(path)
    try:
        script = check(path, content, Script)
        _checked_in(path, script.profile).script(script)
    except SettingsError as error:
        if error.file != str(path):
            raise
        text = path.read_text(encoding="utf-8-sig")
        raise for_a_tester(error, Script, content, text) from None
    return script


def _shipped() -> list[str]:
    """The scripts that came with the program."""
    return sorted({one.stem for one in config_files(f"{FOLDER}/*.toml")})


def _known_scripts() -> Told:
    return wrong("name_one", known=", ".join(_shipped()))


def _checked_in(path: Path, profile: str) -> Checked:
    """As `checked_by`; rules that there are not are a fault of the script that names them."""
    try:
        return checked_by(path, profile)
    except SettingsError as error:
        if error.key or error.file not in (profile, str(Path(profile))):
            raise
        raise SettingsError(path, "profile", profile, error.reason) from None


def checked_by(file: str | Path, profile: str) -> Checked:
    """The checks of a script by these rules, at the simulator's table.

    Raises:
        SettingsError: rules, jackpot or simulator are configured wrongly.
    """
    return Checked(file, load_profile(profile), load_jackpot(), load_simulator().table.seats)


class Checked:
    """The checks that need rules, jackpot, felt and catalogue; the first fault is raised."""

    def __init__(self, file: str | Path, rules: RuleProfile, jackpot: JackpotConfig, places: int) -> None:
        self._file, self._rules, self._jackpot, self._places = file, rules, jackpot, places
        sides = [str(side.spot) for side in rules.sides]
        self._stakes = [*(str(spot) for spot in MAIN_SPOTS), *sides, "jp1"]
        self._streets = {street.name: street for street in rules.streets}

    def _wrong(self, key: str, value: object, reason: str) -> SettingsError:
        return SettingsError(self._file, key, value, reason)

    def _known(self, key: str, value: str | int, known: Iterable[object], what: str) -> None:
        names = [str(one) for one in known]
        if str(value) not in names:
            near = get_close_matches(str(value), names, 1)
            every = ", ".join(names)
            hint = wrong("near", near=near[0]) if near else wrong("one_of", known=every)
            if near and len(names) <= MANY:
                hint = wrong("near_of", near=near[0], known=every)
            if len(names) > MANY and not near:
                hint = wrong("listed", number=len(names))
            raise self._wrong(key, value, none_such(what, hint))

    def script(self, script: Script) -> None:
        """The whole script is right."""
        for number, told in enumerate(script.rounds):
            self.round(f"round[{number}]", told)
        self._alarms("expected", script.expected)
        for kind in script.expected.jp1:
            self._known(f"expected.jp1.{kind}", kind, AwardKind, "prize")

    def round(self, key: str, told: RoundFile) -> None:
        """The round is right."""
        seats: list[int] = []
        for number, seat in enumerate(told.seats):
            self._seat(f"{key}.seats[{number}]", seat, seats)
            seats.append(seat.seat)
        own = {f"seats[{n}].cards": (seat.cards, 2) for n, seat in enumerate(told.seats)}
        piles = own | {"dealer": (told.dealer, 2), "board": (told.board, 5)}
        self._cards(key, piles, {"seats": [{"seat": seat} for seat in seats]})
        for number, deal in enumerate(told.again):
            again = f"{key}.again[{number}]"
            for name in deal.hands:
                self._known(f"{again}.hands", name, seats, "seat")
            hands = {f"hands.{seat}": (cards, 2) for seat, cards in deal.hands.items()}
            self._cards(again, hands | {"dealer": (deal.dealer, 2), "board": (deal.board, 5)})
        for number, happens in enumerate(told.happens):
            self.happens(f"{key}.happens[{number}]", happens)
        self._alarms(f"{key}.expected", told.expected)
        for number, expected in enumerate(told.expected.seats):
            where = f"{key}.expected.seats[{number}]"
            self._known(f"{where}.seat", expected.seat, seats, "seat")
            if expected.hand is not None:
                self._known(f"{where}.class", expected.hand, HandClass, "class")
            for spot in expected.spots:
                self._known(f"{where}.spots", spot, Spot, "spot")

    def _seat(self, key: str, told: SeatFile, before: Sequence[int]) -> None:
        if told.seat > self._places:
            raise self._wrong(f"{key}.seat", told.seat, wrong("places", most=self._places))
        if told.seat in before:
            raise self._wrong(f"{key}.seat", told.seat, wrong("sits_already"))
        for spot in told.stakes:
            self._known(f"{key}.stakes", spot, self._stakes, "stake")
        ante = told.stakes.get("ante", 0)
        if not ante:
            raise self._wrong(f"{key}.stakes", told.stakes, wrong("no_ante"))
        for spot, cents in told.stakes.items():
            if spot not in ("blind", "super_ante", "jp1"):
                self._legal(f"{key}.stakes.{spot}", spot, cents, ante)
        for spot in ("blind", "super_ante"):
            if told.stakes.get(spot, ante) != ante:
                raise self._wrong(f"{key}.stakes.{spot}", told.stakes[spot], wrong("not_the_ante", ante=ante))
        if told.stakes.get("jp1", self._jackpot.stake_cents) != self._jackpot.stake_cents:
            why = wrong("jp1_stake", stake=self._jackpot.stake_cents)
            raise self._wrong(f"{key}.stakes.jp1", told.stakes["jp1"], why)
        for name, said in told.bets.items():
            self._known(f"{key}.bets", name, self._streets, "street")
            street = self._streets[name]
            offered = [antes(bet.half_antes) for bet in street.bets]
            words = [*offered, FOLD] if street.fold else [*offered, CHECK]
            self._known(f"{key}.bets.{name}", str(said), words, "answer")

    def _legal(self, key: str, spot: str, cents: int, ante: int) -> None:
        """The table takes this stake; what it refuses would hold its people up for ever."""
        refusal = may_stake(self._rules, spot, cents, ante_cents=ante)
        if refusal is None:
            return
        facts = dict(refusal.facts)
        near = [str(facts[name]) for name in ("below_cents", "above_cents") if name in facts]
        why = wrong("not_taken", code=refusal.code)
        if near:
            both = wrong("either", one=near[0], other=near[-1]) if len(near) > 1 else near[0]
            why = wrong("with_hint", what=why, hint=wrong("nearest", near=both))
        raise self._wrong(key, cents, why)

    def _cards(
        self, key: str, piles: Mapping[str, tuple[Cards, int]], told: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        seen: dict[str, str] = {}
        for pile, (cards, count) in piles.items():
            where = f"{key}.{pile}"
            if cards and len(cards) != count:
                raise self._wrong(where, cards, wrong("count", number=len(cards), wanted=count))
            for card in cards:
                try:
                    parse_cards(card)
                except ValueError:
                    raise self._wrong(where, card, wrong("no_card")) from None
                if len(card) != 2:
                    raise self._wrong(where, card, wrong("several_cards"))
                if card in seen:
                    why = wrong("lies_already", where=place_of(seen[card], told))
                    raise self._wrong(where, card, why)
                seen[card] = pile

    def moment(self, key: str, told: MomentFile) -> None:
        """The moment can come under these rules."""
        if told.street:
            self._known(f"{key}.street", told.street, self._streets, "street")

    def happens(self, key: str, told: HappensFile) -> None:
        """What happens can happen."""
        self.moment(key, told)
        if told.fault is not None:
            self._known(f"{key}.fault", told.fault, KINDS, "fault")
            if told.machine:
                self._known(f"{key}.machine", told.machine, MACHINES[told.fault], "machine")
        if told.cable is not None and told.machine not in ("shoe", "shuffler"):
            raise self._wrong(f"{key}.machine", told.machine, wrong("cables"))
        if told.chip is not None and not 1 <= told.seat <= self._places:
            raise self._wrong(f"{key}.seat", told.seat, wrong("whose_spot"))
        if told.act is None and (told.by is not None or told.refused):
            raise self._wrong(key, told.by or told.refused, wrong("of_an_act"))
        if told.refused:
            self._known(f"{key}.refused", told.refused, REFUSAL_CODES, "code")
        if told.act is not None:
            self._known(f"{key}.act", str(told.act.get("act", "")), INTENTS, "act")
            try:
                parse_tap(told.act)
            except WireError as error:
                hint = words_for(told.act, str(error))
                raise self._wrong(
                    f"{key}.act", told.act, wrong("act_unread", said=f"{error}{hint}")
                ) from None

    def _alarms(self, key: str, told: AlarmsExpected) -> None:
        for name in ("alarms", "no_alarms", "only_alarms"):
            for code in getattr(told, name) or ():
                self._known(f"{key}.{name}", code, ALARMS, "alarm")
        for cause in told.held or ():
            self._known(f"{key}.held", cause, HoldCause, "cause")


def antes(halves: int) -> str:
    """A bet in Antes as rule files and scripts write it: "4" or "1/2"."""
    return str(halves // 2) if halves % 2 == 0 else f"{halves}/2"


def machine_of(told: HappensFile) -> Machine:
    """Where the fault happens: where it is said, or its usual place."""
    assert told.fault is not None
    return Machine(told.machine) if told.machine else MACHINES[told.fault][0]


assert set(Moment.__args__) == {*(str(phase) for phase in Phase), HELD} - {"closed", "opening"}  # type: ignore[attr-defined]  # a Literal has its words there
