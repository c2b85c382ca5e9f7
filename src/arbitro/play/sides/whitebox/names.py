"""Names of the dungeon are its own: who else bore one would keep the game from hearing what is dug."""

from collections.abc import Iterator

from arbitro.kernel.command import Command, Refusal
from arbitro.play.state import CampaignState
from arbitro.rules.whitebox.exploring.commands import StateFacts
from arbitro.rules.whitebox.people.commands import CreateCharacter, Enrol, RandomCharacter, RollAbilities


def clash(state: CampaignState, command: Command) -> Refusal | None:
    """Why a command may not give the names that it gives: the dungeon has something else that is called so."""
    dungeon = state.dungeon
    ways = dungeon.links.keys() | dungeon.leads.keys() | dungeon.closed.keys()
    sorts = {
        "places": dungeon.spaces.keys(),
        "doors": ways,
        "traps": dungeon.traps.keys(),
        "troops": dungeon.slots.keys(),
    }
    for sort, name in given_by(command):
        if any(name in names for each, names in sorts.items() if each != sort):
            if sort:
                return Refusal("same_fact", {"name": name})
            return Refusal("id_taken", {"who": name})
    return None


def given_by(command: Command) -> Iterator[tuple[str, str]]:
    """The names that a command gives, each with the sort of fact that it is; people are none."""
    match command:
        case StateFacts():
            yield from (("places", each.id) for each in command.places)
            yield from (("doors", each.id) for each in command.doors)
            yield from (("traps", each.id) for each in command.traps)
            yield from (("troops", each.id) for each in command.troops)
        case CreateCharacter() | RandomCharacter() | RollAbilities():
            yield "", command.who
        case Enrol():
            yield "", command.character.id
