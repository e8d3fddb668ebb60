"""The shape of the worded map of the dealer's console: what `screen.view` holds.

Only strings, booleans, small whole numbers, lists and maps of them. Amounts are words already written the
French way; a face-down card is the word `back` and nothing more. Every touchable thing carries the `tap`
that QML hands back unchanged to `screen.tap`; `tap` None makes it dead. A key that is absent is an empty
word, a false or an empty list.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from ui.glass import GlassView

Tap = dict[str, Any]
"""`{"act": name, ...}`: an intent of the table by its wire name, or an act of the screen alone."""

Direction = Literal["pay", "take", "refund", "even"]
CardWord = str
"""`As`, `Td`... face up; `back` face down; `bad` face down and not read; empty: no card."""


class KeyLook(TypedDict, total=False):
    """How a key looks; `says` is for assistive technology, `check` makes it a line of a checklist.

    `picture` and `mark` are those of an incident's key, `value` and `seals` (signatures) of an act's row.
    """

    says: str
    chosen: bool
    plain: bool
    stack: bool
    check: Literal["done", "now", "open"]
    icon: Literal["bell", "called", "seen", "badge"]
    picture: str
    mark: Literal["p1", "p2"]
    value: str
    seals: int
    gold: bool


class Key(KeyLook):
    """A key: what it says, what it does, how it looks."""

    label: str
    tap: Tap | None
    sub: NotRequired[str]


class Row(TypedDict):
    """A label and its value."""

    label: str
    value: str
    gold: NotRequired[bool]
    state: NotRequired[str]
    tap: NotRequired[Tap | None]


class Phase(TypedDict):
    """One part of the ribbon."""

    name: str
    time: str
    state: Literal["done", "now", "next"]


class Device(TypedDict):
    """How one machine does."""

    health: Literal["up", "degraded", "lost", "absent"]
    says: str


class Language(TypedDict):
    """The FR|EN key; `current` is the language in force."""

    current: Literal["fr", "en"]
    tap: Tap
    says: str


class Hand(TypedDict):
    """The dealer's side or the board: cards, a verdict, its reason. On a frozen felt what is not `ringed`
    `recedes`."""

    caption: str
    cards: list[CardWord]
    dim: NotRequired[bool | list[bool]]
    ringed: NotRequired[list[bool]]
    recedes: NotRequired[bool]
    verdict: NotRequired[str]
    note: NotRequired[str]
    note_short: NotRequired[str]


class Meter(TypedDict):
    """The jackpot: whole euros and the rest (`28 578` and `,75 €`); `roll` only when no key is waited for;
    `plain`: an amount that is no jackpot."""

    caption: str
    euros: str
    cents: str
    note: str
    note_short: NotRequired[str]
    dim: NotRequired[bool]
    roll: NotRequired[bool]
    plain: NotRequired[bool]


class Stake(TypedDict):
    """A betting circle: empty amount, empty circle. `mark` says in words where its sensor sees otherwise;
    `hollow`: as before, and not confirmed."""

    label: str
    short: str
    amount: str
    mark: str
    hollow: NotRequired[bool]


class Decision(TypedDict):
    """What a seat has decided; `plain` draws a quiet word, `tap` reopens it, `reopen` is its word."""

    caption: str
    word: str
    amount: str
    plain: NotRequired[bool]
    tap: NotRequired[Tap | None]
    says: NotRequired[str]
    reopen: NotRequired[str]


class SeatJackpot(TypedDict):
    """A seat's JP1 stake while stakes are registered; `plain`: none."""

    word: str
    lamp: NotRequired[str]
    plain: NotRequired[bool]


class OutcomeWords(TypedDict):
    """What comes of the hand: `win` money out, `lose` money in, `hold` parked."""

    kind: Literal["win", "lose", "refund", "tie", "fold", "unopened", "done", "hold", "verify"]
    word: str
    word_short: NotRequired[str]
    amount: NotRequired[str]


class Seat(TypedDict):
    """One place of the felt; all of them, seat 1 first. `proves`: it claims by a hand that is verified, and
    the others `recedes`. `play_marks` stand before the play line: `hold`, contested; `lose`, taken."""

    number: str
    says: NotRequired[str]
    vacant: NotRequired[bool]
    vacant_word: NotRequired[str]
    quiet: NotRequired[bool]
    focused: NotRequired[bool]
    expected: NotRequired[bool]
    speaks: NotRequired[bool]
    proves: NotRequired[bool]
    recedes: NotRequired[bool]
    opened: NotRequired[bool]
    header_tap: NotRequired[Tap | None]
    header_says: NotRequired[str]
    header_word: NotRequired[str]
    lamp: NotRequired[Literal["", "none", "waits", "chip", "in", "back", "closed"]]
    lamp_word: NotRequired[str]
    lamp_tap: NotRequired[bool]
    stakes: NotRequired[list[Stake]]
    note: NotRequired[str]
    note_sub: NotRequired[str]
    note_sub_short: NotRequired[str]
    note_short: NotRequired[str]
    staked: NotRequired[str]
    cards: NotRequired[list[CardWord]]
    cards_word: NotRequired[str]
    cards_word_short: NotRequired[str]
    cards_dim: NotRequired[bool]
    ringed: NotRequired[list[bool]]
    hand: NotRequired[str]
    play_line: NotRequired[str]
    play_line_short: NotRequired[str]
    play_marks: NotRequired[list[str]]
    rectify: NotRequired[Key | None]
    keys: NotRequired[list[Key]]
    decision: NotRequired[Decision | None]
    play: NotRequired[Decision | None]
    jp1: NotRequired[SeatJackpot | None]
    service: NotRequired[Key | None]
    outcome: NotRequired[OutcomeWords | None]


class Light(TypedDict):
    """The betting light; `fill` is what remains of the time, 0 to 100; `seconds` empty: no time runs. It
    `recedes` where nobody is to look at it."""

    lamp: Literal["go", "last", "stop", "off"]
    word: str
    seconds: str
    fill: int
    recedes: NotRequired[bool]


class SettleLine(TypedDict):
    """One spot in a settlement."""

    spot: str
    stake: str
    rule: str
    result: str
    gain: bool


class Slip(TypedDict):
    """What the cage pays of a seat, and by which slip."""

    name: str
    amount: str
    note: str


class Step(TypedDict):
    """One step of a checklist or of the procedure."""

    state: Literal["done", "now", "next"]
    text: NotRequired[str]
    name: NotRequired[str]
    note: NotRequired[str]


class Headed(TypedDict):
    """A fixed heading and its sentence."""

    heading: str
    text: str


class RecordedAct(TypedDict):
    """One act on record."""

    time: str
    text: str


FocusKind = Literal[
    "wait", "jp1", "choice", "settle", "checklist", "recovery", "facts", "stakes", "sensors", "readers"
]


class Focus(TypedDict):
    """The card over the primary button. Which keys are present depends on `kind`:

    wait       caption, title, text, rows, key or keys (below them)
    jp1        caption, seats (numbers as words), title, text
    choice     caption, title, text, keys
    settle     seat, hand, direction, word, euros, cents, also (taken besides), chips, lines, slip (cage)
    checklist  before, steps_heading, steps, after, key (which ticks the present step)
    recovery   title, text, acts, key
    facts      caption, title, facts
    stakes     title, lamp, seconds, note, spots, keys (six)
    sensors    caption, title, lamps (number, lamp as a seat's, says), text, rows
    readers    caption, title, readers (label, value, state), text
    """

    kind: FocusKind
    caption: NotRequired[str]
    title: NotRequired[str]
    text: NotRequired[str]
    rows: NotRequired[list[Row]]
    seats: NotRequired[list[str]]
    keys: NotRequired[list[Key]]
    seat: NotRequired[str]
    hand: NotRequired[str]
    direction: NotRequired[Direction]
    word: NotRequired[str]
    euros: NotRequired[str]
    cents: NotRequired[str]
    also: NotRequired[str]
    chips: NotRequired[list[str]]
    lines: NotRequired[list[SettleLine]]
    slip: NotRequired[Slip | None]
    before: NotRequired[list[Headed]]
    steps_heading: NotRequired[str]
    steps: NotRequired[list[Step]]
    after: NotRequired[list[Headed]]
    acts: NotRequired[list[RecordedAct]]
    key: NotRequired[Key]
    facts: NotRequired[list[Row]]
    readers: NotRequired[list[Row]]
    lamp: NotRequired[str]
    lamps: NotRequired[list[dict[str, str]]]
    seconds: NotRequired[str]
    note: NotRequired[str]
    spots: NotRequired[list[Key]]


class ProvenCard(TypedDict):
    """One of the five winning cards, confirmed or with its key; `read`: the shoe's frame and time."""

    card: CardWord
    origin: NotRequired[str]
    order: str
    name: str
    suit: str
    read: NotRequired[str]
    checked: NotRequired[bool]
    checked_word: NotRequired[str]
    key: NotRequired[Key | None]


class Panel(TypedDict):
    """One step of the procedure in full; `hero` is an amount at its size, `payers` who pays what of it."""

    title: str
    text: str
    note: NotRequired[str]
    facts: NotRequired[list[Row]]
    rows: NotRequired[list[Row]]
    hero: NotRequired[dict[str, str]]
    payers: NotRequired[list[dict[str, Any]]]
    box: NotRequired[dict[str, Any] | None]
    keys: NotRequired[list[Key]]


class KeySheet(TypedDict):
    """One question with many answers, as large keys."""

    kind: Literal["keys"]
    title: str
    text: str
    keys: list[Key]
    across: int


class PayTable(TypedDict):
    """What each hand pays on one spot."""

    title: str
    note: str
    rows: list[Row]


class Field(TypedDict):
    """What is typed on a pad, above its keys: as words, or as `dots` of `places` and never a digit."""

    caption: str
    hint: str
    value: NotRequired[str]
    unit: NotRequired[str]
    dots: NotRequired[int]
    places: NotRequired[int]
    says: NotRequired[str]


class Group(TypedDict):
    """Keys that belong together, under their word."""

    caption: str
    keys: list[Key]


class Sheet(TypedDict):
    """What takes the seats' place. Which keys are present depends on `kind`:

    opening  title, checks (Row with state done|open|bad and tap), rules_title, rules
    jackpot  steps, then cards or panel
    keys     title, text, keys, across (keys in a row)
    devices  title, text, columns (eight words), devices (health, says, words: eight of them), key
    measure  title, text, bar (its words), note, warning, keys (shorter, longer)
    rounds   title, text (no round yet), columns, spare, rounds (six words each), legend, paytable or tables
    cards    rows: four suits of thirteen keys, each with `card`
    results  title, text, results: a label and ten keys, one a class of hand
    incident title, text, groups (caption, keys with picture and mark)
    chef     title, text, badge (name, role), seals (their meanings), note, call, groups (keys are rows)
    pad      caption, title, text, facts, choices (rows of keys), note, warning, steps; field, keypad (twelve)
    """

    kind: Literal[
        "opening",
        "jackpot",
        "keys",
        "rounds",
        "cards",
        "devices",
        "results",
        "pad",
        "incident",
        "chef",
        "measure",
    ]
    title: NotRequired[str]
    text: NotRequired[str]
    checks: NotRequired[list[Row]]
    rules_title: NotRequired[str]
    rules: NotRequired[list[Row]]
    steps: NotRequired[list[Step]]
    cards: NotRequired[list[ProvenCard]]
    panel: NotRequired[Panel | None]
    keys: NotRequired[list[Key]]
    across: NotRequired[int]
    columns: NotRequired[list[str]]
    spare: NotRequired[list[int]]
    rounds: NotRequired[list[list[str]]]
    legend: NotRequired[str]
    tables: NotRequired[list[PayTable]]
    paytable: NotRequired[dict[str, Any]]
    devices: NotRequired[list[dict[str, Any]]]
    key: NotRequired[Key]
    bar: NotRequired[str]
    rows: NotRequired[list[list[dict[str, Any]]]]
    results: NotRequired[list[dict[str, Any]]]
    caption: NotRequired[str]
    groups: NotRequired[list[Group]]
    badge: NotRequired[dict[str, str]]
    seals: NotRequired[list[Row]]
    call: NotRequired[Key]
    field: NotRequired[Field]
    keypad: NotRequired[list[Key]]
    choices: NotRequired[list[list[Key]]]
    facts: NotRequired[list[Row]]
    note: NotRequired[str]
    warning: NotRequired[str]


class AlarmWords(TypedDict):
    """The alarm line; `more` counts those behind it (`+2`); `seen` stops the blinking."""

    priority: Literal["p1", "p2", "p3", "info"]
    title: str
    sub: str
    more: NotRequired[str]
    seen: NotRequired[bool]
    keys: NotRequired[list[Key]]


class Freeze(TypedDict):
    """The band over a frozen felt: its words, what is to be verified and since when; `calling` until somebody
    is called."""

    title: str
    lines: list[str]
    calling: bool
    keys: list[Key]


class Shortcut(TypedDict):
    """What a key of the keyboard does: it presses the one tap, or rings the taps one after the other."""

    taps: list[Tap]
    rings: bool


class LessonCard(TypedDict):
    """A lesson in the two first columns; `points` are filled or not, `hint` says that the text is one."""

    caption: str
    title: str
    steps: list[Step]
    score: str
    note: str
    points: list[bool]
    text: NotRequired[str]
    hint: NotRequired[bool]


class ConsoleView(TypedDict):
    """All that the dealer's console shows. A felt that is frozen has its band in the alarm's place.

    `layout` names the arrangement: when it changes, touches are ignored for 150 ms. `offline` makes every key
    dead. `primary.sub` says why the primary may not be pressed. `bottom` has five keys. `facts` and
    `simulation` are those of the large stage; the small one has its own, where they differ.
    `shortcuts` are the keys of a keyboard, by name.
    """

    layout: str
    table: str
    facts: list[Row]
    facts_small: NotRequired[list[Row]]
    clock: str
    language: Language
    devices_word: str
    devices_key: NotRequired[Key]
    devices: list[Device]
    simulation: str
    simulation_short: str
    phases: list[Phase]
    alarm: AlarmWords | None
    freeze: Freeze | None
    dealer: Hand
    board: Hand
    meter: Meter
    seats: list[Seat]
    lesson: NotRequired[LessonCard | None]
    sheet: Sheet | KeySheet | None
    light: Light | None
    focus: Focus | None
    primary: Key
    bottom: list[Key]
    shortcuts: NotRequired[dict[str, Shortcut]]
    handed: NotRequired[Literal["right", "left"]]
    reduced_motion: NotRequired[bool]
    glass: NotRequired[GlassView]
    offline: NotRequired[bool]
