"""What the console keeps for itself: the sheet that is open, the draft of a stake, what was ticked.

Nothing of it is money or rule: a console that restarts forgets it, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from controller.words.spots import SIDES
from ui.glass import Glass
from ui.screen import pad
from ui.screen.leavers import left_with_jp1
from ui.screen.shape import Tap
from ui.screen.stakes_pad import Draft, Stakes, entering, staked

CHEFS: Final = ("chef", "comite", "director")
"""Roles that may do what a chef de table does."""
PIN_DIGITS_MAX: Final = 8
SIGNATURES: Final = 2
"""Of what was counted: then its pad is put away."""
OF_THE_SHEETS: Final = frozenset({"DeclareSerial", "BeginClosing"})
OF_THE_METER: Final = ("meter", "meter_wins", "meter_correct", "meter_stop", "meter_report")
ENDS_ITS_SHEET: Final = (
    OF_THE_SHEETS
    | {"ProposeCorrection", "DeclareIncident", "ArmVoid", "VoidRound", "ProposeRefusal"}
    | {"RefuseAward", "ProposeRuling", "ConfirmRuling", "ReportCard", "WithdrawReport", "SeeAlarm"}
    | {"LiftBlock", "CountJp1Chips", "GiveUpAdvance"}
)
LOOKED_AT: Final = ("rounds", "devices", "glass", "measure")
"""Sheets that are only read: they leave the seats as soon as these have something new to ask."""
REFERENCE_MAX: Final = 12
LEADS_ON: Final = ("chef", "meter", "meter_stop", "incident_reports", "devices", "glass")
"""Sheets from which others are opened: *Retour* comes back to them."""


@dataclass
class LocalState:
    """The console's own state. `take` changes it by taps, `settle` by what the table has become."""

    sheet: str = ""
    place: str = ""
    help: bool = False
    steps: int = 0
    alarm: int = 0
    warning: int = 0
    draft: Draft | None = None
    keep_images: bool = False
    camera: int = 0
    mode: str = "transfer"
    field_at: str = "slip"
    references: dict[str, str] = field(default_factory=lambda: {"slip": "", "identity": ""})
    thrown: int = 0
    keyed: str = ""
    piece: int = 0
    typed: str = ""
    choice: str = ""
    street: int = -1
    stood: list[str] = field(default_factory=list)
    digits: str = field(default="", repr=False)
    pin_for: int = 0
    former: dict[int, Stakes] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict)
    truth: dict[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    owed: tuple[int, ...] = ()
    _under: tuple[str, ...] = ()
    glass: Glass = field(default_factory=Glass)
    _view: Mapping[str, Any] = field(default_factory=dict)

    def settle(self, view: Mapping[str, Any]) -> None:
        """What no longer fits the table's view has been dropped."""
        was, self._view = self._view, view
        self.rules = view.get("rules") or self.rules
        self.owed += left_with_jp1(was, view)
        if view["phase"] != "betting":
            self.draft = None
        if was and was["phase"] == "betting" and view["phase"] not in ("betting", "closed"):
            self.former = {seat["seat"]: staked(view, seat) for seat in view["seats"] if seat["seated"]}
        if self.thrown and (view["phase"] != "deciding" or view["seats"][self.thrown - 1]["folded"]):
            self.thrown = 0
        alarm = view["alarms"][0]["alarm"] if view["alarms"] else 0
        if alarm != self.alarm:
            self.alarm, self.steps = alarm, 0
        if not view["alarms"]:
            self.help = False
        if view["verification"] is None:
            self.keep_images, self.camera = False, 0
            self._forget_payment()
        if self.sheet == "key_card" and self.place not in keyable(view):
            self._next_place(view)
        if was and len(view["incidents"]["reports"]) > len(was["incidents"]["reports"]):
            # The report stands; what is left are its signatures. One that opened by itself waits for its key.
            self.report, self.sheet = {}, "incident_reports" if self.sheet == "incident_form" else self.sheet
        self._rectifies(was, view)
        self._ask_for_the_pin(was, view)
        if inspector_there(view) and not (was and inspector_there(was)) and not self.sheet:
            self.sheet = "rounds"  # an inspector comes to read (SE-12)
        if self.sheet in LOOKED_AT and was and self._seats_are_wanted(was, view):
            self.sheet = ""
        if self.sheet == "cash" and _signatures(was) < _signatures(view) == SIGNATURES:
            self._leave()
        while self.sheet and self._sheet_is_over(view):
            self._leave()
            self.place, self.keyed = "", ""
        if not self.sheet:
            self._under = ()

    def _rectifies(self, was: Mapping[str, Any], view: Mapping[str, Any]) -> None:
        """One that was just proposed stays in sight with what may be done with it; one that is over goes."""
        now, before = ((told.get("record") or {}).get("open") if told else None for told in (view, was))
        if now is not None and before is None and was:
            self.truth, self.sheet = {}, "rectify"
        if now is None and before is not None:
            self.sheet = ""
        if now is None and self.sheet != "rectify":
            self.truth = {}

    def _ask_for_the_pin(self, was: Mapping[str, Any], view: Mapping[str, Any]) -> None:
        """The pad opens by itself once for a badge that is put in, unless its holder may do nothing now.

        A badge that lay there before does not cover the seats while the dealer pays and takes.
        """
        pin = view.get("pin")
        if pin is None:
            self.digits = ""
        elif pin["shown"] != self.pin_for and not pin["known"]:
            self.pin_for, self.digits = pin["shown"], ""
            stays = bool(was) and was["badge"] is not None and view["phase"] in ("settling", "refunding")
            if stays and was["badge"]["person"] == view["badge"]["person"]:
                return
            if pin["role"] != "dealer" or view["croupier"] is None or not view["relief"]["why"]:
                self._under += (self.sheet,) if self.sheet not in ("", "pin") else ()
                self.sheet = "pin"

    @staticmethod
    def _seats_are_wanted(was: Mapping[str, Any], view: Mapping[str, Any]) -> bool:
        """The round went on, or the inspector for whom the last rounds lay open has gone."""
        moved = any(was[name] != view[name] for name in ("phase", "street", "street_open"))
        return moved or (inspector_there(was) and not inspector_there(view))

    def _next_place(self, view: Mapping[str, Any]) -> None:
        """The card stands: the grid stays for the next one of the same street or hand, dealt by hand."""
        pile = self.place.rpartition(".")[0]
        more = [place for place in keyed_by_hand(view) if place.rpartition(".")[0] == pile]
        if more and view["street"] == self.street and view["held"] is None:
            self.stood.append(self.keyed)
            self.place, self.keyed = more[0], ""

    def _sheet_is_over(self, view: Mapping[str, Any]) -> bool:
        """The question of the open sheet has been answered, or can no longer be asked."""
        still = {
            "chef": chef_may_open(view),
            "incident": view["held"] is None and view["phase"] not in ("closed", "opening", "clearing"),
            "jp1_correct": view["held"] is None and view["phase"] in ("dealing", "deciding"),
            "maximum": chef_there(view) and view["phase"] not in ("closed", "opening"),
            "void": view["held"] is not None and not view["held"]["void"]["reason"],
            "acknowledge": any(self._is_open(up) for up in view["alarms"]),
            "lift": bool(view["blocked"]),
            "refuse": self.pending(view),
            "ruling": ruling_waits(view),
            "report": self.pending(view),
            "report_card": self.pending(view),
            "key_card": self.place in keyable(view),
            "rounds": view["phase"] != "dealing" and not view["resumed"],
            **dict.fromkeys(("devices", "glass", "measure"), devices_may_open(view)),
            "cash": view["phase"] == "opening" or bool((view.get("sheet") or {}).get("purpose")),
            "serial_red": view["phase"] == "opening",
            "serial_blue": view["phase"] == "opening",
            "rules": view["phase"] == "opening",
            **dict.fromkeys(OF_THE_METER, meter_may_open(view)),
            "jp1_chips": bool((view.get("sheet") or {}).get("closing")),
            "orphan": chef_there(view) and view["phase"] not in ("closed", "opening"),
            "pin": view.get("pin") is not None,
            "rectify": rectify_may_open(view),
            "incident_form": view["phase"] != "closed",
            "incident_reports": bool(view["incidents"]["reports"]),
        }
        return not still.get(self.sheet, False)

    @staticmethod
    def pending(view: Mapping[str, Any]) -> bool:
        """A win waits for its verification."""
        told = view["verification"]
        return told is not None and not told["refused"] and not told["released"]

    def take(self, tap: Tap) -> bool:
        """Whether the tap concerned the console alone; then it has been done."""
        act = tap["act"]
        if not act.startswith("local."):
            self._asked(tap)
            return False
        getattr(self, "_" + act.removeprefix("local."))(tap)
        return True

    def _asked(self, tap: Tap) -> None:
        """What is asked of the table closes the sheet that asked it."""
        if self.draft is not None and self.draft.ended_by(tap, self._view):
            self.draft = None
        if (
            tap["act"] in ENDS_ITS_SHEET and self.sheet != "pin"
        ):  # whose badge waits is still asked for his PIN
            self.sheet, self._under = "", ()
        if tap["act"] == "PreparePayment":
            self._forget_payment()
        if tap["act"] in ("CorrectMeter", "StopJackpot", "ReportStop"):
            self._open("meter")
            self.typed, self.choice = "", ""
        if tap["act"] == "BeginAdvance" and self.sheet == "chef":
            self._open("cash")
        if tap["act"] == "BookOrphan":
            self.typed, self.choice = "", ""
        if tap["act"] in ("CountPieces", "DeclareSerial"):
            self.typed = ""
            pieces = (self._view.get("sheet") or {}).get("pieces", [])
            if tap.get("piece_cents") in pieces[:-1]:
                self.piece = pieces[pieces.index(tap["piece_cents"]) + 1]
        if tap["act"] == "recall":
            self.truth, self.typed = {"round": tap["round"]}, ""
        if tap["act"] == "KeyCard":
            self.keyed = tap["card"]
        if tap["act"] == "EnterPin":
            # Only now, as the tap leaves: no map that is worded or drawn ever holds a digit.
            tap["pin"], self.digits = self.digits, ""

    def _pin_digit(self, tap: Tap) -> None:
        self.digits = pad.edited(self.digits, tap["digit"], PIN_DIGITS_MAX)

    def _truth(self, tap: Tap) -> None:
        """An answer about the seat that is rectified; none takes the last one back."""
        told = {name: value for name, value in tap.items() if name != "act"}
        if told:
            self.truth |= told
        else:
            self._untruth()

    def _untruth(self) -> None:
        """One question back: the answers to it are forgotten."""
        self.typed = ""
        for names in (("told", "card", "hand", "decision"), ("place",), ("mistake", "ante", *SIDES, "by")):
            if any(self.truth.get(name) for name in names):
                for name in names:
                    self.truth.pop(name, None)
                return
        if self.truth:
            self.truth.popitem()

    # --- the taps of the console alone ----------------------------------------------------------

    def _is_open(self, up: Mapping[str, Any]) -> bool:
        """The reasons for this warning lie open, and nobody has given one."""
        return bool(up["alarm"] == self.warning and up["warning"] and not up["seen_ms"])

    def _sheet(self, tap: Tap) -> None:
        if self.sheet == tap["sheet"] and tap.get("alarm", self.warning) == self.warning:
            self._leave()
        else:
            self._open(tap["sheet"])
        self.warning = tap.get("alarm", 0)
        self.place = tap.get("place", "")
        self.keyed, self.typed, self.choice, self.piece = "", "", "", 0
        self.truth = {"seat": tap["seat"]} if "seat" in tap else {}
        self.street = self._view["street"] if self._view else -1
        self.stood = []

    def _open(self, sheet: str) -> None:
        """This sheet lies open, over the one that leads to it."""
        if sheet in self._under:
            self._under = self._under[: self._under.index(sheet)]
        elif self.sheet in LEADS_ON:
            self._under += (self.sheet,)
        else:
            self._under = ()
        self.sheet = sheet

    def _leave(self) -> None:
        """The open sheet is put away; the one that it was opened from is to be seen again."""
        self.sheet = self._under[-1] if self._under else ""
        self._under = self._under[:-1]

    def _piece(self, tap: Tap) -> None:
        self.piece, self.typed = tap["piece"], ""

    def _turn(self, tap: Tap) -> None:
        """The amount that is being keyed is added, not taken, or the other way round."""
        self.place = tap["place"]

    def _type(self, tap: Tap) -> None:
        """A key of the pad, for the count, the amount or the number that is being keyed."""
        self.typed = pad.edited(self.typed, tap["digit"], REFERENCE_MAX)

    def _choose(self, tap: Tap) -> None:
        """What is chosen beside the pad: a place, a reason."""
        self.choice = tap["name"]

    def _answer(self, tap: Tap) -> None:
        """A question of the incident's form is answered."""
        self.report[tap["name"]] = tap["value"]

    def _unanswer(self, tap: Tap) -> None:
        """The last answer is taken back."""
        if self.report:
            self.report.popitem()

    def _help(self, tap: Tap) -> None:
        self.help = not self.help

    def _step(self, tap: Tap) -> None:
        """The present step of the checklist is ticked; nothing of it is recorded."""
        self.steps += 1

    def _stakes(self, tap: Tap) -> None:
        seat = self._view["seats"][tap["seat"] - 1]
        if self.draft is not None and self.draft.changed and not self.draft.fits(self._view):
            return  # the big key says what is wrong with it; it is not lost in silence
        again = self.draft is not None and self.draft.seat == tap["seat"]
        self.draft = None if again else Draft.at(self._view, seat)

    def _unstake(self, tap: Tap) -> None:
        """The sheet of the stakes is closed, and what was entered forgotten."""
        self.draft = None

    def entered(self, view: Mapping[str, Any]) -> Draft | None:
        """The stakes that are being entered, while they may be: a hold, a pause and a PIN come first."""
        return self.draft if entering(view) and self.sheet != "pin" else None

    @property
    def changed(self) -> bool:
        """The stakes that are being entered are others than those that lie there."""
        return self.draft is not None and self.draft.changed

    def before(self, tap: Tap) -> Tap | None:
        """Who goes on elsewhere has done with the stakes he entered: they are set first, if they may be.

        Those that may not be set stay open, and the big key says what is wrong with them.
        """
        draft = self.draft
        if draft is None or not entering(self._view) or not draft.left_by(tap) or not draft.fits(self._view):
            return None
        return draft.tap

    def _returned(self, tap: Tap) -> None:
        """The dealer has seen that this player's JP1 stake goes back."""
        self.owed = tuple(seat for seat in self.owed if seat != tap["seat"])

    def _throw(self, tap: Tap) -> None:
        self.thrown = 0 if self.thrown == tap["seat"] else tap["seat"]

    def _spot(self, tap: Tap) -> None:
        if self.draft is not None:
            self.draft.spot = tap["spot"]

    def _chip(self, tap: Tap) -> None:
        """One chip more, or less, on the chosen spot; never less than nothing."""
        draft = self.draft
        if draft is None:
            return
        draft.stakes[draft.spot] = max(0, draft.stakes[draft.spot] + tap["cents"])

    def _clear(self, tap: Tap) -> None:
        if self.draft is not None:
            self.draft.stakes[self.draft.spot] = 0

    def _glass(self, tap: Tap) -> None:
        self.glass.take(tap)

    def _keep(self, tap: Tap) -> None:
        self.keep_images = not self.keep_images

    def _camera(self, tap: Tap) -> None:
        self.camera += 1

    def _mode(self, tap: Tap) -> None:
        self.mode = tap["mode"]

    def _field(self, tap: Tap) -> None:
        self.field_at = tap["field"]

    def _digit(self, tap: Tap) -> None:
        """A key of the pad, for the reference that is being keyed."""
        at = self.field_at
        self.references[at] = pad.edited(self.references[at], tap["digit"], REFERENCE_MAX)

    def _forget_payment(self) -> None:
        self.mode, self.field_at = "transfer", "slip"
        self.references = {"slip": "", "identity": ""}


def _signatures(view: Mapping[str, Any]) -> int:
    """How many have signed what was counted last."""
    return len((view.get("sheet") or {}).get("signed", ()))


def chef_there(view: Mapping[str, Any]) -> bool:
    """A chef de table, or somebody above him, has his badge in the reader and has shown his PIN."""
    badge = view["badge"]
    return badge is not None and badge["role"] in CHEFS and view["pin"] is None


def comite_there(view: Mapping[str, Any]) -> bool:
    """A member of the comité, or the directeur, has his badge in the reader and has shown his PIN."""
    return chef_there(view) and view["badge"]["role"] != "chef"


def pin_waits(view: Mapping[str, Any], now_ms: int) -> bool:
    """A badge lies in the reader whose holder is to type his PIN: any figure typed now may be one of it."""
    pin = view.get("pin")
    if pin is None or pin["known"] or pin["locked_until_ms"] > now_ms:
        return False
    # Another dealer who may not take over now has nothing to type.
    return bool(pin["role"] != "dealer" or view["croupier"] is None or not view["relief"]["why"])


def chef_may_open(view: Mapping[str, Any]) -> bool:
    """Whether the chef's sheet may lie over the seats: his badge is there, and nothing else asks for him."""
    running = view["phase"] not in ("closed", "opening") and not (view.get("sheet") or {}).get("closing")
    stopped = view["held"] is not None or view["resumed"] or LocalState.pending(view)
    return chef_there(view) and running and not stopped


def ruling_waits(view: Mapping[str, Any]) -> bool:
    """The seat in turn waits for two persons to decide: its cards were exchanged."""
    told = view["seats"][view["turn"] - 1]["ruling"] if view["turn"] else None
    return told is not None and not told["ruling"] and view["held"] is None


def meter_may_open(view: Mapping[str, Any]) -> bool:
    """Whether the jackpot's book may lie over the seats: between rounds, for a chef or one above him."""
    between = view["phase"] in ("closed", "opening", "betting", "clearing")
    return chef_there(view) and between and view["held"] is None and not view["resumed"]


def rectify_may_open(view: Mapping[str, Any]) -> bool:
    """Whether a rectification may lie over the seats: one waits, or some settled seat may be put right."""
    told = view.get("record") or {}
    quiet = view["phase"] in ("betting", "clearing", "settling") and view["held"] is None
    return bool(quiet and not view["resumed"] and (told.get("open") or told.get("rounds")))


def inspector_there(view: Mapping[str, Any]) -> bool:
    """An inspector has his badge in the reader and has shown his PIN."""
    badge = view["badge"]
    return badge is not None and badge["role"] == "inspector" and view["pin"] is None


def devices_may_open(view: Mapping[str, Any]) -> bool:
    """Whether the machines' sheet may lie over the seats: not while cards come out or a win is verified."""
    return view["phase"] != "dealing" and not view["resumed"] and view["verification"] is None


def keyed_by_hand(view: Mapping[str, Any]) -> list[str]:
    """The places whose card, dealt by hand, may be keyed now."""
    told = view["dealing_by_hand"]
    return [*told["turn"], *told["places"]]


def keyable(view: Mapping[str, Any]) -> list[str]:
    """The places whose card may be keyed now; while the round is held, those to be put right."""
    if view["held"] is not None:
        return list(view["held"]["to_correct"])
    return [*view["to_key"], *keyed_by_hand(view)]
