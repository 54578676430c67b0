import { afterEach, describe, expect, it } from "vitest";
import { tellWholeTexts } from "../../src/app/shell/wholeTexts.ts";

let stop = (): void => undefined;
afterEach(() => stop());

/** A text in a box of 100 px. */
function box({ width, style = "text-overflow: ellipsis" }: { width: number; style?: string }): HTMLElement {
  document.body.innerHTML = `<div style="${style}"><b>Internationale Fachmesse</b></div><p>Beside it</p>`;
  const found = document.querySelector("div") as HTMLElement;
  Object.defineProperties(found, { scrollWidth: { value: width }, clientWidth: { value: 100 } });
  return found;
}

function pointAt(selector: string): void {
  document.querySelector(selector)?.dispatchEvent(new Event("pointerover", { bubbles: true }));
}

describe("a text that is cut", () => {
  it("tells its whole while the pointer rests on it, and no longer", () => {
    const cut = box({ width: 300 });
    stop = tellWholeTexts();

    pointAt("b");
    expect(cut.title).toBe("Internationale Fachmesse");
    pointAt("p");
    expect(cut.hasAttribute("title")).toBe(false);
  });

  it("keeps what its screen says about it", () => {
    const cut = box({ width: 300 });
    cut.title = "A fair";
    stop = tellWholeTexts();

    pointAt("b");
    pointAt("p");
    expect(cut.title).toBe("A fair");
  });

  it("is told from one that fits, and from one that is cut without a sign", () => {
    stop = tellWholeTexts();
    for (const other of [box({ width: 100 }), box({ width: 300, style: "" })]) {
      pointAt("b");
      expect(other.hasAttribute("title")).toBe(false);
    }
  });
});
