"""Falls and collisions (DHP-FALL-01)."""

from typing import Literal

from arbitro.kernel.command import Refusal
from arbitro.rules.daggerheart.commands import Fall
from arbitro.rules.daggerheart.damage import DamageRoll, roll_damage
from arbitro.rules.daggerheart.play import Play
from arbitro.rules.daggerheart.presence import somebody_there
from arbitro.rules.daggerheart.state import Hit


def fall(play: Play, command: Fall) -> Refusal | None:
    """Falling and collision damage, where the table uses the guide."""
    if not play.state.options["falling_damage"]:
        return Refusal("option_off", {"option": "falling_damage"}, ("DHP-FALL-01",))
    one = somebody_there(play.state, command.who, "DHP-FALL-01", "DHP-DEATH-03")
    if isinstance(one, Refusal):
        return one
    direct = command.height == "collision"
    hazard: Literal["fall", "collision"] = "collision" if direct else "fall"
    pool = (play.rules.books.guidance.falls[command.height],)
    roll = DamageRoll(command.who, pool, "physical", ("DHP-FALL-01",), direct=direct, hazard=hazard)
    amount, _ = roll_damage(play, roll)
    play.first(Hit(command.who, amount, "physical", direct=direct, attack=False))
    return None
