// Whether what is chosen can be told where the browser takes all colours away but those of the system.
import type { Page } from "@playwright/test";

/** One sentence for each chosen element that looks like one that is not; runs in the page. */
function unmarked(): string[] {
  const STATES = ["aria-pressed", "aria-selected", "aria-checked", "aria-current", "data-open"];
  const SIDES = ["Top", "Right", "Bottom", "Left"] as const;
  // Drawn by the browser, in the system's colours.
  const NATIVE = "input, option";

  const isOn = (element: Element, state: string) => {
    const value = element.getAttribute(state);
    return value !== null && value !== "false" && value !== "mixed";
  };
  const look = (element: Element) =>
    JSON.stringify(
      [null, "::before", "::after"].map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        const line = (width: string, kind: string, colour: string) =>
          kind === "none" || Number.parseFloat(width) === 0 ? "" : `${width} ${kind} ${colour}`;
        return [
          ...(pseudo ? [style.content] : []),
          ...SIDES.map((side) =>
            line(style[`border${side}Width`], style[`border${side}Style`], style[`border${side}Color`]),
          ),
          line(style.outlineWidth, style.outlineStyle, style.outlineColor),
          style.backgroundColor,
          style.textDecorationLine,
        ];
      }),
    );
  /** One of its kind that is not chosen, as near as there is one. */
  const otherOf = (element: Element, state: string) => {
    const kind = `${element.localName}${element.hasAttribute("role") ? `[role="${element.getAttribute("role")}"]` : ""}`;
    for (let at = element.parentElement, steps = 0; at && steps < 4; at = at.parentElement, steps += 1) {
      const others = [...at.querySelectorAll(kind)].filter(
        (other) => !isOn(other, state) && other !== document.activeElement && other.checkVisibility(),
      );
      const alike = others.find((other) => other.className.split(" ")[0] === element.className.split(" ")[0]);
      if (alike) return alike;
    }
    return undefined;
  };

  const found = new Set<string>();
  // A choice that lies unseen over its picture is told by what stands beside it.
  for (const input of document.querySelectorAll<HTMLInputElement>("input[type=radio]:checked")) {
    const other = document.querySelector(`input[name="${CSS.escape(input.name)}"]:not(:checked)`)?.nextElementSibling;
    const picture = input.nextElementSibling;
    if (getComputedStyle(input).opacity !== "0" || !picture || !other) continue;
    // A ground that is all of the system's own is none.
    const [chosen, plain] = [picture, other].map((one) => look(one).replace(/rgba\((\d+, \d+, \d+), 0\)/g, "rgb($1)"));
    if (chosen === plain) found.add(`${picture.localName}.${picture.className} of input ${input.name}`);
  }
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  for (const state of STATES) {
    for (const element of document.querySelectorAll(`[${state}]`)) {
      if (!isOn(element, state) || element.matches(NATIVE) || element.closest("[inert], .list-outline")) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const other = otherOf(element, state);
      const chosen = look(element);
      const value = element.getAttribute(state) as string;
      // One that stands alone is looked at once more without its state.
      if (!other) element.removeAttribute(state);
      const plain = look(other ?? element);
      element.setAttribute(state, value);
      if (chosen === plain)
        found.add(`${element.localName}.${element.className} [${state}] "${(element.textContent ?? "").slice(0, 30)}"`);
    }
  }
  return [...found];
}

/** What is chosen on the page and cannot be told from what is not. */
export function untold(page: Page): Promise<string[]> {
  return page.evaluate(unmarked);
}
