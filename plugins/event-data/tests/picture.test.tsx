import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Avatar } from "#web";
import { placed } from "../web/fitted.ts";

describe("a picture is made to fit", () => {
  test.each([
    ["a face is cut square around its middle", 900, 600, true, { x: 150, y: 0, width: 600, height: 600 }, 512, 512],
    ["a tall face as well", 300, 400, true, { x: 0, y: 50, width: 300, height: 300 }, 300, 300],
    ["a logo stays whole", 1600, 400, false, { x: 0, y: 0, width: 1600, height: 400 }, 512, 128],
    ["a small one is not blown up", 40, 20, false, { x: 0, y: 0, width: 40, height: 20 }, 40, 20],
    ["a line keeps a pixel of height", 5000, 1, false, { x: 0, y: 0, width: 5000, height: 1 }, 512, 1],
  ])("%s", (_, width, height, isFace, part, toWidth, toHeight) => {
    expect(placed(width, height, isFace)).toEqual({ part, width: toWidth, height: toHeight });
  });
});

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

describe("what stands beside a name", () => {
  let place: HTMLElement;
  let root: ReturnType<typeof createRoot>;
  beforeEach(() => {
    place = document.body.appendChild(document.createElement("div"));
    root = createRoot(place);
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
  });
  const draw = (name: string, src?: string) => act(() => root.render(<Avatar name={name} src={src} />));

  test.each([
    ["Ada Byron", "AB"],
    ["Jean Pierre van Damme", "JD"],
    ["madonna", "M"],
    ["  Ada   ", "A"],
    ["\u{1F469}\u200D\u{1F680} Sally Ride", "SR"],
    ["\u{1F469}\u200D\u{1F680}", "\u{1F469}\u200D\u{1F680}"],
    ["e\u0301mile Zola", "E\u0301Z"],
    ["(Acme) 3000", "A3"],
    ["محمد صلاح", "مص"],
    ["李小龙", "李"],
    ["", ""],
    ["x".repeat(500), "X"],
  ])("without a picture the initials: %.30s", (name, initials) => {
    draw(name);

    expect(place.textContent).toBe(initials);
    expect(place.querySelector("img")).toBeNull();
  });

  test("a picture that does not load leaves the initials; another one is tried again", () => {
    draw("Ada Byron", "/1/photo/one");
    expect(place.querySelector("img")?.getAttribute("src")).toBe("/1/photo/one");

    act(() => void place.querySelector("img")?.dispatchEvent(new Event("error")));
    expect(place.textContent).toBe("AB");

    draw("Ada Byron", "/1/photo/two");
    expect(place.querySelector("img")?.getAttribute("src")).toBe("/1/photo/two");
  });
});
