// The documented HTTP API, as the page uses it: JSON in, JSON out, and what went wrong in the reader's words.

export class Failed extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

/** A request; resolves to the parsed answer and throws `Failed` with words for the reader. */
export async function request(method, path, body, type = "application/json", more = {}) {
  const headers = { Accept: "application/json", ...more };
  if (body !== undefined) headers["Content-Type"] = type;
  const sent = body === undefined || type !== "application/json" ? body : JSON.stringify(body);
  let response;
  try {
    response = await fetch(path, { method, headers, body: sent, credentials: "same-origin" });
  } catch {
    throw new Failed(0, document.documentElement.dataset.noAnswer); // the browser's words for it are of another language
  }
  const text = await response.text();
  let answer = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    // not JSON: the status says enough
  }
  if (!response.ok) throw new Failed(response.status, answer?.error?.text ?? document.documentElement.dataset.noAnswer);
  return answer;
}

/** How many letters a file may have that goes along with a question. */
const LONGEST = 200_000;

/** The text of a file, which must be UTF-8; the server would get it mangled otherwise. Throws `Failed`. */
export async function textOf(file, longest = LONGEST) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const said = document.documentElement.dataset;
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Failed(400, said.noText.replace("{file}", file.name).replace("{line}", mangledLine(bytes)));
  }
  if (text.length > longest) throw new Failed(400, said.tooLong.replace("{file}", file.name).replace("{most}", longest));
  return text;
}

/** The number of the first line that is no text. */
function mangledLine(bytes) {
  let [line, first] = [1, 0];
  for (;;) {
    const end = bytes.indexOf(10, first);
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(first, end < 0 ? undefined : end));
    } catch {
      return line;
    }
    if (end < 0) return line;
    [line, first] = [line + 1, end + 1];
  }
}
