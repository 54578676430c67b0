// The server's messages: one stream for the page, whoever listens, since a browser keeps few connections to one server.
const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60_000;
/** For how long a page that is out of sight keeps its stream. */
const HIDDEN_MS = 5000;

interface Listener {
  kind: string;
  hear: (message: Event) => void;
}

/**
 * Listens at an address, as long as somebody does and the page is seen: streams of a few hidden pages would leave none of the six
 * connections that a browser keeps to a server for requests. The returned function ends it. "open" is a kind, too. A lost connection is the browser's to
 * restore, but it gives up for good where something answers that is no stream, such as a proxy while the server restarts:
 * then the stream is opened again, after longer and longer pauses.
 */
export function eventStream(address: string): (kind: string, heard: (text: string) => void) => () => void {
  const listeners = new Set<Listener>();
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE_MS;

  function open(): void {
    const opened = new EventSource(address);
    source = opened;
    for (const { kind, hear } of listeners) opened.addEventListener(kind, hear);
    opened.addEventListener("open", () => {
      pause = FIRST_PAUSE_MS;
    });
    opened.addEventListener("error", () => {
      if (opened.readyState !== opened.CLOSED || source !== opened) return;
      again = setTimeout(open, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    });
  }

  function close(): void {
    clearTimeout(again);
    source?.close();
    source = undefined;
  }

  function turn(): void {
    clearTimeout(leaving);
    if (document.hidden) leaving = setTimeout(close, HIDDEN_MS);
    else if (!source && listeners.size > 0) open();
  }

  return (kind, heard) => {
    const listener = { kind, hear: (message: Event) => heard(String((message as MessageEvent).data)) };
    listeners.add(listener);
    if (source) source.addEventListener(kind, listener.hear);
    else if (!document.hidden) open();
    document.addEventListener("visibilitychange", turn);
    return () => {
      if (!listeners.delete(listener)) return;
      source?.removeEventListener(kind, listener.hear);
      if (listeners.size === 0) close();
    };
  };
}
