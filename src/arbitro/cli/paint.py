"""Lines for a person at a screen: numbers stand out, the rest stays calm. Pipes and screen readers get plain text."""

import sys
from collections.abc import Callable

from arbitro.signs import shown_plainly


def asker() -> Callable[[str], str]:
    """How to ask here: answers that come through a pipe are repeated, so that what is printed reads like a talk."""
    if sys.stdin.isatty():
        return lambda prompt: input(shown_plainly(prompt))

    def ask(prompt: str) -> str:
        answer = input(prompt)
        print(answer)
        return answer

    return ask


def painter() -> Callable[[str], None]:
    """How to print a line here: with colour on a terminal that has it, plainly otherwise."""
    if not sys.stdout.isatty():
        return print
    from rich.console import Console  # late: a pipe needs none of it
    from rich.highlighter import RegexHighlighter
    from rich.theme import Theme

    class Lines(RegexHighlighter):
        base_style = "line."
        highlights = [  # noqa: RUF012 - the library's own way
            r"^(?P<tag>\[\d+\])",
            r"^ *(?P<choice>\d+\.)",
            r"(?P<rule>\b[A-Z]{2,3}-[A-Z]+-\d+\b.*)",
            r"(?P<die>d\d+=\d+)",
            r"(?P<number>(?<![\w:#-])[+-]?\d+(?![\w.:-]))",
        ]

    theme = Theme(
        {
            "line.tag": "dim",
            "line.choice": "bold cyan",
            "line.rule": "italic blue",
            "line.die": "bold magenta",
            "line.number": "bold",
        }
    )
    console = Console(theme=theme, highlighter=Lines(), markup=False, emoji=False, soft_wrap=False)
    return lambda line: console.print(shown_plainly(line))
