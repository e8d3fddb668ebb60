#!/usr/bin/python3
"""For the authority: what a stick of journals is worth, in one command, in French, and what to type next.

    python3 -I check_stick.py STICK [--cle TABLE=FINGERPRINT ...] [--temoin FILE] [--papier HEAD ...]

`verify_journal.py` and `audit_journal.py` beside this file do the work; this one looks for what is on the
stick, asks both, and says their findings by findings-fr.toml. Exit 0 verified, 1 something is false, 2 a file
cannot be read, 3 nothing is false and something is not proven yet.
"""

import sys

if __name__ == "__main__":
    # What somebody laid beside this file is neither Python's library nor what this file is compiled to.
    sys.pycache_prefix = __file__
    if not getattr(sys.flags, "safe_path", sys.flags.isolated):
        del sys.path[0]

import argparse
import hashlib
import importlib.util
import re
import shlex
import sqlite3
import tempfile
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  an inspector may have an older one
    sys.exit("Il faut Python 3.11 ou plus récent ; python3 --version dit lequel est là.")
import tomllib

HELD, FALSE, UNFIT, OPEN = 0, 1, 2, 3
VERDICTS = {
    HELD: "VÉRIFIÉ. Chaque écriture, chaque signature et chaque centime tiennent.",
    FALSE: "FAUX. Ce qui est marqué FAUX ci-dessus ne tient pas.",
    UNFIT: "ILLISIBLE. Un fichier n’a pu être lu, et ce qui en dépend n’a pas été examiné.",
    OPEN: "RIEN DE FAUX, MAIS PAS ENCORE PROUVÉ. Ce qui manque est dit ci-dessous.",
}
BEYOND, BEHIND = "an act that this journal asks", "no act of this journal ends there"
APART = {
    BEYOND: "(le livre va plus loin que ce journal : copie plus ancienne, ou fin coupée, ou acte de trop)",
    BEHIND: "(le journal va plus loin que ce livre : copie plus ancienne, ou acte ôté, ou autre livre)",
}
"""What audit_journal.py finds where journal and book were not copied together, and how that comes about."""
UNTOLD = """Du livre du jackpot n’ont pu être comparés, faute d’une autre trace : l’heure de son ouverture ;
l’heure et la note des actes faits au livre même, ou par une table dont le journal n’est pas là ; les
numéros de ligne, l’empreinte des demandes et les essais d’accès des tables."""
"""What of a book has no counterpart; FORMAT.md has the columns."""
WHOSE = {
    r"\w+ in (standing|generations|claims|rounds) |rows of |the number of": ("ses écritures", "donnent"),
    r"the time of|the seats of the stakes|cards\.|note of the": ("le journal", "donne"),
}
"""What gives what is right, where that is not the rules: by what it is said of."""
ACTS = """SELECT table_name, journal_id, count(*), min(book_seq), max(book_seq) FROM answers
    WHERE book_seq > 0 GROUP BY table_name, journal_id ORDER BY min(book_seq)"""
"""What each journal had the book do."""
LAST_ROUND = """SELECT body, kind = 'RoundOpened' OR seq = ?1 FROM journal
    WHERE kind IN ('RoundOpened', 'RoundClosed', 'RoundVoided') AND seq <= ?1 ORDER BY seq DESC"""
"""The round that was opened or ended last at an entry, and whether it is under way there."""
SUM = re.compile(r"\(?'(\w+)'[,:] (-?\d{1,18})\)?")
SUMS = re.compile(rf"[\[{{]{SUM.pattern}(, {SUM.pattern})*[\]}}]")
"""Cents by what they are of, as audit_journal.py lists the JP1 prizes of a seat or what it has staked."""
SHOWN = 8
"""So many false entries of a file are told; all are counted."""


HELP = """Vérifier une clé USB de journaux, sans rien du casino ni du fabricant :

    python3 -I check_stick.py CLÉ
    python3 -I check_stick.py CLÉ --cle "UTH-1=EMPREINTE" --temoin heads.txt

La première commande dit ce que la clé contient, ce qui tient, et quoi taper ensuite.
"""
OPTIONS = """
    CLÉ                     le dossier de la clé USB, ou un fichier d’inspection
    --cle "TABLE=EMPREINTE" l’empreinte lue sur le papier de la maison, une fois par table ;
                            ou un fichier de telles lignes
    --temoin FICHIER        le fichier des têtes, pris soi-même à la machine témoin
    --papier TÊTE           la tête du journal sur un papier de la table, ou ses 16 premiers
                            signes au moins ; une fois par papier
    --seulement TABLE       la clé n’est que de cette table, à dessein ; une fois par table
    --regles DOSSIER        d’autres règles que celles livrées à côté, dans « rules »

Réponse : 0 vérifié, 1 quelque chose est faux, 2 illisible, 3 rien de faux mais pas encore prouvé.
"""


class Words(argparse.ArgumentParser):
    """The command line; what is not understood is said in French."""

    def error(self, message):
        sys.stderr.write(
            spaced("ILLISIBLE. Commande non comprise ; elle s’écrit ainsi :\n") + spaced(OPTIONS)
        )
        sys.exit(UNFIT)


class Stop(Exception):
    """It cannot go on: a sentence, in French."""


def grouped(number):
    return f"{number:,}".replace(",", "\u202f")


def the_last(count):
    """So many entries at the end of a journal."""
    return "la dernière" if count == 1 else f"les {grouped(count)} dernières"


def amount(what, value):
    """A whole number of cents, or of millionths of one, in euros, where that is what it counts."""
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    column, rest = what.split(" ")[0], 0
    if re.fullmatch(r"\w+_(micro|balance)|(?!\w+_(count|cents)_)\w+_total", column):
        cents, rest = divmod(abs(value), 1_000_000)
    elif (
        re.search(r"(^|_)cents$", what)
        or re.fullmatch(r"(\w+_)?cents(_total)?", column)
        or re.fullmatch(r"seat \d+ bets on \w+|a JP1 stake of seat \d+", what)
    ):
        cents = abs(value)
    else:
        return None
    more = f" et {grouped(rest)} millionièmes de centime" if rest else ""
    return f"{'−' * (value < 0)}{grouped(cents // 100)},{cents % 100:02d} €{more}"


def spaced(text):
    """French spaces before `; ? ! :` and inside guillemets."""
    text = re.sub(r" (?=[;?!])", "\u202f", text)
    return re.sub(r" (?=[:»])|(?<=«) ", "\u00a0", text)


def printed(name):
    """On one line, whatever somebody put into a name or an entry: no word to the terminal, no new line."""
    spaces = "\u202f\xa0"
    return "".join(one if one.isprintable() or one in spaces else ascii(one)[1:-1] for one in str(name))


def say(text=""):
    sys.stdout.write(printed(spaced(text)) + "\n")


def say_lines(text):
    """A text of ours, of several lines."""
    for line in text.split("\n"):
        say(line)


# --- what is there -------------------------------------------------------------------------------------


def beside(name):
    """A program that lies beside this one."""
    path = Path(__file__).resolve().with_name(f"{name}.py")
    if not path.is_file():
        raise Stop(f"{path.name} manque : le copier à côté de {Path(__file__).name}")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except ModuleNotFoundError as missing:
        raise Stop(
            f"la bibliothèque Python « {missing.name} » manque. Sous Debian : apt install"
            f" python3-{missing.name}, puis la même commande. Ailleurs : python3 -m pip install"
            f" {missing.name}, puis la même commande sans -I."
        ) from None
    return module


class French:
    """What both programs find, in French: the sentences of findings-fr.toml."""

    def __init__(self):
        path = Path(__file__).resolve().with_name("findings-fr.toml")
        if not path.is_file():
            raise Stop(f"{path.name} manque : le copier à côté de {Path(__file__).name}")
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        self.words = told["words"]
        self.forms = [(re.compile(form, re.DOTALL), said) for form, said in told["forms"].items()]

    def __call__(self, text):
        """The sentence in French; what has none, such as a field's name, a card or a sum, as it stands."""
        text = str(text)
        for form, said in self.forms:
            found = form.fullmatch(text)
            if found:
                names = {at: name for name, at in form.groupindex.items()}
                parts = enumerate(found.groups(), start=1)
                return said.format(*(self.part(names.get(at, ""), part) for at, part in parts))
        if SUMS.fullmatch(text):
            return ", ".join(self.sum_of(name, int(cents)) for name, cents in SUM.findall(text))
        named = self.named(text)
        return f"« {text} »" if named == text and re.search(r"[A-Za-z]{3}", text) else named

    def part(self, name, text):
        """A part of a sentence, as its form names it: `cents`, a `key`, a sentence `said` in it, `raw` as it
        stands; else a word."""
        if name.startswith("cents"):
            return amount("cents", int(text))
        if name == "key" and re.fullmatch(r"[0-9a-f]{64}", text):
            return fingerprint(text)
        if name == "said":
            return self(text)
        return text if name == "raw" else self.word(text)

    def sum_of(self, name, cents):
        """One of SUMS; the jackpot that is asked has no amount, as its value is the book's to say."""
        told = "à sa valeur gelée" if name == "jackpot" and cents == 0 else amount("cents", cents)
        return f"{self.word(name)} {told}"

    def named(self, text):
        """A card, its place, a whole number or an instant, as one says it; any other text as it stands."""
        place = re.fullmatch(r"(hole|dealer|board|burn)((?:\.\d)+)", text)
        if place:
            numbers = [int(one) for one in place[2].split(".")[1:]]
            seat = f" {numbers[0]}" if place[1] == "hole" else ""
            return f"{self.words[place[1]]}{seat}, carte {numbers[-1] + 1}"
        if re.fullmatch(r"[2-9TJQKA][cdhs]", text):
            return text[0].replace("T", "10") + dict(zip("cdhs", "♣♦♥♠", strict=True))[text[1]]
        if re.fullmatch(r"[1-9]\d{3,15}", text):
            return grouped(int(text))
        day = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d UTC)", text)
        return f"{day[3]}/{day[2]}/{day[1]} à {day[4]}" if day else text

    def word(self, text):
        """A spot, an act, a seat, a card or its place within a sentence, by its name."""
        if self.named(text) != text:
            return self.named(text)
        act, of, rest = text.partition(" of ")
        if of and act in self.words:
            return f"{self.words[act]}, {rest.replace(', round', ', coup')}"
        return self(text) if text.startswith("seat ") else self.words.get(text, text.replace(" and ", " et "))


class Stick:
    """The files of a stick, by what they are."""

    def __init__(self, place):
        if not place.exists():
            raise Stop(f"{place} : ce dossier n’existe pas ; donner celui de la clé USB")
        found = [place] if place.is_file() else sorted(one for one in place.rglob("*") if one.is_file())
        files = [one for one in found if not hidden(one, place)]
        self.hidden = [one for one in found if one not in files]
        self.folders = sorted({one.parent for one in files if one.suffix == ".journal"})
        self.inspections = [one for one in files if one.name.endswith(".inspection.zip")]
        self.books = [one for one in files if one.suffix == ".book" or is_book(one)]
        self.witnesses = [one for one in files if one.suffix not in (".heads", ".told") and is_witness(one)]
        heads = [one for one in files if one.name.endswith(".journal.heads")]
        self.orphans = [one for one in heads if not one.with_name(one.name.removesuffix(".heads")).exists()]
        known = {*self.inspections, *self.books, *self.witnesses}
        part = re.compile(r"\.(journal(\.heads|\.told)?|book)(-wal|-shm|-journal)?$").search
        self.others = [one for one in files if one not in known and not part(one.name)]
        if not self.folders and not self.inspections:
            raise Stop(f"{place} : ni journal (*.journal) ni fichier d’inspection (*.inspection.zip) ici")


def hidden(path, place):
    """Whether it is of those that a system lays on a stick, such as `._NAME` and `.Trash-0`."""
    return path != place and any(part.startswith(".") for part in path.relative_to(place).parts)


def is_book(path):
    if path.suffix == ".journal":
        return False
    try:
        with path.open("rb") as file:
            if file.read(16) != b"SQLite format 3\0":
                return False
        # As it lies: SQLite would lay files beside what is no book, a store of the house say.
        with closing(as_it_lies(path)) as book:
            names = {row[0] for row in book.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except (OSError, sqlite3.Error):
        return False
    return {"entries", "answers", "terms"} <= names


def begins(journal):
    """When its first entry was written; None where it cannot be read, which the judgement says."""
    try:
        with closing(journal.open()) as file:
            return int(file.execute("SELECT at_ms FROM journal ORDER BY seq").fetchone()[0])
    except (sqlite3.Error, TypeError, ValueError):
        return None


def as_it_lies(path):
    """A reader that leaves nothing beside the file."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def is_witness(path):
    """Whether the first line that says something is one of a witness's store."""
    try:
        with path.open("rb") as file:
            lines = file.read(2_000).splitlines()
    except OSError:
        return False
    first = next((one for one in lines if one.strip() and not one.startswith(b"#")), b"")
    return first.startswith((b"key ", b"tapis/1"))


# --- what the person says, from paper ----------------------------------------------------------------------


def fingerprint(key):
    """Half of the key's SHA-256 in eight groups of four, as `tapis keys show` prints it."""
    digest = hashlib.sha256(bytes.fromhex(key)).hexdigest()
    return " ".join(digest[at : at + 4] for at in range(0, 32, 4))


def told_keys(words):
    """By table what was read on paper, each a whole key or its fingerprint, in hex without blanks."""
    found = {}
    for word in words:
        lines = [word]
        if "=" not in word:
            try:
                lines = [one for one in typed(Path(word)).splitlines() if one.strip()]
            except (OSError, UnicodeDecodeError):
                raise Stop(f"{word} : ni TABLE=EMPREINTE, ni un fichier de telles lignes") from None
        for line in lines:
            text = line.removeprefix("key ").strip()
            table, value = re.fullmatch(r"(\S*?)\s*(?:[=:\s](.*))?", text).groups("")
            digits = re.sub(r"[\s:-]", "", value).lower()
            if not re.fullmatch(r"[0-9a-f]{32}|[0-9a-f]{64}", digits):
                raise Stop(
                    f"{line} : une empreinte a 8 groupes de 4 signes (0 à 9, a à f), une clé 64 signes ;"
                    ' l’écrire entre guillemets : --cle "UTH-1=0123 4567 89ab cdef 0123 4567 89ab cdef"'
                )
            found.setdefault(table, set()).add(digits)
    return found


def typed(path):
    """The text of a file that somebody wrote, also with the editor of Windows."""
    data = path.read_bytes()
    return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def told_papers(words):
    """The heads that were read on papers, or their beginnings, without blanks."""
    for word in words:
        digits = re.sub(r"\s", "", word).lower()
        if not re.fullmatch(r"[0-9a-f]{16,64}", digits):
            raise Stop(
                f"{word} : la tête d’un papier a 64 signes (0 à 9, a à f) ; en taper au moins les 16"
                " premiers : --papier 02de4b1c9a77f0e3"
            )
        yield digits


def keys_of(told, seen):
    """The whole keys that were named: a fingerprint stands for the key beside the journals that has it."""
    whole = {one for one in told if len(one) == 64}
    return whole | {key for key in seen if fingerprint(key).replace(" ", "") in told}


def witnessed_to(trust, journal, reached):
    """Up to which entry a witness has seen this journal, which holds and goes as far as `reached` says.

    The next session's head names the last hash of this one, and so binds all of it.
    """
    table, session = journal.order
    entries, last, _ = reached
    if any((one[1], int(one[2]), one[4]) == (table, session + 1, last) for one in trust.heads):
        return entries
    heads = [int(one[5]) for one in trust.heads if (one[1], int(one[2])) == journal.order]
    with closing(journal.open()) as file:
        first = file.execute("SELECT hash FROM journal WHERE seq = 1").fetchone()[0]
    return max([0, *heads, *(at for of, at, _ in trust.marks if of == first)])


# --- what holds ---------------------------------------------------------------------------------------------


class Check:
    """One stick, asked of both programs and said as it goes; `open` is what is not proven, and what to do."""

    def __init__(self, stick, told, witness, rules, only=(), papers=()):
        self.verify, self.audit = beside("verify_journal"), beside("audit_journal")
        self.french = French()
        self.stick, self.told, self.witness, self.only = stick, told, witness, only
        self.rules = [rules] if rules else self.audit.rules_beside()
        self.false, self.unfit, self.open, self.seen = 0, 0, [], {}
        self.here, self.since_ms = set(), None  # tables of whole journals, and when the first of these begins
        self.whole, self.broken = {}, set()  # the sessions of each by their journal's id; tables left out
        self.unlike = False  # a key was compared to paper, and is not that
        self.papers, self.found_on = list(papers), set()
        self.simulated = False
        self.kept = []  # the heads of the witness, whoever signed them
        if witness:
            trust = self.verify.Trust()
            with suppress(self.verify.Unfit):  # the judgement says so
                trust.witness(witness)
            self.kept = trust.heads

    def fault(self, name, entry, text, journal=None):
        """One thing that is false; of an entry of a journal its round and its time are told, too."""
        self.false += 1
        where = f", écriture {grouped(entry)}" if entry else ""
        when = self.when(journal, entry) if journal and entry else ""
        say(f"   FAUX    {name}{where} : {text}{when}")

    def when(self, journal, entry):
        """In which round the entry stands, and when it was written; nothing where that cannot be read."""
        with suppress(*self.verify.UNREADABLE, self.verify.Unfit), closing(journal.open()) as file:
            row = file.execute("SELECT at_ms FROM journal WHERE seq = ?", (entry,)).fetchone()
            last = file.execute(LAST_ROUND, (entry,)).fetchone()
            if row:
                played = f"coup {self.verify.READ(last[0])['round']}, " if last and last[1] else ""
                return f" ({played}{self.instant(row[0])})"
        return ""

    def days(self, journal):
        """From when to when a journal that holds was written."""
        with closing(journal.open()) as file:
            first, last = file.execute("SELECT min(at_ms), max(at_ms) FROM journal").fetchone()
        return f"du {self.instant(first)} au {self.instant(last)}"

    def instant(self, at_ms):
        return self.french.named(self.verify.instant(at_ms))

    def cannot(self, text):
        self.unfit += 1
        say(f"   ILLISIBLE  {text}")

    def run(self):
        for folder in self.stick.folders:
            try:
                self.folder(folder)
            except (self.verify.Unfit, self.audit.Unfit) as unfit:
                told = self.french(str(unfit))
                if "that you did not name" in str(unfit):
                    self.fault(folder.name, 0, told)
                else:
                    self.cannot(told)
        self.not_here()
        for path in self.stick.orphans:
            self.missing(
                f"{path.name} : des têtes signées, et leur journal n’est pas sur la clé",
                "y copier ce journal ; s’il n’est plus à la table, faire sceller la machine",
            )
        for path in self.stick.inspections:
            self.inspection(path)
        for digits in self.papers:
            if digits not in self.found_on:
                self.missing(
                    f"le papier {digits[:16]}… : aucun journal d’ici qui tienne ne porte cette tête",
                    "relire ses signes ; si ce sont eux, son journal n’est pas sur la clé, ou a été réécrit :"
                    " refaire la copie, tables fermées ; s’il n’y est toujours pas, faire sceller la machine",
                )
        if self.stick.hidden:
            names = ", ".join(sorted({one.name for one in self.stick.hidden})[:SHOWN])
            say()
            say(f"Non examinés, car cachés : {len(self.stick.hidden)} fichiers ({names}).")
        if self.stick.others:
            names = ", ".join(sorted({one.suffix or one.name for one in self.stick.others}))
            count = len(self.stick.others)
            many = f"Non examinés, car rien ne les signe : {count} autres fichiers"
            one = "Non examiné, car rien ne le signe : un autre fichier"
            say()
            say(f"{one if count == 1 else many} ({names}).")
            say("   Un export ne prouve rien de lui-même : il vaut ce que valent les journaux dont il sort.")
        return FALSE if self.false else UNFIT if self.unfit else OPEN if self.open else HELD

    def trust_of(self, table, seen, by_house):
        """The keys that count for one table; without any the chain alone is judged."""
        trust = self.verify.Trust()
        keys = keys_of(self.told[table], seen) if table in self.told else by_house
        if keys:
            trust.keys[table] = keys
        if self.witness:
            trust.witness(self.witness)
            trust.heads = [one for one in trust.heads if one[1] == table]
        return trust

    def folder(self, folder):
        paths = sorted(one for one in folder.glob("*.journal") if not one.name.startswith("."))
        say()
        say(f"{folder.name or folder} : {len(paths)} {'journal' if len(paths) == 1 else 'journaux'}")
        broken = {path: why for path in paths if (why := self.unreadable(path))}
        tables = {path.name.rpartition("-")[0] for path in broken}
        for why in broken.values():
            self.cannot(why)
        for table in sorted(filter(None, tables)):
            say(f"           {table} : rien n’en est examiné ; les autres tables et le livre le sont")
        whole = [path for path in paths if path not in broken and path.name.rpartition("-")[0] not in tables]
        self.here |= tables
        self.broken |= tables
        if not whole:
            return
        journals = self.verify.journals_of(whole)
        self.here |= {one.order[0] for one in journals}
        for one in journals:
            with suppress(sqlite3.Error, TypeError), closing(one.open()) as file:
                (first,) = file.execute("SELECT hash FROM journal ORDER BY seq").fetchone()
                self.whole.setdefault(one.order[0], {})[first] = one.order[1]
        begun = [at_ms for at_ms in map(begins, journals) if at_ms is not None]
        self.since_ms = min([*begun, *filter(None, [self.since_ms])], default=None)
        self.judge(journals, {}, whole=True)

    def unreadable(self, path):
        """Why not every entry of this journal can be read; nothing where all can."""
        try:
            with closing(self.verify.Journal(path).open()) as file:
                for _ in file.execute(self.verify.ROWS):
                    pass
        except self.verify.Unfit as unfit:
            return self.french(str(unfit))
        except (sqlite3.Error, OSError):
            return f"{path.name} : le fichier est abîmé, ou la copie incomplète"
        return ""

    def not_here(self):
        """Tables that somebody names and no whole journal is of: of these nothing is verified.

        Witness and book know tables that are long gone: they name those that played since the journals begin.
        """
        if not self.here or self.since_ms is None:
            return
        named = {table: ["la commande"] for table in self.only}
        for table in self.told.keys() - {"house"}:
            named.setdefault(table, []).append("le papier")
        for table in {one[1] for one in self.kept if int(one[7]) >= self.since_ms}:
            named.setdefault(table, []).append("le témoin")
        for table in self.of_no_journal():
            named.setdefault(table, []).append("le livre du jackpot")
        for table in sorted(named.keys() - self.here):
            if self.only and table not in self.only:
                continue
            *some, last = named[table]
            who = f"{', '.join(some)} et {last} la nomment" if some else f"{last} la nomme"
            self.missing(
                f"{table} : aucun de ses journaux n’est sur la clé ; {who}",
                "y copier aussi ses têtes et ses journaux ; si l’on n’a demandé que d’autres tables,"
                " --seulement TABLE",
            )

    def of_no_journal(self):
        """The tables that are not here and whose acts the book has after the first of a table that is.

        In the order of the book, for its times are what somebody wrote there. Of a table whose first session
        is here no act is older than its journals.
        """
        acts = self.acts()
        known = [first for table, one, _, first, _ in acts if one in self.whole.get(table, ())]
        for table, one, count, first, last in acts:
            if (
                one in self.whole.get(table, ())
                or table in self.broken
                or (self.only and table not in self.only)
            ):
                continue
            sessions = self.whole.get(table, {})
            own = [at for of, other, _, at, _ in acts if of == table and other in sessions]
            since = 0 if 1 in sessions.values() else min(own or known, default=0)
            if last < since:
                continue
            if sessions:
                told = f"{grouped(count)} actes d’elle, écritures {grouped(first)} à {grouped(last)}"
                told = f"un acte d’elle, écriture {grouped(first)}" if count == 1 else told
                self.missing(
                    f"{table} : le livre du jackpot porte {told}, d’un journal qui n’est pas sur la clé",
                    "y copier ce journal et ses têtes ; s’il n’est pas à la table, faire sceller la machine"
                    " qui tient le livre",
                )
            else:
                yield table

    def acts(self):
        """By table and journal: how many acts the books have of it, their first entry and their last."""
        found = []
        for path in self.stick.books:
            with suppress(sqlite3.Error, OSError), self.audit.as_it_lies(path) as book:
                found += book.execute(ACTS).fetchall()
        return found

    def judge(self, journals, by_house, whole):
        """Journals that were found together; `by_house` are the keys that the house signed for, by table."""
        tables = sorted({one.order[0] for one in journals})
        if any(one.opened.get("simulated") for one in journals):
            self.simulated = True
            say("   SIMULATION : rien n’a été joué pour de l’argent.")
        unapproved = sorted({one.order[0] for one in journals if not one.opened.get("terms")})
        if unapproved:
            named = ", ".join(unapproved)
            say(f"   SANS APPROBATION : aucune n’est nommée à l’ouverture de {named}.")
        for terms in sorted({str(one.opened["terms"]) for one in journals if one.opened.get("terms")}):
            say(f"   Approbation nommée à l’ouverture : {terms}")
        say(" Chaîne, signatures et témoin")
        together = self.verify.Trust()
        others, ends = self.verify.Others(journals, together), {}
        for table in tables:
            mine = [one for one in journals if one.order[0] == table]
            together.keys[table] = self.table(table, mine, by_house.get(table, set()), whole, ends)
        if self.witness:
            together.witness(self.witness)
        if len(tables) > 1:
            say(" Ce que les tables attestent les unes des autres")
            # The house copies a room's journals into its file one after the other, while the tables play.
            strict = whole and bool(self.told or self.witness)
            self.each_other(others.compare(journals, ends, strict, whole))
        say(" Règles, coup par coup, et livre du jackpot")
        self.played_again(journals, whole)

    def each_other(self, told):
        """What the journals of the tables hold of each other: against one of them, to be known, how far."""
        for mark, line in told:
            if mark == "FAULT":
                self.fault("autre table", 0, self.french(line))
            else:
                say(f"   {'à savoir' if mark.strip() else 'attesté '}  {self.french(line)}")

    def table(self, table, journals, by_house, whole, ends):
        """The journals of one table; how far each goes is put into `ends`. The keys that count for it."""
        seen = self.keys_beside(table, journals)
        self.seen.setdefault(table, {}).update(seen)
        kept = {one[8]: fingerprint(one[8]) for one in self.kept if one[1] == table}
        trust = self.trust_of(table, seen | kept, by_house)
        if not whole:
            for one in journals:
                self.set_apart(one, trust)
        if table in self.told and (seen or kept) and not keys_of(self.told[table], seen or kept):
            self.unlike = True
            self.fault(table, 0, "aucune tête n’est signée de la clé dont l’empreinte est sur le papier")
        for one, reached, wrong in self.verify.judged(journals, trust, whole):
            ends[one.path] = self.verify.held_to(reached, wrong)
            session = f"{table}, séance {one.order[1]}"
            if wrong is not None and not isinstance(wrong, self.verify.Unsigned):
                told = (
                    wrong.args[:2] if isinstance(wrong, self.verify.Bad) else (0, f"cannot be read: {wrong}")
                )
                text = self.french(told[1])
                if told[1].startswith("the file is named"):
                    text += f" ; il se nomme {one.path.name}, et son contenu est de {session}"
                self.fault(session, told[0], text, one)
                self.contradicted(session, one, told[1])
                continue
            entries, _, bound = reached
            said = [f"{grouped(entries)} écritures"]
            if bound < entries:
                said.append(f"signées jusqu’à la {grouped(bound)}ᵉ" if bound else "aucune signée")
            say(f"   tient   {session} : {', '.join(said)}")
            say(f"           {self.days(one)}")
            self.passed_over(session, one)
            self.on_paper(session, one, entries)
            seen_to = witnessed_to(trust, one, reached) if self.witness else bound
            if seen_to < bound:
                self.missing(
                    f"{session} : le témoin n’a rien vu après l’écriture {grouped(seen_to)}, ni donc"
                    f" {the_last(entries - seen_to)} ; qui a la machine de la table pouvait les réécrire",
                    "reprendre le fichier du témoin à sa machine, tables fermées, et la même commande",
                )
            if bound < entries and seen:
                self.missing(
                    f"{session} : les {grouped(entries - bound)} dernières écritures ne sont pas signées"
                    " (table arrêtée ou copiée en plein coup)",
                    "prendre le fichier du témoin, qui les a peut-être vues ; sinon une nouvelle copie,"
                    " tables fermées, têtes d’abord",
                )
        for line in self.verify.missing(journals, trust) if whole else ():
            self.fault(table, 0, self.french(line))
        self.one_key_after_the_other(table, journals)
        self.whose(table, seen, by_house)
        return trust.keys.get(table) or set(seen)

    def set_apart(self, journal, trust):
        """What the witness saw after the end of a journal in a signed file: the table may have played on.

        Heads before that end still count, and one of them is needed.
        """
        with suppress(sqlite3.Error), closing(journal.open()) as file:
            end = file.execute("SELECT max(seq) FROM journal").fetchone()[0] or 0
            mine = [one for one in trust.heads if (one[1], int(one[2])) == journal.order]
            later = [one for one in mine if int(one[5]) > end]
            if not later or len(later) == len(mine):
                return
            trust.heads = [one for one in trust.heads if one not in later]
            last = max(later, key=lambda one: int(one[5]))
            table, session = journal.order
            self.missing(
                f"{table}, séance {session} : le fichier s’arrête à l’écriture {grouped(end)}, et le témoin a"
                f" vu la suite jusqu’à la {grouped(int(last[5]))}ᵉ, le {self.instant(int(last[7]))}",
                "si la table jouait encore, demander un fichier de toute la séance, tables fermées",
            )

    def contradicted(self, session, journal, told):
        """Whether the witness saw another entry than one of this journal, which is false already."""
        if "witness" in told:
            return
        with suppress(sqlite3.Error, self.verify.Unfit), closing(journal.open()) as file:
            hashes = dict(file.execute("SELECT seq, hash FROM journal"))
            for one in (one for one in self.kept if (one[1], int(one[2])) == journal.order):
                if hashes.get(int(one[5]), one[6]) != one[6]:
                    when = self.instant(int(one[7]))
                    by = ", et signé de la clé du papier" if self.by_paper(journal) else ""
                    what = f"le témoin en a vu une autre, signée le {when} : le journal a été réécrit depuis"
                    self.fault(session, int(one[5]), what + by)
                    return

    def by_paper(self, journal):
        """Whether the heads beside it are signed with the key that is on paper."""
        seen = self.keys_beside(journal.order[0], [journal])
        return bool(keys_of(self.told.get(journal.order[0], ()), seen))

    def keys_beside(self, table, journals):
        """The keys that sign the heads beside these journals: who signs, not yet whether he may."""
        keys = {}
        for one in journals:
            try:
                keys |= {head[8]: fingerprint(head[8]) for head in one.heads() if head[1] == table}
            except self.verify.Bad:
                continue  # the judgement says so
        return keys

    def passed_over(self, session, journal):
        """Kinds of entry of a later edition, which say nothing to these programs."""
        with closing(journal.open()) as file:
            kinds = {row[0] for row in file.execute("SELECT DISTINCT kind FROM journal")}
        unknown = ", ".join(sorted(kinds - self.verify.KINDS))
        if unknown:
            self.missing(
                f"{session} : des écritures que ces programmes ne connaissent pas : {unknown}",
                "la table est d’une édition plus récente qu’eux : prendre les outils de cette édition",
            )

    def on_paper(self, session, journal, entries):
        """Which papers carry the hash of one of its entries as the journal's head."""
        with closing(journal.open()) as file:
            for digits in self.papers:
                row = file.execute("SELECT seq FROM journal WHERE hash GLOB ?", (f"{digits}*",)).fetchone()
                if row:
                    self.found_on.add(digits)
                    end = ", la dernière" if row[0] == entries else ""
                    say(f"   papier  {digits[:16]}… : {session}, écriture {grouped(row[0])}{end}")

    def one_key_after_the_other(self, table, journals):
        """A table with a new key signs nothing more with the old one (OPERATIONS.md, the key ceremony)."""
        heads = [one for one in self.kept if one[1] == table]
        for one in journals:
            with suppress(self.verify.Bad):  # the judgement says so
                heads += [head for head in one.heads() if head[1] == table]
        signed = sorted((int(one[2]), int(one[5]), one[8]) for one in heads)
        keys = list(dict.fromkeys(key for _, _, key in signed))
        if len(keys) < 2:
            return
        both = " et ".join(fingerprint(key) for key in keys)
        until = {key: (session, at) for session, at, key in signed}
        since = {key: (session, at) for session, at, key in reversed(signed)}
        if any(until[old] >= since[new] for old, new in pairwise(keys)):
            self.fault(table, 0, f"deux clés signent les mêmes écritures : {both}")
        else:
            say(f"   à savoir  {table} : signé de plus d’une clé, l’une après l’autre : {both} ;")
            say("           la maison doit avoir dit par écrit depuis quand la nouvelle vaut")

    def whose(self, table, seen, by_house):
        named = keys_of(self.told.get(table, ()), seen)
        for key, shown in seen.items():
            how = "ce n’est PAS celle du papier" if table in self.told else "PAS ENCORE COMPARÉE au papier"
            if key in named:
                how = "c’est celle du papier"
            elif key in by_house:
                how = "la maison en répond dans ce fichier ; à comparer au papier de la table"
            say(f"           signé par {shown} : {how}")
        if not seen:
            self.missing(
                f"{table} : aucune tête signée à côté des journaux",
                "copier aussi les fichiers *.journal.heads, avant les journaux",
            )
        elif not named and not by_house:
            self.missing(f"{table} : la clé n’a pas été comparée au papier de la maison", "")
        if not self.witness:
            self.missing(f"{table} : aucun témoin ; qui a la machine de la table pouvait tout réécrire", "")

    def missing(self, what, step):
        self.open.append((what, step))

    def played_again(self, journals, whole):
        """Every round of the folder by the rules, with each book of the stick."""
        trust, books = self.verify.Trust(), self.stick.books
        told, met, _ = self.audit.audited(
            self.verify, journals, trust, whole, self.rules, books[0] if len(books) == 1 else None
        )
        self.by_which(journals)
        by_name = {one.path.name: one for one in journals}
        for one in told:
            found = one.found[one.chained :]
            for each in found[:SHOWN]:
                self.fault(one.name, each["entry"], self.found(each), by_name.get(one.name))
            more = one.count - one.chained - len(found[:SHOWN])
            if more:
                self.false += more
                say(f"           et {grouped(more)} autres dans {one.name}")
            for line in one.left if whole else ():  # an inspection ends where the house was asked to
                self.missing(f"{one.name} : {self.french(line)}", "prendre une copie, tables fermées")
            for right, why in APART.items():
                if any(each["right"] == right for each in found):
                    say(f"           {why}")
        say(
            f"   rejoué  {grouped(met['rounds settled again'])} coups, {grouped(met['seats settled again'])}"
            f" règlements de places, {grouped(met['cards turned up'])} cartes retournées"
        )
        if len(books) == 1:
            count = grouped(met["entries of the book"])
            say(f"   rejoué  {books[0].name}, le livre du jackpot : {count} écritures")
        elif books:
            self.missing("plusieurs livres du jackpot sur la clé", "n’en laisser qu’un, et la même commande")
        else:
            self.missing(
                "le livre du jackpot n’est pas sur la clé : le compteur n’a pas été recalculé",
                "demander au casino une copie du livre du jackpot (jackpot.book ; de tables liées, celle que"
                " fait tapis link copy), et la poser sur la clé",
            )

    def by_which(self, journals):
        """The rules by which these tables played, by the name of their file and their digest, as on paper."""
        files = self.audit.RuleBook(self.rules)
        digests = {}
        for one in journals:
            digests.setdefault(str(one.opened.get("profile_digest")), {}).setdefault(one.order[0], one)
        for digest, tables in digests.items():
            with (
                suppress(*self.verify.UNREADABLE, self.verify.Unfit),
                closing(next(iter(tables.values())).open()) as file,
            ):
                row = file.execute(
                    "SELECT body FROM journal WHERE kind = 'TableOpened' ORDER BY seq"
                ).fetchone()
                body = self.verify.READ(row[0])
                files.of(digest, body["minimum_cents"], body["maximum_cents"])
            name = files.by_digest.get(digest, {}).get("id", "règles")
            say(f"   selon   {name}, empreinte {digest} : {', '.join(tables)}")

    def found(self, each):
        """What stands in an entry, and what the rules, or the book, have there."""
        what = self.french(each["what"])
        stands, right = (
            amount(each["what"], each[name]) or self.french(each[name]) for name in ("stands", "right")
        )
        if each["right"] == BEYOND:
            return f"{what} du jackpot : {stands}, que ce journal ne demande pas"
        if each["right"] == BEHIND:
            return f"{what} du jackpot : aucun acte de ce journal ne s’y termine"
        whose, gives = next(
            (told for form, told in WHOSE.items() if re.match(form, each["what"])), ("les règles", "donnent")
        )
        none = right == "rien" or right.startswith("aucun")
        return f"{what} : il y a {stands}, {whose} {'ne ' if none else ''}{gives} {right}"

    def inspection(self, path):
        """The signed file of an inspection, by the house's key; then the journals in it, like any others."""
        say()
        say(f"{path.name} : fichier signé d’une inspection")
        try:
            files = self.verify.files_of(path)
            manifest = self.verify.READ(files["manifest.json"].decode())
            key, reach = manifest["signed_by"], dict(manifest["reach"])
            by_house = {table: set(keys) for table, keys in manifest["heads_signed_by"].items()}
            trust = self.verify.Trust()
            trust.keys["house"] = keys_of(self.told.get("house", ()), [key])
            faults = list(self.verify.faults_of(files, manifest, trust))
        except (KeyError, TypeError, ValueError, AttributeError):
            self.cannot(f"{path.name} : ce n’est pas le fichier signé d’une inspection")
            return
        except self.verify.Unfit as unfit:
            self.cannot(self.french(str(unfit)))
            return
        self.seen.setdefault("house", {})[key] = fingerprint(key)
        compared, named = key in trust.keys["house"], bool(self.told.get("house"))
        for one in faults:
            if named or "which nobody named" not in one:
                self.fault(path.name, 0, self.french(one))
        how = "c’est celle du papier" if compared else "PAS ENCORE COMPARÉE au papier"
        say(f"           signé par {fingerprint(key)} : {how}")
        if not compared:
            self.missing(f"{path.name} : la clé de la maison n’a pas été comparée au papier", "")
        with tempfile.TemporaryDirectory() as place:
            for name in filter(self.verify.LAID, files):
                (Path(place) / name.removeprefix("journals/")).write_bytes(files[name])
            try:
                self.inside(path, Path(place), reach, by_house if compared else {})
            except (self.verify.Unfit, self.audit.Unfit) as unfit:
                self.cannot(f"{path.name} : {self.french(str(unfit)).replace(place, path.name)}")

    def inside(self, path, place, reach, by_house):
        """The journals of an inspection, each to the end that the manifest names."""
        journals = self.verify.journals_of([place])
        if {one.path.name for one in journals} != reach.keys():
            self.fault(path.name, 0, "il contient d’autres journaux que ceux qu’il nomme")
        for one, reached, _ in self.verify.judged(journals, self.verify.Trust(), whole=False):
            if reached and reach.get(one.path.name) != list(reached[:2]):
                self.fault(
                    one.path.name, reached[0], self.french("it does not end where the file says that it does")
                )
        self.judge(journals, by_house, whole=False)


# --- what is said at the end -------------------------------------------------------------------------------


def steps(check):
    """What to do about what is false."""
    if check.unlike:
        yield "Relire sur le papier les empreintes tapées, signe par signe, table par table."
    yield "Ne rien modifier sur la clé ; en noter la date, le lieu et qui l’a remise."
    yield (
        "Refaire la copie, tables fermées, têtes d’abord : une copie coupée, ou plus ancienne que\n"
        "    le fichier du témoin, se corrige ainsi, une fraude non."
    )
    witness = "" if check.witness else ", et prendre le fichier du témoin à sa machine"
    yield f"Si la réponse est la même : faire sceller la machine{witness}."


def ending(check, given, code):
    say()
    say(VERDICTS[code])
    if code == HELD:
        if check.simulated:
            say("Mais ce sont des SIMULATIONS : rien n’y a été joué pour de l’argent.")
        if check.only:
            say(f"Rien n’est dit d’une autre table que {', '.join(check.only)}.")
        if check.stick.books:
            say_lines(UNTOLD)
        say("Ensuite : garder la clé, l’empreinte du papier et cette réponse ensemble, au dossier.")
        return
    if code == FALSE:
        say("Ensuite :")
        for number, step in enumerate(steps(check), 1):
            say_lines(f" {number}. {step}")
        if check.open:
            say("De plus, rien ne prouve encore ceci :")
            for what, _ in dict.fromkeys(check.open):
                say(f" - {what}")
        return
    for what, step in dict.fromkeys(check.open):
        say(f" - {what}")
        if step:
            say(f"     → {step}")
    if code == UNFIT:
        say("Ensuite : recopier le fichier nommé, tables fermées, ou corriger ce qui a été tapé, puis")
        say("la même commande. Si la réponse est la même pour un journal, faire sceller sa machine.")
        return
    unnamed = [table for table in sorted(check.seen) if not check.told.get(table)]
    if not unnamed and check.witness:
        return
    asked, then = [], "puis"
    if unnamed:
        asked.append("demander par écrit à la maison l’empreinte de la clé de chaque table")
        then = "puis, avec le papier"
    if not check.witness:
        asked.append("prendre soi-même le fichier du témoin à la machine témoin, jamais celui de la clé USB")
    say(f"Ensuite : {' ; '.join([*asked, then])} :")
    program = Path(sys.argv[0]).name
    words = [f"python3 -I {program}" if program.endswith(".py") else program, shlex.quote(str(given.place))]
    words += [f'--cle "{one}"' for one in given.key]
    words += [f'--cle "{table}=8 GROUPES DU PAPIER"' for table in unnamed]
    words += [f"--papier {one}" for one in check.papers]
    words += [f"--seulement {shlex.quote(table)}" for table in given.only]
    words += [f"--temoin {given.witness or 'heads.txt'}"]
    say("   " + " ".join(words))
    for path in check.stick.witnesses:
        if path != check.witness:
            say(f"   ({path.name}, sur la clé, est d’un témoin : il ne vaut que pris à sa machine.)")


def main():
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    sys.stderr.reconfigure(encoding="utf-8", errors="replace")
    parser = Words(add_help=False)
    parser.add_argument("place", type=Path)
    parser.add_argument("--cle", dest="key", action="append", default=[])
    parser.add_argument("--temoin", dest="witness", type=Path)
    parser.add_argument("--papier", dest="paper", action="append", default=[])
    parser.add_argument("--seulement", dest="only", action="append", default=[])
    parser.add_argument("--regles", dest="rules", type=Path)
    if not sys.argv[1:] or {"-h", "--help", "--aide"} & set(sys.argv[1:]):
        say_lines(HELP + OPTIONS)
        return HELD if sys.argv[1:] else UNFIT
    given = parser.parse_args()
    try:
        stick = Stick(given.place)
        papers = told_papers(given.paper)
        check = Check(stick, told_keys(given.key), given.witness, given.rules, given.only, papers)
        say(f"Clé examinée : {given.place}")
        code = check.run()
    except Stop as stop:
        sys.stderr.write(printed(spaced(f"ILLISIBLE. {stop}")) + "\n")
        return UNFIT
    ending(check, given, code)
    return code


if __name__ == "__main__":
    sys.exit(main())
