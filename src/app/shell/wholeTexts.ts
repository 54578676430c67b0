// A text that is cut with an ellipsis tells its whole while the pointer rests on it, wherever it stands.

const DEPTH = 4;

/** The element that cuts what the pointer is on, unless it tells something already. */
function cutting(target: EventTarget | null): HTMLElement | undefined {
  let at = target instanceof HTMLElement ? target : undefined;
  for (let step = 0; at && step < DEPTH; step++, at = at.parentElement ?? undefined) {
    if (at.title) return undefined;
    if (isCut(at)) return at;
  }
  return undefined;
}

function isCut(element: HTMLElement): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false;
  const { textOverflow, webkitLineClamp } = getComputedStyle(element);
  return scrollWidth > clientWidth ? textOverflow === "ellipsis" : webkitLineClamp !== "none";
}

/** Listens until the returned function is called. */
export function tellWholeTexts(): () => void {
  let told: HTMLElement | undefined;
  const forget = () => {
    told?.removeAttribute("title");
    told = undefined;
  };
  const enter = ({ target }: PointerEvent) => {
    if (target instanceof Node && told?.contains(target)) return;
    forget();
    const found = cutting(target);
    const text = found instanceof HTMLInputElement ? found.value : found?.textContent?.trim();
    if (!found || !text) return;
    found.title = text;
    told = found;
  };
  document.addEventListener("pointerover", enter, { passive: true });
  return () => {
    document.removeEventListener("pointerover", enter);
    forget();
  };
}
