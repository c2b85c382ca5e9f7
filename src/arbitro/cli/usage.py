"""A command line that cannot be understood: what is wrong with it and what would be right, in the reader's language.

The library that takes the command line apart words its errors in English. What it found is worded anew here, from what
an error carries and from the shape of its sentence; a sentence of no known shape is passed on as it is.
"""

import re
from typing import TYPE_CHECKING, Any, Final

from arbitro.cli import BAD_INPUT, INTERRUPTED, TEXTS, print_error, spoken_language
from arbitro.text import Language

if TYPE_CHECKING:
    import typer

SHAPES: Final = (
    ("extra", re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((?P<words>.*)\)")),
    ("needs_value", re.compile(r"Option '(?P<option>[^']*)' requires ")),
    ("takes_no_value", re.compile(r"Option '(?P<option>[^']*)' does not take a value")),
    ("whole_number", re.compile(r"Input should be a valid integer|.* is not a valid (?:integer|int)\b")),
    ("number", re.compile(r"Input should be a valid number|.* is not a valid float\b")),
    ("at_least", re.compile(r"Input should be greater than or equal to (?P<limit>\S+)")),
    ("at_most", re.compile(r"Input should be less than or equal to (?P<limit>\S+)")),
    ("in_range", re.compile(r".* is not in the range (?P<range>[^.]*)")),
    ("one_of", re.compile(r".* is not one of (?P<known>.*?)\.?$")),
    ("no_file", re.compile(r"(?i:file|path|dir|directory) '(?P<file>.*)' does not exist")),
    ("is_folder", re.compile(r"(?i:file|path) '(?P<file>.*)' is a directory")),
    ("is_file", re.compile(r"(?i:dir|directory|path) '(?P<file>.*)' is a file")),
    ("unreadable", re.compile(r"(?i:file|path|dir|directory) '(?P<file>.*)' is not readable")),
)
"""The sentences of the library that stand for one fault each, and what they tell of it."""
COMPARE: Final = "--compare"
"""The option that takes two values."""
HELP_WORDS: Final = {
    "ARGUMENTS_PANEL_TITLE": "arguments",
    "OPTIONS_PANEL_TITLE": "options",
    "COMMANDS_PANEL_TITLE": "commands",
    "DEFAULT_STRING": "default",
    "REQUIRED_LONG_STRING": "required",
}
"""The words that the library puts around our own help, where it lets them be changed."""


def run_command_line(app: "typer.Typer", arguments: list[str]) -> int:
    """Run the command that the command line asks for; the exit code."""
    import typer

    usage_error: Any = typer.BadParameter.__bases__[0]  # the library has no public name for it
    language = spoken_language()
    if half_given(arguments):
        print_error(f"arbitro {arguments[0]}: {TEXTS.say(language, 'cli.usage.two_variants')}")
        return BAD_INPUT
    if len(arguments) < 2 or {"-h", "--help"} & set(arguments):
        word_help(language)
        arguments = without_language(arguments)  # it has been read, and groups of commands do not know it
    try:
        code = app(args=arguments, standalone_mode=False)
    except usage_error as error:
        if type(error).__name__ != "NoArgsIsHelpError":  # then the help has been shown already
            command = error.ctx.command_path if error.ctx is not None else f"arbitro {arguments[0]}"
            print_error(f"{command}: {what_is_wrong(error, language)}")
            print_error(TEXTS.say(language, "cli.usage.help", command=command))
        return BAD_INPUT
    except typer.Abort as left:
        if isinstance(left.__cause__, EOFError):
            raise left.__cause__ from None  # nobody pressed anything: somebody should have answered
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def half_given(arguments: list[str]) -> bool:
    """Whether ``--compare`` is there without two variants: the library would take another option for the second."""
    if COMPARE not in arguments:
        return False
    at = arguments.index(COMPARE)
    given = arguments[at + 1 : at + 3]
    return len(given) < 2 or any(each.startswith("-") and each != "-" for each in given)


def without_language(arguments: list[str]) -> list[str]:
    """A command line without ``--lang`` and what follows it."""
    kept = [word for word in arguments if not word.startswith("--lang=")]
    return kept if "--lang" not in kept else kept[: kept.index("--lang")] + kept[kept.index("--lang") + 2 :]


def word_help(language: Language) -> None:
    """Let the titles around the help follow the language, too: the library has no other way than its own constants."""
    from typer import rich_utils

    for name, key in HELP_WORDS.items():
        if hasattr(rich_utils, name):
            setattr(rich_utils, name, TEXTS.say(language, f"cli.usage.title.{key}"))


def what_is_wrong(error: Any, language: Language) -> str:
    """The fault itself in one sentence or two."""

    def say(key: str, **values: object) -> str:
        return TEXTS.say(language, f"cli.usage.{key}", **values)

    kind, message = type(error).__name__, str(error.message)
    if kind == "NoSuchOption" and error.option_name == "--lang":  # a group of commands has no language of its own
        return say("language_last")
    if kind == "NoSuchOption":
        near = ", ".join(sorted(error.possibilities or ()))
        return " ".join(filter(None, (say("no_option", option=error.option_name), near and say("near", near=near))))
    if kind == "MissingParameter" and error.param is not None:
        return say("missing", name=name_of(error.param), what=getattr(error.param, "help", None) or "–")
    unknown = re.match(r"No such command '(?P<command>.*?)'", message)
    if unknown or message.startswith("Missing command"):
        known = ", ".join(error.ctx.command.list_commands(error.ctx))
        return say("no_command", command=unknown["command"], known=known) if unknown else say("command", known=known)
    found = next(((key, match) for key, shape in SHAPES if (match := shape.match(message))), None)
    fault = say(found[0], **found[1].groupdict()) if found is not None else message
    param = getattr(error, "param", None)
    return fault if param is None else f"{name_of(param)}: {fault}"


def name_of(param: Any) -> str:
    """What the reader calls an option or an argument."""
    names = [name for name in param.opts if name.startswith("--")]
    return names[0] if names else str(param.metavar or param.name).strip("{}[]").upper()
