"""What differs between a log and the same log played again, as a sentence that says where to look."""

import json
from typing import Any

from tests.logs.archive import Log


def difference(old: Log, new: Log) -> str:
    """The first difference of two logs; empty where there is none."""
    for number, (before, after) in enumerate(zip(old.bodies, new.bodies, strict=False)):
        if before != after:
            return f"{old.name}: entry {number}, {entry_difference(before, after)}"
    if len(old.bodies) != len(new.bodies):
        return f"{old.name}: {len(old.bodies)} entries have become {len(new.bodies)}"
    if old.state != new.state:
        path, was, came = first_difference(json.loads(old.state), json.loads(new.state), "state")
        return f"{old.name}: every entry is the same, but {path} was {short(was)} and comes to {short(came)}"
    return ""


def entry_difference(before: bytes, after: bytes) -> str:
    """What differs in an entry: the first event that does, or else whatever else is in it."""
    old, new = json.loads(before), json.loads(after)
    asked = old.get("command", {}).get("type", "no command")
    for place, (was, came) in enumerate(zip(old["events"], new["events"], strict=False)):
        if was != came:
            path, one, other = first_difference(was, came, was["type"])
            return f"{asked}: event {place} ({was['type']}) differs: {path} was {short(one)} and is {short(other)}"
    if len(old["events"]) != len(new["events"]):
        place = min(len(old["events"]), len(new["events"]))
        longer = max(old["events"], new["events"], key=len)
        word = "is missing" if longer is old["events"] else "is new"
        return f"{asked}: event {place} ({longer[place]['type']}) {word}"
    path, one, other = first_difference(old, new, "entry")
    return f"{asked}: its events are the same, but {path} was {short(one)} and is {short(other)}"


def first_difference(old: Any, new: Any, path: str) -> tuple[str, Any, Any]:
    """Where two pieces of plain data first differ, and what stands there."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in (*old, *(name for name in new if name not in old)):
            if name not in old or name not in new or old[name] != new[name]:
                return first_difference(old.get(name), new.get(name), f"{path}.{name}")
    if isinstance(old, list) and isinstance(new, list):
        for place, (one, other) in enumerate(zip(old, new, strict=False)):
            if one != other:
                return first_difference(one, other, f"{path}.{place}")
        return f"{path}, how many", len(old), len(new)
    return path, old, new


def short(value: Any) -> str:
    """A value in few words."""
    said = json.dumps(value, ensure_ascii=False)
    return said if len(said) <= 120 else f"{said[:117]}…"
