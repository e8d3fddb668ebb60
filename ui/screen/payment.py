"""The money of the jackpot procedure: the amounts read by two persons, how each seat is paid, the release.

References of papers are keyed with digits on the console; no name is ever typed (SE-15).
"""

from __future__ import annotations

from typing import Final

from controller.words.letters import in_words
from controller.words.money import LANGUAGES
from ui import figures
from ui.screen import pad
from ui.screen.console_state import LocalState
from ui.screen.shape import Focus, Key, Panel, Row, Sheet, Step, Tap
from ui.screen.speech import Speech, View, key, local, offered

COMITE: Final = ("comite", "director")
"""The roles that identify and pay."""
MODES: Final = ("chips", "cheque", "transfer")
SIDE_BY_SIDE: Final = 3
"""How many seats stand with their own amount; more of them, all paid the same, share a line."""


# --- the amounts, read by two persons ------------------------------------------------------------


def value(say: Speech, view: View) -> tuple[str, int]:
    """What the two best hands give, as a label and in cents: the jackpot, or 1 000 for 1 to each."""
    told = view["verification"]
    best = [payee for payee in told["payees"] if {"jackpot", "community_royal"} & set(payee["kinds"])]
    if told["claimed"]:
        return say("amount.jackpot", seat=told["seats"][0]), told["value_cents"]
    if best:
        return say("amount.community", count=len(best)), best[0]["cents"]
    return say("amount.consolation"), sum(one["cents"] for one in told["consolation"])


def amount(say: Speech, view: View, mine: LocalState) -> Panel:
    """The largest sum of the year at its size; who pays what of it, the cage apart from the table."""
    label, cents = value(say, view)
    euros, rest = figures.split_euros(cents)
    told = view["verification"]
    return {
        "title": label,
        "text": "",
        "note": say("amount.each") if not told["claimed"] and len(told["payees"]) > 1 else "",
        "hero": {"euros": euros, "cents": rest, "words": in_words(cents, LANGUAGES[say.language])},
        "payers": [
            {
                "name": say("amount.cage"),
                "note": say("amount.cage.note"),
                "gold": True,
                "rows": _cage(say, view),
            },
            {"name": say("amount.table"), "note": say("amount.table.note"), "rows": _table(say, view)},
        ],
        "keys": [],
    }


def _cage(say: Speech, view: View) -> list[Row]:
    """What goes out by a slip, seat by seat."""
    told = view["verification"]
    return [
        row
        for kind in dict.fromkeys(one["kinds"][0] for one in told["payees"])
        for row in _by_seat(say, kind, [one for one in told["payees"] if one["kinds"][0] == kind])
    ]


def _by_seat(say: Speech, kind: str, paid: list[View]) -> list[Row]:
    """Each seat with its own amount; many that are paid the same share it, and are named below."""
    word = say(f"amount.kind.{kind}")
    if len(paid) <= SIDE_BY_SIDE or len({one["cents"] for one in paid}) > 1:
        return [
            {"label": f"{say.seat(one['seat'])} · {word}", "value": figures.euros(one["cents"])}
            for one in paid
        ]
    each = f"{len(paid)} × {figures.euros(paid[0]['cents'])}"
    return [
        {"label": word.capitalize(), "value": each},
        {"label": say.seats(one["seat"] for one in paid), "value": ""},
    ]


def _table(say: Speech, view: View) -> list[Row]:
    """What the dealer pays at the settlement: the others' consolation, the holder's bets beside JP1."""
    told = view["verification"]
    by_slip = {one["seat"] for one in told["payees"]}
    consoled = [one for one in told["consolation"] if one["seat"] not in by_slip]
    rows = _by_seat(say, "consolation", consoled) if consoled else []
    rows = [*rows, *_main(say, view)]
    return rows or [{"label": say("amount.table.nothing"), "value": ""}]


def _main(say: Speech, view: View) -> list[Row]:
    """What main and side bets pay who holds the hand; of one on the board, in all."""
    cents = {
        seat: sum(line["paid_cents"] for line in view["seats"][seat - 1]["lines"] if line["spot"] != "jp1")
        for seat in view["verification"]["seats"]
    }
    paid = {seat: each for seat, each in cents.items() if each}
    if len(paid) > 1:
        return [{"label": say("amount.kind.main.all"), "value": figures.euros(sum(paid.values()))}]
    return [
        {"label": f"{say.seat(seat)} · {say('amount.kind.main')}", "value": figures.euros(each)}
        for seat, each in paid.items()
    ]


def readers(say: Speech, view: View) -> Focus:
    """The two who read the amounts, one after the other: who has, and whose turn it is."""
    told = view["verification"]
    at_ms = {done["person"]: done["at_ms"] for done in told["taken"] if done["step"] == "amount"}
    made: list[Row] = [
        {"label": person, "value": say("amount.read_at", time=figures.clock(at_ms[person])), "state": "done"}
        for person in told["read_by"]
    ]
    reader = next_reader(view)
    for number in range(len(made), 2):
        waited = say("amount.comite" if number == 0 else "amount.second")
        here = reader if number == len(told["read_by"]) else ""
        made.append(
            {
                "label": here or waited,
                "value": say("amount.yours") if here else say("amount.badge"),
                "state": "now" if number == len(told["read_by"]) else "open",
            }
        )
    return {
        "kind": "readers",
        "caption": say("amount.two"),
        "title": say("amount.count", count=len(told["read_by"]), of=2),
        "readers": made,
        "text": say("amount.aloud"),
    }


def next_reader(view: View) -> str:
    """Whose badge is there and may read the amounts now, or an empty text."""
    badge = view["badge"]
    return str(badge["person"]) if badge and offered(view, "ReadAmount") is not None else ""


def read(say: Speech, view: View, tap: Tap | None, why: str) -> Key:
    """The large key names who reads next; without him it says whose badge is waited for."""
    reader = next_reader(view)
    if tap is not None and reader:
        return key(say("act.ReadAmount.by", person=reader), tap, say("amount.read.sub"))
    return key(say("act.ReadAmount"), tap, why or say("amount.read.sub"))


# --- how each seat is paid -----------------------------------------------------------------------


def next_payee(view: View) -> View | None:
    """The seat whose payment is to be prepared next, or None when all are."""
    payees: list[View] = view["verification"]["payees"]
    return next((payee for payee in payees if not payee["slip"]), None)


def camera(view: View, mine: LocalState) -> str:
    """The camera whose images are viewed: the table's first, or the one chosen."""
    offer = offered(view, "ReviewVideo")
    cameras: list[str] = view["verification"]["cameras"] or ([offer["camera"]] if offer else ["–"])
    return cameras[mine.camera % len(cameras)]


def sheet(say: Speech, view: View, mine: LocalState, steps: list[Step]) -> Sheet:
    """One payment: its amount and mode, and which of the two references is typed on the pad."""
    payee = next_payee(view)
    assert payee is not None, "every payment is prepared"
    typed, field = mine.references, mine.field_at
    missing = {"slip": "–", "identity": say("pay.identity.due") if payee["identity"] else "–"}
    modes = [key(say(f"pay.{mode}"), local("mode", mode=mode), chosen=mine.mode == mode) for mode in MODES]
    fields = [
        [
            key(
                say(f"pay.field.{name}"),
                local("field", field=name),
                typed[name] or missing[name],
                chosen=field == name,
            )
        ]
        for name in missing
    ]
    return pad.sheet(
        figures.euros(payee["cents"]),
        {"caption": say(f"pay.field.{field}"), "hint": say("pay.text"), "value": typed[field]},
        pad.keys(say, "digit", typed=bool(typed[field]), corner="-"),
        caption=say.seat(payee["seat"]),
        choices=[modes, *fields],
        steps=steps,
    )


def release(say: Speech, view: View, mine: LocalState) -> Panel:
    """Armed here, in the panel, and confirmed on the large key: two persons, two places."""
    told = view["verification"]
    label, cents = value(say, view)
    rows: list[Row] = [
        {
            "label": f"{say.seat(one['seat'])} · {say('pay.' + one['mode'])} {one['slip']}",
            "value": figures.euros(one["cents"]),
        }
        for one in told["payees"]
    ]
    armed = say("release.armed", person=told["armed_by"]) if told["armed_by"] else say("release.arm.sub")
    return {
        "title": say("release.title"),
        "text": say("release.text"),
        "facts": [{"label": label, "value": figures.euros(cents), "gold": True}],
        "rows": rows,
        "keys": [key(say("release.arm"), offered(view, "ArmRelease"), armed, chosen=bool(told["armed_by"]))],
    }


def primary(say: Speech, view: View, mine: LocalState) -> Key:
    """The payment as typed, once it is complete."""
    payee = next_payee(view)
    assert payee is not None, "every payment is prepared"
    label = say("act.PreparePayment")
    badge = view["badge"]
    if badge is None or badge["role"] not in COMITE:
        return key(label, None, say.refused({"code": "badge_comite"}))
    if not mine.references["slip"]:
        return key(label, None, say.refused({"code": "slip"}))
    if payee["identity"] and not mine.references["identity"]:
        return key(label, None, say.refused({"code": "identity"}))
    tap = {
        "act": "PreparePayment",
        "seat": payee["seat"],
        "mode": mine.mode,
        "slip": mine.references["slip"],
        "identity": mine.references["identity"],
    }
    return key(label, tap, say(f"pay.{mine.mode}"))
