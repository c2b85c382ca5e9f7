"""Choices filled at random, as somebody would who presses anything."""

from random import Random

from arbitro.kernel.choice import Choice


def filled(choice: Choice, random: Random) -> dict[str, object]:
    """The plain command of a choice: any pick, numbers anywhere between their limits and that of what was picked."""
    values: dict[str, object] = {}
    limit = 0
    for parameter in choice.parameters:
        if parameter.kind == "pick":
            pick = random.choice(parameter.picks)
            values[parameter.name], limit = pick.value, pick.most
        elif parameter.kind == "number":
            least = parameter.minimum or 0
            most = least if parameter.maximum is None else parameter.maximum
            values[parameter.name] = random.randint(least, min(most, limit) if limit else most)
        else:
            values[parameter.name] = "a word"
    return choice.fill(**values)
