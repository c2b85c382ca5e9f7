"""The engine of the archmages in a campaign: its checks, battles, rests and heal-ups in the appendix's dungeon.

Our rulings: the depth of the dungeon stands for the tier of the surroundings; a trap that hurts allows a quick rest as
a battle does; who flees gets back to where the party came from; days at the inn bring a full heal-up; a level is gained
in town after as many average battles as make three full heal-ups (the content prints three to four).
"""

from dataclasses import replace

from arbitro.kernel.hooks import Rulings
from arbitro.play import plain
from arbitro.play.deeds import Deed
from arbitro.play.maker import Maker, MakingDice, OnSheet
from arbitro.play.scene import Scene
from arbitro.play.side import Bound, Desk, Front, Meetings, Party, Perils, Side, Wishes
from arbitro.play.sides.archmage import battles, front, growing, harms, making, party, rising, town, treasures, wishes
from arbitro.play.sides.archmage.events import EVENTS, FOLDS, ArchmageCampaign, DrinkUp, Enlist, TrySkill
from arbitro.play.sides.archmage.gear import BuyPotions, GiveItem, WearItem
from arbitro.play.sides.archmage.growth import ChangePower, LetChoose, PutOffChoices, TakeChoice
from arbitro.play.sides.archmage.party import ArchmageSide
from arbitro.play.sides.walking import chores, endings, errands, ground, meetings, page, parting
from arbitro.play.sides.walking import front as walking_front
from arbitro.play.sides.walking.events import PlaceSearched
from arbitro.rules.archmage import Archmage
from arbitro.rules.archmage.characters import Hero
from arbitro.rules.archmage.events import Fell
from arbitro.rules.archmage.tokens import kind_glyph


def walker(game: Archmage) -> ArchmageSide:
    """What the engine says of itself."""
    from_books = Bound(game.rules.books)
    return ArchmageSide(
        game=game,
        not_offered=frozenset({"full_heal_up"}),
        restful=battles.RESTFUL,
        people=party.people,
        able=party.able,
        could_act=party.could_act,
        whole=party.whole,
        level=party.party_level,
        rests=party.rests,
        best_for=battles.best_for,
        money=ground.money,
        receive_thing=treasures.receive_thing,
        goods=battles.goods,
        change_hands=battles.change_hands,
        left_by=battles.left_by,
        strip=battles.strip,
        leave=ground.leave,
        attempt=battles.attempt,
        stocker=from_books(party.stocker),
        kind=from_books(battles.kind),
        glyph=from_books(kind_glyph),
        mindless=from_books(battles.mindless),
        busy=party.busy,
        fighting=party.fighting,
        start_fight=battles.start_fight,
        foes_left=from_books(battles.foes_left),
        ending_rules=battles.ending_rules,
        won=battles.won,
        come_round=battles.come_round,
        perish=battles.perish,
        held_by=battles.HELD,
        ransom_option="ransom_per_level",
        potions_of=battles.potions_of,
        rejoined=battles.rejoined,
        slain=battles.slain,
    )


def rulings(side: ArchmageSide) -> Rulings[Scene, Deed]:
    """Every command of this side, with its rule."""
    of = Bound(side)
    return (
        page.rulings(side)
        .on(Enlist, Deed.REFEREE, party.enlist)
        .on(DrinkUp, Deed.PARTY, of(battles.drink_up))
        .on(TrySkill, Deed.PARTY, of(battles.try_skill))
        # what a new level brings
        .on(TakeChoice, Deed.PARTY, of(growing.take_choice))
        .on(LetChoose, Deed.PARTY, of(growing.let_choose))
        .on(PutOffChoices, Deed.PARTY, of(growing.put_off))
        .on(ChangePower, Deed.PARTY, of(growing.change_power))
        # magic items, and potions
        .on(WearItem, Deed.PARTY, of(treasures.wear_item))
        .on(GiveItem, Deed.PARTY, of(treasures.give_item))
        .on(BuyPotions, Deed.PARTY, of(treasures.buy_potions))
    )


def _maker(game: Archmage, side: ArchmageSide) -> Maker:
    """How characters are made, and what stands on their sheets."""
    from_books = Bound(game.rules.books)
    return Maker(
        texts=party.TEXTS,
        plan=making.PLAN,
        sheet_type=Hero,
        known=making.known,
        steps=from_books(making.steps),
        called=from_books(making.called),
        meaning=Bound(game)(making.meaning),
        enter=making.enter,
        enlisting=from_books(making.enlisting),
        sheets=making.sheets,
        dice=MakingDice(throw=making.throw, thrown=making.thrown),
        sense=rising.sense(side),
        on_sheet=OnSheet(from_books(making.about), Bound(game)(making.chosen)),
    )


def archmage_side(game: Archmage) -> Side:
    """The engine of the archmages."""
    side = walker(game)
    of, from_books = Bound(side), Bound(game.rules.books)
    return Side(
        game=game,
        state_type=ArchmageCampaign,
        events=(*page.EVENTS, *EVENTS),
        folds={**page.FOLDS, **FOLDS},
        bodies={Fell: battles.struck_dead},
        rulings=rulings(side),
        option_packages=(page.WALKING, party.PACKAGE),
        text_packages=(page.WALKING, party.PACKAGE),
        party=Party(
            parties=party.parties,
            gather=party.gather,
            newcomers=of(parting.newcomers),
            people=party.people,
            adventurers=party.people,
            able=party.able,
            leading=of(parting.leading),
            fighters=party.fighters,
            lost=of(endings.lost),
            dead=party.dead,
            lies=plain.lies_where_last,
            seats=party.seats,
            whole=party.whole,
        ),
        maker=_maker(game, side),
        purse=page.purse(side),
        road=replace(page.road(of(town.lodge), of(town.come_home)), set_out=of(town.set_out)),
        walk=page.walk(side),
        inner=page.inner(side, of(battles.after)),
        perils=Perils(
            apply=of(harms.apply),
            ailment_over=harms.ailment_over,
            lend=harms.lend,
            noticed=battles.noticed,
            forced=battles.forced,
            may_look_for_traps=errands.may_look_for_traps,
            look_for_traps=of(errands.look_for_traps),
            trap_chance=of(battles.trap_chance),
            check_chances=dict.fromkeys(battles.ERRANDS, of(battles.check_chance)),
            sees_in_passing=plain.unseen_in_passing,
            bather=of(party.bather),
            cannot_swim=plain.nobody_sinks,
            searches=(PlaceSearched,),
        ),
        meetings=Meetings(
            busy=party.busy,
            fighting=party.fighting,
            slot=meetings.meeting_slot,
            where=plain.nowhere,
            spring=meetings.spring,
            foes=battles.foes,
            met=meetings.met,
            foe=meetings.foe,
            menace=from_books(battles.menace),
            reinforce=battles.reinforce,
            take_out=of(battles.take_out),
        ),
        parting=page.apart(side, party.abandon),
        stores=page.stores(side, from_books(battles.kinds)),
        desk=Desk(restock=plain.no_facts),
        wishes=Wishes(
            care=of(wishes.care),
            weary=of(wishes.weary),
            dare=party.dare,
            onward=ground.onward,
            open_up=of(ground.open_up),
            barred=plain.nothing_barred,
            wait=of(ground.wait),
            dares_free=of(ground.dares_free),
            unlit=plain.not_unlit,
        ),
        chores=chores.chores(side, of(wishes.mend), wishes.ROUTINE),
        front=Front(
            owner=of(front.owner),
            kind_of=front.kind_of,
            choices=of(front.choices),
            next_to_act=of(walking_front.next_to_act),
            suggest=of(front.suggest),
            status=of(ground.status),
            cards=of(front.cards),
            sketch=of(walking_front.sketch),
            untold=plain.told,
            words_for=of(front.words_for),
        ),
    )
