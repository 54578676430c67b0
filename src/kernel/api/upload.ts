// Sends a file and tells how much of it is on its way: `fetch` tells nothing before the answer.

/** Like `fetch` for a request with a body; `sent` hears the share that has gone out. */
export function upload(address: string, request: RequestInit, sent: (share: number) => void): Promise<Response> {
  const { method = "POST", headers, body, signal } = request;
  return new Promise((resolve, reject) => {
    const asked = new XMLHttpRequest();
    asked.open(method, address);
    for (const [name, value] of new Headers(headers)) asked.setRequestHeader(name, value);
    const size = body instanceof Blob ? body.size : 0;
    asked.upload.onprogress = ({ loaded, total }) => sent(Math.min(1, loaded / (total || size || loaded)));
    asked.upload.onload = () => sent(1);
    asked.onload = () => resolve(answerOf(asked));
    asked.onerror = () => reject(new TypeError("The connection broke off"));
    asked.onabort = () => reject(new DOMException("The sending was stopped", "AbortError"));
    if (signal?.aborted) return reject(new DOMException("The sending was stopped", "AbortError"));
    signal?.addEventListener("abort", () => asked.abort(), { once: true });
    asked.send(body as XMLHttpRequestBodyInit);
  });
}

function answerOf(asked: XMLHttpRequest): Response {
  const { status, statusText, responseText } = asked;
  const headers = new Headers();
  for (const line of asked
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [name = "", ...value] = line.split(": ");
    if (name) headers.append(name, value.join(": "));
  }
  return new Response(responseText || null, { status, statusText, headers });
}
