// Where the focus goes when a button leaves with what it did: with the line of a list that it took out, or with what it ended.

/** The lines beside that of an element: the next one, then the one before. */
export function linesBeside(element: Element): (Element | null | undefined)[] {
  const line = element.closest("li");
  return [line?.nextElementSibling, line?.previousElementSibling];
}

/**
 * Called when a button that leaves with what it does is pressed, or has the focus where it may leave by itself. Once it has left the
 * page, perhaps only after an answer, and nobody has the focus: to what `next` finds; else to the last control of a line beside it,
 * which is that line's cross; else to the heading of what its dialog shows, the panel, or the page's heading.
 */
export function passFocusOn(button: HTMLElement, next?: () => HTMLElement | null | undefined): void {
  const lines = linesBeside(button);
  const layer = button.closest<HTMLElement>("[role=dialog], .side-panel");
  const observer = new MutationObserver(() => {
    if (button.isConnected && [button, document.body].includes(document.activeElement as HTMLElement)) return;
    observer.disconnect();
    // A panel that closes gives back the focus by itself.
    requestAnimationFrame(() => {
      if (button.isConnected || document.activeElement !== document.body) return;
      const controls = lines
        .filter((line) => line?.isConnected)
        .map((line) => [...(line?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].pop());
      const stays = layer?.isConnected ? placeIn(layer) : document.querySelector<HTMLElement>("main h1");
      (next?.() ?? controls.find((one) => one) ?? stays)?.focus();
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** A step of a dialog has a heading of its own below that of the dialog. */
const HEADINGS = ["h3[tabindex]", "h2[tabindex]"];

const placeIn = (layer: HTMLElement) =>
  layer.hasAttribute("tabindex")
    ? layer
    : [...HEADINGS, CONTROLS].map((one) => layer.querySelector<HTMLElement>(one)).find((one) => one !== null);

const CONTROLS = ":is(button, input, select):not(:disabled), a";
