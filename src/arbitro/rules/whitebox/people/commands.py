"""What may be asked for between fights: characters, their things, rest, spells, treasure, the party."""

from typing import Final

from msgspec import field

from arbitro.dice.amount import Amount
from arbitro.kernel.command import Command
from arbitro.rules.whitebox.commands import Member
from arbitro.rules.whitebox.measure import Ability, Alignment
from arbitro.rules.whitebox.people.state import Character, Coins, Hoard, Kind, Place, Sort
from arbitro.rules.whitebox.terms import Named


class RollAbilities(Command, frozen=True, tag="roll_abilities"):
    """Throw 3d6 for each attribute in order, for a character that is to be made."""

    who: str


class CreateCharacter(Command, frozen=True, kw_only=True, tag="create_character"):
    """Make a character. What is left out is rolled, or filled in as the book has it."""

    who: str
    name: Named
    folk: str
    class_id: str
    alignment: Alignment
    abilities: dict[Ability, int] = field(default_factory=dict)
    """Typed scores; empty: those of `RollAbilities`, or rolled now."""
    trades: dict[Ability, int] = field(default_factory=dict)
    """Points taken from attributes to raise the prime one of the class, two for one."""
    hit_dice: tuple[int, ...] = ()
    """Typed hit dice, as they fell; empty: rolled now."""
    gold: int = -1
    """Typed starting gold; -1: rolled now."""
    level: int = 1
    languages: tuple[str, ...] = ()
    """Beyond those that everybody of the people and class speaks."""
    book: tuple[str, ...] = ()
    """Spells of the first book; empty: chosen by lot."""
    buy: dict[str, int] = field(default_factory=dict)
    """Equipment bought at once: ids of the lists and how many purchases."""
    kit: bool = False
    """Whether to spend the gold on what the class usually takes along."""
    kind: Kind = "player"
    employer: str = ""
    join: bool = True
    """Whether the newcomer joins the party, at the end of the line."""


class RandomCharacter(Command, frozen=True, tag="random_character"):
    """Make a character by lot, equipped for adventure."""

    who: str = ""
    """The id; empty: made from the name."""
    level: int = 1
    class_id: str = ""
    folk: str = ""


class RandomParty(Command, frozen=True, tag="random_party"):
    """Make a whole party by lot."""

    size: int = 4
    level: int = 1


class ReadyParty(Command, frozen=True, tag="ready_party"):
    """Let a ready-made party (``content/parties.yaml``) enter."""

    party: str


class Enrol(Command, frozen=True, tag="enrol"):
    """Let a finished character enter, from another table or a file; the sheet is checked from top to bottom."""

    character: Character


class Buy(Command, frozen=True, tag="buy"):
    """Buy from the lists of arms, armour, gear and transport, at list price."""

    who: str
    item: str
    count: int = 1


class Sell(Command, frozen=True, tag="sell"):
    """Sell things of one's own: half the list price, valuables (``gem``, ``jewellery``, ``goods``) in full."""

    who: str
    item: str
    count: int = 1


class SellFor(Command, frozen=True, tag="sell_for"):
    """The referee lets somebody sell a thing for a price, magic for instance."""

    who: str
    item: str
    gp: int
    count: int = 1


class Carry(Command, frozen=True, tag="carry"):
    """Put a thing in hand, on the body, into the pack, or leave it elsewhere (mount, cart, camp)."""

    who: str
    item: str
    where: Place


class Give(Command, frozen=True, tag="give"):
    """Hand things over to somebody."""

    who: str
    item: str
    to: str
    count: int = 1


class Pay(Command, frozen=True, tag="pay"):
    """Hand coins over to somebody; to nobody when they are spent."""

    who: str
    coins: Coins
    to: str = ""


class UseUp(Command, frozen=True, tag="use_up"):
    """Use things up, or throw them away."""

    who: str
    item: str
    count: int = 1


class Grant(Command, frozen=True, tag="grant"):
    """The referee lets somebody have a thing: found, given, stolen."""

    who: str
    sort: Sort
    item: str
    count: int = 1
    plus: int = 0
    charges: int = -1


class Memorise(Command, frozen=True, tag="memorise"):
    """Take a spell into memory, within what the day allows."""

    who: str
    spell: str


class MemoriseAll(Command, frozen=True, tag="memorise_all"):
    """Fill the free places in memory with spells of the book or list, each once before any twice."""

    who: str


class Forget(Command, frozen=True, tag="forget"):
    """Let a memorised spell go, to make room for another."""

    who: str
    spell: str


class CopySpell(Command, frozen=True, tag="copy_spell"):
    """Copy a spell from a scroll into the book; the scroll is used up."""

    who: str
    item: str
    spell: str


class LearnSpell(Command, frozen=True, tag="learn_spell"):
    """The referee lets a spell be entered into somebody's book: taught, or found."""

    who: str
    spell: str


class CastSpell(Command, frozen=True, tag="cast_spell"):
    """Cast a memorised spell outside a fight; it is gone from memory, and the referee says what comes of it."""

    who: str
    spell: str
    target: str = ""


class AwardXp(Command, frozen=True, tag="award_xp"):
    """The referee divides the experience of monsters slain and treasure secured among those who took part."""


class GiveXp(Command, frozen=True, tag="give_xp"):
    """The referee gives one character experience, by hand."""

    who: str
    xp: int
    reason: str = ""


class PriceMonsters(Command, frozen=True, tag="price_monsters"):
    """The referee says what slain monsters without a printed value are worth, all together."""

    xp: int


class ChooseClass(Command, frozen=True, tag="choose_class"):
    """An elf takes up another of its classes for the coming adventure; the referee says when one begins."""

    who: str
    class_id: str


class Rest(Command, frozen=True, tag="rest"):
    """Let days of rest pass for the whole table; `broken`: the last of them was interrupted and gives nothing."""

    days: int
    broken: bool = False


class Bandage(Command, frozen=True, tag="bandage"):
    """First aid after a battle, by the option `bind_wounds`."""

    who: str
    patient: str


class StopBleeding(Command, frozen=True, tag="stop_bleeding"):
    """Bind the wounds of somebody who bleeds below 0, outside a fight."""

    who: str
    patient: str


class HealByMagic(Command, frozen=True, tag="heal_by_magic"):
    """The referee lets magic restore hit points outside a fight."""

    who: str
    amount: Amount


class Hurt(Command, frozen=True, tag="hurt"):
    """The referee lets somebody lose hit points outside a fight: a fall, a trap, hunger."""

    who: str
    amount: Amount


class ChangeAbility(Command, frozen=True, tag="change_ability"):
    """The referee lets magic change an attribute for good, within the bounds that are given."""

    who: str
    ability: Ability
    by: int
    lowest: int = 3
    highest: int = 18


class ChangeCoins(Command, frozen=True, tag="change_coins"):
    """The referee lets somebody's coins change without a trade: turned to lead, say, or to platinum."""

    who: str
    coins: Coins
    """What is in the purse afterwards."""


class FindTreasure(Command, frozen=True, tag="find_treasure"):
    """The referee puts treasure into the party's hands."""

    hoard: Hoard


class SecureTreasure(Command, frozen=True, tag="secure_treasure"):
    """The referee marks the party's treasure as acquired: from now on it is worth experience."""


class DivideTreasure(Command, frozen=True, tag="divide_treasure"):
    """Divide the secured coins and the price of the valuables among the party, by shares."""


class TakeItem(Command, frozen=True, tag="take_item"):
    """Take a thing out of the secured treasure."""

    who: str
    number: int
    """Its place in the list, from 0."""


class Hire(Command, frozen=True, tag="hire"):
    """Take somebody into service for a week's wage, from the list of hirelings."""

    who: str
    """The employer."""
    trade: str
    count: int = 1


class PayWages(Command, frozen=True, tag="pay_wages"):
    """Pay a week's wages to all hirelings of an employer."""

    who: str


class Dismiss(Command, frozen=True, tag="dismiss"):
    """Let a retainer or hireling go."""

    for_good = True
    who: str
    """The employer."""
    servant: str


class Retire(Command, frozen=True, tag="retire"):
    """End a career: the character leaves the party for good."""

    for_good = True
    who: str


class JoinParty(Command, frozen=True, tag="join_party"):
    """Go along, at the end of the line."""

    who: str


class LeaveParty(Command, frozen=True, tag="leave_party"):
    """Stay behind."""

    who: str


class MarchingOrder(Command, frozen=True, tag="marching_order"):
    """The order of march: ids with commas between, the first in front."""

    order: str
    abreast: int = 2


class PartyFight(Command, frozen=True, tag="party_fight"):
    """Let the party meet others in a fight; its members come as their sheets have them."""

    foes: tuple[Member, ...]
    name: Named = Named("I nemici", "The foes")
    """What the other side is called."""
    light: bool = True
    """Whether the party carries a visible light (WB-LIGHT-04)."""
    foes_light: bool = False
    may_surprise: tuple[str, ...] = ()


REFEREES: Final[tuple[type[Command], ...]] = (
    RandomCharacter,
    SellFor,
    Grant,
    LearnSpell,
    GiveXp,
    ChooseClass,
    HealByMagic,
    Hurt,
    ChangeAbility,
    ChangeCoins,
)
"""Commands that name somebody and are the referee's all the same."""
PARTYS: Final[tuple[type[Command], ...]] = (MarchingOrder, DivideTreasure)
"""Commands of whoever plays the party."""
