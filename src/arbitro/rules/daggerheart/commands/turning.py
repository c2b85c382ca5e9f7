"""The GM's turn."""

from typing import Literal

from arbitro.kernel.command import Command
from arbitro.rules.daggerheart.commands.granting import Granting
from arbitro.rules.daggerheart.words import Reply


class OpenTurn(Command, frozen=True, tag="open_turn"):
    """Take the spotlight because the story calls for it."""

    reason: Literal["unavoidable_consequences", "golden_opportunity", "players_look_to_gm", "gm_decision"]
    who: str = ""


class Interrupt(Command, frozen=True, tag="interrupt"):
    """Break in on the players for a Fear."""


class MakeMove(Command, frozen=True, tag="make_move"):
    """A GM move from a list, or one of your own (`custom`)."""

    move: str
    tag: Literal["", "soft", "hard"] = ""
    target: str = ""
    condition: str = ""
    amount: int = 1
    text: str = ""
    lands: bool = False
    """Whether what the engine can carry out of it happens too: a condition, a reaction roll, a question."""


class TellGm(Command, frozen=True, tag="tell_gm"):
    """Answer what a GM move asks: what it costs, or whether to seize what is offered."""

    answers = "tell"
    who: str
    reply: Reply
    text: str = ""


class Spotlight(Command, frozen=True, tag="spotlight"):
    """Give an adversary the spotlight."""

    who: str
    move: Literal["spotlight_adversary", "adversary_attacks", "npc_motive"] = "spotlight_adversary"
    fear: bool = False
    """Fear is paid though a Stress of the adversary's own would do."""


class StrikeCompanion(Command, frozen=True, tag="strike_companion"):
    """Attack a PC's companion with the standard attack."""

    who: str
    whom: str
    """Whose companion."""


class FoeAttack(Command, Granting, frozen=True, tag="foe_attack"):
    """The adversary in the spotlight makes its standard attack."""

    who: str
    targets: str
    experience: str = ""
    advantages: int = 0
    disadvantages: int = 0


class UseFeature(Command, Granting, frozen=True, tag="use_feature"):
    """Use a feature of the adversary in the spotlight, or of the environment (`place`).

    `summon` picks one of what it offers (a stat block, ``hp`` or ``stress``, a boon), `ally` an adversary for it;
    advantages and disadvantages are for an attack that it makes (DH-ATK-03).
    """

    who: str
    feature: str
    targets: str = ""
    experience: str = ""
    summon: str = ""
    ally: str = ""
    advantages: int = 0
    disadvantages: int = 0


class FoeShed(Command, frozen=True, tag="foe_shed"):
    """The adversary in the spotlight shakes off a temporary condition."""

    who: str
    condition: str


class FoeSprint(Command, frozen=True, tag="foe_sprint"):
    """The adversary in the spotlight runs somewhere, as far as Very Far. `towards`: up to a PC instead."""

    who: str
    to: int = 0
    towards: str = ""
    flees: bool = False
    """Whether it runs to get away: beyond Far of everybody it is out of the scene."""


class FoeAct(Command, Granting, frozen=True, tag="foe_act"):
    """The adversary in the spotlight does something else; it succeeds unless the GM wants a roll."""

    who: str
    text: str = ""
    roll: Literal["", "yes", "no"] = ""
    difficulty: int = 0
    experience: str = ""
    advantages: int = 0
    disadvantages: int = 0
    leaves: bool = False
    """Whether what it does is to get out of the scene: that needs no roll."""
    yields: bool = False
    """Whether it lays down its arms."""


class FoeReact(Command, Granting, frozen=True, tag="foe_react"):
    """A reaction roll of an adversary's."""

    who: str
    difficulty: int = 0
    experience: str = ""
    advantages: int = 0
    disadvantages: int = 0
    ally: str = ""
    """Who steadies it for a Stress of its own."""


class PayToEnd(Command, frozen=True, tag="pay_to_end"):
    """End a temporary effect of a PC's spell for a Fear."""

    who: str
    condition: str


class EndTurn(Command, frozen=True, tag="end_turn"):
    """Give the spotlight back to the players."""
