"""The PAR sheet of an answer: its sections in French or English, the same for the terminal and for paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from controller.cli.par_blocks import Block, Drawing, Said, Section, Table
from controller.cli.par_figures import HARD, Figures
from controller.cli.par_main_sheet import main_sections
from controller.cli.par_words import LINES, NOTES, SPOTS, STREETS, WARNINGS, sentence

PLOT: Final = "return"
PLOT_SIZE: Final = (650, 262)


class Sheet:
    """One answer in one language."""

    def __init__(self, answer: Mapping[str, Any], lang: str) -> None:
        self.answer, self.lang, self.figures = answer, lang, Figures(lang)

    def say(self, french: str, english: str) -> str:
        return french if self.figures.french else english

    @property
    def title(self) -> str:
        return self.say("Feuille PAR", "PAR sheet") + f" · {self.answer['profile']['id']}"

    @property
    def subtitle(self) -> str:
        return str(self.answer["profile"]["source"])

    def sections(self) -> list[Section]:
        """Warnings first, then what the reader looks for first: the returns."""
        return [
            Section("", tuple(self._warnings())),
            Section(self.say("Retours", "Returns"), (self._summary(),)),
            Section(self.say("Règles", "Rules"), (self._rules(),)),
            *self._paytables(),
            *main_sections(self),
            *self._side(),
            *self._jp1(),
            Section(self.say("Méthode", "Method"), tuple(self._method())),
            Section(self.say("Valeurs exactes", "Exact values"), (self._exact(),)),
        ]

    def line(self, name: str) -> str:
        """A line of a paytable in words."""
        return LINES[name][0 if self.figures.french else 1]

    def _warnings(self) -> Iterator[Block]:
        for warning in self.answer["warnings"]:
            yield Said(sentence(WARNINGS, warning, self.figures), loud=True)

    # --- the first page --------------------------------------------------------------------------

    def _summary(self) -> Table:
        say, figures, answer = self.say, self.figures, self.answer
        rows = []
        if "main" in answer:
            main = answer["main"]
            rows += [
                (
                    say("Mises principales, sur le total misé", "Main bets, on all that is staked"),
                    main["rtp_total"],
                ),
                (say("Mises principales, sur l'Ante", "Main bets, on the Ante"), main["rtp_initial"]),
            ]
        side = self._side_name()
        if side:
            rows.append((SPOTS[side], answer[side]["rtp"]))
        if "jp1" in answer:
            jp1 = answer["jp1"]
            start = figures.euros(jp1["return_at_jackpot_cents"])
            rows += [
                (say("JP1, lots fixes seuls", "JP1, fixed prizes alone"), jp1["fixed_return"]),
                (
                    say(f"JP1, jackpot à {start}, un misant", f"JP1, jackpot at {start}, one bettor"),
                    jp1["return_at_jackpot"]["1"],
                ),
                (
                    say("JP1, à la longue, un misant", "JP1, in the long run, one bettor"),
                    jp1["long_run_return"],
                ),
            ]
        head = ("", say("retour", "return"), say("avantage de la maison", "house edge"))
        return Table(
            head,
            tuple((name, figures.percent(value), figures.percent(1 - value)) for name, value in rows),
            frozenset({1, 2}),
        )

    def _side_name(self) -> str:
        return next((name for name in ("trips", "bonus") if name in self.answer), "")

    def _rules(self) -> Table:
        say, figures, profile = self.say, self.figures, self.answer["profile"]
        limits = profile["limits"]
        rows = [
            (say("Profil", "Profile"), profile["id"]),
            (say("Source", "Source"), profile["source"]),
            (say("Empreinte du profil", "Digest of the profile"), profile["digest"]),
            (say("Banque qualifiée avec", "Dealer qualifies with"), self.line(profile["qualifies_with"])),
            (say("Banque non qualifiée", "Dealer not qualified"), self._unqualified()),
            *(
                (
                    STREETS[s["name"]][0 if figures.french else 1] if s["name"] in STREETS else s["name"],
                    self._street(s),
                )
                for s in profile["streets"]
            ),
            (
                say("Mises", "Stakes"),
                f"{figures.euros(limits['minimum_cents'])} – {figures.euros(limits['maximum_cents'])}, "
                + say("plus petit jeton", "smallest chip")
                + f" {figures.euros(limits['chip_cents'])}",
            ),
            *((f"option {name}", value) for name, value in profile["options"].items()),
            (say("Empreinte du calcul", "Digest of the engine"), self.answer["engine"]["digest"]),
        ]
        return Table(("", ""), tuple(rows))

    def _unqualified(self) -> str:
        rules = self.answer["profile"]["unqualified"]
        ante = {
            "returned": self.say("Ante rendue", "Ante returned"),
            "paid": self.say("Ante payée 1 pour 1", "Ante paid 1 to 1"),
        }
        others = {
            "compared": self.say("les autres mises jouent", "the other stakes play"),
            "returned": self.say("les autres mises rendues", "the other stakes returned"),
        }
        return f"{ante[rules['ante']]}, {others[rules['others']]}"

    def _street(self, street: Mapping[str, Any]) -> str:
        bets = ", ".join(
            f"{SPOTS[bet['spot']]} {self.figures.decimal(bet['antes'])}×"
            + (f" ({self.say('après', 'after')} {SPOTS[bet['after']]})" if bet["after"] else "")
            for bet in street["bets"]
        )
        last = self.say(", sinon main couchée", ", else fold") if street["fold"] else ""
        return bets + last

    def _paytables(self) -> Iterator[Section]:
        say, figures = self.say, self.figures
        tables = self.answer["profile"]["paytables"]
        lines = list(dict.fromkeys(line for table in tables.values() for line in table))
        order = [line for line in LINES if line in lines][::-1]
        rows = [
            (self.line(line), *(figures.odds(t[line]) if line in t else "–" for t in tables.values()))
            for line in sorted(order, key=lambda line: line in ("community_royal", "consolation"))
        ]
        columns = tuple(SPOTS[name] for name in tables)
        yield Section(
            say("Tableaux de paiement", "Paytables"),
            (
                Table((say("main", "hand"), *columns), tuple(rows), frozenset(range(1, len(columns) + 1))),
                Said(
                    say(
                        f"Gains en plus de la mise. Source : {self.subtitle}.",
                        f"Winnings on top of the stake. Source: {self.subtitle}.",
                    )
                ),
            ),
        )

    # --- Trips or Bonus --------------------------------------------------------------------------

    def _side(self) -> Iterator[Section]:
        name = self._side_name()
        if not name:
            return
        say, figures, side = self.say, self.figures, self.answer[name]
        rows = [
            (
                self.line(line["class"]),
                figures.odds(line["odds"]),
                figures.percent(line["probability"]["decimal"], 6),
                self._once_in(line["probability"]),
                figures.percent(line["return"]["decimal"], 6),
            )
            for line in side["lines"]
        ]
        if side["pushed"]:
            pushed = figures.percent(side["pushed"], 6)
            rows.append((say("mise rendue", "stake returned"), "", pushed, "", pushed))
        rows.append(
            (
                say("ensemble", "together"),
                "",
                figures.percent(side["hit_frequency"], 6),
                f"1{HARD}/{HARD}{figures.fixed(1 / side['hit_frequency'], 1)}",
                figures.percent(side["rtp"], 6),
            )
        )
        head = (
            say("main", "hand"),
            say("cote", "odds"),
            say("probabilité", "probability"),
            say("une fois sur", "once in"),
            say("retour", "return"),
        )
        spread = say("écart type pour une mise", "standard deviation for one staked")
        blocks: list[Block] = [
            Table(head, tuple(rows), frozenset({1, 2, 3, 4}), frozenset({len(rows) - 1})),
            Said(
                say("Retour ", "Return ")
                + figures.percent(Fraction(side["exact"]["rtp"]), 13)
                + f" = {figures.fraction(side['exact']['rtp'])} ; ".replace(" ;", say(" ;", ";"))
                + f"{spread} {figures.fixed(side['std_dev'], 4)}."
            ),
            *self._notes("side_by_main_game"),
        ]
        yield Section(SPOTS[name], tuple(blocks))

    def _once_in(self, probability: Mapping[str, Any]) -> str:
        chance = Fraction(probability["fraction"])
        return f"1{HARD}/{HARD}{self.figures.fixed(1 / chance, 1)}" if chance else "–"

    def _notes(self, *codes: str) -> Iterator[Block]:
        for note in self.answer["notes"]:
            if note["code"].startswith(codes):
                yield Said(sentence(NOTES, note, self.figures))

    # --- JP1 -------------------------------------------------------------------------------------

    def _jp1(self) -> Iterator[Section]:
        if "jp1" not in self.answer:
            return
        say = self.say
        yield Section(
            say("JP1 : réglage et lots", "JP1: setting and prizes"),
            (self._jp1_setting(), self._jp1_prizes()),
            True,
        )
        yield Section(
            say("JP1 : retour selon le nombre de misants", "JP1: return by the number of bettors"),
            (self._by_bettors(), *self._notes("trigger", "fold")),
        )
        caption = say(
            "Retour de JP1 selon la valeur du jackpot au moment du gain, pour un à sept misants.",
            "Return of JP1 by the value of the jackpot when it is won, for one to seven bettors.",
        )
        yield Section(
            say("Retour et jackpot", "Return and jackpot"),
            (Drawing(PLOT, *PLOT_SIZE, text=self._plot_rows()), Said(caption)),
        )
        yield Section(
            say("À la longue", "In the long run"), (self._long_run(), *self._notes("long", "meter"))
        )
        yield Section(say("Exposition", "Exposure"), (self._exposure(), Said(self._linked())))

    def _jp1_setting(self) -> Table:
        say, figures, config = self.say, self.figures, self.answer["jp1"]["config"]
        shares = {name: figures.percent(Fraction(share), 2) for name, share in config["shares"].items()}
        payer = {"house": say("la maison", "the house"), "meter": say("le compteur", "the meter")}
        limit = config["limit_cents"]
        return Table(
            ("", ""),
            (
                (say("Empreinte du réglage", "Digest of the setting"), config["digest"]),
                (say("Mise", "Stake"), figures.euros(config["stake_cents"])),
                (say("Montant de départ", "Start amount"), figures.euros(config["start_cents"])),
                (
                    say("Parts de la mise", "Shares of the stake"),
                    say(
                        f"compteur {shares['meter']}, réserve {shares['reserve']}, maison {shares['house']}",
                        f"meter {shares['meter']}, reserve {shares['reserve']}, house {shares['house']}",
                    ),
                ),
                (
                    say("Lots fixes payés par", "Fixed prizes paid by"),
                    payer[config["fixed_prizes_paid_from"]],
                ),
                (
                    say("Plafond du compteur", "Limit of the meter"),
                    say("aucun", "none") if limit is None else figures.euros(limit),
                ),
            ),
        )

    def _jp1_prizes(self) -> Table:
        say, figures, jp1 = self.say, self.figures, self.answer["jp1"]
        rows = []
        for kind, chance in jp1["probability"].items():
            prize = jp1["prizes"].get(kind)
            returned = Fraction(chance["fraction"]) * Fraction(prize["odds"]) if prize else None
            rows.append(
                (
                    self.line(kind),
                    figures.odds(prize["odds"]) if prize else say("100 % du jackpot", "100% of the jackpot"),
                    figures.euros(prize["cents"]) if prize else "",
                    figures.percent(chance["decimal"], 6),
                    self._once_in(chance),
                    figures.percent(returned, 6) if returned is not None else "",
                )
            )
        fixed = figures.percent(jp1["fixed_return"], 6)
        rows.append((say("lots fixes ensemble", "fixed prizes together"), "", "", "", "", fixed))
        head = (
            say("lot", "prize"),
            say("cote", "odds"),
            say("montant", "amount"),
            say("probabilité", "probability"),
            say("une fois sur", "once in"),
            say("retour", "return"),
        )
        return Table(head, tuple(rows), frozenset({1, 2, 3, 4, 5}), frozenset({len(rows) - 1}))

    def _by_bettors(self) -> Table:
        say, figures, jp1 = self.say, self.figures, self.answer["jp1"]
        start = figures.euros(jp1["return_at_jackpot_cents"])
        rows = tuple(
            (
                bettors,
                figures.percent(jp1["consolation"]["return"][bettors]),
                figures.percent(jp1["return_at_jackpot"][bettors]),
                figures.euros(jp1["break_even_jackpot_cents"][bettors]),
                figures.percent(jp1["long_run"]["by_bettors"][bettors]),
                figures.fixed(jp1["rounds_between_jackpots"][bettors], 0),
            )
            for bettors in jp1["return_at_jackpot"]
        )
        head = (
            say("misants", "bettors"),
            say("consolation", "consolation"),
            say(f"retour à {start}", f"return at {start}"),
            say("jackpot à 100 %", "jackpot at 100%"),
            say("à la longue", "long run"),
            say("coups entre deux", "rounds between two"),
        )
        return Table(head, rows, frozenset(range(6)))

    def plot_values(self) -> list[int]:
        """Values of the jackpot, in cents, at which the return is told where nothing is drawn."""
        jp1 = self.answer["jp1"]
        top = int(jp1["break_even_jackpot_cents"]["1"])
        start = int(jp1["return_at_jackpot_cents"])
        return sorted({start, *(top * part // 4 for part in range(1, 6))})

    def return_at(self, cents: int, bettors: str) -> Fraction:
        """The return when the jackpot is worth this at the claim, from the answer's own line."""
        jp1 = self.answer["jp1"]
        start = Fraction(jp1["exact"]["return_at_jackpot"][bettors])
        return start + (cents - jp1["return_at_jackpot_cents"]) * Fraction(jp1["return_per_jackpot_cent"])

    def _plot_rows(self) -> str:
        figures = self.figures
        shown = ("1", "3", "5", "7")
        head = (
            "  "
            + self.say("jackpot", "jackpot").rjust(14)
            + "".join(self.say(f"{b} misant(s)", f"{b} bettor(s)").rjust(15) for b in shown)
        )
        rows = [
            "  "
            + figures.euros(value).rjust(14)
            + "".join(figures.percent(self.return_at(value, b)).rjust(15) for b in shown)
            for value in self.plot_values()
        ]
        return "\n".join([head, *rows])

    def _long_run(self) -> Table:
        say, figures, jp1 = self.say, self.figures, self.answer["jp1"]
        run, config = jp1["long_run"], jp1["config"]
        rows = [
            (say("lots fixes", "fixed prizes"), figures.percent(run["fixed"])),
            (say("part du compteur", "share of the meter"), figures.percent(run["meter"])),
            (say("part de la réserve", "share of the reserve"), figures.percent(run["reserve"])),
            (say("montants de départ", "start amounts"), figures.percent(run["start"])),
        ]
        if run["limit"] is not None:
            limited = say("jackpots au plus, par le plafond", "jackpots at most, by the limit")
            rows.append((limited, figures.percent(run["limit"])))
        if config["fixed_prizes_paid_from"] == "meter":
            lent = run["meter"] + run["reserve"] + run["start"] + run["fixed"] - jp1["long_run_return"]
            rows.append(
                (say("lots pris sur le compteur", "prizes taken from the meter"), figures.percent(-lent))
            )
        rows.append((say("retour, un misant", "return, one bettor"), figures.percent(jp1["long_run_return"])))
        return Table(("", ""), tuple(rows), frozenset({1}), frozenset({len(rows) - 1}))

    def _exposure(self) -> Table:
        say, figures = self.say, self.figures
        rows = tuple(
            (
                self.line(each["kind"])
                if each["kind"] != "consolation"
                else say("consolation, en plus du jackpot", "consolation, besides the jackpot"),
                str(each["bettors"]),
                figures.euros(each["cents"]),
                self._once_in(each["probability"]),
            )
            for each in self.answer["jp1"]["exposure"]
        )
        head = (
            say("lot de tous à la fois, sept misants", "prize of all at once, seven bettors"),
            say("gagnants", "winners"),
            say("en tout", "in all"),
            say("un coup sur", "one round in"),
        )
        return Table(head, rows, frozenset({1, 2, 3}))

    def _linked(self) -> str:
        return self.say(
            "Tables en liaison : les mains gagnantes des coups d'une même génération partagent le "
            "jackpot à parts "
            "égales, au centime inférieur, le reste au compteur suivant ; il n'est dû qu'une fois. La "
            "consolation "
            "est due à chaque table gagnante. À une même table deux quintes flush royales sont "
            "impossibles.",
            "Linked tables: the winning hands of rounds of one generation share the jackpot equally, to "
            "the cent "
            "below, the rest to the next meter; it is owed once. The consolation is owed at each winning "
            "table. "
            "At one table two such royals are impossible.",
        )

    # --- method and exact values -----------------------------------------------------------------

    def _method(self) -> Iterator[Block]:
        say, figures = self.say, self.figures
        hands = figures.count(self.answer["sevens"]["hands"])
        yield Said(
            say(
                "Dénombrement complet, sans tirage : aucune valeur n'est estimée ni recopiée. Les "
                "quotients sont "
                "exacts ; les décimales en sont tirées.",
                "Full enumeration, no sampling: no figure is estimated or copied. The fractions are "
                "exact; the "
                "decimals are taken from them.",
            )
        )
        yield Said(
            say(
                f"Trips, Bonus et JP1 : les {hands} mains de sept cartes sont classées une à une, puis les "
                "2 598 960 tableaux de cinq cartes, avec toutes les mains qui y font une quinte flush "
                "royale.",
                f"Trips, Bonus and JP1: the {hands} hands of seven cards are ranked one by one, then the "
                "2,598,960 boards of five cards, with every hand that makes a royal flush on them.",
            )
        )
        if "main" in self.answer:
            yield Said(
                say(
                    "Mises principales : toutes les mains, tous les tableaux et toutes les cartes de la "
                    "banque ; à "
                    "chaque décision le joueur prend ce qui rapporte le plus. À espérance égale il ne se "
                    "couche "
                    "pas, et pour le reste mise le moins.",
                    "Main bets: all hands, all boards and all cards of the dealer; at each decision the "
                    "player "
                    "does what returns most. On equal expectation he does not fold, and otherwise bets "
                    "the least.",
                )
            )
        if "jp1" in self.answer:
            yield Said(
                say(
                    "JP1 : le jackpot est compté à sa valeur au moment du gain, mises du coup comprises. "
                    "Seul le "
                    "meilleur lot paie, la consolation s'y ajoute.",
                    "JP1: the jackpot counts at its value when it is won, the stakes of the round "
                    "included. Only "
                    "the best prize pays; the consolation comes on top.",
                )
            )

    def _exact(self) -> Table:
        rows = []
        for part in ("main", "trips", "bonus", "jp1"):
            for name, value in self.answer.get(part, {}).get("exact", {}).items():
                for key, text in value.items() if isinstance(value, dict) else [("", value)]:
                    if text is not None:
                        shown = f"{part}.{name}" + (f"[{key}]" if key else "")
                        rows.append((shown, text, self.figures.decimal(Fraction(text))))
        head = ("", self.say("quotient", "fraction"), self.say("valeur", "value"))
        return Table(head, tuple(rows), frozenset({2}), small=True)
