"""A change of settings: drafted by one, approved by another, never while table or jackpot is in operation."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.book.at_url import open_book
from controller.book.port import ActKind, Book, Key
from controller.boot.sessions import open_session, table_facts
from controller.cli import main
from controller.clock import SystemClock
from controller.game import inputs as i
from controller.game.inputs import Role
from controller.game.session_terms import TableFacts
from controller.game.settings.types import ChangeReason, SettingChange, SettingsAct
from controller.house.chance import profile_of
from controller.journal.seal import create_master
from controller.settings.draft import DraftRefused, SettingsDesk, settings_in_force
from controller.settings.files import config_path
from controller.settings.jackpot import load_jackpot
from controller.settings.keys import digest_of_settings
from controller.settings.limits import rules_of
from controller.settings.record import OVERLAY, RECORD, Record, standing_after
from controller.settings.rules import load_profile
from controller.settings.settings_error import SettingsError
from controller.settings.table import load_table
from controller.table.table import Table
from controller.words.setting_words import CHANGE_REASONS
from tests.law.requirements import requirement
from tests.shell.live_table import write_settings
from tests.shell.people.test_people_cli import CHEF, DIR, MCD, Office

MCD4 = "975318"
HOUSES = Path(__file__).parents[2] / "houses"
PACE = "\n[pace]\nbetting_ms = 60000\n"


class Desk:
    """A table's settings, its register, and `tapis settings` beside them."""

    def __init__(self, folder: Path, office: Office) -> None:
        self.path = write_settings(folder)
        register, pepper = office.folder / "people.db", office.folder / "people.pepper"
        people = f'\n[people]\nregister = "{register}"\npepper = "{pepper}"\n'
        self.path.write_text(self.path.read_text(encoding="utf-8") + people, encoding="utf-8")
        self.data = folder / "data"
        self.data.mkdir()
        self.before = self.path.read_text(encoding="utf-8")

    def new(self, text: str) -> Path:
        """A file with the settings and more, or with other ones."""
        path = self.path.with_name("new.toml")
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *words: str, pin: str = "", lang: str = "en") -> tuple[int, str]:
        line = ["settings", *words, "--settings", str(self.path), "--lang", lang]
        done = CliRunner().invoke(main, line, input=f"{pin}\n")
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, done.output

    def draft(self, text: str, person: str = "dir-1", pin: str = DIR) -> tuple[int, str]:
        new = str(self.new(text))
        return self.run("draft", new, "--by", person, "--reason", "attendance", pin=pin)

    @property
    def unchanged(self) -> bool:
        """Neither the file nor what is in force is another than before."""
        same = self.path.read_text(encoding="utf-8") == self.before
        return same and settings_in_force(self.path) == load_table(self.path)

    def lines(self) -> list[dict[str, Any]]:
        """What the record says."""
        path = self.data / RECORD
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Office:
    made = Office(tmp_path_factory.mktemp("house"))
    made.do("init", "dir-1", "mcd-3", "--name", "A. Fontaine", pins=(DIR, MCD))
    two = ("--by", "dir-1", "--with", "mcd-3")
    for person, role, pin in (("chef-1", "chef", CHEF), ("mcd-4", "comite", MCD4)):
        made.do("add", person, "--role", role, *two, pins=(DIR, MCD))
        made.do("pin", person, *two, pins=(DIR, MCD, pin))
    return made


@pytest.fixture
def desk(tmp_path: Path, office: Office) -> Desk:
    return Desk(tmp_path, office)


@pytest.mark.long
def test_a_draft_says_in_words_what_it_changes_and_changes_nothing(desk: Desk) -> None:
    code, said = desk.draft(desk.before + PACE)
    assert code == 0, said
    assert "pace.betting_ms (how long bets stay open): 45000 becomes 60000" in said
    assert desk.unchanged
    assert desk.run("show")[1].startswith("UTH-9: proposed by dir-1: attendance\npace.betting_ms")


def test_the_path_of_a_draft_is_told_in_french_with_values_as_papers_have_them(desk: Desk) -> None:
    """The comité of a French casino reads what it approves: seconds and euros, not the file's numbers."""
    wanted = ("--set", "pace.betting_ms=60000", "--set", "limits.minimum_cents=1000")
    code, said = desk.run("draft", *wanted, "--by", "dir-1", "--reason", "attendance", pin=DIR, lang="fr")
    assert code == 0, said
    told = said.replace("\u00a0", " ").replace("\u202f", " ").splitlines()
    assert "limits.minimum_cents (le minimum des mises) : 10,00 € au lieu de 5,00 €" in told
    assert "pace.betting_ms (combien de temps les mises sont ouvertes) : 60 s au lieu de 45 s" in told
    assert "  maximum des mises : 300,00 € au lieu de 150,00 €" in told
    assert told[-1] == "attend l’approbation d’une autre personne : tapis settings approve --by ID"
    assert desk.run("show", lang="fr")[1].startswith("UTH-9\u00a0: proposé par dir-1\u00a0: affluence\n")
    refused = desk.run("approve", "--by", "chef-1", pin=CHEF, lang="fr")
    assert refused == (1, "Erreur\u00a0: chef-1 n’en a pas le droit (RO-04)\n")
    code, said = desk.run("approve", "--by", "mcd-3", pin=MCD, lang="fr")
    assert (code, said.splitlines()[-1]) == (
        0,
        "UTH-9\u00a0: en vigueur à la prochaine ouverture de la table",
    )
    assert desk.run("show", lang="fr") == (1, "Erreur\u00a0: aucun projet n’attend (PM-11)\n")


def test_a_draft_that_cannot_be_is_refused_in_french(desk: Desk) -> None:
    by = ("--by", "dir-1", "--reason", "trial")
    wrong = {
        ("draft", *by): (2, "soit un fichier NOUVEAU, soit --set CLÉ=VALEUR, et non les deux"),
        ("draft", "--set", "no", *by): (2, "--set no\u00a0: pas de CLÉ=VALEUR d’un réglage"),
        ("draft", "--set", "pace.betting_ms=1", *by): (
            1,
            "pace.betting_ms\u00a0: 1 n’est pas un choix permis",
        ),
        ("withdraw", "--by", "mcd-3"): (1, "aucun projet n’attend (PM-11)"),
    }
    for words, (exit_code, sentence) in wrong.items():
        code, said = desk.run(*words, pin=DIR, lang="fr")
        assert (code, said.removeprefix("Erreur\u00a0: ")[: len(sentence)]) == (exit_code, sentence)
    assert desk.unchanged


def test_every_reason_of_a_change_has_its_word() -> None:
    assert CHANGE_REASONS.keys() == {one.value for one in ChangeReason}


def test_another_person_approves_and_the_next_start_reads_it(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    before = digest_of_settings(settings_in_force(desk.path))
    code, said = desk.run("approve", "--by", "mcd-3", pin=MCD)
    assert code == 0, said
    assert "in force when the table opens next" in said
    assert settings_in_force(desk.path).pace.betting_ms == 60_000
    assert desk.path.read_text(encoding="utf-8") == desk.before
    assert 'betting_ms = "60000"' in (desk.data / OVERLAY).read_text(encoding="utf-8")
    proposed, approved = desk.lines()
    assert (proposed["person"], approved["person"], proposed["reason"]) == ("dir-1", "mcd-3", "attendance")
    draft = approved["draft"]
    assert draft["changes"] == [{"key": "pace.betting_ms", "before": "45000", "after": "60000"}]
    assert (draft["before"], draft["after"]) == (before, digest_of_settings(settings_in_force(desk.path)))
    assert approved["complete"] is True
    assert desk.run("show") == (1, "Error: no draft waits (PM-11)\n")


def test_every_choice_that_is_shown_can_be_typed(desk: Desk) -> None:
    """`opening.closes` could be `rien`, which was then refused as no choice."""
    desk.path.write_text(
        desk.before + "\n[opening]\ncoefficient = 5000\ncloses = '04:00'\n", encoding="utf-8"
    )
    shown = next(line for line in desk.run("keys")[1].splitlines() if line.startswith("opening.closes"))
    assert shown.startswith('opening.closes = 04:00  ("", 00:00, ')
    words = ("draft", "--set", "opening.closes=", "--by", "dir-1", "--reason", "trial")
    code, said = desk.run(*words, pin=DIR)
    assert (code, "opening.closes" in said) == (0, True), said


def test_one_setting_is_drafted_without_a_file_and_says_what_follows(desk: Desk) -> None:
    desk.path.write_text(desk.before + "\n[opening]\ncoefficient = 5000\n", encoding="utf-8")
    words = ("draft", "--set", "limits.minimum_cents=1000", "--by", "dir-1", "--reason", "authorisation")
    code, said = desk.run(*words, pin=DIR)
    assert code == 0, said
    assert "limits.minimum_cents (the least that is staked, in cents): 500 becomes 1000" in said
    assert "the avance that the coefficient asks for: 2500000 cents becomes 5000000 cents" in said
    desk.run("approve", "--by", "mcd-3", pin=MCD)
    rules = rules_of(settings_in_force(desk.path))
    assert (rules.limits.minimum_cents, rules.limits.maximum_cents) == (1_000, 30_000)
    assert profile_of(rules.digest) == rules
    assert "limits.minimum_cents = 1000" in desk.run("keys")[1]


def test_rules_with_a_second_side_bet_are_drafted_approved_and_told_bet_by_bet(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trips stays what it was, Pocket comes, and its return is told as exactly as the others'."""
    shutil.copytree(HOUSES, tmp_path / "config" / "rules")
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path / "config"))
    assert "trips-and-pocket" in desk.run("keys")[1]
    words = ("draft", "--set", "table.profile=trips-and-pocket", "--by", "dir-1", "--reason", "trial")
    code, said = desk.run(*words, pin=DIR)
    assert code == 0, said
    assert "table.profile" in said
    assert "becomes trips-and-pocket" in said
    assert "Pocket returns, in millionths of the stake: nothing becomes 911011" in said
    assert desk.run("approve", "--by", "mcd-3", pin=MCD)[0] == 0
    rules = rules_of(settings_in_force(desk.path))
    assert [str(bet.spot) for bet in rules.sides] == ["trips", "pocket"]
    assert profile_of(rules.digest) == rules


def test_the_file_before_stays_when_the_settings_change_again(desk: Desk) -> None:
    for seconds in ("60", "75"):
        desk.run(*_longer(seconds), pin=DIR)
        assert desk.run("approve", "--by", "mcd-3", pin=MCD)[0] == 0
    (kept,) = desk.data.glob(f"{OVERLAY}.*")
    assert 'betting_ms = "60000"' in kept.read_text(encoding="utf-8")
    assert settings_in_force(desk.path).pace.betting_ms == 75_000


def _longer(seconds: str) -> tuple[str, ...]:
    return ("draft", "--set", f"pace.betting_ms={seconds}000", "--by", "dir-1", "--reason", "trial")


def test_the_same_person_twice_is_refused(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    code, said = desk.run("approve", "--by", "dir-1", pin=DIR)
    assert (code, said) == (1, "Error: dir-1 proposed or approved it: another person approves (PM-11)\n")
    assert desk.unchanged


@pytest.mark.parametrize(
    ("person", "pin", "why"),
    [
        ("chef-1", CHEF, "chef-1 may not do this (RO-04)"),
        ("dir-1", "999999", "dir-1: PIN refused: 4 tries left before 15 minutes of lock-out"),
    ],
)
def test_only_the_director_proposes_and_with_his_pin(desk: Desk, person: str, pin: str, why: str) -> None:
    code, said = desk.draft(desk.before + PACE, person, pin)
    assert (code, said) == (1, f"Error: {why}\n")
    assert desk.lines() == []


def test_a_chef_does_not_approve(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    code, said = desk.run("approve", "--by", "chef-1", pin=CHEF)
    assert (code, said) == (1, "Error: chef-1 may not do this (RO-04)\n")
    assert desk.unchanged


@requirement("PM-10")
def test_nothing_of_a_jackpot_is_changed_while_it_runs(desk: Desk) -> None:
    with closing(_book(desk)):
        other = desk.before.replace("jackpot.toml", "jackpot-literal.toml")
        code, said = desk.draft(other)
        assert code == 1
        assert said.endswith("stay while the jackpot runs: stop it first (PM-10)\n")
        assert "(PM-10)" in desk.draft(desk.before.replace("fr-55-20-2021", "fr-55-20-2015"))[1]
    linked = desk.before.replace("[table]", '[table]\nbook = "postgresql://u@h/d"', 1)
    assert "(PM-10)" in desk.draft(linked)[1]
    assert desk.lines() == []


def _book(desk: Desk) -> Book:
    return open_book(str(desk.data / "jackpot.book"), load_jackpot(), create=True, at_ms=1)


@requirement("PM-10")
def test_a_jackpot_that_stands_still_keeps_its_terms_and_may_have_other_prizes(desk: Desk) -> None:
    with closing(_book(desk)) as book:
        book.stop(Key("UTH-9", "j" * 64, 0, 1, ActKind.STOP), "transfer", ("mcd-3", "dir-1"), "stop", 2)
    code, said = desk.draft(desk.before.replace("jackpot.toml", "jackpot-literal.toml"))
    assert (code, "other terms are another jackpot's (PM-10)" in said) == (1, True)
    code, said = desk.draft(desk.before.replace("fr-55-20-2021", "fr-55-20-2015"))
    assert code == 0, said
    assert "JP1 returns to one bettor, in millionths of the stake: 974332 becomes nothing" in said


@requirement("PM-05")
def test_a_return_above_the_ceiling_is_approved_by_two_beside_who_proposes(desk: Desk) -> None:
    code, said = desk.draft(desk.before.replace("jackpot.toml", "jackpot-literal.toml"))
    assert code == 0, said
    assert "two persons approve, beside who proposes (PM-05)" in said
    assert "tapis settings approve" in desk.run("approve", "--by", "mcd-3", pin=MCD)[1]
    assert desk.unchanged
    assert desk.run("approve", "--by", "mcd-3", pin=MCD)[0] == 1
    code, said = desk.run("approve", "--by", "mcd-4", pin=MCD4)
    assert (code, "in force when the table opens next" in said) == (0, True)
    assert settings_in_force(desk.path).table.jackpot == "jackpot-literal.toml"


@contextmanager
def opened(desk: Desk) -> Iterator[Table]:
    """The table of these settings is open: its journal says so."""
    journals = desk.data / "journals"
    journals.mkdir()
    master = create_master(desk.data / "seal.key")

    def facts(session: int, first_round: int) -> TableFacts:
        return table_facts("UTH-9", session, load_profile("fr-55-20-2021"), load_jackpot(), simulated=False)

    session = open_session(journals, facts, "UTH-9", SystemClock(), master, durable=False)
    table = Table(session.state, session.journal, SystemClock(), show=lambda _: None, ask=lambda _: None)
    table.start()
    table.take(i.SettingsObserved(0, digest_of_settings(settings_in_force(desk.path)), ""))
    for given in (i.OpenTable(), i.BadgeObserved("Chef", Role.CHEF), i.ConfirmOpening()):
        assert table.take(given) is None
    yield table
    session.journal.close()


def test_nothing_of_a_table_is_changed_while_it_is_open(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    with opened(desk) as table:
        _while_open(desk)
        assert table.take(i.CloseTable()) is None
        assert desk.draft(desk.before + PACE)[0] == 0
        assert desk.run("approve", "--by", "mcd-3", pin=MCD)[0] == 0


def _while_open(desk: Desk) -> None:
    code, said = desk.run("approve", "--by", "mcd-3", pin=MCD)
    assert code == 1
    assert said == ("Error: UTH-9 is open: nothing of a table is changed while it is in operation (PM-10)\n")
    assert desk.unchanged
    assert desk.run("withdraw", "--by", "mcd-3", pin=MCD)[0] == 0
    assert "UTH-9 is open" in desk.draft(desk.before + PACE)[1]


def test_an_open_table_goes_on_under_the_settings_it_was_opened_with(desk: Desk) -> None:
    """Approved in the very moment in which it was opened, they wait for the next opening all the same."""
    desk.draft(desk.before + PACE)
    with ExitStack() as stack:
        tables: list[Table] = []

        def opens(step: str) -> None:
            if step == "before the line":
                tables.append(stack.enter_context(opened(desk)))

        late = SettingsDesk(desk.path, lambda before, after: None, opens)
        assert late.act(SettingsAct.APPROVE, "mcd-3", 5).complete
        assert settings_in_force(desk.path).pace.betting_ms == 45_000
        assert tables[0].take(i.CloseTable()) is None
        assert settings_in_force(desk.path).pace.betting_ms == 60_000


def test_settings_changed_meanwhile_are_not_overwritten(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    desk.path.write_text(desk.before + "\n[video]\nretention_days = 30\n", encoding="utf-8")
    code, said = desk.run("approve", "--by", "mcd-3", pin=MCD)
    assert (code, "draft it anew" in said) == (1, True)
    assert settings_in_force(desk.path).pace.betting_ms == 45_000


def test_a_draft_of_nothing_of_another_table_or_of_a_machine_is_refused(desk: Desk) -> None:
    assert desk.draft(desk.before) == (1, "Error: nothing differs (PM-11)\n")
    assert "this is UTH-9 (AC-01)" in desk.draft(desk.before.replace("UTH-9", "UTH-8"))[1]
    assert "the technician's" in desk.draft(desk.before.replace("lines/shoe", "lines/other"))[1]
    assert desk.draft(desk.before + "\n[pace]\nbetting_ms = -1\n")[0] == 2
    assert "what may be chosen (PM-10)" in desk.draft(desk.before + "\n[pace]\nbetting_ms = 61000\n")[1]


def test_a_draft_that_would_not_start_is_found_before_it_is_proposed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A prize of these rules is no whole number of chips on the stake of the jackpot."""
    shipped = config_path("rules/fr-55-20-2021.toml").read_text(encoding="utf-8")
    odd = shipped.replace('"fr-55-20-2021"', '"maison"').replace('full_house = "10/1"', 'full_house = "10/3"')
    (tmp_path / "house" / "rules").mkdir(parents=True)
    (tmp_path / "house" / "rules" / "maison.toml").write_text(odd, encoding="utf-8")
    monkeypatch.setenv("TAPIS_CONFIG", str(tmp_path / "house"))
    words = ("draft", "--set", "table.profile=maison", "--by", "dir-1", "--reason", "trial")
    code, said = desk.run(*words, pin=DIR)
    assert (code, desk.lines()) == (1, [])
    assert "the table would not start: maison: paytable.jp1.full_house" in said


def test_a_draft_is_withdrawn_or_refused_and_another_may_follow(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    assert desk.run("withdraw", "--by", "mcd-3", pin=MCD)[0] == 0
    assert desk.run("approve", "--by", "mcd-3", pin=MCD) == (1, "Error: no draft waits (PM-11)\n")
    desk.draft(desk.before + PACE)
    assert "a draft of dir-1 waits already (PM-11)" in desk.draft(desk.before + PACE)[1]
    assert desk.run("refuse", "--by", "dir-1", "--reason", "moment", pin=DIR)[0] == 1
    assert desk.run("refuse", "--by", "mcd-3", "--reason", "moment", pin=MCD)[0] == 0
    assert [line["act"] for line in desk.lines()] == ["propose", "withdraw", "propose", "refuse"]


def test_an_act_asked_twice_is_one_line(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    made = SettingsDesk(desk.path, lambda before, after: None)
    first = made.act(SettingsAct.WITHDRAW, "mcd-3", 7, number=2)
    assert made.act(SettingsAct.WITHDRAW, "mcd-3", 8, number=2) == first
    with pytest.raises(DraftRefused, match="file_changed"):
        made.act(SettingsAct.APPROVE, "mcd-4", 9, number=2)


# --- ended at each step --------------------------------------------------------------------------

STEPS = (
    "before the line",
    "half the line",
    "the line",
    "half the file",
    "the file before is kept",
    "the file",
)


def killed_at(step: str, path: Path) -> None:
    """Another process approves the draft, and is ended in the middle of it without a chance to tidy up."""
    child = os.fork()
    if not child:
        cut = SettingsDesk(
            path, lambda before, after: None, lambda name: os._exit(9) if name == step else None
        )
        cut.act(SettingsAct.APPROVE, "mcd-3", 5)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9, step


def test_a_process_ended_at_any_step_leaves_the_old_settings_or_the_new_whole(desk: Desk) -> None:
    plain = SettingsDesk(desk.path, lambda before, after: None)
    change = SettingChange("pace.betting_ms", "45000", "60000")
    plain.act(SettingsAct.PROPOSE, "dir-1", 1, reason="trial", changes=(change,))
    plain.act(SettingsAct.APPROVE, "mcd-3", 2)
    found = {}
    for step in STEPS:
        old = settings_in_force(desk.path).pace.betting_ms
        if plain.standing().draft is None:
            other = "75000" if old == 60_000 else "60000"
            change = SettingChange("pace.betting_ms", str(old), other)
            plain.act(SettingsAct.PROPOSE, "dir-1", 3, reason="trial", changes=(change,))
        killed_at(step, desk.path)
        new = settings_in_force(desk.path).pace.betting_ms
        found[step] = new != old
        with Record(desk.data).locked():
            values = standing_after(Record(desk.data).lines()).values
        assert f'betting_ms = "{new}"' in (desk.data / OVERLAY).read_text(encoding="utf-8"), step
        assert values["pace.betting_ms"] == str(new)
    assert found == {step: step not in ("before the line", "half the line") for step in STEPS}


def test_a_record_whose_last_lines_are_gone_is_told_and_not_believed(desk: Desk) -> None:
    """Line by line it holds: what two persons had approved was out of force without a word."""
    for seconds in ("60", "75"):
        desk.run(*_longer(seconds), pin=DIR)
        assert desk.run("approve", "--by", "mcd-3", pin=MCD)[0] == 0
    record, overlay = desk.data / RECORD, desk.data / OVERLAY
    lines = record.read_bytes().splitlines(keepends=True)
    (before,) = desk.data.glob(f"{OVERLAY}.*")
    for left in range(len(lines)):
        record.write_bytes(b"".join(lines[:left]))
        with pytest.raises(SettingsError, match=r"lacks lines, for settings\.toml holds what they came to"):
            settings_in_force(desk.path)
        code, said = desk.run(*_longer("90"), pin=DIR)
        assert (code, "lacks lines" in said) == (2, True)
    record.write_bytes(b"".join(lines))
    for one in (before.read_bytes(), b"", b"no [ toml"):
        overlay.write_bytes(one)  # a step behind, as a writer leaves it that was cut off; damaged
        assert settings_in_force(desk.path).pace.betting_ms == 75_000


def test_a_damaged_record_is_told_and_nothing_is_guessed(desk: Desk) -> None:
    desk.draft(desk.before + PACE)
    desk.run("approve", "--by", "mcd-3", pin=MCD)
    path = desk.data / RECORD
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace('"mcd-3"', '"mcd-4"').replace('"dir-1"', '"dir-2"', 1), encoding="utf-8")
    with pytest.raises(SettingsError, match="is damaged: does not follow"):
        settings_in_force(desk.path)
    path.unlink()
    with pytest.raises(SettingsError, match="is gone, and settings"):
        settings_in_force(desk.path)


def test_what_a_person_proposed_who_is_revoked_by_now_is_not_approved_whoever_knew_of_it(
    tmp_path: Path,
) -> None:
    office = Office(tmp_path)
    office.do("init", "dir-1", "mcd-3", "--name", "A. Fontaine", pins=(DIR, MCD))
    two = ("--by", "dir-1", "--with", "mcd-3")
    for person, role, pin in (("chef-1", "chef", CHEF), ("dir-2", "director", "864209")):
        office.do("add", person, "--role", role, *two, pins=(DIR, MCD))
        office.do("pin", person, *two, pins=(DIR, MCD, pin))
    (tmp_path / "table").mkdir()
    desk = Desk(tmp_path / "table", office)
    assert desk.draft(desk.before + PACE, "dir-2", "864209")[0] == 0
    office.do("revoke", "dir-2", "--by", "chef-1", pins=(CHEF,))
    code, said = desk.run("approve", "--by", "mcd-3", pin=MCD)
    assert (code, said) == (
        1,
        "Error: dir-2 is revoked: withdraw the draft and propose it anew (SE-11)\n",
    )
    assert desk.unchanged
    assert desk.run("withdraw", "--by", "mcd-3", pin=MCD)[0] == 0


def test_what_was_proposed_with_a_card_that_is_lost_by_now_is_proposed_anew_by_its_owner(
    tmp_path: Path,
) -> None:
    """The table of that evening heard of the lost card, and the next session approved the draft."""
    office = Office(tmp_path)
    office.do("init", "dir-1", "mcd-3", "--name", "A. Fontaine", pins=(DIR, MCD))
    two = ("--by", "dir-1", "--with", "mcd-3")
    office.do("card", "dir-1", "--role", "director", "--number", "n-1", *two, pins=(DIR, MCD))
    (tmp_path / "table").mkdir()
    desk = Desk(tmp_path / "table", office)
    assert desk.draft(desk.before + PACE, "dir-1", DIR)[0] == 0
    office.do("revoke", "n-1", "--by", "mcd-3", pins=(MCD,))
    code, said = desk.run("approve", "--by", "mcd-3", pin=MCD)
    assert (code, "dir-1" in said, desk.unchanged) == (1, True, True)
    assert desk.run("withdraw", "--by", "mcd-3", pin=MCD)[0] == 0
    assert desk.draft(desk.before + PACE, "dir-1", DIR)[0] == 0
    assert desk.run("approve", "--by", "mcd-3", pin=MCD)[0] == 0


@pytest.mark.parametrize("person", ["DIR-1", " dir-1"])
def test_who_proposed_approves_under_no_other_writing_of_his_name(desk: Desk, person: str) -> None:
    """I9: a register that was filled before may hold both; a table without one asks no register."""
    desk.draft(desk.before + PACE)
    with pytest.raises(DraftRefused, match="same_person"):
        SettingsDesk(desk.path, lambda before, after: None).act(SettingsAct.APPROVE, person, 2)
