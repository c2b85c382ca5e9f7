"""The page as an application of the reader's device: a manifest, icons, and a notice for when the server is away.

The worker keeps one page and its style, which are the same for everybody; nothing of a table is ever kept.
"""

from typing import Final

import msgspec
from litestar import MediaType, Response, get

from arbitro.text import LANGUAGES
from arbitro.web.assets import address, assets
from arbitro.web.pages import Asked
from arbitro.web.reader import language_of
from arbitro.web.rendering import TEXTS, render

PAPER: Final = "#f3ead7"
ICONS: Final = (
    ("favicon.svg", "any", "any"),
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-512.png", "512x512", "maskable"),
)
"""File, size, and what it is for."""


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: Asked) -> Response[bytes]:
    """What the page is called and looks like where it is installed."""
    language = language_of(request)
    body = {
        "name": TEXTS.say(language, "web.title"),
        "short_name": "Arbitro",
        "description": TEXTS.say(language, "web.install.about"),
        "lang": language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            {"src": address(name), "sizes": sizes, "type": assets()[name].media_type, "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
    }
    headers = {"Vary": "Cookie, Accept-Language"}
    return Response(msgspec.json.encode(body), media_type="application/manifest+json", headers=headers)


@get("/worker.js", include_in_schema=False)
async def worker() -> Response[bytes]:
    """The worker that shows the notice. It stands at the root, so that it may answer for every page."""
    script = assets()["worker.js"].content.decode()
    filled = script.replace("{{style}}", address("base.css"))
    return Response(filled.encode(), media_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})


@get("/offline", include_in_schema=False)
async def offline() -> Response[str]:
    """The notice, in every language: there is nobody to ask for the reader's."""
    notices = [
        (language, TEXTS.say(language, "web.offline.head"), TEXTS.say(language, "web.offline.text"))
        for language in LANGUAGES
    ]
    return Response(render("offline.html", LANGUAGES[0], notices=notices), media_type=MediaType.HTML)


HANDLERS: Final = (manifest, worker, offline)
