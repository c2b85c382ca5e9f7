"""Whether what was said for a choice fits what it asks for."""

from arbitro.kernel.choice import Choice, Parameter
from arbitro.kernel.command import Refusal


def misfit(choice: Choice, values: dict[str, str | int]) -> Refusal | None:
    """What does not fit in the values given for a choice."""
    known = {parameter.name: parameter for parameter in choice.parameters}
    for name in values:
        if name not in known:
            return Refusal("web.no_such_value", {"name": name, "known": ", ".join(known) or "–"})
    for name, parameter in known.items():
        if name not in values:
            if not (parameter.kind == "text" and parameter.optional):
                return Refusal("web.value_missing", {"name": name})
        elif not _fits(parameter, values[name]):
            return Refusal("web.value_misfit", {"name": name, "value": values[name]})
    return None


def _fits(parameter: Parameter, value: str | int) -> bool:
    if parameter.kind == "pick":
        return any(pick.value == value for pick in parameter.picks)
    if parameter.kind == "text":
        return isinstance(value, str) and len(value) <= 4000
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    low, high = parameter.minimum, parameter.maximum
    return (low is None or value >= low) and (high is None or value <= high)
