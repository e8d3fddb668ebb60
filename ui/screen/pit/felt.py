"""The felt as the pit sees it: cards turned up, seats, what the table waits for, the meter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo
from typing import TYPE_CHECKING, Any, Final

from ui import figures
from ui.screen.jackpot import lamp_of
from ui.texts import pit as texts_pit
from ui.texts.hands import hand_name

if TYPE_CHECKING:
    from controller.game.dealing.view_types import SeatView

View = Mapping[str, Any]


CLOSED: Final = (
    *("not_read", "link_lost", "no_display", "stopped", "interrupted", "residual", "chips_differ"),
    *("book_differs", "unreasonable", "data_short", "data_other", "mark_missing", "mark_damaged"),
)
"""Why JP1 is closed, as far as it has words of its own."""
COMMUNITY: Final = "community_royal"
"""The prize of a royal on the board: paid by the cage, to every JP1 bettor."""


@dataclass(frozen=True)
class Speech:
    """A language, the table's time and the zone of its clock."""

    language: str
    now_ms: int
    zone: tzinfo | None = None

    def say(self, key: str, /, **facts: object) -> str:
        """The words under this key."""
        return texts_pit.tell(self.language, key, **facts)

    def game(self, view: View, name: str) -> str:
        """The word that this game has for it, as the console says it."""
        return self.say(f"{'casino' if view['game']['second'] == 'super_ante' else 'uth'}.{name}")

    def clock(self, at_ms: int) -> str:
        """`21:43:07`."""
        return figures.clock(at_ms, self.zone)

    def since(self, at_ms: int) -> str:
        """How long ago, running."""
        return figures.since(self.now_ms - at_ms)

    def place(self, text: str) -> str:
        """`siège 3, 2e carte` of the place written `hole.3.1`."""
        pile, *numbers = text.split(".")
        if pile == "burn":
            return self.say("place.burn")
        order = self.say(f"order.{int(numbers[-1]) + 1}")
        return self.say(f"place.{pile}", seat=numbers[0], order=order)


def jp1_felt(view: View) -> bool:
    """The felt has a JP1 spot."""
    return "jp1" in view["game"]["spots"]


def faces(cards: list[str]) -> list[str]:
    """The cards as `CardFace` takes them."""
    return ["bad" if face == "unread" else face for face in cards]


def dealer(speech: Speech, view: View) -> dict[str, Any]:
    """The dealer's two cards, his hand and whether it qualifies once they are turned up."""
    told = view["dealer"]
    verdict = ""
    if told["qualified"] is not None:
        verdict = speech.say("qualified" if told["qualified"] else "not_qualified")
    return {
        "caption": speech.say("dealer"),
        "cards": faces(told["cards"]),
        "hand": hand_name(speech.language, told["hand"]),
        "verdict": verdict,
    }


def board(speech: Speech, view: View) -> dict[str, Any]:
    """The community cards; those that the hand in turn does not use are dimmed."""
    used = view["board"]["used"]
    return {
        "caption": speech.say("board"),
        "cards": faces(view["board"]["cards"]),
        "dim": [not one for one in used] if used is not None else [],
    }


# --- what the table waits for --------------------------------------------------------------------


def waits(speech: Speech, view: View) -> dict[str, str]:
    """What would have to happen for the round to go on."""
    title, text = _wait(speech, view)
    since_ms = view["held"]["since_ms"] if view["held"] is not None else view["phase_ms"]
    return {
        "caption": speech.say("waits"),
        "lamp": lamp_of(view["light"], speech.now_ms) if _light_on(view) else "none",
        "title": title,
        "text": text,
        "book": speech.say("wait.book") if view["waiting_book"] else "",
        "since": speech.say("since", time=speech.since(since_ms)) if since_ms else "",
    }


def _light_on(view: View) -> bool:
    calm = not view["paused"] and view["held"] is None and not _closing(view)
    return view["phase"] == "betting" and calm


def _closing(view: View) -> bool:
    """The closing sheet is being filled: nobody bets any more."""
    return view["sheet"] is not None and bool(view["sheet"]["closing"])


def _wait(speech: Speech, view: View) -> tuple[str, str]:
    if view["resumed"]:
        return speech.say("wait.resumed"), speech.say("wait.resumed.text")
    if view["held"] is not None:
        return speech.say("wait.held"), _held(speech, view["held"])
    if view["paused"]:
        return speech.say("wait.paused"), ""
    if _closing(view):
        return speech.say("wait.closing"), speech.say("wait.closing.text")
    phase = view["phase"]
    if phase in _WAITS:
        return _WAITS[phase](speech, view)
    return speech.say(f"wait.{phase}"), speech.say(f"wait.{phase}.text")


def _held(speech: Speech, held: View) -> str:
    cause = speech.say(f"hold.{held['cause']}")
    return f"{cause}, {speech.say('seat', seat=held['seat'])}" if held["seat"] else cause


def _betting(speech: Speech, view: View) -> tuple[str, str]:
    seated = sum(seat["seated"] for seat in view["seats"])
    chips = sum(
        seat["chip"] and not seat["chip_refused"] and not seat["chip_waits"] for seat in view["seats"]
    )
    key = "wait.seated" if jp1_felt(view) else "wait.seated.plain"
    title = "wait.betting" if view["light"]["waits"] is None else "wait.suspended"
    return speech.say(title), speech.say(key, count=seated, chips=chips)


def _latched(speech: Speech, view: View) -> tuple[str, str]:
    seats = [str(seat["seat"]) for seat in view["seats"] if seat["jp1"] == "latched"]
    return speech.say("wait.latched"), speech.say("wait.jp1", seats=" ".join(seats), count=len(seats))


def _collected(speech: Speech, view: View) -> tuple[str, str]:
    return speech.say("wait.collected"), speech.say("wait.sweep")


def _dealing(speech: Speech, view: View) -> tuple[str, str]:
    text = speech.say("wait.next", place=speech.place(view["expected"])) if view["expected"] else ""
    return speech.say("wait.dealing", count=view["round"]["drawn"]), text


def _deciding(speech: Speech, view: View) -> tuple[str, str]:
    if not view["street_open"]:
        text = speech.say("wait.next", place=speech.place(view["expected"])) if view["expected"] else ""
        return speech.say("wait.street"), text
    players = [seat for seat in view["seats"] if seat["seated"]]
    left = [str(seat["seat"]) for seat in players if undecided(view, seat)]
    title = speech.say("wait.deciding", done=len(players) - len(left), all=len(players))
    if not left:
        return title, speech.say("wait.decided")
    return title, speech.say("wait.undecided", seats=" ".join(left), count=len(left))


def _showdown(speech: Speech, view: View) -> tuple[str, str]:
    told = view["verification"]
    if told is not None and not told["released"] and not told["refused"]:
        return speech.say("wait.verification"), speech.say("wait.verification.text")
    if _antes_wait(view):
        return speech.say("wait.antes"), speech.say("wait.antes.text")
    return speech.say("wait.showdown"), speech.say("wait.showdown.text")


def _antes_wait(view: View) -> bool:
    """An unqualified bank pays the Antes first in this game, and has not yet."""
    first = view["game"]["unqualified_ante"] == "paid" and view["dealer"]["qualified"] is False
    still_in = any(seat["seated"] and not seat["folded"] for seat in view["seats"])
    return first and still_in and not view["round"]["antes_paid_ms"]


def _settling(speech: Speech, view: View) -> tuple[str, str]:
    left = sum(seat["seated"] and not seat["settled_ms"] for seat in view["seats"])
    return speech.say("wait.settling", seat=view["turn"]), speech.say("wait.settling.text", count=left)


def _refunding(speech: Speech, view: View) -> tuple[str, str]:
    told = view["refund"]
    back_cents = told.get("left_back_cents", 0)
    text = speech.say(
        "wait.refunding.back" if back_cents else "wait.refunding.text",
        count=told["left"],
        amount=figures.euros(told["left_cents"]),
        back=figures.euros(back_cents),
    )
    return speech.say("wait.refunding", seat=view["turn"]), text


def _clearing(speech: Speech, view: View) -> tuple[str, str]:
    late = [str(seat["seat"]) for seat in view["seats"] if seat["chip"] and seat["chip_refused"]]
    if late:
        text = speech.say("wait.clearing.chip", seats=" ".join(late), count=len(late))
        return speech.say("wait.clearing"), text
    return speech.say("wait.clearing"), speech.say("wait.clearing.text")


_WAITS = {
    "clearing": _clearing,
    "betting": _betting,
    "latched": _latched,
    "collected": _collected,
    "dealing": _dealing,
    "deciding": _deciding,
    "showdown": _showdown,
    "settling": _settling,
    "refunding": _refunding,
}


def undecided(view: View, seat: SeatView) -> bool:
    """Whether the player may still act on this street and has not answered."""
    return seat["seat"] in view["undecided"]


def bet_words(speech: Speech, told: SeatView) -> str:
    """`×4` on Play, `A 4` or `A 0,5 T+R` where each bet has its spot; nothing without a bet."""
    spots = [spot for spot, _ in told["bets"]]
    if not spots:
        return ""
    if spots[0] == "play":
        return speech.say("act.play", multiple=figures.times(told["multiple"]))
    return speech.say(f"spot.{spots[0]}") if len(spots) == 1 else speech.say("spot.both_halves")


# --- the meter -----------------------------------------------------------------------------------


def meter(speech: Speech, view: View) -> dict[str, Any]:
    """The jackpot as the book confirmed it last, and whether its stakes are taken."""
    jackpot = view["jackpot"]
    if not jp1_felt(view):
        return _total(speech, view)
    if not jackpot["generation"]:
        return {
            "caption": speech.say("meter.none"),
            "euros": "",
            "cents": "",
            "note": speech.say("meter.unread"),
            "stale": True,
            "confirmed": "",
        }
    whole, rest = figures.split_euros(jackpot["meter_cents"])
    if jackpot["open"]:
        share = figures.percent(jackpot["share_micro"])
        note = speech.say("meter.open", stake=figures.euros(jackpot["stake_cents"], short=True), share=share)
    else:
        note = speech.say("meter.closed", why=_closed(speech, jackpot["closed_code"]))
    by_hand = view["hand_lamps"]
    if by_hand["since_ms"] and jackpot["open"]:
        rounds = f"{by_hand['rounds']}/{by_hand['rounds_max']}"
        note = speech.say("meter.by_hand", rounds=rounds)
    return {
        "caption": speech.say("meter", generation=jackpot["generation"]),
        "euros": whole,
        "cents": rest,
        "note": note,
        "stale": not jackpot["open"],
        "confirmed": speech.say("meter.confirmed", time=speech.clock(jackpot["confirmed_ms"])),
    }


def _total(speech: Speech, view: View) -> dict[str, Any]:
    """What lies on a felt that has no JP1."""
    whole, rest = figures.split_euros(view["total_cents"])
    caption = speech.say("meter.total")
    return {
        "caption": caption,
        "euros": whole,
        "cents": rest,
        "note": "",
        "stale": False,
        "plain": True,
        "confirmed": "",
    }


def _closed(speech: Speech, code: str) -> str:
    if code in CLOSED:
        return speech.say(f"closed.{code}")
    return speech.say("closed.other", code=code)


# --- the seats -----------------------------------------------------------------------------------


def seat(speech: Speech, view: View, told: SeatView) -> dict[str, Any]:
    """One place: stakes, JP1, the cards as they lie, what the player did and what comes of it."""
    number = str(told["seat"])
    lamp, lamp_word = _jp1(speech, view, told) if jp1_felt(view) else ("none", "")
    if not told["seated"]:
        word = speech.say("seat.hollow" if told["hollow"] else "seat.vacant")
        vacant = {"number": number, "vacant": True, "vacant_word": word}
        shown = told["chip"] or told["doubt"]
        return vacant | ({"lamp": lamp, "lamp_word": lamp_word} if shown else {})
    word, sub, kind = _outcome(speech, view, told)
    waited = undecided(view, told)
    cards = faces(told["cards"])
    read = sum(card not in ("", "bad") for card in cards)
    return {
        "number": number,
        "vacant": False,
        "lamp": lamp,
        "lamp_word": lamp_word,
        "cards": cards,
        "dim": [not one for one in told["used"]] if told["used"] else [],
        "read": speech.say("read", count=read) if read > 0 and told["hand"] is None else "",
        "hand": hand_name(speech.language, told["hand"]),
        "rows": _stakes(speech, view["game"], told),
        "word": word,
        "sub": sub,
        "kind": kind,
        "waited": waited,
        "turn": view["turn"] == told["seat"],
    }


def _stakes(speech: Speech, game: View, told: SeatView) -> list[dict[str, str]]:
    """The main bets, the side bets of the felt, and what was bet after the deal."""
    rows = [(f"row.{game['second']}", told["ante_cents"])]
    rows += [(f"spot.{spot}", told["stakes"].get(spot, 0)) for spot in game["sides"]]
    rows.append(("spot.play" if game["second"] == "blind" else "row.bets", told["play_cents"]))
    return [{"label": speech.say(label), "value": _amount(speech, cents)} for label, cents in rows]


def _amount(speech: Speech, cents: int) -> str:
    return figures.euros(cents, short=True) if cents else speech.say("none")


def _jp1(speech: Speech, view: View, told: SeatView) -> tuple[str, str]:
    """How the seat stands in JP1, `none`, `chip`, `in` or `back`, and in a word."""
    if told["doubt"] and not told["by_hand"] and told["jp1"] == "none":
        return "back", speech.say("jp1.doubted")
    if told["chip_refused"]:
        return "back", speech.say("jp1.refused")
    if told["jp1"] == "given_back":
        return "back", speech.say("jp1.given_back")
    prize_cents = _prize(told) - _by_the_cage(view, told)
    if prize_cents:
        return "in", speech.say("jp1.prize", amount=figures.euros(prize_cents, short=True))
    if told["jp1"] in ("registered", "carried"):
        by_hand = "jp1.by_hand" if told["manual"] else f"jp1.{told['jp1']}"
        return "in", speech.say(by_hand)
    if told["jp1"] == "latched":
        return "chip", speech.say("jp1.by_hand" if told["manual"] else "jp1.latched")
    if told["chip"] and told["chip_waits"]:
        return "chip", speech.say("jp1.waits")
    if told["chip"]:
        return "chip", speech.say("jp1.by_hand" if told["by_hand"] else "jp1.chip")
    return "none", speech.say("jp1.none")


def _prize(told: SeatView) -> int:
    """What JP1 pays of the sum that is handed over at the seat, in cents; a slip is told as one."""
    if not told["result"]:
        return 0
    paid_cents = sum(line["paid_cents"] for line in told["lines"] if line["spot"] == "jp1")
    return paid_cents - told["slip_cents"]


def _by_the_cage(view: View, told: SeatView) -> int:
    """What the cage pays the seat once its win is released, in cents: none of it is ever the dealer's sum."""
    checked = view["verification"]
    if checked is None or checked["kind"] != COMMUNITY or checked["released"] or checked["refused"]:
        return 0
    return sum(line["paid_cents"] for line in told["lines"] if line["spot"] == "jp1")


def _outcome(speech: Speech, view: View, told: SeatView) -> tuple[str, str, str]:
    """The last line of a seat: a word, its consequence, and its shape."""
    if view["refund"] is not None:
        done, amount = told["refunded"], figures.euros(told["refund_cents"], short=True)
        word = speech.say("act.refunded" if done else "act.refund")
        ante_cents = told.get("ante_back_cents", 0)
        if ante_cents:
            taken = figures.euros(ante_cents, short=True)
            amount = f"{amount} · {speech.say('act.taken' if done else 'act.take', amount=taken)}"
        return word, amount, "done" if done else "tie"
    if told["result"]:
        return _settled(speech, view, told)
    if told["folded"]:
        return speech.game(view, "fold.clock" if told["by_clock"] else "fold"), "", "fold"
    if undecided(view, told) and not told["bets"]:
        return speech.say("act.waited"), "", "waited"
    if told["bets"]:
        return bet_words(speech, told), "", "play"
    return "", "", ""


def _settled(speech: Speech, view: View, told: SeatView) -> tuple[str, str, str]:
    if told["ruling"] is not None and not told["ruling"]["ruling"]:  # its cards were exchanged: two decide
        return speech.say("contested"), speech.say("act.stays"), "hold"
    pay = told["pay_cents"] - _by_the_cage(view, told)
    take = told["take_cents"] + told.get("ante_back_cents", 0)
    first = told["paid_first_cents"]
    done = bool(told["settled_ms"])
    if done:
        pay, first = pay + first, 0
    moves = [speech.say("act.paid", amount=figures.euros(first, short=True))] if first else []
    if pay:
        moves.append(speech.say("act.paid" if done else "act.pay", amount=figures.euros(pay, short=True)))
    if take:
        moves.append(speech.say("act.taken" if done else "act.take", amount=figures.euros(take, short=True)))
    chip_cents = told.get("jp1_back_cents", 0)
    if chip_cents:
        key = ("act.chip.given" if done else "act.chip") if chip_cents > 0 else "act.chip.taken"
        moves.append(speech.say(key, amount=figures.euros(abs(chip_cents), short=True)))
    if told["slip_cents"]:
        moves.append(speech.say("act.slip", amount=figures.euros(told["slip_cents"], short=True)))
    if not moves:
        moves.append(speech.say("act.left" if done else "act.even"))
    if told["contested"] and not done:
        return speech.say("contested"), " · ".join(moves), "hold"
    result = told["result"]
    word = speech.game(view, "fold") if result == "fold" else speech.say(f"result.{result}")
    return word, " · ".join(moves), "done" if done else result
