"""The parts that every state of the console is made of: keys, seats, stakes, the meter, the bottom row."""

from __future__ import annotations

from typing import Any

THIN = "\u202f"
HARD = "\u00a0"
ANTE = {1: 10, 2: 20, 4: 10, 6: 10, 7: 30}
TRIPS = {1: 5, 4: 10, 6: 5, 7: 10}
JP1 = (1, 2, 6, 7)
PHASES = ("Mises", "JP1", "Donne", "Pré-flop", "Flop", "Turn + river", "Abattage", "Règlement")
TIMES = ("0:41", "0:06", "0:22", "0:19", "0:08", "0:14", "0:05", "")
BACKS = ["back", "back"]
FLOP = ["Qh", "9h", "4h"]
BOARD = [*FLOP, "Js", "2c"]
SHOWN = {
    1: (["8c", "6s"], "Dame haute", 1),
    2: (["Ks", "Qd"], "Paire de dames", 3),
    4: (["Tc", "5d"], "Dame haute", 0),
    6: (["Ah", "7h"], "Couleur à l’as", 4),
    7: (["7s", "5s"], "Dame haute", 1),
}

View = dict[str, Any]


def euro(amount: int) -> str:
    return f"{amount}{HARD}€"


def key(label: str, sub: str = "", /, **act: Any) -> View:
    return {"label": label, "sub": sub, "tap": act or None}


def phases(now: int, spent: str = "", times: tuple[str, ...] = TIMES) -> list[View]:
    return [
        {
            "name": name,
            "time": times[at] if at < now else spent if at == now else "",
            "state": "done" if at < now else "now" if at == now else "next",
        }
        for at, name in enumerate(PHASES)
    ]


def meter(cents: int, note: str = f"Mise JP1 5,00{HARD}€ · 25 % au jackpot", **more: Any) -> View:
    whole, rest = divmod(cents, 100)
    return {
        "caption": "Jackpot JP1",
        "euros": f"{whole:,}".replace(",", THIN),
        "cents": f",{rest:02d}{HARD}€",
        "note": note,
        "note_short": f"Mise JP1 5,00{HARD}€ · 25 %",
    } | more


def bottom(**places: View) -> list[View]:
    """The five keys; `undo`, `chef`, `incident`, `rounds`, `pause` replace theirs."""
    keys = {
        "undo": key("Annuler", "rien à annuler"),
        "chef": key("Appeler le chef", act="CallChef"),
        "incident": key("Incident", act="local.incident"),
        "rounds": key("Derniers\ncoups", act="local.rounds"),
        "pause": key("Pause", "entre les coups"),
    }
    return list((keys | places).values())


def undo(what: str) -> View:
    return key("Annuler", what, act="Undo")


def stakes(seat: int) -> list[View]:
    ante, trips = str(ANTE.get(seat, "")), str(TRIPS.get(seat, ""))
    return [
        {"label": "Ante", "short": "A", "amount": ante},
        {"label": "Blind", "short": "B", "amount": ante},
        {"label": "Trips", "short": "T", "amount": trips},
    ]


def seats(extra: dict[int, View], lamp: str = "in", *, closed: bool = True) -> list[View]:
    made: list[View] = []
    for number in range(1, 8):
        seat: View = {"number": str(number), "says": f"Siège {number}"}
        if number not in ANTE:
            seat |= {"vacant": True, "vacant_word": "Libre"}
        else:
            seat |= {"stakes": stakes(number), "lamp": lamp if number in JP1 else "none", "lamp_word": "JP1"}
            if closed:
                seat |= {"cards": BACKS, "cards_word": "2/2\nlues", "cards_word_short": "2/2"}
        made.append(seat | extra.get(number, {}))
    return made


def play(seat: int, multiple: int) -> View:
    return {"decision": {"caption": "Play", "word": f"×{multiple}", "amount": euro(multiple * ANTE[seat])}}


def bets(seat: int, *multiples: int, fold: bool = False) -> View:
    keys = [key(f"×{m}", euro(m * ANTE[seat]), act="BetPlay", seat=seat, multiple=m) for m in multiples]
    return {"keys": [*keys, key("Couché", act="Fold", seat=seat)] if fold else keys}


def rows(*pairs: tuple[str, str]) -> list[View]:
    return [{"label": label, "value": value} for label, value in pairs]


RED = {"lamp": "stop", "word": "RIEN NE\nVA PLUS", "seconds": "", "fill": 0}


def base(layout: str, clock: str, **more: Any) -> View:
    return {
        "layout": layout,
        "table": "UTH-2",
        "facts": [
            {"label": "Coup", "value": "2026-11-20/0147"},
            {"label": "Croupier", "value": "07"},
            {"label": "Mises", "value": f"5 – 150{HARD}€"},
        ],
        "clock": clock,
        "language": {"current": "fr", "tap": {"act": "language"}, "says": "Langue : français"},
        "devices_word": "Appareils",
        "devices": [{"health": "up", "says": f"Appareil {n} en service"} for n in range(5)],
        "simulation": "SIMULATION – SANS VALEUR",
        "simulation_short": "SIMULATION",
        "phases": phases(0),
        "alarm": None,
        "dealer": {"caption": "Croupier", "cards": []},
        "board": {"caption": "Board", "cards": []},
        "meter": meter(2857875),
        "seats": [],
        "sheet": None,
        "light": None,
        "focus": None,
        "primary": {"label": "", "tap": None},
        "bottom": bottom(),
    } | more


DEALER_HIDDEN = {"caption": "Croupier", "cards": BACKS, "note": "2/2 lues"}
