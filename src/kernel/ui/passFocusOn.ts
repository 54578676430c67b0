// Where the focus goes when a line of a list is taken out, and with it the button that was pressed.

/** The lines beside that of an element: the next one, then the one before. */
export function linesBeside(element: Element): (Element | null | undefined)[] {
  const line = element.closest("li");
  return [line?.nextElementSibling, line?.previousElementSibling];
}

/**
 * Called when a button that takes out its line is pressed. Once it has left the page, perhaps only after an answer, and nobody has the
 * focus: to the last control of a line beside it, which is that line's cross; else to the panel, or the page's heading.
 */
export function passFocusOn(button: HTMLElement): void {
  const lines = linesBeside(button);
  const panel = button.closest<HTMLElement>(".side-panel");
  const observer = new MutationObserver(() => {
    if (button.isConnected && [button, document.body].includes(document.activeElement as HTMLElement)) return;
    observer.disconnect();
    // A panel that closes gives back the focus by itself.
    requestAnimationFrame(() => {
      if (button.isConnected || document.activeElement !== document.body) return;
      const controls = lines
        .filter((line) => line?.isConnected)
        .map((line) => [...(line?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].pop());
      const stays = panel?.isConnected ? panel : document.querySelector<HTMLElement>("main h1");
      (controls.find((one) => one) ?? stays)?.focus();
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

const CONTROLS = ":is(button, input, select):not(:disabled), a";
