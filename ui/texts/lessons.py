"""The words of the lessons: what each teaches, its steps, what is asked, the hints. French, then English.

`TEXTS` is by what stands on the screen; a hint is looked for under the lesson and its step, then under the
step. An act that the lesson asks for is `ask.` and its name; one that stands in a lesson's own light has the
lesson's name behind it.
"""

from __future__ import annotations

from typing import Final

from controller.told import worded

LANGUAGES: Final = ("fr", "en")

LESSONS: Final[dict[str, tuple[str, str]]] = {
    "first": ("Le premier coup", "The first round"),
    "jp1": ("Les mises JP1", "JP1 bets"),
    "folds": ("Les abandons", "Folds"),
    "unqualified": ("Banque non qualifiée", "Bank not qualified"),
    "prize": ("Le full au JP1", "A full house on JP1"),
    "misdeal": ("La maldonne", "The misdeal"),
    "refund": ("Rembourser un coup nul", "Refunding a void round"),
    "unread": ("La carte non lue", "The card not read"),
    "contested": ("Le siège contesté", "The contested seat"),
    "royal": ("La quinte flush royale", "The royal flush"),
    "link": ("La liaison perdue", "The link is lost"),
    "closing": ("Fermer la table", "Closing the table"),
}
"""The title of each lesson."""

STEPS: Final[dict[str, tuple[str, str]]] = {
    "stakes": ("Entrez les mises", "Enter the bets"),
    "close": ("Fermez les mises", "Close the bets"),
    "collect": ("Ramassez le JP1", "Collect JP1"),
    "decide": ("Notez les décisions", "Note the decisions"),
    "preflop": ("Décisions pré-flop", "Pre-flop decisions"),
    "flop": ("Décisions au flop", "Flop decisions"),
    "folds": ("Notez les abandons", "Note the folds"),
    "show": ("Abattez", "Open the hands"),
    "settle": ("Réglez chaque siège", "Settle every seat"),
    "settle_others": ("Réglez les autres", "Settle the others"),
    "settle_last": ("Réglez le dernier", "Settle the last seat"),
    "prize": ("Payez la prime", "Pay the prize"),
    "declare": ("Déclarez l’incident", "Report the incident"),
    "call": ("Appelez le chef", "Call the floor"),
    "refund": ("Remboursez", "Refund every seat"),
    "key": ("Saisissez la carte", "Key the card"),
    "contest": ("Mettez de côté", "Put the seat aside"),
    "settle_contested": ("Réglez le contesté", "Settle it last"),
    "comite": ("Appelez le comité", "Call the casino manager"),
    "open": ("Ouvrez le règlement", "Open the settlement"),
    "settle_royal": ("Réglez les sièges", "Settle the seats"),
    "seen": ("Lisez l’alarme", "Read the alarm"),
    "end": ("Clôturez le coup", "Close the round"),
    "begin": ("Ouvrez la fermeture", "Begin the closing"),
    "empty": ("Montrez le mélangeur", "Show the shuffler"),
    "count": ("Comptez l’encaisse", "Count the bankroll"),
    "lines": ("Cochez les lignes", "Tick the lines"),
    "close_table": ("Fermez la table", "Close the table"),
}
"""A step on the card: short enough for a line of it."""

ASKED: Final[dict[str, tuple[str, str]]] = {
    "ask.SetStakes": (
        "Siège {seat}\u00a0: {ante} à l’Ante, {trips} au Trips",
        "Seat {seat}: {ante} on Ante, {trips} on Trips",
    ),
    "ask.SetStakes.alone": (
        "Siège {seat}\u00a0: {ante} à l’Ante, rien d’autre",
        "Seat {seat}: {ante} on Ante only",
    ),
    "ask.ConfirmRest": ("Confirmez les mises d’avant", "Confirm the bets as before"),
    "ask.VacateSeat": ("Le siège {seat} ne joue pas\u00a0: libérez-le", "Seat {seat} does not play: free it"),
    "ask.CloseBets": ("Toutes les mises sont là\u00a0: fermez", "Every bet is there: close the bets"),
    "ask.CollectJp1": ("Ramassez les jetons JP1", "Collect the JP1 chips"),
    "ask.CountAgrees": ("Recomptez\u00a0: le compte est bon, dites-le", "Count again: it is right, say so"),
    "ask.GiveJp1Back": ("JP1 est fermé\u00a0: rendez les jetons", "JP1 is closed: give the chips back"),
    "ask.BetPlay": ("Siège {seat} dit ×{multiple}\u00a0: notez-le", "Seat {seat} says ×{multiple}: note it"),
    "ask.Fold": ("Siège {seat} abandonne\u00a0: notez-le", "Seat {seat} folds: note it"),
    "ask.CallStreet": (
        "Plus personne ne mise\u00a0: appelez la suite",
        "Nobody else bets: call the next street",
    ),
    "ask.OpenHands": ("Tous ont parlé\u00a0: abattez", "All have spoken: open the hands"),
    "ask.PayAntes": ("Payez d’abord les Antes", "Pay the Antes first"),
    "ask.OpenSettlement": ("Lisez les mains, puis réglez", "Read the hands, then settle"),
    "ask.SettleSeat.pay": ("Payez {pay} au siège {seat}", "Pay {pay} to seat {seat}"),
    "ask.SettleSeat.take": ("Prenez {take} au siège {seat}", "Take {take} from seat {seat}"),
    "ask.SettleSeat.both": (
        "Siège {seat}\u00a0: payez {pay}, prenez {take}",
        "Seat {seat}: pay {pay}, take {take}",
    ),
    "ask.SettleSeat.none": ("Siège {seat}\u00a0: rien ne bouge", "Seat {seat}: nothing moves"),
    "ask.RefundSeat": ("Rendez {pay} au siège {seat}", "Give {pay} back to seat {seat}"),
    "ask.NextRound": ("Ramassez les cartes, coup suivant", "Clear the cards, next round"),
    "ask.DeclareIncident.irregular_deal": (
        "Deux cartes sont sorties ensemble\u00a0: déclarez",
        "Two cards came out together: report it",
    ),
    "ask.DeclareIncident.marked_card": (
        "Une carte du board est marquée\u00a0: déclarez",
        "A card of the board is marked: report it",
    ),
    "ask.CallChef": ("Appelez le chef", "Call the floor supervisor"),
    "ask.CallChef.royal": (
        "Ne touchez plus aux cartes. Appelez le comité",
        "Hands off the cards. Call the casino manager",
    ),
    "ask.CallChef.contested": (
        "Le désaccord reste\u00a0: appelez le chef",
        "They still differ: call the floor",
    ),
    "ask.CallChef.closing": ("Dernier coup joué\u00a0: appelez le chef", "Last round played: call the floor"),
    "ask.KeyCard": ("Carte non lue\u00a0: saisissez {card}", "Card not read: key {card}"),
    "ask.ContestSeat": (
        "Siège {seat} n’est pas d’accord\u00a0: de côté",
        "Seat {seat} disagrees: put it aside",
    ),
    "ask.SeeAlarm": (
        "Liaison du jackpot perdue\u00a0: lisez, puis «\u00a0Vu\u00a0»",
        "Jackpot link lost: read, then Seen",
    ),
    "ask.SignOn": ("Vous avez quitté la table\u00a0: reprenez-la", "You have left the table: take it again"),
    "ask.Resume": ("Rien n’est faux\u00a0: reprenez le coup", "Nothing is wrong: resume the round"),
    "ask.EndPause": ("Finissez la pause", "End the pause"),
    "ask.BeginClosing": ("Le chef est là\u00a0: ouvrez la fermeture", "The floor is here: begin the closing"),
    "ask.ShowEmpty": ("Montrez le mélangeur vide", "Show the shuffler empty"),
    "ask.CountPieces": ("Comptez\u00a0: {count} × {piece}", "Count: {count} × {piece}"),
    "ask.TickLine": ("Fait et vu\u202f? Cochez\u00a0: {line}", "Done and seen? Tick: {line}"),
    "ask.CloseTable": ("Tout est signé\u00a0: fermez la table", "All is signed: close the table"),
}
"""What is asked, in the strip, in capitals."""

WHERE: Final[dict[str, tuple[str, str]]] = {
    "touch.key": ("touchez «\u00a0{key}\u00a0»", "touch “{key}”"),
    "touch.SetStakes": ("touchez son siège, ses jetons, validez", "touch the seat, its chips, confirm"),
    "touch.BetPlay": ("touchez ×{multiple} dans sa colonne", "touch ×{multiple} in the column"),
    "touch.Fold": ("touchez sa colonne", "touch the column"),
    "touch.VacateSeat": ("touchez le siège, puis «\u00a0Libérer\u00a0»", "touch the seat, then “Free”"),
    "touch.DeclareIncident": ("touchez «\u00a0Incident\u00a0»", "touch “Incident”"),
    "touch.CallChef": ("touchez «\u00a0Appeler le chef\u00a0»", "touch “Call the floor”"),
    "touch.KeyCard": ("deux fois la même, dans la grille", "twice the same, on the grid"),
    "touch.ContestSeat": ("touchez «\u00a0Contesté\u00a0»", "touch “Contested”"),
    "touch.SeeAlarm": ("touchez «\u00a0Vu\u00a0»", "touch “Seen”"),
    "touch.BeginClosing": ("touchez «\u00a0Fermer la table\u00a0»", "touch “Close the table”"),
    "touch.ShowEmpty": ("en bas à droite", "at the bottom right"),
    "touch.CountPieces": ("ligne «\u00a0Encaisse\u00a0», pièce par pièce", "line “Bankroll”, piece by piece"),
    "touch.TickLine": ("touchez la ligne", "touch the line"),
    "touch.GiveJp1Back": ("la touche de la carte", "the key of the card"),
}
"""Where the key is that does it."""

WAITS: Final[dict[str, tuple[str, str]]] = {
    "wait": ("Un instant", "One moment"),
    "wait.cards": ("Les cartes sortent du sabot", "Cards come out of the shoe"),
    "wait.book": ("Le jackpot enregistre les mises", "The jackpot books the bets"),
    "wait.chips": ("Les joueurs posent leurs jetons JP1", "Players lay their JP1 chips"),
    "wait.chef": ("Le chef décide", "The floor decides"),
    "wait.comite": ("Le comité vérifie et paie", "The casino manager verifies and pays"),
    "wait.badge": ("Votre badge arrive au lecteur", "Your badge goes into the reader"),
    "wait.people": ("Le chef et le caissier signent", "The floor and the cashier sign"),
    "wait.sub": ("regardez l’écran, ne touchez rien", "watch the screen, touch nothing"),
}

HINTS: Final[dict[str, tuple[str, str]]] = {
    "stakes": (
        "La Blind égale l’Ante\u00a0: l’écran la pose pour vous.",
        "Blind equals Ante: the screen lays it for you.",
    ),
    "close": (
        "Annoncez «\u00a0rien ne va plus\u00a0»\u00a0: ensuite plus rien n’entre.",
        "Call “no more bets”: nothing goes in after that.",
    ),
    "collect": (
        "Comptez les jetons posés, touchez, puis prenez-les. Le compteur monte.",
        "Count the chips that lie there, touch, then take them. The meter rises.",
    ),
    "decide": (
        "Notez ce qui est dit. Qui ne mise pas checke, sans touche.",
        "Note what is said. Who does not bet checks, without a key.",
    ),
    "preflop": ("Pré-flop\u00a0: ×4 ou ×3, une fois par coup.", "Pre-flop: ×4 or ×3, once a round."),
    "flop": ("Au flop\u00a0: ×2. Qui a misé ne parle plus.", "On the flop: ×2. Who has bet speaks no more."),
    "folds": (
        "À la fin\u00a0: ×1 ou abandon. Ses cartes restent\u00a0: Trips joue.",
        "At the end: ×1 or fold. The cards stay: Trips still plays.",
    ),
    "show": ("D’abord vos cartes, puis celles des sièges.", "Your cards first, then the seats’."),
    "settle": (
        "De droite à gauche. Ne payez que la somme en grand.",
        "From right to left. Pay the large sum, nothing else.",
    ),
    "settle_others": (
        "De droite à gauche. Le siège mis de côté attend.",
        "From right to left. The seat put aside waits.",
    ),
    "settle_last": ("De droite à gauche\u00a0: il reste un siège.", "From right to left: one seat is left."),
    "prize": (
        "Full\u00a0: 10 fois la mise JP1, soit 50\u00a0€, payés par la table.",
        "Full house: 10 times the JP1 bet, 50\u00a0€, paid by the table.",
    ),
    "declare": (
        "Ne corrigez rien vous-même. Touchez «\u00a0Incident\u00a0».",
        "Put nothing right yourself. Touch “Incident”.",
    ),
    "call": ("L’appel est silencieux. Attendez qu’il soit vu.", "The call is silent. Wait until it is seen."),
    "refund": (
        "Toutes ses mises, Play compris. JP1 est reporté.",
        "Every bet, Play too. JP1 is carried over.",
    ),
    "misdeal.refund": (
        "Ante, Blind et Trips reviennent. JP1 est reporté.",
        "Ante, Blind and Trips go back. JP1 is carried over.",
    ),
    "key": (
        "Regardez la carte sur le tapis, pas votre souvenir.",
        "Look at the card on the felt, not at your memory.",
    ),
    "contest": (
        "Ne discutez pas\u00a0: réglez les autres d’abord.",
        "Do not argue: settle the others first.",
    ),
    "settle_contested": (
        "Le chef a vu\u00a0: réglez ce qu’il a décidé.",
        "The floor has seen: settle as decided.",
    ),
    "comite": (
        "Mains hors du tapis. Seul le comité fait payer.",
        "Hands off the felt. Only the casino manager lets it be paid.",
    ),
    "open": ("Le comité a libéré le jackpot\u00a0: continuez.", "The casino manager has released it: go on."),
    "settle_royal": (
        "Ce que la caisse a payé n’est plus à payer ici.",
        "What the cage has paid is not paid again here.",
    ),
    "seen": (
        "JP1 ferme, le jeu principal continue. Rendez les jetons.",
        "JP1 closes, the main game goes on. Give the chips back.",
    ),
    "end": ("Regardez une dernière fois le tapis vide.", "Look once more at the empty felt."),
    "begin": ("Le badge du chef reste au lecteur.", "The floor’s badge stays in the reader."),
    "empty": ("Capot ouvert, plus une carte dedans.", "Lid open, no card inside."),
    "count": ("Comptez sans regarder l’attendu\u00a0: il est caché.", "Count blind: what is due is hidden."),
    "lines": ("Cochez seulement ce que vous avez fait.", "Tick only what you have done."),
    "close_table": ("La touche claire ferme la table.", "The light key closes the table."),
}
"""What helps who hesitates: at most two short sentences."""

AROUND: Final[dict[str, tuple[str, str]]] = {
    "mark": ("FORMATION – SANS VALEUR", "TRAINING – NO VALUE"),
    "mark.short": ("FORMATION", "TRAINING"),
    "lesson": ("Leçon", "Lesson"),
    "lesson.attempt": ("{number}, essai {attempt}", "{number}, attempt {attempt}"),
    "drill": ("Exercice", "Drill"),
    "drill.attempt": ("royale, essai {attempt}", "royal, attempt {attempt}"),
    "pupil": ("Élève", "Trainee"),
    "card.lesson": ("Leçon {number} sur {of}", "Lesson {number} of {of}"),
    "card.drill": ("Exercice mensuel", "Monthly drill"),
    "score": ("{score} sur 10", "{score} of 10"),
    "errors": ("{count} erreur{count:|s} · {time}", "{count} error{count:|s} · {time}"),
    "todo": ("À FAIRE\u00a0: {ask}", "TO DO: {ask}"),
    "hint": ("Indice", "Hint"),
    "quit": ("Quitter", "Quit"),
    "again": ("Recommencer", "Start again"),
    "again.sub": ("la leçon", "the lesson"),
    "next": ("Suivante", "Next"),
    "passed": ("LEÇON RÉUSSIE", "LESSON PASSED"),
    "failed": ("À REFAIRE", "ONCE MORE"),
    "drill.passed": ("EXERCICE RÉUSSI", "DRILL PASSED"),
    "stuck": ("LA LEÇON NE PEUT PLUS CONTINUER", "THE LESSON CANNOT GO ON"),
    "stuck.sub": ("un geste l’a menée ailleurs\u00a0: recommencez", "an act led it elsewhere: start again"),
    "stuck.card": (
        "La table attend ce que la leçon n’a pas. Touchez «\u00a0Recommencer\u00a0».",
        "The table waits for what the lesson does not have. Touch “Start again”.",
    ),
    "over.sub": (
        "{score} sur 10 · {wrong} touche{wrong:|s} fausse{wrong:|s} · {sums} somme{sums:|s} fausse{sums:|s}",
        "{score} out of 10 · {wrong} wrong touch{wrong:|es} · {sums} wrong sum{sums:|s}",
    ),
    "over.wrong": ("Touches fausses", "Wrong touches"),
    "over.sums": ("Sommes fausses", "Wrong sums"),
    "over.time": ("Temps", "Time"),
    "over.passed": (
        "Les sommes sont justes. Passez à la suivante.",
        "Every sum is right. Go on to the next.",
    ),
    "over.last": ("Les sommes sont justes. C’était la dernière.", "Every sum is right. It was the last one."),
    "over.failed": (
        "Il faut 7 sur 10 et des sommes justes. Recommencez.",
        "It takes 7 out of 10 and every sum right. Start again.",
    ),
    "over.drill": ("Le certificat est prêt à imprimer.", "The certificate is ready to print."),
    "start.strip": ("CHOISISSEZ UNE LEÇON", "CHOOSE A LESSON"),
    "start.strip.sub": (
        "la vraie console, des joueurs et des appareils simulés",
        "the real console, with simulated players and machines",
    ),
    "start.title": ("Douze leçons", "Twelve lessons"),
    "start.text": (
        "Une soirée suffit. Il faut 7 sur 10 et des sommes justes pour réussir.",
        "One evening is enough. To pass takes 7 out of 10 and every sum right.",
    ),
    "start.new": ("pas encore faite", "not done yet"),
    "start.passed": ("réussie, {score} sur 10", "passed, {score} out of 10"),
    "start.failed": ("à refaire, {score} sur 10", "once more, {score} out of 10"),
    "start.done": ("Leçons réussies", "Lessons passed"),
    "start.of": ("{count} sur {of}", "{count} of {of}"),
    "start.drill": ("Exercice de la royale", "Drill of the royal"),
    "start.drill.never": ("jamais fait", "never done"),
    "start.key": ("LEÇON {number}", "LESSON {number}"),
    "start.drill.key": ("Exercice\nroyale", "Royal\ndrill"),
}

TEXTS: Final[dict[str, tuple[str, str]]] = {
    **{f"title.{name}": words for name, words in LESSONS.items()},
    **{f"step.{name}": words for name, words in STEPS.items()},
    **{f"hint.{name}": words for name, words in HINTS.items()},
    **ASKED,
    **WHERE,
    **WAITS,
    **AROUND,
}


def lesson_words(language: str, key: str, /, **facts: object) -> str:
    """The words under this key.

    Raises:
        KeyError: no such key, or a fact is missing: a bug.
    """
    return worded(TEXTS[key][LANGUAGES.index(language)], facts, french=language == "fr")


def first_of(*keys: str) -> str:
    """The first of these keys that has words; empty when none has."""
    return next((key for key in keys if key in TEXTS), "")
