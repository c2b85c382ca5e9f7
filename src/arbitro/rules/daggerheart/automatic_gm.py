"""The automatic GM's turn: which move, which adversary, what it does and to whom. Plain functions over the game.

The free move of a turn is one of those that fit (`fitting`), the one that is most behind its share in this scene. Then
Fear is spent as `pacing` has it: on further adversaries that can strike, or on a feature of the environment. An
adversary in the spotlight shakes off what holds it, leaves if its nature says so, uses a feature whose price is worth
paying, or attacks: with an Experience that is relevant where the blow is doubtful, with advantage on somebody who is
hemmed in, with disadvantage where it must shoot in Melee.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from arbitro.kernel.command import Command
from arbitro.kernel.ruleset import Ruleset
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import fitting, gm_moves, pacing
from arbitro.rules.daggerheart.adversary import most_targets
from arbitro.rules.daggerheart.advice import apt_experience
from arbitro.rules.daggerheart.content import Library, books_of
from arbitro.rules.daggerheart.dice_pool import roll_odds
from arbitro.rules.daggerheart.difficulty import benchmarks_search
from arbitro.rules.daggerheart.feature import Feature
from arbitro.rules.daggerheart.feature_words import Self, Summon, Tell
from arbitro.rules.daggerheart.fitting import Fit, Moment
from arbitro.rules.daggerheart.gm_turn import move_cost, spotlight_price, spotlights_left
from arbitro.rules.daggerheart.natures import beasts_at, quarry, retreat
from arbitro.rules.daggerheart.numbers import evasion_of, passive_of, trait_of
from arbitro.rules.daggerheart.pacing import pick_one
from arbitro.rules.daggerheart.presence import PLACE, condition_entry, foes_left, has_condition, heroes_up, is_fixed
from arbitro.rules.daggerheart.ranges import is_near
from arbitro.rules.daggerheart.resources import free_slots
from arbitro.rules.daggerheart.roll_requests import call_difficulty
from arbitro.rules.daggerheart.scene_end import decided
from arbitro.rules.daggerheart.state import Attempt, Foe, Hero, Request, SceneState, State, Turn
from arbitro.rules.daggerheart.words import SUCCESSES, TRAITS, Reply, Trait, Use
from arbitro.text import LANGUAGES

DEFAULT_DIFFICULTY: Final = 12
DOUBTFUL: Final = 8
"""Beyond what number to be thrown on the GM's Die an attack is doubtful enough to buy an Experience."""
DOUBTFUL_DEED: Final = Fraction(1, 2)
DULL_DEED: Final = Fraction(2, 3)
"""Chances of success below which a bargain is offered, in danger and out of it."""
SPARE_STRESS: Final = 4
"""Free Stress slots of somebody to whom a bargain is offered."""
OPENS_MORE: Final = ("new_threat", "raise_stakes", "new_obstacle_or_enemy", "offscreen_threat", "ask_and_build")
"""Moves that have nothing to follow them in a scene which is decided."""
ENVIRONMENT: Final = "environment_feature"
"""How a feature of the environment is counted among the moves."""


# ---------------------------------------------------------------------- before a roll (GUIDA SUI TIRI AZIONE)


def call(books: Library, state: State, scene: SceneState) -> Command:
    """Whether dice are needed, how hard it is, what the circumstances give, and whether there is a bargain."""
    deed = scene.deed
    if deed is None:
        return c.NoRoll()
    hero = state.party[deed.who]
    if not scene.in_danger and _plays_to_experience(hero, deed):
        return c.NoRoll()
    best: Trait = max(TRAITS, key=lambda each: trait_of(hero, each))
    trait: Trait = deed.trait if deed.trait is not None else best
    known = call_difficulty(books, state, deed, 0)
    wanted = 0 if isinstance(known, int) else benchmark(books, deed) or DEFAULT_DIFFICULTY
    pros, cons = circumstances(books, state, hero, deed)
    difficulty = known if isinstance(known, int) else wanted
    request = Request(hero.id, deed.kind, trait, difficulty, against=deed.target, advantages=pros, disadvantages=cons)
    if _bargains(books, state, scene, deed, request):
        return c.OfferBargain(trait, wanted)
    experience = _against(books, state, scene.foes.get(deed.target), "chase" if deed.trait == "agility" else "notice")
    return c.RequestRoll(trait, wanted, advantages=pros, disadvantages=cons, experience=experience)


def _plays_to_experience(hero: Hero, deed: Attempt) -> bool:
    """What somebody's past makes easy needs no dice where nothing presses (DH-ACTION-02)."""
    return any(apt_experience(hero.sheet.experiences, deed.text, language) for language in LANGUAGES)


def benchmark(books: Library, deed: Attempt) -> int:
    """The Difficulty of the nearest benchmark to what was described; 0 without one (DH-DIFF-04)."""
    for language in LANGUAGES if deed.text else ():
        for found in benchmarks_search(books, deed.text, language, 1):
            return found.difficulty
    return 0


def circumstances(books: Library, state: State, hero: Hero, deed: Attempt) -> tuple[int, int]:
    """A die for what helps or hampers (DH-ADV-01): a target kept busy by others, adversaries on all sides."""
    near = [foe for foe in foes_left(state) if is_near(books, state, foe, hero, "melee")]
    target = next((foe for foe in foes_left(state) if foe.id == deed.target), None)
    busy = target is not None and any(
        is_near(books, state, target, other, "melee") for other in heroes_up(state) if other.id != hero.id
    )
    return int(busy and not near), int(hemmed_in(books, state, hero))


def hemmed_in(books: Library, state: State, hero: Hero) -> bool:
    """Two adversaries or more in Melee, and no companion at one's side."""
    near = sum(is_near(books, state, foe, hero, "melee") for foe in foes_left(state))
    alone = not any(is_near(books, state, one, hero, "very_close") for one in heroes_up(state) if one.id != hero.id)
    return near > 1 and alone


def _bargains(books: Library, state: State, scene: SceneState, deed: Attempt, request: Request) -> bool:
    """A price instead of a roll that may well fail, where nothing is counted down and nobody stands in the way.

    Out of danger, where a failure is dull rather than dramatic, it is offered sooner.
    """
    hero = state.party[deed.who]
    if scene.goal is not None or deed.target or hero.stress - hero.stress_marked < SPARE_STRESS:
        return False
    odds = roll_odds(books, state, request)
    success = sum((chance for outcome, chance in odds.items() if outcome in SUCCESSES), Fraction())
    return success < (DOUBTFUL_DEED if scene.in_danger else DULL_DEED)


def _against(books: Library, state: State, foe: Foe | None, use: Use) -> str:
    """An Experience of the adversary's that makes a roll against it harder, if it is worth the Fear (DH-DIFF-02)."""
    cost = int(state.options["gm_experience_difficulty_cost"])
    if foe is None or not pacing.affordable(books, state, cost):
        return ""
    return relevant(books, foe, use)


def relevant(books: Library, foe: Foe, use: Use) -> str:
    """The best Experience of an adversary's that is relevant to something; empty without one."""
    uses = books.guidance.experience_uses
    able = [one for one in foe.block.experiences if use in uses.get(one.id, ())]
    best = max(able, key=lambda one: one.bonus, default=None)
    return best.id if best is not None else ""


# ---------------------------------------------------------------------- the turn (FARE MOSSE)


def turn(game: Ruleset[State], state: State, scene: SceneState, turn: Turn) -> Command:
    """The GM's next command in an open turn."""
    acting = scene.foes.get(turn.acting)
    if acting is not None and not acting.defeated and not acting.gone:
        for command in foe_wishes(books_of(game), state, acting, turn):
            if game.allows(state, command):
                return command
        return c.FoeAct(acting.id, roll="no")
    granted = next((foe for foe in foes_left(state) if foe.id in turn.granted), None)
    if granted is not None and game.allows(state, c.Spotlight(granted.id)):
        return c.Spotlight(granted.id)
    now = fitting.moment(books_of(game), state)
    if now is None:
        return c.EndTurn()
    if turn.free and not turn.made:
        return free_move(game, now)
    if decided(state):  # nothing is left to be won by more
        return c.EndTurn()
    return paid_move(game, now) or c.EndTurn()


def free_move(game: Ruleset[State], now: Moment) -> Command:
    """The move that the turn is for: one that fits, the one that has been waiting longest for its share."""
    found = fitting.of_size(now, [*fitting.fits(now), *_motives(now)])
    if decided(now.state):
        found = [fit for fit in found if fit.move not in OPENS_MORE]
    elif now.scene.place is not None:
        found.append(Fit(ENVIRONMENT, "place_can_change", 4 if now.severity == "major" else 2))
    shares: dict[Fraction, list[Fit]] = {}
    for fit in found:
        shares.setdefault(Fraction(now.scene.moves.count(fit.move) + 1, fit.pull), []).append(fit)
    for share in sorted(shares):
        wished = [command for fit in shares[share] if (command := _command(game, now, fit)) is not None]
        ready = [command for command in wished if game.allows(now.state, command)]
        if ready:
            return pick_one(now.state, ready)
    foe = _next_foe(game, now)
    return c.MakeMove("world_reacts") if foe is None else _spotlight(now, foe)


def _command(game: Ruleset[State], now: Moment, fit: Fit) -> Command | None:
    if fit.move == ENVIRONMENT:
        return _place_feature(game, now)
    if fit.move in ("adversary_attacks", "spotlight_adversary"):
        foe = _next_foe(game, now) or now.scene.foes[fit.foe]
        return _spotlight(now, foe, attack=now.severity == "minor")
    if fit.move == "npc_motive":
        return c.Spotlight(fit.foe, "npc_motive")
    if fit.move == "clear_adversary_condition":
        return c.MakeMove(fit.move, target=fit.foe, condition=fit.condition)
    lands = fit.lands and bool(now.state.options["gm_moves_land"])
    return c.MakeMove(fit.move, target=fit.target, lands=lands)


def _spotlight(now: Moment, foe: Foe, *, attack: bool = False) -> c.Spotlight:
    """The spotlight for an adversary, told as what it is for: getting away, an attack, or anything else."""
    if next(retreat(now.books, now.state, foe), None) is not None:
        return c.Spotlight(foe.id, "npc_motive")
    strikes = attack and not is_fixed(now.books, foe) and fitting.can_strike(now.books, now.state, foe)
    return c.Spotlight(foe.id, "adversary_attacks" if strikes else "spotlight_adversary")


def _motives(now: Moment) -> Iterator[Fit]:
    """An adversary that has had enough, and gets out as its nature has it."""
    for foe in now.foes:
        if (
            spotlights_left(now.books, now.state, foe) is None
            and next(retreat(now.books, now.state, foe), None) is not None
        ):
            yield Fit("npc_motive", "had_enough", 8, foe=foe.id)
            return


def paid_move(game: Ruleset[State], now: Moment) -> Command | None:
    """What further Fear goes into: adversaries that can strike, then the environment, then help for them."""
    price = move_cost(now.state)
    if pacing.raises_stakes(books_of(game), now.state):
        return c.MakeMove("raise_stakes", lands=True)
    foe = _next_foe(game, now)
    if foe is not None:
        return _spotlight(now, foe)
    place = _place_feature(game, now)
    if place is not None:
        return place
    if pacing.much(now.state) and pacing.affordable(books_of(game), now.state, price):
        help_ = fitting.RULES["new_obstacle_or_enemy"](now)
        command = _command(game, now, help_) if help_ is not None else None
        if command is not None and help_ is not None and help_.move not in now.scene.moves:
            return command if game.allows(now.state, command) else None
    return None


def _next_foe(game: Ruleset[State], now: Moment) -> Foe | None:
    """Who acts next, within the Fear that is to be spent: whoever can strike, Solos and Leaders first."""
    state, price = now.state, move_cost(now.state)
    able = [foe for foe in now.foes if spotlights_left(books_of(game), state, foe) is None]
    paid = [foe for foe in able if _affords(books_of(game), state, foe)]
    ready = [foe for foe in paid if game.allows(state, c.Spotlight(foe.id))]
    striking = [foe for foe in ready if fitting.can_strike(books_of(game), state, foe)]
    if not ready or (price and not striking):
        return None
    pool = striking or ready
    big = [foe for foe in pool if foe.block.leads]
    return pick_one(state, big or pool)


def _affords(books: Library, state: State, foe: Foe) -> bool:
    """Whether an adversary's spotlight is worth its Fear; a Stress of its own is, while another stays free after it."""
    fear, by_stress = spotlight_price(state, foe)
    if by_stress is not None and foe.stress - foe.stress_marked <= by_stress.value:
        return False
    return not fear + _ramp(foe) or pacing.affordable(books, state, fear + _ramp(foe))


def _ramp(foe: Foe) -> int:
    ramp = passive_of(foe, "ramp_up")
    return ramp.value if ramp is not None else 0


def _place_feature(game: Ruleset[State], now: Moment) -> Command | None:
    """A feature of the environment whose price is worth paying now, and that does more than be told."""
    state, place = now.state, now.scene.place
    if place is None:
        return None
    price = move_cost(state)
    able = [
        feature
        for feature in place.features
        if feature.kind == "action" and feature.when is None and _bites(now, feature)
        if pacing.affordable(books_of(game), state, feature.fear + price)
    ]
    commands = [c.UseFeature(PLACE, feature.id, hero.id) for feature in able for hero in heroes_up(state)]
    ready = [command for command in commands if game.allows(state, command)]
    return pick_one(state, ready) if ready else None


def _bites(now: Moment, feature: Feature) -> bool:
    """Whether a feature does something by itself; help for the adversaries comes where they are fewer."""
    if any(isinstance(part, Summon) for part in feature.own):
        up = sum(1 for _ in heroes_up(now.state))
        return len(now.foes) < up and (bool(feature.fear) or now.hard)
    told = all(isinstance(part, Tell) for part in feature.own)
    return not told or bool(feature.attack or feature.roll or feature.do or feature.count)


# ---------------------------------------------------------------------- an adversary in the spotlight (DHP-SPOT-05)


def foe_wishes(books: Library, state: State, foe: Foe, turn: Turn) -> Iterator[Command]:
    """What an adversary in the spotlight would like to do, best first."""
    for held in foe.conditions:
        if held.until == "temporary" and condition_entry(books, held.name).fixed:
            yield c.FoeShed(foe.id, held.name)
    yield from retreat(books, state, foe)
    heroes = quarry(books, state, foe, turn)
    features = [feature for feature in foe.block.features if feature.kind == "action" and feature.when is None]
    features = [feature for feature in features if _worth(books, state, foe, feature)]
    if features:
        start = pick_one(state, range(len(features) + 1))
        for feature in (features[start:] + features[:start])[: 1 if start == len(features) else None]:
            if feature.target is None and not feature.group:
                yield c.UseFeature(foe.id, feature.id)
            else:
                yield from (_feature(books, state, foe, feature, hero) for hero in heroes)
    yield from (c.StrikeCompanion(foe.id, hero.id) for hero in beasts_at(books, state, foe, turn))
    if most_targets(foe) > 1:
        for count in range(len(heroes), 1, -1):
            yield c.FoeAttack(foe.id, ",".join(hero.id for hero in heroes[:count]))
    yield from (attack(books, state, foe, hero) for hero in heroes)
    if heroes:
        nearest = min(heroes, key=lambda hero: abs(hero.at - foe.at))
        yield c.FoeSprint(foe.id, nearest.at + (5 if foe.at > nearest.at else -5))


def attack(books: Library, state: State, foe: Foe, hero: Hero) -> c.FoeAttack:
    """A standard attack with what the GM grants it (DH-ATK-03): circumstances first, then a relevant Experience."""
    pros, cons = int(hemmed_in(books, state, hero)), int(_cramped(books, state, foe))
    alone = (pros or cons) and state.options["gm_attack_options"] == "one_only"
    needed = evasion_of(hero) - foe.block.bonus.plus
    wanted = needed > DOUBTFUL and not alone and pacing.affordable(books, state, 1)
    experience = relevant(books, foe, "attack") if wanted else ""
    return c.FoeAttack(foe.id, hero.id, experience, pros, cons)


def _feature(books: Library, state: State, foe: Foe, feature: Feature, hero: Hero) -> c.UseFeature:
    """A feature aimed at somebody; an attack on them alone has what the circumstances give it."""
    single = feature.target is None or feature.target.who == "one"
    hampered = feature.attack is not None and single and hemmed_in(books, state, hero)
    return c.UseFeature(foe.id, feature.id, hero.id, advantages=int(hampered))


def _cramped(books: Library, state: State, foe: Foe) -> bool:
    """Somebody who shoots, with a PC at their throat."""
    ranged = foe.block.attack.range in ("far", "very_far")
    return ranged and any(is_near(books, state, foe, hero, "melee") for hero in heroes_up(state))


def _worth(books: Library, state: State, foe: Foe, feature: Feature) -> bool:
    """Whether a feature's price is worth paying now."""
    spare = foe.stress_marked + feature.stress < foe.stress or not feature.stress
    does = (feature.attack, feature.roll, feature.do, feature.own, feature.group, feature.count, feature.table)
    kept = all(isinstance(part, Self) and has_condition(foe, part.condition) for part in feature.own)
    told = not any(does) or (bool(feature.own) and kept and not any((*does[:3], *does[4:])))
    hale = not feature.wounds or 2 * (foe.hp_marked + feature.wounds) <= foe.hp
    return pacing.affordable(books, state, feature.fear) and spare and hale and not told


# ---------------------------------------------------------------------- what an automatic player answers


def answer(books: Library, state: State, hero: Hero) -> c.TellGm:
    """What costs least now: what was only foreseen, armour while there is enough, Stress while there is room."""
    free = hero.stress - hero.stress_marked
    open_ = gm_moves.replies(books, state, gm_moves.asking(state)[0], hero.id)
    likes: dict[Reply, bool] = {
        "seize": free >= 3,
        "forewarned": True,
        "dented": free_slots(hero) >= 3,
        "strain": free >= 3,
        "setback": True,
        "driven_back": hero.stress_marked >= hero.hp_marked,
        "exposed": True,
        "let_be": True,
    }
    wished = [reply for reply in likes if likes[reply] and reply in open_]
    return c.TellGm(hero.id, (wished or open_)[0])
