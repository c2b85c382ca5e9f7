"""Where words that leave the house arrive: a small web server and a small mail server, each in a thread."""

import json
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast


class Hook:
    """A web server that answers as it is told, and keeps what it was sent."""

    def __init__(self, address: str) -> None:
        self.url = f"{address}/hook/secret"
        self.heard: list[dict[str, Any]] = []
        self.answers: list[int] = []
        """The next answers; 204 when there are no more."""


@contextmanager
def hook() -> Iterator[Hook]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = kept.answers.pop(0) if kept.answers else 204
            if status < 300:
                kept.heard.append(json.loads(body))
            self.send_response(status)
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept = Hook(f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield kept
    finally:
        server.shutdown()
        server.server_close()


class Mailbox:
    """A mail server that keeps every letter."""

    def __init__(self, port: int) -> None:
        self.url = f"smtp://127.0.0.1:{port}"
        self.letters: list[EmailMessage] = []


@contextmanager
def mailbox(goodbye: bytes = b"221 bye\r\n") -> Iterator[Mailbox]:
    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 sink\r\n")
            while line := self.rfile.readline():
                word = line.split()[0].upper() if line.split() else b""
                if word == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    lines = []
                    while (part := self.rfile.readline()) not in (b".\r\n", b""):
                        lines.append(part)
                    kept.letters.append(cast(EmailMessage, message_from_bytes(b"".join(lines), policy=policy.default)))
                self.wfile.write(goodbye if word == b"QUIT" else b"250 ok\r\n")
                if word == b"QUIT":
                    return

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    kept = Mailbox(server.server_address[1])
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield kept
    finally:
        server.shutdown()
        server.server_close()
