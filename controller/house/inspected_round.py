"""One round as an inspector reads it: its entries, and what each requirement is shown by.

Four honest marks stand before every line. `recomputed`: it was worked out again from the entries just now,
and `ok` says whether it came to the same. `recorded`: somebody said so under his own card, and nothing here
can work it out. `outside`: Tapis does not have it, and it is to be asked for. `missing`: the round asks for
it and no entry shows it, which never holds. The rows are those of the page of requirements; one that has no
matter in the round has no line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any, Final, NamedTuple

from controller.game import events as e
from controller.game.cards import Card
from controller.game.felt import Pile, Place, Spot, hole
from controller.game.profile import RuleProfile
from controller.game.settling.settle import RoundSettlement
from controller.house.inspected_programs import Programs
from controller.journal.chain import Row
from controller.journal.one_round import OneRound, settled_line
from controller.journal.rounds import Round, Rounds
from controller.papers.round_sheet.lines import RoundLine, parse_line, settle_line
from controller.papers.round_sheet.stakes import LineRefused
from controller.words.codes import code_word
from controller.words.instants import to_the_second
from controller.words.money import money

RECOMPUTED, RECORDED, OUTSIDE, MISSING = "recomputed", "recorded", "outside", "missing"
Pair = tuple[str, str]
"""French, English."""
JOURNAL: Final = ("journal", "journal")
SHOE: Final = ("sabot", "shoe")
BOOK: Final = ("livre", "book")
CONSOLE: Final = ("pupitre", "console")
READER: Final = ("lecteur", "reader")


@dataclass(frozen=True, slots=True)
class Found:
    """What shows a requirement: its mark, whether it holds, in words by what, the entry and its source."""

    mark: str
    ok: bool
    shown: Pair
    seq: int
    source: Pair

    def told(self, row: str, required: Pair) -> dict[str, Any]:
        """As the service says it."""
        return {
            "id": row,
            "required": list(required),
            "mark": self.mark,
            "ok": self.ok,
            "shown": list(self.shown),
            "seq": self.seq,
            "source": list(self.source),
        }


Book = tuple[int, int, int]
"""A place in the book: its number, the generation of the jackpot, and the meter, -1 where nobody said."""


class Before(NamedTuple):
    """What the table knew before an entry: its last place in the book, and the meter, -1 where none was."""

    book: Book
    meter_cents: int


@dataclass(slots=True)
class Case:
    """A round with what is known before it.

    Attributes:
        told: its entries, from its opening to the next round's or the table's closing; after that those that
            name it, as an answer of the book that came late (LK-02) or a rectification (AC-10).
        profile: the rules in force; None where they are not among those here.
        dealer: who dealt as it opened, or signed on first where nobody had.
        programs: what machines have named themselves until it opened, and what of it was allowed.
        maximum_cents: of a main bet, as it was when the round opened; 0 where none was said.
        zone: of the clock on the wall.
        again: the number was used before in this session.
        before: of each of its entries that tells the meter, where the table knew the book and the meter to
            be before it, by the entry's number.
        moves: where the book was after what moved its meter and was no stake, at whichever table.
        opened_by: who dealt as it opened; empty where nobody was known to.
        highest_cents: how high any table of the book saw the meter while this session was open.
        sharers: by generation, how many claims of all tables of the book share it.
        own: how many of its entries were written until the next round or the closing of the table ended it.
        grown: what the contribution in the middle of all of the session staked and added, in cents, and how
            many the store has of it.
    """

    told: OneRound
    profile: RuleProfile | None
    dealer: str
    programs: Programs
    minimum_cents: int
    maximum_cents: int
    zone: tzinfo | None
    again: bool = False
    seats: int = 7
    grown: tuple[int, int, int] = (0, 0, 0)
    moves: tuple[Book, ...] = ()
    highest_cents: int = 0
    sharers: Mapping[int, int] = field(default_factory=dict)
    before: dict[int, Before] = field(default_factory=dict, init=False)
    own: int = field(default=0, init=False)
    folded: Round | None = field(default=None, init=False)
    anew: RoundSettlement | str = field(default="", init=False)
    opened_by: str = field(default="", init=False)

    def __post_init__(self) -> None:
        """Who deals later may be known only then; who dealt as it opened does not change."""
        self.opened_by = self.dealer

    def take(self, row: Row, event: e.Event, before: Before) -> None:
        """One entry more of it."""
        self.told.rows.append(row)
        self.told.events.append(event)
        if hasattr(event, "book_seq") or hasattr(event, "meter_cents"):
            self.before[row.seq] = before

    def all(self, kind: type[Any]) -> list[tuple[Row, Any]]:
        """Its entries of this kind."""
        return [(row, event) for row, event in self.told if isinstance(event, kind)]

    def last(self, kind: type[Any]) -> tuple[Row, Any] | None:
        """The last of them, if there is one."""
        found = self.all(kind)
        return found[-1] if found else None

    @property
    def round(self) -> Round:
        """Its last deal, folded."""
        if self.folded is None:
            rounds = Rounds(dict(self.told.stakes))
            for _, event in self.told:
                rounds.take(event)
            assert rounds.now is not None, "a round begins with its opening"
            self.folded = rounds.now
        return self.folded

    def dealing(self, seq: int) -> str:
        """Who dealt just before this entry; empty where nobody had signed on."""
        now = self.opened_by
        for row, event in self.told:
            if row.seq >= seq:
                break
            if isinstance(event, e.DealerSignedOn):
                now = event.person
            elif isinstance(event, e.DealerSignedOff):
                now = ""
        return now

    def shown_in(self, attempt: int, before: int | None = None) -> dict[Place, Card]:
        """The cards that lay face up in this deal, a record put right among them, until an entry, if told."""
        found: dict[Place, Card] = {}
        for row, event in self.told:
            if before is not None and row.seq >= before:
                break
            if isinstance(event, e.CardsRevealed | e.RecordCorrected) and event.attempt == attempt:
                found |= {one.place: one.card for one in event.cards}
        return found

    @property
    def void(self) -> bool:
        """Its last deal was made void."""
        return any(event.attempt == self.round.attempt for _, event in self.all(e.RoundVoided))

    @property
    def under_way(self) -> bool:
        """Its last deal is neither closed nor void."""
        return self.last(e.RoundClosed) is None and not self.void

    @property
    def unanswered(self) -> set[int]:
        """The seats whose prizes the book was asked to post and of which it has said nothing yet (LK-02)."""
        asked = Counter(event.seat for _, event in self.all(e.AwardAsked))
        aside = {event.act for _, event in self.all(e.ActSetAside) if event.act.kind == "award"}
        answered = Counter(event.seat for _, event in self.all(e.AwardRecorded))
        return {*(asked - answered - Counter(act.seat for act in aside))}

    @property
    def slips(self) -> list[tuple[Row, Any]]:
        """The payments prepared for the cash desk, but for those of a claim that was then refused."""
        ends = [*self.all(e.AwardReleased), *self.all(e.AwardRefused)]
        ends.sort(key=lambda end: end[0].seq)

        def refused(seq: int) -> bool:
            end = next((event for row, event in ends if row.seq > seq), None)
            return isinstance(end, e.AwardRefused)

        return [(row, event) for row, event in self.all(e.PaymentPrepared) if not refused(row.seq)]

    @property
    def supervised(self) -> bool:
        """One of the two best hands played for JP1, whatever is left of what was done about it."""
        kinds = (e.ClaimAsked, e.ClaimRecorded, e.AwardReleased, e.AwardRefused, e.ReleaseArmed)
        if self.void:
            return False
        told = any(event.supervised for _, event in self.all(e.ShowdownOpened))
        return told or any(self.all(kind) for kind in kinds)

    @property
    def released(self) -> bool:
        """The comité let the payment of such a hand go, or nobody refused it."""
        return self.supervised and not self.all(e.AwardRefused)

    def time(self, at_ms: int) -> str:
        """`21:42:41` on the wall."""
        return to_the_second(at_ms, self.zone)[11:]

    def seq(self, kind: type[Any]) -> int:
        """The number of its last entry of this kind, or of its first entry."""
        found = self.last(kind)
        return (found[0] if found is not None else self.told.rows[0]).seq


Look = Callable[[Case], Found | None]
"""What shows a requirement in a round; None where it has no matter there."""


def not_shown(seq: int, source: Pair, french: str, english: str) -> Found:
    """The round asks for it, and no entry shows it."""
    return Found(MISSING, False, (f"non montré\u00a0: {french}", f"not shown: {english}"), seq, source)


def worked_out(case: Case) -> RoundSettlement | str:
    """The settlement by the cards shown and the rules; why there is none, if so, in one word."""
    if not case.anew:
        case.anew = _worked_out(case)
    return case.anew


def _worked_out(case: Case) -> RoundSettlement | str:
    if case.void:
        return "void"
    if case.profile is None:
        return "rules"
    try:
        text = settled_line(case.told, case.profile.id)
        if text is None:
            return "open" if case.round.dealt else "empty"
        return settle_line(_that_hold(case, parse_line(text)), case.profile)[1]
    except (LineRefused, KeyError):
        return "cards"


def _that_hold(case: Case, line: RoundLine) -> RoundLine:
    """The line without the JP1 stakes that two persons refused: they win nothing, and give no consolation."""
    refused = {event.seat for _, event in case.all(e.StakeRefused)}
    seats = [
        seat.model_copy(update={"stakes": {**seat.stakes, Spot.JP1: 0}}) if seat.seat in refused else seat
        for seat in line.seats
    ]
    return line.model_copy(update={"seats": seats}) if refused else line


def settled_anew(case: Case) -> tuple[int, list[int], str]:
    """How many seats were worked out anew, those that come to other cents, and why none was, if so.

    A seat that was dealt a hand and was never settled is one of them.
    """
    settled = worked_out(case)
    if isinstance(settled, str):
        return 0, [], settled
    played = case.round
    other = {*played.dealt} - {*played.settled} - played.ruled_void
    for seat in settled.seats:
        mine, theirs = (_cents(lines) for lines in (seat.lines, played.settled[seat.seat]))
        if {**theirs, Spot.JP1: None} != {**mine, Spot.JP1: None}:
            other.add(seat.seat)
    return len(settled.seats), sorted(other), ""


def _cents(lines: Iterable[Any]) -> dict[Spot, tuple[int, ...] | None]:
    """What each stake of a seat came to, by its spot."""
    names = ("stake_cents", "returned_cents", "taken_cents", "paid_cents")
    return {one.spot: tuple(getattr(one, name) for name in names) for one in lines}


def _law(case: Case) -> Found | None:
    seats, other, why = settled_anew(case)
    if why in ("void", "empty"):
        return None
    closed = case.last(e.RoundClosed)
    if why or closed is None:
        return not_shown(case.seq(e.RoundClosed), CONSOLE, *_NO_SETTLEMENT.get(why, _NO_SETTLEMENT["open"]))
    bank, said = (money(cents, signed=True) for cents in (case.round.bank_cents, closed[1].bank_cents))
    if case.round.bank_cents != closed[1].bank_cents:
        shown = (f"banque {said}, recalculée {bank}", f"bank {said}, worked out {bank}")
        return Found(RECOMPUTED, False, shown, closed[0].seq, CONSOLE)
    if other:
        named = ", ".join(map(str, other))
        shown = (
            f"place {named}\u00a0: autres centimes que la règle, ou non réglée",
            f"seat {named}: other cents than by law, or not settled",
        )
    else:
        shown = (
            f"{seats} places recalculées, mêmes centimes\u202f; banque {bank}",
            f"{seats} seats worked out anew, same cents; bank {bank}",
        )
        down = len(_unopened(case.round))
        if down:
            more = "s" if down > 1 else ""
            shown = (
                f"{shown[0]}\u202f; {down} main{more} jamais ouverte{more}, rien n’en dépend",
                f"{shown[1]}; {down} hand{more} never opened, nothing depends on it",
            )
    return Found(RECOMPUTED, not other, shown, case.seq(e.SeatSettled), CONSOLE)


_NO_SETTLEMENT: Final[dict[str, Pair]] = {
    "rules": (
        "règle inconnue d’ici, rien n’a été recalculé",
        "rules not known here, nothing was worked out",
    ),
    "cards": ("il manque des cartes", "cards are missing"),
    "open": ("aucun règlement", "no settlement"),
}


def _unopened(played: Round) -> list[int]:
    """The seats that were in to the end and whose hand nobody turned up."""
    return [
        seat
        for seat in played.settled
        if seat not in played.folded | played.ruled_void and hole(seat, 1) not in played.shown
    ]


def _lock(case: Case) -> Found | None:
    """Bets, and JP1 with them, are locked before the first card of the deal."""
    closed = case.last(e.BetsClosed)
    dealt = [row for row, event in case.all(e.CardDealt) if event.attempt == case.round.attempt]
    if closed is None or not dealt:
        return None
    first = dealt[0]
    shown = (
        f"fermé {case.time(closed[0].at_ms)} · première carte {case.time(first.at_ms)}",
        f"locked {case.time(closed[0].at_ms)} · first card {case.time(first.at_ms)}",
    )
    return Found(RECOMPUTED, closed[0].seq < first.seq, shown, closed[0].seq, SHOE)


def _cards(case: Case) -> Found | None:
    """Two cards a player, two for the bank, the board and what is burned; none of a deal by hand."""
    closed = case.last(e.RoundClosed)
    by_hand = (e.CardKeyed, e.CardsDealtByHand, e.RecordCorrected, e.CardUnread)
    if closed is None or case.profile is None or case.void or any(case.all(kind) for kind in by_hand):
        return None
    places = [event.place for _, event in case.all(e.CardDealt) if event.attempt == case.round.attempt]
    burned = sum(place.pile is Pile.BURN for place in places)
    wanted = 2 * len(case.round.dealt) + 2 + 5 + burned
    shown = (
        f"{len(places)} cartes\u00a0: 2 × {len(case.round.dealt)} + 2 + 5 + {burned} brûlées",
        f"{len(places)} cards: 2 × {len(case.round.dealt)} + 2 + 5 + {burned} burned",
    )
    ok = len(places) == wanted == len({*places})
    return Found(RECOMPUTED, ok, shown, closed[0].seq, SHOE)


def _sealed(case: Case) -> Found | None:
    dealt = case.all(e.CardDealt)
    if not dealt:
        return None
    opened = sum(len(event.cards) for _, event in case.all(e.CardsRevealed))
    shown = (
        f"{len(dealt)} scellées, {opened} ouvertes, chacune celle qui fut scellée",
        f"{len(dealt)} sealed, {opened} opened, each the one that was sealed",
    )
    return Found(RECOMPUTED, True, shown, case.seq(e.CardsRevealed), SHOE)


def _equal(case: Case) -> Found | None:
    """Both main bets are equal and within the limits of the table."""
    if case.void or case.profile is None or not case.round.settled:
        return None
    second = case.profile.second
    wrong = []
    for seat, lines in case.round.settled.items():
        stakes = {one.spot: one.stake_cents for one in lines}
        ante = stakes.get(Spot.ANTE, 0)
        above = case.maximum_cents and ante > case.maximum_cents
        if stakes.get(second, ante) != ante or above or ante < case.minimum_cents:
            wrong.append(seat)
    limits = f"{money(case.minimum_cents, short=True)} – {money(case.maximum_cents, short=True)}"
    said = ", ".join(map(str, wrong))
    shown = (
        (f"place {said} hors de la règle", f"seat {said} outside the rule")
        if wrong
        else (
            f"{len(case.round.settled)} places, limites {limits}",
            f"{len(case.round.settled)} seats, limits {limits}",
        )
    )
    return Found(RECOMPUTED, not wrong, shown, case.seq(e.BetsClosed), CONSOLE)


def _places(case: Case) -> Found | None:
    dealt = len(case.round.dealt)
    if not dealt:
        return None
    shown = (f"{dealt} mains pour {case.seats} places", f"{dealt} hands at {case.seats} places")
    return Found(RECOMPUTED, dealt <= case.seats <= 7, shown, case.seq(e.BetsClosed), CONSOLE)


def _numbered(case: Case) -> Found | None:
    shown = (
        (f"coup {case.told.number} deux fois", f"round {case.told.number} twice")
        if case.again
        else (
            f"coup {case.told.number}, une fois dans la séance",
            f"round {case.told.number}, once in the session",
        )
    )
    return Found(RECOMPUTED, not case.again, shown, case.told.rows[0].seq, JOURNAL)


def _relief(case: Case) -> Found | None:
    """Nobody takes over between the first lock and the end of the round.

    Where nobody had signed on, somebody may while it is played: he relieves nobody.
    """
    locked, closed = case.all(e.BetsClosed), case.last(e.RoundClosed)
    if not locked or closed is None or case.void:
        return None
    between = [(row, event) for row, event in case.told if locked[0][0].seq < row.seq < closed[0].seq]
    moved = [
        row.seq
        for row, event in between
        if isinstance(event, e.DealerSignedOff)
        or (isinstance(event, e.DealerSignedOn) and case.dealing(row.seq))
    ]
    since = [row.seq for row, event in between if isinstance(event, e.DealerSignedOn)]
    who = closed[1].dealer or case.dealer
    shown = (f"{who} du premier au dernier geste", f"{who} from first to last")
    if moved:
        shown = (f"relève à l’écriture {moved[0]}", f"relief at entry {moved[0]}")
    elif since:
        shown = (
            f"{who} depuis l’écriture {since[0]}, personne avant lui",
            f"{who} since entry {since[0]}, nobody before",
        )
    return Found(RECOMPUTED, not moved, shown, closed[0].seq, READER)


def _voided(case: Case) -> Found | None:
    void = case.last(e.RoundVoided)
    if void is None:
        return None
    persons = ", ".join(dict.fromkeys(one for one in (void[1].chef, void[1].confirmed_by) if one))
    why = [code_word(str(void[1].reason), language) for language in (0, 1)]
    shown = (f"annulé par {persons}\u00a0: {why[0]}", f"made void by {persons}: {why[1]}")
    return Found(RECORDED, True, shown, void[0].seq, READER)


def _keyed(case: Case) -> Found | None:
    keyed = case.all(e.CardKeyed)
    if not keyed:
        return None
    more = "s" if len(keyed) > 1 else ""
    shown = (
        f"{len(keyed)} carte{more} dite{more} deux fois, marquée{more}",
        f"{len(keyed)} card{more} said twice, marked",
    )
    return Found(RECORDED, True, shown, keyed[-1][0].seq, CONSOLE)


def _programs(case: Case) -> Found | None:
    """No hand is dealt out of a machine whose program nobody approved."""
    programs = case.programs
    for row, event in case.told:
        programs = programs.after(row, event)
    if not programs.named:
        return None
    shown = (programs.shown(0), programs.shown(1))
    return Found(RECORDED, not programs.wrong, shown, programs.seq, ("machines", "machines"))


OF_A_ROUND: Final[tuple[tuple[str, Pair, Look], ...]] = (
    ("RP-22", ("Un numéro de coup ne sert qu’une fois", "A round’s number is used once"), _numbered),
    (
        "RP-14",
        ("Une main par joueur, sept places au plus", "One hand a player, seven places at most"),
        _places,
    ),
    (
        "RP-01",
        ("Ante et seconde mise égales, dans les limites", "Ante and second bet equal, within limits"),
        _equal,
    ),
    ("BC-06", ("JP1 fermé avant la première carte", "JP1 is locked before the first card"), _lock),
    (
        "CS-13",
        ("Cartes scellées jusqu’à leur retournement", "Cards sealed until they are turned up"),
        _sealed,
    ),
    ("CS-21", ("Le nombre de cartes du coup", "The number of cards of the round"), _cards),
    ("CS-15", ("Programmes du mélangeur et du sabot", "Programs of shuffler and shoe"), _programs),
    (
        "CS-11",
        ("Carte illisible\u00a0: dite deux fois, marquée", "Card not read: said twice, marked"),
        _keyed,
    ),
    ("RP-12", ("Aucune relève de la fermeture à la fin", "No relief between lock and close"), _relief),
    ("RP-08", ("Chaque place réglée selon la règle", "Every seat settled by the law"), _law),
    ("RP-18", ("Coup nul\u00a0: chef de table, motif", "Void: floor supervisor, reason"), _voided),
)
"""Requirement, what it asks in both languages, and what shows it."""


def looked_at(case: Case, rows: tuple[tuple[str, Pair, Look], ...]) -> Iterator[dict[str, Any]]:
    """A line for each of these requirements that has matter in the round."""
    for row, required, look in rows:
        found = look(case)
        if found is not None:
            yield found.told(row, required)
