"""The automatic player and the automatic GM: how they think, in the order in which they think.

**Players.** Whoever has waited longest acts. A PC sheds a condition that holds them, mends a fallen friend for
Hope, uses a spell or weapon that reaches the weakest-looking adversary, otherwise moves towards the nearest one. In
a scene without adversaries they describe a deed with their best trait among those that the scene names. They add an
Experience when they hold four Hope or more, help when they hold five, mark an Armor Slot against two Hit Points or
more (or when one would be their third last), reroll when they may, and face death by Risk It All while they hold
Hope, by Avoid Death otherwise.

**The GM.** Calls for the roll that was described, against the target's or the place's Difficulty, that of a benchmark
which is near the words, or 12; `automatic_gm` says what it does in its turn, `fitting` which moves fit the moment and
why, `pacing` how much Fear it spends.

Where several ways are equal the choice is made by a hash of how the scene stands (rolls made, Fear gained and
spent): it varies with the dice, which come from the table's seed, and is the same on every replay.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.state import NOBODY, Question, awaited
from arbitro.rules.daggerheart import automatic_gm, pacing
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.acting import may_act
from arbitro.rules.daggerheart.adversary import payable
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.beastform import forms_for, may_become
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.death import split_limits
from arbitro.rules.daggerheart.feature_aims import feature_of
from arbitro.rules.daggerheart.findings import learnable
from arbitro.rules.daggerheart.landing import volleys
from arbitro.rules.daggerheart.numbers import protection, trait_of
from arbitro.rules.daggerheart.power_tactics import (
    answer_spend,
    lost_on,
    power_blows,
    power_wishes,
    wanted_boosts,
    wants_answer,
)
from arbitro.rules.daggerheart.powers import BOONS
from arbitro.rules.daggerheart.presence import PLACE, condition_entry, foes_left, heroes_up
from arbitro.rules.daggerheart.ranges import is_near
from arbitro.rules.daggerheart.state import Chance, Dodged, Foe, Hero, Hit, SceneState, Seized, Sharing, State
from arbitro.rules.daggerheart.steps import helpers_of
from arbitro.rules.daggerheart.view import wounds_of

_ORDER = ("grave", "light", "none", "down")


def suggest(game: Ruleset[State], state: State, seat: Seat) -> Command | None:
    """The next command of an automatic player, or of an automatic GM in the referee's seat."""
    scene = state.scene
    if scene is None or scene.ending or state.rest is not None:
        return None
    if state.awaiting:
        return _reply(game, state, seat, scene, state.awaiting[0])
    if scene.turn is not None:
        return automatic_gm.turn(game, state, scene, scene.turn) if seat.may_act_for(REFEREE_ONLY) else None
    if seat.may_act_for(REFEREE_ONLY) and pacing.breaks_in(books_of(game), state, scene):
        return c.Interrupt()
    return _player(game, state, seat, scene)


def next_to_act(game: Ruleset[State], state: State) -> frozenset[str]:
    """Whoever is asked; the GM in a turn of theirs and where they break in; otherwise the PCs who may act."""
    scene = state.scene
    if scene is None or scene.ending or state.rest is not None:
        return NOBODY
    if state.awaiting:
        pending = scene.pending if state.awaiting[0].kind == "roll" else None
        if pending is None:
            return awaited(state)
        helping = (one.id for one in heroes_up(state) if game.allows(state, c.GiveHelp(one.id)))
        return frozenset((pending.actor, *helping))
    if scene.turn is not None or pacing.breaks_in(books_of(game), state, scene):
        return frozenset((REFEREE_ONLY,))
    return frozenset(
        who
        for who in scene.waited
        if isinstance(may_act(books_of(game), state, who), Hero)
        or (state.party[who].status == "up" and game.allows(state, c.LookToGm(who)))
    )


# ------------------------------------------------------------------ answers


def _reply(game: Ruleset[State], state: State, seat: Seat, scene: SceneState, question: Question) -> Command | None:
    if question.kind == "roll":
        return _roll(game, state, seat, scene)
    if not seat.may_act_for(question.who):
        return None
    asked = _Asked(books_of(game), state, scene, question.who, question.values)
    return _ANSWERS.get(question.kind, _split_healing)(asked)


class _Asked(Struct, frozen=True):
    """A question that somebody is asked, with what an answer looks at."""

    books: Library
    state: State
    scene: SceneState
    who: str
    values: Mapping[str, str | int]

    def spare_stress(self, slots: int) -> bool:
        """Whether whoever is asked has so many Stress slots free."""
        hero = self.state.party[self.who]
        return hero.stress_marked + slots <= hero.stress


def _better_tag(asked: _Asked) -> Command:
    good = ("critical_success", "success_hope", "success_fear", "failure_hope", "failure_fear")
    first, second = str(asked.values["first"]), str(asked.values["second"])
    return c.ChooseTag(asked.who, "first" if good.index(first) <= good.index(second) else "second")


def _face_death(asked: _Asked) -> Command:
    return c.DeathMove(asked.who, "risk_it_all" if asked.state.party[asked.who].hope else "avoid_death")


def _split_healing(asked: _Asked) -> Command:
    return c.SplitHealing(asked.who, split_limits(asked.state, asked.who)[1])


def _even_share(asked: _Asked) -> Command | None:
    step = asked.scene.agenda[0]
    return c.ShareDamage(asked.who, step.left // (len(step.hits))) if isinstance(step, Sharing) else None


_ANSWERS: Final[dict[str, Callable[[_Asked], Command | None]]] = {
    "call": lambda asked: automatic_gm.call(asked.books, asked.state, asked.scene),
    "opening": lambda asked: c.GiveEdge(str(asked.values["who"]).removeprefix("@")),
    "tell": lambda asked: automatic_gm.answer(asked.books, asked.state, asked.state.party[asked.who]),
    "bargain": lambda asked: c.TakeBargain(asked.who, taken=asked.spare_stress(2)),
    "opportunity": lambda asked: c.Seize(asked.who, _hold(asked.scene)),
    "power": lambda asked: c.AnswerPower(
        asked.who,
        use=wants_answer(asked.state, asked.state.party[asked.who], asked.scene.agenda),
        spend=answer_spend(asked.state.party[asked.who], asked.scene.agenda),
    ),
    "reroll": lambda asked: c.Reroll(asked.who, use=asked.spare_stress(2)),
    "share": _even_share,
    "tag": _better_tag,
    "reaction": lambda asked: _react(asked.state, asked.scene, asked.who),
    "volley": lambda asked: c.HoldOff(asked.who, next(iter(volleys(asked.books, asked.state)), "")),
    "armour": lambda asked: c.UseArmour(asked.who, use=_wants_armour(asked.state, asked.scene, asked.who)),
    "chance": lambda asked: c.Answer(use=_wants_chance(asked.books, asked.state, asked.scene)),
    "lead": lambda asked: c.PayForLead(asked.who, use=asked.spare_stress(2)),
    "learn": lambda asked: c.Learn(asked.who, learnable(asked.state)[0][0]),
    "death": _face_death,
}
"""What is answered to each kind of question; the only other is how a power's healing is split."""


def _roll(game: Ruleset[State], state: State, seat: Seat, scene: SceneState) -> Command | None:
    request = scene.pending
    if request is None:
        return None
    hero = state.party[request.actor]
    helping = helpers_of(request) | {hero.id}
    if helping == {hero.id}:
        for other in heroes_up(state):
            ready = other.hope >= 5 and other.id not in helping and seat.may_act_for(other.id)
            if ready and game.allows(state, c.GiveHelp(other.id)):
                return c.GiveHelp(other.id)
    if not seat.may_act_for(hero.id):
        return None
    for power in wanted_boosts(books_of(game), state, hero, request):
        return c.Bolster(hero.id, power.id)
    best = max(hero.sheet.experiences, key=lambda one: one.bonus, default=None)
    return c.Roll(hero.id, best.id if best is not None and hero.hope >= 4 else "")


def _react(state: State, scene: SceneState, who: str) -> Command:
    step = scene.agenda[0]
    hero = state.party[who]
    traits = step.traits if isinstance(step, Dodged) else ("agility",)
    return c.React(who, max(traits, key=lambda trait: trait_of(hero, trait)))


def _hold(scene: SceneState) -> str:
    """Whoever has caught an adversary strikes it; after a critical success it stays as well."""
    step = scene.agenda[0]
    return "strike,halt" if isinstance(step, Seized) and step.most > 1 else "strike"


def _wants_armour(state: State, scene: SceneState, who: str) -> bool:
    step = scene.agenda[0]
    hero = state.party[who]
    grave = isinstance(step, Hit) and step.severity >= 2
    return grave or hero.hp - hero.hp_marked <= 3


def _wants_chance(books: Library, state: State, scene: SceneState) -> bool:
    step = scene.agenda[0]
    if not isinstance(step, Chance):
        return False
    feature = feature_of(state, step.owner, step.feature) or feature_of(state, PLACE, step.feature)
    if feature is None:
        return False
    if feature.asks and feature.swap is not None:
        return False  # who stands above whom only the story knows
    foe = scene.foes.get(step.owner)
    spare = foe is None or foe.stress_marked + feature.stress < foe.stress
    return pacing.affordable(books, state, feature.fear) and spare and payable(state, foe, feature) is None


# ------------------------------------------------------------------ players


def _player(game: Ruleset[State], state: State, seat: Seat, scene: SceneState) -> Command | None:
    for who in scene.waited:
        hero = state.party[who]
        if not seat.may_act_for(who) or not isinstance(may_act(books_of(game), state, who), Hero):
            continue
        for command in _wishes(books_of(game), state, scene, hero):
            if game.allows(state, command):
                return command
    bound = (who for who in scene.waited if seat.may_act_for(who) and state.party[who].status == "up")
    looks = (c.LookToGm(who) for who in bound)  # nobody can act: what happens next is the GM's to say
    return next((command for command in looks if game.allows(state, command)), None)


def _wishes(books: Library, state: State, scene: SceneState, hero: Hero) -> Iterator[Command]:
    """What a PC would like to do, best first; the first legal wish is taken."""
    for held in hero.conditions:
        if (held.until == "temporary" or held.traits) and condition_entry(books, held.name).fixed:
            traits = held.traits or ("agility",)
            yield c.Shed(hero.id, held.name, max(traits, key=lambda trait: trait_of(hero, trait)))
    for power in hero.sheet.powers:
        worth = BOONS[power.effect].worth
        if worth is not None:
            yield from (c.UsePower(hero.id, power.id, who) for who in worth(state, hero, power))
    yield from power_wishes(books, state, hero)
    yield from _shapes(books, state, hero)
    foes = in_order(state, hero)
    if foes:
        yield from _blows(books, state, hero, foes)
    traits = scene.deeds or tuple(hero.sheet.traits)
    best = max(traits, key=lambda trait: trait_of(hero, trait))
    yield c.Describe(hero.id, "", best)


def _shapes(books: Library, state: State, hero: Hero) -> Iterator[Command]:
    """A druid among adversaries takes the shape that strikes best, if it strikes better than the druid does."""
    if hero.form is not None or hero.stress - hero.stress_marked < 3 or not any(True for _ in foes_left(state)):
        return
    now = weapon_of(hero, "")
    best = trait_of(hero, now.trait) if now is not None else 0
    found = ((name, form) for name in forms_for(books, hero) if (form := may_become(books, hero, name)) is not None)
    worth = {name: trait_of(hero, form.trait) + form.bonus + form.weapon.plus / 2 for name, form in found}
    name = max(worth, key=lambda one: worth[one], default="")
    if name and worth[name] > best:
        yield c.TakeForm(hero.id, name)


def in_order(state: State, hero: Hero) -> list[Foe]:
    """Adversaries in the order in which a PC goes for them: the weakest-looking, then the nearest."""
    return sorted(foes_left(state), key=lambda foe: (_ORDER.index(wounds_of(foe)), abs(foe.at - hero.at), foe.id))


def _blows(books: Library, state: State, hero: Hero, foes: list[Foe]) -> Iterator[Command]:
    yield from power_blows(books, state, hero, foes)
    for power in hero.sheet.powers:
        if power.kind == "spell" and not power.way and not power.options and hero.hope >= power.hope + 1:
            touched = [foe for foe in foes if not lost_on(books, state, foe, power)]
            if power.all:
                near = [foe for foe in touched if is_near(books, state, hero, foe, power.range)]
                if len(near) > 1:
                    yield c.UsePower(hero.id, power.id)
            else:
                yield from (c.UsePower(hero.id, power.id, foe.id) for foe in touched)
    names = [weapon.id for weapon in hero.sheet.weapons if not weapon.secondary] or ["unarmed"]
    names = names if hero.form is None else [hero.form.weapon.id]
    weapons = [weapon for name in names if (weapon := weapon_of(hero, name)) is not None]
    blows = [(foe, weapon) for foe in foes for weapon in weapons]
    blows.sort(key=lambda blow: bool(protection(books, state, blow[0], blow[1].kind, immune=True)))
    yield from (c.Attack(hero.id, foe.id, weapon.id) for foe, weapon in blows)
    nearest = min(foes, key=lambda foe: abs(foe.at - hero.at))
    yield c.Move(hero.id, nearest.at + (5 if hero.at > nearest.at else -5))
