"""La Scatola Bianca: the rules put together. This page is the table of contents."""

from typing import Final

from arbitro.kernel.hooks import Collect, Forbid, Moment, Rulings
from arbitro.kernel.option import load_options
from arbitro.rules.whitebox import (
    attack,
    automatic_player,
    cards,
    casting,
    chances,
    customs,
    damage,
    declaring,
    fold,
    joining,
    manoeuvres,
    morale,
    mustering,
    narration,
    natures,
    pictures,
    rounds,
    saves,
    seating,
    sheets,
    tactics,
)
from arbitro.rules.whitebox import commands as c
from arbitro.rules.whitebox.box_game import BoxGame
from arbitro.rules.whitebox.chances import LEFT_TO_CHANCE
from arbitro.rules.whitebox.content import load_content
from arbitro.rules.whitebox.deeds import Deed
from arbitro.rules.whitebox.entry_names import ENTRY_NAMES
from arbitro.rules.whitebox.events import EVENTS
from arbitro.rules.whitebox.exploring import (
    captives,
    clock,
    doors,
    encounter_fights,
    joust,
    loyalty,
    meetings,
    passing_time,
    senses,
    traps,
    travel,
    wanderers,
    weather,
)
from arbitro.rules.whitebox.exploring import commands as exploring_commands
from arbitro.rules.whitebox.exploring import telling as exploring_telling
from arbitro.rules.whitebox.exploring.events import EVENTS as EXPLORING_EVENTS
from arbitro.rules.whitebox.exploring.rest import DISTURBING
from arbitro.rules.whitebox.exploring.setup import read_scene
from arbitro.rules.whitebox.exploring.telling import table_view
from arbitro.rules.whitebox.numbers import numbers
from arbitro.rules.whitebox.people import (
    arms,
    battle,
    company,
    creation,
    equipment,
    healing,
    hiring,
    levels,
    memory,
    treasure,
)
from arbitro.rules.whitebox.people import commands as people_commands
from arbitro.rules.whitebox.people import offers as people_offers
from arbitro.rules.whitebox.people import telling as people_telling
from arbitro.rules.whitebox.people.events import EVENTS as PEOPLE_EVENTS
from arbitro.rules.whitebox.powers import (
    card_deck,
    creatures,
    devices,
    effects,
    event_words,
    field_magic,
    hit_effects,
    hoards,
    item_use,
    magic_effects,
    monster_actions,
    monster_powers,
    oil,
    perils,
    shapes,
    strikes,
    telling,
    throwing,
    turning,
    unseen,
    walls,
    wards,
)
from arbitro.rules.whitebox.powers import commands as power_commands
from arbitro.rules.whitebox.powers import offers as powers_offers
from arbitro.rules.whitebox.powers.changes import EVENTS as CHANGES
from arbitro.rules.whitebox.powers.events import EVENTS as POWER_EVENTS
from arbitro.rules.whitebox.rules import OwnWay, Rules
from arbitro.rules.whitebox.scene import Scene
from arbitro.rules.whitebox.state import State
from arbitro.text import Texts

PACKAGE: Final = "arbitro.rules.whitebox"

RULINGS: Final = (
    Rulings[Scene, Deed]()
    .on(c.StartFight, Deed.REFEREE, rounds.start_fight)
    .on(c.JudgeSurprise, Deed.REFEREE, rounds.judge_surprise)
    .on(c.Declare, Deed.LOOK, declaring.declare)
    .on(c.DeclareTogether, Deed.LOOK, declaring.declare_together)
    .on(c.Attack, Deed.STRIKE, strikes.attack)
    .on(c.Move, Deed.WALK, walls.move)
    .on(c.Close, Deed.WALK, manoeuvres.close)
    .on(c.Run, Deed.FLEE, manoeuvres.run)
    .on(c.Surrender, Deed.YIELD, manoeuvres.surrender)
    .on(c.Cast, Deed.CAST, casting.cast)
    .on(c.Prepare, Deed.CAST, casting.prepare)
    .on(c.ReadyWeapon, Deed.THING, rounds.ready_weapon)
    .on(c.BindWounds, Deed.TEND, damage.bind_wounds)
    .on(c.EndTurn, Deed.LOOK, rounds.end_turn)
    .on(c.HoldBack, Deed.LOOK, rounds.hold_back)
    .on(c.CheckMorale, Deed.REFEREE, morale.check_morale)
    .on(c.CallSave, Deed.REFEREE, saves.call_save)
    .on(c.NameDanger, Deed.REFEREE, saves.name_danger)
    .on(c.SettleSave, Deed.REFEREE, saves.settle_save)
    .on(c.AllowSubstitute, Deed.REFEREE, declaring.allow_substitute)
    .on(c.EndFight, Deed.REFEREE, rounds.end_fight)
    .on(people_commands.RollAbilities, Deed.AFFAIRS, creation.roll_abilities)
    .on(people_commands.CreateCharacter, Deed.AFFAIRS, creation.create_character)
    .on(people_commands.RandomCharacter, Deed.AFFAIRS, company.random_character)
    .on(people_commands.RandomParty, Deed.AFFAIRS, company.random_party)
    .on(people_commands.ReadyParty, Deed.AFFAIRS, company.ready_party)
    .on(people_commands.Enrol, Deed.AFFAIRS, company.enrol)
    .on(people_commands.Buy, Deed.AFFAIRS, equipment.buy)
    .on(people_commands.Sell, Deed.AFFAIRS, equipment.sell)
    .on(people_commands.SellFor, Deed.REFEREE, equipment.sell_for)
    .on(people_commands.Carry, Deed.THING, item_use.put_on)
    .on(people_commands.Give, Deed.THING, equipment.give)
    .on(people_commands.Pay, Deed.AFFAIRS, equipment.pay)
    .on(people_commands.UseUp, Deed.THING, equipment.use_up)
    .on(people_commands.Grant, Deed.REFEREE, equipment.grant)
    .on(people_commands.Memorise, Deed.AFFAIRS, memory.memorise)
    .on(people_commands.MemoriseAll, Deed.AFFAIRS, memory.memorise_all)
    .on(people_commands.Forget, Deed.AFFAIRS, memory.forget)
    .on(people_commands.CopySpell, Deed.THING, memory.copy_spell)
    .on(people_commands.LearnSpell, Deed.REFEREE, memory.learn_spell)
    .on(people_commands.CastSpell, Deed.CAST, memory.cast_spell)
    .on(people_commands.AwardXp, Deed.REFEREE, levels.award_xp)
    .on(people_commands.GiveXp, Deed.REFEREE, levels.give_xp)
    .on(people_commands.PriceMonsters, Deed.REFEREE, levels.price_monsters)
    .on(people_commands.ChooseClass, Deed.AFFAIRS, levels.choose_class)
    .on(people_commands.Rest, Deed.AFFAIRS, passing_time.rest)
    .on(people_commands.Bandage, Deed.TEND, healing.bandage)
    .on(people_commands.StopBleeding, Deed.TEND, healing.stop_bleeding)
    .on(people_commands.HealByMagic, Deed.REFEREE, healing.heal_by_magic)
    .on(people_commands.Hurt, Deed.REFEREE, healing.hurt)
    .on(people_commands.ChangeAbility, Deed.REFEREE, healing.change_ability)
    .on(people_commands.ChangeCoins, Deed.REFEREE, healing.change_coins)
    .on(people_commands.FindTreasure, Deed.REFEREE, treasure.find_treasure)
    .on(people_commands.SecureTreasure, Deed.REFEREE, treasure.secure_treasure)
    .on(people_commands.DivideTreasure, Deed.AFFAIRS, treasure.divide_treasure)
    .on(people_commands.TakeItem, Deed.AFFAIRS, treasure.take_item)
    .on(people_commands.Hire, Deed.AFFAIRS, hiring.hire)
    .on(people_commands.PayWages, Deed.AFFAIRS, hiring.pay_wages)
    .on(people_commands.Dismiss, Deed.AFFAIRS, hiring.dismiss)
    .on(people_commands.Retire, Deed.AFFAIRS, company.retire)
    .on(people_commands.JoinParty, Deed.AFFAIRS, company.join_party)
    .on(people_commands.LeaveParty, Deed.AFFAIRS, company.leave_party)
    .on(people_commands.MarchingOrder, Deed.AFFAIRS, company.marching_order)
    .on(people_commands.PartyFight, Deed.REFEREE, mustering.party_fight)
    .on(exploring_commands.StartExpedition, Deed.REFEREE, travel.start_expedition)
    .on(exploring_commands.StateFacts, Deed.REFEREE, travel.state_facts)
    .on(exploring_commands.EndExpedition, Deed.REFEREE, travel.end_expedition)
    .on(exploring_commands.Go, Deed.MARCH, travel.go)
    .on(exploring_commands.Bring, Deed.REFEREE, travel.bring)
    .on(exploring_commands.WalkAbout, Deed.MARCH, travel.walk_about)
    .on(exploring_commands.PassTurns, Deed.EXPLORE, clock.pass_turns)
    .on(exploring_commands.AdvanceClock, Deed.REFEREE, passing_time.advance_clock)
    .on(exploring_commands.Travel, Deed.MARCH, travel.travel)
    .on(exploring_commands.JudgeTerrain, Deed.REFEREE, travel.judge_terrain)
    .on(exploring_commands.JudgeWay, Deed.REFEREE, travel.judge_way)
    .on(exploring_commands.KindleLight, Deed.THING, clock.kindle_light)
    .on(exploring_commands.TakeLight, Deed.THING, clock.take_light)
    .on(exploring_commands.DouseLight, Deed.THING, clock.douse_light)
    .on(exploring_commands.OpenDoor, Deed.DOOR, doors.open_door)
    .on(exploring_commands.JudgeDoor, Deed.REFEREE, doors.judge_door)
    .on(exploring_commands.PickLock, Deed.THING, doors.pick_lock)
    .on(exploring_commands.WedgeDoor, Deed.DOOR, doors.wedge_door)
    .on(exploring_commands.JudgeWedge, Deed.REFEREE, doors.judge_wedge)
    .on(exploring_commands.ShutDoor, Deed.DOOR, doors.shut_door)
    .on(exploring_commands.MonstersPass, Deed.REFEREE, doors.monsters_pass)
    .on(exploring_commands.Listen, Deed.EXPLORE, senses.listen)
    .on(exploring_commands.TellNoise, Deed.REFEREE, senses.tell_noise)
    .on(exploring_commands.Search, Deed.EXPLORE, senses.search)
    .on(exploring_commands.Examine, Deed.EXPLORE, senses.examine)
    .on(exploring_commands.JudgeSearch, Deed.REFEREE, senses.judge_search)
    .on(exploring_commands.SpringTrap, Deed.REFEREE, traps.spring_trap)
    .on(exploring_commands.Fall, Deed.REFEREE, traps.fall)
    .on(exploring_commands.CheckWandering, Deed.REFEREE, wanderers.check_wandering)
    .on(exploring_commands.Meet, Deed.REFEREE, meetings.meet)
    .on(exploring_commands.JudgeMeeting, Deed.REFEREE, meetings.judge_meeting)
    .on(exploring_commands.RollReaction, Deed.REFEREE, meetings.roll_reaction)
    .on(exploring_commands.Parley, Deed.TALK, meetings.parley)
    .on(exploring_commands.JudgeParley, Deed.REFEREE, meetings.judge_parley)
    .on(exploring_commands.Engage, Deed.EXPLORE, encounter_fights.engage)
    .on(exploring_commands.Flee, Deed.EXPLORE, meetings.flee)
    .on(exploring_commands.PartWays, Deed.REFEREE, meetings.part_ways)
    .on(exploring_commands.JudgeCaptives, Deed.REFEREE, captives.judge_captives)
    .on(exploring_commands.SettleCaptive, Deed.REFEREE, captives.settle_captive)
    .on(exploring_commands.PayRansom, Deed.AFFAIRS, captives.pay_ransom)
    .on(exploring_commands.TakeFrom, Deed.THING, captives.take_from)
    .on(exploring_commands.OfferBribe, Deed.REFEREE, loyalty.offer_bribe)
    .on(exploring_commands.CheckLoyalty, Deed.REFEREE, loyalty.check_loyalty)
    .on(exploring_commands.SetTreatment, Deed.REFEREE, loyalty.set_treatment)
    .on(exploring_commands.SetLoyalty, Deed.REFEREE, loyalty.set_loyalty)
    .on(exploring_commands.StartJoust, Deed.REFEREE, joust.start_joust)
    .on(exploring_commands.JoustOf, Deed.REFEREE, joust.joust_of)
    .on(exploring_commands.Charge, Deed.AFFAIRS, joust.charge)
    .on(exploring_commands.Withdraw, Deed.AFFAIRS, joust.withdraw)
    .on(exploring_commands.JudgeDraw, Deed.REFEREE, joust.judge_draw)
    .on(exploring_commands.NameRansom, Deed.REFEREE, joust.name_ransom)
    .on(power_commands.Muster, Deed.REFEREE, mustering.muster)
    .on(power_commands.UsePower, Deed.POWER, monster_actions.use_power)
    .on(power_commands.UseDevice, Deed.THING, devices.use_device)
    .on(power_commands.ThrowOil, Deed.THROW, oil.throw_oil)
    .on(power_commands.LightOil, Deed.THROW, oil.light_oil)
    .on(power_commands.TurnUndead, Deed.POWER, turning.turn_undead)
    .on(power_commands.AvertEyes, Deed.LOOK, hit_effects.avert_eyes)
    .on(power_commands.Sense, Deed.REFEREE, unseen.sense)
    .on(power_commands.Locate, Deed.REFEREE, unseen.locate)
    .on(power_commands.SizeUp, Deed.REFEREE, oil.size_up)
    .on(power_commands.EndEffect, Deed.REFEREE, effects.end_effect)
    .on(power_commands.PickUp, Deed.THING, throwing.pick_up)
    .on(power_commands.Present, Deed.THROW, perils.present)
    .on(power_commands.Expose, Deed.REFEREE, perils.expose)
    .on(power_commands.SayWhere, Deed.REFEREE, perils.say_where)
    .on(power_commands.TouchHazard, Deed.REFEREE, perils.touch_hazard)
    .on(power_commands.RollTreasure, Deed.REFEREE, hoards.roll_treasure)
    .on(power_commands.UseThing, Deed.THING, card_deck.use_thing)
)
"""Every command: what it is to those who watch, and the rule that decides it."""

RULES: Final = Rules(
    id="whitebox",
    package=PACKAGE,
    texts=Texts(PACKAGE, Texts("arbitro.kernel")),
    options=lambda: load_options(PACKAGE),
    read_content=load_content,
    read_numbers=numbers,
    state_type=State,
    event_types=(*EVENTS, *PEOPLE_EVENTS, *EXPLORING_EVENTS, *POWER_EVENTS, *CHANGES),
    fold=fold.FOLD,
    read_setup=read_scene,
    rulings=RULINGS,
    owners=seating.owner_fields(
        tuple(RULINGS),
        (c.CallSave, c.AllowSubstitute, *people_commands.REFEREES, *power_commands.REFEREES),
        (*people_commands.PARTYS, *exploring_commands.PARTYS),
    ),
    scene=Scene,
    cite=lambda rules: rules,
    refusal_retold=lambda refusal: refusal,
    out_of_the_ordinary=customs.out_of_the_ordinary,
    may_do=Forbid(customs.needs_a_direction),
    doing=Moment(customs.is_heard),
    done=Moment(customs.shows_oneself),
    view=table_view,
    finished=seating.finished,
    left_to_chance=LEFT_TO_CHANCE,
    force_opens_locks=False,
    disturbing=DISTURBING,
    rest_rules=("WB-HEAL-01", "WB-HEAL-02"),
    endanger=wards.endanger,
    save_bonuses=Collect(saves.save_bonuses),
    save_circumstances=Collect(wards.save_circumstances),
    save_number=saves.save_number,
    lands={
        "heal": effects.is_healed,
        "damage": effects.is_wounded,
        "burn": oil.catches_fire,
        "death": damage.is_slain,
        "level_drain": effects.takes_hold,
        "ability_drain": effects.takes_hold,
        "ends": effects.is_over,
        "shown": effects.is_over,
        "paralysis": damage.is_paralysed,
        "stone": effects.takes_hold,
        "charm": effects.takes_hold,
        "swallow": effects.takes_hold,
        "ongoing": effects.takes_hold,
        "ruin": hit_effects.loses_armour,
        "pull": hit_effects.is_pulled,
        "wall": field_magic.wall_stands,
        "summon": creatures.answers_the_call,
        "double": field_magic.double_stands,
        "leave": manoeuvres.goes,
        "flight": manoeuvres.goes,
        "surrender": manoeuvres.goes,
    },
    took_hold={"afraid": throwing.lets_fall, "charmed": monster_actions.goes_to_the_singer},
    bleed=Moment(effects.bleed, battle.bleed),
    condition_at=damage.condition_at,
    harmed=Moment(),
    attack_check=attack.attack_check,
    attacks_a_round=attack.attacks_a_round,
    base_bonus=attack.base_bonus,
    damage=Collect(),
    may_attack=strikes.may_attack,
    hits=Moment(),
    shot=Moment(),
    morale_modifiers=Collect(morale.morale_modifiers, creatures.steady),
    aftermath=Moment(rounds.aftermath),
    beyond_tables=joining.beyond_tables,
    closing_turn=Moment(),
    fight_ended=Moment(
        battle.fight_ended, clock.fight_ended, encounter_fights.fight_ended, captives.fight_ended, effects.fight_ended
    ),
    may_start=joining.may_start,
    told_of_intent=declaring.told_of_intent,
    choices=powers_offers.choices,
    further_choices=powers_offers.further_choices,
    use_of_powers=natures.use_of_powers,
    suggest=automatic_player.suggest,
    next_to_act=automatic_player.next_to_act,
    worth_chasing=tactics.worth_chasing,
    name_of=telling.name_of,
    said=telling.said,
    picture=pictures.picture,
    words={**narration.WORDS, **people_telling.WORDS, **exploring_telling.WORDS, **event_words.WORDS},
    memorise_all=memory.memorise_all,
    days_to_full_recovery=healing.days_to_full_recovery,
    time_passed=Moment(senses.time_passed, clock.time_passed, effects.time_passed, item_use.time_passed),
    rest_days=healing.rest_days,
    come_home=Moment(
        effects.stays_swallowed, battle.come_home, effects.come_home, throwing.come_home, devices.come_home
    ),
    member_of=battle.member_of,
    profile_of=devices.profile_of,
    ways_to_attack=arms.ways_to_attack,
    adventuring_classes=company.adventuring_classes,
    by_themselves=people_offers.by_themselves,
    entry_names=ENTRY_NAMES,
    attack_for_points=joust.attack_for_points,
    finish_what_is_in_hand=passing_time.finish_what_is_in_hand,
    free_hand=clock.free_hand,
    keep_books=clock.keep_books,
    occupy=clock.occupy,
    remind_of_dark=Moment(clock.remind_of_dark),
    take_time=clock.take_time,
    turns_passed=Moment(clock.turns_passed, doors.turns_passed, wanderers.turns_passed),
    at_the_lock=doors.at_the_lock,
    door_chance=doors.door_chance,
    search_chance=senses.search_chance,
    todays_weather=weather.todays_weather,
    arrived=Moment(travel.arrived, meetings.arrived, captives.arrived),
    day_passed=Moment(travel.day_passed, wanderers.day_passed),
    enter_place=travel.enter_place,
    go_astray=meetings.go_astray,
    walk_on=passing_time.walk_on,
    roll_for_wanderers=wanderers.roll_for_wanderers,
    check_for_wanderers=wanderers.check_for_wanderers,
    check_in_the_open=wanderers.check_in_the_open,
    wandering_due=wanderers.wandering_due,
    part=captives.part,
    speechless=meetings.speechless,
    stand_off=meetings.stand_off,
    own_ways={"changed": OwnWay(shapes.take_form, shapes.own_form)},
    round_passes=Moment(effects.round_passes, oil.round_passes),
    immune=wards.immune,
    can_strike=unseen.can_strike,
    further_damage=Collect(),
    unaware=strikes.unaware,
    magic={magic.kind: magic for magic in magic_effects.MAGIC},
    powers={power.kind: power for power in monster_powers.POWERS},
    odds=chances.odds,
    skill_pairs=sheets.skill_pairs,
    cards=cards.cards,
    place_card=cards.place_card,
    further_about=pictures.further_about,
    chart=pictures.chart,
)
"""The rules of the game."""


def white_box() -> BoxGame:
    """The game of the white box."""
    return BoxGame(RULES)
