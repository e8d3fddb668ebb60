"""The rules that a machine of the open protocol is held to, French and English: what each says and what is
tried. What was seen where one is not held is `controller.words.conformance_seen`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

Words = tuple[str, str]
"""French and English."""


class RuleWords(NamedTuple):
    """A rule: where OPEN_PROTOCOL.md has it, what it says, and what is done to try it."""

    section: str
    says: Words
    tried: Words


def _rule(section: int, french: str, english: str, tried_french: str, tried_english: str) -> RuleWords:
    return RuleWords(f"section {section}", (french, english), (tried_french, tried_english))


RULES: Final[Mapping[str, RuleWords]] = {
    "greeting": _rule(
        3,
        "à HELLO elle répond WELCOME et dit qui elle est",
        "it answers HELLO with WELCOME and says who it is",
        "HELLO, jusqu’à vingt fois",
        "HELLO, up to twenty times",
    ),
    "welcome_form": _rule(
        4,
        "son WELCOME a l’en-tête et les champs de la page",
        "its WELCOME has the header and the fields of the page",
        "deux HELLO ; numéro, boot, version, condensat et nom lus",
        "two HELLOs; number, boot, version, digest and name read",
    ),
    "same_call": _rule(
        3,
        "au même HELLO le même WELCOME, et rien ne change",
        "the same HELLO has the same WELCOME, and nothing changes",
        "un HELLO redit octet pour octet après un message",
        "a HELLO said again byte for byte after a message",
    ),
    "older_call": _rule(
        3,
        "un HELLO d’un appel plus ancien reste sans réponse",
        "a HELLO of an older call has no answer",
        "l’appel d’avant, et celui 32 767 plus tôt",
        "the call before, and the one 32,767 earlier",
    ),
    "unknown_list": _rule(
        5,
        "une liste inconnue est refusée avec la sienne, et rien ne suit",
        "an unknown list is refused with its own, and nothing follows",
        "un HELLO dont le condensat est de zéros",
        "a HELLO whose digest is zeros",
    ),
    "other_version": _rule(
        3,
        "une autre version dans l’en-tête est refusée",
        "another version in the header is refused",
        "un rapport retenu, un HELLO de version 2",
        "a report withheld, a HELLO of version 2",
    ),
    "acknowledges": _rule(
        6,
        "un message est acquitté en 80 ms",
        "a message is acknowledged within 80 ms",
        "trois messages sans rapport et trois demandes, les meilleurs comptent",
        "three messages without a report and three requests, the best count",
    ),
    "window_taken": _rule(
        2,
        "quatre messages d’un coup sont tous pris",
        "four messages at once are all taken",
        "quatre demandes en une écriture",
        "four requests in one write",
    ),
    "opens": _rule(
        6,
        "priée de s’ouvrir, elle le dit en 250 ms",
        "asked to open, it says so within 250 ms",
        "LOCK_SHOE ouvert, deux fois",
        "LOCK_SHOE open, twice",
    ),
    "locks": _rule(
        6,
        "priée de se fermer, elle le dit en 250 ms",
        "asked to lock, it says so within 250 ms",
        "LOCK_SHOE fermé, deux fois",
        "LOCK_SHOE locked, twice",
    ),
    "lock_stays": _rule(
        4,
        "un verrou atteint reste, et se redit",
        "a lock that was reached stays, and is told again",
        "ouvert puis fermé, 800 ms, un appel, la même demande",
        "open, then locked, 800 ms, a call, the same request",
    ),
    "pieces": _rule(
        1,
        "une trame se trouve en n’importe quels morceaux",
        "a frame is found in whatever pieces",
        "une demande octet par octet, deux en une écriture",
        "a request byte by byte, two in one write",
    ),
    "damaged": _rule(
        1,
        "une trame abîmée n’est ni acquittée ni obéie",
        "a damaged frame is neither acknowledged nor obeyed",
        "CRC faux, bit faux, tête et queue perdues, trop courte",
        "wrong CRC, wrong bit, head and tail lost, too short",
    ),
    "spliced": _rule(
        1,
        "le début d’une trame et la fin d’une autre n’en font pas une",
        "the beginning of one frame and the end of another are none",
        "six raccords de deux bonnes trames",
        "six splices of two good frames",
    ),
    "oversized": _rule(
        1,
        "ce qui dépasse 215 octets tombe jusqu’à son zéro",
        "what is longer than 215 bytes is dropped to its zero",
        "une charge de 201 octets, et du bruit collé à une bonne trame",
        "a payload of 201 bytes, and noise glued to a good frame",
    ),
    "repeated": _rule(
        2,
        "un message redit est acquitté encore et n’agit plus",
        "a message said again is acknowledged again and acts no more",
        "le numéro d’avant, avec une autre demande",
        "the number before, with another request",
    ),
    "ahead": _rule(
        2,
        "un message en avance tombe, et n’est pas gardé",
        "a message too far ahead is dropped and not kept",
        "le numéro suivant avant le bon",
        "the number after, before the right one",
    ),
    "half_range": _rule(
        2,
        "ancien et nouveau se jugent sur la moitié des numéros",
        "older and newer go by half of all numbers",
        "les numéros 32 767, 32 768 et 32 769 plus loin",
        "the numbers 32,767, 32,768 and 32,769 further",
    ),
    "ack_beyond": _rule(
        2,
        "un acquittement de ce qui n’a pas été dit ne change rien",
        "an acknowledgement of what was never said changes nothing",
        "un rapport retenu, puis des acquittements trop grands et anciens",
        "a report withheld, then acknowledgements too great and old",
    ),
    "says_again": _rule(
        2,
        "ce qui n’est pas acquitté est redit après 80 ms",
        "what is not acknowledged is said again after 80 ms",
        "un rapport sans acquittement, puis acquitté",
        "a report without acknowledgement, then acknowledged",
    ),
    "window": _rule(
        2,
        "quatre messages au plus sont sur la ligne",
        "at most four messages are on the line",
        "douze rapports sans acquittement",
        "a dozen reports without acknowledgement",
    ),
    "unknown_kind": _rule(
        2,
        "un message d’un genre inconnu est acquitté et tombe",
        "a message of an unknown kind is acknowledged and dropped",
        "le genre 0x7e",
        "kind 0x7e",
    ),
    "unknown_below": _rule(
        2,
        "un genre inconnu sous 0x10 ne demande pas de réponse",
        "an unknown kind below 0x10 wants no answer",
        "le genre 0x0e",
        "kind 0x0e",
    ),
    "bad_payload": _rule(
        2,
        "une charge qui n’est pas du genre est acquittée et n’agit pas",
        "a payload that is not of its kind is acknowledged and does not act",
        "une demande de valeur 2, vide, trop longue",
        "a request of value 2, empty, too long",
    ),
    "resume_heard": _rule(
        3,
        "à la reprise elle dit jusqu’où elle a entendu",
        "at a resume it says how far it had heard",
        "une demande perdue, puis un appel",
        "a request that is lost, then a call",
    ),
    "resumes": _rule(
        3,
        "après une rupture elle reprend avec ses numéros",
        "after a break it goes on with its numbers",
        "un rapport retenu, 2 250 ms de silence, un appel",
        "a report withheld, 2,250 ms of silence, a call",
    ),
    "new_host": _rule(
        3,
        "un nouvel hôte est accueilli à 0, et rien n’est oublié",
        "a new host is met at 0, and nothing is forgotten",
        "des rapports retenus, un appel d’un autre boot",
        "reports withheld, a call from another boot",
    ),
    "other_boot_heard": _rule(
        3,
        "qui avait entendu une autre machine recommence",
        "who had heard another machine begins anew",
        "un appel dont heard_boot est d’une autre",
        "a call whose heard_boot is another’s",
    ),
    "heartbeat": _rule(
        3,
        "elle bat à temps et nomme son hôte",
        "it beats in time and names its host",
        "1 500 ms sans rien dire d’autre",
        "1,500 ms without another word",
    ),
    "heartbeat_of_hello": _rule(
        3,
        "elle bat comme le HELLO le dit",
        "it beats as often as the HELLO says",
        "un HELLO de 100 ms",
        "a HELLO of 100 ms",
    ),
    "stranger": _rule(
        3,
        "à un boot étranger elle répond HEARTBEAT aussitôt",
        "a strange boot is answered by HEARTBEAT at once",
        "trois ACK d’un autre boot, puis une demande de lui",
        "three ACKs of another boot, then a request of it",
    ),
    "lost_host": _rule(
        7,
        "sans hôte elle se ferme",
        "without its host it locks itself",
        "ouverte, puis 2 250 ms de silence",
        "open, then 2,250 ms of silence",
    ),
    "flood": _rule(
        6,
        "deux cents trames par seconde sont supportées",
        "two hundred frames a second are borne",
        "trois cents trames et du bruit, puis trois demandes",
        "three hundred frames and noise, then three requests",
    ),
    "count_stands": _rule(
        4,
        "sans carte tirée son compte ne change pas",
        "without a card drawn its count stands",
        "tous ses états depuis le début",
        "all its states since the beginning",
    ),
    "holds_its_cards": _rule(
        4,
        "fermée, elle ne laisse sortir aucune carte",
        "locked, it lets no card out",
        "une main tire pendant 5 s",
        "a hand pulls for 5 s",
    ),
    "draws": _rule(
        4,
        "une carte tirée est dite, avec une de moins, jusqu’à l’acquittement",
        "a card drawn is told with one fewer, until it is acknowledged",
        "une carte sans acquittement, puis un hôte d’un autre boot",
        "a card without acknowledgement, then a host of another boot",
    ),
    "power": _rule(
        7,
        "après une coupure elle a un autre boot et est fermée",
        "after a power cut it has another boot and is locked",
        "une main coupe le courant et le remet",
        "a hand switches it off and on",
    ),
    "state_after": _rule(
        3,
        "elle dit son état après chaque appel",
        "it says its state after each handshake",
        "tous les appels de cet examen",
        "all handshakes of this examination",
    ),
    "its_list": _rule(
        4,
        "elle ne dit que ce que la liste a d’elle",
        "it says only what the list has of it",
        "tout ce qu’elle a dit",
        "all that it said",
    ),
    "no_order": _rule(
        4,
        "elle ne dit jamais l’ordre des cartes",
        "it never says the order of cards",
        "tout ce qu’elle a dit",
        "all that it said",
    ),
    "unhurried": _rule(
        6,
        "elle dit 200 trames par seconde au plus",
        "it says at most 200 frames a second",
        "tout ce qu’elle a dit",
        "all that it said",
    ),
    "wrap": _rule(
        2,
        "après 65 535 les numéros reprennent à 0",
        "after 65,535 numbers go on at 0",
        "65 636 demandes, quatre à la fois",
        "65,636 requests, four at a time",
    ),
}
"""By the name of the rule."""

ASKED: Final[Mapping[str, Words]] = {
    "pull": (
        "tirez sur une carte pendant cinq secondes, sans la forcer",
        "pull at a card for five seconds, without force",
    ),
    "draw": ("tirez une carte du sabot", "draw one card from the shoe"),
    "power": ("coupez le courant de la machine et remettez-le", "switch the machine off and on"),
}
"""What a person is asked to do."""
