"""From the inn to the dungeon and back: gathering, town, road, descent."""

from arbitro.appendix_a.level import IN_PLAY
from arbitro.kernel.command import Refusal
from arbitro.play import commands as c
from arbitro.play import digging
from arbitro.play.delving import free
from arbitro.play.events import Banked, OldPlaceSought, RumourHeard, SceneryDrawn, StageReached
from arbitro.play.scene import Scene
from arbitro.play.side import Side
from arbitro.play.solo.specials import SPECIALS
from arbitro.play.splitting import nobody_waits
from arbitro.play.state import CampaignState
from arbitro.play.town import draw_town, may_ask, talk_of

DECORATION = "decoration"
ELSEWHERE = "elsewhere"
"""The other plane that an enchanted lake leads to where the table has a map of one (DA-LAKE-03)."""
LONGEST_STAY = 28
"""Days in town at once."""


def gather(scene: Scene, command: c.Gather) -> Refusal | None:
    """Call a party together; the dungeon that it will hear of is begun."""
    if not scene.state.at_home:
        return Refusal("party_not_in_town")
    refused = hands_full(scene)
    if refused is not None:
        return refused
    refused = scene.side.party.gather(scene, command.party)
    if refused is not None:
        return refused
    if scene.state.stage == "gathering":
        if not scene.state.dungeon.spaces:  # the referee may have brought one
            begin_dungeon(scene)
        scene.happen(StageReached("town", scene.state.minutes))
        draw_town(scene)
    return None


def begin_dungeon(scene: Scene) -> None:
    """The way in and what lies at its foot, as the generator has it."""
    options = scene.state.options
    chosen = {name: options[name] for name in (*digging.GENERATOR.options(), *IN_PLAY)}
    sealed, tables = specials_of(scene.state)
    planes = (ELSEWHERE,) if options["enchanted_lake_target"] == "map" else ()
    attempt = scene.state.dungeons
    scene.dig(digging.GENERATOR.begin(scene.dice, chosen, sealed=sealed, tables=tables, planes=planes, attempt=attempt))
    dice = tuple(scene.dice.stream(DECORATION).roll(100, "scenery") for _ in range(3))
    scene.happen(SceneryDrawn(dice, sum((die.face - 1) * 100**place for place, die in enumerate(dice))))


def specials_of(state: CampaignState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Where special rooms come from here: a friend's sealed ones that nobody has opened, and our tables."""
    opened = {room.opened.id for room in state.rooms.values()}
    sealed = tuple(name for name in sorted(state.sealed) if name not in opened)
    return sealed, (SPECIALS,) if state.options["specials"] == "tables" else ()


def lodge(scene: Scene, command: c.Lodge) -> Refusal | None:
    """Days of rest at the inn."""
    refused = in_town(scene)
    if refused is not None:
        return refused
    if not 1 <= command.days <= LONGEST_STAY:
        return Refusal("stay_too_long", {"days": command.days, "most": LONGEST_STAY})
    return scene.side.road.lodge(scene, command.days)


def ask_around(scene: Scene, command: c.AskAround) -> Refusal | None:
    """Listen to what is told at the inn; once there is nothing new, the next stay may bring more."""
    del command
    refused = in_town(scene)
    if refused is not None:
        return refused
    if not may_ask(scene.state):
        return Refusal("no_rumours")
    scene.happen(talk_of(scene.side, scene.state))
    return None


def seek_dungeon(scene: Scene, command: c.SeekDungeon) -> Refusal | None:
    """Another dungeon is begun; sealed rooms that nobody has opened may be in this one."""
    del command
    refused = in_town(scene)
    if refused is not None:
        return refused
    if not scene.state.dungeon.known:
        return Refusal("dungeon_untouched")
    kept = bool(scene.side.parting.held_here(scene.state))
    scene.happen(RumourHeard(scene.state.newest + 2, kept))
    begin_dungeon(scene)
    return None


def go_back(scene: Scene, command: c.GoBack) -> Refusal | None:
    """Back to a dungeon where somebody was left in the enemy's power, as it was left; the other stays known."""
    refused = in_town(scene)
    if refused is not None:
        return refused
    if str(command.number - 1) not in scene.state.left:
        return Refusal("no_such_dungeon", {"number": command.number})
    scene.happen(OldPlaceSought(command.number))
    return None


def bank(scene: Scene, command: c.Bank) -> Refusal | None:
    """The strongbox of the inn: gold that is too heavy to carry about."""
    refused = in_town(scene)
    if refused is not None:
        return refused
    kept, carried = scene.state.strongbox.get(command.who, 0), scene.side.purse.gold(scene.state, command.who)
    if carried is None:
        return Refusal("cannot_now", {"who": f"@{command.who}"})
    if not 1 <= command.gold <= (kept if command.out else carried):
        return Refusal("gold_beyond", {"gold": command.gold, "kept": kept, "carried": carried})
    gold = -command.gold if command.out else command.gold
    scene.side.purse.set_gold(scene, command.who, carried - gold)
    scene.happen(Banked(command.who, gold, kept + gold))
    return None


def in_town(scene: Scene) -> Refusal | None:
    """Whether the party is in town with its hands free."""
    return Refusal("party_not_in_town") if scene.state.stage != "town" else hands_full(scene)


def hands_full(scene: Scene) -> Refusal | None:
    """What must be seen to first in town: a character that is being made, somebody whom the party faces."""
    if scene.state.draft is not None:
        return Refusal("draft_open")
    return Refusal("busy_now") if scene.side.meetings.busy(scene.state) else None


def set_out(scene: Scene, command: c.SetOut) -> Refusal | None:
    """Leave town."""
    refused = in_town(scene)
    if refused is not None:
        return refused
    if not scene.side.party.able(scene.state):
        return Refusal("nobody_stands")
    if command.route not in scene.side.road.routes:
        return Refusal("no_route", {"route": command.route, "known": ", ".join(scene.side.road.routes)})
    refused = scene.side.road.set_out(scene, command.route)
    if refused is None:
        scene.happen(StageReached("road", scene.state.minutes))
    return refused


def turn_round(scene: Scene, command: c.TurnRound) -> Refusal | None:
    """Back to where the party came from, on the road."""
    del command
    refused = may_turn(scene.side, scene.state)
    return scene.side.road.turn_round(scene) if refused is None else refused


def may_turn(side: Side, state: CampaignState) -> Refusal | None:
    """Whether the party is on the road, and turning round would bring it anywhere else."""
    if state.stage != "road":
        return Refusal("not_on_the_road")
    there = side.road.at_gate(state) or (state.homeward and side.road.at_mouth(state))
    return Refusal("no_turning") if there else free(side, state) or nobody_waits(state)


def enter_town(scene: Scene, command: c.EnterTown) -> Refusal | None:
    """Through the gate: what was won is won."""
    del command
    if scene.state.stage != "road":
        return Refusal("not_on_the_road")
    refused = free(scene.side, scene.state) or nobody_waits(scene.state)
    if refused is not None:
        return refused
    refused = scene.side.road.come_home(scene)
    if refused is None:
        scene.happen(StageReached("town", scene.state.minutes))
    return refused
