"""Prompts: how to sit in a seat, in words for a language model, in either language."""

from typing import Final

from mcp import types

from arbitro.agents import TEXTS
from arbitro.text import Language, as_language

PROMPTS: Final = ("narrator", "player", "referee_assistant")


def listed(language: Language) -> list[types.Prompt]:
    """The prompts there are."""
    asked = types.PromptArgument(name="language", description=TEXTS.say(language, "prompt.language"), required=False)
    return [
        types.Prompt(
            name=name,
            title=TEXTS.say(language, f"prompt.{name}.title"),
            description=TEXTS.say(language, f"prompt.{name}.about"),
            arguments=[asked],
        )
        for name in PROMPTS
    ]


def prompt(name: str, arguments: dict[str, str] | None, language: Language) -> types.GetPromptResult | None:
    """A prompt in the language that is asked for, or that of the connection; None where there is no such prompt."""
    if name not in PROMPTS:
        return None
    spoken = as_language((arguments or {}).get("language")) or language
    text = types.TextContent(type="text", text=TEXTS.say(spoken, f"prompt.{name}.text"))
    return types.GetPromptResult(
        description=TEXTS.say(spoken, f"prompt.{name}.about"),
        messages=[types.PromptMessage(role="user", content=text)],
    )
