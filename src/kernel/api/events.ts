// The server's messages: one stream for the whole page, whoever listens, since a browser keeps few connections to one server.

/** Opens the stream with the first listener and closes it with the last. */
export function eventStream(address: string): (kind: string, heard: (text: string) => void) => () => void {
  let source: EventSource | undefined;
  let listeners = 0;
  return (kind, heard) => {
    source ??= new EventSource(address);
    const here = source;
    const hear = (message: Event) => heard(String((message as MessageEvent).data));
    here.addEventListener(kind, hear);
    listeners += 1;
    let listens = true;
    return () => {
      if (!listens) return;
      listens = false;
      here.removeEventListener(kind, hear);
      listeners -= 1;
      if (listeners > 0) return;
      here.close();
      source = undefined;
    };
  };
}
