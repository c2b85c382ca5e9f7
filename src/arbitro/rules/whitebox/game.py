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
    senses,
    traps,
    travel,
    wanderers,
    weather,
)
from arbitro.rules.whitebox.exploring import commands as x
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
    levels,
    memory,
    treasure,
)
from arbitro.rules.whitebox.people import commands as p
from arbitro.rules.whitebox.people import offers as people_offers
from arbitro.rules.whitebox.people import telling as people_telling
from arbitro.rules.whitebox.people.events import EVENTS as PEOPLE_EVENTS
from arbitro.rules.whitebox.powers import (
    card_deck,
    creatures,
    devices,
    effects,
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
from arbitro.rules.whitebox.powers import commands as w
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
    .on(c.Declare, Deed.LOOK, rounds.declare)
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
    .on(c.AllowSubstitute, Deed.REFEREE, rounds.allow_substitute)
    .on(c.EndFight, Deed.REFEREE, rounds.end_fight)
    .on(p.RollAbilities, Deed.AFFAIRS, creation.roll_abilities)
    .on(p.CreateCharacter, Deed.AFFAIRS, creation.create_character)
    .on(p.RandomCharacter, Deed.AFFAIRS, company.random_character)
    .on(p.RandomParty, Deed.AFFAIRS, company.random_party)
    .on(p.ReadyParty, Deed.AFFAIRS, company.ready_party)
    .on(p.Enrol, Deed.AFFAIRS, company.enrol)
    .on(p.Buy, Deed.AFFAIRS, equipment.buy)
    .on(p.Sell, Deed.AFFAIRS, equipment.sell)
    .on(p.SellFor, Deed.REFEREE, equipment.sell_for)
    .on(p.Carry, Deed.THING, equipment.carry)
    .on(p.Give, Deed.THING, equipment.give)
    .on(p.Pay, Deed.AFFAIRS, equipment.pay)
    .on(p.UseUp, Deed.THING, equipment.use_up)
    .on(p.Grant, Deed.REFEREE, equipment.grant)
    .on(p.Memorise, Deed.AFFAIRS, memory.memorise)
    .on(p.MemoriseAll, Deed.AFFAIRS, memory.memorise_all)
    .on(p.Forget, Deed.AFFAIRS, memory.forget)
    .on(p.CopySpell, Deed.THING, memory.copy_spell)
    .on(p.LearnSpell, Deed.REFEREE, memory.learn_spell)
    .on(p.CastSpell, Deed.CAST, memory.cast_spell)
    .on(p.AwardXp, Deed.REFEREE, levels.award_xp)
    .on(p.GiveXp, Deed.REFEREE, levels.give_xp)
    .on(p.PriceMonsters, Deed.REFEREE, levels.price_monsters)
    .on(p.ChooseClass, Deed.AFFAIRS, levels.choose_class)
    .on(p.Rest, Deed.AFFAIRS, healing.rest)
    .on(p.Bandage, Deed.TEND, healing.bandage)
    .on(p.StopBleeding, Deed.TEND, healing.stop_bleeding)
    .on(p.HealByMagic, Deed.REFEREE, healing.heal_by_magic)
    .on(p.Hurt, Deed.REFEREE, healing.hurt)
    .on(p.ChangeAbility, Deed.REFEREE, healing.change_ability)
    .on(p.ChangeCoins, Deed.REFEREE, healing.change_coins)
    .on(p.FindTreasure, Deed.REFEREE, treasure.find_treasure)
    .on(p.SecureTreasure, Deed.REFEREE, treasure.secure_treasure)
    .on(p.DivideTreasure, Deed.AFFAIRS, treasure.divide_treasure)
    .on(p.TakeItem, Deed.AFFAIRS, treasure.take_item)
    .on(p.Hire, Deed.AFFAIRS, company.hire)
    .on(p.PayWages, Deed.AFFAIRS, company.pay_wages)
    .on(p.Dismiss, Deed.AFFAIRS, company.dismiss)
    .on(p.Retire, Deed.AFFAIRS, company.retire)
    .on(p.JoinParty, Deed.AFFAIRS, company.join_party)
    .on(p.LeaveParty, Deed.AFFAIRS, company.leave_party)
    .on(p.MarchingOrder, Deed.AFFAIRS, company.marching_order)
    .on(p.PartyFight, Deed.REFEREE, mustering.party_fight)
    .on(x.StartExpedition, Deed.REFEREE, travel.start_expedition)
    .on(x.StateFacts, Deed.REFEREE, travel.state_facts)
    .on(x.EndExpedition, Deed.REFEREE, travel.end_expedition)
    .on(x.Go, Deed.MARCH, travel.go)
    .on(x.Bring, Deed.REFEREE, travel.bring)
    .on(x.WalkAbout, Deed.MARCH, travel.walk_about)
    .on(x.PassTurns, Deed.EXPLORE, clock.pass_turns)
    .on(x.AdvanceClock, Deed.REFEREE, clock.advance_clock)
    .on(x.Travel, Deed.MARCH, travel.travel)
    .on(x.JudgeTerrain, Deed.REFEREE, travel.judge_terrain)
    .on(x.JudgeWay, Deed.REFEREE, travel.judge_way)
    .on(x.KindleLight, Deed.THING, clock.kindle_light)
    .on(x.TakeLight, Deed.THING, clock.take_light)
    .on(x.DouseLight, Deed.THING, clock.douse_light)
    .on(x.OpenDoor, Deed.DOOR, doors.open_door)
    .on(x.JudgeDoor, Deed.REFEREE, doors.judge_door)
    .on(x.PickLock, Deed.THING, doors.pick_lock)
    .on(x.WedgeDoor, Deed.DOOR, doors.wedge_door)
    .on(x.JudgeWedge, Deed.REFEREE, doors.judge_wedge)
    .on(x.ShutDoor, Deed.DOOR, doors.shut_door)
    .on(x.MonstersPass, Deed.REFEREE, doors.monsters_pass)
    .on(x.Listen, Deed.EXPLORE, senses.listen)
    .on(x.TellNoise, Deed.REFEREE, senses.tell_noise)
    .on(x.Search, Deed.EXPLORE, senses.search)
    .on(x.Examine, Deed.EXPLORE, senses.examine)
    .on(x.JudgeSearch, Deed.REFEREE, senses.judge_search)
    .on(x.SpringTrap, Deed.REFEREE, traps.spring_trap)
    .on(x.Fall, Deed.REFEREE, traps.fall)
    .on(x.CheckWandering, Deed.REFEREE, wanderers.check_wandering)
    .on(x.Meet, Deed.REFEREE, meetings.meet)
    .on(x.JudgeMeeting, Deed.REFEREE, meetings.judge_meeting)
    .on(x.RollReaction, Deed.REFEREE, meetings.roll_reaction)
    .on(x.Parley, Deed.TALK, meetings.parley)
    .on(x.JudgeParley, Deed.REFEREE, meetings.judge_parley)
    .on(x.Engage, Deed.EXPLORE, encounter_fights.engage)
    .on(x.Flee, Deed.EXPLORE, meetings.flee)
    .on(x.PartWays, Deed.REFEREE, meetings.part_ways)
    .on(x.JudgeCaptives, Deed.REFEREE, captives.judge_captives)
    .on(x.SettleCaptive, Deed.REFEREE, captives.settle_captive)
    .on(x.PayRansom, Deed.AFFAIRS, captives.pay_ransom)
    .on(x.TakeFrom, Deed.THING, captives.take_from)
    .on(x.OfferBribe, Deed.REFEREE, loyalty.offer_bribe)
    .on(x.CheckLoyalty, Deed.REFEREE, loyalty.check_loyalty)
    .on(x.SetTreatment, Deed.REFEREE, loyalty.set_treatment)
    .on(x.SetLoyalty, Deed.REFEREE, loyalty.set_loyalty)
    .on(x.StartJoust, Deed.REFEREE, joust.start_joust)
    .on(x.JoustOf, Deed.REFEREE, joust.joust_of)
    .on(x.Charge, Deed.AFFAIRS, joust.charge)
    .on(x.Withdraw, Deed.AFFAIRS, joust.withdraw)
    .on(x.JudgeDraw, Deed.REFEREE, joust.judge_draw)
    .on(x.NameRansom, Deed.REFEREE, joust.name_ransom)
    .on(w.Muster, Deed.REFEREE, mustering.muster)
    .on(w.UsePower, Deed.POWER, monster_actions.use_power)
    .on(w.UseDevice, Deed.THING, devices.use_device)
    .on(w.ThrowOil, Deed.THROW, oil.throw_oil)
    .on(w.LightOil, Deed.THROW, oil.light_oil)
    .on(w.TurnUndead, Deed.POWER, turning.turn_undead)
    .on(w.AvertEyes, Deed.LOOK, hit_effects.avert_eyes)
    .on(w.Sense, Deed.REFEREE, unseen.sense)
    .on(w.Locate, Deed.REFEREE, unseen.locate)
    .on(w.SizeUp, Deed.REFEREE, oil.size_up)
    .on(w.EndEffect, Deed.REFEREE, effects.end_effect)
    .on(w.PickUp, Deed.THING, throwing.pick_up)
    .on(w.Present, Deed.THROW, perils.present)
    .on(w.Expose, Deed.REFEREE, perils.expose)
    .on(w.SayWhere, Deed.REFEREE, perils.say_where)
    .on(w.TouchHazard, Deed.REFEREE, perils.touch_hazard)
    .on(w.RollTreasure, Deed.REFEREE, hoards.roll_treasure)
    .on(w.UseThing, Deed.THING, card_deck.use_thing)
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
        tuple(RULINGS), (c.CallSave, c.AllowSubstitute, *p.REFEREES, *w.REFEREES), (*p.PARTYS, *x.PARTYS)
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
    advise=Moment(shapes.advise, creatures.advise, oil.advise),
    aftermath=Moment(rounds.aftermath),
    beyond_tables=joining.beyond_tables,
    closing_turn=Moment(),
    fight_ends=Moment(oil.burns_on, walls.fall),
    fight_ended=Moment(
        battle.fight_ended, clock.fight_ended, encounter_fights.fight_ended, captives.fight_ended, effects.fight_ended
    ),
    may_start=joining.may_start,
    told_of_intent=rounds.told_of_intent,
    choices=powers_offers.choices,
    further_choices=powers_offers.further_choices,
    use_of_powers=natures.use_of_powers,
    suggest=automatic_player.suggest,
    next_to_act=automatic_player.next_to_act,
    worth_chasing=tactics.worth_chasing,
    name_of=telling.name_of,
    picture=pictures.picture,
    words={**narration.WORDS, **people_telling.WORDS, **exploring_telling.WORDS, **telling.WORDS},
    memorise_all=memory.memorise_all,
    days_to_full_recovery=healing.days_to_full_recovery,
    time_passed=Moment(clock.time_passed, effects.time_passed, item_use.time_passed),
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
    finish_what_is_in_hand=clock.finish_what_is_in_hand,
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
    walk_on=travel.walk_on,
    check_for_wanderers=wanderers.check_for_wanderers,
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
)
"""The rules of the game."""


def white_box() -> BoxGame:
    """The game of the white box."""
    return BoxGame(RULES)
