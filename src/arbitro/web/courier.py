"""Carrying words out of the house: to an address on the web or a mail server, later and again if need be.

Nothing waits for a courier. What cannot be delivered is tried again after longer and longer pauses, and given up in the
end with a line in the log. A web address is looked up once, by us, and the connection goes to what was found: one
inside the host's own network is refused unless the host allows it.
"""

import asyncio
import http.client
import smtplib
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from ipaddress import ip_address
from logging import getLogger
from typing import Final
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from arbitro.web.settings import Settings

LOGGER: Final = getLogger("arbitro.web")
SECONDS: Final = 10.0
"""How long one try may take."""
PAUSES: Final = (2.0, 10.0, 60.0, 300.0, 1800.0)
"""How long is waited before each further try."""
WAITING: Final = 200
"""How many deliveries may be under way; more are dropped with a line in the log."""


class Undeliverable(Exception):
    """Raised where it would not help to try again."""


class Post(Struct, frozen=True):
    """Words for an address on the web."""

    url: str
    body: bytes


class Letter(Struct, frozen=True):
    """Words for somebody's mailbox."""

    to: str
    subject: str
    text: str


Delivery = Post | Letter


class Courier:
    """Delivers, in the background."""

    def __init__(self, settings: Settings, pauses: tuple[float, ...] = PAUSES) -> None:
        self._settings = settings
        self._pauses = pauses
        self._under_way: set[asyncio.Task[None]] = set()

    @property
    def carries_posts(self) -> bool:
        """Whether tables may name addresses on the web."""
        return self._settings.webhooks

    @property
    def carries_letters(self) -> bool:
        """Whether there is a mail server."""
        return bool(self._settings.smtp)

    def send(self, delivery: Delivery) -> None:
        """Take a delivery along; it is never waited for."""
        if len(self._under_way) >= WAITING:
            LOGGER.warning("too many deliveries are under way: one was dropped")
            return
        task = asyncio.get_running_loop().create_task(self._deliver(delivery))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _deliver(self, delivery: Delivery) -> None:
        carry: Callable[[], None]
        if isinstance(delivery, Post):
            carry = lambda: post(delivery, private=self._settings.private_webhooks)  # noqa: E731 - one or the other
        else:
            carry = lambda: mail(delivery, self._settings.smtp, self._settings.mail_from)  # noqa: E731
        for pause in (*self._pauses, None):
            try:
                await asyncio.to_thread(carry)
            except Undeliverable as fault:
                LOGGER.warning("not delivered to %s: %s", _where(delivery), fault)
                return
            except (OSError, http.client.HTTPException, smtplib.SMTPException) as fault:
                if pause is None:
                    LOGGER.warning("given up delivering to %s: %s", _where(delivery), type(fault).__name__)
                    return
                await asyncio.sleep(pause)
            else:
                return

    async def close(self) -> None:
        """Let go of what is still under way."""
        for task in tuple(self._under_way):
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)


def _where(delivery: Delivery) -> str:
    """Whereto, without what only the table knows: the path of a hook is a key to it."""
    return urlsplit(delivery.url).hostname or "" if isinstance(delivery, Post) else "a mailbox"


# ---------------------------------------------------------------- the web


def checked_address(url: str, *, private: bool) -> tuple[str, str, int, str]:
    """What a URL leads to: scheme, host, port and the one address to connect to; raises `Undeliverable`."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise Undeliverable("this is no address") from None
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        raise Undeliverable("this is no address of the web")
    found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not private and not all(ip_address(one.partition("%")[0]).is_global for one in found):
        raise Undeliverable("the address is not a public one")
    return parts.scheme, host, port, found[0]


def post(delivery: Post, *, private: bool) -> None:
    """Post JSON once; a redirection is not followed."""
    scheme, host, port, address = checked_address(delivery.url, private=private)
    parts = urlsplit(delivery.url)
    line = socket.create_connection((address, port), SECONDS)
    try:
        if scheme == "https":
            line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
        connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
        connection.sock = line
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Content-Type": "application/json", "User-Agent": "Arbitro"}
        with suppress(BrokenPipeError, ConnectionResetError):  # it may answer and hang up before it has heard all
            connection.request("POST", path, delivery.body, headers)
        status = connection.getresponse().status
    finally:
        line.close()
    if 200 <= status < 300:
        return
    if status == 429 or status >= 500:
        raise http.client.HTTPException(f"answered {status}")
    raise Undeliverable(f"answered {status}")


# ---------------------------------------------------------------- letters


def mail(letter: Letter, server: str, sender: str) -> None:
    """Hand one letter to the mail server: ``smtp://name:word@host:port`` or ``smtps://…``."""
    parts = urlsplit(server)
    host, secure = parts.hostname or "localhost", parts.scheme == "smtps"
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender or f"arbitro@{host}", letter.to, letter.subject
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="arbitro")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(letter.text)
    context = ssl.create_default_context()
    port = parts.port or (465 if secure else 587)
    line = (
        smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=context)
        if secure
        else smtplib.SMTP(host, port, timeout=SECONDS)
    )
    try:
        if not secure and line.has_extn("starttls"):
            line.starttls(context=context)
        if parts.username:
            line.login(unquote(parts.username), unquote(parts.password or ""))
        try:
            line.send_message(message)
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused) as fault:
            raise Undeliverable(type(fault).__name__) from None
        with suppress(OSError, smtplib.SMTPException):  # it has the letter: however it says goodbye, that stays so
            line.quit()
    finally:
        line.close()
