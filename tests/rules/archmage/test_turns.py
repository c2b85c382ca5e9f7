"""Initiative, rounds, actions, delaying, readying, ambushes, the escalation die (chapters «Sequenza», «Iniziativa»)."""

from typing import Any

import pytest
from tests.rules.archmage.table import Play, bow, foe, pc, spell, strike, sword

from arbitro.dice.amount import Amount
from arbitro.kernel.sentence import tell
from arbitro.rules.archmage import commands as c
from arbitro.rules.archmage.events import (
    ActionsSpent,
    AmbushActing,
    Appeared,
    AttackLapsed,
    AttackRolled,
    DamageDealt,
    DelayedTurnTaken,
    DelayLost,
    InitiativeRolled,
    OngoingEnded,
    Prompted,
    ReadiedLost,
    ReadiedUsed,
    RoundBegan,
    SaveRolled,
    TieRolled,
)
from arbitro.rules.archmage.ongoing_effects import Ongoing
from arbitro.rules.archmage.state import Ambush


def members(*profiles):
    return tuple(c.Member(profile) for profile in profiles)


@pytest.mark.rule("AE-INIT-02", "AE-INIT-03", "AE-SEQ-01")
def test_initiative_is_rolled_once_and_the_highest_goes_first(play):
    three = members(pc("a", level=1, abilities={"dex": 18}), pc("b", level=1), foe("c", initiative=2))
    play.start(three, (20, 13), (20, 6), (20, 10))
    assert [(event.who, event.total) for event in play.all(InitiativeRolled)] == [
        (("a",), 18),
        (("b",), 7),
        (("c",), 12),
    ]
    assert (play.fight.order, play.fight.escalation, play.fight.round) == (("a", "c", "b"), 0, 1)
    for who in ("a", "c", "b", "a", "c", "b"):
        assert play.fight.current == who
        play.end()
    assert play.log.count(play.log[0]) == 1
    assert not play.all(InitiativeRolled)


@pytest.mark.rule("AE-INIT-02")
def test_a_result_at_or_below_zero_is_valid(play):
    play.start(members(pc("a", abilities={"dex": 6}), foe()), (20, 1), (20, 9))
    assert play.one("a").initiative == 0


@pytest.mark.rule("AE-INIT-03")
def test_ties(game):
    def order(word: str, *more) -> tuple[str, ...]:
        party = members(foe("orc", initiative=3), pc("ada", abilities={"dex": 14}), pc("bea", abilities={"dex": 10}))
        made = Play(game).options(initiative_ties=word).start(party, (20, 9), (20, 9), (20, 11), *more)
        return made.fight.order

    assert order("bonus_then_pc_then_entry") == ("ada", "orc", "bea")
    assert order("manual") == ("orc", "ada", "bea")
    assert order("roll_off", (20, 4), (20, 8), (20, 8), (20, 2), (20, 3)) == ("bea", "ada", "orc")


@pytest.mark.rule("AE-INIT-03", "AE-INIT-04")
def test_equals_may_be_put_in_order_by_hand(play):
    play.begin(foe("orc-1"), foe("orc-2"), pc("ada"))
    play.do(c.Reorder("orc-2", "orc-1"))
    assert play.fight.order[:2] == ("orc-2", "orc-1")
    assert play.refused(c.Reorder("ada", "orc-1")) == "not_equal"


@pytest.mark.rule("AE-INIT-03")
def test_a_tie_that_is_rolled_off_shows_its_dice(game):
    two = members(pc("ada"), pc("bea"), foe("orc", initiative=9))
    made = Play(game).options(initiative_ties="roll_off").start(two, (20, 5), (20, 5), (20, 2), (20, 3), (20, 9))
    assert made.find(TieRolled).who == ("ada", "bea")


@pytest.mark.rule("AE-INIT-04")
def test_monsters_of_a_kind_share_a_roll(play):
    pack = [foe(f"goblin-{n}", initiative=4) for n in (1, 2, 3)] + [foe(f"wolf-{n}", initiative=6) for n in (1, 2)]
    play.start(members(*pack, pc("ada")), (20, 10), (20, 3), (20, 20))
    assert [event.total for event in play.all(InitiativeRolled)] == [14, 9, 21]
    assert play.fight.order == ("ada", "goblin-1", "goblin-2", "goblin-3", "wolf-1", "wolf-2")


@pytest.mark.rule("AE-INIT-05")
def test_a_latecomer_rolls_on_entry(play):
    play.begin(pc("ada"), foe("orc"))
    play.do(c.JoinBattle(c.Member(foe("rat", initiative=1))), (20, 3))
    assert play.find(InitiativeRolled).who == ("rat",)
    assert play.fight.order == ("ada", "orc", "rat")
    play.end().end()
    assert (play.fight.current, play.fight.round) == ("rat", 1)
    play.do(c.JoinBattle(c.Member(foe("bat", initiative=30))), (20, 3))
    play.end()
    assert (play.fight.current, play.fight.round) == ("bat", 2)
    play.do(c.JoinBattle(c.Member(foe("rat-9"))))
    assert play.one("rat-9").initiative == play.one("rat").initiative


@pytest.mark.rule("AE-SEQ-01")
def test_a_battle_ends_when_a_side_is_down(play):
    play.begin(pc("ada"), foe()).do(c.Impose("orc", "damage", Amount(plus=30)))
    assert (play.fight.phase, play.fight.result) == ("over", "victory")
    assert play.refused(c.EndTurn("ada")) == "no_battle"


def test_those_who_take_the_field_together_are_told_of_in_one_sentence(play):
    play.begin(pc("ada"), pc("bea"), foe("orc-1"), foe("orc-2", category="mook"), foe("orc-3", category="mook"))
    arrivals = [event for event in play.events if isinstance(event, Appeared)]
    told = [tell(play.game, play.state, event, "en") for event in arrivals]
    assert [bool(sentence) for sentence in told] == [True, False, True, True, False]
    assert [len(event.others) for event in arrivals] == [1, 0, 0, 1, 0]


@pytest.mark.rule("AE-SEQ-01")
@pytest.mark.parametrize(
    ("profiles", "code"),
    [((pc("a"),), "empty_side"), ((pc("a"), pc("a"), foe()), "same_id"), ((pc("party"), foe()), "same_id")],
)
def test_a_battle_that_cannot_be(play, profiles, code):
    from tests.rules.archmage.table import SIDES

    assert play.refused(c.StartBattle(SIDES, members(*profiles))) == code


# -------------------------------------------------------------------- actions


@pytest.mark.rule("AE-ACTION-01", "AE-SEQ-02")
def test_one_of_each_in_any_order(play):
    quick = strike(id="jab", action="quick")
    play.begin(foe("orc", strike(), quick), pc("ada", hp=90), pc("bea")).engage("orc", "ada")
    play.do(c.Attack("orc", "jab", "ada"), (20, 2)).do(c.Attack("orc", "strike", "ada"), (20, 2))
    assert play.one("orc").actions == ("move",)
    assert play.refused(c.Attack("orc", "strike", "ada")) == "no_standard_action"
    play.do(c.Move("orc", "engage", "bea"))
    assert play.asked[1] == "opportunity"


@pytest.mark.rule("AE-ACTION-02")
def test_free_actions_without_or_with_a_cap(play, game):
    play.begin(pc("ada"), foe())
    for _ in range(5):
        play.do(c.FreeAction("ada"))
    assert play.one("ada").actions == ("standard", "move", "quick")
    capped = Play(game).options(free_action_cap=1).begin(pc("ada"), foe()).do(c.FreeAction("ada", "drop a torch"))
    assert capped.refused(c.FreeAction("ada")) == "free_action_cap"


@pytest.mark.rule("AE-ACTION-03", "AE-ACTION-04")
def test_what_can_serve_as_what(play):
    jab = strike(id="jab", action="quick", per_round=9)
    play.begin(foe("orc", strike(), jab), pc("ada", hp=90)).engage("orc", "ada")
    spent = []
    for _ in range(3):
        play.do(c.Attack("orc", "jab", "ada"), (20, 2))
        spent += play.find(ActionsSpent).spent
    assert spent == ["quick", "move", "standard"]
    assert play.refused(c.Attack("orc", "jab", "ada")) == "no_quick_action"
    play.end().end().change("orc", actions=("move", "quick"))
    assert play.refused(c.Attack("orc", "strike", "ada")) == "no_standard_action"
    play.change("orc", actions=("quick",))
    assert play.refused(c.Move("orc", "away")) == "no_move_action"


@pytest.mark.rule("AE-ACTION-06")
def test_openings_cost_neither_actions_nor_the_interrupt(play):
    play.begin(foe(), pc("ada")).engage("orc", "ada").change("ada", interrupt_spent=5)
    play.do(c.Move("orc", "away")).do(c.Opportunity("ada", "yes"), (20, 3))
    assert play.one("ada").interrupt_spent == 5


# -------------------------------------------------------------------- delaying


def three(game, **options) -> Play:
    party = members(pc("a", abilities={"dex": 10}), pc("b"), foe("c", initiative=1))
    return Play(game).options(**options).start(party, (20, 17), (20, 11), (20, 6))


@pytest.mark.rule("AE-DELAY-01", "AE-DELAY-02")
def test_a_delayed_turn_is_taken_between_two_others(game):
    play = three(game).do(c.Delay("a"))
    assert play.fight.current == "b"
    play.end()
    assert play.asked == ("a", "delayed")
    play.do(c.TakeDelayedTurn("a", "yes"))
    assert (play.fight.current, play.one("a").actions) == ("a", ("standard", "move", "quick"))
    assert (play.find(DelayedTurnTaken).initiative, play.fight.order) == (12, ("b", "a", "c"))
    play.end().end()
    assert (play.fight.current, play.fight.round) == ("b", 2)


@pytest.mark.rule("AE-DELAY-01")
def test_delaying_is_for_the_start_of_ones_turn(game):
    play = three(game).do(c.FreeAction("a"))
    assert play.refused(c.Delay("a")) == "too_late_to_delay"
    assert play.refused(c.Delay("b")) == "not_your_turn"


@pytest.mark.rule("AE-DELAY-03", "AE-DELAY-01")
def test_a_delayed_turn_not_taken_is_lost_with_its_end_step(game):
    play = three(game).change("a", ongoing=(Ongoing("fire", 5, "fire", 11, "c"),)).do(c.Delay("a"))
    play.end().do(c.TakeDelayedTurn("a", "no")).end().do(c.TakeDelayedTurn("a", "no"), (20, 12))
    assert play.find(DelayLost).who == "a"
    assert (play.find(DamageDealt).amount, len(play.all(SaveRolled)), len(play.all(OngoingEnded))) == (5, 1, 1)
    assert (play.fight.current, play.one("a").initiative, play.fight.round) == ("a", 18, 2)
    assert play.game.allows(play.state, c.Delay("a"))


@pytest.mark.rule("AE-DELAY-04")
def test_delayed_into_the_next_round(game):
    party = members(foe("c", initiative=1), pc("a"))
    play = Play(game).start(party, (20, 14), (20, 8))
    play.end().do(c.Delay("a"))
    assert (play.fight.current, play.fight.round) == ("c", 2)
    play.end()
    assert play.asked == ("a", "delayed")
    play.do(c.TakeDelayedTurn("a", "yes"))
    assert "AE-DELAY-04" in play.find(DelayedTurnTaken).rules
    assert (play.one("a").initiative, play.fight.round) == (15, 2)
    play.end()
    assert (play.fight.current, play.fight.round) == ("c", 3)


# -------------------------------------------------------------------- readying


def ready(game, *, hp: int = 30, initiative: tuple[int, int] = (16, 7)) -> Play:
    party = members(pc("a", sword(), bow()), foe("orc", strike(), hp=hp, initiative=1), pc("z"))
    play = Play(game).start(party, (20, initiative[0]), (20, initiative[1]), (20, 1))
    return play.engage("orc", "z")


@pytest.mark.rule("AE-READY-01", "AE-READY-02")
def test_readying_costs_the_standard_action(game):
    play = ready(game).do(c.Ready("a", "attack", "attacks", attack="bow"))
    assert play.one("a").actions == ("move", "quick")
    assert play.refused(c.Ready("a", "attack", "attacks", attack="bow")) == "no_standard_action"
    other = ready(game)
    assert other.refused(c.Ready("a", "free", "word")) == "say_the_moment"
    assert other.refused(c.Ready("a", "attack", "word", attack="bow", words="the door opens")) == "say_the_target"
    assert game.allows(other.state, c.Ready("a", "attack", "word", attack="bow", target="orc", words="the door opens"))


@pytest.mark.rule("AE-READY-02")
def test_quick_actions_are_readied_only_by_the_option(game):
    def quick(on: bool) -> Play:
        jab = sword(id="jab", action="quick")
        return Play(game).options(ready_quick_action=on).begin(pc("a", sword(), jab), foe())

    command = c.Ready("a", "quick", "moves", attack="jab")
    assert quick(False).refused(command) == "no_quick_readied"
    assert game.allows(quick(True).state, command)


@pytest.mark.rule("AE-READY-03", "AE-READY-04")
def test_the_readied_action_comes_just_before_its_trigger(game):
    play = ready(game, hp=6).do(c.Ready("a", "attack", "attacks", attack="bow")).end()
    play.do(c.Attack("orc", "strike", "z"))
    assert play.asked == ("a", "readied")
    play.do(c.UseReadied("a", "yes"), (20, 19), (8, 8))
    assert play.fight.result == "victory"
    assert not [event for event in play.log if isinstance(event, AttackRolled) and event.attacker == "orc"]
    alive = ready(game).do(c.Ready("a", "attack", "attacks", attack="bow")).end().do(c.Attack("orc", "strike", "z"))
    alive.do(c.UseReadied("a", "yes"), (20, 19), (8, 5), (20, 2))
    assert (alive.one("orc").hp, alive.all(AttackRolled)[-1].attacker) == (25, "orc")
    assert (alive.one("a").initiative, alive.fight.order) == (8, ("a", "orc", "z"))
    assert alive.find(ReadiedUsed).before == "orc"


@pytest.mark.rule("AE-READY-02")
def test_one_may_keep_waiting(game):
    play = ready(game).do(c.Ready("a", "attack", "attacks", attack="bow")).end().do(c.Attack("orc", "strike", "z"))
    play.do(c.UseReadied("a", "no"), (20, 2))
    assert play.one("a").readied is not None


@pytest.mark.rule("AE-READY-05")
def test_an_unused_readied_action_lapses(game):
    play = ready(game).do(c.Ready("a", "attack", "casts", attack="bow")).end().end().end()
    assert (play.fight.current, play.fight.round) == ("a", 2)
    assert play.find(ReadiedLost).who == "a"
    assert (play.one("a").readied, play.one("a").initiative) == (None, 17)
    assert game.allows(play.state, c.Ready("a", "attack", "attacks", attack="bow"))


@pytest.mark.rule("AE-READY-06")
def test_used_in_the_next_round_it_is_the_turn_of_that_round(game):
    play = ready(game, initiative=(8, 15))
    assert play.fight.current == "orc"
    play.end().change("a", ongoing=(Ongoing("fire", 3, "fire", 11, "orc"),))
    play.do(c.Ready("a", "attack", "attacks", attack="bow")).end((20, 2)).end()
    assert (play.fight.current, play.fight.round) == ("orc", 2)
    play.do(c.Attack("orc", "strike", "z"))
    play.do(c.UseReadied("a", "yes"), (20, 3), (20, 15), (20, 2))
    assert play.find(ReadiedUsed).counts_as_turn
    assert len(play.all(OngoingEnded)) == 1
    assert play.one("a").initiative == 16
    play.end()
    assert play.fight.current == "z"
    play.end()
    assert (play.fight.current, play.fight.round) == ("a", 3)


@pytest.mark.rule("AE-READY-03")
def test_a_readied_rush_and_the_referees_word(game):
    play = ready(game).do(c.Ready("a", "engage", "moves")).end().do(c.Move("orc", "away"))
    assert play.asked == ("a", "readied")
    play.do(c.UseReadied("a", "yes"))
    assert "a" in play.one("orc").engaged
    word = ready(game).do(c.Ready("a", "attack", "word", attack="bow", target="orc", words="it laughs")).end()
    word.do(c.CallMoment("a"))
    assert word.asked == ("a", "readied")
    word.do(c.UseReadied("a", "yes"), (20, 3))
    assert word.refused(c.CallMoment("a")) == "nothing_readied"


@pytest.mark.rule("AE-READY-03")
def test_an_interrupted_attack_that_is_impossible_costs_no_action(game):
    push = bow(riders=())
    party = members(pc("a", sword(), push), foe("orc", strike(), initiative=1), pc("z", hp=9))
    play = Play(game).start(party, (20, 16), (20, 7), (20, 1)).engage("orc", "z")
    play.do(c.Ready("a", "attack", "attacks", attack="bow")).end().do(c.Attack("orc", "strike", "z"))
    play.change("z", engaged=()).change("orc", engaged=())
    play.do(c.UseReadied("a", "yes"), (20, 3))
    assert play.find(AttackLapsed)
    assert play.one("orc").actions == ("standard", "move", "quick")


# -------------------------------------------------------------------- ambush


def lurk(game, starter: str, *faces: int, **options) -> Play:
    profiles = [pc("a", level=1), pc("b", level=1), pc("c", level=1), pc("d", level=1), foe("orc-1"), foe("orc-2")]
    return (
        Play(game)
        .options(**options)
        .start(members(*profiles), *((20, face) for face in faces), ambush=Ambush("party", starter))
    )


@pytest.mark.rule("AE-AMBUSH-01", "AE-AMBUSH-02", "AE-AMBUSH-03")
def test_only_the_ambushers_roll_and_two_act(game):
    play = lurk(game, "a", 5, 13, 18, 2)
    assert len(play.all(InitiativeRolled)) == 4
    assert play.find(AmbushActing).acting == ("a", "c")
    assert (play.fight.phase, play.fight.round, play.fight.current) == ("ambush", 0, "a")
    play.end()
    assert play.fight.current == "c"
    assert lurk(game, "c", 5, 13, 18, 2).find(AmbushActing).acting == ("c", "b")


@pytest.mark.rule("AE-AMBUSH-01")
def test_an_ambush_needs_a_starter(play):
    from tests.rules.archmage.table import SIDES

    people = members(pc("a"), foe())
    assert play.refused(c.StartBattle(SIDES, people, ambush=Ambush("party", "orc"))) == "no_starter"
    assert play.refused(c.StartBattle(SIDES, people, ambush=Ambush("party", ""))) == "no_starter"


@pytest.mark.rule("AE-AMBUSH-04", "AE-AMBUSH-05")
@pytest.mark.parametrize(("on", "dice"), [(False, [0, 1]), (True, [1, 2])])
def test_then_the_surprised_roll_and_rounds_begin(game, on, dice):
    play = lurk(game, "a", 5, 13, 18, 2, ambush_advances_escalation=on)
    play.end().end((20, 12))
    assert play.find(InitiativeRolled).who == ("orc-1", "orc-2")
    assert play.fight.order == ("c", "b", "orc-1", "orc-2", "a", "d")
    felt = [play.fight.escalation]
    for _ in range(6):
        play.end()
    assert [*felt, play.fight.escalation] == dice


@pytest.mark.rule("AE-AMBUSH-03")
@pytest.mark.parametrize("on", [False, True])
def test_the_surprised_do_not_react_unless_the_option_says_so(game, on):
    play = lurk(game, "a", 5, 13, 18, 2, surprised_reactions=on).engage("a", "orc-1")
    play.do(c.Move("a", "away"))
    assert bool(play.state.awaiting) is on


@pytest.mark.rule("AE-AMBUSH-03")
def test_a_lone_ambusher(game):
    play = Play(game).start(members(pc("a"), foe()), (20, 9), ambush=Ambush("party", "a"))
    assert play.find(AmbushActing).acting == ("a",)


# -------------------------------------------------------------------- the escalation die


@pytest.mark.rule("AE-ESC-01", "AE-ESC-03")
def test_it_appears_in_round_two_and_grows_to_six(play):
    play.begin(pc("ada"), foe())
    seen = []
    for _ in range(8):
        seen.append(play.fight.escalation)
        play.end().end()
    assert seen == [0, 1, 2, 3, 4, 5, 6, 6]


@pytest.mark.rule("AE-ESC-02", "AE-ESC-04")
def test_characters_add_it_and_monsters_do_not(play, game):
    play.begin(pc("ada", abilities={"str": 24}), foe("orc", strike(bonus=9), ac=60)).engage("ada", "orc").set(
        escalation=3
    )
    play.do(c.Attack("ada", "sword", "orc"), (20, 7))
    assert play.find(AttackRolled).check.total == 7 + 8 + 3
    play.end().do(c.Attack("orc", "strike", "ada"), (20, 4))
    assert play.find(AttackRolled).check.total == 13
    assert play.cites("AE-ESC-04")
    wolf = foe("wolf", strike(), side="party", kind="companion")
    for on, bonus in ((False, 0), (True, 3)):
        pack = Play(game).options(companion_escalation=on).begin(wolf, pc("ada"), foe(ac=60)).engage("wolf", "orc")
        pack.set(escalation=3).do(c.Attack("wolf", "strike", "orc"), (20, 4))
        assert pack.find(AttackRolled).check.total == 9 + bonus
    flagged = Play(game).begin(foe("lich", strike(), uses_escalation=True), pc("ada", ac=60)).engage("lich", "ada")
    flagged.set(escalation=5).do(c.Attack("lich", "strike", "ada"), (20, 4))
    assert flagged.find(AttackRolled).check.total == 14


@pytest.mark.rule("AE-ESC-05", "AE-ESC-06")
def test_the_referee_is_asked_about_it_only_after_a_round_without_an_attack_of_the_party(game):
    """The hint is for a party that shuns the fight: it says nothing new while the party strikes."""

    def after(*attacks: c.Attack, **options: Any) -> list[str]:
        play = Play(game).options(**options).begin(pc("ada"), pc("bea"), foe(ac=60)).engage("ada", "orc")
        play.engage("bea", "orc")
        for attack in attacks:
            play.until(attack.who).do(attack, (20, 5))
        play.until("orc").end()
        assert play.fight.round == 2
        return [event.kind for event in play.all(Prompted)]

    assert after(c.Attack("ada", "sword", "orc")) == []
    assert after(c.Attack("orc", "strike", "ada")) == ["escalation"]
    assert after() == ["escalation"]
    assert after(escalation_hold="hold") == []
    assert after(escalation_reset="reset") == []


@pytest.mark.rule("AE-ESC-05")
def test_the_referee_may_hold_it(play, game):
    play.begin(pc("ada"), foe()).set(round=3, escalation=2).change("ada", turn_round=3).change("orc", turn_round=2)
    play.do(c.HoldEscalation()).end().end()
    assert (play.fight.round, play.fight.escalation) == (4, 2)
    assert play.find(RoundBegan).held
    assert not play.all(Prompted)
    play.do(c.HoldEscalation(hold=False)).end().end()
    assert (play.fight.round, play.fight.escalation) == (5, 3)
    assert play.refused(c.HoldEscalation(hold=False)) == "no_change"
    option = Play(game).options(escalation_hold="hold").begin(pc("ada"), foe()).end().end()
    assert (option.fight.round, option.fight.escalation) == (2, 0)


@pytest.mark.rule("AE-ESC-06")
def test_the_referee_may_reset_it(play, game):
    play.begin(pc("ada"), foe())
    assert play.refused(c.ResetEscalation()) == "no_change"
    for _ in range(8):
        play.end()
    assert play.fight.escalation == 4
    play.do(c.ResetEscalation())
    assert play.fight.escalation == 0
    play.end().end()
    assert play.fight.escalation == 1
    option = Play(game).options(escalation_reset="reset").begin(pc("ada"), foe())
    values = []
    for _ in range(3):
        option.end().end()
        values.append(option.fight.escalation)
    assert values == [0, 1, 2]


@pytest.mark.rule("AE-MOD-01")
def test_circumstances(game):
    def total(*kinds: bool, **options) -> int:
        play = Play(game).options(**options).begin(foe("orc", strike(bonus=6)), pc("ada", ac=60)).engage("orc", "ada")
        for good in kinds:
            play.do(c.Circumstance("orc", good))
        return play.do(c.Attack("orc", "strike", "ada"), (20, 9)).find(AttackRolled).check.total

    assert total(True) == 17
    assert total(True, False) == 15
    assert total(True, True) == 17
    assert total(True, True, circumstance_stacking=True) == 19
    assert total(False, circumstance_modifier=4) == 11


@pytest.mark.rule("AE-READY-02")
def test_a_spell_sets_off_who_waits_for_casting(game):
    play = (
        Play(game)
        .begin(pc("a", bow()), foe("mage", spell(ability=None, bonus=5)))
        .do(c.Ready("a", "attack", "casts", attack="bow"))
    )
    play.end().do(c.Attack("mage", "spell", "a"))
    assert play.asked == ("a", "readied")
