"""The pool of a roll: advantages, Experiences, modifiers, the Duality Dice (DHP-DUAL-02, DHP-ADV-01 to 04)."""

from fractions import Fraction
from itertools import product
from typing import Final

from msgspec.structs import replace

from arbitro.dice.stream import Dice, Die, GivenDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import wall_parts
from arbitro.rules.daggerheart.companion import COMPANION, companion_of, companion_there
from arbitro.rules.daggerheart.conditions import ground_of
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.entries import ConditionEntry
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.gifts import GIFT, gift_parts, has_passive
from arbitro.rules.daggerheart.numbers import (
    difficulty_parts,
    passive_of,
    place_passive,
    source_of,
    total_of,
    trait_of,
)
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.power_terms import Stat
from arbitro.rules.daggerheart.presence import PLACE, ailing, current_scene, foes_left, is_concealed, is_exposed
from arbitro.rules.daggerheart.ranges import is_near, reach_of
from arbitro.rules.daggerheart.resources import change_hope, mark_stress, short_of_hope, short_of_stress
from arbitro.rules.daggerheart.state import Experience, Foe, Hero, Power, Request, State, Weapon
from arbitro.rules.daggerheart.steps import helpers_of
from arbitro.rules.daggerheart.words import (
    ADVANTAGE_SIDES,
    FEAR_SIDES,
    HOPE_SIDES,
    OUTCOMES,
    Outcome,
    ids,
    is_ranged,
    net,
    outcome_of,
)

Sources = tuple[tuple[str, ...], tuple[str, ...]]
"""What gives a roll advantage, and what disadvantage."""


def pending_roll(state: State, who: str | None = None) -> Request | Refusal:
    """The roll that is due, of somebody or (None) of anybody."""
    request = current_scene(state).pending
    if request is None or (who is not None and request.actor != who):
        return Refusal("no_roll_pending", {}, ("DHP-DUAL-09", "DHP-DUAL-10"))
    return request


LUCKY: Final = 5
"""The face of a d6 from which honed expertise spares the Hope for an Experience."""
HELP_CANCELS: Final = "help_cancels"
"""The note of help that has cancelled a disadvantage: neither die counts."""


def secret_of(request: Request) -> str:
    """Whose number the Difficulty is: an adversary's, the GM's own, or nobody's."""
    if not request.hidden:
        return ""
    return request.against or REFEREE_ONLY


def advantage_sources(books: Library, state: State, hero: Hero, request: Request) -> Sources:
    """What gives a roll advantage, and what disadvantage (DHP-ADV-03, DHP-COND-02 to 04, DHP-RANGE-04)."""
    bribe = place_passive(state, "bribe") if request.paid_gold else None
    bought = [] if bribe is None else [source_of(PLACE, bribe)]  # gold has bought one of them
    pros = ["source/granted"] * (request.advantages - len(bought)) + bought
    pros += ["source/edge"] * (request.edges + hero.edge)
    cons = ["source/imposed"] * request.disadvantages + list(request.burdens)
    targets = [foe for foe in foes_left(state) if foe.id in request.targets]
    if targets and all(is_exposed(books, foe) for foe in targets):
        pros.append(f"{targets[0].id}/vulnerable")
    unseen = [foe.id for foe in targets if is_concealed(books, foe) and not _looks_for(request, foe)]
    cons += [f"{who}/hidden" for who in unseen[:1]]
    attack = request.is_attack
    if _shoots(hero, request) and any(foe.cover == "partial" for foe in targets):
        cons.append("source/cover")
    for source, entry in ailing(books, hero):
        pros += [source] * (attack and entry.aims and not entry.hidden)
        hampering = (request.trait in entry.hampers) + (attack and entry.hampers_attacks)
        hampering += attack and _drawn_off(books, state, hero, request, source.partition("/")[2], entry)
        cons += [source] * hampering
    cons += _features_against(books, state, hero, request, targets)
    if request.trait == "agility" and has_passive(hero, "surefooted") is not None:
        cons = []  # nothing makes the surefooted stumble
    return tuple(pros), tuple(cons)


def _drawn_off(books: Library, state: State, hero: Hero, request: Request, name: str, entry: ConditionEntry) -> bool:
    """Whether a condition is in the way of an attack because of who put it on: taunted by one, boxed in by another."""
    sources = [current_scene(state).foes.get(held.source) for held in hero.conditions if held.name == name]
    there = [foe for foe in sources if foe is not None and not (foe.defeated or foe.gone)]
    if entry.hampers_others and any(foe.id not in request.targets for foe in there):
        return True
    near = entry.hampers_near
    return near is not None and any(is_near(books, state, hero, foe, near) for foe in there)


def _shoots(hero: Hero, request: Request) -> bool:
    """Whether a roll is a ranged attack: words go round a pillar, and a sword does."""
    means: tuple[Weapon | Power, ...] = hero.sheet.powers if request.kind == "power" else hero.sheet.weapons
    return request.is_attack and any(one.id == request.means and is_ranged(one.range) for one in means)


def _looks_for(request: Request, foe: Foe) -> bool:
    """Whether a roll is the one that finds a hidden adversary out: its number is that of the hiding already."""
    return request.kind == "action" and any(request.trait in held.traits for held in foe.conditions)


def _features_against(books: Library, state: State, hero: Hero, request: Request, targets: list[Foe]) -> list[str]:
    """Features of adversaries and of the place that give a roll disadvantage, each kind once."""
    found: list[str] = []
    if request.is_attack:
        faces = [
            source_of(foe.id, feature)
            for foe in foes_left(state)
            if (feature := passive_of(foe, "in_your_face")) is not None
            and foe.id not in request.targets
            and is_near(books, state, foe, hero, "melee")
        ]
        found += faces[:1]
        shields = [(foe, feature) for foe in targets if (feature := passive_of(foe, "shielded")) is not None]
        found += [
            source_of(foe.id, feature)
            for foe, feature in shields
            if is_near(books, state, foe, hero, "melee") and not any(held.source == foe.id for held in hero.conditions)
        ][:1]
        misers = [(foe, feature) for foe in targets if (feature := passive_of(foe, "money_talks")) is not None]
        found += [source_of(foe.id, feature) for foe, feature in misers if not request.paid_gold][:1]
    else:
        lords = [(foe, feature) for foe in targets if (feature := passive_of(foe, "imposing")) is not None]
        found += [source_of(foe.id, feature) for foe, feature in lords if feature.trait == request.trait][:1]
    if request.trait == "presence":
        snubbed = [foe for foe in targets if foe.counters.get(f"snubbed/{hero.id}", 0)]
        found += [f"{snubbed[0].id}/{_haggle(snubbed[0])}"] if snubbed else []
    found += _clouds(books, state, hero)
    hampered = place_passive(state, "hampered")
    if hampered is not None and hampered.trait == request.trait:
        found.append(source_of(PLACE, hampered))
    return found


def _clouds(books: Library, state: State, hero: Hero) -> list[str]:
    """The stretch of ground, if any, in which somebody stands who rolls worse for it."""
    for zone in current_scene(state).zones:
        ground = ground_of(state, zone)
        if ground is not None and ground.hampers and abs(hero.at - zone.at) <= reach_of(books, state, zone.within):
            return [f"{zone.owner}/{zone.feature}"]
    return []


def _haggle(foe: Foe) -> str:
    feature = passive_of(foe, "haggle")
    return feature.id if feature is not None else ""


_SOURCE_RULES: Final = {"granted": "DH-ADV-01", "imposed": "DH-ADV-01", "edge": "DH-MOVE-11", "cover": "DHP-RANGE-04"}


def source_rules(books: Library, sources: tuple[str, ...]) -> tuple[str, ...]:
    """The rules by which each of these gives advantage or disadvantage: a condition's, the GM's word, a feature's."""
    found: list[str] = []
    for source in dict.fromkeys(sources):
        owner, _, thing = source.partition("/")
        if owner == "source":
            found += [_SOURCE_RULES[thing]] if thing in _SOURCE_RULES else []
        elif thing in books.conditions:
            found += books.conditions[thing].rules
        elif thing in books.powers:
            found.append(GIFT)
        else:
            found.append("DHP-ENV-01" if owner == PLACE else "DHP-ADVSTAT-05")
    return tuple(dict.fromkeys(found))


def advantage_rules(
    books: Library, pros: tuple[str, ...], cons: tuple[str, ...], modifiers: tuple[Modifier, ...] = ()
) -> tuple[str, ...]:
    """The rules of the extra die: the one that is thrown, how several sources cancel, and what each of them is."""
    sign = net(len(pros), len(cons))
    die = ("DHP-ADV-01",) if sign > 0 else ("DHP-ADV-02",) if sign < 0 else ()
    if any(each.note == HELP_CANCELS for each in modifiers):  # help has taken the place of the die
        die = ("DHP-ADV-04",)
    several = ("DHP-ADV-03",) if len(pros) + len(cons) > 1 else ()
    return (*die, *several, *source_rules(books, (*pros, *cons)))


def _odd_hope(state: State) -> Feature | None:
    """The feature of desecrated ground that makes the Hope Die smaller, until the ground is cleansed."""
    odd = place_passive(state, "hope_die")
    cleansing = current_scene(state).countdowns.get(f"{PLACE}/{odd.id}") if odd is not None else None
    return odd if cleansing is None or cleansing.value else None


def duality_sides(books: Library, state: State, hero: Hero) -> tuple[int, int, tuple[Modifier, ...]]:
    """The sides of somebody's Hope and Fear Die here, and what has made them other than a d12."""
    hope, fear = HOPE_SIDES, FEAR_SIDES
    why: tuple[Modifier, ...] = ()
    odd = _odd_hope(state)
    if odd is not None:
        hope, why = odd.value, (Modifier(0, "DHP-ENV-01", "hope_die", (source_of(PLACE, odd),)),)
    for source, entry in ailing(books, hero):
        if entry.hope_die:
            hope, why = min(hope, entry.hope_die), (*why, Modifier(0, entry.rules[0], "hope_die", (source,)))
        if entry.fear_die:
            fear, why = max(fear, entry.fear_die), (*why, Modifier(0, entry.rules[0], "fear_die", (source,)))
    return hope, fear, why


def throw_pool(
    books: Library, state: State, dice: Dice, request: Request, modifiers: tuple[Modifier, ...], sources: Sources
) -> tuple[Die, Die, tuple[Die, ...], tuple[Modifier, ...]]:
    """Throw the Duality Dice with whatever die goes with them, given what gives advantage and disadvantage."""
    options = state.options
    hope_sides, fear_sides, odd = duality_sides(books, state, state.party[request.actor])
    hope_sides = max(hope_sides, request.hope_die)
    hope = dice.roll(hope_sides, "hope")
    fear = dice.roll(fear_sides, "fear")
    modifiers = (*modifiers, *odd)
    pros, cons = sources
    sign = net(len(pros), len(cons))
    best = max(request.helped, *(each.die.face for each in request.helpers), 0)
    if sign < 0 and best and options["help_with_own_disadvantage"] == "cancel":
        return hope, fear, (), (*modifiers, Modifier(0, "DHP-ADV-04", HELP_CANCELS, cons))
    extra: tuple[Die, ...] = ()
    own = 0
    if sign:
        die = dice.roll(ADVANTAGE_SIDES, "advantage" if sign > 0 else "disadvantage")
        extra, own = (die,), sign * die.face
    if own > 0 and best and options["help_with_own_advantage"] == "highest_of_all":
        note, rule = ("advantage", "DHP-ADV-01") if own >= best else ("help", "DHP-ADV-04")
        return hope, fear, extra, (*modifiers, Modifier(max(own, best), rule, note, pros if own >= best else ()))
    if own:
        rule = "DHP-ADV-01" if own > 0 else "DHP-ADV-02"
        note, why = ("advantage", pros) if own > 0 else ("disadvantage", cons)
        modifiers = (*modifiers, Modifier(own, rule, note, why))
    elif pros:  # a part that adds nothing says what has cancelled what
        modifiers = (*modifiers, Modifier(0, "DHP-ADV-03", "cancelled", (*pros, *cons)))
    if best:
        modifiers = (*modifiers, Modifier(best, "DHP-ADV-04", "help"))
    return hope, fear, extra, modifiers


def double_of(hope: Die, fear: Die, rule: str) -> tuple[Modifier, ...]:
    """A part that adds nothing says that a double decides, whatever the total is.

    It stands with every double: beside a hidden Difficulty its absence would tell that the total was enough.
    """
    return (Modifier(0, rule, "double"),) if hope.face == fear.face else ()


def use_edge(play: Play, request: Request) -> Request:
    """The opening of a critical success goes into the next roll, whatever it is, and is used up (DH-MOVE-11)."""
    if not play.state.party[request.actor].edge:
        return request
    play.happen(e.BoonChanged(request.actor, "edge", 0, rules=("DH-MOVE-11",)))
    return replace(request, edges=request.edges + 1)


def shared_experiences(state: State, request: Request) -> tuple[Experience, ...]:
    """The Experiences of those who help with a roll and let it have one of theirs, by whose they are."""
    helpers = (state.party[who] for who in sorted(helpers_of(request)))
    sharing = [one for one in helpers if has_passive(one, "shares_experience") is not None]
    return tuple(replace(each, id=f"{one.id}/{each.id}") for one in sharing for each in one.sheet.experiences)


def experiences_of(
    hero: Hero, wanted: str, *, doubled: bool = False, means: str = "", shared: tuple[Experience, ...] = ()
) -> tuple[Modifier, ...] | Refusal:
    """The Experiences that a PC adds, a Hope each, none twice (DHP-EXP-01, DHP-GEN-04); of each who shares theirs one.

    Those who can may pay with Stress instead: then each counts double.
    """
    names = ids(wanted)
    lenders = [name.partition("/")[0] for name in names if "/" in name]
    if len(set(names)) < len(names) or len(set(lenders)) < len(lenders):
        return Refusal("experience_twice", {"who": f"@{hero.id}"}, ("DHP-GEN-04", "DHP-EXP-01"))
    beast = companion_there(hero) if means == COMPANION else None
    taught = beast.experiences if beast is not None else ()
    known = {one.id: one for one in (*hero.sheet.experiences, *taught, *shared)}
    for name in names:
        if name not in known:
            return Refusal("no_experience", {"who": f"@{hero.id}", "experience": name}, ("DHP-EXP-01",))
    if not names:
        return ()
    if doubled and has_passive(hero, "double_experience") is None:
        return Refusal("no_power", {"who": f"@{hero.id}", "power": "adept"}, (GIFT,))
    short = short_of_stress(hero, len(names)) if doubled else short_of_hope(hero, len(names), ("DHP-EXP-01",))
    return short or experience_parts(hero, names, doubled=doubled, shared=shared)


def experience_parts(
    hero: Hero, names: tuple[str, ...], *, doubled: bool, shared: tuple[Experience, ...] = ()
) -> tuple[Modifier, ...]:
    """What Experiences add to a roll, each by its name; doubled, as much again by the power that doubles them."""
    beast = companion_of(hero)
    taught = beast.experiences if beast is not None else ()
    known = {one.id: one.bonus for one in (*hero.sheet.experiences, *taught, *shared)}
    parts = tuple(
        Modifier(known[name], "DHP-EXP-01", "experience", (name if "/" in name else f"{hero.id}/{name}",))
        for name in names
    )
    relic = has_passive(hero, "honed")
    if relic is not None and hero.sheet.experiences[0].id in names:
        parts = (*parts, Modifier(1, "DHP-ITEM-01", sources=(f"{hero.id}/{relic.id}",)))
    adept = has_passive(hero, "double_experience") if doubled and parts else None
    if adept is None:
        return parts
    return (*parts, Modifier(total_of(parts), GIFT, sources=(f"{hero.id}/{adept.id}",)))


def pay_for_experiences(play: Play, who: str, count: int, *, doubled: bool) -> None:
    """A Hope for each Experience, unless a die spares it; a Stress each where they count double."""
    if doubled:
        adept = has_passive(play.state.party[who], "double_experience")
        mark_stress(play, who, count, adept.id if adept is not None else "", (GIFT,))
        return
    lucky = has_passive(play.state.party[who], "lucky_experience")
    for _ in range(count):
        if lucky is not None:
            die = play.dice.roll(6, "power")
            spared = die.face >= LUCKY
            play.happen(e.PowerRolled(who, lucky.id, (die,), 0, int(spared), odds=True, rules=(GIFT,)))
            if spared:
                continue
        change_hope(play, who, -1, "experience", ("DHP-EXP-01",))


def roll_modifiers(hero: Hero, request: Request, *, action: bool = True) -> tuple[Modifier, ...]:
    """Trait, weapon, lasting bonuses, and what a group brought; bonuses add up (DHP-GEN-03)."""
    found = [Modifier(trait_of(hero, request.trait), "DHP-TRAIT-01", request.trait)]
    weapon = next((one for one in hero.sheet.weapons if one.id == request.means), None)
    if weapon is not None and weapon.attack:
        found.append(Modifier(weapon.attack, "DHP-ATK-01", "weapon", (f"{hero.id}/{weapon.id}",)))
    if hero.mercy and request.is_attack:
        found.append(Modifier(hero.mercy, "DHP-HOPE-06", "no_mercy"))
    if request.group:
        found.append(Modifier(sum(request.group), "DHP-GROUP-01", "group"))
    casts: tuple[Stat, ...] = ("spellcast",) if request.kind == "power" else ()
    found += gift_parts(hero, *(("roll",) if action else ()), *(("attack",) if request.is_attack else ()), *casts)
    return (*found, *request.added)


def difficulty_made_of(books: Library, state: State, request: Request) -> tuple[Modifier, ...]:
    """What an adversary's Difficulty is made of where it is not simply the printed one, nor the GM's own number."""
    foe = current_scene(state).foes.get(request.against)
    parts = wall_parts(books, state, request.to) if request.kind == "move" else ()
    if not parts and foe is not None:
        parts = difficulty_parts(books, foe)
    if request.raised:
        parts = (*parts, Modifier(request.raised, "DH-DIFF-02", "experience"))
    return parts if parts[1:] and total_of(parts) == request.difficulty else ()


def roll_odds(
    books: Library, state: State, request: Request, bought: tuple[Modifier, ...] = ()
) -> dict[Outcome, Fraction]:
    """The exact chances of a roll that is due (DHP-DUAL-08): every fall of the dice, by the rule that throws them.

    Help that lies on the table is counted as it fell.
    """
    hero = state.party[request.actor]
    modifiers = (*roll_modifiers(hero, request), *bought)
    hope_sides, fear_sides, _ = duality_sides(books, state, hero)
    hope_sides = max(hope_sides, request.hope_die)
    sources = advantage_sources(books, state, hero, request)
    extra = range(1, ADVANTAGE_SIDES + 1) if net(*map(len, sources)) else range(1, 2)
    counts = dict.fromkeys(OUTCOMES, 0)
    for face in extra:
        thrown = throw_pool(books, state, GivenDice((1, 1, face)), request, modifiers, sources)
        added = sum(each.amount for each in thrown[3])
        for hope, fear in product(range(1, hope_sides + 1), range(1, fear_sides + 1)):
            counts[outcome_of(hope, fear, hope + fear + added, request.difficulty or 0)] += 1
    every = hope_sides * fear_sides * len(extra)
    return {outcome: Fraction(count, every) for outcome, count in counts.items()}
