"""Cards that change a life: each does at once what the rules can carry out, and tells the referee the rest."""

from typing import Final

from arbitro.dice.amount import Amount
from arbitro.dice.stream import REFEREE
from arbitro.kernel.command import Refusal
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox import effect as effect_kinds
from arbitro.rules.whitebox import roll_tables
from arbitro.rules.whitebox.exploring.events import Perished
from arbitro.rules.whitebox.measure import Alignment
from arbitro.rules.whitebox.ongoing_effects import Ongoing
from arbitro.rules.whitebox.people.equipment import owned, spent
from arbitro.rules.whitebox.people.levels import gain
from arbitro.rules.whitebox.people.records import awake
from arbitro.rules.whitebox.people.state import Character, Hoard, Item
from arbitro.rules.whitebox.people.treasure import treasure_found
from arbitro.rules.whitebox.powers import item_use
from arbitro.rules.whitebox.powers.aiming import Working
from arbitro.rules.whitebox.powers.changes import AlignmentChanged, CardDrawn
from arbitro.rules.whitebox.powers.commands import UseThing
from arbitro.rules.whitebox.powers.durations import begin
from arbitro.rules.whitebox.powers.effects import change_attribute
from arbitro.rules.whitebox.powers.events import SheetDrained, ThingUsed, TreasureRolled
from arbitro.rules.whitebox.powers.hoards import SCROLL, Digger, caster_by_lot, found_on, gem, spell_by_lot
from arbitro.rules.whitebox.powers.lookups import ask_referee
from arbitro.rules.whitebox.powers.registry import magic_of
from arbitro.rules.whitebox.rules import Rules
from arbitro.rules.whitebox.scene import Scene

STOP: Final = "stop"
"""The manner in which somebody has had enough of a deck."""
ALIGNMENTS: Final[tuple[Alignment, ...]] = ("law", "neutrality", "chaos")
SPELLS_ON_CARD: Final = 7
LEVEL_ON_CARD: Final = Amount(1, 5, 1)
"""The level of each spell on the scroll of a card: the second or higher, by lot (ours)."""
TOLD: Final = ("hearts_queen", "hearts_jack", "spades_king", "spades_jack", "diamonds_ace", "diamonds_jack")
"""Cards that somebody must play out: wishes, fighters that come, a map, a choice."""
MOST: Final = 18


def use_thing(scene: Scene, command: UseThing) -> Refusal | None:
    """Whoever stops drawing sees the deck vanish."""
    if command.manner != STOP:
        return item_use.use_thing(scene, command)
    one = awake(scene.state, command.who)
    if isinstance(one, Refusal):
        return one
    item = owned(scene.rules, one, command.item, 1)
    if isinstance(item, Refusal):
        return item
    if not is_deck(scene.rules, item):
        return Refusal("no_manner", {"who": f"@{one.id}", "manner": command.manner})
    scene.happen(ThingUsed(one.id, command.item, item, None))
    return None


def is_deck(rules: Rules, item: Item) -> bool:
    """Whether cards are drawn from a thing."""
    magic = rules.content.magic_items.get(item.of) if item.sort == "magic" else None
    return magic is not None and any(magic_of(rules, part).cards for part in magic.effects)


def deals(scene: Scene, sheet: Character, part: effect_kinds.Cards, working: Working) -> bool:
    """A deck deals a card to whoever draws."""
    del working
    draw_card(scene, sheet, part.table)
    return True


def draw_card(scene: Scene, sheet: Character, table: str) -> None:
    """A card, whatever else its text asks dice for, and what it does."""
    row, lookup = scene.rules.content.treasure_tables[table].roll(scene.dice, purpose="card")
    card = row.result
    if not isinstance(card, roll_tables.Card):
        raise TypeError("a deck is made of cards")
    asked = card.wishes or card.foe_hd or card.times
    thrown = asked.roll(scene.dice, "card") if asked is not None else ()
    count = asked.total(thrown) if asked is not None else 0
    scene.happen(CardDrawn(sheet.id, table, lookup, thrown, count, rules=("WB-CORE-01",)))
    if row.id in TOLD:
        ask_referee(scene, sheet.id, "card", row.id)
    elif card.xp:
        gain(scene, sheet.id, card.xp, ("WB-XP-04",))
    elif card.levels:
        lose_level(scene, sheet)
    elif card.table or row.id == "diamonds_queen":
        receive(scene, card, count)
    else:
        fate(scene, sheet, row.id)


def fate(scene: Scene, sheet: Character, card: str) -> None:
    """Cards that change whoever drew them."""
    match card:
        case "clubs_ace":
            others = [name for name in ALIGNMENTS if name != sheet.alignment]
            die = scene.dice.roll(len(others), "lot")
            among = tuple(f"alignment:{name}" for name in others)
            scene.happen(AlignmentChanged(sheet.id, others[die.face - 1], die, among, rules=("WB-CORE-01",)))
        case "clubs_king":
            key = best_thing(scene.rules, sheet)
            if key is not None:
                spent(scene, sheet, key, sheet.items[key].count)
        case "clubs_queen":
            begin(scene, sheet.id, Ongoing(kind="stone", source="item:deck_many_things"))
        case "clubs_jack":
            prime = scene.rules.content.classes[sheet.class_id].prime if sheet.class_id else "str"
            change_attribute(scene, sheet, prime, -1, MOST)
        case "spades_queen":
            scene.happen(Perished(sheet.id, (), rules=("WB-DEATH-02",)))


def best_thing(rules: Rules, sheet: Character) -> str | None:
    """The most powerful magic thing that somebody owns, but for the deck: by bonus, then charges (ours)."""
    magic = [
        key for key, item in sheet.items.items() if (item.sort == "magic" or item.plus > 0) and not is_deck(rules, item)
    ]
    return max(magic, key=lambda key: (sheet.items[key].plus, sheet.items[key].charges), default=None)


def lose_level(scene: Scene, sheet: Character) -> None:
    """One level less, as if drained; whoever has none left dies."""
    if sheet.level <= 1 or not sheet.class_id:
        scene.happen(Perished(sheet.id, (), rules=("WB-DEATH-02",)))
        return
    level = sheet.level - 1
    xp = scene.rules.content.classes[sheet.class_id].levels[level - 1].xp or 0
    most = max(sheet.max_hp - sheet.max_hp // sheet.level, 1)
    scene.happen(SheetDrained(sheet.id, level, xp, most, min(sheet.hp, most), audience=sheet.id))


def receive(scene: Scene, card: roll_tables.Card, count: int) -> None:
    """Things and jewels that a card brings."""
    digger = Digger(scene.dice.stream(REFEREE))
    if card.times is not None:
        hoard = Hoard(valuables=tuple(gem(scene.rules, digger, card.table) for _ in range(count)))
    elif card.table:
        hoard = Hoard(items=tuple(found_on(scene.rules, digger, scene.rules.content.treasure_tables[card.table])))
    else:
        spells = tuple(
            spell_by_lot(scene.rules, digger, caster_by_lot(scene.rules, digger), digger.roll(LEVEL_ON_CARD, "lot"))
            for _ in range(SPELLS_ON_CARD)
        )
        hoard = Hoard(items=(Item("magic", SCROLL, spells=spells),))
    rolled = TreasureRolled(
        0, tuple(digger.lookups), tuple(digger.thrown), hoard, rules=("WB-XP-02",), audience=REFEREE_ONLY
    )
    scene.happen(rolled)
    treasure_found(scene, hoard)
