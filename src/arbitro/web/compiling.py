"""How templates become code: as Jinja does it, but for what costs it most and is never needed here.

A page is drawn anew at every command, for every seat. Jinja looks for an attribute among the items too, asks at each
call whether the function wants to know the template's context, and hands macros their arguments by way of lists. Here
``one.name`` is the attribute and nothing else, functions are called as they are, and a macro that is given all of its
arguments is called at once. What is written is the same.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.exceptions import TemplateAssertionError
from jinja2.runtime import Macro
from markupsafe import Markup, escape

PARTS = ("fragments/", "macros.html")
"""The templates of what is drawn anew at every command; all others are whole pages."""
_LONG = 200
"""Longer texts are seldom written twice."""


def escaped(value: object) -> str:
    """What is written of a value: text is escaped, HTML stands as it is."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[return-value]
    if kind is str:
        text: str = value  # type: ignore[assignment]
        return _escaped(text) if len(text) < _LONG else escape(text)
    return str(value) if kind is int else escape(value)


@lru_cache(maxsize=16384)  # ids, names and the page's own words come again and again
def _escaped(text: str) -> str:
    return str(escape(text))


def quickly(macro: Macro) -> Callable[..., str]:
    """A macro as a plain function, where it has nothing but its arguments."""
    if macro.caller or macro.catch_kwargs or macro.catch_varargs:
        return macro
    work, wanted = macro._func, len(macro.arguments)

    def called(*given: Any, **named: Any) -> str:
        if named or len(given) != wanted:
            return macro(*given, **named)
        return Markup(work(*given))  # noqa: S704 - a template's own text

    return called


class QuickGenerator(CodeGenerator):
    """Writes the code of a template."""

    def write_commons(self) -> None:
        """Use `escaped` where Jinja would escape."""
        super().write_commons()
        self.writeline("escape = environment.escaped")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802 - Jinja's name
        """An attribute is nothing else, but in whole pages, which are drawn once: those are given mappings, too."""
        if not (self.name or "").startswith(PARTS):
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Call a function as it is: none here asks for the context."""
        if node.dyn_args or node.dyn_kwargs:
            raise TemplateAssertionError("arguments are written one by one here", node.lineno, self.name, self.filename)
        self.write("(")
        self.visit(node.node, frame)
        self.write(")(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """A macro is a plain function where it can be."""
        self.write("environment.quickly(")
        super().macro_def(macro_ref, frame)
        self.write(")")


class QuickEnvironment(Environment):
    """An environment whose templates are written so."""

    code_generator_class = QuickGenerator
    escaped = staticmethod(escaped)
    quickly = staticmethod(quickly)
