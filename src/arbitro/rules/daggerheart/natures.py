"""Adversaries act by their nature: whom they go for in the spotlight, and when they get out of the scene.

They go by what shows: conditions, how wounded a PC looks, the armour that is worn, a spell that is kept up, who stands
where, how many are left. Marks to the number, Hope, Evasion and powers are no part of it. A PC in focus comes first for
all of them (DH-MOVE-18); what to spend and whom to spotlight stays the GM's budget, as `tactics` says.

The game has no rules for morale: whoever has had enough leaves the scene.

A companion that has been sent at an adversary is what it strikes while no PC is in its Melee and none in focus: the
cunning and the cowardly look past it, for whoever sent it.

* **Mindless**: whoever hurt it last, then the nearest; it never leaves.
* **Cunning**: the Vulnerable, the gravely wounded, who keeps up a spell, the lightest armour; after them, whoever put a
  condition on it. With half of its side gone, more PCs than friends standing and half of its own Hit Points marked it
  leaves.
* **Cowardly**: the most wounded, then the lightest armour. Once one of its side is defeated and they do not outnumber
  the PCs it leaves: at once with nobody in Melee, otherwise at a sprint to Very Far.
* **Pack**: the PC with most of its kind around, then the nearest to all of them. When its Leader is gone, or half of
  its side where it has none, and they do not outnumber the PCs, it leaves.
"""

from collections.abc import Iterator
from typing import Literal

from arbitro.kernel.command import Command
from arbitro.kernel.nature import Nature
from arbitro.rules.daggerheart import commands as c
from arbitro.rules.daggerheart.companion import guards_against
from arbitro.rules.daggerheart.content import Library
from arbitro.rules.daggerheart.presence import foes_left, heroes_up, is_concealed, is_exposed, is_fixed
from arbitro.rules.daggerheart.ranges import is_near, reach_of
from arbitro.rules.daggerheart.state import Foe, Hero, State, Turn


def nature_of(books: Library, foe: Foe) -> Nature:
    """The nature of an adversary, also of one that was made up on the spot."""
    block = foe.block
    return books.natures.of(block.id, (block.kin,), block.type)


# ------------------------------------------------------------------ whom to go for


def plain_quarry(books: Library, state: State, foe: Foe, turn: Turn) -> list[Hero]:
    """PCs in the order in which an adversary goes for them: in focus, Vulnerable, near."""
    return sorted(
        heroes_up(state),
        key=lambda hero: (hero.id != turn.focus, not is_exposed(books, hero), abs(hero.at - foe.at), hero.id),
    )


def quarry(books: Library, state: State, foe: Foe, turn: Turn) -> list[Hero]:
    """PCs in the order in which an adversary of this nature goes for them; one in focus comes first."""
    nature = nature_of(books, foe)
    if nature == "plain":
        return plain_quarry(books, state, foe, turn)
    mates = [mate for mate in foes_left(state) if _of_its_kind(foe, mate)] if nature == "pack" else []

    def appeal(hero: Hero) -> tuple[int, ...]:
        gap = abs(hero.at - foe.at)
        match nature:
            case "cunning":
                source = any(held.source == hero.id for held in foe.conditions)
                grave = looks_of(hero) == 2
                return (
                    not is_exposed(books, hero),
                    not grave,
                    not _keeps_spell(state, hero),
                    armour_of(hero),
                    source,
                    gap,
                )
            case "cowardly":
                return (-looks_of(hero), armour_of(hero), gap)
            case "pack":
                around = sum(is_near(books, state, mate, hero, "melee") for mate in mates)
                return (-around, sum(abs(mate.at - hero.at) for mate in mates))
            case _:
                return (hero.id != foe.struck_by, gap)

    return sorted(heroes_up(state), key=lambda hero: (hero.id != turn.focus, appeal(hero), hero.id))


def beasts_at(books: Library, state: State, foe: Foe, turn: Turn) -> list[Hero]:
    """Those whose companion an adversary strikes rather than leave it for a PC farther off (DHP-CHAR-05)."""
    if turn.focus or nature_of(books, foe) in ("cunning", "cowardly"):
        return []
    if any(is_near(books, state, foe, hero, "melee") for hero in heroes_up(state)):
        return []
    return [hero for hero in heroes_up(state) if hero.beast_with == foe.id and guards_against(books, state, hero, foe)]


def _of_its_kind(foe: Foe, other: Foe) -> bool:
    return other.block.id == foe.block.id or bool(foe.block.kin and other.block.kin == foe.block.kin)


def _keeps_spell(state: State, hero: Hero) -> bool:
    """Whether a spell of somebody's is seen to hold one of the adversaries."""
    foes = state.scene.foes.values() if state.scene is not None else ()
    return any(held.spell and held.source == hero.id for foe in foes for held in foe.conditions)


# ------------------------------------------------------------------ when to go


def retreat(books: Library, state: State, foe: Foe) -> Iterator[Command]:
    """Those whose side has lost somebody and does not outnumber the PCs whom it sees, as their nature has it."""
    seen = [hero for hero in heroes_up(state) if not is_concealed(books, hero)]
    if not loses_heart(books, state, foe, len(seen)):
        return
    if is_fixed(books, foe):  # whoever cannot get away, and has a mind, gives up
        if nature_of(books, foe) in ("cowardly", "cunning"):
            yield c.FoeAct(foe.id, yields=True)
        return
    close = [hero for hero in seen if is_near(books, state, foe, hero, "melee")]
    if not close:
        yield c.FoeAct(foe.id, leaves=True)
    else:
        away = reach_of(books, state, "very_far")
        ways = (foe.at + away, foe.at - away)
        to = max(ways, key=lambda at: min(abs(at - hero.at) for hero in seen))
        yield c.FoeSprint(foe.id, to, flees=True)


def loses_heart(books: Library, state: State, foe: Foe, seen: int) -> bool:
    """Whether an adversary has had enough."""
    nature = nature_of(books, foe)
    if nature in ("plain", "mindless") or state.scene is None:
        return False
    standing = sum(1 for _ in foes_left(state))
    everybody = list(state.scene.foes.values())
    if standing == len(everybody) or standing > seen:
        return False
    half_lost = 2 * standing <= len(everybody)
    if nature == "cunning":
        return half_lost and 2 * foe.hp_marked >= foe.hp
    leaders = [other for other in everybody if other.block.type == "leader" and other.id != foe.id]
    if nature == "pack":
        return all(other.defeated or other.gone for other in leaders) if leaders else half_lost
    return True


def looks_of(hero: Hero) -> Literal[0, 1, 2]:
    """How hurt a PC looks: not at all, somewhat, gravely."""
    if not hero.hp_marked:
        return 0
    return 1 if 2 * hero.hp_marked < hero.hp else 2


def armour_of(hero: Hero) -> int:
    """How heavy the armour is that a PC is seen to wear, by its printed score."""
    return hero.sheet.armour.score if hero.sheet.armour is not None else 0
