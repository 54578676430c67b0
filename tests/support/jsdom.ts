// What jsdom lacks and the widgets of the screens ask for when they are drawn.

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= Observer as unknown as typeof ResizeObserver;
globalThis.IntersectionObserver ??= Observer as unknown as typeof IntersectionObserver;

window.matchMedia ??= (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
  }) as MediaQueryList;

Element.prototype.scrollIntoView ??= () => {};

// Enough for the identifiers that screens look for: numbers, keys and uuids, each between quotes.
globalThis.CSS ??= { escape: (text: string) => text.replace(/["\\]/g, "\\$&") } as typeof CSS;

// Files of a process share the page: what one has left there, and in its address, is none of the next one's.
document.body.replaceChildren();
history.replaceState(null, "", "/");
