"""The card over the primary button: what the table waits for, whom to pay, what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ui import figures
from ui.screen import (
    by_hand,
    decks,
    held,
    incidents,
    opening,
    press,
    procedure,
    recovery,
    rectified,
    sensors,
    settlement,
)
from ui.screen.console_state import LocalState, chef_there, pin_waits
from ui.screen.shape import Focus, Light, Row
from ui.screen.speech import Speech, View, bet_words, chip, heading, key, local, money, offered, small
from ui.screen.stakes_pad import chips_between

if TYPE_CHECKING:
    from controller.game.dealing.view_types import SeatView

LAST_MS: Final = 4_000
"""The last part of a decision clock, when its lamp is yellow."""
HANDS: Final = ("hole", "dealer")
"""The piles that lie face down until all have spoken."""


def light(say: Speech, view: View, mine: LocalState) -> Light | None:
    """The betting light; None where its place belongs to the focus card."""
    hidden = ("closed", "opening", "settling", "refunding", "clearing")
    if view["phase"] in hidden or view["held"] is not None or view["resumed"] or view["paused"]:
        return None
    if (
        opening.closing(view)
        or mine.help
        or mine.entered(view) is not None
        or (procedure.running(view) and not procedure.frozen(view))
        or rectified.shown(view)
        or mine.sheet == "key_card"
        or mine.sheet in incidents.SHEETS
    ):
        return None
    return lit(say, view) | {"recedes": procedure.frozen(view)}


def lit(say: Speech, view: View) -> Light:
    """Which lamp burns, and for how long still."""
    told = view["light"]
    if view["decision_clock"] is not None:
        return _decision_clock(say, view["decision_clock"])
    if told["waits"] is not None:
        return {"lamp": "stop", "word": say("light.waits"), "seconds": "", "fill": 0}
    if told["state"] != "bets":
        return {"lamp": "stop", "word": say("light.stop"), "seconds": "", "fill": 0}
    if not told["until_ms"]:  # the clock starts with the first stake
        return {"lamp": "go", "word": say("light.go"), "seconds": "", "fill": 100}
    left_ms = max(0, told["until_ms"] - say.now_ms)
    whole_ms = max(1, told["until_ms"] - told["since_ms"])
    seconds = say("seconds", count=-(-left_ms // 1000))
    fill = min(100, 100 * left_ms // whole_ms)
    if left_ms == 0 and not view["game"]["betting_ms"]:
        return {"lamp": "stop", "word": say("light.ask"), "seconds": seconds, "fill": 0}
    if left_ms == 0:  # the clock closes the bets by itself
        return {"lamp": "stop", "word": say("light.stop"), "seconds": "", "fill": 0}
    lamp: Final = "go" if say.now_ms < told["warn_ms"] else "last"
    return {"lamp": lamp, "word": say(f"light.{lamp}"), "seconds": seconds, "fill": fill}


def _decision_clock(say: Speech, clock: View) -> Light:
    """How long the players may still think; then who is silent has checked, at the end folded."""
    left_ms = max(0, clock["until_ms"] - say.now_ms)
    fill = min(100, 100 * left_ms // max(1, clock["until_ms"] - clock["since_ms"]))
    return {
        "lamp": "last" if left_ms < LAST_MS else "go",
        "word": say("light.decide"),
        "seconds": say("seconds", count=-(-left_ms // 1000)),
        "fill": fill,
    }


def focus(say: Speech, view: View, mine: LocalState) -> Focus | None:
    """The card's content for this state."""
    if mine.entered(view) is not None:
        return _stakes(say, view, mine)
    if mine.sheet in incidents.SHEETS:
        return incidents.focus(say, view, mine)
    if view["resumed"]:
        return recovery.focus(say, view)
    if rectified.shown(view):
        return rectified.focus(say, view)
    if opening.closing(view):
        return opening.closing_focus(say, view)
    if view["held"] is not None:
        return held.held(say, view, mine)
    if view["paused"]:
        return decks.focus(say, view) if view["decks"]["empty_asked"] else decks.paused(say, view)
    if view["to_key"]:
        return _to_key(say, view, mine)
    if procedure.running(view):
        return procedure.focus(say, view)
    dealt = by_hand.focus(say, view, mine)
    if dealt is not None:
        return dealt
    if mine.thrown and offered(view, "Fold", seat=mine.thrown) is not None:
        return _thrown(say, view, mine.thrown)
    if view["phase"] in ("opening", "betting", "clearing"):
        return decks.focus(say, view) or press.sealed(say, view) or _BY_PHASE[view["phase"]](say, view)
    return _BY_PHASE[view["phase"]](say, view)


# --- before the deal -----------------------------------------------------------------------------


def _closed(say: Speech, view: View) -> Focus:
    """Ready to open, unless the large key cannot be pressed: then what it waits for."""
    why = view["primary"]["why"] if view["primary"] is not None else None
    title = say("closed.ready") if why is None else heading(say.refused(why))
    if offered(view, "SignOn") is not None and view["relief"]["register"]:
        title = say("closed.sign_on", person=view["badge"]["person"])
    elif pin_waits(view, say.now_ms):
        title = say("closed.pin", person=view["badge"]["person"])
    return {"kind": "wait", "caption": say("closed.title"), "title": title}


def _opening(say: Speech, view: View) -> Focus:
    chef = chef_there(view)
    person = view["badge"]["person"] if chef else say("opening.chef.waited")
    row: Row = {"label": say("opening.chef.row"), "value": person, "state": "done" if chef else "open"}
    of_sensors = sensors.opening(say, view, row)
    if of_sensors is not None:
        return of_sensors
    asked = say("opening.chef.there" if chef else "opening.chef")
    return {"kind": "facts", "caption": asked, "title": say("opening.title"), "facts": [row]}


def _betting(say: Speech, view: View) -> Focus:
    seated = [seat for seat in view["seats"] if seat["seated"]]
    hollow = [seat for seat in view["seats"] if seat["hollow"]]
    # What waits for the dealer comes before what waits for a chef who is not there.
    for_chef = sensors.betting(say, view) if not hollow or chef_there(view) else None
    if for_chef is not None:
        return for_chef
    if hollow:
        return _to_confirm(say, view, len(seated), hollow)
    refused = [seat for seat in view["seats"] if seat["chip"] and seat["chip_refused"]]
    seen = sum(seat["chip"] and not seat["chip_refused"] for seat in view["seats"])
    jp1: list[Row] = [
        {"label": say("row.chips"), "value": str(seen)},
        {"label": say("row.refused"), "value": str(len(refused))},
    ]
    title = say("wait.bets.ready") if seated else say("wait.bets.none")
    last = view.get("last_deals")
    caption = say("last_deals.left", **last) if last is not None else say("wait.bets")
    if bool(view["last_rounds"]) and bool(view["last_rounds"][0]["voided"]):
        caption = say("wait.bets.voided")
    if view["light"]["waits"] is not None:  # what is wrong, and not what would put it right
        caption, title = say("wait.bets.suspended"), heading(say.refused(view["light"]["waits"]))
    elif refused:
        title = say("wait.bets.chip", seat=refused[0]["seat"])
    return {
        "kind": "wait",
        "caption": caption,
        "title": title,
        "rows": [
            {
                "label": say("row.occupied"),
                "value": say("row.occupied.of", count=len(seated), places=len(view["seats"])),
            },
            {"label": say("row.staked"), "value": money(view["total_cents"])},
            *(jp1 if "jp1" in view["game"]["spots"] else ()),
        ],
    }


def _to_confirm(say: Speech, view: View, seated: int, hollow: list[View]) -> Focus:
    """What stood before waits for the dealer's word: all of it at once here, where no thumb rests. He may
    also close over those who have left: that key keeps its place from the beginning, dark until somebody is
    confirmed, so that it never comes under a finger."""
    waits = [seat["seat"] for seat in view["seats"] if seat["chip"] and seat["chip_waits"]]
    voided = bool(view["last_rounds"]) and bool(view["last_rounds"][0]["voided"])
    cents = sum(sum(seat["before"].values()) for seat in hollow)
    keys = [
        key(say("act.ConfirmRest"), offered(view, "ConfirmRest"), money(cents)),
        key(say("close_so"), offered(view, "CloseBets"), say("close_so.seats", count=seated)),
    ]
    of = seated + len(hollow)
    return {
        "kind": "wait",
        "caption": say("wait.bets.voided") if voided else say("wait.bets.hollow"),
        "title": say("row.confirmed.of", count=seated, of=of),
        "rows": [{"label": say("row.waits"), "value": small(say.seats(waits)), "gold": True}]
        if waits
        else [],
        "keys": keys,
    }


def _stakes(say: Speech, view: View, mine: LocalState) -> Focus:
    draft = mine.draft
    assert draft is not None
    lamp = lit(say, view)
    low, high = view["minimum_cents"], view["maximum_cents"]
    chips = chips_between(low, high)
    present = draft.stakes[draft.spot]
    many = len(draft.stakes) > 2
    names = {"ante": say("spot.ante" if many else f"ante_is_{view['game']['second']}")}
    spots = [
        key(
            chip(cents) or "0",
            local("spot", spot=spot),
            names.get(spot) or say(f"spot.{spot}"),
            chosen=draft.spot == spot,
        )
        for spot, cents in draft.stakes.items()
    ]
    more = [key(f"+{chip(c)}", local("chip", cents=c) if present + c <= high else None) for c in chips]
    less = key(f"\u2212{chip(chips[0])}", local("chip", cents=-chips[0]) if present >= chips[0] else None)
    return {
        "kind": "stakes",
        "title": say.seat(draft.seat),
        "lamp": lamp["lamp"],
        "seconds": lamp["seconds"],
        "note": say("stakes.range", low=money(low), high=money(high)),
        "spots": spots,
        "keys": [*more, less, key(say("clear"), local("clear"))],
    }


def _jp1(say: Speech, view: View) -> Focus:
    """The stakes latched, or on their way to the jackpot."""
    if sensors.disputed(view):
        return sensors.count(say, view)
    if view["unanswered"] is not None:
        return press.waiting(say, view)
    adding = view["waiting_book"] == "ContributionAsked"
    latched = [seat["seat"] for seat in view["seats"] if seat["jp1"] == "latched"]
    if not latched:
        return {"kind": "wait", "caption": say("jp1"), "title": say("jp1.empty")}
    stake = view["jackpot"]["stake_cents"]
    total = stake * len(latched)
    share = total * view["jackpot"]["share_micro"] // 1_000_000
    if not view["jackpot"]["open"]:
        back = offered(view, "GiveJp1Back")
        return {
            "kind": "choice",
            "caption": say("jackpot.closed"),
            "title": say.seats(latched),
            "keys": [key(say("hold.give_back"), back, say("rest.seats", count=len(latched)))],
        }
    after = figures.euros(view["jackpot"]["meter_cents"] + share)
    return {
        "kind": "jp1",
        "caption": say("jp1.adding" if adding else "jp1.latched"),
        "seats": [str(number) for number in latched],
        "title": say("jp1.sum", count=len(latched), stake=chip(stake), total=figures.euros(total)),
        "text": say("jp1.waiting") if adding else say("jp1.effect", share=figures.euros(share), after=after),
    }


def _deal(say: Speech, view: View) -> Focus:
    if view["waiting_book"] == "ContributionAsked":
        return _jp1(say, view)
    seats = [seat["seat"] for seat in view["seats"] if seat["seated"]]
    expected = view["expected"]
    shoe = next(told for told in view["machines"] if told["machine"] == "shoe")
    return {
        "kind": "wait",
        "caption": say("deal"),
        "title": say.place(expected) if expected else say("why.book"),
        "rows": [
            {"label": say("row.read"), "value": f"{view['round']['drawn']} / {2 * len(seats) + 2}"},
            {"label": say("row.shoe"), "value": say(f"health.{shoe['health']}")},
        ],
    }


# --- decisions -----------------------------------------------------------------------------------


def _thrown(say: Speech, view: View, seat: int) -> Focus:
    """A hand is given up outside its street: asked for once more, in another place."""
    return {
        "kind": "choice",
        "caption": say.seat(seat),
        "title": say("thrown.title"),
        "keys": [
            key(say("thrown.yes", seat=seat), offered(view, "Fold", seat=seat)),
            key(say("back"), local("throw", seat=seat), plain=True),
        ],
    }


def _deciding(say: Speech, view: View) -> Focus:
    seated = [seat for seat in view["seats"] if seat["seated"]]
    silent = [seat for seat in seated if not seat["bets"] and not seat["folded"]]
    bets = [seat for seat in seated if seat["bets"]]
    folds = [seat["seat"] for seat in seated if seat["folded"]]
    for act in ("BetRest", "CheckRest"):
        if offered(view, act) is not None:
            return _rest(say, view, act)
    rows = _bets(say, bets)
    if silent:
        rows.append(
            {"label": say.seats(seat["seat"] for seat in silent), "value": say.game(view, "check.row")}
        )
    if folds:
        rows.append({"label": say.game(view, "fold.row"), "value": say.listed(folds)})
    following = view["streets"][view["street"] + 1 :]
    if following:
        rows.append({"label": say("row.then"), "value": say.street_within(view, following[0])})
    title = say.game(view, "decisions", plays=len(bets), checks=len(silent))
    if not following:
        title = say.game(view, "decisions.final", plays=len(bets), folds=len(folds))
    street = say.street_within(view, view["streets"][view["street"]])
    return {"kind": "wait", "caption": say("decisions", street=street), "title": title, "rows": rows}


def _bets(say: Speech, bets: list[SeatView]) -> list[Row]:
    """Every seat that has bet, by what it bet; all in one row where they bet in more than two ways."""
    made: dict[str, list[int]] = {}
    for seat in bets:
        made.setdefault(bet_words(say, seat), []).append(seat["seat"])
    if len(made) > 2:
        made = {say("decisions.bet"): [seat["seat"] for seat in bets]}
    return [{"label": say.seats(seats), "value": word} for word, seats in made.items()]


def _rest(say: Speech, view: View, act: str) -> Focus:
    """The seats that have not answered, and one key for all of them: the street's only bet, fold, check."""
    left = sorted({offer["seat"] for offer in view["offers"] if offer["act"] in ("BetPlay", "BetOn")})
    count = len(left)
    how_many = say("rest.seats.one") if count == 1 else say("rest.seats", count=count)
    keys = [key(say("rest.check"), offered(view, "CheckRest"), how_many)]
    if act == "BetRest":
        bet = next(offer for offer in view["offers"] if offer["act"] in ("BetPlay", "BetOn"))
        word = figures.times(bet["multiple"]) if bet["act"] == "BetPlay" else say(f"spot.{bet['spot']}")
        keys = [
            key(say("rest.play", multiple=word), offered(view, "BetRest"), how_many),
            key(say.game(view, "fold.rest"), offered(view, "FoldRest"), how_many),
        ]
    caption = say("decisions.left.one") if count == 1 else say("decisions.left", count=count)
    return {"kind": "choice", "caption": caption, "title": say.seats(left), "keys": keys}


def _to_key(say: Speech, view: View, mine: LocalState) -> Focus:
    again = mine.sheet == "key_card" and mine.keyed
    places = view["to_key"][:2]
    name = "key_card.turn" if _lies_down(view, places[0]) else "key_card.text"
    return {
        "kind": "choice",
        "caption": say("key_card.title"),
        "title": say.place(places[0]),
        "text": say("key_card.again" if again else name),
        "keys": [
            key(say("key_card"), local("sheet", sheet="key_card", place=place), say.place(place), stack=True)
            for place in places
        ],
    }


def _lies_down(view: View, place: str) -> bool:
    """The card is of a hand that nobody has turned yet: it is opened before the others."""
    pile, _, rest = place.partition(".")
    if view["phase"] != "deciding" or pile not in HANDS:
        return False
    cards = view["seats"][int(rest.partition(".")[0]) - 1]["cards"] if pile == "hole" else view[pile]["cards"]
    return not any(len(card) == 2 for card in cards)


_BY_PHASE: Final = {
    "closed": _closed,
    "opening": _opening,
    "betting": _betting,
    "latched": _jp1,
    "collected": _deal,
    "dealing": _deal,
    "deciding": _deciding,
    "showdown": settlement.showdown,
    "settling": settlement.settling,
    "refunding": settlement.refunding,
    "clearing": settlement.clearing,
}
