"""A table: a game being played, as a log and the state it folds to.

`Table.submit` is the one door: players, referees, automatic players, tests and servers all come in through it. It
decides, folds and chains; writing to disk is the store's work, and time and randomness come in from outside.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, Generic, Self, TypeVar

import msgspec
from msgspec import Struct

from arbitro.dice.stream import AuditedDice, GivenDice, commitment
from arbitro.kernel import log_commands
from arbitro.kernel.byhand import Typed, decide_given
from arbitro.kernel.choice import Choice, Choices, Unrolled
from arbitro.kernel.command import (
    KERNEL_COMMANDS,
    AskBack,
    ChangeOptions,
    Command,
    DeclineBack,
    LimitBack,
    Override,
    OverrideRolls,
    Redo,
    Refusal,
    RevealEvent,
    RevealSeed,
    RollOwed,
    Stir,
    TellFaces,
    ThrowDice,
    Undo,
)
from arbitro.kernel.event import (
    Branched,
    Event,
    EventRevealed,
    PackLaid,
    Redone,
    Renamed,
    Setting,
    TableOpened,
    Undone,
)
from arbitro.kernel.fold import (
    RECENT,
    Anchor,
    Fetch,
    Ledger,
    Recent,
    Record,
    Snapshot,
    evolve,
    fold,
    ledger_after,
    no_anchor,
    state_at,
)
from arbitro.kernel.log import FORM, Entry, encode_entry, link
from arbitro.kernel.moment import once
from arbitro.kernel.noting import moment_of, witness_of
from arbitro.kernel.number_range import WITHOUT_NUMBERS, refused_at_sight, unwritable
from arbitro.kernel.owed_dice import by_hand, roll_owed, tell_faces, waits_for
from arbitro.kernel.reader import Reader
from arbitro.kernel.ruleset import Ruleset
from arbitro.kernel.seat import REFEREE, REFEREE_ONLY, Seat
from arbitro.kernel.state import State
from arbitro.kernel.table_talk import TALK
from arbitro.kernel.taking_back import ask_back, decline_back, limit_back, redo, undo
from arbitro.kernel.tally import FromTheBeginning, Numbering
from arbitro.kernel.witness import Witness
from arbitro.kernel.yamlfile import TEXTS
from arbitro.text import Fault, Words
from arbitro.version import __version__

S = TypeVar("S", bound=State)
_OUR_COMMANDS: Final = frozenset(KERNEL_COMMANDS)
_PLAIN: Final[set[type[Command]]] = set()
"""Kinds of a game's commands that hold no number and answer no question, as far as any were given."""
WORKED_OUT: Final = 4096
"""For how many entries that do not say how things stood it is kept at hand, once it was found."""


class Table(Generic[S]):
    """One game in progress."""

    def __init__(
        self,
        ruleset: Ruleset[S],
        ledger: Ledger,
        state: S,
        seed: bytes | None,
        fetch: Fetch,
        recent: Recent[S] | None = None,
        anchor: Anchor = no_anchor,
    ) -> None:
        self.ruleset = ruleset
        self._ledger = ledger
        self.state = state
        self.seed = seed
        self._fresh: list[Record] = []
        self._unsealed: list[Entry[Any, Any]] = []
        """The newest entries, not yet written as bytes: simulations that nobody reads need none."""
        self._moments: deque[tuple[S, S]] = deque(maxlen=RECENT)
        """The states before and after the last of them."""
        self._worked_out: dict[int, Witness] = {}
        """How things stood at entries that do not say it themselves."""
        self._fetch = fetch
        self._anchor = anchor
        self._numbering: Numbering = FromTheBeginning()
        self.recent: Recent[S] = recent if recent is not None else Recent()
        self.dice = None
        if seed is not None and not ledger.revealed:
            self.dice = AuditedDice(seed, bytes.fromhex(ledger.stirred), ledger.positions)
        self._last: Entry[Any, Any] | None = None
        self._glanced: Entry[Any, Any] | None = None
        """An older entry that was read last."""
        self._uncounted: Entry[Any, Any] | None = None
        """The newest entry, where the ledger has not heard of it: what happens in the game only counts it on."""

    def forget_past(self) -> None:
        """Let go of earlier states and entries that are at hand: whoever asks for them again has them read again."""
        self._seal()
        self.recent.clear()
        self._worked_out.clear()
        self._glanced = None

    # ---------------------------------------------------------------- opening

    @classmethod
    def open(
        cls,
        ruleset: Ruleset[S],
        table: str,
        seed: bytes,
        options: dict[str, Setting] | None = None,
        *,
        at: str = "",
    ) -> Self:
        """A new table. The options are checked, completed with the book's and written into the log."""
        made = cls(ruleset, Ledger(), ruleset.initial(), seed, _nothing)
        versions = {"arbitro": __version__, "log": str(FORM), ruleset.id: ruleset.rulebook.edition}
        chosen = ruleset.options.effective(options or {})
        opened = TableOpened(table, ruleset.id, versions, chosen, commitment(seed))
        laid = tuple(PackLaid(pack, audience=REFEREE_ONLY) for pack in ruleset.packs)  # players learn it as they play
        made.append(REFEREE.name, None, (opened, *laid), evolve(ruleset, made.state, opened), at)
        return made

    @classmethod
    def restore(
        cls,
        ruleset: Ruleset[S],
        records: Iterable[Record],
        seed: bytes | None,
        snapshot: Snapshot | None = None,
        fetch: Fetch | None = None,
        anchor: Anchor = no_anchor,
    ) -> Self:
        """A table from its log: `records` are all entries, or those after the snapshot.

        `fetch` gives earlier entries when undoing goes back further than what is at hand; it may be left out where
        `records` are all there is. `anchor` gives earlier snapshots, so that going far back need not start at entry 0.
        """
        if fetch is None:
            records = kept = list(records)

            def fetch(first: int, last: int) -> list[Record]:
                return kept[first : last + 1]

        ledger, state = Ledger(), ruleset.initial()
        if snapshot is not None:
            ledger = snapshot.ledger
            state = msgspec.json.decode(snapshot.state, type=ruleset.state_type)
        folded = fold(ruleset, ledger, state, records, fetch, anchor)
        if seed is not None and commitment(seed) != folded.ledger.commitment:
            raise Fault(Words(TEXTS, "seed.other"))
        return cls(ruleset, folded.ledger, folded.state, seed, fetch, folded.recent, anchor)

    def trial(self, fetch: Fetch, anchor: Anchor = no_anchor, numbering: Numbering | None = None) -> "Table[S]":
        """The same table, to try one command on: keep it instead of this one once its entry is safe, or drop it.

        For a store: this table must have no entries of its own that are not stored. States at hand are shared, which is
        safe as long as one command is tried at a time, because only states from before the command are put there.
        """
        made = Table(self.ruleset, self.ledger, self.state, self.seed, fetch, self.recent, anchor)
        made._last = self._last
        made._worked_out = self._worked_out
        made._numbering = numbering or made._numbering
        return made

    def grown(self, records: Iterable[Record], fetch: Fetch, anchor: Anchor = no_anchor) -> "Table[S]":
        """The same table after more entries that others have written; this one must have none of its own."""
        folded = fold(self.ruleset, self.ledger, self.state, records, fetch, anchor)
        recent: Recent[S] = Recent(list((self.recent | folded.recent).items())[-RECENT:])
        return Table(self.ruleset, folded.ledger, folded.state, self.seed, fetch, recent, anchor)

    def take_over(self, before: "Table[S]") -> None:
        """Know what was worked out of the same log before it was read anew."""
        self._worked_out = before._worked_out

    def branch(self, table: str, seed: bytes, *, at: str = "") -> Self:
        """A new table that shares this one's past and goes on with dice of its own."""
        past = list(self._records(0, self.ledger.length - 1))
        ledger = msgspec.structs.replace(self.ledger, positions={}, owed=None)
        made = type(self)(self.ruleset, ledger, self.state, None, _nothing)
        made._fresh = past
        made.seed = seed
        made.dice = AuditedDice(seed)
        told = Branched(table, self.ledger.table, self.ledger.length - 1, self.ledger.chain, commitment(seed))
        made.append(REFEREE.name, None, (told,), None, at)
        return made

    def rename(self, table: str, *, at: str = "") -> None:
        """Go on under another name, with the same dice."""
        self.append(REFEREE.name, None, (Renamed(table, self.ledger.table),), None, at)

    @property
    def ledger(self) -> Ledger:
        """What the log says beside the state. Chain and dice are brought up to date only when somebody asks."""
        self._seal()
        if self.dice is not None:
            positions = self.dice.positions
            if positions is not self._ledger.positions and positions != self._ledger.positions:
                self._ledger = msgspec.structs.replace(self._ledger, positions=positions)
        return self._ledger

    @property
    def fresh(self) -> list[Record]:
        """Entries that have not been taken away by a store (`take`)."""
        self._seal()
        return self._fresh

    def _seal(self) -> None:
        """Write the newest entries as bytes and chain them to the ones before."""
        if not self._unsealed:
            return
        chain = self._counted().chain
        # What became of a state long ago nobody knows any more; who reads those entries folds to them.
        begin = len(self._unsealed) - len(self._moments)
        for number, entry in enumerate(self._unsealed):
            if number >= begin:
                before, after = self._moments[number - begin]
                if entry.parent >= 0:
                    self.recent.remember(entry.parent, before)
                entry = msgspec.structs.replace(entry, then=witness_of(self.ruleset, entry, before, after))
            body = encode_entry(entry)
            chain = link(chain, body)
            self._fresh.append((chain, body))
            self._last = entry
        self._unsealed.clear()
        self._moments.clear()
        self._ledger = msgspec.structs.replace(self._ledger, chain=chain)

    # ---------------------------------------------------------------- asking

    def choices(self, seat: Seat) -> Choices:
        """What a seat may do now."""

        def allowed(command: Command) -> bool:
            if self._ledger.revealed or self._ledger.owed is not None or type(command) in _OUR_COMMANDS:
                return False
            if seat.refereed and self.ruleset.takes_chair(command):
                return False
            if not seat.may_act_for(self.ruleset.owner(self.state, command)) or self._not_alone(command, seat):
                return False
            return self.ruleset.allows(self.state, command)

        return Choices(lambda: self._offers(seat), allowed)

    def _offers(self, seat: Seat) -> Iterable[Choice]:
        if seat.role == "spectator" or self._ledger.revealed or self._ledger.owed is not None:
            return ()
        state = self.state
        if state.follows is None:
            return self.ruleset.choices(state, seat)
        return once(state, ("offers", seat), lambda: Unrolled(lambda: self.ruleset.choices(state, seat)))

    def view(self, seat: Seat) -> Struct:
        """The state as a seat may know it."""
        return self.ruleset.view(self.state, seat)

    def history(self, seat: Seat, first: int = 0) -> Iterator[Entry[Any, Any]]:
        """The log as a seat may know it: what it may not know is absent, and entries are counted without it."""
        for count, (entry, events) in enumerate(self.seen(seat, first), max(first, 0)):
            own = seat.role == "referee" or entry.by == seat.name
            yield Entry(count, entry.by, events, entry.command if own else None, at=entry.at)

    def seen(self, seat: Seat, first: int = 0) -> Iterator[tuple[Entry[Any, Any], tuple[Event, ...]]]:
        """The entries of which a seat knows anything, with what it knows of each, from that one of theirs on."""
        begin = self._numbering.before(seat, first)
        reader = Reader(self.ruleset, seat, begin.next, begin.entries)
        for entry in self.witnessed(begin.next):
            for spoken_of in reader.missing(entry):
                reader.learn(spoken_of, *self._numbering.numbered(seat, spoken_of))
            number = reader.count
            events = reader.read(moment_of(self.ruleset, entry), entry)
            if events and number >= first:
                yield entry, events

    def number_seen(self, seat: Seat) -> int:
        """How many entries a seat knows anything of."""
        begin = self._numbering.before(seat, self.ledger.length).entries
        return begin + sum(1 for _ in self.seen(seat, begin))

    @property
    def last(self) -> Entry[Any, Any] | None:
        """The newest entry as it is written, where it came by this table."""
        self._seal()
        return self._last

    def witnessed(self, first: int = 0, last: int | None = None) -> Iterator[Entry[Any, Any]]:
        """Part of the log, each entry with how things stood: where it does not say so itself, that is folded once."""
        folded: Recent[S] = Recent()
        for entry in self.entries(first, last):
            if entry.then is not None and entry.then.version == self.ruleset.wording:
                yield entry
                continue
            witness = self._worked_out.get(entry.seq)
            if witness is None:
                before, after = self._around(entry, folded)
                witness = self._worked_out[entry.seq] = witness_of(self.ruleset, entry, before, after)
            if len(self._worked_out) > WORKED_OUT:
                with suppress(RuntimeError):  # somebody reads the same log beside us
                    self._worked_out.pop(next(iter(self._worked_out)), None)
            yield msgspec.structs.replace(entry, then=witness)

    def _around(self, entry: Entry[Any, Any], folded: Recent[S]) -> tuple[S, S]:
        """The states before and after an entry; `folded` are those of the entries before it that were at hand."""
        if entry.seq == 0:
            before = self.ruleset.initial()
        elif entry.parent < 0:
            before = self._state_in(self.head_at(entry.seq), folded)
            first = entry.events[0]
            if type(first) is not EventRevealed:
                return before, before
            return before, self._state_in(self.head_at(first.entry), folded)
        else:
            before = self._state_in(entry.parent, folded)
        after = before
        for event in entry.events:
            after = evolve(self.ruleset, after, event)
        folded.remember(entry.seq, after)
        return before, after

    def _state_in(self, seq: int, folded: Recent[S]) -> S:
        found = folded.get(seq)
        return self.state_at(seq) if found is None else found

    def head_at(self, seq: int) -> int:
        """The entry after which the state stood as it did when an entry had been written."""
        while True:
            entry = self.entry(seq)
            first = entry.events[0]
            if isinstance(first, Undone | Redone):
                return first.to
            if entry.parent >= 0 or seq == 0:
                return seq
            seq -= 1

    def entries(self, first: int = 0, last: int | None = None) -> Iterator[Entry[Any, Any]]:
        """The whole log, decoded: for the referee and for audits, never for players."""
        for _, body in self._records(first, self.ledger.length - 1 if last is None else last):
            yield self.ruleset.entry_decoder.decode(body)

    def _records(self, first: int, last: int) -> Iterator[Record]:
        stored = self.ledger.length - len(self.fresh)
        if first < stored:
            yield from self._fetch(first, min(last, stored - 1))
        if last >= stored:
            yield from self.fresh[max(first - stored, 0) : last - stored + 1]

    def records(self) -> Iterator[Record]:
        """All entries as they are kept, for export."""
        return self._records(0, self.ledger.length - 1)

    def take(self) -> list[Record]:
        """The entries not yet stored; whoever takes them keeps them and serves them through `fetch`."""
        taken, self._fresh = self.fresh, []
        return taken

    def snapshot(self) -> Snapshot:
        """The table as it stands, for a store."""
        return Snapshot(self.ledger, msgspec.Raw(msgspec.json.encode(self.state)))

    # ---------------------------------------------------------------- doing

    def submit(
        self, command: Command, by: Seat, *, at: str = "", faces: tuple[int, ...] | None = None
    ) -> Entry[Any, Any] | Refusal:
        """Carry out a command, or refuse it with the reason and what would be legal.

        With `faces` the dice are a person's own. A player is asked only for those of their own people, and asking
        commits: the deed has begun, the entry says which die is owed (`DiceAsked`), and everything else waits until
        somebody says what it shows (`TellFaces`) or lets the engine roll (`RollOwed`). Faces that nothing asks for are
        passed over. Of a referee, who knows everything, all dice are asked: `DieNeeded` says which one is still missing
        (nothing has happened then), and a face that a die does not have, or that nobody asked for, is refused.
        """
        state, ledger = self.state, self._ledger
        usual = type(command) in _PLAIN and by.role == "referee" and not by.refereed
        if not usual or state.awaiting or ledger.owed is not None or ledger.revealed:
            answer = self._beforehand(command, by, at, faces)
            if answer is not None:
                return answer if isinstance(answer, Entry) else self._with_instead(answer, by)
        elif unwritable(command):
            return self._with_instead(Refusal("not_text"), by)
        dice = self.dice
        if faces is None and dice is not None:
            resolved = self.ruleset.decide(state, command, dice.play)
        elif faces is None:
            return self._with_instead(Refusal("no_seed"), by)
        elif by.role == "referee":
            resolved = decide_given(self.ruleset, state, command, GivenDice(faces), len(faces))
        else:
            answer = by_hand(self, command, by, at, faces)
            return answer if isinstance(answer, Entry) else self._with_instead(answer, by)
        if type(resolved) is Refusal:
            return self._with_instead(resolved, by)
        events = tuple(resolved.events)
        if not events:
            return self._with_instead(Refusal("nothing_changes"), by)
        return self.went_on(by.name, command, events, resolved.state, at)

    def _with_instead(self, refused: Refusal, by: Seat) -> Refusal:
        """A refusal with what would be legal, where it does not say so itself."""
        if refused.instead:
            return refused
        return msgspec.structs.replace(refused, instead=tuple(choice.id for choice in self._offers(by)))

    def _beforehand(
        self, command: Command, by: Seat, at: str, faces: tuple[int, ...] | None
    ) -> Entry[Any, Any] | Refusal | None:
        """What comes of a command before any rule of the game is asked; nothing, where the game may decide it."""
        owed, kind = self._ledger.owed, type(command)
        if owed is not None and kind not in _MEANWHILE:
            return waits_for(owed)
        if kind in _OUR_COMMANDS:
            if unwritable(command):
                return Refusal("not_text")
            written: Any = _as_written(command)
            if kind is ThrowDice:
                return log_commands.throw(self, written, by, at, faces)
            return _KERNEL[kind](self, written, by, at)
        if self._ledger.revealed:
            return Refusal("revealed")
        refused = refused_at_sight(command)
        if refused is None and (by.role != "referee" or by.refereed):
            refused = self._not_theirs(command, by)
        if refused is None and (self.state.awaiting or command.answers):
            refused = self.ruleset.may_begin(self.state, command)
        if kind in WITHOUT_NUMBERS and not command.answers:
            _PLAIN.add(kind)
        return refused

    def _not_theirs(self, command: Command, by: Seat) -> Refusal | None:
        """Why a command is not a seat's to give: whose it is, and who decides with it."""
        ruleset, state = self.ruleset, self.state
        if by.role != "referee":
            if not by.may_act_for(ruleset.owner(state, command)):
                return Refusal("not_yours", {"who": f"@{ruleset.owner(state, command)}"})
            if other := self._not_alone(command, by):
                return Refusal("not_alone", {"who": f"@{other}"})
        return Refusal("chair_held") if by.refereed and ruleset.takes_chair(command) else None

    def fresh_dice(self) -> AuditedDice:
        """The dice as far as they have run, to be tried without anything coming of it."""
        if self.dice is None:
            raise LookupError("the seed is not known")
        return AuditedDice(self.dice.seed, self.dice.stirred, self.dice.positions)

    def _not_alone(self, command: Command, by: Seat) -> str:
        """Somebody for whom a command decides too and whom the seat does not play."""
        if by.role == "referee":
            return ""
        return next((who for who in self.ruleset.decides_for(self.state, command) if not by.may_act_for(who)), "")

    def went_on(
        self, by: str, command: Command, events: tuple[Event, ...], state: S, at: str, typed: Typed = ()
    ) -> Entry[Any, Any]:
        """Write what happened in the game, by far the most of any log: the ledger need only count it."""
        newest, ledger = self._uncounted, self._ledger
        if newest is None:
            entry: Entry[Any, Any] = Entry(ledger.length, by, events, command, ledger.head, at, None, typed)
        else:
            head = newest.seq
            entry = Entry(head + 1, by, events, command, head, at, None, typed)
        self._unsealed.append(entry)
        self._moments.append((self.state, state))
        self.state = state
        self._uncounted = entry
        if ledger.owed is not None:
            self._counted()
        return entry

    def append(
        self,
        by: str,
        command: Command | None,
        events: tuple[Event, ...],
        state: S | None,
        at: str,
        parent: int | None = None,
        before: S | None = None,
        told_of: S | None = None,
    ) -> Entry[Any, Any]:
        """Write an entry of the log's own. With a `state` it becomes the head; without, it only concerns the ledger.

        `before` is the state that it builds on, `told_of` the one that it tells of, where these are others.
        """
        ledger, now = self._counted(), self.state
        if parent is None:
            parent = -1 if state is None else ledger.head
        entry: Entry[Any, Any] = Entry(ledger.length, by, events, command, parent, at)
        self._unsealed.append(entry)
        self._moments.append((before or now, told_of or state or now))
        if state is not None:
            self.recent.remember(ledger.head, now)
            self.state = state
        self._ledger = ledger_after(ledger, entry, ledger.chain, ledger.positions)
        return entry

    def _counted(self) -> Ledger:
        """The ledger with every entry counted, chain and dice as they were."""
        if self._uncounted is not None:
            self._ledger = ledger_after(self._ledger, self._uncounted, self._ledger.chain, self._ledger.positions)
            self._uncounted = None
        return self._ledger

    def rewind(self, by: Seat, command: Command, events: tuple[Event, ...], to: int, at: str) -> Entry[Any, Any]:
        """Go on from how things stood after an earlier entry."""
        before, self.state = self.state, self.state_at(to)
        self.recent.remember(self.ledger.head, before)
        return self.append(by.name, command, events, None, at)

    # ---------------------------------------------------------------- going back

    def entry(self, seq: int) -> Entry[Any, Any]:
        """One entry of the log."""
        if (last := self.last) is not None and last.seq == seq:
            return last
        if self._glanced is None or self._glanced.seq != seq:  # asked for again and again on one way back
            self._glanced = next(self.entries(seq, seq))
        return self._glanced

    def state_at(self, seq: int) -> S:
        """The state as it was after an entry that changed it."""
        if seq == self.ledger.head:
            return self.state
        found = self.recent.get(seq)
        if found is not None:
            return found
        return state_at(self.ruleset, seq, self._records, self._anchor, self.recent)


def _as_written(command: Command) -> Command:
    """A command as the log will hold it: nobody can change it any more, and what cannot be written down shows now."""
    return msgspec.json.decode(msgspec.json.encode(command), type=type(command))


def _nothing(first: int, last: int) -> Iterable[Record]:
    """A new table has no earlier entries."""
    del first, last
    return ()


_KERNEL: dict[type[Command], Callable[[Table[Any], Any, Seat, str], Entry[Any, Any] | Refusal]] = {
    Undo: undo,
    AskBack: ask_back,
    DeclineBack: decline_back,
    LimitBack: limit_back,
    Redo: redo,
    Override: log_commands.override,
    OverrideRolls: log_commands.override_rolls,
    **TALK,
    RevealEvent: log_commands.reveal_event,
    ChangeOptions: log_commands.change_options,
    Stir: log_commands.stir_dice,
    RevealSeed: log_commands.reveal_seed,
    TellFaces: tell_faces,
    RollOwed: roll_owed,
}
_MEANWHILE: Final = frozenset({RevealEvent, TellFaces, RollOwed, LimitBack, *TALK})
"""What may be done while dice are owed: words, and what settles it. Whatever throws dice or changes a state waits."""
