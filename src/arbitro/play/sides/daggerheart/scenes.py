"""The dungeon as scenes of the game of Hope and Fear: environments, rolls, fights, and what follows from them."""

from collections import Counter
from collections.abc import Callable
from typing import Final, Literal

from msgspec.structs import replace

from arbitro.dice.stream import told_again
from arbitro.kernel.command import Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.name_lists import leader_called, leader_names
from arbitro.kernel.ruling import Check
from arbitro.play.fold import Bodies
from arbitro.play.scene import Scene
from arbitro.play.sides.daggerheart import captives
from arbitro.play.sides.daggerheart.party import (
    TEXTS,
    DaggerheartSide,
    able,
    fighting,
    inner_state,
    own_state,
    people,
    scene_in_play,
)
from arbitro.play.sides.daggerheart.state import FlightFoiled, RunAway
from arbitro.play.sides.daggerheart.unrest import open_restlessly
from arbitro.play.sides.walking import endings
from arbitro.play.sides.walking.endings import MEETING, beaten, fight_over
from arbitro.play.sides.walking.errands import settle_errand
from arbitro.play.sides.walking.events import Ending, ErrandBegan, ErrandOver
from arbitro.play.sides.walking.ground import set_clock
from arbitro.play.sides.walking.state import Errand, Meeting
from arbitro.play.state import CampaignState
from arbitro.play.stocking.daggerheart import tier_of
from arbitro.play.ways import extent
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as daggerheart_events
from arbitro.rules.daggerheart.agenda import run
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.defeat import foe_gone
from arbitro.rules.daggerheart.encounter import battle_points, cost_of, tension_of
from arbitro.rules.daggerheart.entries import TierEntry
from arbitro.rules.daggerheart.feature import Dodge, Feature, Target
from arbitro.rules.daggerheart.feature_words import Harm
from arbitro.rules.daggerheart.numbers import difficulty_of, trait_of
from arbitro.rules.daggerheart.play import Play, begin
from arbitro.rules.daggerheart.presence import foes_left as adversaries_left
from arbitro.rules.daggerheart.reaction_rolls import ReactionRoll, roll_reaction
from arbitro.rules.daggerheart.scene_end import end_if_decided
from arbitro.rules.daggerheart.state import Block, Foe, Place
from arbitro.rules.daggerheart.words import SUCCESSES, Named, Tension, Trait

EVEN: Final = 2.0
"""Adversaries at so many times the Battle Points of the heroes win: at 1.4 times nine fights of ten are still won."""
TRAITS: Final[dict[str, Trait]] = {
    "door": "strength",
    "lock": "finesse",
    "creep": "finesse",
    "talk": "presence",
    "slip": "agility",
    "listen": "instinct",
    "search": "instinct",
    "traps": "instinct",
    "flee": "agility",
}
"""The trait that each errand asks of somebody."""
APART: Final = 30
"""Feet between the party and those whom it meets."""
LONG_REST: Final = 8 * 60
"""Minutes."""
ENDINGS: Final[dict[str, Literal["won", "beaten", "parted"]]] = {"victory": "won", "defeat": "beaten"}


# -------------------------------------------------------------------- scenes


def tier(state: CampaignState) -> int:
    """The tier of the place: the depth stands for the level of those whom it is made for."""
    here = state.dungeon.spaces.get(state.at)
    return tier_of(here.level if here is not None else 1)


def place_numbers(books: Library, state: CampaignState) -> TierEntry:
    """Difficulty and damage of an environment of this tier (DHP-ENV-02)."""
    return books.guidance.place_tiers[str(tier(state))]


def place(books: Library, state: CampaignState) -> Place:
    """The dungeon as an environment: for a Fear its roof may give way."""
    numbers = place_numbers(books, state)
    stones = Feature(
        id="stones",
        name=_named("dungeon.stones", "f"),
        fear=1,
        uses=1,
        target=Target(within="out_of_range"),
        roll=Dodge(("agility",), fail=(Harm(numbers.damage[0]),)),
    )
    name = _named("dungeon.place")
    return Place("dungeon", name, tier(state), "traversal", numbers.difficulty, features=(stones,))


def scene_tension(side: DaggerheartSide, state: CampaignState, judged: Tension) -> Tension | None:
    """How tense a scene is: as judged by what it is about, unless the table has a level of its own."""
    option = side.game.options["scene_default_tension"]
    return judged if inner_state(state).options["scene_default_tension"] == option.default else None


def ensure_scene(side: DaggerheartSide, scene: Scene) -> None:
    """A place becomes a scene when somebody rolls in it."""
    if scene_in_play(scene.state) is None:
        tension = scene_tension(side, scene.state, "incidental")
        scene.must(c.OpenScene(place=place(side.game.rules.books, scene.state), tension=tension, in_danger=False))
        open_restlessly(scene)


def leave(scene: Scene) -> None:
    """What was going on in a place is over when the party leaves it."""
    if scene_in_play(scene.state) is not None:
        scene.must(c.EndScene())


def play_out(side: DaggerheartSide, scene: Scene, happens: Callable[[Play], None]) -> None:
    """Let the game settle something that no command of its own begins."""
    play = begin(side.game.rules, inner_state(scene.state), scene.dice)
    happens(play)
    run(play)
    first = len(scene.events)
    scene.record(play.events)
    after(side, scene, first)


# -------------------------------------------------------------------- checks


def reaction(side: DaggerheartSide, scene: Scene, who: str, trait: Trait) -> Check:
    """A reaction roll against the place (DHP-REACT-01); it is told, and whoever tells of it again says so."""
    ensure_scene(side, scene)
    play = begin(side.game.rules, inner_state(scene.state), scene.dice)
    roll_reaction(play, ReactionRoll(who, trait, place_numbers(side.game.rules.books, scene.state).difficulty))
    scene.record(play.events)
    check = next(event.check for event in play.events if isinstance(event, daggerheart_events.ReactionRolled))
    return replace(check, dice=told_again(check.dice))


def reacts(side: DaggerheartSide, scene: Scene, who: str, trait: Trait) -> bool:
    """Whether a reaction roll succeeds."""
    return reaction(side, scene, who, trait).success


def attempt(side: DaggerheartSide, scene: Scene, errand: Errand) -> None:
    """An action roll: the GM calls for it, the player rolls, and `after` hears what came of it."""
    ensure_scene(side, scene)
    target = worst_foe(side.game.rules.books, scene.state) if errand.kind == "flee" else ""
    scene.happen(ErrandBegan(errand))
    if scene.play(c.Describe(errand.who, "", TRAITS[errand.kind], target, errand.kind)) is not None:
        # Whoever may not act now (no spotlight token left, say) is helped by nobody and rolls a reaction.
        scene.happen(ErrandOver())
        settle_errand(side, scene, errand, reacts(side, scene, errand.who, TRAITS[errand.kind]))


def best_for(books: Library, state: CampaignState, kind: str) -> str:
    """By the trait."""
    party = inner_state(state).party
    hands = runners(books, state) if kind == "flee" else able(books, state)
    return max(hands, key=lambda who: trait_of(party[who], TRAITS[kind]), default="")


def noticed(side: DaggerheartSide, scene: Scene, who: str) -> bool:
    """A reaction roll with Instinct (DA-TRAP-02)."""
    return reacts(side, scene, who, TRAITS["search"])


def forced(side: DaggerheartSide, scene: Scene) -> bool:
    """A reaction roll with Strength (DA-TRAP-07)."""
    who = best_for(side.game.rules.books, scene.state, "door")
    return bool(who) and reacts(side, scene, who, TRAITS["door"])


# -------------------------------------------------------------------- fights


def apart(state: CampaignState) -> int:
    """How far off foes are at first: no farther than the walls of the place."""
    here = state.dungeon.spaces.get(state.at)
    return min(APART, extent(here)) if here is not None and here.is_place else APART


def start_fight(side: DaggerheartSide, scene: Scene, meeting: Meeting, surprised: Literal["", "party", "foes"]) -> None:
    """A scene with adversaries; surprise gives the GM the spotlight, or every PC an advantage."""
    leave(scene)
    blocks = side.game.rules.books.adversaries
    foes: list[Foe] = []
    for name, count in meeting.foes:
        for number in range(1, count + 1):
            leads = leader_of(scene.state, blocks[name]) if number == 1 else None
            called = leads or replace(blocks[name].name, number=number if count > 1 else 0)
            foes.append(Foe(f"{name}-{number}", blocks[name], called, meeting.feet or apart(scene.state)))
    first = len(scene.events)
    places = dict.fromkeys(people(scene.state), 0)
    tension = scene_tension(
        side, scene.state, tension_of(side.game.rules.books, (foe.block for foe in foes), len(places))
    )
    scene.must(c.OpenScene(tuple(foes), place(side.game.rules.books, scene.state), tension=tension, places=places))
    if surprised == "party":
        scene.must(c.OpenTurn("golden_opportunity"))
    elif surprised == "foes":
        for who in able(side.game.rules.books, scene.state):
            scene.happen(daggerheart_events.BoonChanged(who, "edge", 1, rules=("DHP-ADV-01", "DH-ADV-01")))
    after(side, scene, first)


def kinds(books: Library) -> tuple[str, ...]:
    """The adversaries of the content."""
    return tuple(books.adversaries)


def foes(state: CampaignState) -> tuple[str, ...]:
    """Adversaries that still count."""
    return tuple(foe.id for foe in adversaries_left(inner_state(state))) if fighting(state) else ()


def menace(books: Library, state: CampaignState) -> float:
    """Battle Points that the adversaries cost, against those that as many heroes can bear (DHP-ADVSTAT-13)."""
    meeting = own_state(state).meeting
    met = foes_left(books, state) if fighting(state) else meeting.foes if meeting is not None else ()
    blocks = [books.adversaries[kind] for kind, many in met if kind in books.adversaries for _ in range(many)]
    heroes = len(able(books, state))
    if not blocks:
        return 0.0
    return cost_of(books, blocks, heroes) / (battle_points(heroes) if heroes else 1) / EVEN


def leader_of(state: CampaignState, block: Block) -> Named | None:
    """What an adversary is called who leads others; None for all others."""
    people = leader_names("arbitro.play.sides.daggerheart").people(block.id, block.type)
    return leader_called(block.name, people, f"{state.at} {block.id} {state.minutes}") if people else None


def reinforce(scene: Scene, kind: str, number: int) -> Refusal | None:
    """By the game's own command, one by one."""
    for _ in range(number):
        refused = scene.play(c.AddFoe(kind, apart(scene.state)))
        if refused is not None:
            return refused
    return None


def take_out(side: DaggerheartSide, scene: Scene, foe: str) -> None:
    """Out of the scene without being defeated."""

    def leave(play: Play) -> None:
        play.happen(daggerheart_events.FoeLeft(foe, rules=("DHP-ADVSTAT-11",)))
        foe_gone(play, foe)
        end_if_decided(play)

    play_out(side, scene, leave)


def worst_foe(books: Library, state: CampaignState) -> str:
    """The adversary that is hardest to get away from."""
    foes = adversaries_left(inner_state(state))
    return max(foes, key=lambda foe: difficulty_of(books, foe)).id


def run_away(side: DaggerheartSide, scene: Scene, command: RunAway) -> Refusal | None:
    """Everybody follows whoever leads; failing costs what a failed roll costs."""
    state = own_state(scene.state)
    in_play = scene_in_play(state)
    if in_play is None or state.meeting is None or not any(True for _ in adversaries_left(state.game)):
        return Refusal("no_foe_to_flee", {}, ("DH-DIFF-02",))
    if in_play.turn is not None or command.who not in able(side.game.rules.books, state):
        return Refusal("cannot_now", {"who": f"@{command.who}"}, ("DH-SPOTLIGHT-01",))
    if captives.held_fast(side.game.rules.books, state, command.who):
        return Refusal("held_at_flight", {"who": f"@{command.who}"}, ("DHP-COND-03",))
    attempt(side, scene, Errand("flee", command.who))
    return None


def runners(books: Library, state: CampaignState) -> tuple[str, ...]:
    """Those who could lead a flight: nothing keeps them where they are."""
    return tuple(who for who in able(books, state) if not captives.held_fast(books, state, who))


def ending_rules(how: Ending, meeting: Meeting | None) -> tuple[str, ...]:
    """Flight is an action roll against the worst of the foes; the defeated are out of the scene."""
    if meeting is None or not meeting.joined:
        return endings.ending_rules(how, meeting)
    return {"fled": ("DH-DIFF-02",), "won": ("DHP-ADVSTAT-11",), "beaten": ("DHP-DEATH-01",)}.get(how, MEETING)


def after(side: DaggerheartSide, scene: Scene, first: int) -> None:
    """Rolls that decide an errand, and scenes that have ended."""
    for event in scene.events[first:]:
        errand = own_state(scene.state).errand
        if errand is not None:
            _decided(side, scene, errand, event)
        if isinstance(event, daggerheart_events.SceneEnded):
            _scene_over(side, scene, event.ending)
    errand = own_state(scene.state).errand
    if errand is not None and errand.done and not _gm_has_the_word(scene.state):
        scene.happen(ErrandOver())
        get_away(side, scene)


def _decided(side: DaggerheartSide, scene: Scene, errand: Errand, event: Event) -> None:
    match event:
        case daggerheart_events.RollClosed() if event.who == errand.who:
            success = event.outcome in SUCCESSES
        case daggerheart_events.Waived() if event.who == errand.who:
            success = True
        case daggerheart_events.BargainAnswered() if event.who == errand.who and event.taken:
            success = True
        case daggerheart_events.RollDropped() if event.who == errand.who:
            success = False
        case _:
            return
    if success and errand.kind == "flee" and _gm_has_the_word(scene.state):  # with Fear: the GM's move first
        scene.happen(ErrandBegan(replace(errand, done=True)))
        return
    scene.happen(ErrandOver())
    if success and errand.kind == "flee" and scene_in_play(scene.state) is not None:
        get_away(side, scene)
    elif errand.kind != "flee":
        settle_errand(side, scene, errand, success)


def _gm_has_the_word(state: CampaignState) -> bool:
    """Whether a GM turn is open, or something of it still waits for an answer (DH-MOVE-02)."""
    in_play, inner = scene_in_play(state), inner_state(state)
    return in_play is not None and (in_play.turn is not None or bool(inner.awaiting) or bool(in_play.agenda))


def get_away(side: DaggerheartSide, scene: Scene) -> None:
    """The party flees, without those who cannot; who they are is looked at while they are still held.

    Where the GM's move has left nobody free to go, there is no flight: the scene goes on.
    """
    left, stay = foes_left(side.game.rules.books, scene.state), captives.left_behind(side.game.rules.books, scene.state)
    if not set(able(side.game.rules.books, scene.state)) - set(stay):
        scene.happen(FlightFoiled(rules=("DHP-COND-03",)))
        return
    scene.must(c.EndScene())
    fight_over(side, scene, "fled", left, stay)
    captives.let_go(scene)


def _scene_over(side: DaggerheartSide, scene: Scene, ending: str) -> None:
    state = own_state(scene.state)
    if state.errand is not None:
        scene.happen(ErrandOver())
    if state.meeting is not None and state.meeting.joined:
        how = ENDINGS.get(ending, "parted")
        stay = (
            captives.left_behind(side.game.rules.books, scene.state)
            if how == "parted" and foes_left(side.game.rules.books, scene.state)
            else ()
        )
        prisoners = tuple(who for who in stay if who in captives.surrendered(scene.state))
        fight_over(side, scene, how, foes_left(side.game.rules.books, scene.state), prisoners)
        if how != "beaten":
            captives.let_go(scene)
    elif ending == "defeat" and state.stage == "dungeon":
        beaten(side, scene)


def foes_left(books: Library, state: CampaignState) -> tuple[tuple[str, int], ...]:
    """Adversaries of the content that still count."""
    known = books.adversaries
    left = Counter(foe.block.id for foe in adversaries_left(inner_state(state)) if foe.block.id in known)
    return tuple(left.items())


def _lies(state: CampaignState, event: daggerheart_events.FoeDefeated) -> tuple[tuple[str, int], ...]:
    return _counted(state, (event.who,), 1)


def _fell_with_it(state: CampaignState, event: daggerheart_events.MinionsFell) -> tuple[tuple[str, int], ...]:
    return _counted(state, event.who, 1)


def _rose(state: CampaignState, event: daggerheart_events.FoeRose) -> tuple[tuple[str, int], ...]:
    return _counted(state, (event.who,), -1) if event.rose else ()


def _counted(state: CampaignState, who: tuple[str, ...], each: int) -> tuple[tuple[str, int], ...]:
    """The adversaries of the scene by their kinds, so many for each of them."""
    scene = inner_state(state).scene
    known = {} if scene is None else scene.foes
    return tuple((known[one].block.id, each) for one in who if one in known)


BODIES: Final[Bodies] = {
    daggerheart_events.FoeDefeated: _lies,
    daggerheart_events.MinionsFell: _fell_with_it,
    daggerheart_events.FoeRose: _rose,
}
"""Who lies defeated where the party is."""


def won(state: CampaignState) -> str:
    """Encounters count one each."""
    return str(int(own_state(state).progress) + 1)


def come_round(side: DaggerheartSide, scene: Scene) -> None:
    """A long rest under the sky wakes the unconscious (DHP-DEATH-03)."""
    del side
    captives.let_go(scene)
    set_clock(scene, scene.state.minutes + LONG_REST)
    scene.must(c.BeginRest("long"))
    scene.must(c.EndRest())


def perish(scene: Scene) -> None:
    """The end of everybody."""
    for who in people(scene.state):
        scene.happen(daggerheart_events.StatusChanged(who, "dead", rules=("DHP-DEATH-01",)))


def _named(key: str, gender: Literal["m", "f"] = "m") -> Named:
    return Named(TEXTS.say("it", key), TEXTS.say("en", key), gender)
