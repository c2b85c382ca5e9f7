"""``arbitro table``: the tables that are kept here, their logs, and the proof that nothing was changed."""

import asyncio
import os
from collections.abc import Coroutine
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer

from arbitro.cli import (
    BAD_INPUT,
    TEXTS,
    guarded,
    help_text,
    language_option,
    leave,
    pick_language,
    print_error,
    print_json,
)
from arbitro.cli.asking import ask_passphrase, sure
from arbitro.cli.paint import painter
from arbitro.cli.place import now, open_store
from arbitro.cli.taking_back import granting, last_back
from arbitro.cli.teller import TableTeller
from arbitro.cli.worded import WordedTyper
from arbitro.kernel.audit import replay, verify
from arbitro.kernel.changing import changeable
from arbitro.kernel.command import Command, DeclineBack, Override, Redo, Refusal, RevealSeed
from arbitro.kernel.event import Redone, Undone
from arbitro.kernel.jsonbytes import read_json
from arbitro.kernel.log import Entry, lines_of, read_lines
from arbitro.kernel.misread import misread
from arbitro.kernel.option import house_rules_text
from arbitro.kernel.pack import opening_of
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.sentence import named, refusal_text, value_word
from arbitro.play import find_game
from arbitro.store.beside import written_beside
from arbitro.store.fault import NoSuchTable
from arbitro.store.sealing import sealed_in, unseal_export
from arbitro.store.session import Session
from arbitro.text import Fault, Language, Words


def _run(work: Coroutine[Any, Any, int], language: Language) -> None:
    try:
        code = asyncio.run(work)
    except Fault as fault:
        code = _said(fault, language)
    leave(code)


async def _list(language: Language, as_json: bool) -> int:
    async with open_store() as store:
        tables = await store.tables()
    if as_json:
        print_json(tables)
    elif not tables:
        print(TEXTS.say(language, "cli.table.none"))
    else:
        for one in tables:
            print(f"{one.id:24} {one.game:12} {one.length:7}  {one.changed or one.opened}")
    return 0


async def _log(table: str, language: Language, as_json: bool, why: bool) -> int:
    async with open_store() as store:
        session, damaged = await store.salvage(table)
        if as_json:
            print_json(await session.entries())
            return 0 if damaged is None else _said(damaged, language)
        teller = TableTeller(session, language, painter(), why=why)
        for kind, run in groupby(await session.witnessed(), lambda entry: type(entry.events[0])):
            if kind not in (Undone, Redone):
                for entry in run:
                    teller.tell(entry)
                continue
            *more, last = run  # going back several entries is one thing to whoever did it
            teller.tell(last)
            if more:
                teller.say(TEXTS.say(language, "cli.table.in_a_row", count=len(more) + 1))
    return 0 if damaged is None else _said(damaged, language)


def _said(fault: Fault, language: Language) -> int:
    print_error(fault.in_(language))
    return BAD_INPUT


async def _export(table: str, file: Path, passphrase: str) -> int:
    async with open_store() as store:
        pages = store.export_table(table, passphrase)
        first = await anext(pages)  # an unknown table leaves no empty file behind
        try:
            with written_beside(file) as out:
                out.write(first)
                async for lines in pages:
                    out.write(lines)
        except OSError as error:
            raise Fault(Words(TEXTS, "cli.table.cannot_write", file=file, why=misread(error))) from None
    return 0


async def _house_rules(table: str) -> int:
    async with open_store() as store:
        session = await store.open_table(table)
        print(house_rules_text(session.ruleset.id, table, session.ruleset.options, session.state.options), end="")
    return 0


async def _known(table: str) -> None:
    """Raises `NoSuchTable` before anybody is asked anything about it."""
    async with open_store() as store:
        if not await store.has(table):
            raise NoSuchTable(table)


async def _delete(table: str, language: Language) -> int:
    async with open_store() as store:
        await store.remove(table)
        print(TEXTS.say(language, "cli.table.deleted", table=table))
    return 0


async def _repair(table: str, name: str, language: Language) -> int:
    async with open_store() as store:
        made, saved = await store.repair(table, name, os.urandom(32), at=now())
        print(TEXTS.say(language, "cli.table.repaired", table=table, name=made.id, count=saved))
    return 0


async def _import(file: Path, name: str, language: Language, *, sealed: bool) -> int:
    with file.open("rb") as opened:
        lines = list(lines_of(opened))
    seed = None
    if not sealed and sealed_in(lines):
        seed = unseal_export(lines, ask_passphrase(language, new=False))
    async with open_store() as store:
        session = await store.import_table(lines, seed, name=name, at=now())
        print(TEXTS.say(language, "cli.table.imported", table=session.id))
    return 0


async def _submit(table: str, command: Command, language: Language) -> int:
    async with open_store() as store:
        session = await store.open_table(table)
        return _told(session, await session.submit(command, REFEREE, at=now()), language)


async def _undo(table: str, language: Language) -> int:
    async with open_store() as store:
        session = await store.open_table(table)
        command = await last_back(session, REFEREE)
        answer = command if isinstance(command, Refusal) else await session.submit(command, REFEREE, at=now())
        return _told(session, answer, language)


async def _requests(table: str, language: Language) -> int:
    """Who asks the referee to take back what they did."""
    async with open_store() as store:
        session = await store.open_table(table)
        for who, entry in session.ledger.asked_back.items():
            print(TEXTS.say(language, "cli.table.request", who=who, entry=entry, table=table))
        if not session.ledger.asked_back:
            print(TEXTS.say(language, "cli.table.no_requests"))
    return 0


async def _grant(table: str, who: str, language: Language) -> int:
    async with open_store() as store:
        session = await store.open_table(table)
        steps = await granting(session, who)
        if isinstance(steps, Refusal):
            return _told(session, steps, language)
        for command in steps[:-1]:
            await session.submit(command, REFEREE, at=now())
        return _told(session, await session.submit(steps[-1], REFEREE, at=now()), language)


def _told(session: Session[Any], answer: Entry[Any, Any] | Refusal, language: Language) -> int:
    if isinstance(answer, Refusal):
        print_error(refusal_text(session.ruleset, session.state, answer, language))
        return 1
    TableTeller(session, language, print).tell(answer)
    return 0


async def _change(
    table: str, who: str | None, what: str | None, value: int | None, why: str, language: Language
) -> int:
    """List what may be changed by hand, or change it."""
    async with open_store() as store:
        session = await store.open_table(table)
        ruleset, state = session.ruleset, session.state
        found = [
            (
                one,
                str(named(ruleset, state, one.of, language)) if one.of else "-",
                value_word(ruleset, one.word, language),
            )
            for one in changeable(ruleset.values, state)
        ]
        if who is not None:
            found = [each for each in found if who.casefold() in (each[0].of.casefold(), each[1].casefold())]
        if what is not None:
            found = [each for each in found if what.casefold() in (each[0].word, each[2].casefold())]
        if what is not None and value is not None and len(found) == 1:
            answer = await session.submit(Override(found[0][0].path, value, why), REFEREE, at=now())
            return _told(session, answer, language)
        for one, name, word in found:
            key = "cli.table.value" if one.most is not None else "cli.table.value_open"
            print(TEXTS.say(language, key, who=name, what=word, value=one.value, least=one.least, most=one.most))
        if not found or value is not None:
            print_error(TEXTS.say(language, "cli.table.no_value"))
            return 1
    return 0


async def _branch(table: str, name: str, language: Language) -> int:
    async with open_store() as store:
        session = await store.open_table(table)
        made = await session.branch(name, os.urandom(32), at=now())
        print(TEXTS.say(language, "cli.table.branched", table=table, name=made.id))
    return 0


def _verify(file: Path, language: Language, as_json: bool, again: bool) -> int:
    with file.open("rb") as opened:
        lines = list(lines_of(opened))
    verdict = verify(lines)
    fault = None if verdict.fault is None else verdict.fault.in_(language)
    line = verdict.line
    if fault is None and again:
        line, fault = _decided_again(lines, language)
    if as_json:
        counts = {"lines": verdict.lines, "dice": verdict.dice, "open": verdict.open_dice, "by_hand": verdict.by_hand}
        counts["ended"] = verdict.ended
        print_json({"holds": fault is None, **counts, "line": line, "fault": fault})
    elif fault is not None:
        print_error(TEXTS.say(language, "cli.table.broken", line=line, fault=fault) if line else fault)
    else:
        print(TEXTS.say(language, "cli.table.holds", lines=verdict.lines, dice=verdict.dice))
        if not verdict.ended:
            print(TEXTS.say(language, "cli.table.no_end"))
        if verdict.open_dice:
            print(TEXTS.say(language, "cli.table.open", count=verdict.open_dice))
        if verdict.by_hand:
            print(TEXTS.say(language, "cli.table.by_hand", count=verdict.by_hand))
    return 0 if fault is None else 1


def _decided_again(lines: list[bytes], language: Language) -> tuple[int, str | None]:
    """Decide every command again under this version; the line and fault of the first that differs."""
    records = [record for _, record in read_lines(lines)]
    events = [event for _, body in records for event in read_json(body)["events"]]
    seeds = [bytes.fromhex(event["seed"]) for event in events if event["type"] == "seed_revealed"]
    if any(event["type"] == "branched" for event in events):
        return 0, TEXTS.say(language, "cli.table.two_seeds")
    if not seeds:
        return 0, TEXTS.say(language, "cli.table.no_seed")
    try:
        found = replay(opening_of(records[0][1]).ruleset(find_game), records, seeds[-1])
    except Exception as error:  # a forged entry may send the rules anywhere
        return 0, TEXTS.say(language, "cli.table.not_decided", problem=misread(error).in_(language))
    return (0, None) if found is None else (found[0] + 1, found[1].in_(language))


def register(app: typer.Typer) -> None:
    """Add ``table`` and its commands."""
    table_app = WordedTyper(no_args_is_help=True, help=help_text("cli.table.help"))
    app.add_typer(table_app, name="table")
    _reading(table_app)
    _going_back(table_app)
    _going_on(table_app)
    _keeping(table_app)


def _reading(table_app: typer.Typer) -> None:
    """Which tables there are, their logs, and logs in files."""
    Lang = Annotated[str | None, language_option()]
    Json = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    Table = Annotated[str, typer.Argument(help=help_text("cli.table.table"))]
    LogFile = Annotated[Path, typer.Argument(exists=True, dir_okay=False, help=help_text("cli.table.file"))]

    @table_app.command("list", help=help_text("cli.table.list"))
    def list_tables(lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)
        _run(_list(language, as_json), language)

    @table_app.command("log", help=help_text("cli.table.log"))
    def show_log(
        table: Table,
        why: Annotated[bool, typer.Option("--why", help=help_text("cli.fight.why"))] = False,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)
        _run(_log(table, language, as_json, why), language)

    @table_app.command("export", help=help_text("cli.table.export"))
    def export(
        table: Table,
        file: Annotated[Path, typer.Argument(dir_okay=False, help=help_text("cli.table.export_file"))],
        with_seed: Annotated[bool, typer.Option("--with-seed", help=help_text("cli.table.with_seed"))] = False,
        lang: Lang = None,
    ) -> None:
        language = pick_language(lang)
        _run(_export(table, file, ask_passphrase(language, new=True) if with_seed else ""), language)

    @table_app.command("house-rules", help=help_text("cli.table.house_rules"))
    def house_rules(table: Table, lang: Lang = None) -> None:
        _run(_house_rules(table), pick_language(lang))

    @table_app.command("import", help=help_text("cli.table.import"))
    def import_file(
        file: LogFile,
        name: Annotated[str, typer.Option("--as", help=help_text("cli.table.as_name"))] = "",
        sealed: Annotated[bool, typer.Option("--without-seed", help=help_text("cli.table.without_seed"))] = False,
        lang: Lang = None,
    ) -> None:
        language = pick_language(lang)
        _run(_import(file, name, language, sealed=sealed), language)


def _going_back(table_app: typer.Typer) -> None:
    """What is taken back, and whoever asks for it."""
    Lang = Annotated[str | None, language_option()]
    Table = Annotated[str, typer.Argument(help=help_text("cli.table.table"))]
    Asker = Annotated[str, typer.Argument(help=help_text("cli.table.asker"))]

    @table_app.command("undo", help=help_text("cli.table.undo"))
    def undo(table: Table, lang: Lang = None) -> None:
        language = pick_language(lang)
        _run(_undo(table, language), language)

    @table_app.command("requests", help=help_text("cli.table.requests"))
    def requests(table: Table, lang: Lang = None) -> None:
        language = pick_language(lang)
        _run(_requests(table, language), language)

    @table_app.command("grant", help=help_text("cli.table.grant"))
    def grant(table: Table, who: Asker, lang: Lang = None) -> None:
        language = pick_language(lang)
        _run(_grant(table, who, language), language)

    @table_app.command("decline", help=help_text("cli.table.decline"))
    def decline(table: Table, who: Asker, lang: Lang = None) -> None:
        language = pick_language(lang)
        _run(_submit(table, DeclineBack(who), language), language)


def _going_on(table_app: typer.Typer) -> None:
    """What the referee does to a table: changing, doing again, revealing its seed, branching."""
    Lang = Annotated[str | None, language_option()]
    Table = Annotated[str, typer.Argument(help=help_text("cli.table.table"))]
    NewName = Annotated[str, typer.Argument(help=help_text("cli.table.new_name"))]

    @table_app.command("change", help=help_text("cli.table.change"))
    def change(
        table: Table,
        who: Annotated[str | None, typer.Argument(help=help_text("cli.table.change_who"))] = None,
        what: Annotated[str | None, typer.Argument(help=help_text("cli.table.change_what"))] = None,
        value: Annotated[int | None, typer.Argument(help=help_text("cli.table.change_value"))] = None,
        why: Annotated[str, typer.Option("--why", help=help_text("cli.table.change_why"))] = "",
        lang: Lang = None,
    ) -> None:
        language = pick_language(lang)
        _run(_change(table, who, what, value, why, language), language)

    @table_app.command("redo", help=help_text("cli.table.redo"))
    def redo(table: Table, lang: Lang = None) -> None:
        language = pick_language(lang)
        _run(_submit(table, Redo(), language), language)

    @table_app.command("reveal", help=help_text("cli.table.reveal"))
    def reveal(table: Table, lang: Lang = None) -> None:
        language = pick_language(lang)
        _run(_submit(table, RevealSeed(), language), language)

    @table_app.command("branch", help=help_text("cli.table.branch"))
    def branch(table: Table, name: NewName, lang: Lang = None) -> None:
        language = pick_language(lang)
        _run(_branch(table, name, language), language)


def _keeping(table_app: typer.Typer) -> None:
    """Tables put away, mended and checked."""
    Lang = Annotated[str | None, language_option()]
    Json = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    Table = Annotated[str, typer.Argument(help=help_text("cli.table.table"))]
    NewName = Annotated[str, typer.Argument(help=help_text("cli.table.new_name"))]
    LogFile = Annotated[Path, typer.Argument(exists=True, dir_okay=False, help=help_text("cli.table.file"))]

    @table_app.command("delete", help=help_text("cli.table.delete"))
    def delete(
        table: Table,
        yes: Annotated[bool, typer.Option("--yes", help=help_text("cli.table.yes"))] = False,
        lang: Lang = None,
    ) -> None:
        language = pick_language(lang)
        guarded(lambda: asyncio.run(_known(table)), language, as_json=False)
        if not yes and not sure(TEXTS.say(language, "cli.table.sure", table=table), language):
            print(TEXTS.say(language, "cli.table.kept"))
            leave(1)
        _run(_delete(table, language), language)

    @table_app.command("repair", help=help_text("cli.table.repair"))
    def repair(table: Table, name: NewName, lang: Lang = None) -> None:
        language = pick_language(lang)
        _run(_repair(table, name, language), language)

    @table_app.command("verify", help=help_text("cli.table.verify"))
    def check(
        file: LogFile,
        again: Annotated[bool, typer.Option("--replay", help=help_text("cli.table.replay"))] = False,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        leave(_verify(file, pick_language(lang), as_json, again))
