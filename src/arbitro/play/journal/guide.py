"""Which part an event has in the story: a small YAML file of each game's own, so that the journal knows no game.

A game brings it as ``journal.yaml`` in its package; a variant says there only what differs from its parent's. It maps
the wire name of an event, or ``name.variant``, to a role and to the fields that the role needs:

.. code-block:: yaml

    events:
      attack_rolled.hit: {role: blow, who: attacker, whom: target, good: true}
      damage_dealt: {role: wound, whom: target, amount: amount}
      fell.dead: {role: fall, who: who, how: dead}
      spell_cast: {role: turning}
    campaign:                              # what is told otherwise in a campaign of the game
      scene_opened: {role: quiet}

What any table, dungeon or campaign may tell is in ``data``. An event that no file names is told in the game's own words
outside of fights and left out inside them; what is meant for the referee alone is left out unless a file names it. A
field is a path such as ``members.id``, read through tuples. The words that a line names stand in the game's catalogue
(`words.Voice`), or in the journal's.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal

from msgspec import Struct, field

from arbitro.kernel.event import Event
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.yamlfile import is_packaged, open_packaged
from arbitro.play.campaign import Campaign
from arbitro.play.journal.words import packages_of

PACKAGE: Final = "arbitro.play.journal"
OWN: Final = "journal.yaml"
Role = Literal[
    "quiet",  # left out
    "told",  # the game's own sentence
    "hero",  # somebody of the party comes into the story (who)
    "chapter",  # a new chapter: a day, a descent, a journey, a scene (kind, amount: its number)
    "stage",  # a new part of a chapter: the road, the town (kind)
    "place",  # the party comes to a place (what: its id)
    "time",  # time goes by (amount, unit)
    "walk",  # a way is walked (amount, in feet)
    "attempt",  # something that may be tried again and again (what; good: whether it succeeded)
    "together",  # told once for all to whom it happens in a row (who, what: told apart by it, amount: summed up)
    "act",  # somebody acts, which is not told: in a fight, what falls next falls to them (who)
    "meet",  # somebody is met: a new paragraph (what: the word for them, amount: how many)
    "quote",  # read aloud
    "gain",  # treasure, experience or a level
    "fight",  # a fight begins
    "side",  # somebody takes part in a fight (what: the side, who: its members)
    "round",  # a new round (amount)
    "blow",  # an attack (who, whom; good: whether it hit)
    "wound",  # somebody is hurt (whom, amount)
    "fall",  # somebody is out of it (who, how)
    "rise",  # somebody is back (who)
    "turning",  # a turning point of a fight, told in the game's words
    "end",  # a fight is over (who: the winners; how: won, lost, fled, broken_off, nobody)
]


class GuideLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of one kind of event."""

    role: Role
    who: str = ""
    whom: str = ""
    what: str = ""
    amount: str = ""
    unit: Literal["minutes", "turns", "days"] = "minutes"
    good: bool = False
    mundane: bool = False
    """Attempts: they are told after many tries only. The end of a scene: it is told where there was a fight."""
    least: int = 1
    """Things told together: from how many on they are worth a word."""
    how: str = ""
    kind: str = ""
    """Chapters: which title they have."""
    text: str = ""
    """A sentence of the journal's own instead of the one that the log tells: its key."""
    when: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Only where a field has one of these values; elsewhere the event is left out."""
    name: str = ""
    """Places: a key for what the place is called, where the game has no name for its id."""


TOLD: Final = GuideLine("told")
QUIET: Final = GuideLine("quiet")


class Guide(Struct, frozen=True):
    """The parts of all events of a game."""

    lines: Mapping[str, GuideLine] = field(default_factory=dict)

    def line(self, event: Event) -> GuideLine | None:
        """The part of an event, by its variant or by its name; None where no file names it."""
        tag, variant = str(event.__struct_config__.tag), event.variant()
        found = (self.lines.get(f"{tag}.{variant}") if variant else None) or self.lines.get(tag)
        if found is not None and any(str(value_at(event, path)) not in known for path, known in found.when.items()):
            return QUIET
        return found


class GuideText(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a file."""

    events: dict[str, GuideLine]
    campaign: dict[str, GuideLine] = field(default_factory=dict)


def guide_for(ruleset: Ruleset[Any]) -> Guide:
    """The guide of a game; that of a campaign has the campaign's lines over the game's."""
    game = ruleset.game if isinstance(ruleset, Campaign) else ruleset
    own = [guide_text(package, OWN) for package in reversed(packages_of(game.texts)) if is_packaged(package, OWN)]
    layers = [shared("kernel"), *(text.events for text in own)]
    if game is not ruleset:
        layers += [shared("dungeon"), shared("campaign"), *(text.campaign for text in own)]
    return Guide({name: line for layer in layers for name, line in layer.items()})


def shared(name: str) -> Mapping[str, GuideLine]:
    """What is told of any game: at every table, in a dungeon, in a campaign."""
    return guide_text(PACKAGE, "data", f"{name}.yaml").events


@cache
def guide_text(package: str, *names: str) -> GuideText:
    """A file of a package, read once."""
    return open_packaged(package, *names).read(GuideText)


def value_at(event: Event, path: str) -> Any:
    """What stands at a path of an event; through tuples it gives a tuple. None for no path."""
    if not path:
        return None
    found: Any = event
    for step in path.split("."):
        found = tuple(getattr(each, step) for each in found) if isinstance(found, tuple) else getattr(found, step)
    return found


def ids_at(event: Event, path: str) -> tuple[str, ...]:
    """The ids at a path: one, several or none."""
    found = value_at(event, path)
    if found is None or found == "":
        return ()
    return tuple(str(each) for each in found) if isinstance(found, (tuple, list)) else (str(found),)
