"""Powers made of words, used in the players' spotlight or put into a roll that is due (DHP-CHAR-02, DHP-CHAR-03)."""

from typing import Final

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import relocate
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.attacking import ATTACK, aimed, power_of
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.dice_pool import pending_roll
from arbitro.rules.daggerheart.feature_words import Tell
from arbitro.rules.daggerheart.gifts import GIFT, has_passive, put_away
from arbitro.rules.daggerheart.numbers import difficulty_of, passive_of
from arbitro.rules.daggerheart.offers import Occasion, answering
from arbitro.rules.daggerheart.play import Play, resume
from arbitro.rules.daggerheart.power_aims import candidates, reached_by
from arbitro.rules.daggerheart.power_effects import PowerDeed, carry_out_parts, resisted, scaled
from arbitro.rules.daggerheart.power_price import cannot_pay, fill_tokens, home_of, note_use, pay
from arbitro.rules.daggerheart.power_words import Twist
from arbitro.rules.daggerheart.presence import current_scene, due_step, has_condition, is_fixed
from arbitro.rules.daggerheart.ranges import is_near, reach_of, visible
from arbitro.rules.daggerheart.resources import bar_to_rolling
from arbitro.rules.daggerheart.roll_requests import request_action_roll
from arbitro.rules.daggerheart.state import Dodged, Foe, Hero, Power, Request, State
from arbitro.rules.daggerheart.words import Band, halved, ids

RULES: Final = ("DHP-CHAR-02",)
UNUSED: Final = ("passive", "react", "rest")
"""Powers of these ways are never used by themselves."""


def use_by_words(play: Play, hero: Hero, power: Power, command: c.UsePower) -> Refusal | None:
    """Use a power that is made of words: with a roll, with a weapon, or by paying its price."""
    power = _priced(play.state, hero, power, command.target)
    refused = cannot_use(play.rules.books, play.state, hero, power, command.spend)
    if refused is not None:
        return refused
    if power.way == "attack":
        return _strike(play, hero, power, command)
    targets = aims_of(play.rules.books, play.state, hero, power, command.target, command.spend)
    if isinstance(targets, Refusal):
        return targets
    if power.way in ("cast", "check"):
        return _roll_for(play, hero, power, targets, command)
    _paid(play, hero, power, command.spend)
    named = tuple(one.id for one in targets)
    card = _card_of(hero, power, command.target)
    tells = power.way == "told" or any(isinstance(part, Tell) for part in (*power.do, *power.own))
    play.happen(e.PowerUsed(hero.id, power.id, named, tells, rules=RULES))
    fill_tokens(play, hero.id, *(("use",) if power.fill is not None else ()))
    level = card.level if card is not None else 0
    deed = PowerDeed(hero.id, power, command.spend, card=level, copied=command.target)
    if card is not None:
        play.happen(e.CardMoved(hero.id, card.id, put_away(play.state.party[hero.id].sheet, card), rules=RULES))
    steps = carry_out_parts(play, deed, power.do, named)
    if power.resist is not None:
        steps += resisted(play, deed, power.resist, (one.id for one in targets if isinstance(one, Foe)))
    play.first(*steps, *carry_out_parts(play, deed, power.own, (hero.id,)))
    return None


def cannot_use(books: Library, state: State, hero: Hero, power: Power, spend: int = 0) -> Refusal | None:
    """Why somebody cannot use a power now, whomever it is aimed at."""
    if power.options:
        return Refusal("which_part", {"who": f"@{hero.id}", "power": f"@{hero.id}/{power.id}"}, RULES)
    if power.way in UNUSED:
        return Refusal("not_by_itself", {"who": f"@{hero.id}", "power": f"@{hero.id}/{power.id}"}, ("DHP-CHAR-03",))
    if power.kind == "healing" and current_scene(state).in_danger:
        return Refusal("in_danger", {"who": f"@{hero.id}"}, RULES)
    if (unready := _unready(hero, power)) is not None:
        return unready
    if power.way == "cast" and hero.sheet.spellcast is None:
        return Refusal("no_spellcast", {"who": f"@{hero.id}"}, ("DHP-TRAIT-03",))
    later = replace(power, hope=0, stress=0, any="") if power.pay_on_hit else power
    short = cannot_pay(hero, later, spend)
    if short is None and power.way in ("cast", "check", "attack"):
        short = bar_to_rolling(books, hero, later.hope)
    return short


def _unready(hero: Hero, power: Power) -> Refusal | None:
    """What a power stands on that is not there: tokens, or a condition that its owner must be under."""
    when = power.when
    if when is not None and when.laid and not hero.kept.get(home_of(power), 0):
        return Refusal("no_tokens_on", {"who": f"@{hero.id}", "power": f"@{hero.id}/{power.id}"}, RULES)
    if when is not None and when.under and not has_condition(hero, when.under):
        return Refusal("not_in_condition", {"who": f"@{hero.id}", "condition": f"@{when.under}"}, RULES)
    return None


def cards_to_give(hero: Hero, power: Power) -> tuple[Power, ...]:
    """The cards of the loadout that may be put away for a power; none where it asks for no card."""
    if power.target is None or power.target.who != "card":
        return ()
    return tuple(one for one in hero.sheet.powers if one.card)


def _card_of(hero: Hero, power: Power, wanted: str) -> Power | None:
    """The card that is named to be put away for a power."""
    return next((one for one in cards_to_give(hero, power) if one.id == wanted), None)


def cards_to_copy(state: State, hero: Hero, power: Power) -> dict[str, Power]:
    """The cards of others' loadouts that a power could take on, by whose they are; none where it copies none."""
    target = power.target
    if target is None or target.who != "their_card":
        return {}
    known = {one.id for one in (*hero.sheet.powers, *hero.sheet.vault, *hero.lent)}
    return {
        f"{other.id}/{card.id}": card
        for other in state.party.values()
        for card in other.sheet.powers
        if other.id != hero.id and card.card and card.level <= target.level and card.id not in known
    }


def _priced(state: State, hero: Hero, power: Power, wanted: str) -> Power:
    """A power with its price: what a card costs that it takes on is half of the card's level."""
    card = cards_to_copy(state, hero, power).get(wanted)
    return power if card is None else replace(power, hope=power.hope + halved(card.level))


def within_of(hero: Hero, power: Power) -> Band:
    """How far a power reaches; long arms make Melee Very Close."""
    band = power.target.within if power.target is not None else "melee"
    return "very_close" if band == "melee" and has_passive(hero, "reach") is not None else band


def aims_of(
    books: Library, state: State, hero: Hero, power: Power, wanted: str, spend: int = 0
) -> list[Hero | Foe] | Refusal:
    """Those on whom a power is used: all whom it reaches, or those who are named."""
    target = power.target
    if target is None:
        return []
    if target.who == "card":
        missing = Refusal("no_power", {"who": f"@{hero.id}", "power": wanted}, RULES)
        return missing if _card_of(hero, power, wanted) is None else []
    if target.who == "their_card":
        missing = Refusal("no_power", {"who": f"@{hero.id}", "power": wanted}, RULES)
        return missing if wanted not in cards_to_copy(state, hero, power) else []
    if target.who == "all":
        near = [one for one in reached_by(books, state, hero, power) if visible(one, target.within) is None]
        return near or Refusal("no_target", {"who": f"@{hero.id}"}, ("DHP-RANGE-04",))
    names = ids(wanted)
    most = 1 if target.who in ("one", "path") else spend if target.paid else target.count or len(names)
    there = {one.id: one for one in candidates(state, hero, power)}
    if not target.least <= len(names) <= most or len(set(names)) < len(names) or not set(names) <= set(there):
        return Refusal("no_target", {"who": f"@{hero.id}"}, RULES)
    found = [there[name] for name in names]
    for one in found:
        if isinstance(one, Foe) and power.hope and passive_of(one, "fearsome") is not None:
            return Refusal("fearsome", {"who": f"@{one.id}"}, ("DHP-HOPE-06",))
        walks = power.way in ("cast", "check") and isinstance(one, Foe) and target.who == "one"
        if not walks and not is_near(books, state, hero, one, within_of(hero, power)):
            return Refusal("out_of_reach", {"who": f"@{one.id}"}, ("DHP-RANGE-01",))
    if target.who == "path":
        return _on_path(books, state, hero, power, found[0])
    if target.area is not None:
        area, first = target.area, found[0]
        found += [one for one in there.values() if one is not first and is_near(books, state, first, one, area)]
    return found


def _on_path(books: Library, state: State, hero: Hero, power: Power, first: Hero | Foe) -> list[Hero | Foe]:
    """Whoever is named first, then all others on that side within reach, nearest first."""
    side = first.at >= hero.at
    near = [one for one in reached_by(books, state, hero, power) if one.id != first.id]
    alike = [one for one in near if (one.at >= hero.at) == side or one.at == hero.at]
    return [first, *sorted(alike, key=lambda one: abs(one.at - hero.at))]


def _paid(play: Play, hero: Hero, power: Power, spend: int) -> None:
    if not power.pay_on_hit:
        pay(play, hero.id, power, spend)
    if not power.on_success:
        note_use(play, hero.id, power)


def _roll_for(play: Play, hero: Hero, power: Power, targets: list[Hero | Foe], command: c.UsePower) -> Refusal | None:
    """A Spellcast Roll or another trait roll: against adversaries, or against a number that the power names."""
    casts = (hero.sheet.spellcast, hero.sheet.second_spellcast)
    trait = power.trait if power.way == "check" else command.trait or hero.sheet.spellcast
    if trait is None or (power.way == "cast" and trait not in casts):
        return Refusal("wrong_trait", {"who": f"@{hero.id}", "trait": f"@trait/{trait}"}, ("DHP-TRAIT-03",))
    foes = [one for one in targets if isinstance(one, Foe)]
    spot: int | Refusal = hero.at
    if foes and power.target is not None and power.target.who == "one":
        spot = aimed(play.rules.books, play.state, hero, foes[0], within_of(hero, power))
    if foes and power.target is not None and power.target.who == "path":
        if is_fixed(play.rules.books, hero):
            return Refusal("restrained", {"who": f"@{hero.id}"}, ("DHP-COND-03",))
        spot = max(foes, key=lambda foe: abs(foe.at - hero.at)).at
    if isinstance(spot, Refusal):
        return spot
    difficulty = power.difficulty or min((difficulty_of(play.rules.books, foe) for foe in foes), default=0)
    if not difficulty:
        return Refusal("no_target", {"who": f"@{hero.id}"}, RULES)
    relocate(play, hero.id, spot)
    _paid(play, hero, power, command.spend)
    now = not power.pay_on_hit
    request = Request(
        hero.id,
        "power",
        trait,
        difficulty,
        not power.difficulty,
        foes[0].id if foes and not power.difficulty else "",
        targets=tuple(one.id for one in targets),
        means=power.id,
        stood={hero.id: hero.at},
        paid_hope=(power.hope + command.spend * (power.any == "hope")) * now,
        paid_stress=(power.stress + command.spend * (power.any == "stress")) * now,
        spent=command.spend,
    )
    against = foes and not power.difficulty  # a number that the power names is nobody's
    rules = ("DHP-TRAIT-03", *ATTACK) if against else ("DHP-TRAIT-03",) if power.way == "cast" else RULES
    request_action_roll(play, request, rules)
    return None


def _strike(play: Play, hero: Hero, power: Power, command: c.UsePower) -> Refusal | None:
    """An attack with one's first weapon that is made by a power, and does more for it."""
    weapon = power.weapon or weapon_of(hero, "")
    if weapon is None:
        return Refusal("no_target", {"who": f"@{hero.id}"}, RULES)
    reach = max(weapon.range, power.range, key=lambda band: reach_of(play.rules.books, play.state, band))
    foes = _marks_of_strike(play.rules.books, play.state, hero, power, command.target, reach)
    if isinstance(foes, Refusal):
        return foes
    foe = foes[0]
    for one in foes:
        if power.hope and passive_of(one, "fearsome") is not None:
            return Refusal("fearsome", {"who": f"@{one.id}"}, ("DHP-HOPE-06",))
    if power.when is not None and power.when.on and not has_condition(foe, power.when.on):
        return Refusal("not_in_condition", {"who": f"@{foe.id}", "condition": f"@{power.when.on}"}, RULES)
    spot = _place_of_strike(play.rules.books, play.state, hero, power, foes, reach)
    if isinstance(spot, Refusal):
        return spot
    relocate(play, hero.id, spot)
    _paid(play, hero, power, command.spend)
    play.happen(e.PowerUsed(hero.id, power.id, rules=RULES))
    now = not power.pay_on_hit
    request = Request(
        hero.id,
        "attack",
        weapon.trait,
        min(difficulty_of(play.rules.books, one) for one in foes),
        True,
        min(foes, key=lambda one: difficulty_of(play.rules.books, one)).id,
        targets=tuple(one.id for one in foes),
        means=weapon.id,
        advantages=int(power.twist is not None and power.twist.advantage),
        stood={hero.id: hero.at},
        paid_hope=power.hope * now,
        paid_stress=power.stress * now,
        power=power.id,
    )
    request_action_roll(play, request, ATTACK)
    return None


def _marks_of_strike(
    books: Library, state: State, hero: Hero, power: Power, wanted: str, reach: Band
) -> list[Foe] | Refusal:
    """Whom an attack by a power is made on: the one who is named, all within the weapon's range, or those on a run."""
    nobody = Refusal("no_target", {"who": f"@{hero.id}"}, RULES)
    foes = {one.id: one for one in candidates(state, hero, power) if isinstance(one, Foe)}
    who = power.target.who if power.target is not None else "one"
    if who == "all":
        near = [foe for foe in foes.values() if is_near(books, state, hero, foe, reach) and visible(foe, reach) is None]
        return near or nobody
    names = ids(wanted)
    if not names or len(set(names)) < len(names) or not set(names) <= set(foes) or (who == "one" and len(names) > 1):
        return nobody
    return [foes[name] for name in names]


def _place_of_strike(
    books: Library, state: State, hero: Hero, power: Power, foes: list[Foe], reach: Band
) -> int | Refusal:
    """Where an attack by a power takes its striker: to the target, nowhere, or along a straight line."""
    if power.target is None or power.target.who == "one":
        return aimed(books, state, hero, foes[0], reach)
    if power.target.who == "all":
        return hero.at
    if is_fixed(books, hero):
        return Refusal("restrained", {"who": f"@{hero.id}"}, ("DHP-COND-03",))
    run, arm = reach_of(books, state, power.target.within), reach_of(books, state, reach)
    farthest = max(foes, key=lambda foe: abs(foe.at - hero.at)).at
    to = max(hero.at - run, min(hero.at + run, farthest))
    low, high = min(hero.at, to) - arm, max(hero.at, to) + arm
    missed = next((foe for foe in foes if not low <= foe.at <= high), None)
    return to if missed is None else Refusal("out_of_reach", {"who": f"@{missed.id}"}, ("DHP-RANGE-01",))


# ------------------------------------------------------------------ before the dice (DHP-CHAR-03)


def boosts_for(books: Library, state: State, hero: Hero, request: Request) -> list[Power]:
    """The powers that somebody could still put into their roll that is due."""
    if request.rolled:
        return []
    attack = {"attack"} if request.kind == "attack" or (request.kind == "power" and request.against) else set()
    means = {"weapon", request.means} if request.kind == "attack" else {"spell"} if request.kind == "power" else set()
    if request.partner:  # two attack as one: nothing else goes into their rolls
        attack, means = set(), {"tag"}
    foe = current_scene(state).foes.get(request.against)
    about = Occasion("before_roll", trait=request.trait, means=frozenset(attack | means), foe=foe)
    found = [power for power in answering(books, state, hero, about) if power.id not in request.boosts]
    return [power for power in found if not request.partner or (power.when is not None and power.when.means == "tag")]


def braces_for(books: Library, state: State, hero: Hero, step: Dodged) -> list[Power]:
    """The powers that somebody could still put into the reaction roll that is asked of them."""
    about = Occasion("before_reaction", foe=current_scene(state).foes.get(step.source))
    return [power for power in answering(books, state, hero, about) if power.id not in step.boosts]


def brace(play: Play, command: c.Brace) -> Refusal | None:
    """Put a power into a reaction roll that is due: advantage."""
    step = due_step(play.state)
    if not isinstance(step, Dodged) or step.who != command.who:
        return Refusal("not_asked")
    hero = play.state.party[command.who]
    power = power_of(hero, command.power)
    if power is None or power not in braces_for(play.rules.books, play.state, hero, step):
        return Refusal("no_power", {"who": f"@{hero.id}", "power": command.power}, ("DHP-CHAR-03",))
    resume(play, "reaction")
    pay(play, hero.id, power)
    note_use(play, hero.id, power)
    play.happen(e.PowerUsed(hero.id, power.id, rules=("DHP-CHAR-03",)))
    better = step.advantages + (power.twist is not None and power.twist.advantage)
    play.agenda[0] = replace(step, advantages=better, boosts=(*step.boosts, power.id))
    return None


def bolster(play: Play, command: c.Bolster) -> Refusal | None:
    """Put a power into a roll that is due: advantage, a number or dice, another Hope Die."""
    request = pending_roll(play.state, command.who)
    if isinstance(request, Refusal):
        return request
    hero = play.state.party[command.who]
    power = power_of(hero, command.power)
    if power is None or power not in boosts_for(play.rules.books, play.state, hero, request):
        return Refusal("no_power", {"who": f"@{hero.id}", "power": command.power}, ("DHP-CHAR-03",))
    spend = command.spend or int(bool(power.any))
    if short := cannot_pay(hero, power, spend):
        return short
    resume(play, "roll")
    pay(play, hero.id, power, spend)
    note_use(play, hero.id, power)
    twist, deed = power.twist or Twist(), PowerDeed(hero.id, power, spend)
    added = request.added
    if twist.add is not None:
        amount = scaled(play, deed, twist.add, twist.by)
        dice = amount.roll(play.dice, "power")
        if dice:
            told = e.PowerRolled(hero.id, power.id, dice, amount.plus, amount.total(dice), rules=RULES)
            play.happen(told)
        added = (*added, Modifier(amount.total(dice), GIFT, sources=(deed.source,)))
    changed = replace(
        request,
        added=added,
        advantages=request.advantages + twist.advantage,
        hope_die=max(request.hope_die, twist.hope_die),
        boosts=(*request.boosts, power.id),
        paid_hope=request.paid_hope + power.hope + spend * (power.any == "hope"),
        paid_stress=request.paid_stress + power.stress + spend * (power.any == "stress"),
    )
    play.happen(e.PowerUsed(hero.id, power.id, rules=("DHP-CHAR-03",)))
    request_action_roll(play, changed, ("DHP-CHAR-03",), again=True)
    return None
