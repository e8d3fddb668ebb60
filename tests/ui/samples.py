"""The states of the dealer's console as worded maps: the rounds of the reference pictures, and more."""

from __future__ import annotations

import copy
from typing import Any

from tests.ui.states import view_of
from ui.screen.console import ConsoleFace

THIN = "\u202f"
HARD = "\u00a0"
ANTE = {1: 10, 2: 20, 4: 10, 6: 10, 7: 30}
TRIPS = {1: 5, 4: 10, 6: 5, 7: 10}
JP1 = (1, 2, 6, 7)
PHASES = ("Mises", "JP1", "Donne", "Pré-flop", "Flop", "Turn + River", "Abattage", "Règlement")
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
            {"label": "Mises", "value": f"5 – 150{HARD}€", "bare": True},
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


def closed() -> View:
    return base(
        "closed",
        "15:58:12",
        facts=[],
        phases=[],
        meter=meter(2857375),
        sheet={
            "kind": "opening",
            "title": "Table fermée",
            "checks": [
                {"label": "Programme", "value": "vérifié, version 0.1.0", "state": "done"},
                {"label": "Journal", "value": f"chaîne vérifiée, 18{THIN}402 écritures", "state": "done"},
                {"label": "Mélangeur", "value": "prêt, jeu rouge", "state": "done"},
                {"label": "Sabot", "value": "prêt, verrouillé", "state": "done"},
                {"label": "Capteurs JP1", "value": "7 sur 7", "state": "done"},
                {"label": "Cagnotte", "value": "lue à 15:58:10", "state": "done"},
            ],
            "rules_title": "Dernière séance",
            "rules": rows(
                ("Fermée", "20/11/2026 à 04:12"), ("Coups joués", "214"), ("Litiges ouverts", "aucun")
            ),
        },
        focus={"kind": "wait", "caption": "Table fermée", "title": "Prête à ouvrir", "rows": []},
        primary=key("OUVRIR\nLA TABLE", act="OpenTable"),
        bottom=bottom(incident=key("Incident", "table fermée")),
    )


def opening() -> View:
    return base(
        "opening",
        "16:00:31",
        facts=[{"label": "Croupier", "value": "07"}],
        phases=[],
        meter=meter(2857375),
        sheet={
            "kind": "opening",
            "title": "Ouverture",
            "checks": [
                {"label": "Avance de table", "value": f"20{THIN}000,00{HARD}€", "state": "done"},
                {"label": "Jeux rouge et bleu", "value": "52 / 52 chacun", "state": "done"},
                {"label": "Cartes en parfait état", "value": "", "state": "open"},
                {"label": "Joueur témoin présent", "value": "", "state": "open"},
                {"label": "Minimum et maximum", "value": f"5 – 150{HARD}€ (×30)", "state": "done"},
                {"label": "Capteurs JP1", "value": "siège 2 non vérifié", "state": "bad"},
            ],
            "rules_title": "Règles en vigueur · art. 55-20, 2021",
            "rules": rows(
                ("Croupier non qualifié", "Ante rendue"),
                ("Trips, main battue", "joue, indépendant de la banque"),
                ("Trips, main couchée", "joue"),
                ("JP1, main couchée", "reste en jeu"),
                ("Mise JP1", f"5,00{HARD}€, non rendue"),
                ("Part de la mise", "25 % au jackpot, 15 % réserve, 60 % maison"),
                ("Gains fixes JP1", "payés par la maison"),
                ("Lot de consolation", "dès une royale à la table, misée ou non"),
                ("Coup nul, JP1", "reporté au coup suivant"),
            ),
        },
        focus={
            "kind": "facts",
            "caption": "Carte chef demandée",
            "title": "Ouverture de la table",
            "facts": [
                {"label": "Croupier", "value": "07", "state": "done"},
                {"label": "Chef de table", "value": "carte attendue", "state": "open"},
            ],
        },
        primary=key("VALIDER\nL’OUVERTURE", "carte chef attendue"),
    )


def betting() -> View:
    noted = {"note": "Complet", "note_sub": "JP1 détecté"}
    extra = {n: noted | {"service": key("Modifier", act="local.stakes", seat=n)} for n in (1, 2, 6)}
    extra[4] = {
        "note": "Complet",
        "note_sub": "Sans JP1",
        "service": key("Modifier", act="local.stakes", seat=4),
    }
    extra[7] = {
        "stakes": [stake | {"amount": ""} for stake in stakes(7)],
        "lamp": "back",
        "note": "JP1 sans mise principale",
        "note_sub": "Rendre le jeton ou attendre Ante et Blind",
        "note_sub_short": "Rendre le jeton",
        "service": key("Modifier", act="local.stakes", seat=7),
    }
    free = {"header_tap": {"act": "local.stakes"}, "header_says": "Occuper le siège"}
    extra |= {
        n: {"header_tap": free["header_tap"] | {"seat": n}, "header_says": f"Occuper le siège {n}"}
        for n in (3, 5)
    }
    return base(
        "betting",
        "21:42:16",
        phases=phases(0, "0:27"),
        meter=meter(2857375),
        seats=seats(extra, "chip", closed=False),
        light={"lamp": "go", "word": "MISEZ", "seconds": f"18{HARD}s", "fill": 40},
        focus={
            "kind": "wait",
            "caption": "Le système attend",
            "title": "Mises du siège 7",
            "rows": rows(
                ("Sièges occupés", "5 sur 7"),
                ("Mises complètes", "4"),
                ("Jetons JP1 détectés", "3"),
                ("Jeton JP1 à rendre", "1"),
            ),
        },
        primary=key("FERMER\nLES MISES", act="CloseBets"),
        bottom=bottom(undo=undo("mise 10, siège 4"), pause=key("Pause", act="Pause")),
    )


def last_bets() -> View:
    view = betting()
    view["light"] = {"lamp": "last", "word": "DERNIÈRES MISES", "seconds": f"7{HARD}s", "fill": 16}
    view["clock"] = "21:42:27"
    return view


def time_up() -> View:
    view = betting()
    view["light"] = {"lamp": "stop", "word": "FERMER ?", "seconds": f"0{HARD}s", "fill": 0}
    view["clock"] = "21:42:35"
    return view


def stakes_sheet() -> View:
    view = betting()
    view["layout"] = "betting.stakes.4"
    view["seats"][3] |= {
        "focused": True,
        "note": "",
        "note_sub": "",
        "service": None,
        "keys": [
            key("Répéter", "10+10+10", act="local.repeat"),
            key("Doubler", "20+20+20", act="local.double"),
            key("Libre", act="VacateSeat", seat=4),
        ],
    }
    view["light"] = None
    view["focus"] = {
        "kind": "stakes",
        "title": "Siège 4",
        "lamp": "go",
        "seconds": f"18{HARD}s",
        "note": "de 5 à 150, par 10 pour Blind exact",
        "spots": [
            key("10", "Ante = Blind", act="local.spot", spot="ante") | {"chosen": True},
            key("10", "Trips", act="local.spot", spot="side"),
        ],
        "keys": [
            key("+5", act="local.chip", cents=500),
            key("+10", act="local.chip", cents=1000),
            key("+50", act="local.chip", cents=5000),
            key("+100", act="local.chip", cents=10000),
            key("−5", act="local.chip", cents=-500),
            key("Effacer", act="local.clear"),
        ],
    }
    view["primary"] = key("VALIDER\nSIÈGE 4", act="SetStakes", seat=4, ante_cents=1000, side_cents=1000)
    return view


def latched() -> View:
    extra: dict[int, View] = {
        n: {"jp1": {"word": euro(5), "lamp": "chip"} if n in JP1 else {"word": "Sans JP1", "plain": True}}
        for n in ANTE
    }
    return base(
        "latched",
        "21:42:33",
        phases=phases(1, "0:03"),
        meter=meter(2857375),
        seats=seats(extra, "chip", closed=False),
        light=RED,
        focus={
            "kind": "jp1",
            "caption": "Mises JP1 verrouillées, sièges",
            "seats": ["1", "2", "6", "7"],
            "title": f"4 × 5 = 20,00{HARD}€",
            "text": f"dont 5,00{HARD}€ au jackpot, qui passera\nà 28{THIN}578,75{HARD}€",
        },
        primary=key("RAMASSER\nJP1 (4)", act="CollectJp1"),
        bottom=bottom(undo=key("Rouvrir les mises", "carte chef, avant la 1re carte", act="ReopenBets")),
    )


def collected() -> View:
    view = latched()
    for seat in view["seats"]:
        if seat.get("jp1") and not seat["jp1"].get("plain"):
            seat["lamp"] = "in"
            seat["jp1"] = {"word": euro(5), "lamp": "in"}
    return view | {
        "layout": "collected",
        "clock": "21:42:36",
        "focus": {
            "kind": "jp1",
            "caption": "Ajout au jackpot, sièges",
            "seats": ["1", "2", "6", "7"],
            "title": f"4 × 5 = 20,00{HARD}€",
            "text": "en attente de la cagnotte : ne rendez pas les jetons",
        },
        "primary": key("DONNER", "confirmation du jackpot attendue"),
        "bottom": bottom(undo=key("Annuler", "JP1 ramassé : carte chef")),
    }


def dealing() -> View:
    extra: dict[int, View] = {
        4: {"expected": True, "cards": ["back", ""], "cards_word": "1/2\nlue", "cards_word_short": "1/2"}
    }
    extra |= {n: {"cards": ["", ""], "cards_word": "0/2", "cards_word_short": "0/2"} for n in (6, 7)}
    return base(
        "dealing",
        "21:42:46",
        phases=phases(2, "0:09"),
        seats=seats(extra),
        dealer={"caption": "Croupier", "cards": ["", ""], "note": "0/2 lue"},
        board={"caption": "Board", "cards": [], "note": "Flop 0/3"},
        light=RED,
        focus={
            "kind": "wait",
            "caption": "Donne",
            "title": "Siège 4, 2e carte",
            "rows": rows(("Cartes lues", "5 sur 12"), ("Ensuite", "siège 6"), ("Sabot", "prêt")),
        },
        primary=key("DONNE", "le sabot donne"),
        bottom=bottom(undo=key("Annuler", "pas d’annulation pendant la donne")),
    )


def preflop() -> View:
    return base(
        "deciding.preflop",
        "21:43:09",
        phases=phases(3, "0:11"),
        dealer=DEALER_HIDDEN,
        board={"caption": "Board", "cards": [], "note": "Flop 0/3"},
        seats=seats({1: bets(1, 4, 3), 2: play(2, 3), 4: bets(4, 4, 3), 6: play(6, 4), 7: bets(7, 4, 3)}),
        light=RED,
        focus={
            "kind": "wait",
            "caption": "Décisions pré-flop",
            "title": "2 Play, 3 check",
            "rows": rows(
                ("Siège 2", f"×3 · {euro(60)}"),
                ("Siège 6", f"×4 · {euro(40)}"),
                ("Sièges 1, 4 et 7", "check"),
                ("Attend ensuite", "flop 0/3"),
            ),
        },
        primary=key("FLOP", act="CallStreet"),
        bottom=bottom(undo=undo("×4, siège 6")),
    )


def flop() -> View:
    return base(
        "deciding.flop",
        "21:43:21",
        phases=phases(4, "0:06"),
        dealer=DEALER_HIDDEN,
        board={"caption": "Board", "cards": FLOP, "note": "Turn et River 0/2"},
        seats=seats({1: bets(1, 2), 2: play(2, 3), 4: bets(4, 2), 6: play(6, 4), 7: bets(7, 2)}),
        light=RED,
        focus={
            "kind": "wait",
            "caption": "Décisions au flop",
            "title": "2 Play, 3 check",
            "rows": rows(("Sièges 1, 4 et 7", "check"), ("Attend ensuite", "turn et river 0/2")),
        },
        primary=key("TURN\n+ RIVER", act="CallStreet"),
    )


def river() -> View:
    return base(
        "deciding.river",
        "21:43:34",
        phases=phases(5, "0:09"),
        dealer=DEALER_HIDDEN,
        board={"caption": "Board", "cards": BOARD},
        seats=seats(
            {1: play(1, 1), 2: play(2, 3), 4: bets(4, 1, fold=True), 6: play(6, 4), 7: bets(7, 1, fold=True)}
        ),
        light=RED,
        focus={
            "kind": "choice",
            "caption": "Restent 2 décisions",
            "title": "Sièges 4 et 7",
            "keys": [
                key("Le reste : ×1", "2 sièges", act="BetRest"),
                key("Le reste : couché", "2 sièges", act="FoldRest"),
            ],
        },
        primary=key("ABATTAGE", "2 décisions attendues"),
        bottom=bottom(undo=undo("×1, siège 1")),
    )


def decided() -> View:
    view = river()
    folded = {"decision": {"caption": "", "word": "Couché", "amount": "", "plain": True}, "keys": []}
    view["seats"] = seats({1: play(1, 1), 2: play(2, 3), 4: folded, 6: play(6, 4), 7: play(7, 1)})
    return view | {
        "layout": "decided",
        "clock": "21:43:39",
        "focus": {
            "kind": "wait",
            "caption": "Décisions finales",
            "title": "4 Play, 1 couché",
            "rows": rows(("Play", "1, 2, 6 et 7"), ("Couché", "4")),
        },
        "primary": key("ABATTAGE", act="OpenHands"),
        "bottom": bottom(undo=undo("couché, siège 4")),
    }


def shown(extra: dict[int, View]) -> dict[int, View]:
    made: dict[int, View] = {}
    for seat, (cards, hand, multiple) in SHOWN.items():
        line = f"Play ×{multiple} · {euro(multiple * ANTE[seat])}" if multiple else "Couché"
        made[seat] = {
            "cards": cards,
            "opened": True,
            "hand": hand,
            "play_line": line,
            "play_line_short": line.removeprefix("Play "),
            "cards_dim": multiple == 0,
        } | extra.get(seat, {})
    return made


def outcome(kind: str, word: str, amount: str = "", **more: Any) -> View:
    return {"outcome": {"kind": kind, "word": word, "amount": amount}} | more


def showdown(*, qualified: bool = False) -> View:
    results = {
        1: outcome("tie", "Égalité"),
        2: outcome("win", "Gagne"),
        4: outcome("fold", "Couché"),
        6: outcome("win", "Gagne"),
        7: outcome("lose", "Perd"),
    }
    no = {"verdict": "Non\nqualifié", "note": "Dame haute, sans paire", "note_short": "Dame haute"}
    yes = {"verdict": "Qualifié", "note": "Paire de neufs"}
    return base(
        "showdown",
        "21:43:44",
        phases=phases(6, "0:05"),
        dealer={"caption": "Croupier", "cards": ["9d", "6c"] if qualified else ["8d", "6c"]}
        | (yes if qualified else no),
        board={"caption": "Board", "cards": BOARD}
        | ({} if qualified else {"verdict": "Ante\nrendue", "note": "Play, Blind et Trips jouent"}),
        seats=seats(shown(results)),
        light=RED,
        focus={
            "kind": "wait",
            "caption": "Règlement à venir",
            "title": "7, 6, 4, 2, 1",
            "rows": rows(("Gagnent", "2 et 6"), ("Égalité", "1"), ("Perd", "7"), ("Couché", "4")),
        },
        primary=key("RÉGLER\nDE DROITE\nÀ GAUCHE", act="OpenSettlement"),
        bottom=bottom(undo=key("Annuler", "carte chef pour annuler")),
    )


def settling() -> View:
    results = {
        1: outcome("lose", "Prendre", euro(5)),
        2: outcome("win", "Payer", euro(60)),
        4: outcome("lose", "Prendre", euro(30)),
        6: outcome("win", "Payer", euro(90), focused=True),
        7: outcome("done", "Pris", euro(70), quiet=True),
    }
    view = showdown()
    view["board"]["dim"] = [False, False, False, True, True]
    return view | {
        "layout": "settling",
        "clock": "21:43:56",
        "phases": phases(7, "0:12"),
        "seats": seats(shown(results)),
        "light": None,
        "focus": {
            "kind": "settle",
            "seat": "Siège 6",
            "hand": "Couleur à l’as",
            "direction": "pay",
            "word": "Payer",
            "euros": "90",
            "cents": f",00{HARD}€",
            "chips": ["50", "20", "20"],
            "lines": [
                {"spot": "Play", "stake": "40", "rule": "1 pour 1", "result": "+40", "gain": True},
                {"spot": "Blind", "stake": "10", "rule": "3 pour 2", "result": "+15", "gain": True},
                {"spot": "Trips", "stake": "5", "rule": "7 pour 1", "result": "+35", "gain": True},
                {"spot": "Ante", "stake": "10", "rule": "", "result": "rendue", "gain": False},
                {"spot": "JP1", "stake": "5", "rule": "", "result": "pas de gain", "gain": False},
            ],
        },
        "primary": key("SIÈGE 6\n→ RÉGLÉ", act="SettleSeat", seat=6),
        "bottom": bottom(
            undo=undo("siège 7 réglé"),
            incident=key("Contesté", "siège 6, à revoir", act="ContestSeat", seat=6),
        ),
    }


def taking() -> View:
    view = settling()
    view["seats"] = seats(
        shown(
            {
                1: outcome("lose", "Prendre", euro(5)),
                2: outcome("win", "Payer", euro(60)),
                4: outcome("lose", "Prendre", euro(30)),
                6: outcome("win", "Payer", euro(90)),
                7: outcome("lose", "Prendre", euro(70), focused=True),
            }
        )
    )
    view["clock"] = "21:43:49"
    view["focus"] = {
        "kind": "settle",
        "seat": "Siège 7",
        "hand": "Dame haute",
        "direction": "take",
        "word": "Prendre",
        "euros": "70",
        "cents": f",00{HARD}€",
        "chips": [],
        "lines": [
            {"spot": "Play", "stake": "30", "rule": "", "result": "perdue", "gain": False},
            {"spot": "Blind", "stake": "30", "rule": "", "result": "perdue", "gain": False},
            {"spot": "Trips", "stake": "10", "rule": "", "result": "perdue", "gain": False},
            {"spot": "Ante", "stake": "30", "rule": "", "result": "rendue", "gain": False},
            {"spot": "JP1", "stake": "5", "rule": "", "result": "pas de gain", "gain": False},
        ],
    }
    view["primary"] = key("SIÈGE 7\n→ RÉGLÉ", act="SettleSeat", seat=7)
    return view


def fixed_prize() -> View:
    view = settling()
    view["seats"][5] |= {"hand": "Full, dames par les valets"} | outcome(
        "win", "Payer", f"12{THIN}340{HARD}€"
    )
    view["focus"] |= {
        "hand": "Full, dames par les valets",
        "euros": f"12{THIN}340",
        "cents": f",50{HARD}€",
        "chips": ["1000", "500", "100"],
        "lines": [
            {"spot": "Play", "stake": "40", "rule": "1 pour 1", "result": "+40", "gain": True},
            {"spot": "Blind", "stake": "10", "rule": "3 pour 1", "result": "+30", "gain": True},
            {"spot": "Trips", "stake": "5", "rule": "8 pour 1", "result": "+40", "gain": True},
            {"spot": "Ante", "stake": "10", "rule": "", "result": "rendue", "gain": False},
            {"spot": "JP1", "stake": "5", "rule": "10 pour 1", "result": "+50", "gain": True},
            {"spot": "JP1", "stake": "5", "rule": "consolation", "result": f"+12{THIN}180", "gain": True},
        ],
    }
    return view


def procedure() -> View:
    steps = [
        ("Gel", "22:04:11", "done"),
        ("Appel du comité", "22:04:31", "done"),
        ("Identification", "22:06:02", "done"),
        ("Cartes", "3 / 5", "now"),
        ("Vidéo", "2e personne", "next"),
        ("Montant", "", "next"),
        ("Paiement", "", "next"),
        ("Libération", "", "next"),
    ]
    cards = [
        ("As", "Board", "1re", "As", "de pique", "22:07:21"),
        ("Ks", "Siège 6", "1re", "Roi", "de pique", "22:07:33"),
        ("Qs", "Board", "2e", "Dame", "de pique", "22:07:44"),
        ("Js", "Board", "4e", "Valet", "de pique", ""),
        ("Ts", "Siège 6", "2e", "Dix", "de pique", ""),
    ]
    return base(
        "jackpot.cards",
        "22:07:48",
        phases=phases(6, "", ("0:38", "0:05", "0:21", "0:17", "0:09", "0:12", "", "")),
        dealer={
            "caption": "Croupier",
            "cards": ["Kd", "9c"],
            "dim": True,
            "verdict": "Qualifié",
            "note": "Paire de neufs",
        },
        board={
            "caption": "Board",
            "cards": ["As", "Qs", "9d", "Js", "7h"],
            "dim": [False, False, True, False, True],
        },
        meter=meter(
            2860375, f"nouveau cycle · 10{THIN}003,75{HARD}€", caption="Jackpot verrouillé à 22:04:11"
        )
        | {"note_short": f"nouveau cycle · 10{THIN}003,75{HARD}€"},
        alarm={
            "priority": "p1",
            "title": "COMBINAISON À VÉRIFIER – SIÈGE 6",
            "sub": "Ne touchez plus aux cartes  ·  A-105  ·  vu 22:04:19",
            "seen": True,
        },
        sheet={
            "kind": "jackpot",
            "steps": [{"name": name, "note": note, "state": state} for name, note, state in steps],
            "cards": [
                {
                    "card": card,
                    "origin": origin,
                    "order": order,
                    "name": name,
                    "suit": suit,
                    "checked": bool(at),
                    "checked_word": at,
                    "key": None if at else key("Conforme", act="local.conform", card=index),
                }
                for index, (card, origin, order, name, suit, at) in enumerate(cards)
            ],
        },
        focus={
            "kind": "facts",
            "caption": f"Siège 6 · JP1 5,00{HARD}€",
            "title": "Quinte flush royale",
            "facts": [
                {"label": "Jeton JP1 au capteur", "value": "verrouillé 22:02:47", "state": "done"},
                {"label": "Jeu compté avant la donne", "value": "52 / 52", "state": "done"},
                {"label": "Seconde évaluation", "value": "concordante", "state": "done"},
                {"label": "Membre du comité", "value": "MCD 03", "state": "done"},
            ],
        },
        primary=key("VALIDER\nLES CARTES", "valet et dix à confirmer"),
        bottom=bottom(
            undo=key("Non conforme", "gain suspendu, motif demandé", act="local.refuse"),
            chef=key("Chef appelé", "22:04:14 · vu 22:04:22"),
            rounds=key("Derniers\ncoups"),
            pause=key("Suspendre", "reprise ici", act="local.suspend"),
        ),
    )


def procedure_video() -> View:
    view = procedure()
    steps = view["sheet"]["steps"]
    steps[3] |= {"note": "22:08:02", "state": "done"}
    steps[4] |= {"note": "en cours", "state": "now"}
    view["sheet"] |= {
        "cards": [],
        "panel": {
            "title": "Visionnage des images",
            "text": "Opérateur vidéo OV 11, identifié 22:08:40, distinct du croupier 07 et du MCD 03",
            "facts": rows(
                ("Caméra", "C-14"), ("Début", "22:02:00"), ("Fin", "22:04:20"), ("Jeton JP1 posé", "22:02:31")
            ),
            "box": {
                "label": "Conservation des images demandée",
                "sub": "durée légale : 28 jours · coché 22:09:02",
                "ticked": True,
                "tap": {"act": "local.keep"},
            },
            "keys": [
                key("Images conformes", "requis pour payer", act="ReviewVideo", conform=True, camera="C-14"),
                key(
                    "Non conformes",
                    "gain suspendu, motif demandé",
                    act="ReviewVideo",
                    conform=False,
                    camera="C-14",
                ),
                key("En attente", "la procédure reste ouverte", act="local.wait"),
            ],
        },
    }
    view["focus"]["facts"] = [
        {"label": "Cartes", "value": "5 / 5 conformes, 22:08:02", "state": "done"},
        {"label": "Jeton JP1 au capteur", "value": "verrouillé 22:02:47", "state": "done"},
        {"label": "Membre du comité", "value": "MCD 03", "state": "done"},
        {"label": "Images", "value": "résultat attendu", "state": "open"},
    ]
    view["bottom"][0] = key("Refuser le gain", "deux cartes et un motif", act="local.refuse")
    return view | {
        "layout": "jackpot.video",
        "clock": "22:09:05",
        "primary": key("PASSER AU\nMONTANT", "résultat vidéo attendu"),
    }


def clearing() -> View:
    results = {
        n: outcome("done", "Payé" if n in (2, 6) else "Pris", euro(amount), quiet=True)
        for n, amount in {1: 5, 2: 60, 4: 30, 6: 90, 7: 70}.items()
    }
    view = settling()
    return view | {
        "layout": "clearing",
        "clock": "21:44:21",
        "seats": seats(shown(results)),
        "focus": {
            "kind": "wait",
            "caption": "Clôture du coup 0147",
            "title": f"Banque −45,00{HARD}€",
            "rows": rows(
                ("Pris", f"105,00{HARD}€"),
                ("Payé", f"150,00{HARD}€"),
                ("JP1 au jackpot", f"5,00{HARD}€"),
                ("Cartes rendues", "17 sur 17"),
            ),
        },
        "primary": key("COUP\nSUIVANT", act="NextRound"),
        "bottom": bottom(undo=undo("siège 1 réglé"), pause=key("Pause", act="Pause")),
    }


def unreadable() -> View:
    return base(
        "dealing.help",
        "21:42:57",
        phases=phases(2, "0:21"),
        dealer=DEALER_HIDDEN,
        seats=seats({4: {"cards": ["back", "bad"], "cards_word": "1/2\nlue", "cards_word_short": "1/2"}}),
        devices=[{"health": "degraded" if n == 1 else "up", "says": f"Appareil {n}"} for n in range(5)],
        alarm={
            "priority": "p2",
            "title": "CARTE ILLISIBLE – SIÈGE 4, 2e CARTE",
            "sub": "A-202  ·  21:42:51",
            "keys": [
                key("Aide", act="local.help") | {"chosen": True},
                key("Vu", act="SeeAlarm", alarm=3),
            ],
        },
        focus={
            "kind": "checklist",
            "before": [
                {"heading": "Ce qui se passe", "text": "Le sabot n’a pas lu la 2e carte du siège 4."},
                {
                    "heading": "Ce qui est protégé",
                    "text": "Mises et JP1 inscrits ; la carte reste inconnue de tous.",
                },
            ],
            "steps_heading": "Ce que vous faites",
            "steps": [
                {"text": "Laissez la carte face cachée", "state": "done"},
                {"text": "Finissez la donne", "state": "done"},
                {"text": "Appelez le chef de table", "state": "now"},
            ],
            "after": [{"heading": "Qui prévenir", "text": "Le chef ; carte lue à l’abattage"}],
        },
        primary=key("APPELER\nLE CHEF", act="CallChef"),
        bottom=bottom(
            undo=key("Annuler", "pas d’annulation pendant la donne"),
            chef=key("Appeler le chef", "non appelé", act="CallChef"),
        ),
    )


def critical() -> View:
    view = preflop()
    return view | {
        "layout": "deciding.preflop.alarm",
        "alarm": {
            "priority": "p1",
            "title": "JOURNAL NON ÉCRIT – COUP ARRÊTÉ",
            "sub": "A-101  ·  21:43:07",
            "more": "+2",
            "keys": [key("Aide", act="local.help"), key("Vu", act="SeeAlarm", alarm=1)],
        },
        "devices": [
            {"health": health, "says": health} for health in ("up", "lost", "absent", "degraded", "up")
        ],
        "primary": key("FLOP", "journal non écrit"),
    }


def low() -> View:
    view = betting()
    return view | {
        "layout": "betting.alarm",
        "alarm": {
            "priority": "p3",
            "title": "CAPTEUR JP1 SIÈGE 2 DOUTEUX",
            "sub": "A-301  ·  21:42:02",
            "keys": [key("Aide", act="local.help"), key("Vu", act="SeeAlarm", alarm=2)],
        },
    }


def held() -> View:
    view = preflop()
    return view | {
        "layout": "held",
        "seats": seats({1: {}, 2: play(2, 3), 4: {}, 6: play(6, 4), 7: {}}),
        "alarm": {
            "priority": "p2",
            "title": "COUP GELÉ – CARTE EXPOSÉE",
            "sub": "A-203  ·  21:43:05",
            "seen": True,
            "keys": [key("Aide", act="local.help")],
        },
        "light": None,
        "focus": {
            "kind": "choice",
            "caption": "Coup gelé à 21:43:05",
            "title": "Carte exposée",
            "text": "Une carte exposée seule n’annule pas le coup.",
            "keys": [
                key("Continuer", "coup en cours", act="Resume"),
                key("Annuler le coup", "carte chef"),
            ],
        },
        "primary": key("APPELER\nLE CHEF", act="CallChef"),
    }


def incidents() -> View:
    words = (
        "Carte exposée", "Donne irrégulière", "Carte manquante", "Carte en trop", "Carte marquée",
        "Jetons contestés", "Cartes sous la table", "Joueurs qui se parlent", "Matériel", "Évacuation",
    )  # fmt: skip
    view = preflop()
    return view | {
        "layout": "incident",
        "sheet": {
            "kind": "keys",
            "title": "Incident",
            "text": "Le coup est gelé dès le choix ; rien n’est effacé.",
            "across": 5,
            "keys": [key(word, act="DeclareIncident", incident=word) for word in words],
        },
        "bottom": bottom(incident=key("Retour", act="local.back") | {"chosen": True}),
    }


def last_rounds() -> View:
    view = betting()
    hands = ("Royale", "Quinte flush", "Carré", "Full", "Couleur", "Suite", "Brelan")
    return view | {
        "layout": "rounds",
        "sheet": {
            "kind": "rounds",
            "title": "Derniers coups",
            "columns": ["Coup", "Heure", "Joueurs", "JP1", "Banque"],
            "rounds": [
                [f"{n:04d}", "21:41:49", str(n % 7 + 1), "1, 2, 6", f"−45,00{HARD}€"]
                for n in range(146, 136, -1)
            ],
            "tables": [
                {"title": title, "rows": rows(*zip(hands, odds, strict=False))}
                for title, odds in (
                    ("Blind", ("500 pour 1", "50 pour 1", "10 pour 1", "3 pour 1", "3 pour 2", "1 pour 1")),
                    (
                        "Trips",
                        (
                            "50 pour 1",
                            "40 pour 1",
                            "30 pour 1",
                            "8 pour 1",
                            "7 pour 1",
                            "4 pour 1",
                            "3 pour 1",
                        ),
                    ),
                    ("JP1", ("100 %", "300 pour 1", "100 pour 1", "10 pour 1")),
                )
            ],
        },
    }


def key_card() -> View:
    view = unreadable()
    names = {"s": "pique", "h": "cœur", "d": "carreau", "c": "trèfle"}
    view["sheet"] = {
        "kind": "cards",
        "rows": [
            [
                {
                    "card": rank + suit,
                    "says": f"{rank} de {name}",
                    "tap": None
                    if rank + suit in FLOP
                    else {"act": "KeyCard", "place": "hole.4.1", "card": rank + suit},
                }
                for rank in "AKQJT98765432"
            ]
            for suit, name in names.items()
        ],
    }
    return view | {"layout": "key_card"}


def resumed() -> View:
    view = preflop()
    empty = {"decision": {"caption": "", "word": "Play vide", "amount": "", "plain": True}}
    return view | {
        "layout": "resumed",
        "clock": "21:43:31",
        "phases": phases(3),
        "alarm": {
            "priority": "info",
            "title": "REPRISE",
            "sub": "dernière action enregistrée 21:43:07 : Play ×4, siège 6   ·   "
            "programme, journal, coup et appareils vérifiés",
        },
        "seats": seats({1: empty, 2: play(2, 3), 4: empty, 6: play(6, 4), 7: empty}),
        "light": None,
        "focus": {
            "kind": "recovery",
            "title": "Comparez au tapis",
            "text": "Coupure de 15 s, à 21:43:10",
            "acts": [
                {"time": "21:43:07", "text": "Play ×4, siège 6"},
                {"time": "21:43:03", "text": "Play ×3, siège 2"},
                {"time": "21:42:58", "text": "Donne finie, 12 cartes"},
                {"time": "21:42:36", "text": f"JP1 ramassé, 20,00{HARD}€"},
                {"time": "21:42:30", "text": "Mises fermées"},
            ],
            "key": key(
                "Différence",
                "appelle le chef, gèle le coup",
                act="DeclareIncident",
                incident="irregular_deal",
            ),
        },
        "primary": key("LE TAPIS\nCORRESPOND", act="ConfirmFelt"),
        "bottom": bottom(undo=key("Annuler", "après confirmation du tapis")),
    }


SAMPLES = {
    "S0_closed": closed,
    "S1_opening": opening,
    "S2_betting": betting,
    "S2_last_bets": last_bets,
    "S2_time_up": time_up,
    "S2_stakes": stakes_sheet,
    "S3_latched": latched,
    "S4_collected": collected,
    "S5_dealing": dealing,
    "S6_preflop": preflop,
    "S7_flop": flop,
    "S8_river": river,
    "S9_decided": decided,
    "S10_showdown": showdown,
    "S10_qualified": lambda: showdown(qualified=True),
    "S11_settling": settling,
    "S11_taking": taking,
    "S12_fixed_prize": fixed_prize,
    "S13_cards": procedure,
    "S13_video": procedure_video,
    "S14_clearing": clearing,
    "S18_resumed": resumed,
    "A101_critical": critical,
    "A202_unreadable": unreadable,
    "A301_low": low,
    "held": held,
    "incidents": incidents,
    "rounds": last_rounds,
    "key_card": key_card,
    "S16_shoe_lost": lambda: worded("shoe_lost_chef"),
    "S16_dealt_by_hand": lambda: worded("by_hand"),
    "S16_results": lambda: worded("by_hand_telling"),
    "S16_class_alone": lambda: worded("by_hand_folded"),
    "S16_contested": lambda: worded("by_hand_contested"),
}


def worded(name: str) -> View:
    """A real table in that state, as the console words it."""
    return ConsoleFace("fr").words(view_of(name))


def sample(name: str) -> View:
    """A fresh copy of the map of that state."""
    return copy.deepcopy(SAMPLES[name]())
