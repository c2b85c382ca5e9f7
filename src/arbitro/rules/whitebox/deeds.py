"""What sort of thing each command is to everybody who watches, and what follows from it: said once, here.

Every command names its deed (`DEEDS`); a game cannot be made with one that names none. Whoever is unseen, hidden,
singing or in another shape is therefore treated alike at every way of striking, throwing, using a thing or casting:
what a chapter has to say about deeds is a function of `Customs` (see `customs`), asked at every command.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final

from msgspec import Struct

from arbitro.kernel.command import Command, Refusal
from arbitro.rules.whitebox import commands as c
from arbitro.rules.whitebox.basics import Scene
from arbitro.rules.whitebox.exploring import commands as x
from arbitro.rules.whitebox.people import commands as p
from arbitro.rules.whitebox.powers import commands as w
from arbitro.rules.whitebox.state import State


class Deed(Enum):
    """What a command is, as others see it."""

    STRIKE = "strike"
    """A blow or a shot with a weapon of one's own, claws among them."""
    THROW = "throw"
    """Something thrown, poured or held out at a foe: oil, fire, holy water, garlic."""
    CAST = "cast"
    POWER = "power"
    """A power of one's own: breath, a cry, a touch, standing against the undead."""
    THING = "thing"
    """Something carried is used, taken up or handed over."""
    TEND = "tend"
    """Somebody's wounds are seen to."""
    SING = "sing"
    SKILL = "skill"
    """A skill of one's class, hiding among them."""
    SHIFT = "shift"
    """Into another shape, or back."""
    WALK = "walk"
    FLEE = "flee"
    YIELD = "yield"
    TALK = "talk"
    LOOK = "look"
    """Eyes, ears and attention: nothing that others would notice."""
    DOOR = "door"
    """A door is pushed open, shut or held."""
    MARCH = "march"
    """The party goes somewhere, by a door, a passage or a road: whoever cannot walk is carried or left."""
    EXPLORE = "explore"
    """Searching, waiting: what is done on an expedition without things of one's own."""
    AFFAIRS = "affairs"
    """Sheets, shops, study, company: what is done at leisure."""
    REFEREE = "referee"
    """The referee's word."""


ATTACKS: Final = frozenset((Deed.STRIKE, Deed.THROW))
"""Deeds that are always an attack; others are one when they are meant to harm somebody."""
HEARD: Final = frozenset((Deed.CAST, Deed.POWER, Deed.SING, Deed.YIELD, Deed.TALK))
"""Deeds that give away where an unseen doer is, attack or not (WB-INVIS-01)."""

_BY_DEED: Final[Mapping[Deed, tuple[type[Command], ...]]] = {
    Deed.STRIKE: (c.Attack,),
    Deed.THROW: (w.ThrowOil, w.LightOil, w.Present),
    Deed.CAST: (c.Cast, c.Prepare, p.CastSpell),
    Deed.POWER: (w.UsePower, w.TurnUndead),
    Deed.THING: (
        c.ReadyWeapon, w.UseDevice, w.PickUp, w.UseThing, x.KindleLight, x.DouseLight, x.TakeLight,
        x.PickLock, x.TakeFrom, p.Carry, p.Give, p.UseUp, p.CopySpell,
    ),
    Deed.TEND: (c.BindWounds, p.Bandage, p.StopBleeding),
    Deed.WALK: (c.Move, c.Close),
    Deed.FLEE: (c.Run,),
    Deed.YIELD: (c.Surrender,),
    Deed.TALK: (x.Parley,),
    Deed.LOOK: (c.Declare, c.EndTurn, w.AvertEyes),
    Deed.DOOR: (x.OpenDoor, x.WedgeDoor, x.ShutDoor),
    Deed.MARCH: (x.Go, x.WalkAbout, x.Travel),
    Deed.EXPLORE: (x.PassTurns, x.Listen, x.Search, x.Examine, x.Engage, x.Flee),
    Deed.AFFAIRS: (
        p.RollAbilities, p.CreateCharacter, p.RandomCharacter, p.RandomParty, p.ReadyParty, p.Enrol, p.Buy, p.Sell,
        p.Pay, p.Memorise, p.MemoriseAll, p.Forget, p.ChooseClass, p.Rest, p.DivideTreasure, p.TakeItem, p.Hire,
        p.PayWages, p.Dismiss, p.Retire, p.JoinParty, p.LeaveParty, p.MarchingOrder, x.Charge, x.Withdraw,
        x.PayRansom,
    ),
    Deed.REFEREE: (
        c.StartFight, c.JudgeSurprise, c.CheckMorale, c.CallSave, c.NameDanger, c.SettleSave, c.AllowSubstitute,
        c.EndFight, p.SellFor, p.Grant, p.LearnSpell, p.AwardXp, p.GiveXp, p.PriceMonsters, p.HealByMagic, p.Hurt,
        p.ChangeAbility, p.ChangeCoins, p.FindTreasure, p.SecureTreasure, p.PartyFight, x.StartExpedition,
        x.StateFacts, x.EndExpedition, x.Bring, x.AdvanceClock, x.JudgeTerrain, x.JudgeDoor, x.JudgeWedge,
        x.MonstersPass, x.TellNoise, x.JudgeSearch, x.SpringTrap, x.Fall, x.CheckWandering, x.Meet, x.JudgeMeeting,
        x.RollReaction, x.JudgeParley, x.PartWays, x.OfferBribe, x.CheckLoyalty, x.SetTreatment, x.SetLoyalty,
        x.StartJoust, x.JoustOf, x.JudgeDraw, x.NameRansom, x.JudgeCaptives, x.SettleCaptive, w.Muster,
        w.Sense, w.Locate, w.SizeUp, w.EndEffect, w.Expose, w.SayWhere, w.TouchHazard, w.RollTreasure,
    ),
}  # fmt: skip


def each_by_deed(named: Mapping[Deed, tuple[type[Command], ...]]) -> dict[type[Command], Deed]:
    """Each command with its deed."""
    return {command: deed for deed, commands in named.items() for command in commands}


DEEDS: Final = each_by_deed(_BY_DEED)
"""The deed of every command of White Box."""
UNNOTICED: Final = frozenset((Deed.LOOK, Deed.MARCH, Deed.EXPLORE, Deed.AFFAIRS, Deed.REFEREE))
"""Deeds that no custom has anything to say about."""


class Act(Struct, frozen=True):
    """Somebody does something, at somebody or not."""

    deed: Deed
    who: str
    target: str = ""
    harms: bool = False
    """Whether it is an attack, or meant to harm somebody."""


class Customs(Struct, frozen=True):
    """What parts of a game have to say about deeds, each a function of the rules; asked in the order written here."""

    forbid: tuple[Callable[[Any, State, Act], Refusal | None], ...] = ()
    """The first objection stands; before anything else is asked."""
    before: tuple[Callable[[Any, Scene, Act], None], ...] = ()
    """What a deed ends as it begins."""
    after: tuple[Callable[[Any, Scene, Act], None], ...] = ()
    """What it brings about for whoever did it."""
