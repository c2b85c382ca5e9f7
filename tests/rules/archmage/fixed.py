"""Dice for sweeps: each purpose always shows the same face, however many a rule throws."""

from functools import cache

from msgspec.structs import replace

from arbitro.dice.stream import Dice, Die
from arbitro.kernel.command import Command, Refusal
from arbitro.kernel.event import Event
from arbitro.kernel.seat import REFEREE
from arbitro.kernel.yamlfile import open_packaged
from arbitro.rules.archmage import Archmage, bestiary
from arbitro.rules.archmage.catalogue import load_books
from arbitro.rules.archmage.characters import Bow, Hero, Weapon, make
from arbitro.rules.archmage.power import Attack, Named
from arbitro.rules.archmage.state import FOES, PARTY, Profile, State


class FixedDice:
    """A die of a purpose shows the face named for it, as far as it has one; others show their highest."""

    def __init__(self, **faces: int) -> None:
        self.faces = faces
        self.thrown: list[tuple[int, str]] = []

    def roll(self, sides: int, purpose: str = "", /) -> Die:
        self.thrown.append((sides, purpose))
        return Die(sides, min(self.faces.get(purpose, sides), sides))

    def stream(self, name: str, /) -> Dice:
        del name
        return self


def carry_out(
    game: Archmage, state: State, command: Command, dice: FixedDice, say: str | tuple[str, ...] = "no"
) -> tuple[State, list[Event]]:
    """A command and all that it asks on the way, every question answered in the same way where it can be."""
    resolved = game.decide(state, command, dice)
    assert not isinstance(resolved, Refusal), (command, resolved)
    state, events = resolved.state, list(resolved.events)
    for _ in range(50):
        if not state.awaiting:
            return state, events
        answers = list(game.choices(state, REFEREE))
        wanted = (say,) if isinstance(say, str) else say
        chosen = next((each for each in answers if each.id.rpartition("/")[2] in wanted), answers[-1])
        values = {part.name: part.picks[0].value for part in chosen.parameters}
        resolved = game.decide(state, game.command(chosen.fill(**values)), dice)
        assert not isinstance(resolved, Refusal), resolved
        state, events = resolved.state, [*events, *resolved.events]
    raise AssertionError("it never stops asking")


SCORES = {"str": 14, "con": 12, "dex": 14, "int": 14, "wis": 14, "cha": 14}


def hero(class_id: str, who: str = "", *, level: int = 5, every: bool = False) -> Profile:
    """Somebody of a class with a weapon for melee, one for range, and every plain power of the class, or just all."""
    known = load_books().classes[class_id]
    melee = Weapon(next(iter(known.melee)))
    category, kinds = next(iter(known.ranged.items()))
    ranged = Bow(category, next(iter(kinds)))
    plain = open_packaged("arbitro.rules.archmage", "content", "powers.yaml").mapping("entries")
    powers = load_books().powers
    among = [name for name, entry in powers.items() if entry.sort == "power"] if every else list(plain)
    own = tuple(name for name in among if powers[name].class_id == class_id)
    return make(
        load_books(),
        Hero(
            who or class_id, Named(class_id, class_id), class_id, level, SCORES, melee=melee, ranged=ranged, powers=own
        ),
        PARTY,
    )


def counted(profile: Profile) -> Profile:
    """A creature whose powers have a fixed number of uses, so that a battle with it begins without dice of its own."""
    return replace(
        profile,
        attacks=tuple(
            replace(each, uses_rolled=None, uses=2) if each.uses_rolled else each for each in profile.attacks
        ),
    )


@cache
def everybody() -> dict[str, Profile]:
    """Every creature of the catalogue, as bad as it gets, and somebody of every class."""
    found = {
        race: counted(bestiary.creature(load_books(), race, FOES, race, nastier=True)) for race in load_books().monsters
    }
    return {**found, **{name: hero(name) for name in load_books().classes}}


@cache
def masters() -> dict[str, Profile]:
    """Somebody of every class at the tenth level, with every power of the class at once."""
    return {
        f"{name}-master": hero(name, f"{name}-master", level=10, every=True) for name in load_books().classes
    }  # fmt: skip


def somebody(name: str) -> Profile:
    """One of them all."""
    return everybody().get(name) or masters()[name]


def attacks() -> list[tuple[str, Attack]]:
    """Every attack and power that there is, and whose; not those that only masters have."""
    return [(name, attack) for name, profile in everybody().items() for attack in profile.attacks]


def masters_attacks() -> list[tuple[str, Attack]]:
    """Every power of every class, and whose."""
    return [(name, attack) for name, profile in masters().items() for attack in profile.attacks]
