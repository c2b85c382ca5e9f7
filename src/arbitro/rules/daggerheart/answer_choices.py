"""The ways to answer whatever somebody is asked."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Final

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import findings, gm_moves
from arbitro.rules.daggerheart.choice_parts import Fixed, person, power_values, price_key, priced, trait_picks
from arbitro.rules.daggerheart.companion import COMPANION, companion_there
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.death import last_blow, split_limits
from arbitro.rules.daggerheart.dice_pool import shared_experiences
from arbitro.rules.daggerheart.findings import learnable
from arbitro.rules.daggerheart.gifts import GIFT, has_passive, known_power
from arbitro.rules.daggerheart.landing import volleys
from arbitro.rules.daggerheart.offers import answer_marks
from arbitro.rules.daggerheart.opportunity import HOLDS
from arbitro.rules.daggerheart.power_price import most_paid
from arbitro.rules.daggerheart.power_use import boosts_for, braces_for
from arbitro.rules.daggerheart.presence import condition_entry, current_scene, due_step, foes_left, heroes_up
from arbitro.rules.daggerheart.resources import (
    short_of_fear,
    short_of_stress,
    toll_of_rolling,
)
from arbitro.rules.daggerheart.roll_requests import call_difficulty, difficulty_rules, help_price
from arbitro.rules.daggerheart.state import Chance, Dodged, Experience, Hero, PowerChance, Seized, Sharing, State
from arbitro.rules.daggerheart.steps import helpers_of
from arbitro.rules.daggerheart.words import TRAITS


def answers(books: Library, state: State, seat: Seat, question: Question) -> Iterator[Choice]:
    """The ways to answer a question, for those who may."""
    if question.kind == "roll":
        yield from _roll_choices(books, state, seat)
        return
    if question.kind == "reaction" and seat.may_act_for(REFEREE_ONLY):
        for name in ("advantages", "disadvantages"):
            label = Label(f"choice.adjust_reaction_{name}", {"who": f"@{question.who}"})
            yield Choice(f"adjust_reaction/{name}", "adjust_reaction", label, {name: 1}, (), ("DH-ADV-01",))
    if seat.may_act_for(question.who):
        yield from ANSWERS[question.kind](books, state, question)


def _told_choices(books: Library, state: State, question: Question) -> Iterator[Choice]:
    """What a player may answer to a GM move, each with words of their own if they like."""
    move, who = gm_moves.asking(state)
    text = (Parameter("text", "text", optional=True),)
    for reply in gm_moves.replies(books, state, move, who):
        label = Label(f"choice.tell_{reply}", {"who": f"@{who}"})
        fixed: Fixed = {"who": who, "reply": reply}
        yield Choice(f"tell_gm/{reply}", "tell_gm", label, fixed, text, question.rules)


def _yes_no(command: str) -> Callable[[Library, State, Question], Iterator[Choice]]:
    """The two answers to a question that a command answers with yes or no."""

    def both(books: Library, state: State, question: Question) -> Iterator[Choice]:
        del books, state
        for use in (True, False):
            label = Label(f"choice.{command}_{'yes' if use else 'no'}")
            yield Choice(f"{command}/{int(use)}", command, label, {"who": question.who, "use": use}, (), question.rules)

    return both


def _bargain_choices(books: Library, state: State, question: Question) -> Iterator[Choice]:
    del books, state
    for taken, key in ((True, "choice.take_bargain"), (False, "choice.decline_bargain")):
        fixed: Fixed = {"who": question.who, "taken": taken}
        yield Choice(f"take_bargain/{int(taken)}", "take_bargain", Label(key), fixed, (), question.rules)


def _tag_choices(books: Library, state: State, question: Question) -> Iterator[Choice]:
    del books, state
    kind = (Parameter("kind", picks=tuple(Pick(kind, Label(f"kind.{kind}")) for kind in ("physical", "magic"))),)
    for pick in ("first", "second"):
        label = Label(f"choice.choose_tag_{pick}", {"outcome": f"@outcome/{question.values[pick]}"})
        fixed: Fixed = {"who": question.who, "pick": pick}
        yield Choice(f"choose_tag/{pick}", "choose_tag", label, fixed, kind, question.rules)


def _learn_choices(books: Library, state: State, question: Question) -> Iterator[Choice]:
    del books
    for number, _ in learnable(state):
        label = Label("choice.learn", {"detail": f"@detail/{number}"})
        yield Choice(f"learn/{number}", "learn", label, {"who": question.who, "detail": number}, (), question.rules)


def _split_choices(books: Library, state: State, question: Question) -> Iterator[Choice]:
    del books
    low, high = split_limits(state, question.who)
    amount = (Parameter("hp", "number", minimum=low, maximum=high),)
    label = Label("choice.split_healing")
    yield Choice("split_healing", "split_healing", label, {"who": question.who}, amount, question.rules)


def _share_choices(books: Library, state: State, question: Question) -> Iterator[Choice]:
    del books
    step = due_step(state)
    if isinstance(step, Sharing):
        amount = (Parameter("amount", "number", minimum=0, maximum=step.left),)
        label = Label("choice.share_damage", {"who": f"@{step.who}", "target": f"@{step.hits[0].target}"})
        yield Choice("share_damage", "share_damage", label, {"who": question.who}, amount, question.rules)


def _chance_choices(books: Library, state: State, question: Question) -> Iterator[Choice]:
    del books
    step = due_step(state)
    if isinstance(step, Chance):
        feature = f"@{step.owner}/{step.feature}"
        fear, stress = int(question.values.get("fear", 0)), int(question.values.get("stress", 0))
        yes = Label(priced("choice.answer_yes", fear, stress), {"feature": feature, **question.values})
        yield Choice("answer/1", "answer", yes, {"use": True}, (), question.rules)
        yield Choice(
            "answer/0",
            "answer",
            Label("choice.answer_no", {"feature": feature}),
            {"use": False},
            (),
            question.rules,
        )


def _power_answers(books: Library, state: State, question: Question) -> Iterator[Choice]:
    """Use a power that could answer, at its price, or let it be."""
    step = due_step(state)
    hero = state.party[question.who]
    power = known_power(hero, step.power) if isinstance(step, PowerChance) else None
    if power is None:
        return
    aimed = power.target is not None and power.target.who == "one"
    for use, key in ((True, price_key("choice.answer_power", power)), (False, "choice.answer_power_no")):
        label = Label(key, power_values(hero, power))
        fixed: Fixed = {"who": hero.id, "use": use}
        most = most_paid(hero, power) if use else 0
        often = (Parameter("spend", "number", minimum=1, maximum=most),) if most > 1 else ()
        marks = answer_marks(books, state, hero, power) if use and aimed else ()
        picks = tuple(Pick(who, Label("name", {"who": f"@{who}"})) for who in marks)
        often = (*often, *((Parameter("target", picks=picks),) if picks[1:] else ()))
        name = f"answer_power/{power.id}/{int(use)}"  # what is said once and for all of one power binds no other
        yield Choice(name, "answer_power", label, fixed, often, question.rules)


def _experience_choices(
    hero: Hero, hope: int, means: str = "", shared: tuple[Experience, ...] = ()
) -> Iterator[tuple[str, Label]]:
    """No Experience, one, or all, as far as the Hope goes."""
    yield "", Label("choice.plain")
    affordable = hero.sheet.experiences if hope > 0 else ()
    beast = companion_there(hero) if means == COMPANION and hope > 0 else None
    for one in (*affordable, *(beast.experiences if beast is not None else ())):
        yield one.id, Label("choice.with_experience", {"experience": f"@{hero.id}/{one.id}", "bonus": one.bonus})
    for one in shared if hope > 0 else ():
        yield one.id, Label("choice.with_experience", {"experience": f"@{one.id}", "bonus": one.bonus})
    if len(affordable) > 1 and hope >= len(affordable):
        yield ",".join(one.id for one in affordable), Label("choice.with_all_experiences")


def _doubled_choices(hero: Hero) -> Iterator[tuple[str, Label]]:
    """An Experience paid with a Stress, which counts double, for those who can."""
    if has_passive(hero, "double_experience") is None or short_of_stress(hero, 1) is not None:
        return
    for one in hero.sheet.experiences:
        values: dict[str, str | int] = {
            "who": f"@{hero.id}",
            "experience": f"@{hero.id}/{one.id}",
            "bonus": 2 * one.bonus,
        }
        yield one.id, Label("choice.with_experience_doubled", values)


def _roll_choices(books: Library, state: State, seat: Seat) -> Iterator[Choice]:
    request = current_scene(state).pending
    if request is None:
        return
    hero = state.party[request.actor]
    if seat.may_act_for(hero.id):
        left = hero.hope - toll_of_rolling(books, hero)
        for wanted, label in (
            _experience_choices(hero, left, request.means, shared_experiences(state, request)) if left >= 0 else ()
        ):
            named = Label("choice.roll_" + label.key.removeprefix("choice."), {"who": f"@{hero.id}", **label.values})
            fixed: Fixed = {"who": hero.id, "experiences": wanted}
            rules = ("DHP-DUAL-01", "DHP-EXP-01")
            yield Choice(f"roll/{hero.id}/{wanted}", "roll", named, fixed, (), rules, main=True)
        for wanted, label in _doubled_choices(hero) if left >= 0 else ():
            fixed = {"who": hero.id, "experiences": wanted, "doubled": True}
            yield Choice(f"roll/{hero.id}/{wanted}/doubled", "roll", label, fixed, (), ("DHP-DUAL-01", GIFT))
        for power in boosts_for(books, state, hero, request):
            label = Label(price_key("choice.bolster", power), power_values(hero, power))
            spend = most_paid(hero, power)
            often = (Parameter("spend", "number", minimum=1, maximum=spend),) if spend > 1 else ()
            fixed = {"who": hero.id, "power": power.id}
            yield Choice(f"bolster/{hero.id}/{power.id}", "bolster", label, fixed, often, ("DHP-CHAR-03",))
        if findings.takes_gold(state, hero) is None:
            label = Label("choice.offer_gold", {"who": f"@{hero.id}"})
            yield Choice(f"offer_gold/{hero.id}", "offer_gold", label, {"who": hero.id}, (), ("DHP-ENV-01",))
        if request.first is None:
            label = Label("choice.drop_roll", {"who": f"@{hero.id}"})
            yield Choice(f"drop_roll/{hero.id}", "drop_roll", label, {"who": hero.id}, (), ("DHP-DUAL-10",))
    helping = helpers_of(request)
    for other in heroes_up(state):
        if (
            other.id not in helping | {hero.id}
            and other.hope >= help_price(books, other)
            and seat.may_act_for(other.id)
            and _awake(books, other)
        ):
            label = Label("choice.give_help", {"who": f"@{other.id}", "whom": f"@{hero.id}"})
            yield Choice(f"give_help/{other.id}", "give_help", label, {"who": other.id}, (), ("DHP-HOPE-05",))
    if seat.may_act_for(REFEREE_ONLY):
        yield from adjust_choices(state)


def _awake(books: Library, hero: Hero) -> bool:
    return not any(condition_entry(books, held.name).still for held in hero.conditions)


def _reaction_choices(books: Library, state: State, question: Question) -> Iterator[Choice]:
    who, rules = question.who, question.rules
    step = due_step(state)
    if not isinstance(step, Dodged):
        return
    hero = state.party[who]
    for wanted, label in _experience_choices(hero, hero.hope):
        named = Label("choice.react_" + label.key.removeprefix("choice."), {"who": f"@{who}", **label.values})
        fixed: Fixed = {"who": who, "experiences": wanted}
        yield Choice(f"react/{who}/{wanted}", "react", named, fixed, (trait_picks(step.traits),), rules)
    for wanted, label in _doubled_choices(hero):
        fixed = {"who": who, "experiences": wanted, "doubled": True}
        yield Choice(f"react/{who}/{wanted}/doubled", "react", label, fixed, (trait_picks(step.traits),), rules)
    for power in braces_for(books, state, hero, step):
        label = Label(price_key("choice.bolster", power), power_values(hero, power))
        fixed = {"who": who, "power": power.id}
        yield Choice(f"brace/{who}/{power.id}", "brace", label, fixed, (), ("DHP-CHAR-03",))
    if step.spare and not short_of_stress(state.party[who], step.spare):
        label = Label("choice.react_rather", {"who": f"@{who}", "stress": step.spare})
        fixed = {"who": who, "rather": True}
        yield Choice(f"react/{who}/rather", "react", label, fixed, (trait_picks(step.traits),), rules)
    if step.offer:
        label = Label("choice.react_accept", {"who": f"@{who}"})
        fixed = {"who": who, "rather": True}
        yield Choice(f"react/{who}/accept", "react", label, fixed, (trait_picks(step.traits),), rules)


def _opportunity_choices(books: Library, state: State, question: Question) -> Iterator[Choice]:
    """What comes of having caught an adversary: one thing, or after a critical success two."""
    del books
    step, hero = due_step(state), state.party[question.who]
    power = has_passive(hero, "opportunist")
    if not isinstance(step, Seized) or power is None:
        return
    for holds in combinations(HOLDS, step.most):
        one, other = holds[0], holds[-1]
        values: dict[str, str | int] = {
            "who": f"@{hero.id}",
            "foe": f"@{step.foe}",
            "power": f"@{hero.id}/{power.id}.{one}",
            "other": f"@{hero.id}/{power.id}.{other}",
        }
        label = Label("choice.seize_two" if holds[1:] else "choice.seize", values)
        fixed: Fixed = {"who": hero.id, "holds": ",".join(holds)}
        yield Choice(f"seize/{hero.id}/{'+'.join(holds)}", "seize", label, fixed, (), question.rules)


def _volley_choices(books: Library, state: State, question: Question) -> Iterator[Choice]:
    who, rules = question.who, question.rules
    picks = []
    for wanted in volleys(books, state):
        one, _, other = wanted.partition(",")
        both = Label("choice.pair", {"one": f"@{one}", "other": f"@{other}"})
        picks.append(Pick(wanted, both if other else Label("name", {"who": f"@{one}"})))
    if picks:
        label = Label("choice.hold_off", {"who": f"@{who}"})
        aim = (Parameter("targets", picks=tuple(picks)),)
        yield Choice(f"hold_off/{who}", "hold_off", label, {"who": who}, aim, rules)
    label = Label("choice.hold_off_no", {"who": f"@{who}"})
    yield Choice(f"hold_off/{who}/no", "hold_off", label, {"who": who}, (), rules)


def _death_choices(books: Library, state: State, question: Question) -> Iterator[Choice]:
    who = question.who
    for move in ("avoid_death", "risk_it_all"):
        fixed: Fixed = {"who": who, "move": move}
        yield Choice(f"death_move/{move}", "death_move", Label(f"choice.{move}"), fixed, (), ("DHP-DEATH-01",))
    hero = state.party[who]
    foes = tuple(
        person(foe) for foe in foes_left(state) if not isinstance(last_blow(books, state, hero, foe.id, ""), Refusal)
    )
    nobody = Pick("", Label("choice.nobody"))
    target = Parameter("target", picks=(*foes, nobody))
    fixed = {"who": who, "move": "blaze_of_glory"}
    label = Label("choice.blaze_of_glory")
    yield Choice("death_move/blaze_of_glory", "death_move", label, fixed, (target,), ("DHP-DEATH-02",))


# ------------------------------------------------------------------ the GM: before a roll, and after a critical success


def call_choices(books: Library, state: State) -> Iterator[Choice]:
    """Call for the roll, let it be, or offer a bargain (DH-ACTION-01 to 05)."""
    scene = current_scene(state)
    deed = scene.deed
    if deed is None:
        return
    traits = (deed.trait,) if deed.trait is not None else TRAITS
    number = Parameter("difficulty", "number", minimum=1, maximum=30)
    rules = ("DH-ACTION-03", "DH-ACTION-04")
    default = call_difficulty(books, state, deed, 0)
    if isinstance(default, int):
        label = Label("choice.request_default", {"who": f"@{deed.who}", "difficulty": default})
        yield Choice(
            "request_roll/default",
            "request_roll",
            label,
            {},
            (trait_picks(traits),),
            (*difficulty_rules(deed, 0), *rules),
        )
    label = Label("choice.request_roll", {"who": f"@{deed.who}"})
    yield Choice(
        "request_roll/set",
        "request_roll",
        label,
        {},
        (trait_picks(traits), number),
        (*rules, "DH-DIFF-03", "DH-DIFF-04"),
    )
    foe = scene.foes.get(deed.target)
    if foe is not None and isinstance(default, int) and not short_of_fear(state, _experience_cost(state)):
        for one in foe.block.experiences:
            label = Label("choice.request_against", {"who": f"@{deed.who}", "experience": f"@{foe.id}/{one.id}"})
            fixed: Fixed = {"experience": one.id}
            yield Choice(
                f"request_roll/{one.id}",
                "request_roll",
                label,
                fixed,
                (trait_picks(traits),),
                ("DH-DIFF-02", "DHP-ADVSTAT-04"),
            )
    yield Choice(
        "no_roll",
        "no_roll",
        Label("choice.no_roll", {"who": f"@{deed.who}"}),
        {},
        (),
        ("DHP-DUAL-12", "DH-ACTION-02"),
    )
    stress = Parameter("stress", "number", minimum=1, maximum=3)
    label = Label("choice.offer_bargain", {"who": f"@{deed.who}"})
    parameters = (trait_picks(traits), number, stress)
    yield Choice("offer_bargain", "offer_bargain", label, {}, parameters, ("DH-ACTION-05",))


def _experience_cost(state: State) -> int:
    return int(state.options["gm_experience_difficulty_cost"])


def adjust_choices(state: State) -> Iterator[Choice]:
    """A die rather than another Difficulty (DH-ADV-01)."""
    request = current_scene(state).pending
    if request is None:
        return
    for name in ("advantages", "disadvantages"):
        yield Choice(f"adjust/{name}", "adjust", Label(f"choice.adjust_{name}"), {name: 1}, (), ("DH-ADV-01",))
    number = Parameter("difficulty", "number", minimum=1, maximum=30)
    yield Choice("adjust/difficulty", "adjust", Label("choice.adjust_difficulty"), {}, (number,), ("DH-DIFF-03",))
    if request.hidden:
        yield Choice("adjust/shown", "adjust", Label("choice.adjust_shown"), {"shown": True}, (), ("DHP-DUAL-09",))
    foe = current_scene(state).foes.get(request.against)
    barred = request.is_attack and state.options["gm_experience_vs_attack"] == "never"
    if foe is None or barred or request.raised or short_of_fear(state, _experience_cost(state)):
        return
    for one in foe.block.experiences:
        label = Label("choice.adjust_experience", {"experience": f"@{foe.id}/{one.id}", "bonus": one.bonus})
        yield Choice(f"adjust/{one.id}", "adjust", label, {"experience": one.id}, (), ("DH-DIFF-02",))


def opening_choices(question: Question) -> Iterator[Choice]:
    """What a critical success opens up (DH-MOVE-11)."""
    who = str(question.values["who"])
    forms = Parameter("form", picks=tuple(Pick(form, Label(f"edge.{form}")) for form in ("advantage", "note")))
    text = Parameter("text", "text", optional=True)
    label = Label("choice.give_edge", {"who": who})
    yield Choice("give_edge", "give_edge", label, {"who": who.removeprefix("@")}, (forms, text), question.rules)


ANSWERS: Final[Mapping[str, Callable[[Library, State, Question], Iterator[Choice]]]] = {
    "armour": _yes_no("use_armour"),
    "bargain": _bargain_choices,
    "call": lambda books, state, _: call_choices(books, state),
    "chance": _chance_choices,
    "death": _death_choices,
    "lead": _yes_no("pay_for_lead"),
    "learn": _learn_choices,
    "opportunity": _opportunity_choices,
    "opening": lambda _, __, question: opening_choices(question),
    "power": _power_answers,
    "reaction": _reaction_choices,
    "reroll": _yes_no("reroll"),
    "share": _share_choices,
    "split": _split_choices,
    "tag": _tag_choices,
    "tell": _told_choices,
    "volley": _volley_choices,
}
"""What whoever is asked may answer, by the kind of the question; a roll is everybody's who may help with it."""
