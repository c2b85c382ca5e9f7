"""Features used by the GM: what may be used, how it is paid for, on whom it works and where its owner stands."""

from msgspec import Struct

from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import feature_words
from arbitro.rules.daggerheart.acting import relocate
from arbitro.rules.daggerheart.adversary import acting_foe, fear_price, foe_done, pay_for, stride_of, too_much_declared
from arbitro.rules.daggerheart.conditions import end_conditions
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.countdown import running_plans, start_count
from arbitro.rules.daggerheart.effects import perform_feature
from arbitro.rules.daggerheart.feature import Feature, Wish, offers
from arbitro.rules.daggerheart.feature_aims import aim_feature, feature_of
from arbitro.rules.daggerheart.features import feature_ready, run_path, told
from arbitro.rules.daggerheart.gm_die import NOTHING_GRANTED, Granted, experiences_bought
from arbitro.rules.daggerheart.gm_turn import count_move, may_move
from arbitro.rules.daggerheart.numbers import rules_of_features
from arbitro.rules.daggerheart.opportunity import stands_in_the_way
from arbitro.rules.daggerheart.owner_effects import allies_within
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import (
    PLACE,
    current_scene,
    foe_left,
    foes_left,
    is_fixed,
    is_there,
)
from arbitro.rules.daggerheart.ranges import approach, is_near, reach_of
from arbitro.rules.daggerheart.resources import mark_stress, short_of_fear, short_of_stress, spend_fear
from arbitro.rules.daggerheart.state import Foe, Hero, State
from arbitro.rules.daggerheart.words import ids

_FEATURE = ("DHP-ADVSTAT-05",)


class Use(Struct, frozen=True):
    """A use of a feature that nothing stands against: by whom, of what, on whom, with what is granted and wished."""

    owner: str
    feature: Feature
    foe: Foe | None
    """Its owner, if that is no place."""
    targets: list[Hero]
    granted: Granted
    wish: Wish
    spot: int | None = None
    """Where it is used from, if it takes its owner to an ally."""

    @property
    def anytime(self) -> bool:
        """Whether it needs no spotlight and no GM move."""
        return self.feature.when is not None


def use_feature(play: Play, command: c.UseFeature) -> Refusal | None:
    """An action of the adversary in the spotlight, or a feature of the environment as a GM move (DH-FEAR-11)."""
    use = _usable(play.rules.books, play.state, command)
    if isinstance(use, Refusal):
        return use
    if use.foe is not None and not use.anytime:
        spot = _where_to(play.rules.books, play.state, use, use.foe)
        if spot is not None and stands_in_the_way(play, use.foe, spot):
            return None
    _pay(play, use)
    told(play, use.owner, use.feature, use.targets)
    targets = use.targets
    if use.foe is not None:
        targets = _come_forward(play, use, use.foe)
    if use.feature.count is not None and not use.feature.on_hit:
        start_count(play, use.owner, use.feature)
        return None
    perform_feature(play, use.owner, use.feature, targets, granted=use.granted, wish=use.wish)
    return None


def _usable(books: Library, state: State, command: c.UseFeature) -> Use | Refusal:
    """What a command comes to, or what stands against it."""
    feature = feature_of(state, command.who, command.feature)
    if feature is None or feature.kind == "passive" or not at_will(state, command.who, feature):
        return Refusal("no_feature", {"who": f"@{command.who}", "feature": command.feature}, _FEATURE)
    foe = _user(state, command.who, feature)
    if isinstance(foe, Refusal):
        return foe
    refused = feature_ready(books, state, command.who, feature)
    if refused is not None:
        return refused
    targets = _wanted(books, state, command, feature, foe)
    if isinstance(targets, Refusal):
        return targets
    granted = _granted(state, command, feature, foe)
    if isinstance(granted, Refusal):
        return granted
    wish = _wished(books, state, feature, command)
    if isinstance(wish, Refusal):
        return wish
    spot = _joined(books, state, foe, feature, command.ally, targets) if foe is not None else None
    if isinstance(spot, Refusal):
        return spot
    return Use(command.who, feature, foe, targets, granted, wish, spot)


def _user(state: State, who: str, feature: Feature) -> Foe | Refusal | None:
    """The adversary whose feature it is, if it may act; None for the environment, if the GM may move."""
    anytime = feature.when is not None
    if who != PLACE:
        return foe_left(state, who) if anytime else acting_foe(state, who)
    return None if anytime else may_move(state, fear_price(state, feature))


def _granted(state: State, command: c.UseFeature, feature: Feature, foe: Foe | None) -> Granted | Refusal:
    """Experiences bought and advantages given for an attack, if they can be paid for and there is one."""
    bought = experiences_bought(state, foe, command.experience) if foe is not None else ()
    if isinstance(bought, Refusal):
        return bought
    if bought and (short := short_of_fear(state, len(bought) + fear_price(state, feature))):
        return short
    granted = Granted(bought, command.advantages, command.disadvantages)
    if granted != NOTHING_GRANTED and feature.attack is None and not feature.group:
        return Refusal("no_attack", {"who": f"@{command.who}"}, ("DH-ATK-03",))
    refused = too_much_declared(state, foe, granted) if foe is not None else None
    return granted if refused is None else refused


def _pay(play: Play, use: Use) -> None:
    """The GM's move, the price of the feature, of Experiences, and of others who join in."""
    feature = use.feature
    if use.foe is None and not use.anytime:
        count_move(play, "environment_feature", "hard")
    if not feature.on_hit:
        pay_for(play, use.foe, feature)
    for _ in use.granted.bought:
        spend_fear(play, 1, "experience")
    for joining in ids(use.wish.ally) if feature.chorus else ():
        mark_stress(play, joining, 1, feature.id, ("DHP-ADVSTAT-03",))


def _come_forward(play: Play, use: Use, foe: Foe) -> list[Hero]:
    """An adversary shows itself and goes where it acts from; whom it still reaches there."""
    feature, targets = use.feature, use.targets
    if feature.target is not None:
        end_conditions(play, foe.id, "hidden")  # it shows itself (DHP-COND-02)
    if use.spot is not None:
        relocate(play, foe.id, use.spot)
    elif not use.anytime:
        _step_up(play, foe, feature, targets)
    if not use.anytime:
        targets = _still_reached(play.rules.books, play.state, foe.id, feature, targets)
        foe_done(play, foe.id)
    return targets


def at_will(state: State, owner: str, feature: Feature) -> bool:
    """Whether the GM may use a feature without anything that sets it off now."""
    when = feature.when
    if when is None or when.moment == "any":
        return True
    foe = current_scene(state).foes.get(owner)
    return feature.lasting and foe is not None and is_there(foe) and foe.hp_marked >= max(when.total, 1)


def _wished(books: Library, state: State, feature: Feature, command: c.UseFeature) -> Wish | Refusal:
    """What the GM picks of what the feature leaves open."""
    if any(isinstance(part, feature_words.Advance) for part in feature.own):
        return _planned(state, command)
    summoned = [one for part in feature.own if isinstance(part, feature_words.Summon) for one in part.what]
    if command.summon and command.summon not in (*offers(feature), *summoned):
        return Refusal("no_summon", {"what": command.summon}, _FEATURE)
    if feature.chorus:
        return _chorus(books, state, feature, command)
    if command.ally and isinstance(ally := foe_left(state, command.ally), Refusal):
        return ally
    fed = next((part for part in feature.own if isinstance(part, feature_words.Clear) and part.bleed), None)
    if fed is not None:
        near = [other.id for other in allies_within(books, state, command.who, fed.within)]
        if not near or (command.ally and command.ally not in near):
            return Refusal("no_ally", {"who": f"@{command.who}"}, _FEATURE)
    return Wish(command.summon, command.ally)


def _planned(state: State, command: c.UseFeature) -> Wish | Refusal:
    """Which of the long-term countdowns a feature brings nearer; the GM names it where there are several."""
    plans = [one.id for one in running_plans(state) if command.summon in ("", one.id)]
    if not plans:
        return Refusal("no_countdown", {"countdown": command.summon}, rules_of_features(command.who))
    if len(plans) > 1:
        return Refusal("which_plan", {}, rules_of_features(command.who))
    return Wish(plans[0])


def _chorus(books: Library, state: State, feature: Feature, command: c.UseFeature) -> Wish | Refusal:
    """Others of the same name join in, a Stress each, where they stand Close to a target."""
    joining = tuple(dict.fromkeys(ids(command.ally)))
    able = {foe.id for foe in joiners(books, state, command.who, feature)}
    for who in joining:
        if who not in able:
            return Refusal("no_ally", {"who": f"@{command.who}"}, _FEATURE)
    return Wish(command.summon, command.ally, raised=len(joining))


def joiners(books: Library, state: State, owner: str, feature: Feature) -> list[Foe]:
    """Who could join in a feature that several can use together."""
    first = current_scene(state).foes[owner]
    targets = aim_feature(books, state, owner, feature, ())
    return [
        other
        for other in foes_left(state)
        if other.id != owner
        and other.block.id == first.block.id
        and short_of_stress(other, 1) is None
        and any(is_near(books, state, other, hero, "close") for hero in targets)
    ]


def _wanted(
    books: Library, state: State, command: c.UseFeature, feature: Feature, foe: Foe | None
) -> list[Hero] | Refusal:
    """The targets of a feature: named, or all whom it touches."""
    if feature.target is None and not feature.group:
        return []
    named = tuple(dict.fromkeys(ids(command.targets)))
    for who in named:
        if who not in state.party:
            return Refusal("nobody", {"who": who})
    found = aim_feature(books, state, command.who, feature, named)
    if not found:
        rules = ("DHP-RANGE-01", "DHP-RANGE-04")
        return Refusal("no_target", {"who": f"@{foe.id if foe is not None else REFEREE_ONLY}"}, rules)
    if feature.target is None or feature.target.who in ("one", "some"):
        missed = [who for who in named if who not in {hero.id for hero in found}]
        if missed:  # nobody else is touched in the place of whoever was named
            values: dict[str, str | int] = {"who": f"@{missed[0]}", "feature": f"@{command.who}/{feature.id}"}
            return Refusal("not_touched", values, ("DHP-RANGE-01", "DHP-RANGE-04", *rules_of_features(command.who)))
    return found


def _joined(
    books: Library, state: State, foe: Foe, feature: Feature, named: str, targets: list[Hero]
) -> int | Refusal | None:
    """Where the owner of a feature stands that takes it into Melee with an ally: near enough to its target."""
    if not any(isinstance(part, feature_words.Clear) and part.join for part in feature.own) or feature.target is None:
        return None
    reach = reach_of(books, state, feature.target.within)
    for ally in foes_left(state):
        spot = approach(books, state, foe, ally, "melee", "close") if ally.id != foe.id else None
        if spot is None or (named and ally.id != named):
            continue
        melee, free = reach_of(books, state, "melee"), 0 if is_fixed(books, foe) else reach_of(books, state, "close")
        for at in (spot, ally.at, ally.at - melee, ally.at + melee):
            if abs(at - foe.at) <= free and all(abs(hero.at - at) <= reach for hero in targets):
                return at
    return Refusal("no_ally", {"who": f"@{foe.id}"}, _FEATURE)


def _step_up(play: Play, foe: Foe, feature: Feature, targets: list[Hero]) -> None:
    """A move within Close goes with the action (DHP-SPOT-05); a charge goes to the last of those in its way."""
    if targets and feature.target is not None and feature.target.charge:
        run_path(play, foe, feature, targets)
        return
    spot = _forward(play.rules.books, play.state, foe, feature, targets)
    if spot is not None:
        relocate(play, foe.id, spot)


def _where_to(books: Library, state: State, use: Use, foe: Foe) -> int | None:
    """Where a feature takes its owner, before anything of it happens."""
    if use.spot is not None:
        return use.spot
    target = use.feature.target
    if target is not None and target.charge and use.targets:
        return max((hero.at for hero in use.targets), key=lambda at: abs(at - foe.at))
    return _forward(books, state, foe, use.feature, use.targets)


def _forward(books: Library, state: State, foe: Foe, feature: Feature, targets: list[Hero]) -> int | None:
    """Where an adversary goes to act on those it means; None where it stays."""
    if not targets or feature.target is None or feature.target.who not in ("one", "some"):
        return None
    within = feature.target.within
    run = stride_of(foe, feature.target.run)
    spots = [approach(books, state, foe, hero, within, run) for hero in targets]
    reach = reach_of(books, state, within)
    able = [spot for spot in spots if spot is not None]  # where most of them are within reach
    return max(able, key=lambda spot: sum(abs(hero.at - spot) <= reach for hero in targets), default=None)


def _still_reached(books: Library, state: State, who: str, feature: Feature, targets: list[Hero]) -> list[Hero]:
    """Of several targets of an attack, those within reach from where it is made."""
    if feature.target is None or feature.target.who != "some" or feature.attack is None:
        return targets
    foe, within = current_scene(state).foes[who], feature.target.within
    return [hero for hero in targets if is_near(books, state, foe, hero, within)]
