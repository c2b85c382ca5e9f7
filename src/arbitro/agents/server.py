"""A server of the Model Context Protocol, over whichever line: tools, resources and prompts for whoever connects."""

from collections.abc import Callable, Mapping
from logging import WARNING, getLogger
from typing import Any, Final

import msgspec
from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError

from arbitro.agents import TEXTS, prompts, resources
from arbitro.agents.catalogue import TOOLS, Tool, input_schema, offered, output_schema
from arbitro.agents.guest import Guest
from arbitro.agents.shapes import Failed
from arbitro.agents.tools import ToolAnswer
from arbitro.agents.wire import FORWARDED, HERE, OURS, Knock, Wire
from arbitro.client.calls import TurnedAway
from arbitro.kernel.misread import misread
from arbitro.text import LANGUAGES, Fault, Language, as_language
from arbitro.version import __version__

LOGGER: Final = getLogger("arbitro.agents")
NAME: Final = "arbitro"
INVALID: Final = -32602
"""The code of the protocol for what cannot be meant so."""
Context = ServerRequestContext[Any, Any]
Seater = Callable[[Context], Guest]
"""Finds whose a request is."""


def mcp_server(guest_of: Seater, language: Language = "en") -> Server[Any]:
    """The server: `guest_of` says who asks, `language` is that of its introduction."""

    async def list_tools(ctx: Context, _: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        guest = guest_of(ctx)
        found = offered(*await guest.standing())
        return types.ListToolsResult(tools=[described(tool, guest.language) for tool in found])

    async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        guest = guest_of(ctx)
        guest.report = lambda done, of, text: ctx.session.report_progress(done, of or None, text)
        return await called(guest, params.name, params.arguments or {})

    async def list_resources(ctx: Context, _: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=await resources.listed(guest_of(ctx)))

    async def read_resource(ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        guest, uri = guest_of(ctx), str(params.uri)
        try:
            text = await resources.read(guest, uri)
        except TurnedAway as away:
            raise MCPError(INVALID, away.text) from None
        if text is None:
            raise MCPError(INVALID, TEXTS.say(guest.language, "fault.no_resource", uri=uri[:200]))
        page = types.TextResourceContents(uri=uri, mime_type=resources.MARKDOWN, text=text)
        return types.ReadResourceResult(contents=[page])

    async def list_prompts(ctx: Context, _: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=prompts.listed(guest_of(ctx).language))

    async def get_prompt(ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        guest = guest_of(ctx)
        found = prompts.prompt(params.name, params.arguments, guest.language)
        if found is None:
            known = ", ".join(prompts.PROMPTS)
            raise MCPError(INVALID, TEXTS.say(guest.language, "fault.no_prompt", name=params.name[:200], known=known))
        return found

    return Server(
        NAME,
        version=__version__,
        title=TEXTS.say(language, "title"),
        instructions=TEXTS.say(language, "instructions"),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def described(tool: Tool, language: Language) -> types.Tool:
    """A tool as the protocol lists it."""
    title = TEXTS.say(language, f"tool.{tool.name}.title")
    return types.Tool(
        name=tool.name,
        title=title,
        description=TEXTS.say(language, f"tool.{tool.name}.text"),
        input_schema=input_schema(tool.name, language),
        output_schema=output_schema(tool.name),
        annotations=types.ToolAnnotations(
            title=title,
            read_only_hint=tool.reads,
            destructive_hint=tool.final,
            idempotent_hint=tool.reads,
            open_world_hint=False,
        ),
    )


async def called(guest: Guest, name: str, arguments: dict[str, Any]) -> types.CallToolResult:
    """What a tool has to say; whatever goes wrong is said in the reader's language."""
    tool = TOOLS.get(name)
    if tool is None or tool not in offered(*await guest.standing()):
        return _failed("no_tool", TEXTS.say(guest.language, "fault.no_tool", name=name[:200]))
    try:
        asked = msgspec.convert(arguments, tool.takes)
        return _result(await tool.work(guest, asked))
    except msgspec.ValidationError as error:
        detail = misread(error).in_(guest.language)
        return _failed("unreadable", TEXTS.say(guest.language, "fault.arguments", tool=name, detail=detail))
    except TurnedAway as away:
        return _failed(away.code, away.text)
    except Fault as fault:
        return _failed("fault", fault.in_(guest.language))
    except OSError as error:
        LOGGER.warning("the server cannot be reached: %s", error)
        return _failed("unreached", TEXTS.say(guest.language, "fault.unreached"))


def _result(said: ToolAnswer) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=said.words)]
    if said.picture:
        content.append(types.ImageContent(type="image", data=said.picture, mime_type="image/png"))
    return types.CallToolResult(content=content, structured_content=msgspec.to_builtins(said.data))


def _failed(code: str, text: str) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=text)]
    data = msgspec.to_builtins(Failed(code, text))
    return types.CallToolResult(content=content, structured_content=data, is_error=True)


# ---------------------------------------------------------------- ways in


def http_manager(line_of: Callable[[Knock], Wire]) -> StreamableHTTPSessionManager:
    """What serves the protocol over HTTP: each request has its own seat, by its own token."""
    getLogger("mcp").setLevel(WARNING)  # it would tell of every request
    hosts = {language: Guest(line_of(OURS), language) for language in LANGUAGES}
    return StreamableHTTPSessionManager(mcp_server(lambda ctx: _whose(ctx, line_of, hosts)), stateless=True)


def _whose(ctx: Context, line_of: Callable[[Knock], Wire], hosts: Mapping[Language, Guest]) -> Guest:
    """The seat of a request: by its token, in the language that it prefers; the host's keeps those it took before.

    Whoever comes by a proxy without a token is nobody, and is handed none of the host's seats.
    """
    headers = {} if ctx.request is None else ctx.request.headers
    scheme, _, token = headers.get("authorization", "").partition(" ")
    language = as_language(headers.get("accept-language", "")[:2]) or "en"
    found = token.strip() if scheme.lower() == "bearer" else ""
    client = None if ctx.request is None else ctx.request.client
    forwarded = tuple((name, headers[name]) for name in FORWARDED if name in headers)
    if not found and not forwarded:
        return hosts[language]
    return Guest(line_of(Knock((client.host, client.port) if client else (HERE, 0), forwarded)), language, found)


async def serve_stdio(guest: Guest) -> None:
    """Serve one connection over standard input and output, until it ends."""
    from mcp.server.stdio import stdio_server

    server = mcp_server(lambda _: guest, guest.language)
    async with stdio_server() as (reads, writes):
        await server.run(reads, writes, server.create_initialization_options())
