"""Who is engaged with whom: as lines of text, and as a drawing in SVG. Positions are rough: nothing is to scale."""

from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from arbitro.kernel.seat import Seat
from arbitro.rules.archmage import view
from arbitro.rules.archmage.state import State
from arbitro.text import Language

if TYPE_CHECKING:
    from arbitro.rules.archmage.narration import Narration

RULES: Final = ("AE-POS-01", "AE-POS-02", "AE-POS-06")
WIDTH: Final = 900
ROW: Final = 46
COLUMN: Final = 330
"""How far from its edge of the drawing each side stands."""
_COLOURS: Final = {"none": "#2b7a4b", "light": "#8a7a1f", "staggered": "#b4541a", "down": "#777777"}


def lines(rules: "Narration", state: State, seat: Seat, language: Language) -> list[str]:
    """The battle in lines of text."""
    seen = view.view(rules, state, seat)
    say = rules.texts.say
    battle = seen.battle
    if battle is None:
        return []
    if battle.phase == "over":
        head = say(language, "picture.over", result=say(language, f"result.{battle.result or 'broken_off'}"))
        needed = state.options.get("full_heal_battles", 4)
        count = say(language, "picture.weight", weight=seen.weight, needed=needed, losses=len(seen.losses))
        return [head, count, *(f"  {_person(rules, person, language, over=True)}" for person in seen.party)]
    drawn = [_moment(rules, state, battle, language), _melees(rules, state, battle, language)]
    for side, name in battle.sides.items():
        drawn.append(f"{name.in_(language)}:")
        for person in battle.people:
            if person.side == side and person.awareness not in ("dead", "gone"):
                place = _place(rules, state, person, language)
                drawn.append(f"  {_person(rules, person, language)} {place}")
    return drawn


def _moment(rules: "Narration", state: State, battle: view.BattleView, language: Language) -> str:
    """Round, escalation die, whose turn, and the actions that are left of it."""
    say = rules.texts.say
    head = say(
        language,
        "picture.ambush" if battle.phase == "ambush" else "picture.moment",
        round=battle.round,
        escalation=battle.escalation,
        who=_current(rules, state, battle, language),
    )
    acting = next((person for person in battle.people if person.id == battle.current), None)
    if acting is None or not acting.actions:
        return head
    left = ", ".join(say(language, f"cost.{cost}") for cost in acting.actions)
    return f"{head} ({say(language, 'picture.actions', actions=left)})"


def _melees(rules: "Narration", state: State, battle: view.BattleView, language: Language) -> str:
    """Who is engaged with whom, in a line: everybody of the first side in melee with their foes."""
    first = next(iter(battle.sides), "")
    pairs = [
        f"{person.name.in_(language)} × {', '.join(rules.name_of(state, foe, language) for foe in person.engaged)}"
        for person in battle.people
        if person.side == first and person.engaged
    ]
    if not pairs:
        return rules.texts.say(language, "picture.no_melee")
    return rules.texts.say(language, "picture.melee", pairs="; ".join(pairs))


def _person(rules: "Narration", person: view.Person, language: Language, *, over: bool = False) -> str:
    say = rules.texts.say
    name = person.name.in_(language)
    numbers = person.numbers
    if person.awareness == "unconscious" and numbers is not None and numbers.recoveries_max and not over:
        key = "picture.stable" if numbers.stable else "picture.dying"
        health = say(language, key, fails=numbers.death_fails)
    elif person.awareness != "awake":
        health = say(language, f"awareness.{person.awareness}", who=name)
    elif numbers is not None:
        health = say(language, "picture.hp", hp=numbers.hp, max=numbers.max_hp)
        if numbers.temp_hp:
            health = f"{health} +{numbers.temp_hp}"
        if numbers.recoveries_max:
            most = numbers.recoveries_max
            health = say(language, "picture.recoveries", hp=health, left=numbers.recoveries, most=most)
    else:
        health = say(language, f"wounds.{person.wounds}", who=name)
    marks = [say(language, f"condition.{each}", who=name) for each in person.conditions]
    marks += [
        say(language, "picture.ongoing", kind=rules.texts.say(language, f"damage.{each}")) for each in person.ongoing
    ]
    kind = f" [{say(language, f'category.{person.category}')}]" if person.category not in (None, "normal") else ""
    return f"{name}{kind}: {health}" + (f" ({', '.join(marks)})" if marks else "")


def _place(rules: "Narration", state: State, person: view.Person, language: Language) -> str:
    say = rules.texts.say

    def names(people: tuple[str, ...]) -> str:
        return ", ".join(rules.name_of(state, each, language) for each in people)

    name = person.name.in_(language)
    if not person.present:
        return say(language, "place.absent", who=name)
    if person.grabbed_by:
        return say(language, "place.grabbed", who=names(person.grabbed_by))
    if person.engaged:
        return say(language, "place.engaged", who=names(person.engaged))
    if person.behind:
        return say(language, "place.behind", who=names((person.behind,)))
    if person.beside:
        return say(language, "place.beside", who=names(person.beside))
    return say(language, f"place.{person.band}", who=name)


def engagement_svg(rules: "Narration", state: State, seat: Seat, language: Language) -> str:
    """A drawing of the battle as a seat may know it: a column for each side, a line for each engagement."""
    seen = view.view(rules, state, seat).battle
    say = rules.texts.say
    if seen is None:
        return ""
    sides = list(seen.sides)
    columns = {
        side: [p for p in seen.people if p.side == side and p.awareness not in ("dead", "gone")] for side in sides
    }
    height = 70 + ROW * max((len(people) for people in columns.values()), default=1)
    title = _moment(rules, state, seen, language)
    if seen.phase == "over":
        title = say(language, "picture.over", result=say(language, f"result.{seen.result or 'broken_off'}"))
    spots: dict[str, tuple[int, int]] = {}
    for number, side in enumerate(sides):
        for row, person in enumerate(columns[side]):
            inner = 60 if person.engaged else 0 if person.band == "nearby" else -70
            x = COLUMN + inner if number == 0 else WIDTH - COLUMN - inner
            spots[person.id] = (x, 90 + ROW * row)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'aria-label="{escape(title, {chr(34): "&quot;"})}" font-family="sans-serif" font-size="19">'
        ),
        f"<title>{escape(title)}</title>",
        f'<text x="{WIDTH // 2}" y="22" text-anchor="middle">{escape(title)}</text>',
    ]
    for number, side in enumerate(sides):
        x = COLUMN if number == 0 else WIDTH - COLUMN
        name = escape(seen.sides[side].in_(language))
        parts.append(f'<text x="{x}" y="54" text-anchor="middle" font-weight="bold">{name}</text>')
    parts += _links(seen, spots)
    for person in seen.people:
        if person.id in spots:
            parts.append(_figure(rules, person, spots[person.id], seen.current == person.id, language))
    return "\n".join([*parts, "</svg>"])


def _current(rules: "Narration", state: State, seen: view.BattleView, language: Language) -> str:
    return rules.name_of(state, seen.current, language) if seen.current else "–"


def _links(seen: view.BattleView, spots: dict[str, tuple[int, int]]) -> list[str]:
    """A line for each pair in melee; a heavy one where somebody is held."""
    drawn, done = [], set()
    for person in seen.people:
        for foe in person.engaged:
            pair = frozenset((person.id, foe))
            if pair in done or person.id not in spots or foe not in spots:
                continue
            done.add(pair)
            (x1, y1), (x2, y2) = spots[person.id], spots[foe]
            other = next(each for each in seen.people if each.id == foe)
            held = foe in person.grabbed_by or person.id in other.grabbed_by
            width = 5 if held else 2
            ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
            drawn.append(f'<line class="engaged" {ends} stroke="#a33" stroke-width="{width}"/>')
    return drawn


def _figure(rules: "Narration", person: view.Person, spot: tuple[int, int], acting: bool, language: Language) -> str:
    x, y = spot
    size = {"large": 20, "huge": 25, "mook": 11}.get(person.category or "normal", 15)
    ring = ' stroke="#111" stroke-width="4"' if acting else ' stroke="#444" stroke-width="1"'
    down = person.awareness != "awake"
    fill = "#ffffff" if down else _COLOURS[person.wounds]
    name = escape(person.name.in_(language))
    health = ""
    if person.numbers is not None:
        health = f" {person.numbers.hp}/{person.numbers.max_hp}"
    key = f"awareness.{person.awareness}" if down else f"wounds.{person.wounds}"
    told = down or not health  # colour alone says nothing
    words = f" – {escape(rules.texts.say(language, key, who=person.name.in_(language)))}" if told else ""
    beside, anchor = (x - size - 8, "end") if x < WIDTH // 2 else (x + size + 8, "start")
    return (
        f'<g class="person" data-id="{escape(person.id)}"><circle cx="{x}" cy="{y}" r="{size}" fill="{fill}"{ring}/>'
        f'<text x="{beside}" y="{y + 6}" text-anchor="{anchor}">{name}{health}{words}</text></g>'
    )
