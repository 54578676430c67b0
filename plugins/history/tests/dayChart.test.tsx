// The days of the history as a picture: of days on which nothing happened nothing is told, but their room stays.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DayChart } from "../web/DayChart.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

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

test.each([
  [0, 0],
  [3, 1],
])("of %i changes %i pictures are told", (person, pictures) => {
  const days = ["2026-05-01", "2026-05-02"].map((day) => ({ day, person, token: 0, job: 0 }));

  act(() => root.render(<DayChart days={days} />));

  expect(place.querySelectorAll("[role=img]")).toHaveLength(1);
  expect(place.querySelectorAll("[role=img]:not([aria-hidden] *)")).toHaveLength(pictures);
  expect(place.querySelectorAll("button")).toHaveLength(pictures);
});
