"""What an act means that names no object: what Undo takes back, what Resume ends, which draft is signed,
which proposal for the meter is approved, which residual is noted, which machines' changed programs are
allowed, which call was seen.

A finger is older than its screen: between what it saw and what the screen was told last lies a picture, or
a hand's reaction. So the tap of such an act carries what its key said, and is asked of the table only while
the newest view still says the same. What this screen has not been told yet the table refuses by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

View = Mapping[str, Any]
Tap = dict[str, Any]

OF: Final = "of"
"""Where a tap carries it; the table is not sent it."""
_NAMES_AN_ACT: Final = ("kind", "round", "seat", "cents")


def _undo(view: View) -> Any:
    return view.get("undo")


def _hold(view: View) -> Any:
    held = view.get("held")
    return [str(held[name]) for name in ("cause", "seat", "detail", "since_ms")] if held else None


def _writing(view: View) -> Any:
    told = view.get("drafting")
    return told["writing"] if told else None


def _draft(view: View) -> Any:
    draft = (view.get("drafting") or {}).get("draft")
    return [draft[name] for name in ("number", "after", "approved")] if draft else None


def _blocked(view: View) -> Any:
    return view.get("blocked") or None


def _call(view: View) -> Any:
    """One that was repeated is another: it may be for the comité by now."""
    called = view.get("call")
    return [called["at_ms"], called["last_ms"]] if called else None


def _proposal(view: View) -> Any:
    proposal = (view.get("upkeep") or {}).get("proposal")
    told = ("act", "person", "cents", "reason", "fate", "before_cents", "at_ms")
    return [str(proposal[name]) for name in told] if proposal else None


def _residual(view: View) -> Any:
    """What the display is short of, and how many JP1 chips lie there of how many."""
    told = view.get("upkeep")
    session = told["session"] if told else {}
    return [told["residual_cents"], session["chips"], session["chips_due"]] if told else None


def _history(view: View) -> Any:
    told = view.get("upkeep")
    session = sorted(told["session"].items()) if told else []
    return [str(told["residual_cents"]), *(str(value) for _, value in session)] if told else None


def _owed(view: View) -> Any:
    sheet = view.get("sheet")
    return [str(act[name]) for act in sheet["owed"] for name in _NAMES_AN_ACT] if sheet else None


_MEANT: Final[Mapping[str, Callable[[View], Any]]] = {
    "Undo": _undo,
    "Resume": _hold,
    "LiftBlock": _blocked,
    "SeeCall": _call,
    "ApproveMeterAct": _proposal,
    "WithdrawMeterAct": _proposal,
    "DropDraft": _writing,
    "ProposeSettings": _writing,
    "ApproveSettings": _draft,
    "RefuseSettings": _draft,
    "WithdrawSettings": _draft,
}
_TICKED: Final[Mapping[str, Callable[[View], Any]]] = {
    "reconciliation": _residual,
    "jackpot_history": _history,
    "book_owed": _owed,
}
"""The lines of the closing sheet that somebody signs for what he saw."""


def _meaning(view: View, tap: View) -> Any:
    told = _TICKED.get(str(tap.get("line"))) if tap["act"] == "TickLine" else _MEANT.get(tap["act"])
    return told(view) if told is not None else None


def aimed(view: View, tap: View) -> Tap:
    """The tap for a key of this view: with what it means, where it names no object."""
    meant = _meaning(view, tap)
    return dict(tap) if meant is None else {**tap, OF: meant}


def unaimed(tap: View) -> Tap:
    """The tap as the table is sent it."""
    return {name: value for name, value in tap.items() if name != OF}


def still_meant(view: View | None, tap: View) -> bool:
    """Whether the act still means by this view what its key said; one that names its object always does."""
    return OF not in tap or (view is not None and _meaning(view, tap) == tap[OF])
