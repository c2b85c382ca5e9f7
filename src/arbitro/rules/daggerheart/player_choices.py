"""What the players may do now: in their spotlight, at rest, when they gain levels."""

from collections.abc import Iterator

from arbitro.kernel.choice import Choice, Label, Parameter, Pick
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE_ONLY, Seat
from arbitro.rules.daggerheart import beastform, findings, growing
from arbitro.rules.daggerheart.acting import may_act
from arbitro.rules.daggerheart.choice_parts import Fixed, person, power_values, price_key, trait_picks
from arbitro.rules.daggerheart.commands import Attack, Investigate, Move, Surrender, TagTeam, TakeForm, UsePower
from arbitro.rules.daggerheart.companion import (
    COMPANION,
    RULE,
    companion_of,
    companion_there,
    lessons_due,
    lessons_open,
)
from arbitro.rules.daggerheart.conditions import shakeable
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.gifts import at_hand
from arbitro.rules.daggerheart.growing import slots_left
from arbitro.rules.daggerheart.power_price import most_paid
from arbitro.rules.daggerheart.power_use import UNUSED, cards_to_copy, cards_to_give
from arbitro.rules.daggerheart.powers import marks_of
from arbitro.rules.daggerheart.presence import PLACE, foes_left, heroes_up
from arbitro.rules.daggerheart.ranges import STEP, is_near
from arbitro.rules.daggerheart.resources import bar_to_rolling
from arbitro.rules.daggerheart.rests import (
    LONG_MOVES,
    SHORT_MOVES,
    downtime_powers,
    in_need,
    moves_of,
    open_projects,
    other_moves,
)
from arbitro.rules.daggerheart.state import Hero, Power, Rest, SceneState, State
from arbitro.rules.daggerheart.teamwork import may_tag
from arbitro.rules.daggerheart.words import TRAITS

# ------------------------------------------------------------------ the players' spotlight


def player_choices(game: Ruleset[State], state: State, seat: Seat, scene: SceneState) -> Iterator[Choice]:
    """What the PCs of a seat may do while the players have the spotlight."""
    for who in scene.waited:
        hero = state.party.get(who)
        if hero is None or not seat.may_act_for(who) or not isinstance(may_act(books_of(game), state, who), Hero):
            continue
        yield from _attack_choices(game, state, hero)
        yield from _power_choices(game, state, hero)
        if bar_to_rolling(books_of(game), hero) is None:  # else there is no Hope for the roll that any of this may take
            yield from _deed_choices(game, state, hero)
            yield from _place_choices(game, state, hero)
        yield from _recall_choices(books_of(game), state, hero)
        if scene.holder != who:
            label = Label("choice.take_spotlight", {"who": f"@{who}"})
            yield Choice(f"take_spotlight/{who}", "take_spotlight", label, {"who": who}, (), ("DHP-SPOT-01",))
    for who, hero in state.party.items():
        if seat.may_act_for(who) and game.allows(state, Surrender(who)):
            label = Label("choice.surrender", {"who": f"@{who}"})
            yield Choice(f"surrender/{who}", "surrender", label, {"who": who}, (), ("DHP-ADVSTAT-11",))
        if seat.may_act_for(who) and hero.status == "up":
            label = Label("choice.look_to_gm", {"who": f"@{who}"})
            yield Choice(f"look_to_gm/{who}", "look_to_gm", label, {"who": who}, (), ("DH-MOVE-07",))


def _attack_choices(game: Ruleset[State], state: State, hero: Hero) -> Iterator[Choice]:
    foes = list(foes_left(state))
    if not foes:
        return
    names = [weapon.id for weapon in hero.sheet.weapons] or ["unarmed"]
    names = names if hero.form is None else [hero.form.weapon.id]
    names += [COMPANION] if companion_there(hero) is not None else []
    for weapon in names:
        targets = tuple(person(foe) for foe in foes if game.allows(state, Attack(hero.id, foe.id, weapon)))
        if targets:
            label = Label("choice.attack", {"who": f"@{hero.id}", "weapon": f"@{hero.id}/{weapon}"})
            fixed: Fixed = {"who": hero.id, "weapon": weapon}
            yield Choice(
                f"attack/{hero.id}/{weapon}",
                "attack",
                label,
                fixed,
                (Parameter("target", picks=targets),),
                ("DHP-ATK-01",),
            )
    if may_tag(hero):
        for partner in heroes_up(state):
            targets = tuple(person(foe) for foe in foes if game.allows(state, TagTeam(hero.id, partner.id, foe.id)))
            if partner.id != hero.id and targets:
                label = Label("choice.tag_team", {"who": f"@{hero.id}", "partner": f"@{partner.id}"})
                fixed = {"who": hero.id, "partner": partner.id}
                picks = (Parameter("target", picks=targets),)
                yield Choice(f"tag_team/{hero.id}/{partner.id}", "tag_team", label, fixed, picks, ("DHP-TAG-01",))
    near = [foe for foe in foes if is_near(books_of(game), state, hero, foe, "melee")]
    if near and hero.stress_marked < hero.stress and any(weapon.push for weapon in hero.sheet.weapons):
        yield Choice(f"startle/{hero.id}", "startle", Label("choice.startle", {"who": f"@{hero.id}"}), {"who": hero.id})


def _power_choices(game: Ruleset[State], state: State, hero: Hero) -> Iterator[Choice]:
    for power in at_hand(hero):
        if power.way in UNUSED or power.options:
            continue
        yield from _worded(game, state, hero, power) if power.way else _plain(game, state, hero, power)
    yield from _form_choices(game, state, hero)
    yield from _end_choices(state, hero)


def _worded(game: Ruleset[State], state: State, hero: Hero, power: Power) -> Iterator[Choice]:
    """A power that is made of words: on whom, and what of its price is paid more than once."""
    spend = most_paid(hero, power) if power.any else 0
    if power.any and spend < 1:
        return
    first = int(bool(power.any))
    label = Label(price_key("choice.power", power), power_values(hero, power))
    fixed: Fixed = {"who": hero.id, "power": power.id}
    more = (Parameter("spend", "number", minimum=1, maximum=spend),) if spend > 1 else ()
    if spend == 1:
        fixed = {**fixed, "spend": 1}
    casts = tuple(trait for trait in (hero.sheet.spellcast, hero.sheet.second_spellcast) if trait is not None)
    how = (trait_picks(casts),) if power.way == "cast" and len(casts) > 1 else ()
    rules = ("DHP-TRAIT-03",) if power.way == "cast" else ("DHP-CHAR-02",)
    name = f"use_power/{hero.id}/{power.id}"
    cards = [one for one in cards_to_give(hero, power) if game.allows(state, UsePower(hero.id, power.id, one.id))]
    if cards:
        given = Parameter(
            "target", picks=tuple(Pick(one.id, Label("name", {"who": f"@{hero.id}/{one.id}"})) for one in cards)
        )
        yield Choice(name, "use_power", label, fixed, (given,), rules)
        return
    copies = [one for one in cards_to_copy(state, hero, power) if game.allows(state, UsePower(hero.id, power.id, one))]
    if copies:
        theirs = Parameter("target", picks=tuple(Pick(one, Label("name", {"who": f"@{one}"})) for one in copies))
        yield Choice(name, "use_power", label, fixed, (theirs,), rules)
        return
    marks = marks_of(state, hero, power)
    if marks is None:
        if game.allows(state, UsePower(hero.id, power.id, spend=first)):
            yield Choice(name, "use_power", label, fixed, (*more, *how), rules)
        return
    there = [one for one in marks if game.allows(state, UsePower(hero.id, power.id, one.id, spend=first))]
    if not there:
        return
    along = power.way == "attack" and power.target is not None and power.target.who == "path"
    if power.target is not None and (power.target.who == "some" or along) and len(there) > 1:
        chosen = there[: spend if power.target.paid else power.target.count or len(there)]
        several = Label(price_key("choice.power_several", power), power_values(hero, power))
        named: Fixed = {**fixed, "target": ",".join(one.id for one in chosen)}
        if power.target.paid:  # each of them is paid for
            yield Choice(f"{name}/several", "use_power", several, {**named, "spend": len(chosen)}, how, rules)
        else:
            yield Choice(f"{name}/several", "use_power", several, named, (*more, *how), rules)
    picks = Parameter("target", picks=tuple(person(one) for one in there))
    yield Choice(name, "use_power", label, fixed, (picks, *more, *how), rules)


def _plain(game: Ruleset[State], state: State, hero: Hero, power: Power) -> Iterator[Choice]:
    """A spell cast at adversaries, or a Hope Feature with an effect of its own."""
    marks = marks_of(state, hero, power)
    key = "choice.use_power" if power.hope else "choice.use_power_free"
    label = Label(key, {"who": f"@{hero.id}", "power": f"@{hero.id}/{power.id}", "hope": power.hope})
    fixed: Fixed = {"who": hero.id, "power": power.id}
    rules = ("DHP-HOPE-06",) if power.kind != "spell" else ("DHP-TRAIT-03",)
    casts = tuple(trait for trait in (hero.sheet.spellcast, hero.sheet.second_spellcast) if trait is not None)
    how = (trait_picks(casts),) if power.kind == "spell" and len(casts) > 1 else ()
    if marks is None:
        if game.allows(state, UsePower(hero.id, power.id)):
            yield Choice(f"use_power/{hero.id}/{power.id}", "use_power", label, fixed, how, rules)
        return
    targets = tuple(person(one) for one in marks if game.allows(state, UsePower(hero.id, power.id, one.id)))
    if targets:
        picks: tuple[Parameter, ...] = (Parameter("target", picks=targets), *how)
        yield Choice(f"use_power/{hero.id}/{power.id}", "use_power", label, fixed, picks, rules)
    tired = [one for one in marks if power.either]
    tired = [one for one in tired if game.allows(state, UsePower(hero.id, power.id, one.id, "stress"))]
    if tired:
        label = Label("choice.use_power_stress", label.values)
        picks = (Parameter("target", picks=tuple(person(one) for one in tired)),)
        fixed = {**fixed, "clears": "stress"}
        yield Choice(f"use_power/{hero.id}/{power.id}/stress", "use_power", label, fixed, picks, rules)


def _form_choices(game: Ruleset[State], state: State, hero: Hero) -> Iterator[Choice]:
    """Beasts that a druid could turn into, and the way back."""
    books, rules = books_of(game), ("DHP-CHAR-04",)
    if hero.form is not None:
        label = Label("choice.leave_form", {"who": f"@{hero.id}", "form": f"@{hero.id}/{hero.form.id}"})
        yield Choice(f"leave_form/{hero.id}", "leave_form", label, {"who": hero.id}, (), rules)
    forms = beastform.forms_for(books, hero)
    taken = [one for one in forms if game.allows(state, TakeForm(hero.id, one))]
    if taken:
        label = Label("choice.take_form", {"who": f"@{hero.id}"})
        picks: tuple[Parameter, ...] = (Parameter("form", picks=tuple(_form_pick(one) for one in taken)),)
        yield Choice(f"take_form/{hero.id}", "take_form", label, {"who": hero.id}, picks, rules)
    evolved = [one for one in forms if game.allows(state, TakeForm(hero.id, one, TRAITS[0]))]
    if evolved:
        label = Label("choice.evolve_form", {"who": f"@{hero.id}"})
        traits = Parameter("evolve", picks=tuple(Pick(trait, Label(f"trait.{trait}")) for trait in TRAITS))
        picks = (Parameter("form", picks=tuple(_form_pick(one) for one in evolved)), traits)
        yield Choice(f"take_form/{hero.id}/evolve", "take_form", label, {"who": hero.id}, picks, rules)


def _form_pick(wanted: str) -> Pick:
    """A form by its name, with those that it is made of."""
    name, _, made_of = wanted.partition(":")
    bases = made_of.split(",") if made_of else []
    if not bases:
        return Pick(wanted, Label("name", {"who": f"@form/{name}"}))
    parts: dict[str, str | int] = {f"part{number}": f"@form/{one}" for number, one in enumerate(bases, 1)}
    return Pick(wanted, Label(f"choice.form_of_{len(bases)}", {"form": f"@form/{name}", **parts}))


def _end_choices(state: State, hero: Hero) -> Iterator[Choice]:
    """What a caster's spells keep up, and may let go."""
    for foe in foes_left(state):
        for held in foe.conditions:
            if held.spell and held.source == hero.id:
                label = Label(
                    "choice.end_effect",
                    {"who": f"@{hero.id}", "target": f"@{foe.id}", "condition": f"@{held.name}"},
                )
                fixed: Fixed = {"who": hero.id, "target": foe.id, "condition": held.name}
                yield Choice(
                    f"end_effect/{hero.id}/{foe.id}/{held.name}", "end_effect", label, fixed, (), ("DHP-DUAL-14",)
                )


def _place_choices(game: Ruleset[State], state: State, hero: Hero) -> Iterator[Choice]:
    """What the place offers to those who try."""
    for feature in findings.offered(state):
        if not game.allows(state, Investigate(hero.id, feature.id)):
            continue
        label = Label("choice.investigate", {"who": f"@{hero.id}", "feature": f"@{PLACE}/{feature.id}"})
        fixed: Fixed = {"who": hero.id, "feature": feature.id}
        ways = findings.ways_of(feature)
        picks = (trait_picks(ways),) if len(ways) > 1 else ()
        yield Choice(f"investigate/{hero.id}/{feature.id}", "investigate", label, fixed, picks, ("DHP-ENV-01",))


def _recall_choices(books: Library, state: State, hero: Hero) -> Iterator[Choice]:
    """Cards that can be taken out of the vault away from a rest, for Stress."""
    full = growing.cards_at_hand(hero.sheet) >= growing.LOADOUT
    held = [one for one in hero.sheet.powers if one.card]
    picks = tuple(Pick(one.id, Label("name", {"who": f"@{hero.id}/{one.id}"})) for one in held)
    for power in growing.recallable(books, state, hero):
        stress = growing.recall_cost(books, hero, power)
        key = "choice.recall_card" if stress else "choice.recall_card_free"
        label = Label(key, {"who": f"@{hero.id}", "power": f"@{hero.id}/{power.id}", "stress": stress})
        fixed: Fixed = {"who": hero.id, "power": power.id}
        room = (Parameter("out", picks=picks),) if full else ()
        yield Choice(f"swap_card/{hero.id}/{power.id}", "swap_card", label, fixed, room, ("DHP-REST-01",))


def _deed_choices(game: Ruleset[State], state: State, hero: Hero) -> Iterator[Choice]:
    who: Fixed = {"who": hero.id}
    text = Parameter("text", "text", optional=True)
    rolls = bar_to_rolling(books_of(game), hero) is None  # a condition may have put a price on every roll
    if rolls:
        label = Label("choice.describe", {"who": f"@{hero.id}"})
        yield Choice(f"describe/{hero.id}", "describe", label, who, (trait_picks(TRAITS), text), ("DH-ACTION-01",))
    foes = list(foes_left(state))
    if foes and rolls:
        target = Parameter("target", picks=tuple(person(foe) for foe in foes))
        label = Label("choice.describe_against", {"who": f"@{hero.id}"})
        yield Choice(
            f"describe_against/{hero.id}",
            "describe",
            label,
            who,
            (trait_picks(TRAITS), target, text),
            ("DH-ACTION-01",),
        )
    reached = tuple(person(foe) for foe in foes if game.allows(state, Move(hero.id, towards=foe.id)))
    if reached:
        label = Label("choice.move", {"who": f"@{hero.id}"})
        aim = (Parameter("towards", picks=reached),)
        yield Choice(f"move/{hero.id}", "move", label, who, aim, ("DHP-RANGE-03",))
    if game.allows(state, Move(hero.id, hero.at - STEP)):
        label = Label("choice.move_back", {"who": f"@{hero.id}"})
        yield Choice(f"move_back/{hero.id}", "move", label, {**who, "to": hero.at - STEP}, (), ("DHP-RANGE-03",))
    for place, label in _places_to_go(state, hero):
        if game.allows(state, Move(hero.id, place)):
            yield Choice(f"move_to/{hero.id}/{place}", "move", label, {**who, "to": place}, (), ("DHP-RANGE-03",))
    for held in shakeable(hero) if rolls else ():
        label = Label("choice.shed", {"who": f"@{hero.id}", "condition": f"@{held.name}"})
        fixed: Fixed = {**who, "condition": held.name}
        picks = (trait_picks(held.traits or TRAITS),)
        yield Choice(f"shed/{hero.id}/{held.name}", "shed", label, fixed, picks, ("DHP-COND-05",))


def _places_to_go(state: State, hero: Hero) -> Iterator[tuple[int, Label]]:
    """Where one's companions stand, and the ground ahead of the foremost of them, where no adversary bars it."""
    others = {one.at: one.id for one in reversed(list(heroes_up(state))) if one.at != hero.at}
    for place, friend in sorted(others.items()):
        yield place, Label("choice.move_beside", {"who": f"@{hero.id}", "friend": f"@{friend}"})
    front = max((hero.at, *others))
    if not any(front <= foe.at <= front + STEP for foe in foes_left(state)):
        yield front + STEP, Label("choice.move_ahead", {"who": f"@{hero.id}"})


# ------------------------------------------------------------------ between scenes


def rest_choices(state: State, seat: Seat, rest: Rest) -> Iterator[Choice]:
    """Downtime moves, cards, and the end of the rest."""
    moves = SHORT_MOVES if rest.kind == "short" else LONG_MOVES
    for who, hero in state.party.items():
        if not seat.may_act_for(who) or hero.status != "up":
            continue
        if len(rest.moves.get(who, ())) < moves_of(hero):
            for move in (*moves, *other_moves(hero, rest)):
                yield from _rest_move(state, who, move)
        for power in (*hero.sheet.powers, *hero.sheet.vault):
            full = power in hero.sheet.vault and growing.cards_at_hand(hero.sheet) >= growing.LOADOUT
            if power.card and not power.kept_away and not full:
                way = "choice.swap_card.out" if power in hero.sheet.vault else "choice.swap_card"
                label = Label(way, {"who": f"@{who}", "power": f"@{who}/{power.id}"})
                fixed: Fixed = {"who": who, "power": power.id}
                yield Choice(f"swap_card/{who}/{power.id}", "swap_card", label, fixed, (), ("DHP-REST-01",))
    if seat.may_act_for(REFEREE_ONLY):
        if not rest.moves and not rest.cut:
            yield Choice("cut_rest", "cut_rest", Label("choice.cut_rest"), {}, (), ("DHP-REST-03",))
        yield Choice("end_rest", "end_rest", Label("choice.end_rest"), {}, (), ("DHP-REST-07",))


def _rest_move(state: State, who: str, move: str) -> Iterator[Choice]:
    if move == "feature":
        yield from _by_feature(state, who)
        return
    projects = open_projects(state) if move == "work_on_project" else []
    if move == "work_on_project" and not projects:
        return
    label = Label(f"choice.rest_{move}", {"who": f"@{who}"})
    fixed: Fixed = {"who": who, "move": move}
    parameters: tuple[Parameter, ...] = ()
    if move in ("tend_to_wounds", "tend_to_all_wounds", "repair_armor", "repair_all_armor"):
        there = (one for one in state.party.values() if one.can_be_helped)
        friends = tuple(person(one) for one in there if in_need(one, move))
        if not friends:
            return
        parameters = (Parameter("whom", picks=friends),)
    elif not in_need(state.party[who], move):
        return
    elif len(projects) > 1:
        named = (Pick(one.id, Label("choice.project", {"countdown": f"@countdown/{one.id}"})) for one in projects)
        parameters = (Parameter("whom", picks=tuple(named)),)
    yield Choice(f"rest_move/{who}/{move}", "rest_move", label, fixed, parameters, ("DHP-REST-01",))


def _by_feature(state: State, who: str) -> Iterator[Choice]:
    """The downtime moves that powers and things give, each by its name."""
    for owner, power in downtime_powers(state, state.party[who]):
        label = Label("choice.rest_feature", {"who": f"@{who}", "power": f"@{owner.id}/{power.id}"})
        fixed: Fixed = {"who": who, "move": "feature", "whom": power.id}
        yield Choice(f"rest_move/{who}/{power.id}", "rest_move", label, fixed, (), ("DHP-REST-01",))


def level_choices(books: Library, state: State, seat: Seat) -> Iterator[Choice]:
    """Advancements and cards still to be chosen."""
    for who, hero in state.party.items():
        if not seat.may_act_for(who) or hero.lost:
            continue
        sheet = hero.sheet
        base: Fixed = {"who": who}
        kinds = [
            ("evasion", hero.advances >= 1),
            ("subclass", hero.advances >= 1),
            ("proficiency", hero.advances >= 2),
        ]
        kinds += [
            ("hp", hero.advances >= 1 and sheet.hp < 12),
            ("stress", hero.advances >= 1 and sheet.stress < 12),
        ]
        for kind, open_ in kinds:
            if open_ and slots_left(books, sheet, kind):
                label = Label(f"choice.advance_{kind}", {"who": f"@{who}"})
                yield Choice(f"advance/{who}/{kind}", "advance", label, {**base, "kind": kind}, (), ("DHP-LEVEL-02",))
        free = [trait for trait in TRAITS if trait not in sheet.marked_traits]
        if hero.advances and slots_left(books, sheet, "traits"):
            yield from _pairs(who, "traits", [Pick(trait, Label(f"trait.{trait}")) for trait in free])
        if hero.advances and slots_left(books, sheet, "experiences"):
            known = [Pick(one.id, Label("name", {"who": f"@{who}/{one.id}"})) for one in sheet.experiences]
            yield from _pairs(who, "experiences", known)
        yield from _lesson_choices(hero)
        yield from _second_class_choices(books, hero)
        yield from _card_choices(books, hero)


def _pairs(who: str, kind: str, picks: list[Pick]) -> Iterator[Choice]:
    """Two different things to raise: a choice for each first one, with the later ones as the second."""
    for number, first in enumerate(picks[:-1], 1):
        fixed: Fixed = {"who": who, "kind": kind, "first": first.value}
        shown = f"@{who}/{first.value}" if kind == "experiences" else f"@trait/{first.value}"
        label = Label(f"choice.advance_{kind}", {"who": f"@{who}", "first": shown})
        second = (Parameter("second", picks=tuple(picks[number:])),)
        yield Choice(f"advance/{who}/{kind}/{first.value}", "advance", label, fixed, second, ("DHP-LEVEL-02",))


def _lesson_choices(hero: Hero) -> Iterator[Choice]:
    """What a companion may be taught."""
    beast = companion_of(hero) if lessons_due(hero) else None
    for lesson in lessons_open(hero) if beast is not None else ():
        label = Label("choice.train_companion", {"who": f"@{hero.id}", "lesson": f"@lesson/{lesson}"})
        wise = beast is not None and lesson == "intelligent"
        picks = (
            [Pick(one.id, Label("name", {"who": f"@{hero.id}/{one.id}"})) for one in beast.experiences] if beast else []
        )
        which = (Parameter("experience", picks=tuple(picks)),) if wise else ()
        fixed: Fixed = {"who": hero.id, "lesson": lesson}
        yield Choice(f"train_companion/{hero.id}/{lesson}", "train_companion", label, fixed, which, (RULE,))


def _second_class_choices(books: Library, hero: Hero) -> Iterator[Choice]:
    """A second class, with one of its domains."""
    if hero.advances < growing.price_of("multiclass") or not slots_left(books, hero.sheet, "multiclass"):
        return
    for name, domains in growing.second_classes(books, hero.sheet).items():
        if not domains:
            continue
        steps = [step for step, one in books.subclasses.items() if one.class_id == name]
        label = Label("choice.advance_multiclass", {"who": f"@{hero.id}", "class": f"@class/{name}"})
        fixed: Fixed = {"who": hero.id, "kind": "multiclass", "first": name}
        picks = (
            Parameter("second", picks=tuple(Pick(one, Label(f"domain.{one}")) for one in domains)),
            Parameter("third", picks=tuple(Pick(one, Label("name", {"who": f"@subclass/{one}"})) for one in steps)),
        )
        yield Choice(f"advance/{hero.id}/multiclass/{name}", "advance", label, fixed, picks, ("DHP-LEVEL-02",))


def _card_choices(books: Library, hero: Hero) -> Iterator[Choice]:
    """The card that a level brings, and one more as an advancement."""
    sheet, rules = hero.sheet, ("DHP-LEVEL-02",)
    more = bool(hero.advances and slots_left(books, sheet, "domain_card"))
    for name in books.domains:
        shown: dict[str, str | int] = {"who": f"@{hero.id}", "power": f"@{name}"}
        if hero.cards and growing.may_have(books, sheet, name):
            fixed: Fixed = {"who": hero.id, "power": name}
            label = Label("choice.take_card", shown)
            yield Choice(f"take_card/{hero.id}/{name}", "take_card", label, fixed, (), rules)
        if more and growing.may_have_besides(books, sheet, name):
            fixed = {"who": hero.id, "kind": "domain_card", "first": name}
            label = Label("choice.advance_domain_card", shown)
            yield Choice(f"advance/{hero.id}/domain_card/{name}", "advance", label, fixed, (), rules)
    for out in growing.tradeable(sheet) if hero.trades else ():
        picks = tuple(Pick(name, Label("name", {"who": f"@{name}"})) for name in growing.traded_for(books, sheet, out))
        if picks:
            label = Label("choice.trade_card", {"who": f"@{hero.id}", "power": f"@{hero.id}/{out.id}"})
            fixed = {"who": hero.id, "out": out.id}
            card = (Parameter("power", picks=picks),)
            yield Choice(f"trade_card/{hero.id}/{out.id}", "trade_card", label, fixed, card, rules)
