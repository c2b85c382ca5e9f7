"""Parts that the lists of choices share."""

from collections.abc import Iterable

from arbitro.kernel.choice import Label, Parameter, Pick
from arbitro.rules.daggerheart.state import Foe, Hero, Power
from arbitro.rules.daggerheart.words import Trait

Fixed = dict[str, str | int]


def person(one: Hero | Foe) -> Pick:
    """Somebody as a value to pick."""
    return Pick(one.id, Label("name", {"who": f"@{one.id}"}))


def priced(key: str, fear: int, stress: int = 0) -> str:
    """The key of a label that names its price, or says that there is none."""
    return key + ("" if not fear and not stress else "_fear" if not stress else "_stress" if not fear else "_both")


def trait_picks(traits: Iterable[Trait]) -> Parameter:
    """Traits to pick from."""
    return Parameter("trait", picks=tuple(Pick(trait, Label(f"trait.{trait}")) for trait in traits))


def price_key(key: str, power: Power) -> str:
    """The key of a label that names the price of a power in Hope and Stress, or says that there is none."""
    return key + ("_both" if power.hope and power.stress else "_hope" if power.hope else "_stress" * bool(power.stress))


def power_values(hero: Hero, power: Power) -> dict[str, str | int]:
    """What the labels of a power have in them."""
    return {
        "who": f"@{hero.id}",
        "power": f"@{hero.id}/{power.id}",
        "hope": power.hope,
        "stress": power.stress,
    }
