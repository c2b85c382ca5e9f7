"""Loyalty of followers (chapter «Loyalty», Table 22): when to think of it, the check, and what it leaves."""

from typing import Final

from arbitro.dice.stream import REFEREE
from arbitro.kernel.command import Refusal
from arbitro.kernel.ruling import Modifier
from arbitro.kernel.seat import REFEREE_ONLY
from arbitro.rules.whitebox.exploring.commands import CheckLoyalty, Occasion, OfferBribe, SetLoyalty, SetTreatment
from arbitro.rules.whitebox.exploring.events import LoyaltyDue, LoyaltyRolled, LoyaltySet, TreatmentSet
from arbitro.rules.whitebox.exploring.numbers import loyalty_numbers
from arbitro.rules.whitebox.people.records import charisma, company, living
from arbitro.rules.whitebox.people.state import Character
from arbitro.rules.whitebox.scene import Here, Scene
from arbitro.rules.whitebox.state import State

MOST_TREATMENT: Final = 5
"""As far as the referee's own modifier may go, either way (ours)."""
_REMINDED: Final = ("WB-LOYAL-01", "WB-LOYAL-06", "WB-LOYAL-07")


def follower(state: State, who: str) -> Character | Refusal:
    """Somebody in service, or why there is no loyalty to speak of."""
    one = living(state, who)
    if isinstance(one, Refusal):
        return one
    if one.kind == "player":
        return Refusal("players_own", {"who": f"@{who}"}, ("WB-LOYAL-01", "WB-CORE-01"))
    return one


def followers_in_danger(state: State) -> tuple[Character, ...]:
    """Followers of the party for whom a check may be asked; a loyalist is asked no more (WB-LOYAL-05)."""
    return tuple(one for one in company(state) if one.kind != "player" and one.fit and one.loyalty.status == "")


def remind_of_loyalty(scene: Scene, occasion: Occasion, who: tuple[Character, ...]) -> None:
    """Offer the referee a check; nothing is rolled unless it is asked for (WB-LOYAL-01)."""
    if scene.state.options["loyalty_checks"] == "off":
        return
    if not who:
        return
    first, *rest = who
    others = tuple((one.id, one.loyalty.treatment) for one in rest)
    due = LoyaltyDue(first.id, occasion, first.loyalty.treatment, others, rules=_REMINDED, audience=REFEREE_ONLY)
    scene.happen(due)


def loyalty_modifiers(here: Here, one: Character) -> tuple[Modifier, ...]:
    """The employer's charisma, what the last check left, and how the follower was treated."""
    employer = here.state.characters.get(one.employer)
    found: list[Modifier] = []
    if here.state.options["loyalty_charisma"] and employer is not None:
        found.append(Modifier(charisma(here.rules, employer.abilities).loyalty, "WB-LOYAL-03", "charisma"))
    found.append(Modifier(one.loyalty.next_check, "WB-LOYAL-04", "last_check"))
    found.append(Modifier(one.loyalty.treatment, "WB-LOYAL-06", "treatment"))
    return tuple(modifier for modifier in found if modifier.amount)


# ------------------------------------------------------------ commands


def offer_bribe(scene: Scene, command: OfferBribe) -> Refusal | None:
    """Somebody tries to buy a follower: the referee may call for a check (WB-LOYAL-01)."""
    one = follower(scene.state, command.servant)
    if isinstance(one, Refusal):
        return one
    if scene.state.options["loyalty_checks"] == "off":
        return Refusal("option_off", {"option": "loyalty_checks"}, ("WB-LOYAL-01",))
    if one.loyalty.status == "loyalist":
        return Refusal("loyal_already", {"who": f"@{one.id}"}, ("WB-LOYAL-05",))
    remind_of_loyalty(scene, "bribe", (one,))
    return None


def check_loyalty(scene: Scene, command: CheckLoyalty) -> Refusal | None:
    """Roll 3d6 on Table 22 for one follower, in secret (WB-LOYAL-02)."""
    state = scene.state
    one = follower(state, command.servant)
    if isinstance(one, Refusal):
        return one
    if state.options["loyalty_checks"] == "off":
        return Refusal("option_off", {"option": "loyalty_checks"}, ("WB-LOYAL-01",))
    if one.loyalty.status:
        code = "loyal_already" if one.loyalty.status == "loyalist" else "traitor_already"
        return Refusal(code, {"who": f"@{one.id}"}, ("WB-LOYAL-05",))
    modifiers = loyalty_modifiers(scene, one)
    row, lookup = loyalty_numbers().table.roll(scene.dice.stream(REFEREE), modifiers, "loyalty")
    left = row.result
    rules = ["WB-LOYAL-01", "WB-LOYAL-02", *(modifier.rule for modifier in modifiers)]
    if left.status:
        rules.append("WB-LOYAL-05")
    elif left.next_check:
        rules.append("WB-LOYAL-04")
    scene.happen(
        LoyaltyRolled(
            one.id,
            lookup,
            left.next_check,
            left.status,
            rules=tuple(dict.fromkeys(rules)),
            audience=REFEREE_ONLY,
        )
    )
    return None


def set_treatment(scene: Scene, command: SetTreatment) -> Refusal | None:
    """The referee enters what the treatment of a follower is worth (WB-LOYAL-06)."""
    one = follower(scene.state, command.servant)
    if isinstance(one, Refusal):
        return one
    if abs(command.modifier) > MOST_TREATMENT:
        values: dict[str, str | int] = {"modifier": command.modifier, "most": MOST_TREATMENT}
        return Refusal("bad_treatment", values, ("WB-LOYAL-06",))
    scene.happen(TreatmentSet(one.id, command.modifier, rules=("WB-LOYAL-06",), audience=REFEREE_ONLY))
    return None


def set_loyalty(scene: Scene, command: SetLoyalty) -> Refusal | None:
    """The referee changes what a follower has become (WB-LOYAL-05)."""
    one = follower(scene.state, command.servant)
    if isinstance(one, Refusal):
        return one
    scene.happen(LoyaltySet(one.id, command.status, rules=("WB-LOYAL-05",), audience=REFEREE_ONLY))
    return None
