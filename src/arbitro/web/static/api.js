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
