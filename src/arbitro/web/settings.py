"""How the server is run. Everything has a safe default: one machine, one person, nothing reachable from outside."""

from typing import Final, Literal

from msgspec import Struct

from arbitro.kernel.pack import Pack

LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]", "::1")

BestiaryFor = Literal["whole", "words", "closed"]
"""What visitors see of the bestiaries: everything; names and what a creature is, without its numbers; nothing."""


class Settings(Struct, frozen=True):
    """What whoever starts the server decides."""

    store: str = ""
    """A file of SQLite's or the URL of a database (``postgresql+asyncpg://…``); empty: in memory, until the end."""
    shared: bool = False
    """Whether others than this machine may come in. Then nobody does anything without a seat of theirs."""
    host_digest: str = ""
    """The hash of the token of whoever runs a shared server; otherwise whoever is on this machine is the host."""
    names: tuple[str, ...] = LOOPBACK
    """The host names under which the server answers; ``*`` for any."""
    address: str = ""
    """The address that invitations name, where it is not the one that the referee's own browser uses."""
    channels: str = ""
    """How several processes tell each other of changes: ``redis://…`` or ``postgresql://…``; empty: there is one."""
    inner: str = ""
    """The socket on which other processes hand requests on to this one; empty: there are no others."""
    secure: bool = False
    """Whether the server is reached by https: cookies are then sent by no other way."""
    cert: str = ""
    key: str = ""
    """Files of a certificate and its key, where the server speaks https by itself."""
    proxies: tuple[str, ...] = ()
    """Proxies whose word about where a request comes from is trusted."""
    packs: tuple[Pack, ...] = ()
    """Content of the house's own, offered to new tables."""
    house_rules: tuple[tuple[str, str], ...] = ()
    """Files of house rules, offered to new tables: their names and texts."""
    bestiary: BestiaryFor = "whole"
    """What whoever is not the host sees of the bestiaries."""
    log: Literal["text", "json"] = "text"
    webhooks: bool = False
    """Whether tables may name an address on the web that is told whose turn it is."""
    private_webhooks: bool = False
    """Whether such an address may lie in the host's own network."""
    smtp: str = ""
    """The mail server for letters to players who are away: ``smtp://name:word@host:port`` or ``smtps://…``."""
    mail_from: str = ""
    tell_after: float = 20.0
    """How many seconds after it has become somebody's turn they are told, if they are away then."""
    request_seconds: float = 20.0
    """How long a connection may take to say what it wants, and to answer a ping."""
    work_seconds: float = 60.0
    """How long one piece of work may take: a level dug, a log checked, a journal printed."""
    bench_at_once: int = 1
    """How many may ask for odds of fights at the same time; each takes a processor for as long."""
    bench_seconds: float = 120.0
    """How long one such question may take: what was found by then is the answer."""
    narrator_url: str = ""
    """An endpoint that speaks as OpenAI's does (``https://…/v1``) and tells what happens; empty: there is none."""
    narrator_model: str = ""
    narrator_seconds: float = 20.0
    """How long it may take to tell something."""
    narrator_budget: int = 300
    """How often it is asked at one table, for as long as the server runs."""
    body_limit: int = 256 * 1024
    message_limit: int = 64 * 1024
    per_second: float = 20.0
    """How many messages a seat, or an address without one, may send each second in the long run."""
    at_once: int = 60
    """How many messages they may send in a burst."""
    requests_per_second: float = 100.0
    """How many requests an address may make to a shared server each second, in the long run."""
    requests_at_once: int = 500
    """How many requests it may make in a burst."""
    pages_per_seat: int = 32
    """How many pages may be open in one seat."""
    knocks_per_second: float = 0.5
    """How many tokens an address may try each second, in the long run."""
    knocks_at_once: int = 30
    """How many tokens it may try in a burst."""
