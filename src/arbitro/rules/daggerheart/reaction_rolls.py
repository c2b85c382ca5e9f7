"""Reaction rolls of the PCs (DHP-REACT-01, DHP-REACT-02)."""

from msgspec import Struct
from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Check, Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.dice_pool import (
    advantage_rules,
    advantage_sources,
    double_of,
    experiences_of,
    pay_for_experiences,
    roll_modifiers,
    throw_pool,
    use_edge,
)
from arbitro.rules.daggerheart.feature_words import Effect, Stress
from arbitro.rules.daggerheart.numbers import (
    difficulty_here,
    difficulty_of,
    difficulty_parts,
    feature_named,
    rule_of,
    source_of,
    total_of,
)
from arbitro.rules.daggerheart.play import Play, ask, resume, set_off
from arbitro.rules.daggerheart.presence import current_scene, due_step
from arbitro.rules.daggerheart.resources import mark_stress, short_of_stress
from arbitro.rules.daggerheart.state import HOPE_SLOTS, Agenda, Apply, Dodged, Hero, Hit, Request, Rethink, State
from arbitro.rules.daggerheart.words import (
    Trait,
    halved,
    ids,
)

_REACTION = ("DHP-REACT-01",)


class ReactionRoll(Struct, frozen=True):
    """A reaction roll that is due: whose it is, what it must reach, and what makes it easier or harder."""

    who: str
    trait: Trait
    difficulty: int
    experiences: str = ""
    """Those that the PC pays for."""
    secret: str = ""
    """Who else may know the number that is to be reached."""
    advantages: int = 0
    disadvantages: int = 0
    edges: int = 0
    burdens: tuple[str, ...] = ()
    again: bool = False
    """Whether it is the second roll of the same, for which nothing is paid."""
    doubled: bool = False
    """The Experiences are paid with Stress and count double."""
    made_of: tuple[Modifier, ...] = ()
    """What the number is made of."""


def roll_reaction(play: Play, roll: ReactionRoll) -> tuple[bool, bool] | Refusal:
    """Roll a reaction: whether it succeeds, and whether on a double; Experiences are paid for once."""
    hero, again = play.state.party[roll.who], roll.again
    able = replace(hero, hope=HOPE_SLOTS, stress_marked=0) if again else hero
    bought = experiences_of(able, roll.experiences, doubled=roll.doubled)
    if isinstance(bought, Refusal):
        return bought
    if not again:
        pay_for_experiences(play, hero.id, len(ids(roll.experiences)), doubled=roll.doubled)
    request = Request(
        hero.id,
        "action",
        roll.trait,
        roll.difficulty,
        advantages=roll.advantages,
        disadvantages=roll.disadvantages,
        burdens=roll.burdens,
        edges=roll.edges,
    )
    request = use_edge(play, request)
    hero = play.state.party[hero.id]  # what was kept is in the request now
    modifiers = (*roll_modifiers(hero, request, action=False), *bought)
    sources = advantage_sources(play.rules.books, play.state, hero, request)
    hope, fear, extra, modifiers = throw_pool(play.rules.books, play.state, play.dice, request, modifiers, sources)
    total = hope.face + fear.face + sum(each.amount for each in modifiers)
    double = hope.face == fear.face
    success = double or total >= roll.difficulty
    shown = (*modifiers, *double_of(hope, fear, "DHP-REACT-02"))
    check = Check((hope, fear), total, ">=", roll.difficulty, success, shown, "difficulty", roll.made_of)
    rules = (
        *_REACTION,
        *(("DHP-REACT-02",) if double else ()),
        *advantage_rules(play.rules.books, *sources, modifiers),
    )
    if again:
        rules = (*rules, "DHP-GEN-02")
    play.happen(e.ReactionRolled(hero.id, roll.trait, check, double, extra, roll.secret, again, rules=rules))
    return success, double


def failed_reaction(play: Play, who: str) -> None:
    """A reaction roll that fails is a failed roll to those who watch for any (DHP-ADVSTAT-05)."""
    play.first(*set_off(play, "pc_failed_roll", "", who))


def settle_dodged(play: Play, step: Dodged) -> None:
    """Ask a PC for the reaction roll that is due; whoever cannot act fails to be asked."""
    hero = play.state.party.get(step.who)
    if hero is None or hero.status != "up":
        return
    values: dict[str, str | int] = {"who": f"@{step.who}"}
    rules = ("DHP-REACT-01", "DH-ADVERSARY-03")
    ask(play, Question("reaction", step.who, values, rules), step)


def react(play: Play, command: c.React) -> Refusal | None:
    """Make the reaction roll: effects of failure, of success, or none at all on a double."""
    step = due_step(play.state)
    if not isinstance(step, Dodged) or step.who != command.who:
        return Refusal("not_asked")
    if command.trait not in step.traits:
        return Refusal("wrong_trait", {"who": f"@{command.who}", "trait": f"@trait/{command.trait}"}, _REACTION)
    hero = play.state.party[command.who]
    bought = experiences_of(hero, command.experiences, doubled=command.doubled)
    if isinstance(bought, Refusal):
        return bought
    if command.rather and (short := _no_way_out(hero, step)):
        return short
    edge = hero.edge
    resume(play, "reaction")
    play.agenda.pop(0)
    rolled = _reaction_of(play, step, command.trait, command.experiences, doubled=command.doubled)
    if isinstance(rolled, Refusal):
        return rolled
    may = hero.sheet.adaptable and bool(command.experiences) and not short_of_stress(hero, 1)
    if not rolled[0] and may:
        kept = replace(step, edges=int(edge))
        values: dict[str, str | int] = {"who": f"@{hero.id}"}
        question = Question("reroll", hero.id, values, ("DHP-GEN-02", "DHP-DUAL-10"))
        ask(play, question, Rethink(kept, command.trait, command.experiences, command.rather, command.doubled))
        return None
    _reacted(play, step, success=rolled[0], double=rolled[1], rather=command.rather)
    return None


def _reaction_of(
    play: Play, step: Dodged, trait: Trait, experiences: str, *, again: bool = False, doubled: bool = False
) -> tuple[bool, bool] | Refusal:
    roll = ReactionRoll(
        step.who,
        trait,
        step.difficulty,
        experiences,
        step.source or REFEREE_ONLY,
        advantages=step.advantages,
        disadvantages=step.disadvantages,
        burdens=step.burdens,
        edges=step.edges,
        again=again,
        doubled=doubled,
        made_of=_made_of(play.rules.books, play.state, step),
    )
    return roll_reaction(play, roll)


def _made_of(books: Library, state: State, step: Dodged) -> tuple[Modifier, ...]:
    """What the Difficulty of a reaction roll is made of, where it is the adversary's and more than the printed one."""
    foe = current_scene(state).foes.get(step.source)
    feature = feature_named(foe, f"{step.source}/{step.feature}") if foe is not None else None
    if foe is None or feature is None or feature.roll is None or feature.roll.difficulty:
        return ()
    parts = difficulty_parts(books, foe)
    raised = step.difficulty - total_of(parts)
    if raised:
        parts = (*parts, Modifier(raised, rule_of(feature), sources=(source_of(foe.id, feature),)))
    return parts if parts[1:] else ()


def _reacted(play: Play, step: Dodged, *, success: bool, double: bool, rather: bool = False) -> None:
    """What comes of a reaction roll: nothing at all on a double (DHP-REACT-02)."""
    hero = play.state.party[step.who]
    if not success:
        failed_reaction(play, step.who)
    if step.offer and not success and (rather or hero.stress_marked >= hero.stress):
        play.happen(e.OfferAnswered(step.who, rather, rules=_REACTION))
        return
    if success and rather and step.spare and not double:
        mark_stress(play, step.who, step.spare, step.feature, _REACTION)
        step = replace(step, amount=0)
    if not double:
        _after_reaction(play, step, success=success)


def rethink(play: Play, command: c.Reroll, step: Rethink) -> Refusal | None:
    """Mark a Stress to roll a failed reaction again, Experiences and all; or let it be."""
    who = step.dodged.who
    if who != command.who:
        return Refusal("not_asked")
    if command.use and (short := short_of_stress(play.state.party[who], 1)):
        return short
    resume(play, "reroll")
    play.agenda.pop(0)
    if not command.use:
        _reacted(play, step.dodged, success=False, double=False, rather=step.rather)
        return None
    mark_stress(play, who, 1, "reroll", ("DHP-GEN-02",))
    rolled = _reaction_of(play, step.dodged, step.trait, step.experiences, again=True, doubled=step.doubled)
    if isinstance(rolled, Refusal):
        return rolled
    _reacted(play, step.dodged, success=rolled[0], double=rolled[1], rather=step.rather)
    return None


def _no_way_out(hero: Hero, step: Dodged) -> Refusal | None:
    """Whether there is a choice: Stress rather than half damage, or an offer; the feature must allow it."""
    if step.offer:
        return None
    if not step.spare:
        return Refusal("no_way_out", {"who": f"@{hero.id}"}, _REACTION)
    return short_of_stress(hero, step.spare)


def _after_reaction(play: Play, step: Dodged, *, success: bool) -> None:
    effects = step.success if success else step.fail
    origin = (f"{step.source}/{step.feature}",) if step.feature else ()
    half = (Modifier(halved(step.amount) - step.amount, "DHP-GEN-01", "halved", origin),) if success else ()
    steps: list[Agenda] = []
    if step.amount:
        steps.append(
            Hit(
                step.who,
                step.amount,
                step.kind,
                step.source,
                step.direct,
                attack=False,
                do=effects,
                feature=step.feature,
                changes=half,
            )
        )
    elif effects:
        steps.append(Apply(step.source, step.feature, step.who, effects))
    play.first(*steps)


def call_reaction(play: Play, command: c.CallReaction) -> Refusal | None:
    """The GM lets PCs react rather than an adversary roll (DH-ADVERSARY-03)."""
    state = play.state
    scene = current_scene(state)
    difficulty = command.difficulty
    if not difficulty:
        foe = scene.foes.get(command.source)
        if foe is not None and state.options["gm_reaction_default_difficulty"] == "adversary_difficulty":
            difficulty = difficulty_of(play.rules.books, foe)
        elif foe is None:
            difficulty = difficulty_here(play.rules.books, state)
    if difficulty <= 0:
        return Refusal("difficulty_needed", {"who": "@referee"}, ("DH-ADVERSARY-03", "DH-DIFF-03"))
    targets = [who for who in ids(command.targets) if who in state.party and state.party[who].status == "up"]
    if not targets:
        return Refusal("no_target", {"who": "@referee"}, _REACTION)
    fail: tuple[Effect, ...] = (Stress.of(command.stress),) if command.stress else ()
    play.first(
        *(
            Dodged(
                who,
                command.source,
                "",
                (command.trait,),
                difficulty,
                fail=fail,
                advantages=command.advantages,
                disadvantages=command.disadvantages,
            )
            for who in targets
        )
    )
    return None


def adjust_reaction(play: Play, command: c.AdjustReaction) -> Refusal | None:
    """The GM grants an advantage or a disadvantage to a reaction roll that is due (DH-ADV-01)."""
    step = due_step(play.state)
    if not isinstance(step, Dodged):
        return Refusal("not_asked")
    if not (command.advantages or command.disadvantages):
        return Refusal("nothing_changed", {}, ("DH-ADV-01",))
    resume(play, "reaction")
    changed = replace(
        step,
        advantages=step.advantages + command.advantages,
        disadvantages=step.disadvantages + command.disadvantages,
    )
    further = bool(step.advantages if command.advantages > command.disadvantages else step.disadvantages)
    given = e.ReactionAdjusted(step.who, command.advantages, command.disadvantages, further, rules=("DH-ADV-01",))
    play.happen(given)
    play.agenda[0] = changed
    return None
