"""What the GM may do now: before a roll, in the players' spotlight, in a GM turn, between scenes."""

from collections.abc import Iterator

from arbitro.kernel.choice import Choice, Label, Parameter, Pick, picks_of
from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.daggerheart import gm_moves
from arbitro.rules.daggerheart.acting import may_act
from arbitro.rules.daggerheart.adversary import fear_price, most_targets
from arbitro.rules.daggerheart.choice_parts import Fixed, person, priced, trait_picks
from arbitro.rules.daggerheart.commands import FoeAttack, FoeSprint, StrikeCompanion, UseFeature
from arbitro.rules.daggerheart.conditions import given_away, shakeable
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.countdown import COUNTDOWN_DICE, running_plans
from arbitro.rules.daggerheart.feature import Feature, offers
from arbitro.rules.daggerheart.feature_use import at_will, joiners
from arbitro.rules.daggerheart.feature_words import Advance, Clear, Imbue
from arbitro.rules.daggerheart.gm_turn import may_move, move_cost, rules_of, spotlight_price, spotlights_left
from arbitro.rules.daggerheart.numbers import passive_of, rules_of_features
from arbitro.rules.daggerheart.owner_effects import allies_within
from arbitro.rules.daggerheart.presence import (
    PLACE,
    able_hero,
    current_scene,
    foes_left,
    heroes_up,
    is_fixed,
    lifting_price,
    party_size,
)
from arbitro.rules.daggerheart.prisoners import has_words
from arbitro.rules.daggerheart.resources import bar_to_rolling, short_of_stress
from arbitro.rules.daggerheart.state import Foe, Hero, SceneState, State, Turn
from arbitro.rules.daggerheart.turns import move_menu
from arbitro.rules.daggerheart.words import TRAITS

_TENSIONS = ("incidental", "minor", "typical", "major", "climactic", "none")
_STANDARD = ("hidden", "restrained", "vulnerable")
COUNTDOWN_KINDS = ("standard", "progress", "consequence", "long_term")


# ------------------------------------------------------------------ taking the spotlight


def break_in_choices(state: State) -> Iterator[Choice]:
    """How the GM may take the spotlight from the players."""
    if state.fear.held:
        yield Choice("interrupt", "interrupt", Label("choice.interrupt"), {}, (), ("DH-FEAR-08",))
    for reason, rule in (
        ("unavoidable_consequences", "DH-MOVE-05"),
        ("golden_opportunity", "DH-MOVE-06"),
        ("players_look_to_gm", "DH-MOVE-07"),
        ("gm_decision", "DH-MOVE-02"),
    ):
        if reason == "gm_decision" and state.options["gm_untriggered_move"] == "forbid_without_fear":
            continue
        yield Choice(
            f"open_turn/{reason}", "open_turn", Label(f"choice.open_{reason}"), {"reason": reason}, (), (rule,)
        )


# ------------------------------------------------------------------ the GM turn


def gm_turn_choices(game: Ruleset[State], state: State, scene: SceneState, turn: Turn) -> Iterator[Choice]:
    """What the GM may do in a turn of theirs."""
    acting = scene.foes.get(turn.acting)
    if acting is not None and not acting.defeated and not acting.gone:
        yield from _acting(game, state, acting)
    can_move = may_move(state, 0) is None
    for foe in foes_left(state):
        granted = foe.id in turn.granted
        ramp = passive_of(foe, "ramp_up")
        extra = ramp.value if ramp is not None else 0
        fear, by_stress = (0, None) if granted else spotlight_price(state, foe)
        if not (granted or spotlights_left(books_of(game), state, foe) is None):
            continue
        rules = ("DH-SPOTLIGHT-02", "DHP-SPOT-04")
        if by_stress is not None and state.fear.held >= extra:
            own: dict[str, str | int] = {"who": f"@{foe.id}", "stress": by_stress.value, "fear": extra}
            yield Choice(
                f"spotlight/{foe.id}", "spotlight", Label("choice.spotlight_stress", own), {"who": foe.id}, (), rules
            )
            fear = move_cost(state)
        if state.fear.held >= extra + fear:
            label = Label(priced("choice.spotlight", extra + fear), {"who": f"@{foe.id}", "fear": extra + fear})
            fixed: Fixed = {"who": foe.id} if by_stress is None else {"who": foe.id, "fear": True}
            which = f"spotlight/{foe.id}" if by_stress is None else f"spotlight/{foe.id}/fear"
            yield Choice(which, "spotlight", label, fixed, (), rules)
    if can_move:
        yield from _moves(books_of(game), state)
    if scene.place is not None:
        for feature in scene.place.features:
            if feature.kind != "passive" and feature.when is None:
                yield from _feature(game, state, PLACE, feature)
    yield Choice("end_turn", "end_turn", Label("choice.end_turn"), {}, (), ("DH-SPOTLIGHT-01",))


def _moves(books: Library, state: State) -> Iterator[Choice]:
    heroes = tuple(person(hero) for hero in heroes_up(state))
    every = dict.fromkeys(
        (*move_menu(books, state), *books.guidance.moves)
    )  # what fits the outcome first, then all others
    for move in every:
        entry = books.guidance.moves[move]
        rules = rules_of(books, state, move)
        fixed: Fixed = {"move": move}
        price = move_cost(state)
        label = Label(priced("choice.move_of", price), {"move": f"@move/{move}", "fear": price})
        if entry.effect == "spotlight":
            continue
        if entry.effect == "clear_condition":
            yield from _clearing(books, state)
        elif entry.effect in ("stress", "focus"):
            if heroes:
                target = (Parameter("target", picks=heroes),)
                yield Choice(f"make_move/{move}", "make_move", label, fixed, target, rules)
        else:
            text = (Parameter("text", "text", optional=True),)
            yield Choice(f"make_move/{move}", "make_move", label, fixed, text, rules)
        if entry.lands:
            yield from _landing(books, state, move)


def _landing(books: Library, state: State, move: str) -> Iterator[Choice]:
    """A move with what the engine can carry out of it, where that has something to take hold of."""
    entry = books.guidance.moves[move]
    price = move_cost(state)
    values: dict[str, str | int] = {"move": f"@move/{move}", "what": f"@landing/{entry.lands}", "fear": price}
    label = Label(priced("choice.move_lands", price), values)
    text = Parameter("text", "text", optional=True)
    aim: tuple[Parameter, ...] = ()
    if gm_moves.aimed(books, move):
        heroes = [hero for hero in heroes_up(state) if gm_moves.possible(books, state, move, hero.id)]
        if not heroes:
            return
        aim = (Parameter("target", picks=tuple(person(hero) for hero in heroes)),)
    elif not gm_moves.possible(books, state, move, ""):
        return
    fixed: Fixed = {"move": move, "lands": True}
    rules = rules_of(books, state, move)
    yield Choice(f"make_move/{move}/lands", "make_move", label, fixed, (*aim, text), rules)


def _clearing(books: Library, state: State) -> Iterator[Choice]:
    uses = bool(state.options["gm_clear_condition_uses_spotlight"])
    for foe in foes_left(state):
        for held in foe.conditions:
            if uses and held.until == "temporary" and spotlights_left(books, state, foe) is not None:
                continue
            label = Label("choice.clear_condition", {"who": f"@{foe.id}", "condition": f"@{held.name}"})
            fixed: Fixed = {"move": "clear_adversary_condition", "target": foe.id, "condition": held.name}
            yield Choice(f"clear_condition/{foe.id}/{held.name}", "make_move", label, fixed, (), ("DH-SOFT-04",))


def _acting(game: Ruleset[State], state: State, foe: Foe) -> Iterator[Choice]:
    who: Fixed = {"who": foe.id}
    beasts = [hero for hero in heroes_up(state) if game.allows(state, StrikeCompanion(foe.id, hero.id))]
    for hero in beasts:
        label = Label("choice.strike_companion", {"who": f"@{foe.id}", "whom": f"@{hero.id}"})
        whose: Fixed = {"who": foe.id, "whom": hero.id}
        yield Choice(f"strike_companion/{foe.id}/{hero.id}", "strike_companion", label, whose, (), ("DHP-CHAR-05",))
    targets = tuple(person(hero) for hero in heroes_up(state) if game.allows(state, FoeAttack(foe.id, hero.id)))
    if targets:
        aim = (Parameter("targets", picks=targets),)
        label = Label("choice.foe_attack", {"who": f"@{foe.id}"})
        yield Choice(f"foe_attack/{foe.id}", "foe_attack", label, who, aim, ("DH-ATK-01", "DHP-SPOT-05"))
        for name in ("advantages", "disadvantages"):
            label = Label(f"choice.foe_attack_{name}", {"who": f"@{foe.id}"})
            yield Choice(f"foe_attack/{foe.id}/{name}", "foe_attack", label, {**who, name: 1}, aim, ("DH-ATK-03",))
        for one in foe.block.experiences if state.fear.held else ():
            label = Label("choice.foe_attack_experience", {"who": f"@{foe.id}", "experience": f"@{foe.id}/{one.id}"})
            fixed: Fixed = {**who, "experience": one.id}
            yield Choice(f"foe_attack/{foe.id}/{one.id}", "foe_attack", label, fixed, aim, ("DH-ATK-03", "DH-FEAR-12"))
        yield from _sweep(game, state, foe)
    for feature in foe.block.features:
        if feature.kind != "passive" and feature.when is None:
            yield from _feature(game, state, foe.id, feature)
    for held in shakeable(foe):
        label = Label("choice.foe_shed", {"who": f"@{foe.id}", "condition": f"@{held.name}"})
        fixed = {**who, "condition": held.name}
        yield Choice(f"foe_shed/{foe.id}/{held.name}", "foe_shed", label, fixed, (), ("DHP-COND-05",))
    if not is_fixed(books_of(game), foe):
        far = tuple(
            person(hero)
            for hero in heroes_up(state)
            if hero.at != foe.at and game.allows(state, FoeSprint(foe.id, towards=hero.id))
        )
        if far:
            label = Label("choice.foe_sprint", {"who": f"@{foe.id}"})
            aim = (Parameter("towards", picks=far),)
            yield Choice(f"foe_sprint/{foe.id}", "foe_sprint", label, who, aim, ("DHP-SPOT-05",))
    text = (Parameter("text", "text", optional=True),)
    fixed = {**who, "roll": "no"}
    label = Label("choice.foe_act", {"who": f"@{foe.id}"})
    yield Choice(f"foe_act/{foe.id}", "foe_act", label, fixed, text, ("DH-ADVERSARY-02",))
    if not is_fixed(books_of(game), foe):
        label = Label("choice.foe_leave", {"who": f"@{foe.id}"})
        yield Choice(f"foe_leave/{foe.id}", "foe_act", label, {**who, "leaves": True}, (), ("DH-ADVERSARY-02",))
    number = (Parameter("difficulty", "number", minimum=1, maximum=30),)
    if state.options["surrender"] and has_words(books_of(game), foe):
        label = Label("choice.foe_yield", {"who": f"@{foe.id}"})
        yield Choice(f"foe_yield/{foe.id}", "foe_act", label, {**who, "yields": True}, (), ("DHP-ADVSTAT-11",))
    label = Label("choice.foe_act_roll", {"who": f"@{foe.id}"})
    yield Choice(f"foe_act_roll/{foe.id}", "foe_act", label, {**who, "roll": "yes"}, number, ("DH-ADVERSARY-04",))


def _sweep(game: Ruleset[State], state: State, foe: Foe) -> Iterator[Choice]:
    """One standard attack on several, for those who can."""
    heroes = sorted(heroes_up(state), key=lambda hero: abs(hero.at - foe.at))
    if len(heroes) < 2 or most_targets(foe) == 1:
        return
    for count in range(len(heroes), 1, -1):
        wanted = ",".join(hero.id for hero in heroes[:count])
        if game.allows(state, FoeAttack(foe.id, wanted)):
            label = Label("choice.foe_attack_several", {"who": f"@{foe.id}", "count": count})
            fixed: Fixed = {"who": foe.id, "targets": wanted}
            yield Choice(f"foe_attack/{foe.id}/several", "foe_attack", label, fixed, (), ("DH-ATK-04",))
            return


def _feature(game: Ruleset[State], state: State, owner: str, feature: Feature) -> Iterator[Choice]:
    fear = fear_price(state, feature) + (move_cost(state) if owner == PLACE and feature.when is None else 0)
    named: dict[str, str | int] = {"who": f"@{owner}", "feature": f"@{owner}/{feature.id}"}
    key = "choice.use_feature_wounds" if feature.wounds else priced("choice.use_feature", fear, feature.stress)
    label = Label(key, {**named, "fear": fear, "stress": feature.stress, "hp": feature.wounds})
    fixed: Fixed = {"who": owner, "feature": feature.id}
    rules = feature.rules or rules_of_features(owner)
    single = feature.group or (feature.target is not None and feature.target.who in ("one", "some"))
    aim: tuple[Parameter, ...] = ()
    if single or (feature.target is not None and feature.target.area is not None):
        able = [hero for hero in heroes_up(state) if game.allows(state, UseFeature(owner, feature.id, hero.id))]
        if not able:
            return
        marks = tuple(person(hero) for hero in able)
        if feature.target is not None and feature.target.who == "some" and len(able) > 1:
            several = ",".join(hero.id for hero in able[: feature.target.count])
            marks = (
                *marks,
                Pick(several, Label("choice.several", {"count": min(feature.target.count, len(able))})),
            )
        aim = (Parameter("targets", picks=marks),)
    elif not game.allows(state, UseFeature(owner, feature.id, summon=_first_plan(state, feature))):
        return
    which = f"use_feature/{owner}/{feature.id}"
    parameters = (*aim, *_open(books_of(game), state, owner, feature))
    yield Choice(which, "use_feature", label, fixed, parameters, rules)
    if owner != PLACE and (feature.attack is not None or feature.group):
        for name in ("advantages", "disadvantages"):
            label = Label(f"choice.use_feature_{name}", named)
            yield Choice(f"{which}/{name}", "use_feature", label, {**fixed, name: 1}, parameters, ("DH-ATK-03",))


def _first_plan(state: State, feature: Feature) -> str:
    """One of the long-term countdowns that a feature may bring nearer, where it does such a thing."""
    plans = running_plans(state) if any(isinstance(part, Advance) for part in feature.own) else []
    return plans[0].id if plans else ""


def _open(books: Library, state: State, owner: str, feature: Feature) -> Iterator[Parameter]:
    """What a feature leaves the GM to pick."""
    fed = next((part for part in feature.own if isinstance(part, Clear) and part.bleed), None)
    if fed is not None:
        yield Parameter("ally", picks=tuple(person(foe) for foe in allies_within(books, state, owner, fed.within)))
    if feature.chorus and (joining := joiners(books, state, owner, feature)):
        alone = Pick("", Label("choice.nobody"))
        every = Pick(",".join(foe.id for foe in joining), Label("choice.several", {"count": len(joining)}))
        yield Parameter("ally", picks=(alone, every))
    if any(isinstance(part, Imbue) for part in feature.own):
        foes = tuple(person(foe) for foe in foes_left(state))
        if foes:
            yield Parameter("ally", picks=foes)
    if any(isinstance(part, Advance) for part in feature.own):
        plans = (
            Pick(one.id, Label("choice.project", {"countdown": f"@countdown/{one.id}"})) for one in running_plans(state)
        )
        yield Parameter("summon", picks=tuple(plans))
    picks = tuple(
        Pick(
            one,
            Label(f"offer.{one}") if one in ("hp", "stress", "open", "impact") else Label("name", {"who": f"@{one}"}),
        )
        for one in offers(feature)
    )
    if picks:
        yield Parameter("summon", picks=picks)


# ------------------------------------------------------------------ at any time


def anytime_choices(game: Ruleset[State], state: State, scene: SceneState) -> Iterator[Choice]:
    """What the GM may do at any time in a scene."""
    tensions = tuple(Pick(one, Label(f"tension.{one}")) for one in _TENSIONS)
    aim = (Parameter("tension", picks=tensions),)
    yield Choice("set_tension", "set_tension", Label("choice.set_tension"), {}, aim, ("DH-TENSION-01",))
    for which, countdown in {**scene.countdowns, **state.projects}.items():
        if countdown.value:
            label = Label("choice.advance_countdown", {"countdown": f"@countdown/{which}"})
            fixed: Fixed = {"countdown": which}
            yield Choice(f"advance_countdown/{which}", "advance_countdown", label, fixed, (), ("DHP-COUNT-01",))
    yield from _new_countdowns()
    for number, threat in enumerate(scene.threats):
        shown = f"@move/{threat}" if threat in books_of(game).guidance.moves else threat
        label = Label("choice.settle_threat", {"threat": shown})
        yield Choice(f"settle_threat/{number}", "settle_threat", label, {"number": number}, (), ("DH-SOFT-01",))
    last = scene.last
    if last is not None and not last.told:
        note = (Parameter("text", "text"),)
        yield Choice("note_change", "note_change", Label("choice.note_change"), {}, note, ("DHP-DUAL-13",))
    for zone in scene.zones:
        label = Label("choice.end_zone", {"feature": f"@{zone.owner}/{zone.feature}"})
        fixed = {"owner": zone.owner, "feature": zone.feature}
        rules = rules_of_features(zone.owner)
        yield Choice(f"end_zone/{zone.owner}/{zone.feature}", "end_zone", label, fixed, (), rules)
    yield from _marks(books_of(game), state)
    yield from _calls(books_of(game), state)
    yield from _steadied(state)
    for owner, feature in _free_features(state, scene):
        yield from _feature(game, state, owner, feature)
    yield Choice("end_scene", "end_scene", Label("choice.end_scene"))


def _steadied(state: State) -> Iterator[Choice]:
    """Reaction rolls of allies whom somebody steadies for a Stress."""
    number = Parameter("difficulty", "number", minimum=1, maximum=30)
    for captain in foes_left(state):
        feature = passive_of(captain, "steadies")
        if feature is None or short_of_stress(captain, feature.stress) is not None:
            continue
        kin = [foe for foe in foes_left(state) if foe.id != captain.id and foe.block.kin == captain.block.kin]
        if kin:
            values: dict[str, str | int] = {"ally": f"@{captain.id}", "by": feature.value}
            aim = (Parameter("who", picks=tuple(person(foe) for foe in kin)), number)
            label = Label("choice.foe_react_steadied", values)
            fixed: Fixed = {"ally": captain.id}
            yield Choice(f"foe_react/{captain.id}", "foe_react", label, fixed, aim, ("DH-REACT-01", "DHP-ADVSTAT-05"))


def _new_countdowns(kinds: tuple[str, ...] = COUNTDOWN_KINDS) -> Iterator[Choice]:
    """A countdown from a number, or from a die (DHP-COUNT-01)."""
    name = Parameter("name", "text")
    kind = Parameter("kind", picks=tuple(Pick(one, Label(f"countdown_kind.{one}")) for one in kinds))
    start = Parameter("start", "number", minimum=1, maximum=20)
    die = Parameter("die", picks=tuple(Pick(f"d{one}", Label("die", {"sides": one})) for one in COUNTDOWN_DICE))
    for key, how in (("fixed", start), ("random", die)):
        label = Label(f"choice.start_countdown_{key}")
        rules = ("DHP-COUNT-01", "DHP-COUNT-02")
        yield Choice(f"start_countdown/{key}", "start_countdown", label, {}, (name, how, kind), rules)


def _free_features(state: State, scene: SceneState) -> Iterator[tuple[str, Feature]]:
    for foe in foes_left(state):
        for feature in foe.block.features:
            if feature.when is not None and at_will(state, foe.id, feature):
                yield foe.id, feature
    for feature in scene.place.features if scene.place is not None else ():
        if feature.when is not None and feature.when.moment == "any":
            yield PLACE, feature


def _marks(books: Library, state: State) -> Iterator[Choice]:
    """Cover, conditions, and Fear that ends a spell."""
    people: list[Hero | Foe] = [*heroes_up(state), *foes_left(state)]
    for cover in ("partial", "total", ""):
        picks = tuple(person(one) for one in people if one.cover != cover)
        if picks:
            aim = (Parameter("who", picks=picks),)
            label = Label(f"choice.cover_{cover or 'none'}")
            yield Choice(f"set_cover/{cover}", "set_cover", label, {"cover": cover}, aim, ("DHP-RANGE-04",))
    for name in _STANDARD:
        picks = tuple(
            person(one)
            for one in people
            if not any(held.name == name and held.source == "referee" for held in one.conditions)
            and not given_away(books, one, name)
        )
        if picks:
            aim = (Parameter("who", picks=picks),)
            label = Label("choice.set_condition", {"condition": f"@{name}"})
            yield Choice(f"set_condition/{name}", "set_condition", label, {"condition": name}, aim, ("DHP-COND-01",))
    for one in people:
        for name in dict.fromkeys(held.name for held in one.conditions):
            label = Label("choice.end_condition", {"who": f"@{one.id}", "condition": f"@{name}"})
            fixed: Fixed = {"who": one.id, "condition": name}
            yield Choice(f"end_condition/{one.id}/{name}", "end_condition", label, fixed, (), ("DHP-COND-06",))
            price = next((price for held in one.conditions if held.name == name and (price := lifting_price(held))), 0)
            if 0 < price <= state.fear.held:
                values: dict[str, str | int] = {"who": f"@{one.id}", "condition": f"@{name}", "fear": price}
                label = Label("choice.pay_to_end", values)
                yield Choice(f"pay_to_end/{one.id}/{name}", "pay_to_end", label, fixed, (), ("DHP-DUAL-14",))


def _calls(books: Library, state: State) -> Iterator[Choice]:
    """Rolls that the GM may call for, and what the options allow."""
    heroes = list(heroes_up(state))
    picks = tuple(person(hero) for hero in heroes)
    number = Parameter("difficulty", "number", minimum=1, maximum=30)
    if heroes:
        every = Pick(",".join(hero.id for hero in heroes), Label("choice.everybody"))
        aim: tuple[Parameter, ...] = (Parameter("targets", picks=(*picks, every)), trait_picks(TRAITS), number)
        yield Choice("call_reaction", "call_reaction", Label("choice.call_reaction"), {}, aim, ("DH-ADVERSARY-03",))
        for name in ("advantages", "disadvantages"):
            label = Label(f"choice.call_reaction_{name}")
            rules = ("DH-ADVERSARY-03", "DH-ADV-01")
            yield Choice(f"call_reaction/{name}", "call_reaction", label, {name: 1}, aim, rules)
    able = [hero for hero in heroes if isinstance(able_hero(books, state, hero.id), Hero)]
    if len(able) > 1 and current_scene(state).turn is None:
        theirs = Parameter("helpers_difficulty", "number", minimum=1, maximum=30)
        asked = (theirs,) if state.options["group_helper_difficulty"] == "gm_sets" else ()
        for hero in able:
            if isinstance(may_act(books, state, hero.id), Hero) and bar_to_rolling(books, hero) is None:
                others = ",".join(other.id for other in able if other.id != hero.id)
                label = Label("choice.group_action", {"who": f"@{hero.id}"})
                fixed: Fixed = {"who": hero.id, "others": others}
                parameters = (trait_picks(TRAITS), number, *asked)
                yield Choice(f"group_action/{hero.id}", "group_action", label, fixed, parameters, ("DHP-GROUP-01",))
    foes = tuple(person(foe) for foe in foes_left(state))
    if foes:
        aim = (Parameter("who", picks=foes), number)
        yield Choice("foe_react", "foe_react", Label("choice.foe_react"), {}, aim, ("DH-REACT-01",))
        for name, rule in (("advantages", "DH-ADV-02"), ("disadvantages", "DH-ADV-03")):
            label = Label(f"choice.foe_react_{name}")
            yield Choice(f"foe_react/{name}", "foe_react", label, {name: 1}, aim, ("DH-REACT-01", rule))
    if state.fear.held:
        amount = (Parameter("amount", "number", minimum=1, maximum=state.fear.held),)
        yield Choice("spend_fear", "spend_fear", Label("choice.spend_fear"), {"why": "other"}, amount, ("DH-FEAR-07",))
    amount = (Parameter("amount", "number", minimum=1, maximum=4),)
    yield Choice("gain_fear", "gain_fear", Label("choice.gain_fear"), {"why": "other"}, amount, ("DH-FEAR-04",))
    if picks and state.options["fate_rolls"]:
        limit = Parameter("limit", "number", minimum=1, maximum=11)
        aim = (Parameter("who", picks=picks), limit)
        yield Choice("roll_fate", "roll_fate", Label("choice.roll_fate"), {}, aim, ("DHP-FATE-01",))
    if picks and state.options["falling_damage"]:
        heights = tuple(Pick(one, Label(f"height.{one}")) for one in books.guidance.falls)
        aim = (Parameter("who", picks=picks), Parameter("height", picks=heights))
        yield Choice("fall", "fall", Label("choice.fall"), {}, aim, ("DHP-FALL-01",))
    place = current_scene(state).place
    fitting = place.adversaries if place is not None else ()  # the environment's own come first (DHP-ENV-01)
    there = [foe.block.id for foe in foes_left(state)]
    met = books.companies
    company = [one for one in books.adversaries if there and met.together((*there, one))]
    known = dict.fromkeys((*fitting, *company, *books.adversaries))
    blocks = picks_of(known)
    distance = max((hero.at for hero in heroes), default=0) + 30
    yield Choice(
        "add_foe",
        "add_foe",
        Label("choice.add_foe"),
        {"at": distance},
        (Parameter("block", picks=blocks),),
        ("DHP-ADVSTAT-01",),
    )
    if place is None:
        places = picks_of(books.places)
        yield Choice(
            "set_place",
            "set_place",
            Label("choice.set_place"),
            {},
            (Parameter("place", picks=places),),
            ("DHP-ENV-01",),
        )
        tier = Parameter("tier", "number", minimum=1, maximum=len(books.guidance.place_tiers))
        yield Choice(
            "set_place/tier",
            "set_place",
            Label("choice.set_place_tier"),
            {},
            (Parameter("place", picks=places), tier),
            ("DHP-ENV-02",),
        )


# ------------------------------------------------------------------ between scenes


def between_choices(state: State) -> Iterator[Choice]:
    """What the GM may do between scenes."""
    if not state.party:
        return
    yield Choice("start_session", "start_session", Label("choice.start_session"), {}, (), ("DH-FEAR-06",))
    if not party_size(state):
        return
    up = any(True for _ in heroes_up(state))
    for kind in ("short", "long"):
        if kind == "long" or (up and state.short_rests < 3):
            fixed: Fixed = {"kind": kind}
            yield Choice(f"begin_rest/{kind}", "begin_rest", Label(f"choice.rest_{kind}"), fixed, (), ("DHP-REST-01",))
    yield from _new_countdowns(("long_term",))
    for hero in state.party.values():
        if hero.prisoner:
            label = Label("choice.free_captive", {"who": f"@{hero.id}"})
            yield Choice(f"free_captive/{hero.id}", "free_captive", label, {"who": hero.id}, (), ("DHP-ADVSTAT-11",))
    yield Choice("skip_time", "skip_time", Label("choice.skip_time"), {}, (), ("DHP-REST-06",))
    if max(hero.sheet.level for hero in state.party.values()) < 10:
        yield Choice("level_up", "level_up", Label("choice.level_up"), {}, (), ("DHP-LEVEL-01",))
