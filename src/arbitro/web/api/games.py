"""What can be played, and by which rules."""

from typing import Annotated, Any

from litestar import Request, get
from litestar.params import FromPath, QueryParameter

from arbitro.client.data import GameData, GuideData, OptionData, RuleData, SceneData
from arbitro.kernel.headings import place_in
from arbitro.kernel.rulebook import Phrase
from arbitro.store.threads import beside
from arbitro.text import LANGUAGES
from arbitro.version import __version__
from arbitro.web.api.data import FAILURES, About
from arbitro.web.guides import guide, guide_text, guides, other_pages
from arbitro.web.making import find_game
from arbitro.web.messages import PROTOCOL, schema
from arbitro.web.reader import language_of
from arbitro.web.searching import words_of
from arbitro.web.shelf import game_names, plain, ready_scenes
from arbitro.web.visitor import Turned, house_of, is_host

Asked = Request[Any, Any, Any]
PageName = Annotated[str, QueryParameter(max_length=200, description="The name of a page.")]


@get("/v1", operation_id="about", responses=FAILURES, summary="What answers here", sync_to_thread=False)
def about(request: Asked) -> About:
    """The program, its version, and that of this API."""
    shared = house_of(request).settings.shared
    return About("arbitro", __version__, PROTOCOL, LANGUAGES, shared, is_host(request))


@get(
    "/v1/messages",
    operation_id="messageSchema",
    responses=FAILURES,
    summary="The messages of the live connection",
    sync_to_thread=True,
)
def message_schema() -> dict[str, Any]:
    """The JSON schema of all that page and server say to each other."""
    return schema()


@get("/v1/games", operation_id="games", responses=FAILURES, summary="The games that can be played", sync_to_thread=True)
def games(request: Asked) -> list[GameData]:
    """Every game of this installation, with its ready scenes."""
    return [_game(name, request) for name in game_names()]


@get("/v1/games/{game:str}", operation_id="game", responses=FAILURES, summary="One game", sync_to_thread=True)
def one_game(request: Asked, game: FromPath[str]) -> GameData:
    """A game, with its ready scenes."""
    return _game(find_game(game).id, request)


def _game(name: str, request: Asked) -> GameData:
    ruleset, language = find_game(name), language_of(request)
    scenes = tuple(
        SceneData(scene, document.read(Phrase, "title").in_(language))
        for scene, document in ready_scenes(ruleset.id).items()
    )
    return GameData(ruleset.id, ruleset.rulebook.source.in_(language), ruleset.rulebook.edition, scenes)


@get(
    "/v1/games/{game:str}/options",
    operation_id="options",
    responses=FAILURES,
    summary="The switches of a game",
    sync_to_thread=True,
)
def options(request: Asked, game: FromPath[str]) -> list[OptionData]:
    """Every option, with the book's default."""
    declared, language = find_game(game).options, language_of(request)
    return [
        OptionData(
            name,
            option.type,
            option.default,
            option.title.in_(language),
            option.text.in_(language),
            {value: phrase.in_(language) for value, phrase in option.values.items()},
            option.minimum,
            option.maximum,
            option.origin,
            option.atoms,
        )
        for name in declared
        for option in (declared[name],)
    ]


@get(
    "/v1/games/{game:str}/rules",
    operation_id="rules",
    responses=FAILURES,
    summary="The rules of a game",
    sync_to_thread=True,
)
def rules(
    request: Asked,
    game: FromPath[str],
    search: Annotated[str, QueryParameter(max_length=200, description="Only rules that hold all of these words.")] = "",
) -> list[RuleData]:
    """The rulebook, or what a search finds in it."""
    rulebook, language = find_game(game).rulebook, language_of(request)
    words = words_of(search)
    found = []
    for rule in rulebook:
        atom = rulebook[rule]
        where = place_in(atom, language)
        told = RuleData(rule, atom.kind, atom.title.in_(language), where, atom.text.in_(language))
        sought = plain(f"{told.id} {told.title} {told.where} {told.text}") if words else ""
        if all(word in sought for word in words):
            found.append(told)
    return found


@get("/v1/guides", operation_id="guides", responses=FAILURES, summary="The pages of the documentation")
async def list_guides(request: Asked) -> list[GuideData]:
    """Every page by its name and title, the short guides first."""
    language = language_of(request)
    found = await beside(lambda: (*guides(language), *other_pages(language)))
    return [GuideData(one.name, one.title) for one in found]


@get("/v1/guide", operation_id="guide", responses=FAILURES, summary="A page of the documentation")
async def one_guide(request: Asked, name: PageName) -> GuideData:
    """A page as it was written, in the reader's language where it has a twin."""
    language = language_of(request)
    page, text = await beside(lambda: (guide(name, language), guide_text(name, language)))
    if page is None or text is None:
        raise Turned(404, "not_found")
    return GuideData(name, page.title, text)


HANDLERS = (about, message_schema, games, one_game, options, rules, list_guides, one_guide)
