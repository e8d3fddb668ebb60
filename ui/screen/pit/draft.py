"""The draft of settings on the pit's page: its difference in words, what follows, who has signed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ui import figures
from ui.screen.pit.attention import asked
from ui.screen.pit.felt import Speech
from ui.screen.room import Room, Seen
from ui.screen.settings_signing import signed_key, signs_at_pit
from ui.screen.settings_words import difference, follows, why

View = Mapping[str, Any]

REASONS: Final = ("authorisation", "attendance", "event", "procedure", "mistake", "trial")
DOUBTS: Final = ("figures", "reason", "moment")
TWO: Final = 2
DIGEST_SHOWN: Final = 12
SETTLED: Final = ("proposed", "approved", "complete")


@dataclass(frozen=True)
class Chosen:
    """What was chosen on this screen: the reason, the doubt, and what a card is to do with the draft."""

    reason: str
    doubt: str
    meant: str


def stage_of(view: View, told: View | None) -> str:
    """Where it stands: `demo`, `open`, `coming`, `waiting`, `writing`, `ready` or `empty`."""
    if told is None:
        return "demo"
    if view["phase"] != "closed":
        return "open"
    if told["coming"]:
        return "coming"
    if told["draft"] is not None:
        return "waiting"
    if told["writing"]:
        return "writing"
    approved = told["approved"]
    return "ready" if approved is not None and _fresh(told) else "empty"


def _fresh(told: View) -> bool:
    """What was approved last came into force with this start, and nothing else has happened since."""
    return bool(told["outcome"] is None and told["digest"] == told["approved"]["after"] != told["previous"])


def steps(speech: Speech, stage: str, told: View | None) -> list[dict[str, str]]:
    """The four steps of a change, with what is known of each."""
    reached = {"writing": 0, "waiting": 2, "coming": 3, "ready": 4}.get(stage, -1)
    draft = shown_draft(stage, told)
    notes = ["", "", "", ""]
    if stage in ("writing", "waiting", "coming", "ready") and told is not None:
        count = len(draft["changes"] if draft is not None else told["writing"])
        notes[0] = speech.say(
            "settings.step.changes.one" if count == 1 else "settings.step.changes", count=count
        )
    if draft is not None:
        notes[1] = draft["person"]
        done = len(draft["approved"])
        notes[2] = speech.say("settings.step.of", done=done, needed=draft["needed"])
    notes[3] = speech.say("settings.step.next") if stage in ("coming", "ready") else ""
    states = ["done" if at < reached else "now" if at == reached else "" for at in range(4)]
    names = ("draft", "propose", "approve", "force")
    return [
        {
            "number": str(at + 1),
            "name": speech.say(f"settings.step.{name}"),
            "note": notes[at],
            "state": states[at],
        }
        for at, name in enumerate(names)
    ]


def shown_draft(stage: str, told: View | None) -> View | None:
    """The proposed or approved draft that the page shows."""
    if told is None:
        return None
    if stage in ("coming", "ready"):
        return dict(told["approved"])
    return dict(told["draft"]) if told["draft"] is not None else None


def panel(
    room: Room, speech: Speech, seen: Seen, stage: str, told: View | None, chosen: Chosen
) -> dict[str, Any]:
    """What stands at the right of the page."""
    empty: dict[str, Any] = {
        "title": "",
        "text": "",
        "note": "",
        "changes": [],
        "follows": [],
        "fault": None,
        "outcome": None,
        "choices": None,
        "people": None,
        "button": None,
        "keys": [],
        "lists": [],
    }
    if told is None or stage in ("demo", "open", "empty"):
        name = {"demo": "demo", "open": "open"}.get(stage, "empty")
        said = {
            "title": speech.say(f"settings.panel.{name}"),
            "text": speech.say(f"settings.panel.{name}.text"),
        }
        note = "PM-10" if stage == "open" else ""
        more = {"outcome": _outcome(speech, told), "lists": _lists(speech, told)} if told is not None else {}
        return empty | said | {"note": note} | more
    if stage == "writing":
        return empty | _writing(speech, seen, told, chosen.reason)
    draft = shown_draft(stage, told)
    assert draft is not None
    made = empty | _proposed(speech, draft)
    if stage == "waiting":
        return made | _waiting(room, speech, seen, told, draft, chosen)
    return made | {
        "title": speech.say("settings.panel.approved"),
        "text": speech.say("settings.next" if stage == "coming" else "settings.ready"),
        "note": speech.say(
            "settings.digests", before=draft["before"][:DIGEST_SHOWN], after=draft["after"][:DIGEST_SHOWN]
        ),
    }


def _lists(speech: Speech, told: View) -> list[dict[str, Any]]:
    """How a setting is changed, what is not, and who changed some last."""
    how = [speech.say(f"settings.how.{step}") for step in range(1, 5)]
    fixed = [speech.say(f"settings.not_here.{what}") for what in ("jp1", "machines")]
    lists = [
        {"title": speech.say("settings.how"), "numbered": True, "lines": how},
        {"title": speech.say("settings.not_here"), "numbered": False, "lines": fixed},
    ]
    last = told["approved"]
    if last is not None:
        day, time = figures.day_and_time(last["at_ms"], speech.zone)
        others = ", ".join(last["approved"])
        changes = [difference(speech, one) for one in last["changes"]]
        lines = [f"{one['label']}\u00a0: {one['before']} → {one['after']}" for one in changes]
        lines.append(speech.say("settings.last.by", person=last["person"], others=others, day=day, time=time))
        lists.append({"title": speech.say("settings.last"), "numbered": False, "lines": lines})
    return lists


def _writing(speech: Speech, seen: Seen, told: View, reason: str) -> dict[str, Any]:
    checked, changes = told["checked"], told["writing"]
    fault = None
    if checked is not None and checked["code"]:
        text, article = why(speech, checked)
        fault = {"title": speech.say("settings.no"), "text": text, "article": article}
    sound = checked is not None and fault is None
    here, needed = told["here"], checked["needed"] if checked is not None else 1
    awaited = {
        "name": speech.say("settings.proposer"),
        "note": _awaited(speech, here),
        "state": "now",
    }
    tap = {"act": "ProposeSettings", "reason": reason}
    return {
        "title": speech.say("settings.panel.writing"),
        "note": speech.say("settings.checking") if checked is None else "",
        "changes": [difference(speech, one) for one in changes],
        "follows": follows(speech, checked["consequences"], changes) if sound else [],
        "fault": fault,
        "outcome": _outcome(speech, told),
        "choices": _choices(speech, "reason", REASONS, reason) if fault is None else None,
        "people": _people(speech, needed, [awaited, *[_other(speech)] * needed]) if sound else None,
        "button": _button(speech, seen, told, "propose", tap) if sound else None,
        "keys": [_key(speech, seen, "drop", {"act": "DropDraft"}, heard=True)],
    }


def _proposed(speech: Speech, draft: View) -> dict[str, Any]:
    day, time = figures.day_and_time(draft["at_ms"], speech.zone)
    signed = [
        {
            "name": draft["person"],
            "note": speech.say("settings.proposed", day=day, time=time),
            "state": "done",
        },
        *({"name": one, "note": speech.say("settings.signed"), "state": "done"} for one in draft["approved"]),
    ]
    return {
        "title": speech.say("settings.panel.waiting"),
        "note": speech.say("settings.panel.reason", reason=speech.say(f"settings.reason.{draft['reason']}")),
        "changes": [difference(speech, one) for one in draft["changes"]],
        "follows": follows(speech, draft["consequences"], draft["changes"]),
        "people": _people(speech, draft["needed"], signed),
    }


def _waiting(
    room: Room, speech: Speech, seen: Seen, told: View, draft: View, chosen: Chosen
) -> dict[str, Any]:
    cards = told["cards"]
    missing = draft["needed"] - len(draft["approved"])
    waits = [_other(speech) for _ in range(missing)]
    if waits:
        waits[0] = {**waits[0], "note": _awaited(speech, told["here"]), "state": "now"}
    people = _proposed(speech, draft)["people"]
    taps: dict[str, View] = {
        "approve": {"act": "ApproveSettings"},
        "refuse": {"act": "RefuseSettings", "doubt": chosen.doubt},
        "withdraw": {"act": "WithdrawSettings"},
    }
    doubts = cards.get("refuse", 0) is None or chosen.meant == "refuse"
    return {
        "people": {**people, "cards": [*people["cards"], *waits]},
        "outcome": _outcome(speech, told),
        "choices": _choices(speech, "doubt", DOUBTS, chosen.doubt) if doubts else None,
        "button": _button(speech, seen, told, chosen.meant, taps[chosen.meant]),
        "keys": [_other_act(room, speech, seen, told, name, taps[name]) for name in ("refuse", "withdraw")],
    }


def _other_act(room: Room, speech: Speech, seen: Seen, told: View, name: str, tap: View) -> dict[str, Any]:
    """A key beside the light one: done at once by a card at the table, else meant for one at the pit."""
    here = told["cards"].get(name, 0) is None
    made = _key(speech, seen, name, tap, heard=here)
    if not here and signs_at_pit(room, seen, name):
        made["tap"] = {"act": "page", "page": "settings", "meant": name}
    return made


def _people(speech: Speech, needed: int, cards: Sequence[View]) -> dict[str, Any]:
    title = "settings.people.three" if needed >= TWO else "settings.people"
    return {"title": speech.say(title), "cards": list(cards)}


def _other(speech: Speech) -> dict[str, str]:
    return {"name": speech.say("settings.approver"), "note": speech.say("settings.awaited"), "state": ""}


def _awaited(speech: Speech, here: Sequence[Any] | None) -> str:
    return speech.say("settings.here", person=here[0]) if here is not None else speech.say("settings.awaited")


def _choices(speech: Speech, name: str, values: Sequence[str], chosen: str) -> dict[str, Any]:
    return {
        "title": speech.say(f"settings.{name}s"),
        "keys": [
            {
                "label": speech.say(f"settings.{name}.{one}"),
                "on": one == chosen,
                "tap": {"act": "page", "page": "settings", name: one},
            }
            for one in values
        ],
    }


def _button(speech: Speech, seen: Seen, told: View, act: str, tap: View) -> dict[str, Any]:
    """The one light key: live only while a card that counts is read; else it says what is awaited."""
    label = speech.say(f"settings.{act.upper()}")
    refusal = told["acts"][act] if told["acts"][act] is not None else told["cards"].get(act)
    if told["asked"] is not None:
        return {"label": label, "sub": speech.say("settings.writes"), "tap": None}
    at_pit = signed_key(speech, seen, act, tap)
    if refusal is not None and at_pit is not None:
        return {"label": label, **at_pit}
    if refusal is not None:
        words, article = why(speech, refusal)
        return {"label": label, "sub": f"{words} · {article}" if article else words, "tap": None}
    person = told["here"][0] if told["here"] is not None else ""
    live = asked(seen, tap) if not seen.unheard else None
    return {"label": label, "sub": speech.say("settings.here", person=person), "tap": live}


def _key(speech: Speech, seen: Seen, name: str, tap: View, *, heard: bool) -> dict[str, Any]:
    label = speech.say(f"settings.{name}")
    return {"label": label, "says": label, "tap": asked(seen, tap) if heard and not seen.unheard else None}


def _outcome(speech: Speech, told: View) -> dict[str, str] | None:
    """What came of the last draft, or of what somebody wanted with this one, where it was not done."""
    last = told["outcome"]
    if last is None or last["code"] in SETTLED:
        return None
    code, person = last["code"], last["person"]
    if code in ("refused", "withdrawn"):
        doubt = speech.say(f"settings.doubt.{last['detail']}") if code == "refused" else ""
        text = speech.say("settings.panel.reason", reason=doubt) if doubt else ""
        title = speech.say(f"settings.outcome.{code}", person=person)
        return {"title": title, "text": text, "article": last["article"]}
    text, article = why(speech, last)
    return {"title": speech.say("settings.outcome.act", person=person), "text": text, "article": article}
