"""What the inspector's page says of an answer: its four cards, its lines, its tables, who did what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from controller.words.money import HARD
from ui import figures
from ui.screen.house_speech import Words
from ui.screen.plots_chance import SUITS
from ui.texts.hands import CLASSES

ACTS_SHOWN: Final = 40
HASH: Final = 8
NAME_MAX: Final = 11
SEAT_ENDS: Final = [0.0, 0.12, 0.29, 0.37, 0.45, 0.53, 0.63, 0.75, 0.91, 1.0]
"""Where each column of a round's seats ends, of the width; a hand has the longest words."""
Told = Mapping[str, Any]


def answers(words: Words, told: Told) -> list[dict[str, Any]]:
    """The four answers: `{state, title, strong, lines}`; `open` is neither contradicted nor proved."""
    made = (_chain(words, told), _book(words, told), _approved(words, told), _settled(words, told))
    return [
        {
            "state": (state := _state(name, told[name])),
            "title": _title(words, name, state, told),
            "strong": strong,
            "lines": lines,
        }
        for name, (strong, lines) in zip(("chain", "book", "approved", "settled"), made, strict=True)
    ]


def _title(words: Words, name: str, state: str, told: Told) -> str:
    if (name, state) == ("settled", "open"):
        return words.say("settled.part")
    if (name, state) == ("chain", "ok") and told["chain"].get("until_ms"):
        return words.say("chain.until", time=words.clock(told["chain"]["until_ms"]))
    return words.say(f"{name}.{state}")


def _state(name: str, answer: Told) -> str:
    if name == "chain":
        return str(answer["state"])
    if name == "settled" and not answer["ok"] and not answer["other"]:
        return "open"
    return "ok" if answer["ok"] else "bad"


def _chain(words: Words, told: Told) -> tuple[str, list[str]]:
    chain = told["chain"]
    if chain["faults"]:
        fault = chain["faults"][0]
        return words.say("chain.fault", table=fault["table"], session=fault["session"]), [fault["why"]]
    strong = (
        words.say("chain.round", entries=figures.count(chain["entries"]))
        if told["round"]
        else words.say("chain.period", rounds=figures.count(chain["rounds"]))
    )
    signed, seen = chain["signed"], chain["witness"]
    by, witness = (
        words.say(
            f"chain.{name}.{_many(mark['state'], told)}",
            held=figures.count(mark["held"]),
            of=figures.count(told["of"].get("sessions", 1)),
            to=figures.count(mark["to"]),
            by=_short(mark.get("by", "")),
        )
        for name, mark in (("signed", signed), ("witness", seen))
    )
    if chain.get("until_ms"):
        by = words.say("chain.proven")
        witness = words.say("chain.after", after=figures.count(chain["after"]))
    hashed = chain["hash"]
    short = f"{hashed[:HASH]}…{hashed[-4:]}"
    seconds = figures.decimal(told["took_ms"] / 1000) + f"{HARD}s"
    what = (
        words.say(
            "chain.hash",
            first=figures.count(chain["first_seq"]),
            last=figures.count(chain["last_seq"]),
            hash=short,
        )
        if told["round"]
        else words.say("chain.read", read=figures.count(chain["read"]), time=seconds)
    )
    return strong, [by, _seen_by(words, told, witness), what]


def _seen_by(words: Words, told: Told, witness: str) -> str:
    """Who has seen it: the witness, and the other tables that hold signed heads of it."""
    seen, others = told["chain"]["witness"], told["chain"]["others"]
    if others["state"] == "none" or told["chain"].get("until_ms"):
        return witness  # of tables at play it is said what is to be signed yet
    sessions = told["of"].get("sessions", 1)
    told_of = {
        "count": figures.count(others["by"]),
        "to": figures.count(others["to"]),
        "held": figures.count(others["held"]),
        "of": figures.count(sessions),
    }
    if seen["state"] == "none" and sessions == 1:
        return words.say("chain.others.alone", **told_of)
    return witness + words.say(f"chain.others.{_many(others['state'], told)}", **told_of)


def _many(state: str, told: Told) -> str:
    """Of several sessions it is said how many, for an entry is one journal's."""
    return "many" if told["of"].get("sessions", 1) > 1 and state in ("seen", "part") else state


def _short(name: str) -> str:
    """The name of the witness's file, as far as a line of a card has room for it."""
    return name if len(name) <= NAME_MAX else f"{name[: NAME_MAX - 1]}…"


def _book(words: Words, told: Told) -> tuple[str, list[str]]:
    book = told["book"]
    strong = words.say("book.residual", amount=figures.euros(book["residual_cents"]))
    posted = words.money(book["posted_cents"])
    moved = (
        words.say("book.frozen", frozen=words.money(book["frozen_cents"]), amount=posted)
        if book["claims"]
        else words.say("book.posted", amount=posted)
    )
    return strong, [words.say("book.grown", amount=words.money(book["grown_cents"])), moved]


def _approved(words: Words, told: Told) -> tuple[str, list[str]]:
    approved = told["approved"]
    if not approved["of"]:
        return words.say("approved.none"), []
    wrong = next((one for one in approved["acts"] if not one["ok"]), None)
    if wrong is not None:
        where = words.say("approved.other", table=wrong["table"], round=wrong["round"])
        return ", ".join(wrong["persons"]), [where]
    held = words.say("approved.count", held=figures.count(approved["of"]), of=figures.count(approved["of"]))
    names = ", ".join(dict.fromkeys(name for one in approved["acts"] for name in one["persons"]))
    return (names if told["round"] else held), [held if told["round"] else names, words.say("approved.apart")]


def _settled(words: Words, told: Told) -> tuple[str, list[str]]:
    settled = told["settled"]
    if settled["other"]:
        named = ", ".join(f"{table} · {number}" for table, number, _ in settled["other"][:3])
        strong = words.say("settled.other", named=named)
    elif "rules" in settled["not_anew"] and not settled["rounds"]:
        strong = words.say("settled.unknown")
    elif told["round"] and settled["rounds"]:
        strong = words.say("settled.round")
    else:
        strong = words.say(
            "settled.period", rounds=figures.count(settled["rounds"]), of=figures.count(settled["of"])
        )
    amount = words.money(settled["bank_cents"], signed=True)
    lines = [words.say("settled.seats", seats=figures.count(settled["seats"]), amount=amount)]
    if settled["not_anew"]:
        why = [
            words.say(f"settled.{name}", count=figures.count(count))
            for name, count in settled["not_anew"].items()
        ]
        lines.append(words.say("settled.not", told=", ".join(why)))
    return strong, lines


def requirements(words: Words, told: Told) -> list[dict[str, Any]]:
    """A line a requirement; of a period with how many rounds show it, and the round that is told of."""
    at = words.language == "en"
    lines = []
    for line in told["requirements"]:
        shown, source = line["shown"][at], line["source"][at]
        if not told["round"]:
            count = words.say(
                "inspector.rounds", held=figures.count(line["held"]), of=figures.count(line["rounds"])
            )
            shown, source = f"{count} · {shown}", line["at"]
        tap = None
        if not told["round"] and line.get("at"):
            table, _, number = line["at"].rpartition(" · ")
            tap = {"act": "page", "page": "inspector", "table": table, "session": line["session"]}
            tap["round"] = int(number)
        lines.append(
            {
                "mark": line["mark"] if line["ok"] or line["mark"] == "missing" else "wrong",
                "id": line["id"],
                "required": line["required"][at],
                "shown": shown,
                "seq": figures.count(line["seq"]),
                "source": source,
                "tap": tap,
            }
        )
    return lines


def seats(words: Words, told: Told) -> dict[str, Any] | None:
    """The round seat by seat; None for one in which no seat was settled."""
    if not told["seats"]:
        return None
    heads = ("seat", "cards", "hand", "stakes", "returned", "taken", "paid", "jp1", "anew", "seq")
    return {
        "title": words.say("inspector.seats"),
        "columns": [words.say(f"inspector.s.{name}") for name in heads],
        "ends": SEAT_ENDS,
        "rows": [{"cells": _seat_cells(words, row), "ok": row["ok"] is not False} for row in told["seats"]],
    }


def _seat_cells(words: Words, row: Told) -> list[str]:
    cards = " ".join(card[0].replace("T", "10") + SUITS[card[1]] for card in row["cards"])
    hand = CLASSES[words.language][row["hand"]] if row["hand"] else ""
    anew = {True: "same", False: "other", None: "none"}[row["ok"]]
    return [
        str(row["seat"]),
        cards or words.say("inspector.s.closed"),
        words.say("inspector.s.folded") if row["folded"] else hand,
        *(words.money(row[f"{name}_cents"]) for name in ("stakes", "returned", "taken", "paid", "jp1")),
        words.say(f"inspector.s.{anew}"),
        figures.count(row["seq"]),
    ]


def tables(words: Words, told: Told) -> dict[str, Any] | None:
    """The period table by table, and the room; the seats of a round."""
    if told["round"]:
        return seats(words, told)
    rows = list(told["tables"])
    names = ("rounds", "voids", "corrections", "by_hand", "stakes")
    money = ("grown_cents", "paid_cents", "bank_cents", "expected_cents")
    if len(rows) > 1:
        total: dict[str, Any] = {name: sum(row[name] for row in rows) for name in (*names, *money)}
        rows.append(
            {**total, "table": words.say("room"), "known": all(row["known"] for row in rows)}
            | {"sigmas_percent": None, "ok": all(row["ok"] for row in rows)}
        )
    heads = ("table", "rounds", "chain", "voids", "corrections", "by_hand", "stakes", "grown", "paid")
    return {
        "title": words.say("inspector.tables"),
        "columns": [words.say(f"inspector.t.{name}") for name in (*heads, "bank", "expected", "distance")],
        "rows": [{"cells": _cells(words, row), "ok": row["ok"]} for row in rows],
    }


def _cells(words: Words, row: Told) -> list[str]:
    distance = ""
    if row["known"] and row["sigmas_percent"] is not None:
        distance = figures.sigmas(row["sigmas_percent"])
    return [
        row["table"],
        figures.count(row["rounds"]),
        words.say("inspector.t.ok" if row["ok"] else "inspector.t.bad"),
        *(figures.count(row[name]) for name in ("voids", "corrections", "by_hand", "stakes")),
        figures.euros(row["grown_cents"]),
        figures.euros(row["paid_cents"]),
        words.money(row["bank_cents"], signed=True),
        words.money(row["expected_cents"] // 100 * 100, signed=True) if row["known"] else "–",
        distance,
    ]


def acts(words: Words, told: Told) -> list[dict[str, Any]]:
    """Who did what, what took two persons first; the newest above."""
    at = words.language == "en"
    newest = sorted(told["acts"], key=lambda act: -act["at_ms"])
    parts = [
        ("inspector.two", [act for act in newest if len(act["persons"]) > 1]),
        ("inspector.one", [act for act in newest if len(act["persons"]) == 1]),
    ]
    if told["round"]:
        parts = [("inspector.acts", newest)]
    lines: list[dict[str, Any]] = []
    for title, found in parts:
        if found:
            lines.append({"heading": words.say(title), "tap": None})
        lines += [
            {
                "heading": "",
                "title": act["act"][at],
                "note": f"{act['table']} · {words.clock(act['at_ms'])}",
                "tail": ", ".join(act["persons"]),
                "gold": False,
                "on": False,
                "tap": None,
            }
            for act in found[:ACTS_SHOWN]
        ]
    return lines
