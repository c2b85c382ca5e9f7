"""Rolls that take more than one: group actions and Tag Team Rolls."""

from msgspec.structs import replace

from arbitro.kernel.command import Refusal
from arbitro.kernel.state import Question
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import events as e
from arbitro.rules.daggerheart.acting import may_act, relocate
from arbitro.rules.daggerheart.arms import weapon_of
from arbitro.rules.daggerheart.attacking import aimed
from arbitro.rules.daggerheart.gifts import GIFT, has_passive
from arbitro.rules.daggerheart.numbers import difficulty_here, difficulty_of
from arbitro.rules.daggerheart.play import Play, ask, resume
from arbitro.rules.daggerheart.power_price import note_use, uses_left
from arbitro.rules.daggerheart.presence import able_hero, due_step, foe_left
from arbitro.rules.daggerheart.reaction_rolls import ReactionRoll, failed_reaction, roll_reaction
from arbitro.rules.daggerheart.resources import (
    bar_to_rolling,
    change_hope,
    short_of_hope,
    toll_of_rolling,
)
from arbitro.rules.daggerheart.roll_requests import request_action_roll
from arbitro.rules.daggerheart.state import Choose, Hero, Request, Resolve
from arbitro.rules.daggerheart.words import TRAITS, Trait, ids

_TAG_PRICE = 3


# ------------------------------------------------------------------ group actions (DHP-GROUP-01)


def group_action(play: Play, command: c.GroupAction) -> Refusal | None:
    """The others make reaction rolls, +1 or -1 each; then the leader's action roll is due."""
    state = play.state
    hero = may_act(play.rules.books, state, command.who)
    if isinstance(hero, Refusal):
        return hero
    others = _helpers(play, command)
    if isinstance(others, Refusal):
        return others
    if barred := bar_to_rolling(play.rules.books, hero):
        return barred
    if not others:
        return Refusal("no_group", {"who": f"@{hero.id}"}, ("DHP-GROUP-01",))
    difficulty = command.difficulty or difficulty_here(play.rules.books, state)
    if not difficulty:
        return Refusal("difficulty_needed", {"who": f"@{hero.id}"}, ("DH-DIFF-03",))
    theirs = command.helpers_difficulty
    if not theirs and state.options["group_helper_difficulty"] == "gm_sets":
        return Refusal("difficulty_needed", {"who": f"@{others[0][0].id}"}, ("DHP-GROUP-01",))
    brought: list[int] = []
    for other, trait in others:
        rolled = roll_reaction(play, ReactionRoll(other.id, trait, theirs or difficulty))
        by = 1 if not isinstance(rolled, Refusal) and rolled[0] else -1
        if by < 0:
            failed_reaction(play, other.id)  # settled once the leader has rolled
        brought.append(by)
        play.happen(e.GroupJoined(other.id, hero.id, by, rules=("DHP-GROUP-01",)))
    request = Request(hero.id, "action", command.trait, difficulty, group=tuple(brought))
    request_action_roll(play, request, ("DHP-GROUP-01",))
    return None


def _helpers(play: Play, command: c.GroupAction) -> list[tuple[Hero, Trait]] | Refusal:
    """Who follows the leader, each with a trait that suits what they do: the leader's, unless another is named."""
    found: dict[str, tuple[Hero, Trait]] = {}
    for each in ids(command.others):
        who, _, wanted = each.partition(":")
        if who == command.who:
            return Refusal("no_group", {"who": f"@{who}"}, ("DHP-GROUP-01",))
        hero = able_hero(play.rules.books, play.state, who)
        if isinstance(hero, Refusal):
            return hero
        trait = next((name for name in TRAITS if name == wanted), command.trait if not wanted else None)
        if trait is None:
            return Refusal("no_trait", {"who": f"@{who}", "trait": wanted}, ("DHP-TRAIT-01",))
        found[who] = (hero, trait)
    return list(found.values())


# ------------------------------------------------------------------ Tag Team Rolls (DHP-TAG-01 to 03)


def tag_team(play: Play, command: c.TagTeam) -> Refusal | None:
    """Two PCs attack as one: three Hope, once per session for each player."""
    state = play.state
    hero = may_act(play.rules.books, state, command.who)
    if isinstance(hero, Refusal):
        return hero
    partner = able_hero(play.rules.books, state, command.partner)
    if isinstance(partner, Refusal):
        return partner
    if partner.id == hero.id:
        return Refusal("nobody", {"who": command.partner}, ("DHP-TAG-01",))
    if not may_tag(hero):
        return Refusal("tagged", {"who": f"@{hero.id}"}, ("DHP-TAG-01",))
    foe = foe_left(state, command.target)
    if isinstance(foe, Refusal):
        return foe
    price = tag_price(partner)
    short = short_of_hope(hero, price + toll_of_rolling(play.rules.books, hero), ("DHP-TAG-01",)) or bar_to_rolling(
        play.rules.books, partner
    )
    if short:
        return short
    weapon, theirs = weapon_of(hero, ""), weapon_of(partner, "")
    if weapon is None or theirs is None:
        return Refusal("no_weapon", {"who": f"@{hero.id}", "weapon": ""}, ("DHP-TAG-01",))
    spots = [
        aimed(play.rules.books, state, hero, foe, weapon.range),
        aimed(play.rules.books, state, partner, foe, theirs.range),
    ]
    for spot in spots:
        if isinstance(spot, Refusal):
            return spot
    _pay_tag(play, hero, price)
    play.happen(e.TagStarted(hero.id, partner.id, rules=("DHP-TAG-01",)))
    for who, spot in zip((hero.id, partner.id), spots, strict=True):
        if isinstance(spot, int):
            relocate(play, who, spot)
    request = Request(
        hero.id,
        "tag",
        weapon.trait,
        difficulty_of(play.rules.books, foe),
        True,
        foe.id,
        targets=(foe.id,),
        means=weapon.id,
        partner=partner.id,
        stood={hero.id: hero.at, partner.id: partner.at},
        paid_hope=price,
    )
    request_action_roll(play, request, ("DHP-TAG-02",))
    return None


def may_tag(hero: Hero) -> bool:
    """Whether somebody may still start one this session: once, and once more for those who fight as comrades."""
    again = has_passive(hero, "tag_again")
    return not hero.tagged or (again is not None and bool(uses_left(hero, again)))


def tag_price(partner: Hero) -> int:
    """The Hope that it costs whoever starts one; less with a comrade at one's side."""
    return _TAG_PRICE - (has_passive(partner, "tag_again") is not None)


def _pay_tag(play: Play, hero: Hero, price: int) -> None:
    """The Hope, and for those who have had their own this session the one more that a comrade has."""
    again = has_passive(hero, "tag_again") if hero.tagged else None
    if again is not None:
        note_use(play, hero.id, again)
    change_hope(play, hero.id, -price, "tag_team", ("DHP-TAG-01",) if price == _TAG_PRICE else ("DHP-TAG-01", GIFT))


def tag_rolled(play: Play, step: Resolve) -> None:
    """After the starter the partner rolls; after both the players choose (DHP-TAG-02)."""
    request = step.request
    if request.first is None:
        partner = play.state.party[request.partner]
        if isinstance(able_hero(play.rules.books, play.state, partner.id), Refusal) or bar_to_rolling(
            play.rules.books, partner
        ):
            tag_alone(play, replace(request, first=step.outcome, first_total=step.total, partner=request.actor))
            return
        weapon = weapon_of(partner, "")
        turned = replace(
            request,
            actor=request.partner,
            partner=request.actor,
            trait=weapon.trait if weapon is not None else "strength",
            means=weapon.id if weapon is not None else "",
            first=step.outcome,
            first_total=step.total,
            helpers=(),
            helped=0,
            helping=(),
            hope_die=0,
            boosts=(),
        )
        request_action_roll(play, turned, ("DHP-TAG-02",))
        return
    starter = request.partner
    values: dict[str, str | int] = {
        "who": f"@{starter}",
        "first": request.first,
        "second": step.outcome,
    }
    choose = Choose(request, step.outcome, step.total)
    ask(play, Question("tag", starter, values, ("DHP-TAG-02", "DHP-TAG-03")), choose)


def tag_alone(play: Play, request: Request) -> None:
    """The partner cannot roll any more: the starter's roll counts, and the starter's blow alone."""
    starter = play.state.party[request.partner]
    weapon = weapon_of(starter, "")
    if request.first is None or weapon is None:
        return
    kind = replace(
        request, actor=starter.id, partner="", kind="attack", means=weapon.id, trait=weapon.trait, rolled=True
    )
    play.first(Resolve(kind, request.first, request.first_total))


def choose_tag(play: Play, command: c.ChooseTag) -> Refusal | None:
    """One of the two rolls stands for both; different damage types become the one that is chosen."""
    step = due_step(play.state)
    if not isinstance(step, Choose) or step.request.partner != command.who or step.request.first is None:
        return Refusal("not_asked")
    resume(play, "tag")
    play.agenda.pop(0)
    request = step.request
    starter, partner = request.partner, request.actor
    first = command.pick == "first"
    outcome = request.first if first and request.first is not None else step.second
    total = request.first_total if first else step.second_total
    weapon = weapon_of(play.state.party[starter], "")
    play.happen(e.TagChosen(starter, partner, outcome, starter if first else partner, rules=("DHP-TAG-02",)))
    both = replace(
        request,
        actor=starter,
        partner=partner,
        means=weapon.id if weapon is not None else "",
        trait=weapon.trait if weapon is not None else request.trait,
        rolled=True,
        damage_kind=command.kind,
    )
    play.first(Resolve(both, outcome, total, starter if first else partner))
    return None
