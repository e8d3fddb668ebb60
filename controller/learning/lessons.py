"""The twelve lessons as data: who plays what, which cards come, what happens, the steps, what is due.

Their words are in `ui/texts/lessons.py`, under the names of lessons and steps. Cards are dealt to the seats
in order, then to the dealer, then to the board. What is due to each seat was worked out by `tests/oracle.py`
where a hand is settled; it is what a learner's sums are held against.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

PREFLOP, FLOP, RIVER = 0, 1, 2
STEPS_MAX: Final = 7
"""As many lines as the card of a lesson has."""
BETTING: Final = ("SetStakes", "ConfirmStakes", "ConfirmRest")
DECISIONS: Final = ("BetPlay", "Fold", "CallStreet", "OpenHands")
OTHERS: Final = ("SettleSeat",)


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits there: his stakes in euros, and what he says: `times` his Ante on `street`, or 0, he folds."""

    seat: int
    ante: int
    trips: int = 0
    jp1: bool = False
    street: int = RIVER
    times: int = 1

    @property
    def stakes(self) -> dict[str, Any]:
        """The key that puts his stakes down."""
        return {
            "act": "SetStakes",
            "seat": self.seat,
            "ante_cents": 100 * self.ante,
            "side_cents": 100 * self.trips,
        }


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson: the acts that it is made of, perhaps at one seat or on one street alone."""

    name: str
    acts: tuple[str, ...]
    seat: int = 0
    street: int = -1

    def has(self, tap: Mapping[str, Any], street: int) -> bool:
        """Whether this act belongs to the step, on a table at this street."""
        if tap["act"] not in self.acts or (self.street >= 0 and self.street != street):
            return False
        return not self.seat or tap.get("seat") == self.seat


@dataclass(frozen=True, slots=True)
class Due:
    """What a seat is to be paid and what is taken from it, or what is given back to it, in cents."""

    pay: int = 0
    take: int = 0


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson; what people around the learner play of it is a `Scene` of the simulated people.

    Attributes:
        standing: the stakes are confirmed when it begins, and the learner need not enter them.
        incident: what the learner declares once `stops_at` cards are out.
        contests: the seat whose player does not agree when he is settled.
        par_s: how long a dealer needs who knows it.
    """

    name: str
    players: tuple[Player, ...]
    hands: Mapping[int, str]
    dealer: str
    board: str
    steps: tuple[Step, ...]
    due: Mapping[int, Due]
    par_s: int
    standing: bool = True
    incident: str = ""
    stops_at: int = 0
    unread_at: int = 0
    contests: int = 0
    link_lost: bool = False
    closes: bool = False

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that play."""
        return tuple(player.seat for player in self.players)

    @property
    def jp1(self) -> tuple[int, ...]:
        """The seats whose players lay a JP1 chip."""
        return tuple(player.seat for player in self.players if player.jp1)

    @property
    def void(self) -> str:
        """The incident for which the chef makes the deal void."""
        return self.incident


CLOSE: Final = Step("close", ("CloseBets",))
COLLECT: Final = Step("collect", ("CollectJp1", "CountAgrees"))
DECIDE: Final = Step("decide", ("BetPlay", "Fold", "CallStreet"))
SHOW: Final = Step("show", ("OpenHands", "PayAntes", "OpenSettlement"))
SETTLE: Final = Step("settle", OTHERS)
END: Final = Step("end", ("NextRound",))

_FIRST = (Player(4, 10, 5, street=PREFLOP, times=4), Player(6, 20, street=FLOP, times=2))
FIRST: Final = Lesson(
    name="first",
    players=_FIRST,
    hands={4: "AsKs", 6: "Qd9c"},
    dealer="8h8c",
    board="Ah9d4cQs2h",
    standing=False,
    steps=(
        Step("stakes", BETTING),
        CLOSE,
        Step("preflop", ("BetPlay", "CallStreet"), street=PREFLOP),
        Step("flop", ("BetPlay", "CallStreet"), street=FLOP),
        SHOW,
        SETTLE,
        END,
    ),
    due={4: Due(5000, 500), 6: Due(6000)},
    par_s=120,
)

_JP1 = (Player(3, 10, jp1=True), Player(5, 20, 10), Player(7, 10, 5, jp1=True, street=PREFLOP, times=3))
JP1: Final = Lesson(
    name="jp1",
    players=_JP1,
    hands={3: "Jd7c", 5: "Kc4d", 7: "AdTd"},
    dealer="9s9h",
    board="Ks8d5c3hTc",
    steps=(CLOSE, COLLECT, DECIDE, SHOW, SETTLE, END),
    due={3: Due(0, 3000), 5: Due(4000, 1000), 7: Due(4000, 500)},
    par_s=90,
)

_FOLDS = (
    Player(3, 10, 10, times=0),
    Player(5, 20, street=RIVER),
    Player(6, 10, 5, times=0),
    Player(7, 30, street=PREFLOP, times=4),
)
FOLDS: Final = Lesson(
    name="folds",
    players=_FOLDS,
    hands={3: "7c4d", 5: "Qh3c", 6: "8s5h", 7: "AcAd"},
    dealer="KdJs",
    board="Kh9s6cQd2c",
    steps=(
        *(CLOSE, Step("preflop", DECISIONS, street=PREFLOP), Step("flop", DECISIONS, street=FLOP)),
        *(
            Step("folds", ("BetPlay", "Fold"), street=RIVER),
            SHOW,
            SETTLE,
            END,
        ),
    ),
    due={3: Due(0, 3000), 5: Due(0, 6000), 6: Due(0, 2500), 7: Due(15000)},
    par_s=110,
)

_BANK = (Player(3, 10, 5), Player(6, 20, street=PREFLOP, times=4), Player(7, 10, 10, street=FLOP, times=2))
UNQUALIFIED: Final = Lesson(
    name="unqualified",
    players=_BANK,
    hands={3: "Ts6d", 6: "AhKd", 7: "9c9d"},
    dealer="8d6c",
    board="Qh5h4hJs2c",
    steps=(CLOSE, DECIDE, SHOW, SETTLE, END),
    due={3: Due(1000, 500), 6: Due(8000), 7: Due(2000, 1000)},
    par_s=100,
)

_PRIZE = (Player(4, 10, 10), Player(6, 10, 5, jp1=True, street=PREFLOP, times=4), Player(7, 30, 10, jp1=True))
PRIZE: Final = Lesson(
    name="prize",
    players=_PRIZE,
    hands={4: "Tc5d", 6: "QsQd", 7: "Ks7s"},
    dealer="AcJd",
    board="Qh9h4d9s2c",
    steps=(
        *(Step("collect", ("CloseBets", "CollectJp1", "CountAgrees")), DECIDE, SHOW),
        *(Step("settle_others", OTHERS, seat=7), Step("prize", OTHERS, seat=6)),
        *(Step("settle_last", OTHERS, seat=4), END),
    ),
    due={4: Due(0, 4000), 6: Due(17000), 7: Due(0, 10000)},
    par_s=110,
)

_MISDEAL = (Player(3, 10), Player(4, 20, 5), Player(6, 10, 10, jp1=True))
MISDEAL: Final = Lesson(
    name="misdeal",
    players=_MISDEAL,
    hands={},
    dealer="",
    board="",
    steps=(CLOSE, COLLECT, Step("declare", ("DeclareIncident",)), Step("refund", ("RefundSeat",))),
    due={3: Due(2000), 4: Due(4500), 6: Due(3000)},
    par_s=75,
    incident="irregular_deal",
    stops_at=3,
)

_REFUND = (
    Player(3, 20, 10, street=PREFLOP, times=4),
    Player(5, 10, jp1=True, street=FLOP, times=2),
    Player(6, 30, street=PREFLOP, times=3),
    Player(7, 10, 5, jp1=True),
)
REFUND: Final = Lesson(
    name="refund",
    players=_REFUND,
    hands={3: "AsKd", 5: "9c9d", 6: "AhQh", 7: "Jc4d"},
    dealer="",
    board="9h6s3cKs2d",
    steps=(CLOSE, COLLECT, DECIDE, Step("declare", ("DeclareIncident",)), Step("refund", ("RefundSeat",))),
    due={3: Due(13000), 5: Due(2000), 6: Due(15000), 7: Due(2500)},
    par_s=110,
    incident="marked_card",
    stops_at=13,
)

_UNREAD = (Player(4, 10, 5), Player(5, 20, street=FLOP, times=2))
UNREAD: Final = Lesson(
    name="unread",
    players=_UNREAD,
    hands={4: "Jd8d", 5: "AhTc"},
    dealer="KsKd",
    board="AcQh7s5d2c",
    steps=(
        *(CLOSE, Step("preflop", DECISIONS, street=PREFLOP), Step("key", ("KeyCard",))),
        *(
            Step("decide", DECISIONS),
            SHOW,
            SETTLE,
            END,
        ),
    ),
    due={4: Due(0, 3500), 5: Due(6000)},
    par_s=100,
    unread_at=7,
)

_CONTESTED = (
    Player(3, 10, 5),
    Player(5, 20, street=PREFLOP, times=4),
    Player(6, 10, 10, street=FLOP, times=2),
)
CONTESTED: Final = Lesson(
    name="contested",
    players=_CONTESTED,
    hands={3: "Tc6d", 5: "AdKh", 6: "JcJh"},
    dealer="QsQd",
    board="Ah8s5c4d2h",
    steps=(
        *(CLOSE, Step("decide", DECISIONS), Step("contest", ("ContestSeat",))),
        *(Step("settle_others", OTHERS), Step("call", ("CallChef",))),
        *(Step("settle_contested", OTHERS, seat=6), END),
    ),
    due={3: Due(0, 3500), 5: Due(10000), 6: Due(0, 5000)},
    par_s=110,
    contests=6,
)

_ROYAL = (Player(3, 10, 5, jp1=True), Player(5, 20), Player(6, 10, 5, jp1=True, street=PREFLOP, times=4))
ROYAL: Final = Lesson(
    name="royal",
    players=_ROYAL,
    hands={3: "Jh8h", 5: "Qd8d", 6: "KsTs"},
    dealer="Kd9c",
    board="AsQs9dJs7h",
    steps=(
        *(CLOSE, COLLECT, Step("decide", DECISIONS), Step("comite", ("CallChef",))),
        *(
            Step("open", ("OpenSettlement",)),
            Step("settle_royal", OTHERS),
            END,
        ),
    ),
    due={3: Due(52000, 500), 5: Due(4000), 6: Due(530000)},
    par_s=150,
)

_LINK = (Player(3, 10, jp1=True), Player(6, 20, 5, jp1=True, street=PREFLOP, times=4))
LINK: Final = Lesson(
    name="link",
    players=_LINK,
    hands={3: "9d9h", 6: "AsJd"},
    dealer="TcTh",
    board="Ac8d6h4s2c",
    steps=(Step("seen", ("SeeAlarm",)), CLOSE, DECIDE, SHOW, SETTLE, END),
    due={3: Due(0, 3000), 6: Due(10000, 500)},
    par_s=100,
    link_lost=True,
)

CLOSING: Final = Lesson(
    name="closing",
    players=(),
    hands={},
    dealer="",
    board="",
    steps=(
        Step("call", ("CallChef",)),
        Step("begin", ("BeginClosing",)),
        Step("empty", ("ShowEmpty",)),
        Step("count", ("CountPieces",)),
        Step("lines", ("TickLine",)),
        Step("close_table", ("CloseTable",)),
    ),
    due={},
    par_s=240,
    closes=True,
)

LESSONS: Final[tuple[Lesson, ...]] = (
    *(FIRST, JP1, FOLDS, UNQUALIFIED, PRIZE, MISDEAL),
    *(REFUND, UNREAD, CONTESTED, ROYAL, LINK, CLOSING),
)
DRILL: Final = LESSONS.index(ROYAL) + 1


def lesson(number: int) -> Lesson:
    """The lesson with this number, 1 to 12."""
    return LESSONS[number - 1]


def number_of(name: str) -> int:
    """The number of the lesson that is called so, 0 when there is none."""
    return next((at for at, one in enumerate(LESSONS, 1) if one.name == name), 0)
