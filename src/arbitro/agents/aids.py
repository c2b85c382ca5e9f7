"""The tools beside the table: dice and chances, the oracle, the rules, the journal."""

import asyncio
from typing import Any, Final

import msgspec

from arbitro.agents import TEXTS, shapes
from arbitro.agents.guest import Guest
from arbitro.agents.tools import END, ToolAnswer
from arbitro.client import calls
from arbitro.client.calls import Call
from arbitro.client.data import LineData
from arbitro.dice.mistake import NotationError
from arbitro.dice.odds import odds as odds_of
from arbitro.dice.stream import GivenDice
from arbitro.play.solo import oracle
from arbitro.text import Fault, Words

MOST_RULES: Final = 30
"""How many rules a search gives."""
_line = msgspec.json.Decoder(dict[str, Any]).decode


# ---------------------------------------------------------------- dice


async def throw(guest: Guest, asked: shapes.Throwing) -> ToolAnswer:
    """Throw dice at the table: every one of them is in its log, and can be checked."""
    table = await guest.seated(asked.table)
    line = await _thrown(guest, table, asked)
    return ToolAnswer(shapes.Thrown(line.number, line.text, tuple(die.face for die in line.dice)), line.text)


async def _thrown(guest: Guest, table: str, asked: shapes.Throwing) -> LineData:
    last = (await guest.ask_at(table, calls.story(table, END, 1))).last
    call = calls.message(table, "throw", notation=asked.notation, to=asked.to, purpose=asked.purpose)
    reply = await guest.ask_at(table, call)
    if not reply.done:
        raise Fault(Words(TEXTS, "fault.said", text=reply.text))
    lines = (await guest.ask_at(table, calls.story(table, last, 500))).lines
    found = next((line for line in lines if line.dice), None)
    if found is None:  # thrown for the referee's eyes alone
        raise Fault(Words(TEXTS, "fault.unseen_dice"))
    return found


async def odds(guest: Guest, asked: shapes.Weighing) -> ToolAnswer:
    """The exact odds of dice, or how a fight at the table would go."""
    if asked.fight:
        return await _fight(guest, asked)
    try:
        found = await asyncio.to_thread(odds_of, asked.notation)
    except NotationError as error:
        raise Fault(Words(TEXTS, "fault.said", text=error.mistake.explain(guest.language))) from None
    least, most = found.outcomes[0], found.outcomes[-1]
    numbers = {"mean": float(found.mean), "least": float(least), "most": float(most)}
    if asked.at_least is not None:
        numbers["at_least"] = float(found.at_least(asked.at_least))
    text = TEXTS.say(
        guest.language, "odds.dice", notation=asked.notation, mean=round(float(found.mean), 2), least=least, most=most
    )
    if asked.at_least is not None:
        share = round(100 * numbers["at_least"], 1)
        text = f"{text} {TEXTS.say(guest.language, 'odds.at_least', needed=asked.at_least, percent=share)}"
    return ToolAnswer(shapes.Chances(text, numbers), text)


async def _fight(guest: Guest, asked: shapes.Weighing) -> ToolAnswer:
    """Fights by the thousand from how things stand; how far that has come is told as it goes."""
    table = await guest.seated(asked.table)
    body = msgspec.json.encode({"what": asked.fight})
    heard: asyncio.Queue[bytes | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    call: Call[bytes] = Call("POST", f"/v1/tables/{table}/odds", bytes, body, accept="*/*")

    def hear(line: bytes | None) -> None:
        loop.call_soon_threadsafe(heard.put_nowait, line)  # a line over the network is heard in a thread

    work = asyncio.ensure_future(guest.lines_at(table, call, hear))
    work.add_done_callback(lambda _: hear(None))
    found: dict[str, Any] = {}
    reached = -1
    while (line := await heard.get()) is not None:
        told = _line(line) if line.strip() else {}
        if told.get("type") == "progress":
            if int(told["done"]) > reached:  # another way begins anew; what is told to a client only grows
                reached = int(told["done"])
                await guest.report(reached, int(told["of"] or 0), str(told["text"]))
        elif told:
            found = told
    await work
    if found.get("type") != "done":
        raise Fault(Words(TEXTS, "fault.said", text=str(found.get("text", ""))))
    text = TEXTS.say(guest.language, "odds.fight")
    return ToolAnswer(shapes.Chances(text, {}, found["result"]), f"{text}\n{found.get('csv', '')}")


async def consult(guest: Guest, asked: shapes.Consulting) -> ToolAnswer:
    """Ask the oracle by dice of the table: they are in its log like any others."""
    table = await guest.seated(asked.table)
    lines: list[int] = []

    async def thrown(dice: str, purpose: str) -> GivenDice:
        line = await _thrown(guest, table, shapes.Throwing(dice, purpose))
        lines.append(line.number)
        return GivenDice(tuple(die.face for die in line.dice), "rolled")

    answer, words, twist = "", [], False
    if asked.question:
        likely = oracle.likelihood_of(asked.likelihood)
        said = oracle.ask(likely, await thrown(str(oracle.oracles()[likely].dice), asked.question[:200]))
        answer, twist = said.word, said.twist
        words.append(oracle.answer_text(said, guest.language))
    tables = list(asked.prompts) if asked.question or asked.prompts else list(oracle.IDEA)
    for name in (*tables, *((oracle.TWIST,) if twist else ())):
        if name not in oracle.prompts():
            oracle.prompt(GivenDice(()), name)  # says which there are
        (lookup,) = oracle.prompt(await thrown(str(oracle.prompts()[name].dice), name), name)
        words.append(oracle.prompt_text(lookup, guest.language))
    ideas = tuple(words[1:] if asked.question else words)
    return ToolAnswer(shapes.OracleSaid(answer, words[0], ideas, twist, tuple(lines)), "\n".join(words))


# ---------------------------------------------------------------- books


async def _game(guest: Guest, game: str, table: str) -> str:
    """The game that is meant: the one that is named, or that of the table."""
    if game:
        return game
    wanted = await guest.seated(table)
    return (await guest.ask_at(wanted, calls.look(wanted))).game


async def search_rules(guest: Guest, asked: shapes.Searching) -> ToolAnswer:
    """The rules that hold all of some words."""
    game = await _game(guest, asked.game, asked.table)
    found = await guest.ask(calls.rules(game, asked.words))
    shown = tuple(found[:MOST_RULES])
    words = "\n".join(f"{rule.id} {rule.title}: {rule.text}" for rule in shown)
    return ToolAnswer(
        shapes.RulesFound(game, len(found), shown), words or TEXTS.say(guest.language, "no_rules", words=asked.words)
    )


async def show_rule(guest: Guest, asked: shapes.AboutRule) -> ToolAnswer:
    """One rule, by its id."""
    game = await _game(guest, asked.game, asked.table)
    found = [one for one in await guest.ask(calls.rules(game, asked.rule)) if one.id == asked.rule]
    if not found:
        raise Fault(Words(TEXTS, "fault.no_rule", rule=asked.rule, game=game))
    (rule,) = found
    return ToolAnswer(shapes.RulesFound(game, 1, (rule,)), f"{rule.id} {rule.title} ({rule.where})\n{rule.text}")


async def journal(guest: Guest, asked: shapes.AtTable) -> ToolAnswer:
    """The story in prose, so far."""
    table = await guest.seated(asked.table)
    text = (await guest.ask_at(table, calls.journal(table))).decode()
    return ToolAnswer(shapes.JournalRead(text), text)
