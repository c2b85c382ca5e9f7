"""L'Infausta Scatola: what its text changes in La Scatola Bianca, and nothing else. Read it as an errata page.

What is not named here is the parent's own function. `citations` lets the log cite the atoms of this game.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from arbitro.kernel.choice import Choice
from arbitro.kernel.command import Command
from arbitro.kernel.hooks import Collect
from arbitro.kernel.option import load_options
from arbitro.kernel.seat import Seat
from arbitro.rules.infausta import cards, citations, deeds, dungeon_actions, dungeon_turn, fight, fold, morale, numbers
from arbitro.rules.infausta import commands as infausta_commands
from arbitro.rules.infausta.content import load_content
from arbitro.rules.infausta.events import EVENTS
from arbitro.rules.infausta.features import commands as feature_commands
from arbitro.rules.infausta.features import (
    feature_lookups,
    fitting,
    offers,
    shapes,
    skills,
    songs,
    stances,
    tactics,
    trophies,
    zeal,
)
from arbitro.rules.infausta.features import telling as features_table
from arbitro.rules.infausta.features.class_gifts import GIFTS
from arbitro.rules.infausta.rules import Variant
from arbitro.rules.infausta.setup import read_scene
from arbitro.rules.infausta.state import State
from arbitro.rules.infausta.wilderness import chart, day, journey, night
from arbitro.rules.infausta.wilderness import commands as wilderness_commands
from arbitro.rules.infausta.wilderness import event_words as wilderness_words
from arbitro.rules.infausta.wilderness import table as wilderness_table
from arbitro.rules.whitebox import commands as c
from arbitro.rules.whitebox import game as whitebox
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.deeds import Deed
from arbitro.rules.whitebox.exploring import commands as exploring_commands
from arbitro.rules.whitebox.people import commands as people_commands
from arbitro.rules.whitebox.scene import Here
from arbitro.rules.whitebox.seating import owner_fields
from arbitro.text import Texts

PACKAGE: Final = "arbitro.rules.infausta"
PARENT: Final = whitebox.RULES

RULINGS: Final = (
    whitebox.RULINGS.on(c.Run, Deed.FLEE, morale.run)  # IS-MORALE-05
    .on(c.Surrender, Deed.YIELD, morale.surrender)  # IS-MORALE-05
    .on(c.CheckMorale, Deed.REFEREE, songs.check_morale)  # IS-BARD-02
    .on(c.AllowSubstitute, Deed.REFEREE, fight.allow_substitute)  # IS-COMBAT-02
    .on(people_commands.Carry, Deed.THING, fitting.put_on)  # IS-FIT-01
    .on(people_commands.Give, Deed.THING, fitting.give)  # IS-FIT-01
    .on(people_commands.Memorise, Deed.AFFAIRS, night.memorise)  # IS-WILD-09
    .on(people_commands.MemoriseAll, Deed.AFFAIRS, night.memorise_all)  # IS-WILD-09
    .on(people_commands.CastSpell, Deed.CAST, dungeon_turn.cast_spell)  # IS-TURN-11
    .on(people_commands.Rest, Deed.AFFAIRS, wilderness_table.rest)  # IS-HEAL-03, IS-WILD-03
    .on(people_commands.DivideTreasure, Deed.AFFAIRS, zeal.divide_treasure)  # IS-PALA-01
    .on(people_commands.TakeItem, Deed.AFFAIRS, fitting.take_item)  # IS-FIT-01
    .on(exploring_commands.StartExpedition, Deed.REFEREE, dungeon_turn.start_expedition)  # IS-TURN-01, IS-TURN-02
    .on(exploring_commands.PassTurns, Deed.EXPLORE, dungeon_turn.pass_turns)  # IS-TURN-18
    .on(exploring_commands.Travel, Deed.MARCH, wilderness_table.travel)  # IS-WILD-03
    .on(exploring_commands.Search, Deed.EXPLORE, dungeon_turn.search)  # IS-TURN-10, IS-TURN-18
    .on(infausta_commands.InterruptSpell, Deed.REFEREE, fight.interrupt_spell)  # IS-SPELL-02
    .on(infausta_commands.WeighMorale, Deed.REFEREE, morale.weigh_morale)  # IS-MORALE-04
    .on(infausta_commands.SearchTraps, Deed.EXPLORE, dungeon_actions.search_traps)  # IS-TURN-08
    .on(infausta_commands.JudgeTraps, Deed.REFEREE, dungeon_actions.judge_traps)  # IS-TURN-08
    .on(infausta_commands.LookOver, Deed.EXPLORE, dungeon_actions.look_over)  # IS-TURN-09
    .on(infausta_commands.DoSomething, Deed.EXPLORE, dungeon_actions.do_something)  # IS-TURN-14
    .on(infausta_commands.JudgeDoing, Deed.REFEREE, dungeon_actions.judge_doing)  # IS-TURN-14
    .on(infausta_commands.RestTurn, Deed.EXPLORE, dungeon_actions.rest_turn)  # IS-TURN-12, IS-TURN-13
    .on(wilderness_commands.StartJourney, Deed.REFEREE, day.start_journey)  # IS-WILD-01, IS-WILD-02
    .on(wilderness_commands.AnnounceWeather, Deed.REFEREE, day.announce_weather)  # IS-WILD-04
    .on(wilderness_commands.ChooseHeading, Deed.MARCH, day.choose_heading)  # IS-WILD-04, IS-WILD-06
    .on(wilderness_commands.ConductMarch, Deed.REFEREE, day.conduct_march)  # IS-OUT-04, IS-WILD-02
    .on(wilderness_commands.ChangeGoal, Deed.REFEREE, day.change_goal)  # IS-WILD-04
    .on(wilderness_commands.ActOnTheSpot, Deed.EXPLORE, day.act_on_the_spot)  # IS-WILD-19
    .on(wilderness_commands.PlayEncounter, Deed.REFEREE, day.play_encounter)  # IS-WILD-07, IS-TURN-15
    .on(wilderness_commands.MakeCamp, Deed.EXPLORE, night.make_camp)  # IS-WILD-08, IS-WILD-17
    .on(wilderness_commands.MarchOn, Deed.MARCH, night.march_on)  # IS-WILD-11, IS-OUT-02
    .on(wilderness_commands.AllowNightMarch, Deed.REFEREE, night.allow_night_march)  # IS-WILD-10
    .on(wilderness_commands.MarkFrail, Deed.REFEREE, night.mark_frail)  # IS-WILD-10
    .on(wilderness_commands.BreakCamp, Deed.EXPLORE, night.break_camp)  # IS-WILD-03
    .on(wilderness_commands.EndJourney, Deed.REFEREE, day.end_journey)  # IS-WILD-03
    .on(feature_commands.TakeStance, Deed.LOOK, stances.take_stance)  # IS-CHAM-02
    .on(feature_commands.BeginSong, Deed.SING, songs.begin_song)  # IS-BARD-02, IS-BARD-03
    .on(feature_commands.StopSong, Deed.LOOK, songs.stop_song)  # IS-BARD-02
    .on(feature_commands.Distract, Deed.REFEREE, songs.distract)  # IS-BARD-02
    .on(feature_commands.SpendZeal, Deed.POWER, zeal.spend_zeal)  # IS-PALA-03
    .on(feature_commands.BreakVows, Deed.REFEREE, zeal.break_vows)  # IS-PALA-01
    .on(feature_commands.Atone, Deed.REFEREE, zeal.atone)  # IS-PALA-01
    .on(feature_commands.TakeTrophies, Deed.AFFAIRS, trophies.take_trophies)  # IS-HUNT-02
    .on(feature_commands.AwardTrophies, Deed.REFEREE, trophies.award_trophies)  # IS-HUNT-02
    .on(feature_commands.ChangeShape, Deed.SHIFT, shapes.change_shape)  # IS-SILV-01
    .on(feature_commands.ResumeShape, Deed.SHIFT, shapes.resume_shape)  # IS-INIT-05
    .on(feature_commands.UseSkill, Deed.SKILL, skills.use_skill)  # IS-CLASS-02
    .on(feature_commands.TellFindings, Deed.REFEREE, skills.tell_findings)  # IS-CLASS-02
    .on(feature_commands.RefitArmour, Deed.AFFAIRS, fitting.refit_armour)  # IS-FIT-01
    .on(feature_commands.StudyInLibrary, Deed.AFFAIRS, fitting.study_in_library)  # IS-MAGE-01
)
"""The parent's commands, some by another rule, and those of this game."""

LEFT_TO_CHANCE: Final[tuple[type[Command], ...]] = (
    *PARENT.left_to_chance,
    infausta_commands.SearchTraps,
    infausta_commands.JudgeDoing,
    feature_commands.UseSkill,
)
REFEREES: Final = tuple(command for command in infausta_commands.COMMANDS if RULINGS[command].deed is Deed.REFEREE)


def choices(here: Here, seat: Seat) -> Iterable[Choice]:
    """What a seat may do now, with this game's citations."""
    return (citations.choice_retold(here.state, choice) for choice in offers.choices(here, seat))


RULES: Final = replace(
    PARENT,
    id="infausta",
    package=PACKAGE,
    texts=Texts(PACKAGE, PARENT.texts),
    options=lambda: load_options(PACKAGE, load_options(PARENT.package)),
    read_content=load_content,
    read_numbers=numbers.numbers,  # IS-MORALE-05
    state_type=State,
    event_types=(*PARENT.event_types, *EVENTS),
    fold=fold.FOLD,
    read_setup=read_scene,  # IS-WILD-01
    rulings=RULINGS,
    owners={**PARENT.owners, **owner_fields(infausta_commands.COMMANDS, REFEREES, infausta_commands.PARTYS)},
    scene=citations.Retelling,
    cite=citations.cited,
    refusal_retold=citations.refusal_retold,
    out_of_the_ordinary=deeds.out_of_the_ordinary,  # IS-BARD-02, IS-THIEF-02, IS-SILV-01
    may_do=PARENT.may_do.first(*deeds.FORBIDDEN),  # IS-SILV-01, IS-SILV-02, IS-THIEF-02
    doing=PARENT.doing.first(deeds.breaks_songs),  # IS-BARD-02, IS-BARD-03
    done=PARENT.done.also(deeds.out_of_hiding),  # IS-THIEF-01, IS-THIEF-02
    view=features_table.view,  # IS-TURN-02, IS-WILD-03, IS-CLASS-02
    finished=wilderness_table.finished,  # IS-WILD-03
    by_themselves=fitting.by_themselves,  # IS-FIT-01
    left_to_chance=LEFT_TO_CHANCE,  # IS-TURN-08, IS-TURN-14, IS-CLASS-02
    force_opens_locks=True,  # IS-TURN-07
    disturbing=night.DISTURBING_HERE,  # IS-HEAL-03
    rest_rules=("IS-HEAL-03",),  # IS-HEAL-03
    endanger=feature_lookups.endanger,  # IS-CLASS-01
    save_bonuses=PARENT.save_bonuses.first(fight.save_by_level).also(  # IS-SAVE-02, IS-WILD-12, IS-BARD-02
        fight.sleepless_saves, songs.save_bonuses
    ),
    save_circumstances=PARENT.save_circumstances.also(feature_lookups.save_circumstances),  # IS-CLASS-01
    save_number=fight.save_number,  # IS-SAVE-02
    lands={  # IS-BARD-03, IS-SILV-01, IS-THIEF-02
        **PARENT.lands,
        "shown": skills.is_seen,
        "silence": songs.is_silent,
        "follow": songs.follows,
        "song": songs.is_heard,
        "shape": shapes.is_an_animal,
        "own_shape": shapes.is_oneself,
        "hide": skills.is_hidden,
    },
    bleed=PARENT.bleed.also(shapes.bleed),  # IS-SILV-01
    condition_at=fight.condition_at,  # IS-DEATH-02, IS-DEATH-03
    harmed=PARENT.harmed.also(songs.hurt),  # IS-BARD-02, IS-BARD-03
    attack_check=fight.attack_check,  # IS-CHAM-01
    attacks_a_round=fight.attacks_a_round,  # IS-RANGED-03
    base_bonus=fight.base_bonus,  # IS-ATK-02
    damage=PARENT.damage.also(fight.sleepless_damage),  # IS-WILD-12
    may_attack=fight.may_attack,  # IS-RANGED-03
    shot=PARENT.shot.also(fight.unload),  # IS-RANGED-03
    hits=PARENT.hits.also(shapes.told_small),  # IS-SILV-04
    morale_modifiers=PARENT.morale_modifiers.also(morale.morale_modifiers),  # IS-MORALE-04
    aftermath=PARENT.aftermath.first(songs.aftermath),  # IS-BARD-02, IS-BARD-03
    beyond_tables=fight.beyond_tables,  # IS-ATK-02
    closing_turn=PARENT.closing_turn.also(fight.closing_turn),  # IS-COMBAT-02
    fight_ended=PARENT.fight_ended.also(  # IS-TURN-13, IS-TURN-16, IS-BARD-03, IS-SILV-01
        dungeon_turn.fight_ended, songs.fight_ended, shapes.fight_ended
    ),
    told_of_intent=fight.told_of_intent,  # IS-INIT-01
    choices=choices,  # IS-TURN-04, IS-WILD-03, IS-CLASS-02
    further_choices=offers.further_choices,  # IS-CHAM-02, IS-BARD-02, IS-PALA-03, IS-SILV-01
    use_of_powers=tactics.use_of_powers,  # IS-CHAM-02, IS-BARD-02, IS-PALA-03, IS-SILV-03
    suggest=tactics.suggest,  # IS-INIT-01, IS-TURN-12, IS-WILD-03
    next_to_act=tactics.next_to_act,  # IS-INIT-01, IS-WILD-03
    go_astray=day.go_astray,  # IS-WILD-05
    worth_chasing=morale.worth_chasing,  # IS-MORALE-05
    name_of=wilderness_table.name_of,  # IS-WILD-02
    said=wilderness_table.said,  # IS-WILD-02
    picture=features_table.picture,  # IS-TURN-02, IS-WILD-03, IS-CLASS-02
    words={**PARENT.words, **wilderness_words.WORDS, **features_table.WORDS},  # IS-TURN-02, IS-WILD-03, IS-CLASS-02
    memorise_all=night.memorise_all,  # IS-WILD-09
    days_to_full_recovery=dungeon_actions.days_to_full_recovery,  # IS-HEAL-02, IS-HEAL-03
    time_passed=PARENT.time_passed.also(dungeon_turn.time_passed, shapes.time_passed),  # IS-TURN-12, IS-SILV-01
    rest_days=zeal.rest_days,  # IS-PALA-04
    member_of=shapes.member_of,  # IS-SILV-01
    profile_of=skills.profile_of,  # IS-THIEF-01
    ways_to_attack=fight.ways_to_attack,  # IS-RANGED-03
    adventuring_classes=dungeon_actions.adventuring_classes,  # IS-CLASS-01
    entry_names={**PARENT.entry_names, **features_table.ENTRY_NAMES},  # IS-CLASS-02, IS-HUNT-02
    attack_for_points=fight.attack_for_points,  # IS-JOUST-06
    finish_what_is_in_hand=dungeon_turn.finish_what_is_in_hand,  # IS-TURN-18
    free_hand=dungeon_turn.free_hand,  # IS-TURN-17, IS-TURN-18
    keep_books=dungeon_turn.keep_books,  # IS-TURN-12, IS-TURN-16
    occupy=dungeon_turn.occupy,  # IS-TURN-06, IS-TURN-10
    remind_of_dark=PARENT.remind_of_dark.also(skills.remind_of_dark),  # IS-DVER-02
    take_time=dungeon_turn.take_time,  # IS-TURN-17
    at_the_lock=dungeon_actions.at_the_lock,  # IS-TURN-07
    door_chance=dungeon_actions.door_chance,  # IS-TURN-07
    search_chance=dungeon_actions.search_chance,  # IS-TURN-08, IS-TURN-10
    todays_weather=day.todays_weather,  # IS-WILD-04
    enter_place=skills.enter_place,  # IS-THIEF-02
    walk_on=dungeon_turn.walk_on,  # IS-TURN-05
    check_for_wanderers=dungeon_turn.check_for_wanderers,  # IS-TURN-03
    roll_for_wanderers=dungeon_turn.roll_for_wanderers,  # IS-TURN-03
    check_in_the_open=journey.check_in_the_open,  # IS-WILD-06
    wandering_due=dungeon_turn.wandering_due,  # IS-TURN-03, IS-WILD-06
    part=night.part,  # IS-WILD-03
    speechless=shapes.speechless,  # IS-SILV-01
    stand_off=dungeon_turn.stand_off,  # IS-TURN-15
    immune=feature_lookups.immune,  # IS-CLASS-01
    can_strike=skills.can_strike,  # IS-THIEF-02
    further_damage=PARENT.further_damage.also(feature_lookups.further_damage),  # IS-HUNT-02, IS-THIEF-01
    unaware=skills.unaware,  # IS-THIEF-01
    odds=features_table.odds,  # IS-CLASS-02
    skill_pairs=features_table.skill_pairs,  # IS-CLASS-02
    cards=features_table.cards,  # IS-TURN-02, IS-WILD-12, IS-CLASS-02
    place_card=cards.place_card,  # IS-TURN-02
    chart=chart.chart,  # IS-WILD-02, IS-WILD-07
    further_about=features_table.further_about,  # IS-CHAM-02, IS-BARD-02, IS-SILV-01
    variant=Variant(
        further_to_hit=Collect(  # IS-WILD-12, IS-CHAM-02, IS-BARD-02, IS-SILV-04
            fight.sleepless_to_hit, stances.to_hit, songs.to_hit, shapes.to_hit
        ),
        gifts={gift.kind: gift for gift in GIFTS},  # IS-CLASS-02
        proof_by_class=Collect(feature_lookups.proof_by_class, songs.heart),  # IS-CLASS-01, IS-BARD-02
    ),
)
"""The rules of the game."""


def infausta() -> BoxGame:
    """The game of the ill-omened box."""
    return BoxGame(RULES)
