#!/usr/bin/python3
"""For the authority: whether an installed program is the one that its maker signed, in French.

    python3 -I check_program.py MANIFEST /usr/lib/tapis --cle KEY [--approbation FILE --autorite KEY]

Nothing of the program is run or imported: its folder is read, best on its disk in another machine, and every
file of it is held against the signed manifest. A link may lead elsewhere at the table than it does here: none
is allowed at the program, in it or above it, but to the interpreter and to a package of Debian's by the same
name. Exit 0 signed, 1 something is false, 2 a file cannot be read.
"""

import sys

if __name__ == "__main__" and not getattr(sys.flags, "safe_path", sys.flags.isolated):
    del sys.path[0]  # the folder of this file: what lies beside it, on a stick, is none of Python's library

import argparse
import hashlib
import json
import os
import re
import stat
from contextlib import suppress
from pathlib import Path, PurePosixPath

if sys.version_info < (3, 11):  # noqa: UP036  an inspector may have an older one
    sys.exit("Il faut Python 3.11 ou plus récent ; python3 --version dit lequel est là.")

HELD, FALSE, UNFIT = 0, 1, 2
VERDICTS = {
    HELD: """PROGRAMME SIGNÉ. Chaque fichier est celui que l’éditeur a signé, et il n’y en a pas d’autre.
Le Python de Debian n’est pas du manifeste. Ensuite : garder le manifeste et cette réponse au dossier.""",
    FALSE: """FAUX. Ce qui est marqué FAUX ne tient pas.
Ensuite : la même commande sur le disque même. Si la réponse est la même, faire sceller la machine.""",
    UNFIT: """ILLISIBLE. Ce qui est nommé n’a pu être lu, et rien n’est dit de ce programme.
Ensuite : la même commande, comme root, le disque entier monté ; sinon faire sceller la machine.""",
}
KINDS = {
    "changed": "changé depuis la signature",
    "missing": "signé, et n’est pas là",
    "added": "ajouté : le manifeste ne le nomme pas",
    "link": "lien à la place d’un fichier ou d’un dossier : à la table, il mène peut-être ailleurs",
    "before": "Python le prendrait avant ce que l’éditeur a signé",
    "open": "d’autres que root peuvent l’écrire",
    "rights": "donne à qui le lance d’autres droits que les siens",
}
SHOWN = 8
"""So many files of each kind are named; all are counted."""
BYTES_MAX = 16 * 1024 * 1024
MANIFEST, APPROVAL = "tapis-manifest/1", "tapis-approval/1"
INTERPRETER = "bin/python3"
"""The only signed file that is a link; the manifest has the digest of where it points."""
HELP = """
    python3 -I check_program.py manifest.json /usr/lib/tapis --cle CLÉ
            [--approbation approval.json --autorite CLÉ]

    /usr/lib/tapis    le dossier du programme, à la table ou mieux sur son disque, monté ailleurs
    --cle CLÉ         la clé publique de l’éditeur, 64 signes, telle qu’il l’a écrite
    --autorite CLÉ    celle de l’autorité ; toujours avec l’approbation qu’elle a signée

Réponse : 0 signé, 1 quelque chose est faux, 2 illisible."""


class Stop(Exception):
    """It cannot go on: the exit code, then what is so and what to do, in French."""


class Words(argparse.ArgumentParser):
    """The command line; what is not understood is said in French."""

    def error(self, message):
        raise Stop(UNFIT, f"Commande non comprise. Elle s’écrit ainsi :\n{HELP}")


def spaced(text):
    """French spaces before `; ? ! :` and inside guillemets."""
    text = re.sub(r" (?=[;?!])", "\u202f", text)
    return re.sub(r" (?=[:»])|(?<=«) ", "\u00a0", text)


def say(text=""):
    sys.stdout.write(spaced(text) + "\n")


def printed(name):
    """What somebody else chose, on one line whatever is in it."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in str(name))


def is_digest(text):
    return isinstance(text, str) and re.fullmatch(r"[0-9a-f]{64}", text) is not None


def key_of(text):
    digits = re.sub(r"[\s:-]", "", text).lower()
    if not is_digest(digits):
        raise Stop(UNFIT, f"{printed(text)} : une clé publique a 64 signes, 0 à 9 et a à f. La relire.")
    return digits


def signed(path, form, key, whose):
    """What is signed in this file with this key."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ModuleNotFoundError:
        pip = "python3 -m pip install cryptography, puis la même commande sans -I."
        apt = f"Sous Debian : apt install python3-cryptography. Ailleurs : {pip}"
        raise Stop(UNFIT, f"La bibliothèque Python « cryptography » manque. {apt}") from None
    try:
        with path.open("rb") as file:
            whole = json.loads(file.read(BYTES_MAX))
        told, signature = whole["signed"], bytes.fromhex(whole["signature"])
        if told["format"] != form:
            raise ValueError
        data = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(signature, data)
    except OSError:
        raise Stop(UNFIT, f"{printed(path)} : ne peut être lu. Corriger son nom, ou le recopier.") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        what = f"{printed(path)} : n’est pas de la forme {form}."
        raise Stop(UNFIT, f"{what} Donner le bon fichier, ou le recopier de la table.") from None
    except InvalidSignature:
        what = f"{printed(path)} : n’est pas signé de cette clé de {whose}."
        raise Stop(FALSE, f"{what} La relire sur l’acte, signe par signe.") from None
    return told


def program_of(files):
    """The digest of a program: SHA-256 over lines `digest path`, sorted by path."""
    return hashlib.sha256("".join(f"{files[name]} {name}\n" for name in sorted(files)).encode()).hexdigest()


def files_of(told, path):
    """The files that a manifest names, by their paths; it is one of an installed program."""
    files = told.get("files")
    fit = isinstance(files, dict) and all(map(is_digest, files.values())) and "pyvenv.cfg" in files
    if not fit or program_of(files) != told.get("program"):
        what = f"{printed(path)} : n’est pas le manifeste d’un programme installé."
        raise Stop(UNFIT, f"{what} Prendre celui de /etc/tapis, à la table.")
    return files


class Check:
    """A folder, held against the files that a manifest names."""

    def __init__(self, place, wanted):
        self.place, self.wanted = place, wanted
        python = next((name.split("/")[1] for name in wanted if name.startswith("lib/")), "")
        self.library, self.packages = place.parent / python, f"lib/{python}/site-packages/"
        self.folders = {one.as_posix() for name in wanted for one in PurePosixPath(name).parents}
        self.modules = {re.sub(r"\.[^/]*$", "", name) for name in wanted if name.startswith(self.packages)}
        self.debians, self.found, self.unread = [], {}, []
        self.faults = {kind: [] for kind in KINDS}
        self.around()
        self.folder(place, "")
        self.faults["missing"] += self.wanted.keys() - self.found.keys() - set(self.unread)
        self.faults["before"] += self.shadows()

    def around(self):
        """What it lies in, up to the root of its disk, and what Python takes from beside it."""
        packages, binaries = self.place.parent / "python3" / "dist-packages", self.place.parents[1] / "bin"
        beside = (self.library, self.library / "lib-dynload", packages.parent, packages, binaries)
        for path in (self.place, *self.place.parents, *beside):
            self.faults["link"] += [str(path)] * path.is_symlink()
        for path in (self.place, *self.place.parents[:3], *beside):
            self.rights(path, str(path))

    def folder(self, folder, inside):
        """Every file in it; folders that the manifest knows are entered through links, too."""
        try:
            paths = sorted(folder.iterdir())
        except OSError:
            self.unread.append(inside or str(folder))
            return
        if not paths and PurePosixPath(inside).as_posix() not in self.folders and not self.stubs(inside):
            self.faults["added"].append(inside)
        for path in paths:
            name, link = f"{inside}{path.name}", path.is_symlink()
            self.rights(path, name)
            if link and name in self.wanted.keys() | self.folders and name != INTERPRETER:
                self.link(path, name)
            if path.is_dir() and (not link or name in self.folders):
                # What Debian compiled behind the link of its package is in no manifest, and never loaded.
                if path.name != "__pycache__" or not name.startswith(tuple(self.debians)):
                    self.folder(path, f"{name}/")
            elif name not in self.wanted:
                self.faults["added"].append(name)
            else:
                self.file(path, name)

    def link(self, path, name):
        """To Debian's own package by the same name, on whatever disk, it is as the maker laid it out."""
        debian = f"../../../../python3/dist-packages/{path.name}"
        if name == f"{self.packages}{path.name}" and os.readlink(path) == debian:
            self.debians.append(f"{name}/")
            self.rights(path.resolve(), name)
        else:
            self.faults["link"].append(name)

    def stubs(self, inside):
        """A folder by the name of a signed module, or in one: Python takes the module, and looks in none."""
        return any(one.as_posix() in self.modules for one in PurePosixPath(inside, "any").parents)

    def file(self, path, name):
        """By its content; the interpreter by where its link points."""
        try:
            if name == INTERPRETER and path.is_symlink():
                data = os.fsencode(path.readlink())
            elif path.is_file():
                data = path.read_bytes()
            else:
                return
        except OSError:
            self.unread.append(name)
            return
        self.found[name] = hashlib.sha256(data).hexdigest()
        if self.found[name] != self.wanted[name]:
            self.faults["changed"].append(name)

    def rights(self, path, name):
        """Nobody but root may write it, and it lends nobody a right; Windows does not know of either."""
        try:
            about = path.lstat()
        except OSError:
            return
        shared = about.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not stat.S_ISLNK(about.st_mode)
        if os.name != "nt" and (about.st_uid or shared):
            self.faults["open"].append(name)
        lent = stat.S_ISREG(about.st_mode) and about.st_mode & (stat.S_ISUID | stat.S_ISGID)
        with suppress(OSError, AttributeError):  # not every disk and every system has them
            lent = lent or "security.capability" in os.listxattr(path, follow_symlinks=False)
        if lent:
            self.faults["rights"].append(name)

    def shadows(self):
        """What lies in Python's own library, where it looks first, by the name of a signed module."""
        inside = (name.removeprefix(self.packages) for name in self.wanted if name.startswith(self.packages))
        own = {re.split("[/.]", name)[0] for name in inside}
        for folder in filter(Path.is_dir, (self.library, self.library / "lib-dynload")):
            yield from (str(one) for one in folder.iterdir() if one.name.split(".")[0] in own)
        archive = self.library.with_name(f"{self.library.name.replace('.', '')}.zip")
        yield from [str(archive)] * archive.exists()

    def told(self):
        """All of it is said; the exit code."""
        for kind, names in self.faults.items():
            for name in sorted(names)[:SHOWN]:
                say(f"   FAUX      {printed(name)} : {KINDS[kind]}")
            if len(names) > SHOWN:
                say(f"             et {len(names) - SHOWN} autres, {len(names)} en tout : {KINDS[kind]}")
        for name in sorted(self.unread)[:SHOWN]:
            say(f"   ILLISIBLE {printed(name)}")
        if any(self.faults.values()):
            return FALSE
        if self.unread:
            return UNFIT
        say(f"   tient     {len(self.found)} fichiers, empreinte recalculée : {program_of(self.found)}")
        return HELD


def approved(path, key, program):
    """The approval is of this program; its rules are said, for annex A."""
    told = signed(path, APPROVAL, key, "l’autorité")
    if told.get("program") != program:
        what = f"{printed(path)} : approuve un autre programme ({printed(told.get('program'))})."
        raise Stop(FALSE, f"{what} Prendre manifeste et approbation d’une même table.")
    say(f"   approuvé  {printed(told.get('reference'))} ; règles, à comparer à l’annexe A :")
    for profile in told.get("profiles", ()):
        say(f"             {printed(profile)}")


def checked(given):
    if (given.approval is None) != (given.authority is None):
        raise Stop(UNFIT, f"--approbation et --autorite vont ensemble :\n{HELP}")
    key, authority = key_of(given.key), given.authority and key_of(given.authority)
    told = signed(given.manifest, MANIFEST, key, "l’éditeur")
    wanted = files_of(told, given.manifest)
    place = Path(os.path.abspath(given.place))
    named = given.place.is_absolute() and place.parts[-3:] == ("usr", "lib", "tapis")
    if not named or not os.path.lexists(place):  # from elsewhere one may come to it by a link
        what = f"{printed(given.place)} : n’est pas le dossier d’un programme installé."
        raise Stop(UNFIT, f"{what} Donner /usr/lib/tapis, ou /mnt/usr/lib/tapis du disque monté.")
    say(f"Programme examiné : {printed(place)}")
    say(f"   manifeste édition {told.get('edition')}, empreinte du programme : {told['program']}")
    if authority:
        approved(given.approval, authority, told["program"])
    return Check(place, wanted).told()


def main():
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    sys.stderr.reconfigure(encoding="utf-8", errors="replace")
    parser = Words(add_help=False)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("place", type=Path)
    parser.add_argument("--cle", dest="key", required=True)
    parser.add_argument("--approbation", dest="approval", type=Path)
    parser.add_argument("--autorite", dest="authority")
    if not sys.argv[1:] or {"-h", "--help", "--aide"} & set(sys.argv[1:]):
        say(f"Le programme d’une table est-il celui que l’éditeur a signé ?\n{HELP}")
        return HELD if sys.argv[1:] else UNFIT
    try:
        given = parser.parse_args()
        code = checked(given)
    except Stop as stop:
        code, told = stop.args
        said = f"{'FAUX' if code == FALSE else 'ILLISIBLE'}. {told}\n"
        (sys.stdout if code == FALSE else sys.stderr).write(spaced(said))
        return code
    if code == HELD and not given.approval:
        say("   (rien n’est dit d’une approbation : ajouter --approbation et --autorite)")
    say(f"\n{VERDICTS[code]}")
    return code


if __name__ == "__main__":
    sys.exit(main())
