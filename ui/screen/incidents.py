"""The form of an incident on the console, a question at a time, and the signatures under its report.

On the left the answers to the question, on the right what was answered so far; the primary button enters
the report, then takes the signatures. No answer is typed (screens, section 3.4; CS-10).
"""

from __future__ import annotations

from typing import Any, Final, Literal

from controller.game.choices import Finding, Incident, Measure
from ui.screen.console_state import LocalState
from ui.screen.shape import Focus, Key, Row, Sheet
from ui.screen.speech import Speech, View, key, local, offered

FORM: Final = "incident_form"
REPORTS: Final = "incident_reports"
SHEETS: Final = (FORM, REPORTS)
OF_A_DECK: Final = frozenset({"missing_card", "extra_card", "marked_card", "cards_below_table"})
OF_A_CARD: Final = frozenset(
    {"extra_card", "marked_card", "exchanged_card", "exposed_card", "cards_below_table"}
)
NEEDS_SEAT: Final = frozenset({"contested_chips"})
ALERTS: Final[dict[Incident, Literal["p1", "p2"]]] = {Incident.EVACUATION: "p1", Incident.EQUIPMENT: "p2"}
"""What comes first, with the shape and the hue of an alarm."""
OF_CARDS: Final = (
    *(Incident.EXPOSED_CARD, Incident.IRREGULAR_DEAL, Incident.MISSING_CARD),
    *(Incident.EXTRA_CARD, Incident.MARKED_CARD, Incident.CARDS_BELOW_TABLE),
)
OF_PLAYERS: Final = (Incident.CONTESTED_CHIPS, Incident.PLAYERS_TALKING, Incident.OTHER_LANGUAGE)
COUNTS: Final = (49, 50, 51, 52, 53, 54)
ACROSS: Final = {"incident": 5, "seat": 4, "place": 4, "finding": 3, "deck": 3, "count": 4, "measure": 3}


def entry(say: Speech, view: View) -> Key:
    """The key that opens the reports: those that wait for a signature, or a new one."""
    sheet = REPORTS if view["incidents"]["reports"] else FORM
    tap = local("sheet", sheet=sheet) if view["incidents"]["may"] else None
    return key(say("incident.report"), tap, waiting(say, view))


def waiting(say: Speech, view: View) -> str:
    """How many reports a chef has still to sign."""
    count = len(unsigned(view))
    return say("incident.waiting", count=count) if count else ""


def unsigned(view: View) -> list[View]:
    """The reports that no chef has signed."""
    return [one for one in view["incidents"]["reports"] if not one["answered"]]


# --- what has happened ---------------------------------------------------------------------------


def of_this_game(view: View, incident: Incident) -> bool:
    """Another language is an incident where the rules of the game speak of it (Hold'em poker de casino).

    An exchanged card is found at a royal, and reports itself.
    """
    if incident is Incident.EXCHANGED_CARD:
        return False
    return incident is not Incident.OTHER_LANGUAGE or view["game"]["talk_voids"]


def declaring(say: Speech, view: View) -> Sheet:
    """The alerts first, then what concerns cards, then players and chips; nothing else stands here."""
    groups = (("alert", tuple(ALERTS)), ("cards", OF_CARDS), ("players", OF_PLAYERS))
    return {
        "kind": "incident",
        "title": say("incident"),
        "text": say("incident.text"),
        "groups": [
            {
                "caption": say(f"incident.{name}"),
                "keys": [_declared(say, one) for one in kinds if of_this_game(view, one)],
            }
            for name, kinds in groups
        ],
    }


def _declared(say: Speech, incident: Incident) -> Key:
    mark = ALERTS.get(incident)
    made = key(
        say(f"hold.{incident.value}"),
        {"act": "DeclareIncident", "incident": incident.value},
        say(f"incident.{incident.value}.sub") if mark is not None else "",
        picture=incident.value,
    )
    if mark is not None:
        made["mark"] = mark
    return made


# --- the form ------------------------------------------------------------------------------------


def steps(view: View, told: dict[str, Any]) -> list[str]:
    """The questions of this form, as far as the answers so far decide them."""
    kind = told.get("incident", "")
    asked = ["incident", "seat"]
    if kind in OF_A_CARD and _cards(view, told.get("seat", 0)):
        asked.append("place")
    asked.append("finding")
    if kind in OF_A_DECK:
        asked.append("deck")
        if told.get("deck") != "":
            asked.append("count")
    return [*asked, "measure"]


def step(view: View, told: dict[str, Any]) -> str:
    """The question that is open, or an empty text when all are answered."""
    return next((name for name in steps(view, told) if name not in told), "")


def sheet(say: Speech, view: View, mine: LocalState) -> Sheet:
    """The open question with its answers; at the end what is still to be said of the images."""
    if mine.sheet == REPORTS:
        return _reports(say, view)
    now = step(view, mine.report)
    if not now:
        images = bool(mine.report.get("images"))
        keys = [
            key(
                say("incident.images"),
                local("answer", name="images", value=not images),
                say("yes" if images else "no"),
                chosen=images,
            ),
            key(say("incident.back"), local("unanswer")),
        ]
        return _keys(say("incident.review"), say("incident.review.text"), keys, 2)
    all_steps = steps(view, mine.report)
    title = say("incident.step", at=all_steps.index(now) + 1, of=len(all_steps), what=say(f"incident.{now}"))
    keys = [
        key(label, local("answer", name=now, value=value)) for value, label in _answers(say, view, mine, now)
    ]
    if mine.report:
        keys.append(key(say("incident.back"), local("unanswer")))
    return _keys(title, say(f"incident.{now}.text"), keys, ACROSS[now])


def _keys(title: str, text: str, keys: list[Key], across: int) -> Sheet:
    return {"kind": "keys", "title": title, "text": text, "keys": keys, "across": across}


def _answers(say: Speech, view: View, mine: LocalState, name: str) -> list[tuple[Any, str]]:
    match name:
        case "incident":
            return [(one.value, say(f"hold.{one.value}")) for one in Incident]
        case "seat":
            none = [] if mine.report["incident"] in NEEDS_SEAT else [(0, say("incident.seat.none"))]
            return [*((seat["seat"], say.seat(seat["seat"])) for seat in view["seats"]), *none]
        case "place":
            cards = [(place, say.card(card)) for place, card in _cards(view, mine.report["seat"])]
            return [*cards, ("", say("incident.place.none"))]
        case "finding":
            return [(one.value, say(f"finding.{one.value}")) for one in Finding]
        case "deck":
            colours = [(colour, say(f"deck.colour.{colour}")) for colour in ("red", "blue")]
            named = [(colour, word.capitalize()) for colour, word in colours]
            return [*named, ("", say("incident.deck.none"))]
        case "count":
            return [*((count, str(count)) for count in COUNTS), (0, say("incident.count.none"))]
    return [(one.value, say(f"measure.{one.value}")) for one in Measure]


def _cards(view: View, seat: int) -> list[list[str]]:
    """The cards that lie open on the board, before the dealer and at this seat."""
    hands = ("board.", "dealer.", f"hole.{seat}.")
    return [one for one in view["incidents"]["cards"] if one[0].startswith(hands)]


def focus(say: Speech, view: View, mine: LocalState) -> Focus:
    """What was answered so far, or who has signed."""
    if mine.sheet == REPORTS:
        return _signatures(say, view)
    rows = [_answered(say, view, name, value) for name, value in mine.report.items() if name != "images"]
    title = say("incident.new") if not rows else rows[0]["value"]
    return {"kind": "wait", "caption": say("incident.caption"), "title": title, "rows": rows[1:]}


def _answered(say: Speech, view: View, name: str, value: Any) -> Row:
    cards = dict(view["incidents"]["cards"])  # a card that has left the felt since is not named
    words = {
        "incident": lambda: say(f"hold.{value}"),
        "seat": lambda: str(value) if value else "–",
        "place": lambda: say.card(cards[value]) if value in cards else "–",
        "finding": lambda: say(f"finding.{value}"),
        "deck": lambda: say(f"deck.colour.{value}") if value else "–",
        "count": lambda: str(value) if value else "–",
        "measure": lambda: say(f"measure.{value}"),
    }
    return {"label": say(f"incident.{name}"), "value": words[name]()}


# --- the signatures ------------------------------------------------------------------------------


def _reports(say: Speech, view: View) -> Sheet:
    keys = [
        key(
            say("incident.number", number=one["number"], what=say(f"hold.{one['kind']}")),
            offered(view, "SignIncident", number=one["number"]),
            say("incident.signed" if one["answered"] else "incident.unsigned"),
            chosen=False,
        )
        for one in view["incidents"]["reports"][-8:]
    ]
    keys.append(key(say("incident.new"), local("sheet", sheet=FORM)))
    return _keys(say("incident.reports"), say("incident.reports.text"), keys, 3)


def _signatures(say: Speech, view: View) -> Focus:
    """Of the report that is to be signed next: who has, and that a chef has to."""
    (one, *_) = unsigned(view) or view["incidents"]["reports"][-1:]
    rows: list[Row] = [
        {"label": say(f"role.{each['role']}"), "value": each["person"]} for each in one["signed"][-4:]
    ]
    title = say("incident.number", number=one["number"], what=say(f"hold.{one['kind']}"))
    text = say("incident.signed" if one["answered"] else "incident.unsigned")
    return {"kind": "wait", "caption": say("incident.caption"), "title": title, "text": text, "rows": rows}


# --- the primary button --------------------------------------------------------------------------


def primary(say: Speech, view: View, mine: LocalState) -> Key:
    """Enter the report once every question is answered; then sign the one that waits."""
    if mine.sheet == REPORTS:
        one = next(iter(unsigned(view)), None)
        if one is None:
            return key(say("act.SignIncident"), None, say("incident.signed"))
        tap = offered(view, "SignIncident", number=one["number"])
        return key(say("act.SignIncident"), tap, "" if tap else say("incident.badge"))
    now = step(view, mine.report)
    if now:
        return key(say("act.ReportIncident"), None, say(f"incident.{now}"))
    tap = {"act": "ReportIncident", **{name: value for name, value in mine.report.items() if value}}
    return key(say("act.ReportIncident"), tap)
