"""``arbitro sealed``: rooms that a friend writes and that stay closed until their moment."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from arbitro.cli import BAD_INPUT, TEXTS, help_text, language_option, leave, pick_language, print_error, print_json
from arbitro.cli.worded import WordedTyper
from arbitro.kernel.misread import misread
from arbitro.kernel.yamlfile import open_path, whole_file
from arbitro.play.solo.room import Held, Outcome, WholeRoom, read_room
from arbitro.play.solo.sealed import FIRST, SUFFIX, close, room_id, unclose
from arbitro.play.solo.settle import for_game
from arbitro.rules import games
from arbitro.text import Fault, Language, Words


def _read(file: Path) -> WholeRoom:
    """A room from a file, closed or not yet."""
    text = _text(file)
    if text.startswith(FIRST.rpartition(" ")[0]):
        return unclose(text, str(file))
    return read_room(open_path(file))


def _text(file: Path) -> str:
    try:
        return whole_file(file).decode(errors="replace")
    except OSError as error:
        raise Fault(Words(TEXTS, "cli.dungeon.cannot_read", file=str(file), why=misread(error))) from None


def close_file(file: Path, out: Path | None, *, force: bool, language: Language, as_json: bool) -> None:
    """Check a room and write it closed."""
    room = read_room(open_path(file))
    text = close(room)
    target = out or file.with_suffix(SUFFIX)
    if target.exists() and not force:
        raise Fault(Words(TEXTS, "cli.sealed.exists", file=str(target)))
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Fault(Words(TEXTS, "cli.table.cannot_write", file=target, why=misread(error))) from None
    if as_json:
        print_json({"file": str(target), "id": room_id(target.stem, text)})
        return
    print(TEXTS.say(language, "cli.sealed.closed", file=target))


def check_file(file: Path, *, language: Language, as_json: bool) -> None:
    """Check a room, closed or not, and say nothing of what is in it but how much."""
    room = _read(file)
    if as_json:
        print_json({"file": str(file), "holds": True, "questions": len(room.questions)})
        return
    print(TEXTS.say(language, "cli.sealed.holds", file=file, count=len(room.questions)))


def open_file(file: Path, game: str | None, *, language: Language, as_json: bool) -> None:
    """Show all of a room."""
    room = _read(file)
    if game is not None:
        if game not in games():
            raise Fault(Words(TEXTS, "cli.fight.no_game", game=game, known=", ".join(games())))
        room = for_game(room, game)
    if as_json:
        print_json(room)
        return
    print("\n".join(_lines(room, language)))


def _lines(room: WholeRoom, language: Language) -> list[str]:
    lines = [room.title.in_(language), "", room.aloud.in_(language)]
    lines += (TEXTS.say(language, "cli.sealed.hidden", fact=each.in_(language)) for each in room.hidden)
    lines += _held_lines(room.foes, room.treasure, language)
    for question in room.questions:
        lines += ["", question.ask.in_(language)]
        for doing in question.doings:
            lines.append(f"- {doing.label.in_(language)}")
            if not doing.rows:
                lines += [f"    {line}" for line in _outcome_lines(doing.then, language)]
            for row in doing.rows:
                span = str(row.low) if row.low == row.high else f"{row.low or ''}–{row.high or ''}"
                first, *more = _outcome_lines(row.outcome, language) or ["–"]
                lines.append(f"    {doing.dice} {span}: {first}")
                lines += [f"        {line}" for line in more]
    return lines


def _outcome_lines(outcome: Outcome, language: Language) -> list[str]:
    lines = [said.in_(language) for said in (outcome.told, outcome.fact) if said.in_(language)]
    if outcome.harm is not None:
        whom = "everybody" if outcome.harm.everybody else "one"
        key = f"cli.sealed.harm_{whom}_save" if outcome.harm.save else f"cli.sealed.harm_{whom}"
        lines.append(TEXTS.say(language, key, dice=outcome.harm.dice))
    if outcome.healing:
        lines.append(TEXTS.say(language, "cli.sealed.healing", dice=outcome.healing))
    if outcome.ahead:
        lines.append(TEXTS.say(language, "cli.sealed.ahead"))
    return lines + _held_lines(outcome.foes, outcome.treasure, language)


def _held_lines(foes: Held, treasure: Held, language: Language) -> list[str]:
    lines = []
    for key, held in (("cli.sealed.foes", foes), ("cli.sealed.treasure", treasure)):
        for game, items in held.items():
            shown = ", ".join(f"{name} ({count})" for name, count in items.items())
            lines.append(TEXTS.say(language, key, game=game, items=shown))
    return lines


def _carried_out(work: Callable[[], None], language: Language, *, as_json: bool) -> None:
    try:
        work()
    except Fault as fault:
        print_error(fault.in_(language))
        if as_json:
            print_json({"error": {"message": fault.in_(language)}})
        leave(BAD_INPUT)


def register(app: typer.Typer) -> None:
    """Add ``sealed`` with its commands."""
    sealed = WordedTyper(no_args_is_help=True, help=help_text("cli.sealed.help"))
    app.add_typer(sealed, name="sealed")
    Lang = Annotated[str | None, language_option()]
    Json = Annotated[bool, typer.Option("--json", help=help_text("cli.json"))]
    File = Annotated[Path, typer.Argument(exists=True, dir_okay=False, help=help_text("cli.sealed.file"))]

    @sealed.command("close", help=help_text("cli.sealed.close"))
    def close_command(
        file: File,
        out: Annotated[Path | None, typer.Option("--out", dir_okay=False, help=help_text("cli.sealed.out"))] = None,
        force: Annotated[bool, typer.Option("--force", help=help_text("cli.sealed.force"))] = False,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)
        _carried_out(
            lambda: close_file(file, out, force=force, language=language, as_json=as_json), language, as_json=as_json
        )

    @sealed.command("check", help=help_text("cli.sealed.check"))
    def check_command(file: File, lang: Lang = None, as_json: Json = False) -> None:
        language = pick_language(lang)
        _carried_out(lambda: check_file(file, language=language, as_json=as_json), language, as_json=as_json)

    @sealed.command("open", help=help_text("cli.sealed.open"))
    def open_command(
        file: File,
        rules: Annotated[str | None, typer.Option("--rules", help=help_text("cli.sealed.rules"))] = None,
        lang: Lang = None,
        as_json: Json = False,
    ) -> None:
        language = pick_language(lang)
        _carried_out(lambda: open_file(file, rules, language=language, as_json=as_json), language, as_json=as_json)
