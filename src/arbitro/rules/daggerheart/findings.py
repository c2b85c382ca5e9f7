"""What a place has to tell or give to those who try: each outcome of the roll brings what its stat block says.

A success may tell everything or a part of it, a failure nothing, or a lead for a Stress. Where a place names things to
be found out, nobody is told one twice; which come first is the player's choice where the stat block says so. Gold goes
from hand to hand by the handful.
"""

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import may_act
from arbitro.rules.daggerheart.feature import Feature, Finding
from arbitro.rules.daggerheart.numbers import FEATURE, GOLD, difficulty_here, gold_of, passive_of, place_passive
from arbitro.rules.daggerheart.play import Play, ask, resume
from arbitro.rules.daggerheart.presence import PLACE, able_hero, current_scene, due_step, foes_left
from arbitro.rules.daggerheart.resources import (
    bar_to_rolling,
    change_gold,
    change_hope,
    mark_stress,
    short_of_stress,
)
from arbitro.rules.daggerheart.roll_requests import request_action_roll
from arbitro.rules.daggerheart.state import Discover, Foe, Hero, Request, State
from arbitro.rules.daggerheart.words import SUCCESSES, Named, Trait

_PLACE = ("DHP-ENV-01",)
HANDFUL = 1
"""The gold that is offered at a time."""


def offered(state: State) -> tuple[Feature, ...]:
    """What the place offers to those who try."""
    place = state.scene.place if state.scene is not None else None
    return tuple(feature for feature in place.features if feature.findings) if place is not None else ()


def ways_of(feature: Feature) -> tuple[Trait, ...]:
    """The traits that it may be tried with."""
    return feature.ways or ((feature.trait,) if feature.trait is not None else ())


def _used(state: State, feature: Feature, mark: str | int) -> int:
    place = state.scene.place if state.scene is not None else None
    return place.used.get(f"{feature.id}/{mark}", 0) if place is not None else 0


def _mark(play: Play, feature: Feature, mark: str | int, count: int = 1) -> None:
    play.happen(e.FeatureSpent(PLACE, f"{feature.id}/{mark}", count, audience=REFEREE_ONLY))


def investigate(play: Play, command: c.Investigate) -> Refusal | None:
    """Try what the place offers: a roll against its Difficulty, with a trait that it names."""
    state = play.state
    hero = may_act(play.rules.books, state, command.who)
    if isinstance(hero, Refusal):
        return hero
    feature = next((one for one in offered(state) if one.id == command.feature), None)
    if feature is None:
        return Refusal("no_feature", {"who": f"@{PLACE}", "feature": command.feature}, _PLACE)
    trait = command.trait or ways_of(feature)[0]
    if trait not in ways_of(feature):
        return Refusal("wrong_trait", {"who": f"@{hero.id}", "trait": f"@trait/{trait}"}, _PLACE)
    if feature.once and _used(state, feature, hero.id):
        return Refusal("used_up", {"who": f"@{hero.id}"}, _PLACE)
    if barred := bar_to_rolling(play.rules.books, hero):
        return barred
    difficulty = difficulty_here(play.rules.books, state)
    if not difficulty:
        return Refusal("difficulty_needed", {"who": f"@{hero.id}"}, ("DH-DIFF-03",))
    lead = _used(state, feature, f"lead/{hero.id}")
    request = Request(hero.id, "action", trait, difficulty, advantages=lead, feature=feature.id)
    request_action_roll(play, request, _PLACE)
    return None


# ---------------------------------------------------------------- gold


def takes_gold(state: State, hero: Hero) -> Refusal | None:
    """Whether a handful of gold would help with the roll that is due."""
    request = current_scene(state).pending
    bribe = place_passive(state, "bribe")
    welcome = request is not None and (
        (bribe is not None and request.trait == bribe.trait) or _greedy(state, request) is not None
    )
    if request is None or request.actor != hero.id or not welcome:
        return Refusal("no_gold_here", {"who": f"@{hero.id}"}, _PLACE)
    if request.paid_gold:
        return Refusal("gold_twice", {"who": f"@{hero.id}"}, ("DHP-GEN-04",))
    if hero.gold < HANDFUL:
        return Refusal("no_gold", {"who": f"@{hero.id}"}, _PLACE)
    return None


def _greedy(state: State, request: Request) -> Foe | None:
    """The adversary that lets itself be attacked plainly for a handful of gold, if it is attacked."""
    targets = (foe for foe in foes_left(state) if request.is_attack and foe.id in request.targets)
    return next((foe for foe in targets if passive_of(foe, "money_talks") is not None), None)


def give_gold(play: Play, foe: Foe, by: int) -> None:
    """What is paid to an adversary becomes its own; what is taken back is not."""
    play.happen(e.CounterChanged(foe.id, GOLD, max(gold_of(play.state, foe) + by, 0), rules=(FEATURE,)))


def offer_gold(play: Play, command: c.OfferGold) -> Refusal | None:
    """A handful of gold for an advantage, as part of what is said."""
    hero = able_hero(play.rules.books, play.state, command.who)
    if isinstance(hero, Refusal):
        return hero
    if refused := takes_gold(play.state, hero):
        return refused
    scene = current_scene(play.state)
    request, bribe = scene.pending, place_passive(play.state, "bribe")
    if request is None:
        return Refusal("no_roll_pending", {})
    if (miser := _greedy(play.state, request)) is not None:
        return _pay_off(play, hero, request, miser)
    if bribe is None:
        return Refusal("no_roll_pending", {})
    play.happen(e.FeatureUsed(PLACE, bribe.id, bribe.name, 0, rules=_PLACE))
    change_gold(play, hero.id, -HANDFUL)
    play.agenda = list(scene.agenda)
    changed = replace(request, advantages=request.advantages + 1, paid_gold=HANDFUL)
    request_action_roll(play, changed, ("DHP-ADV-01",), again=True)
    return None


def _pay_off(play: Play, hero: Hero, request: Request, miser: Foe) -> Refusal | None:
    """A handful of gold takes the disadvantage off an attack, and is the adversary's from now on."""
    feature = passive_of(miser, "money_talks")
    if feature is not None:
        play.happen(e.FeatureUsed(miser.id, feature.id, feature.name, 0, rules=(FEATURE,)))
    change_gold(play, hero.id, -HANDFUL, rules=(FEATURE,))
    give_gold(play, miser, HANDFUL)
    play.agenda = list(current_scene(play.state).agenda)
    request_action_roll(play, replace(request, paid_gold=HANDFUL), (FEATURE,), again=True)
    return None


# ---------------------------------------------------------------- what the roll brings


def _finding(state: State, step: Discover) -> tuple[Feature, Finding] | None:
    feature = next((one for one in offered(state) if one.id == step.feature), None)
    found = feature.findings.get(step.outcome) if feature is not None else None
    if feature is None or found is None:
        return None
    if not step.paid:
        return feature, found
    return (feature, found.lead) if found.lead is not None else None


def unknown(state: State, feature: Feature) -> list[int]:
    """The numbers of the things that nobody has been told yet."""
    return [number for number in range(len(feature.details)) if not _used(state, feature, number)]


def settle_discover(play: Play, step: Discover) -> None:
    """What the outcome brings: words, marks, gold, and the things to be found out."""
    found = _finding(play.state, step)
    if found is None:
        return
    feature, finding = found
    if step.left is None:
        if not step.paid:
            _tried(play, step.who, feature)
        _bring(play, step, feature, finding)
        left = finding.details + (step.experienced and step.outcome in SUCCESSES and bool(finding.details))
    else:
        left = step.left
    open_ = unknown(play.state, feature)
    if feature.choose and 0 < left < len(open_):
        values: dict[str, str | int] = {"who": f"@{step.who}", "left": left}
        ask(play, Question("learn", step.who, values, _PLACE), replace(step, left=left))
        return
    _tell(play, step.who, feature, open_[:left])
    if finding.lead is None or short_of_stress(play.state.party[step.who], finding.price):
        return
    values = {"who": f"@{step.who}", "stress": finding.price, "feature": f"@{PLACE}/{feature.id}"}
    ask(play, Question("lead", step.who, values, _PLACE), replace(step, left=None))


def _tried(play: Play, who: str, feature: Feature) -> None:
    """A try counts once its dice are on the table; the advantage of an earlier lead went into it."""
    if feature.once:
        _mark(play, feature, who)
    if _used(play.state, feature, f"lead/{who}"):
        _mark(play, feature, f"lead/{who}", 0)


def _bring(play: Play, step: Discover, feature: Feature, finding: Finding) -> None:
    if finding.tells:
        play.happen(e.Found(step.who, feature.id, feature.name, finding.tells, rules=_PLACE))
    mark_stress(play, step.who, finding.stress, feature.id, _PLACE)
    if finding.hope is not None:
        dice = finding.hope.roll(play.dice, "found")
        shown = e.FeatureUsed(PLACE, feature.id, feature.name, 0, dice, rules=_PLACE)
        play.happen(shown)
        change_hope(play, step.who, finding.hope.total(dice), "feature", _PLACE)
    if finding.gold is not None:
        dice = finding.gold.roll(play.dice, "found")
        change_gold(play, step.who, finding.gold.total(dice), dice)
    if finding.edge:
        _mark(play, feature, f"lead/{step.who}")


def _tell(play: Play, who: str, feature: Feature, numbers: list[int]) -> None:
    for number in numbers:
        _mark(play, feature, number)
    if numbers:
        told = tuple(feature.details[number] for number in numbers)
        play.happen(e.Learned(who, feature.id, told, rules=_PLACE))


def _waiting(play: Play, who: str) -> Discover | Refusal:
    step = due_step(play.state)
    return step if isinstance(step, Discover) and step.who == who else Refusal("not_asked")


def pay_for_lead(play: Play, command: c.PayForLead) -> Refusal | None:
    """Stress for what a failure still turns up."""
    step = _waiting(play, command.who)
    if isinstance(step, Refusal):
        return step
    found = _finding(play.state, step)
    if found is None or step.left is not None or found[1].lead is None:
        return Refusal("not_asked")
    feature, finding = found
    if command.use and (short := short_of_stress(play.state.party[command.who], finding.price)):
        return short
    resume(play, "lead")
    play.agenda.pop(0)
    if command.use:
        mark_stress(play, command.who, finding.price, feature.id, _PLACE)
        play.first(replace(step, paid=True))
    return None


def learnable(state: State) -> list[tuple[int, Named]]:
    """What may be chosen to be found out next, with its number."""
    step = due_step(state)
    feature = next((one for one in offered(state) if getattr(step, "feature", "") == one.id), None)
    return [] if feature is None else [(one, feature.details[one]) for one in unknown(state, feature)]


def learn(play: Play, command: c.Learn) -> Refusal | None:
    """The player says which of the things to be found out comes next."""
    step = _waiting(play, command.who)
    if isinstance(step, Refusal):
        return step
    found = _finding(play.state, step)
    if found is None or not step.left:
        return Refusal("not_asked")
    if command.detail not in unknown(play.state, found[0]):
        return Refusal("no_such_answer", {"who": f"@{command.who}"}, _PLACE)
    resume(play, "learn")
    play.agenda.pop(0)
    _tell(play, command.who, found[0], [command.detail])
    play.first(replace(step, left=step.left - 1))
    return None
