"""The pages: start, rulebooks, options, guides, and the reader's two preferences. Tables have a module of their own."""

import asyncio
from typing import Annotated, Any, Final

from litestar import MediaType, Request, Response, get
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Redirect

from arbitro.text import as_language
from arbitro.web import guides, shelf
from arbitro.web.assets import assets
from arbitro.web.reader import LANGUAGE_COOKIE, THEME_COOKIE, YEAR, language_of, safe_return, theme_of
from arbitro.web.rendering import render
from arbitro.web.searching import search

FOREVER: Final = "public, max-age=31536000, immutable"
Back = Annotated[str | None, QueryParameter(max_length=2000)]
Asked = Request[Any, Any, Any]


def page(request: Asked, template: str, section: str, /, *, status_code: int = 200, **context: Any) -> Response[str]:
    """A whole page in the reader's language and look."""
    language = language_of(request)
    query = request.url.query
    here = f"{request.url.path}?{query}" if query else request.url.path
    body = render(template, language, section=section, theme=theme_of(request), here=here, **context)
    headers = {"Vary": "Cookie, Accept-Language"}
    return Response(body, media_type=MediaType.HTML, status_code=status_code, headers=headers)


@get("/static/{mark:str}/{name:str}", include_in_schema=False)
async def static_file(mark: FromPath[str], name: FromPath[str], request: Asked) -> Response[bytes]:
    """One of the page's own files; `mark` only makes its address new when something has changed."""
    del mark
    found = assets().get(name)
    if found is None:
        raise NotFoundException
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff"}
    if packed:
        headers["Content-Encoding"] = "gzip"
    return Response(found.packed if packed else found.content, media_type=found.media_type, headers=headers)


@get("/rules", include_in_schema=False, sync_to_thread=True)
def all_rules(request: Asked, q: FromQuery[str] = "") -> Response[str]:
    """Every rulebook, or what a search finds in all of them."""
    language = language_of(request)
    query = q.strip()[:200]
    found = search(query, language, shelf.books())
    return page(request, "rules.html", "rules", book=None, books=shelf.shelf(language), query=query, found=found)


@get("/rules/{name:str}", include_in_schema=False, sync_to_thread=True)
def one_rulebook(name: FromPath[str], request: Asked, q: FromQuery[str] = "") -> Response[str]:
    """One rulebook, or what a search finds in it."""
    if name not in shelf.books():
        raise NotFoundException
    language = language_of(request)
    query = q.strip()[:200]
    return page(
        request,
        "rules.html",
        "rules",
        book=shelf.shown_book(name, language),
        books=shelf.shelf(language),
        query=query,
        found=search(query, language, (name,)),
        chapters=() if query else shelf.chapters(name, language),
        played=() if query else shelf.played(name, language),
    )


@get(["/options", "/options/{name:str}"], include_in_schema=False)
async def all_options(request: Asked, name: FromPath[str] = "") -> Response[str]:
    """Every option of a game; of the first on the shelf where none is named."""
    name = name or next(iter(shelf.books()))
    if name not in shelf.books():
        raise NotFoundException
    return await asyncio.to_thread(_options_page, request, name)


def _options_page(request: Asked, name: str) -> Response[str]:
    language = language_of(request)
    return page(
        request,
        "options.html",
        "options",
        book=shelf.shown_book(name, language),
        books=shelf.shelf(language),
        options=shelf.options(name, language),
    )


@get("/guides", include_in_schema=False, sync_to_thread=True)
def all_guides(request: Asked) -> Response[str]:
    """The short guides, and everything else there is to read."""
    language = language_of(request)
    others = guides.other_pages(language)
    return page(request, "guides.html", "guides", guides=guides.guides(language), others=others)


@get("/guides/images/{name:str}", include_in_schema=False, sync_to_thread=True)
def guide_image(name: FromPath[str]) -> Response[bytes]:
    """A picture of the documentation."""
    found = guides.image(name)
    if found is None:
        raise NotFoundException
    return Response(
        found, media_type=f"image/{name.rpartition('.')[2]}", headers={"Cache-Control": "public, max-age=3600"}
    )


@get("/guides/{name:path}", include_in_schema=False, sync_to_thread=True)
def one_guide(name: FromPath[str], request: Asked) -> Response[str]:
    """One page of the documentation."""
    found = guides.guide(name.strip("/"), language_of(request))
    if found is None:
        raise NotFoundException
    return page(request, "guide.html", "guides", title=found.title, body=found.body)


@get("/language/{code:str}", include_in_schema=False)
async def choose_language(code: FromPath[str], back: Back = None) -> Redirect:
    """Remember the reader's language, and go back to where they were."""
    language = as_language(code)
    if language is None:
        raise NotFoundException
    return _remembering(LANGUAGE_COOKIE, language, back)


@get("/theme/{name:str}", include_in_schema=False)
async def choose_theme(name: FromPath[str], back: Back = None) -> Redirect:
    """Remember light or dark, and go back."""
    if name not in ("light", "dark"):
        raise NotFoundException
    return _remembering(THEME_COOKIE, name, back)


def _remembering(cookie: str, value: str, back: str | None) -> Redirect:
    kept = Cookie(key=cookie, value=value, max_age=YEAR, samesite="lax", path="/")
    return Redirect(safe_return(back), status_code=303, cookies=[kept])


QUIET_PAGES: Final = (
    static_file,
    all_rules,
    one_rulebook,
    all_options,
    all_guides,
    guide_image,
    one_guide,
    choose_language,
    choose_theme,
)
"""The handlers of the pages that need no table."""
