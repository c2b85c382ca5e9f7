"""Laws swept over all they govern: commands, states, features, conditions, moments. What is added is swept too."""

import random
from itertools import product
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace
from tests.rules.daggerheart.bench import BOOKS, RULES, Bench, acting, foe, hero, play, printed
from tests.sampling import spread

from arbitro.dice.amount import Amount
from arbitro.dice.stream import QuickDice
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart import feature_words as f
from arbitro.rules.daggerheart.agenda import run
from arbitro.rules.daggerheart.beastform import may_become
from arbitro.rules.daggerheart.commands.granting import Granting
from arbitro.rules.daggerheart.content import load_library
from arbitro.rules.daggerheart.countdown import find_countdown, start_count
from arbitro.rules.daggerheart.damage import reduced
from arbitro.rules.daggerheart.dice_pool import advantage_sources
from arbitro.rules.daggerheart.feature import Feature, Moment, When
from arbitro.rules.daggerheart.gm_die import sources_for
from arbitro.rules.daggerheart.numbers import difficulty_of
from arbitro.rules.daggerheart.presence import afflictions, has_condition
from arbitro.rules.daggerheart.resources import toll_of_rolling
from arbitro.rules.daggerheart.seating import OF_PLAYERS
from arbitro.rules.daggerheart.state import Apply, Chance, Condition, Dodged, Dying, Hit, State, Turn
from arbitro.rules.daggerheart.words import Until

GM_TURN = Turn("failed_action_roll", 1)

# ---------------------------------------------------------------- every deed × every state of the doer

FORM = "agile_scout"
DEEDS: dict[type, Any] = {
    c.Describe: c.Describe("ada", "x", "agility"),
    c.Investigate: c.Investigate("ada", "secret_entrance"),
    c.Attack: c.Attack("ada", "orc"),
    c.UsePower: c.UsePower("ada", "arcane_lash", "orc"),
    c.Startle: c.Startle("ada"),
    c.Move: c.Move("ada", towards="far"),
    c.Shed: c.Shed("ada", "vulnerable", "agility"),
    c.TagTeam: c.TagTeam("ada", "bea", "orc"),
    c.TakeSpotlight: c.TakeSpotlight("ada"),
    c.Surrender: c.Surrender("ada"),
    c.LookToGm: c.LookToGm("ada"),
    c.EndEffect: c.EndEffect("ada", "orc", "restrained"),
    c.GiveHelp: c.GiveHelp("ada"),
    c.TakeForm: c.TakeForm("ada", FORM),
    c.LeaveForm: c.LeaveForm("ada"),
}
"""What a PC does of their own accord in a scene."""
ASKED = {
    c.TakeBargain,
    c.Roll,
    c.DropRoll,
    c.Reroll,
    c.ChooseTag,
    c.HoldOff,
    c.React,
    c.UseArmour,
    c.DeathMove,
    c.ShareDamage,
    c.SplitHealing,
    c.TellGm,
    c.OfferGold,
    c.Bolster,
    c.Brace,
    c.Seize,
    c.AnswerPower,
    c.PayForLead,
    c.Learn,
}
"""Answers, which only those give who were asked."""
BETWEEN = {c.RestMove, c.SwapCard, c.Advance, c.TakeCard, c.TradeCard, c.TrainCompanion, c.HandThing, c.UseThing}
"""What belongs to rests, levels and the time between scenes; test_rests_and_levels and test_inventory have them."""
HELD_BACK = {  # which conditions forbid which deeds; all others forbid none
    "still": {*DEEDS} - {c.LookToGm},
    "fixed": {c.Move},
}


def stage(ada, **more) -> Bench:
    spell = (Condition("restrained", "ada", "temporary", spell=True),)
    people = (ada, hero("bea"), foe(conditions=spell), foe("far", at=60))
    return play(*people, holder="bea", place="castle_siege", **more)


def doer(**changes):
    whip = replace(BOOKS.weapons["mace"], push=True)
    held = changes.pop("conditions", ())
    return hero(
        hope=6,
        weapons=(whip,),
        powers=(BOOKS.powers["arcane_lash"], BOOKS.powers["beastform"]),
        spellcast="knowledge",
        conditions=(Condition("vulnerable", "gm"), *held),
        **changes,
    )


def prepared(bench: Bench, command: Any) -> None:
    """What must have come before a deed."""
    if isinstance(command, c.GiveHelp):  # somebody else's roll must be due
        bench.do(c.Attack("bea", "orc"))
    if isinstance(command, c.LeaveForm):  # whoever leaves a form has one
        ada = bench.state.party["ada"]
        beast = replace(ada, form=may_become(BOOKS, ada, FORM))
        bench.state = replace(bench.state, party={**bench.state.party, "ada": beast})


def tried(bench: Bench, command: Any) -> Refusal | None:
    prepared(bench, command)
    refused = RULES.may_begin(bench.state, command)
    answer = refused or RULES.decide(bench.state, command, QuickDice(1))
    return answer if isinstance(answer, Refusal) else None


def test_every_command_of_a_player_is_swept():
    assert {*DEEDS, *ASKED, *BETWEEN} == {
        command for command in RULES.rules.rulings if RULES.rules.rulings[command].deed in OF_PLAYERS
    }


@pytest.mark.rule("DHP-DEATH-03", "DHP-HP-01")
@pytest.mark.parametrize("status", ["dying", "unconscious", "dead", "retired", "yielded"])
@pytest.mark.parametrize("deed", DEEDS.values(), ids=lambda deed: type(deed).__name__)
def test_nobody_who_has_fallen_does_anything(deed, status):
    assert tried(stage(doer()), deed) is None, "on their feet they could"
    refused = tried(stage(doer(status=status)), deed)
    assert refused is not None
    assert refused.code == ("captive" if status == "yielded" else "not_up"), refused


@pytest.mark.rule("DHP-COND-03", "DHP-COND-06")
@pytest.mark.parametrize("deed", DEEDS.values(), ids=lambda deed: type(deed).__name__)
def test_conditions_forbid_what_they_say_and_nothing_else(deed):
    for name, entry in BOOKS.conditions.items():
        forbidden = any(getattr(entry, flag) and type(deed) in deeds for flag, deeds in HELD_BACK.items())
        refused = tried(stage(doer(conditions=(Condition(name, "orc", "scene"),))), deed)
        assert (refused is not None) == forbidden, (name, refused)


@pytest.mark.rule("DHP-COND-02")
@pytest.mark.parametrize("deed", DEEDS.values(), ids=lambda deed: type(deed).__name__)
def test_whoever_strikes_out_of_hiding_or_walks_up_to_a_foe_is_seen(deed):
    bench = stage(doer(conditions=(Condition("hidden", "ada", "hidden"),)))
    prepared(bench, deed)
    done = RULES.decide(bench.state, deed, QuickDice(3))
    assert not isinstance(done, Refusal)
    for _ in range(12):
        if not done.state.awaiting:
            break
        reply = RULES.suggest(done.state, REFEREE)
        assert reply is not None
        done = RULES.decide(done.state, reply, QuickDice(3))
        assert not isinstance(done, Refusal), done
    seen = not has_condition(done.state.party["ada"], "hidden")
    assert seen == (type(deed) in {c.Attack, c.UsePower, c.Startle, c.TagTeam, c.Move})


# ---------------------------------------------------------------- every deed of the GM's × a target that is gone

AT_A_FOE = {
    "attack": c.Attack("ada", "orc"),
    "power": c.UsePower("ada", "arcane_lash", "orc"),
    "describe": c.Describe("ada", "x", "agility", "orc"),
    "move": c.Move("ada", towards="orc"),
    "tag": c.TagTeam("ada", "bea", "orc"),
    "spotlight": c.Spotlight("orc"),
    "react": c.FoeReact("orc", 10),
    "cover": c.SetCover("orc", "partial"),
    "condition": c.SetCondition("orc", "vulnerable"),
    "clear": c.MakeMove("clear_adversary_condition", target="orc"),
    "fall": c.Fall("orc", "close"),
}


@pytest.mark.rule("DHP-ADVSTAT-11")
@pytest.mark.parametrize("gone", ["defeated", "gone"])
@pytest.mark.parametrize("command", AT_A_FOE.values(), ids=AT_A_FOE.keys())
def test_nothing_is_done_to_an_adversary_that_is_out_of_it(command, gone):
    turn = GM_TURN if isinstance(command, c.Spotlight | c.MakeMove) else None
    out = foe(**{gone: True}, conditions=(Condition("vulnerable", "x"),))
    bench = play(doer(), hero("bea"), out, foe("two"), turn=turn, options={"falling_damage": True})
    assert isinstance(tried(bench, command), Refusal)


AT_A_PC = {
    "attack": c.FoeAttack("orc", "ada"),
    "reaction": c.CallReaction("ada", "agility", 10),
    "cover": c.SetCover("ada", "partial"),
    "condition": c.SetCondition("ada", "vulnerable"),
    "stress": c.MakeMove("mark_stress", target="ada"),
    "focus": c.MakeMove("multiple_adversaries", target="ada"),
    "fall": c.Fall("ada", "close"),
    "edge": c.GiveEdge("ada", "advantage"),
}


@pytest.mark.rule("DHP-DEATH-03")
@pytest.mark.parametrize("status", ["unconscious", "dead", "retired"])
@pytest.mark.parametrize("command", AT_A_PC.values(), ids=AT_A_PC.keys())
def test_nothing_is_done_to_a_pc_who_has_fallen(command, status):
    turn = acting() if isinstance(command, c.FoeAttack) else GM_TURN if isinstance(command, c.MakeMove) else None
    bench = play(hero(status=status), hero("bea"), foe(), turn=turn, fear=3, options={"falling_damage": True})
    assert isinstance(tried(bench, command), Refusal)


OWNERS = [
    *((block.id, feature) for block in BOOKS.adversaries.values() for feature in block.features),
    *((f"place:{place.id}", feature) for place in BOOKS.places.values() for feature in place.features),
]
ACTIONS = [(owner, feature) for owner, feature in OWNERS if feature.kind != "passive" and feature.when is None]


def owned(owner: str, *people, **more) -> tuple[Bench, str]:
    if owner.startswith("place:"):
        return play(*people, foe("orc", at=5), place=owner[6:], turn=GM_TURN, fear=8, **more), "place"
    mates = [printed(owner, "mate", at=8), foe("friend", at=6, stress_marked=1)]
    return play(*people, printed(owner, "orc", hp_marked=1), *mates, turn=acting(), fear=8, **more), "orc"


@pytest.mark.rule("DHP-DEATH-03", "DHP-ADVSTAT-05")
@pytest.mark.parametrize("status", ["unconscious", "dead"])
def test_no_feature_touches_a_pc_who_has_fallen(status):
    marks = (Condition("vulnerable", "x", "scene"), Condition("lifted", "orc", "source"))
    down = hero(status=status, conditions=marks, hope=3)
    for owner, feature in ACTIONS:
        bench, who = owned(owner, down, hero("bea", conditions=marks, at=2))
        answer = RULES.decide(bench.state, c.UseFeature(who, feature.id, "ada"), QuickDice(5))
        assert isinstance(answer, Refusal) or answer.state.party["ada"] == down, (owner, feature.id)


# ---------------------------------------------------------------- steps that wait × somebody who is gone by then

WAITING = {
    "hit": Hit("TARGET", 20, "physical", "orc", do=(f.Stress.of(1), f.Impose("restrained"), f.Push("far"))),
    "apply": Apply("orc", "bite", "TARGET", (f.Harm(Amount(0, 6, 9)), f.Hope(), f.Impose("restrained"), f.Push("far"))),
    "dodged": Dodged("TARGET", "orc", "bite", ("agility",), 10, fail=(f.Stress.of(1),)),
    "dying": Dying("TARGET"),
}


@pytest.mark.rule("DHP-DEATH-03")
@pytest.mark.parametrize("status", ["unconscious", "dead", "retired"])
@pytest.mark.parametrize("step", WAITING.values(), ids=WAITING.keys())
def test_what_was_due_to_somebody_who_fell_meanwhile_does_not_come(step, status):
    down = hero(status=status, hope=3)
    waiting = replace(step, **{("target" if hasattr(step, "target") else "who"): "ada"})
    settled = settle(play(down, hero("bea"), foe()).state, waiting)
    assert settled.party["ada"] == down


def settle(state: State, *steps: Any) -> State:
    from arbitro.rules.daggerheart.play import begin

    resolution = begin(RULES.rules, state, QuickDice(1))
    resolution.agenda = list(steps)
    run(resolution)
    return resolution.state


@pytest.mark.rule("DHP-ADVSTAT-11")
@pytest.mark.parametrize("gone", ["defeated", "gone"])
def test_a_blow_at_an_adversary_that_got_away_hits_nobody(gone):
    away = foe(**{gone: True})
    state = play(hero(), away, foe("two")).state
    assert settle(state, Hit("orc", 20, "physical", "ada")) == state


EVEN_SO = {"defeated", "escaped", "hit", "damages", "wounded_target", "before_damage", "struck"}
"""A dying blow is still its owner's, and whoever slays it meets its edges."""
REACTIONS = [
    (owner, one)
    for owner, one in OWNERS
    if one.when is not None and not owner.startswith("place:") and one.when.moment not in EVEN_SO
]


@pytest.mark.rule("DHP-ADVSTAT-05", "DHP-ADVSTAT-11")
@pytest.mark.parametrize(("owner", "feature"), REACTIONS, ids=lambda one: getattr(one, "id", one))
def test_reactions_of_those_who_are_gone_do_not_come(owner, feature):
    out = printed(owner, "orc", gone=True, hp_marked=1, counters={"overheard": 1})
    bench = play(hero(), out, foe("two"), fear=6)
    assert settle(bench.state, Chance("orc", feature.id, "ada")) == bench.state


# ---------------------------------------------------------------- every moment × every feature that watches for it


def test_every_moment_is_told_by_something():
    """A feature that waits for a moment which no rule ever tells would silently do nothing."""
    import inspect

    from arbitro.rules.daggerheart import adversary, damage, defeat, features, gm_die, resources, rolling, turns

    telling = (adversary, damage, defeat, features, gm_die, resources, rolling, turns)
    source = "".join(inspect.getsource(module) for module in telling)
    told = {moment for moment in get_args(Moment) if any(f'"{moment}"{end}' in source for end in ", :")}
    assert set(get_args(Moment)) - told - {"any"} == set()


@pytest.mark.rule("DHP-ADVSTAT-05")
@pytest.mark.parametrize("moment", [one for one in get_args(Moment) if one != "any"])
def test_each_moment_sets_off_a_free_reaction_and_asks_for_a_paid_one(moment):
    def reactions(**price):
        own = (f.Fear(),)
        return Feature("watch", BOOKS.patterns["momentum"].name, "reaction", when=When(moment), own=own, **price)

    subject = "two" if moment.startswith("ally_") else "orc"
    place = moment == "foe_defeated"
    for price, asked in (({}, ""), ({"fear": 1}, "chance")):
        watcher = foe(feature=reactions(**price))
        where = replace(BOOKS.places["local_tavern"], features=(reactions(**price),)) if place else None
        bench = play(hero(), watcher, foe("two"), fear=1, place=where)
        chances = RULES.rules.reactions(
            BOOKS, bench.state, moment, "" if moment.startswith("pc_") else subject, "ada", None
        )
        assert [one.feature for one in chances] == ["watch"]
        settled = settle(bench.state, *chances)
        assert (settled.awaiting[0].kind if settled.awaiting else "") == asked
        assert settled.fear.held == (1 if asked else 2)


# ---------------------------------------------------------------- every effect × two sources of it


@pytest.mark.rule("DHP-COND-01")
@pytest.mark.parametrize("name", sorted(BOOKS.conditions))
def test_a_condition_from_two_sources_weighs_as_much_as_from_one(name):
    def weighed(*sources):
        held = tuple(Condition(name, source, "scene") for source in sources)
        ada, orc = doer(conditions=held), foe(conditions=held)
        bench = stage(ada)
        request = c.Attack("ada", "orc")
        able = tried(stage(ada), request) is None
        due = stage(ada).do(request).scene.pending if able else None
        thresholds = {
            kind: reduced(load_library(), bench.state, orc, 9, kind)[0] for kind in ("physical", "magic", "both")
        }
        return (
            able,
            advantage_sources(load_library(), bench.state, ada, due) if due is not None else None,
            toll_of_rolling(load_library(), ada),
            difficulty_of(load_library(), orc),
            sources_for(load_library(), bench.state, orc, [ada], "melee"),
            thresholds,
            [(one.exposed, one.fixed, one.more) for one in afflictions(load_library(), orc)],
        )

    assert weighed("one") == weighed("one", "two")


@pytest.mark.rule("DHP-COND-01")
@pytest.mark.parametrize("name", sorted(BOOKS.conditions))
def test_one_source_ends_and_the_other_keeps_it_up(name):
    held = tuple(Condition(name, source, "source") for source in ("orc", "two"))
    bench = play(hero(conditions=held), foe(hp_marked=4), foe("two"))
    bench.state = settle(bench.state, Hit("orc", 9, "physical", "ada"))
    kept = [one.source for one in bench.hero().conditions]
    assert kept == ["two"]


@pytest.mark.rule("DHP-COND-01", "DHP-COND-05", "DHP-COND-06")
@pytest.mark.parametrize("name", spread(sorted(BOOKS.conditions), 20))
def test_of_two_sources_the_one_that_can_be_shaken_off_is(name):
    for lasting, order in product(("stated", "source", "temporary"), (1, -1)):
        held = (Condition(name, "orc", lasting, difficulty=12), Condition(name, "two", "temporary", difficulty=12))
        bench = play(doer(conditions=held[::order]), foe(hp_marked=0), foe("two"))
        offers = [one for one in RULES.choices(bench.state, REFEREE) if one.command == "shed"]
        assert len({one.id for one in offers}) == len(offers)
        for offer in offers:
            for filling in offer.fillings():
                assert RULES.allows(bench.state, RULES.command(filling)), filling
        turned = play(doer(), foe(conditions=held[::order]), foe("two"), turn=acting())
        (offer,) = (one for one in RULES.choices(turned.state, REFEREE) if one.command == "foe_shed")
        answer = RULES.decide(turned.state, RULES.command(next(iter(offer.fillings()))), QuickDice(1))
        assert not isinstance(answer, Refusal), answer
        left = [one.source for one in answer.state.scene.foes["orc"].conditions]
        assert left == ([] if lasting == "temporary" else ["orc"])


# ---------------------------------------------------------------- every timed thing × a scene that ends


OUTLASTING = ("rest", "long_rest", "healed", "mended", "hope", "heartened", "shaken", "eased")
"""What lasts beyond a scene."""


@pytest.mark.rule("DHP-COND-05", "DHP-COND-06")
@pytest.mark.parametrize("until", get_args(Until))
@pytest.mark.parametrize("ending", ["closed", "victory"])
def test_nothing_refers_to_people_of_a_scene_that_is_over_unless_it_can_end(until, ending):
    held = (Condition("vulnerable", "orc", until),)
    bench = play(hero(conditions=held), foe(hp_marked=4))
    if ending == "closed":
        bench.do(c.EndScene())
    else:
        bench.state = settle(bench.state, Hit("orc", 9, "physical", "ada"))
    assert bench.scene.ending == ending
    assert bool(bench.hero().conditions) == (until in OUTLASTING)
    scene = bench.scene
    assert (scene.turn, scene.pending, scene.agenda, scene.zones, bench.state.awaiting) == (None, None, (), (), ())


@pytest.mark.rule("DHP-COUNT-01")
@pytest.mark.parametrize(
    ("owner", "feature"), [pair for pair in OWNERS if pair[1].count], ids=lambda o: getattr(o, "id", o)
)
def test_countdowns_of_features_end_with_their_owner_and_with_the_scene(owner, feature):
    bench, who = owned(owner, hero())
    bench.state = started(bench.state, who, feature)
    which = f"{who}/{feature.id}"
    assert find_countdown(bench.state, which) is not None
    long = feature.count.kind == "long_term"
    if who == "orc":
        gone = settle(bench.state, Hit("orc", 999, "both", "ada"), Hit("orc", 999, "both", "ada"))
        for _ in range(12):
            if gone.scene.foes["orc"].defeated or gone.awaiting:
                break
            gone = settle(gone, Hit("orc", 999, "both", "ada"))
        if gone.scene.foes["orc"].defeated:
            assert (find_countdown(gone, which) is not None) == long
    over = bench.do(c.EndScene())
    opened = over.do(c.OpenScene())
    assert (find_countdown(opened.state, which) is not None) == long


def started(state: State, who: str, feature: Feature) -> State:
    from arbitro.rules.daggerheart.play import begin

    resolution = begin(RULES.rules, state, QuickDice(2))
    start_count(resolution, who, feature)
    return resolution.state


# ---------------------------------------------------------------- every recurrent and printed feature, at random

REPLIES = 60


@pytest.mark.rule("DHP-ADVSTAT-05")
@pytest.mark.parametrize("block", spread(sorted(BOOKS.adversaries), 12))
def test_every_adversary_survives_being_fought_at_random(block):
    """Nothing crashes, nothing is stuck, marks stay within their slots and every log folds to the same state."""
    chance = random.Random(block)
    party = (doer(agility=5), hero("bea", agility=4, hope=5), hero("cleo", at=20, strength=3))
    bench = play(*party, printed(block, "orc"), printed(block, "two", at=12), foe("three", at=8), fear=12)
    state = bench.state
    for number in range(REPLIES):
        offered = [
            one for one in RULES.choices(state, REFEREE) if one.command not in ("end_scene", "add_foe", "set_place")
        ]
        assert offered, "stuck"
        if chance.random() < 0.5 and (told := RULES.suggest(state, REFEREE)) is not None:
            command = told
        else:
            kind = chance.choice(sorted({one.command for one in offered}))
            choice = chance.choice([one for one in offered if one.command == kind])
            command = RULES.command(chance.choice(list(choice.fillings())))
        answer = RULES.decide(state, command, QuickDice(number))
        assert not isinstance(answer, Refusal), (command, answer)
        folded = state
        for event in answer.events:
            folded = RULES.evolve(folded, event)
            assert all(rule in RULES.rulebook for rule in event.rules), event
        assert msgspec.json.encode(folded) == msgspec.json.encode(answer.state)
        state = answer.state
        for one in (*state.party.values(), *state.scene.foes.values()):
            assert 0 <= one.hp_marked <= one.hp
            assert 0 <= one.stress_marked <= one.stress
        assert 0 <= state.fear.held <= 12
        if state.scene.ending:
            break


def test_a_felled_pc_and_a_gone_foe_are_offered_to_nobody():
    bench = play(hero(status="unconscious"), hero("bea"), foe(gone=True), foe("two"), turn=acting("two"), fear=3)
    for choice in RULES.choices(bench.state, REFEREE):
        for parameter in choice.parameters:
            named = {one for pick in parameter.picks for one in pick.value.split(",")}
            assert not named & {"ada", "orc"}, choice.id


def test_every_command_that_grants_advantage_is_counted():
    """Whatever holds advantages is one of those whose number is looked at before anything else."""
    holding = {kind for kind in RULES.rules.rulings if {"advantages", "disadvantages"} & set(kind.__struct_fields__)}
    assert holding
    assert holding == {kind for kind in RULES.rules.rulings if issubclass(kind, Granting)}
