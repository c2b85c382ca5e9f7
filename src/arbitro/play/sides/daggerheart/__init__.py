"""The game of Hope and Fear in a campaign: action rolls for doors and walls, Fear that grows in the dark, two rests.

Our rulings: a place of the dungeon is a scene as soon as somebody rolls in it, in an environment whose tier the depth
says; traps call for reaction rolls; whoever leads a flight rolls Agility against the worst of the foes; a short rest
takes an hour and may be interrupted, a long one needs the town or the open sky; ten coins make a handful; a level is
gained in town after so many encounters won.
"""

from arbitro.kernel.hooks import Rulings
from arbitro.play import plain
from arbitro.play.deeds import Deed
from arbitro.play.maker import Maker
from arbitro.play.scene import Scene
from arbitro.play.side import Bound, Desk, Front, Meetings, Party, Perils, Side, Wishes
from arbitro.play.sides.daggerheart import camps, captives, front, harms, making, party, rising, scenes, wishes
from arbitro.play.sides.daggerheart.party import PACKAGE, DaggerheartSide
from arbitro.play.sides.daggerheart.state import (
    EVENTS,
    FOLDS,
    Camp,
    DaggerheartCampaign,
    DwellHere,
    Enlist,
    RunAway,
)
from arbitro.play.sides.walking import chores, endings, errands, ground, hand_to_hand, meetings, page, parting
from arbitro.play.sides.walking import front as walking_front
from arbitro.play.sides.walking.events import PlaceSearched
from arbitro.rules.daggerheart import Spotlight
from arbitro.rules.daggerheart.people import Sheet
from arbitro.rules.daggerheart.tokens import kind_glyph


def walker(game: Spotlight) -> DaggerheartSide:
    """What the game says of itself."""
    from_books = Bound(game.rules.books)
    return DaggerheartSide(
        game=game,
        not_offered=frozenset({"begin_rest", "end_scene", "free_captive"}),
        restful=camps.RESTFUL,
        people=party.people,
        able=from_books(party.able),
        could_act=from_books(party.could_act),
        whole=party.whole,
        level=party.party_level,
        rests=party.rests,
        best_for=from_books(scenes.best_for),
        money=party.money,
        receive_thing=party.receive_thing,
        goods=hand_to_hand.goods,
        change_hands=hand_to_hand.change_hands,
        left_by=hand_to_hand.left_by,
        strip=hand_to_hand.strip,
        leave=scenes.leave,
        attempt=scenes.attempt,
        stocker=from_books(party.stocker),
        kind=from_books(party.kind),
        glyph=from_books(kind_glyph),
        mindless=from_books(party.mindless),
        busy=party.busy,
        fighting=party.fighting,
        start_fight=scenes.start_fight,
        foes_left=from_books(scenes.foes_left),
        ending_rules=scenes.ending_rules,
        won=scenes.won,
        come_round=scenes.come_round,
        perish=scenes.perish,
        held_by=captives.HELD,
        ransom_option="ransom_per_level",
        potions_of=party.no_potions,
        rejoined=captives.rejoined,
        slain=captives.slain,
    )


def rulings(side: DaggerheartSide) -> Rulings[Scene, Deed]:
    """Who decides its own commands, and what sort of deed each is."""
    of = Bound(side)
    return (
        page.rulings(side)
        .on(Enlist, Deed.REFEREE, party.enlist)
        .on(Camp, Deed.PARTY, of(camps.camp))
        .on(DwellHere, Deed.PARTY, of(camps.dwell_here))
        .on(RunAway, Deed.PARTY, of(scenes.run_away))
    )


def _maker(game: Spotlight, side: DaggerheartSide) -> Maker:
    """How characters are made, and what stands on their sheets."""
    from_books = Bound(game.rules.books)
    return Maker(
        texts=party.TEXTS,
        plan=making.PLAN,
        sheet_type=Sheet,
        known=making.known,
        steps=from_books(making.steps),
        called=from_books(making.called),
        meaning=from_books(making.meaning),
        enter=making.enter,
        enlisting=from_books(making.enlisting),
        sheets=making.sheets,
        sense=rising.sense(side),
    )


def daggerheart_side(game: Spotlight) -> Side:
    """The game of Hope and Fear."""
    side = walker(game)
    of, from_books = Bound(side), Bound(game.rules.books)
    return Side(
        game=game,
        state_type=DaggerheartCampaign,
        events=(*page.EVENTS, *EVENTS),
        folds={**page.FOLDS, **FOLDS},
        bodies=scenes.BODIES,
        rulings=rulings(side),
        option_packages=(page.WALKING, PACKAGE),
        text_packages=(page.WALKING, PACKAGE),
        party=Party(
            parties=party.parties,
            gather=party.gather,
            newcomers=of(parting.newcomers),
            people=party.people,
            adventurers=party.people,
            able=from_books(party.able),
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
        road=page.road(of(camps.lodge), of(camps.come_home)),
        walk=page.walk(side),
        inner=page.inner(side, of(scenes.after)),
        perils=Perils(
            apply=of(harms.apply),
            ailment_over=harms.ailment_over,
            lend=harms.lend,
            noticed=of(scenes.noticed),
            forced=of(scenes.forced),
            may_look_for_traps=errands.may_look_for_traps,
            look_for_traps=of(errands.look_for_traps),
            trap_chance=plain.unknown_chance,
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
            foes=scenes.foes,
            met=meetings.met,
            foe=meetings.foe,
            menace=from_books(scenes.menace),
            reinforce=scenes.reinforce,
            take_out=of(scenes.take_out),
        ),
        parting=page.apart(side, party.abandon),
        stores=page.stores(side, from_books(scenes.kinds)),
        desk=Desk(distances=True, restock=plain.no_facts),
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
            owner=Bound(game)(plain.owner),
            kind_of=front.kind_of,
            choices=of(front.choices),
            next_to_act=of(front.next_to_act),
            suggest=of(front.suggest),
            status=of(ground.status),
            cards=of(front.cards),
            sketch=of(walking_front.sketch),
            untold=plain.told,
            words_for=of(walking_front.words_for),
        ),
    )
