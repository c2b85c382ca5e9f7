"""The words of the power vocabulary for what is stranger than harm and help; see `effects`.

Powers lent to others, sight and places bent, conditions handed on, blows that fall on somebody else.
"""

from typing import Annotated

from msgspec import Meta

from arbitro.dice.amount import Amount
from arbitro.rules.archmage.effect_base import ConditionName, Effect, On, Term


class Lend(Effect, frozen=True, tag="lend"):
    """Powers of the user that somebody may use as their own for the battle."""

    powers: tuple[str, ...]
    on: On = "target"
    most: Annotated[int, Meta(ge=0, le=20)] = 0
    """To how many at most of those who do not have it; 0: to all."""


class LendPeople(Effect, frozen=True, tag="lend_people"):
    """The powers of people that others have, once each, for the user in this battle."""

    on: On = "allies"
    amount: Amount = Amount()
    """How many of them at most, drawn by lot; nothing: those of everybody."""
    save: int = 0
    """The number of the save by which their owner keeps the use as well; 0: it is not touched."""


class Vanish(Effect, frozen=True, tag="vanish"):
    """Somebody is no longer seen, until they attack."""

    on: On = "target"
    chance: Annotated[int, Meta(ge=0, le=100)] = 0
    """By how many in a hundred they stay unseen at the first attack."""


class Reveal(Effect, frozen=True, tag="reveal"):
    """Somebody unseen is seen, and cannot vanish again in this battle."""

    on: On = "target"


class Swap(Effect, frozen=True, tag="swap"):
    """Two targets trade places: each is where the other was."""

    with_user: bool = False
    """The user trades places with the target."""


class HandOn(Effect, frozen=True, tag="hand_on"):
    """A condition that a foe has brought passes from the user, or from a friend beside, to the target."""


class Surge(Effect, frozen=True, tag="surge"):
    """Hit points back, as often as somebody has spent a recovery since the last full heal-up."""

    amount: Amount
    on: On = "target"


class Ignore(Effect, frozen=True, tag="ignore"):
    """Conditions do nothing to somebody for this turn."""

    names: tuple[ConditionName, ...]
    on: On = "target"


class Flip(Effect, frozen=True, tag="flip"):
    """The natural number of the blow that it answers counts as even if odd, and as odd if even."""


class Redirect(Effect, frozen=True, tag="redirect"):
    """The blow that it answers falls with the same roll on another whom it could have been aimed at."""

    guard: int = 0
    """By how much the defences of the new target are higher against it."""
    resist: int = 0
    """The number below which the blow deals half to them; 0: none."""


class Proxy(Effect, frozen=True, tag="proxy"):
    """The friend for whose sake it was used strikes the target, without a roll of their own."""

    at_will: bool = False
    """With their best attack at will, not with a basic one."""


class Undo(Effect, frozen=True, tag="undo"):
    """Less of the damage by which the friend for whose sake it was used has fallen."""

    amount: Amount
    times: Term = ""
    plus: Term = ""


class Amend(Effect, frozen=True, tag="amend"):
    """Added to a save that a friend has failed; where that is enough, it has succeeded."""

    amount: Amount
    times: Term = ""
    plus: Term = ""


class SlipAway(Effect, frozen=True, tag="slip_away"):
    """The friend for whose sake it was used is out of melee after all."""


class Banish(Effect, frozen=True, tag="banish"):
    """The target is sent elsewhere, and an unliving creature of a level lower comes in its place."""


class SendAway(Effect, frozen=True, tag="send_away"):
    """The target is teleported out of melee."""

    far: bool = False
    """To a far place."""


class ChargeOn(Effect, frozen=True, tag="charge_on"):
    """The user pops free, goes to another nearby foe and strikes it with a basic attack at half damage."""

    whole_from: int = 0
    """From this number of the escalation die on the damage is whole; 0: never."""
    whole: bool = False
    """The damage is whole."""


class Pierce(Effect, frozen=True, tag="pierce"):
    """No resistance of the target counts against the damage of the attack."""


class Deflect(Effect, frozen=True, tag="deflect"):
    """The miss that it answers falls on another foe in melee with the user, at half damage."""

    whole: bool = False
    """The damage is whole."""


class Redouble(Effect, frozen=True, tag="redouble"):
    """The damage of the hit comes once more, as if it had been a critical one."""


class SpendAll(Effect, frozen=True, tag="spend_all"):
    """All points left in a pool are spent: so much for each is added to the death save that is due."""

    pool: str
    each: int
    rises: bool = False
    """A save that succeeds by it is as good as a natural 20."""


class Exhaust(Effect, frozen=True, tag="exhaust"):
    """The user is at 0 hit points, whatever would prevent it, and adds the escalation die no more."""


class Channel(Effect, frozen=True, tag="channel"):
    """An attack follows at a nearby creature drawn by lot, friend or foe, for the sake of the target."""

    attack: str
    spares_staggered: bool = False
    """Staggered friends are not among those it may fall on."""


class Mend(Effect, frozen=True, tag="mend"):
    """The friend for whose sake it was used uses a recovery."""


class Gamble(Effect, frozen=True, tag="gamble"):
    """A d20: on some of its faces another attack follows, with that very roll."""

    attack: str
    faces: tuple[int, ...]


class Replenish(Effect, frozen=True, tag="replenish"):
    """An expended power of an item that somebody wears is rolled for at once."""

    on: On = "target"
    amount: Amount = Amount()
    keep: bool = False
    """Where the roll fails the power itself is not spent."""


MagicAimed = Lend | LendPeople | Vanish | Reveal | Surge | Ignore | Replenish
"""Those that may fall on somebody else than the target."""
MagicScaled = Undo | Amend
"""Those whose amount may grow with somebody's numbers."""
MagicAnswer = Flip | Redirect | Deflect
"""Those that change the very blow that a power answers."""
Magic = (
    MagicAimed | MagicScaled | MagicAnswer | Swap | HandOn | Proxy | SlipAway | Banish | SendAway | ChargeOn | Redouble
    | SpendAll | Exhaust | Channel | Mend | Gamble | Pierce
)  # fmt: skip
"""All of them."""
