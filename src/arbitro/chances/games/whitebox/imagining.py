"""A fight of the family of the white box as somebody in a seat may imagine it.

People whose numbers the seat may not know are taken from what it sees of them: their name, their place, how hurt they
look, what they have been seen to do. Their numbers come from the bestiary under that name, with size, variety and hit
points by lot; whoever is in no book is taken to be about as strong as one's own best. Things whose powers nobody has
found out are left where they are. Nothing else of what is hidden enters.
"""

from functools import lru_cache
from typing import Any, Final

from msgspec.structs import fields, replace

from arbitro.dice.amount import Amount
from arbitro.dice.stream import Dice
from arbitro.kernel.same import Same
from arbitro.kernel.seat import Seat
from arbitro.rules.whitebox.basics import fight as fight_of
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.content import WhiteBoxContent
from arbitro.rules.whitebox.movement import combat_move
from arbitro.rules.whitebox.ongoing_effects import EffectKind
from arbitro.rules.whitebox.powers.creatures import by_lot
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.state import MELEE_REACH, Combatant, Intent, Profile, State
from arbitro.rules.whitebox.terms import Named, Weapon
from arbitro.rules.whitebox.view import Numbers, Person

UNFELT: Final[frozenset[EffectKind]] = frozenset({"lycanthropy", "diseased"})
"""What not even its bearer knows of."""
ELSEWHERE: Final = ("expedition", "joust", "pending", "delve", "journey")
"""What of a table, or of a variant's, has no part in a fight and may hold secrets."""
LONGEST_HOLD: Final = 6
"""Rounds for which somebody is thought to stay held, at most."""
ARMS: Final = (Weapon("arms", Named("arma", "weapon", "f"), Amount(1, 6)),)
COMMON_ARMOUR: Final = 13
"""The armour class of a stranger: leather and a shield."""


def imagined(ruleset: Any, state: State, seat: Seat, dice: Dice) -> State:
    """The fight with everything that the seat may not know drawn anew."""
    fight = fight_of(state)
    seen: dict[str, Person] = {one.id: one for one in ruleset.view(state, seat).fight.people}
    known = [(one.numbers.level, one.at or 0) for one in seen.values() if one.numbers is not None]
    own = max(known, default=(1, 0))
    people = {}
    for who, one in fight.combatants.items():
        person = seen[who]
        if person.numbers is not None:
            people[who] = _as_known(state, one, person.numbers)
        else:
            people[who] = _guessed(ruleset.rules, one, person, own, fight.round, dice)
    for who, one in people.items():
        if seen[who].numbers is None and one.intent is not None and not seat.knows(ruleset.rules.told_of_intent(one)):
            people[who] = replace(one, intent=_likely(one, people))
    effects = {
        who: tuple([each for each in held if _felt(each.kind, seen.get(who))]) for who, held in state.effects.items()
    }
    elsewhere = {each.name: None for each in fields(state) if each.name in ELSEWHERE}
    sheets = {
        who: replace(sheet, items={key: item for key, item in sheet.items.items() if item.known})
        for who, sheet in state.characters.items()
        if who not in seen or seen[who].numbers is not None
    }
    strangers = state.characters.keys() - sheets.keys()
    return replace(
        state,
        fight=replace(fight, combatants=people, plain=False),
        effects=effects,
        characters=sheets,
        party=replace(state.party, order=tuple([who for who in state.party.order if who not in strangers])),
        **elsewhere,
    )


def _felt(kind: EffectKind, person: Person | None) -> bool:
    """Whether the seat may know that something lasts on somebody."""
    if person is None or person.numbers is not None:
        return kind not in UNFELT
    return kind in person.effects


def _as_known(state: State, one: Combatant, numbers: Numbers) -> Combatant:
    """One of one's own, without the powers of things that nobody has found out."""
    sheet = state.characters.get(one.id)
    if sheet is None or all(item.known for item in sheet.items.values()):
        return one
    powers = one.profile.powers
    if powers is not None:
        unknown = {key for key, item in sheet.items.items() if not item.known}
        devices = tuple([each for each in powers.devices if each.id.partition("~")[0] not in unknown])
        powers = replace(powers, devices=devices)
    return replace(one, profile=replace(one.profile, armour=numbers.armour, weapons=numbers.weapons, powers=powers))


# ---------------------------------------------------------------- strangers


def _guessed(rules: Rules, one: Combatant, person: Person, own: tuple[int, int], now: int, dice: Dice) -> Combatant:
    """Somebody as they may be who look like this and have done what they were seen to do.

    `own` is how strong one's own best is, and where one's own stand: an unseen foe may be there too.
    """
    kind = _kind_called(rules, person.name)
    member = _plain_stranger(person, own[0]) if kind is None else by_lot(rules, kind, person.side, dice)
    profile = replace(member.profile, id=person.id, name=person.name)
    began, hp = _hurt_so(member.hp, person, dice)
    weapons = [weapon.id for weapon in profile.weapons]
    in_sight = person.at is not None
    return Combatant(
        profile,
        hp,
        own[1] if person.at is None else person.at,
        began,
        person.condition,
        one.attacked,
        one.attacks_made,
        one.moved if in_sight else -1,
        one.moved_from if in_sight else 0,
        one.busy,
        now + dice.roll(LONGEST_HOLD, "lot").face - 1 if person.held else -1,
        cast=one.cast,
        weapon=one.weapon if one.weapon in weapons else next(iter(weapons), ""),
        intent=one.intent,
        spent=one.spent,
        used=one.used,
        struck=one.struck,
        stirred=one.stirred,
        last_blow=one.last_blow,
        gave_up=one.gave_up,
    )


def _kind_called(rules: Rules, name: Named) -> str | None:
    """The monster of the book that is called so."""
    return _kinds(Same(rules.content)).get((name.it.casefold(), name.en.casefold()))


@lru_cache(maxsize=8)
def _kinds(content: Same[WhiteBoxContent]) -> dict[tuple[str, str], str]:
    """The monsters of a book by their names in both languages."""
    return {
        (entry.name.it.casefold(), entry.name.en.casefold()): kind for kind, entry in content.thing.monsters.items()
    }


def _plain_stranger(person: Person, level: int) -> Member:
    """Somebody of whom no book tells: of such a level, lightly armoured, with an ordinary weapon."""
    dice = Amount(max(level, 1), 6)
    most = dice.count * dice.sides
    profile = Profile(
        person.id, person.name, person.side, "npc", most, COMMON_ARMOUR, ARMS, level=level, to_hit=level // 2,
        save=max(2, 19 - level), group=person.side,
    )  # fmt: skip
    return Member(profile, dice, person.at or 0)


def _hurt_so(amount: Amount, person: Person, dice: Dice) -> tuple[int, int]:
    """Hit points at the beginning and now, by lot, for somebody who looks so hurt."""
    began = max(amount.total(amount.roll(dice, "lot")), 1)
    if person.wounds == "down" or person.condition != "up":
        return began, 0 if person.condition == "dead" else -1 if person.wounds == "down" else began
    if person.wounds == "none":
        return began, began
    if person.wounds == "light":
        began = max(began, 3)  # of less, nothing is left that looks light
        least = began // 2 + 1
        return began, least + dice.roll(began - least, "lot").face - 1
    began = max(began, 2)
    return began, dice.roll(began // 2, "lot").face


def _likely(one: Combatant, people: dict[str, Combatant]) -> Intent:
    """What somebody has probably declared in secret: blows where an enemy is near, else shots where they can."""
    kinds = {weapon.kind for weapon in one.profile.weapons}
    gaps = [abs(foe.at - one.at) for foe in people.values() if foe.profile.side != one.profile.side]
    near = min(gaps, default=0) <= MELEE_REACH + combat_move(one)
    return Intent("melee" if "melee" in kinds and (near or "missile" not in kinds) else "missile")
