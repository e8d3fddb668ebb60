"""The PAR sheet of an answer: its sections in French or English, the same for the terminal and for paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any, Final

from controller.cli.par.blocks import Block, Said, Section, Table
from controller.cli.par.figures import Figures
from controller.cli.par.words import LINES, NOTES, STREETS, WARNINGS, sentence
from controller.game.side_bets import LooksAt
from controller.registers.rule_words import OPTIONS
from controller.words.hands import TWO_CARDS
from controller.words.money import HARD
from controller.words.spots import LOOKS_AT, spot_name

TWO_CARD_HANDS: Final = comb(52, 2)


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

    def line(self, name: str) -> str:
        """A line of a paytable in words."""
        return LINES[name][0 if self.figures.french else 1]

    @property
    def casino(self) -> bool:
        """Whether it is Hold'em poker de casino, where a fold is an abandon."""
        return "super_ante" in self.answer["profile"]["paytables"]

    def spot(self, name: str) -> str:
        """A spot of the felt, as the language writes its figures."""
        return spot_name(name, 0 if self.figures.french else 1)

    def street(self, name: str) -> str:
        """When a street is played, in words; its name where the house has its own."""
        return STREETS[name][0 if self.figures.french else 1] if name in STREETS else name

    def long_run(self, bettors: str) -> str:
        """The return in the long run; with ≥ where only a bound is known."""
        run = self.answer["jp1"]["long_run"]
        least = run["by_bettors"][bettors]
        return ("≥ " if run["at_most"][bettors] > least else "") + self.figures.percent(least)

    def warnings(self) -> Iterator[Block]:
        for warning in self.answer["warnings"]:
            yield Said(sentence(WARNINGS, warning, self.figures), loud=True)

    # --- the first page --------------------------------------------------------------------------

    def summary(self) -> Table:
        say, figures, answer = self.say, self.figures, self.answer
        main = answer["main"]
        rows = [
            (
                say("Mises principales, sur le total misé", "Main bets, on all that is staked"),
                main["rtp_total"],
            ),
            (say("Mises principales, sur l’Ante", "Main bets, on the Ante"), main["rtp_initial"]),
        ]
        rows += [(self.spot(side), answer[side]["rtp"]) for side in self.sides]
        if "jp1" in answer:
            jp1 = answer["jp1"]
            start = figures.euros(jp1["return_at_jackpot_cents"])
            rows += [
                (say("JP1, lots fixes seuls", "JP1, fixed prizes alone"), jp1["fixed_return"]),
                (
                    say(f"JP1, jackpot à {start}, un joueur", f"JP1, jackpot at {start}, one bettor"),
                    jp1["return_at_jackpot"]["1"],
                ),
                (
                    say("JP1, à la longue, un joueur", "JP1, in the long run, one bettor"),
                    jp1["long_run_return"],
                ),
            ]
        head = ("", say("retour", "return"), say("avantage de la maison", "house edge"))
        return Table(
            head,
            tuple((name, figures.percent(value), figures.percent(1 - value)) for name, value in rows),
            frozenset({1, 2}),
        )

    @property
    def sides(self) -> tuple[str, ...]:
        """The side bets of the profile, in the order of the felt."""
        tables = self.answer["profile"]["paytables"]
        return tuple(spot for spot in tables if spot in self.answer and spot != "jp1")

    def rules(self) -> Table:
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
                    self.street(s["name"]),
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
            *(
                (f"{name} = {value}", say(*OPTIONS[f"{name}={value}"]))
                for name, value in profile["options"].items()
            ),
            *self._house_bets(),
            (say("Empreinte du calcul", "Digest of the engine"), self.answer["engine"]["digest"]),
        ]
        return Table(("", ""), tuple(rows))

    def _house_bets(self) -> Iterator[tuple[str, str]]:
        """The side bets of the house's own, which no option is about."""
        say = self.say
        for bet in self.answer["profile"].get("side_bets", ()):
            said = [say(*LOOKS_AT[LooksAt(bet["looks_at"])])]
            if bet["antes"]:
                said.append(
                    say(f"au plus {bet['antes']} fois l’Ante", f"at most {bet['antes']} times the Ante")
                )
            if not bet["after_fold"]:
                said.append(say("perdue avec la main couchée", "lost with a folded hand"))
            yield self.spot(bet["spot"]), ", ".join(said)

    def on_seven(self) -> str:
        """The bets of these rules that the hands of seven cards decide."""
        added = {bet["spot"]: bet["looks_at"] for bet in self.answer["profile"].get("side_bets", ())}
        names = [self.spot(side) for side in self.sides if added.get(side, "seven") == "seven"]
        names += [self.spot("jp1")] if "jp1" in self.answer else []
        told = self.say(" et ", " and ").join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
        return told or self.say("Mains", "Hands")

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
            f"{self.spot(bet['spot'])} {self.figures.decimal(bet['antes'])}×"
            + (f" ({self.say('après', 'after')} {self.spot(bet['after'])})" if bet["after"] else "")
            for bet in street["bets"]
        )
        if not street["fold"]:
            return bets
        if self.casino:
            return bets + self.say(", sinon abandon", ", else abandon")
        return bets + self.say(", sinon main couchée", ", else fold")

    def paytables(self) -> Iterator[Section]:
        say = self.say
        tables = self.answer["profile"]["paytables"]
        lines = list(dict.fromkeys(line for table in tables.values() for line in table))
        order = [line for line in LINES if line in lines][::-1]
        rows = [
            (self.line(line), *(self._paid(name, line) for name in tables))
            for line in sorted(order, key=lambda line: (line in TWO_CARDS, line == "consolation"))
        ]
        columns = tuple(self.spot(name) for name in tables)
        yield Section(
            say("Tableaux de paiement", "Paytables"),
            (
                Table((say("main", "hand"), *columns), tuple(rows), frozenset(range(1, len(columns) + 1))),
                Said(
                    say("Gains en plus de la mise.", "Winnings on top of the stake.")
                    + self._kept()
                    + self._sources()
                ),
            ),
            True,
        )

    def _kept(self) -> str:
        """The JP1 stake does not come back to who wins, unless the option says so."""
        profile = self.answer["profile"]
        if "jp1" not in profile["paytables"] or profile["options"]["jp1_return_stake"] == "true":
            return ""
        return self.say(" La mise JP1 ne revient pas.", " The JP1 stake does not come back.")

    def _sources(self) -> str:
        """Where each paytable is written."""
        cited = []
        for name, words in self.answer["profile"]["written_in"].items():
            where = words[0 if self.figures.french else 1]
            cited.append(f" {self.spot(name)}{self.say(' : ', ': ')}{where}.")
        return "".join(cited)

    def _paid(self, table: str, line: str) -> str:
        """What a paytable gives for a line; JP1 has no odds for the jackpot itself."""
        odds = self.answer["profile"]["paytables"][table]
        if table == "jp1" and line == "royal_flush":
            return "jackpot"
        return self.figures.odds(odds[line]) if line in odds else "–"

    def once_in(self, probability: Mapping[str, Any]) -> str:
        chance = Fraction(probability["fraction"])
        return f"1{HARD}/{HARD}{self.figures.fixed(1 / chance, 1)}" if chance else "–"

    def notes(self, *codes: str, spot: str = "") -> Iterator[Block]:
        for note in self.answer["notes"]:
            if note["code"].startswith(codes) and note.get("spot", "") == spot:
                yield Said(sentence(NOTES, note, self.figures))

    # --- method and exact values -----------------------------------------------------------------

    def method(self) -> Iterator[Block]:
        say, figures = self.say, self.figures
        hands = figures.count(self.answer["sevens"]["hands"])
        yield Said(
            say(
                "Dénombrement complet, sans tirage : aucune valeur n’est estimée ni recopiée. Les "
                "quotients sont exacts ; les décimales en sont tirées.",
                "Full enumeration, no sampling: no figure is estimated or copied. The fractions are "
                "exact; the decimals are taken from them.",
            )
        )
        yield Said(
            say(
                f"{self.on_seven()} : les {hands} mains de sept cartes sont classées une à une, puis les "
                "2 598 960 tableaux de cinq cartes, avec toutes les mains qui y font une quinte flush "
                "royale.",
                f"{self.on_seven()}: the {hands} hands of seven cards are ranked one by one, then the "
                "2,598,960 boards of five cards, with every hand that makes a royal flush on them.",
            )
        )
        if any(line in TWO_CARDS for table in self.answer["profile"]["paytables"].values() for line in table):
            own = figures.count(TWO_CARD_HANDS)
            yield Said(
                say(
                    f"Mises sur les deux cartes du joueur : les {own} mains de deux cartes sont classées "
                    "une à une.",
                    f"Bets on the player’s two cards: the {own} hands of two cards are ranked one by one.",
                )
            )
        yield Said(
            say(
                "Mises principales : toutes les mains, tous les tableaux et toutes les cartes de la "
                "banque, à une permutation des couleurs près ; à chaque décision le joueur prend ce qui "
                "rapporte le plus. À espérance égale il ne se couche pas, et pour le reste mise le moins.",
                "Main bets: all hands, all boards and all cards of the dealer, up to a renaming of the "
                "suits; at each decision the player does what returns most. On equal expectation he does "
                "not fold, and otherwise bets the least.",
            )
        )
        if "jp1" in self.answer:
            yield Said(
                say(
                    "JP1 : le jackpot est compté à sa valeur au moment du gain, mises du coup comprises. "
                    "Seul le meilleur lot paie, la consolation s’y ajoute.",
                    "JP1: the jackpot counts at its value when it is won, the stakes of the round "
                    "included. Only the best prize pays; the consolation comes on top.",
                )
            )

    def exact(self) -> Table:
        rows = []
        for part in ("main", *self.sides, "jp1"):
            for name, value in self.answer.get(part, {}).get("exact", {}).items():
                if name == "rounds_between_jackpots":  # 1 in so many, told above
                    continue
                for key, text in value.items() if isinstance(value, dict) else [("", value)]:
                    if text is not None:
                        shown = f"{part}.{name}" + (f"[{key}]" if key else "")
                        rows.append((shown, text, self.figures.decimal(Fraction(text))))
        head = ("", self.say("quotient", "fraction"), self.say("valeur", "value"))
        return Table(head, tuple(rows), frozenset({2}), small=True)
