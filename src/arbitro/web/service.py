"""How a service is run, as its file, its environment and its command line say it: the later word counts.

The file is YAML with the fields of `Service`; a variable of the environment is a field in capitals with ``ARBITRO_``
before it (``ARBITRO_STORE``, ``ARBITRO_NAMES="one.example two.example"``).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from arbitro.kernel.bounds import MOST_LARGE
from arbitro.kernel.misread import misread
from arbitro.kernel.yamlfile import Document, text_of
from arbitro.text import Fault, Texts, Words
from arbitro.web.settings import BestiaryFor

TEXTS: Final = Texts("arbitro.web.api")
PREFIX: Final = "ARBITRO_"
HERE: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - what `share` without a host means


class Service(Struct, frozen=True, forbid_unknown_fields=True):
    """All that whoever runs a server may decide."""

    host: str = ""
    """The address to listen on; empty: this machine alone or, where it is shared, every address."""
    port: Annotated[int, Meta(ge=0, le=65535)] | None = None
    share: bool = False
    store: str = ""
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    channels: str = ""
    names: tuple[str, ...] = ()
    https: bool = False
    """Whether it is reached by https through a proxy."""
    cert: str = ""
    key: str = ""
    """Files of a certificate and its key: then the server speaks https by itself."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose word about where a request comes from is trusted; ``*``: any."""
    packs: tuple[str, ...] = ()
    """Files or folders of content that new tables are offered."""
    house_rules: tuple[str, ...] = ()
    """Files of house rules that new tables are offered."""
    bestiary: BestiaryFor = "whole"
    """What visitors see of the bestiaries; the host sees everything."""
    log: Literal["text", "json"] = "text"
    webhooks: bool = False
    """Whether tables may name an address on the web that is told whose turn it is."""
    private_webhooks: bool = False
    """Whether such an address may lie in the host's own network."""
    smtp: str = ""
    """The mail server for letters to players who are away: ``smtp://name:word@host:port`` or ``smtps://…``."""
    mail_from: str = ""
    """Whom such letters come from."""
    request_seconds: Annotated[float, Meta(gt=0)] = 20.0
    """How long a connection may take to say what it wants, and to answer a ping."""
    work_seconds: Annotated[float, Meta(gt=0)] = 60.0
    """How long one piece of work may take."""
    bench_at_once: Annotated[int, Meta(ge=0, le=64)] = 1
    """How many questions about the odds of fights may be worked on at once; 0: there is no bench."""
    bench_seconds: Annotated[float, Meta(gt=0)] = 120.0
    """How long one of them may take."""

    narrator_url: str = ""
    """An endpoint that speaks as OpenAI's does and tells what happens at tables; empty: there is none."""
    narrator_model: str = ""
    """Which of its models."""
    narrator_seconds: Annotated[float, Meta(gt=0)] = 20.0
    """How long it may take to tell something."""
    narrator_budget: Annotated[int, Meta(ge=0)] = 300
    """How often it is asked at one table."""

    @property
    def listens_on(self) -> str:
        """The address to listen on."""
        return self.host or (EVERYWHERE if self.share else HERE)

    @property
    def secure(self) -> bool:
        """Whether it is reached by https, one way or the other."""
        return self.https or bool(self.cert)


def read_service(file: Path | None, environ: Mapping[str, str], said: Mapping[str, Any]) -> Service:
    """The service of a file, an environment and a command line; a `Fault` names what is wrong, and where."""
    found: dict[str, Any] = {}
    if file is not None:
        try:
            document = Document(str(file), text_of(file), most=MOST_LARGE)
        except OSError as error:
            raise Fault(Words(TEXTS, "web.service.no_file", file=str(file), why=misread(error))) from None
        if document.data is not None:
            document.read(Service)
            found |= document.mapping()
    for name in Service.__struct_fields__:
        value = environ.get(PREFIX + name.upper())
        if value:
            found[name] = _from_text(name, value)
    return msgspec.convert(found | {name: value for name, value in said.items() if value is not None}, Service)


def _from_text(name: str, value: str) -> Any:
    """A field as a variable of the environment has it."""
    wanted = Service.__annotations__[name]
    plain: Any = value.split() if wanted == tuple[str, ...] else value
    try:
        return msgspec.convert(plain, wanted, strict=False)
    except msgspec.ValidationError as error:
        variable = PREFIX + name.upper()
        raise Fault(Words(TEXTS, "web.service.variable", variable=variable, value=value, why=misread(error))) from None
