// The picture of times: the cell that one works in stays, whatever is taken away in it.
import { act, useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { daysOf, type Span, without } from "../contract.ts";
import { TimesPicture } from "../web/TimesPicture.tsx";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const days = daysOf({ start: "2026-05-05T08:00:00Z", end: "2026-05-14T18:00:00Z", zone: "UTC" });
const from = days[0]?.from ?? 0;

function Picture() {
  const [spans, setSpans] = useState<Span[]>([{ from: from + 5 * 60, to: from + 5 * 60 + 15 }]);
  return (
    <TimesPicture
      days={days}
      zone="UTC"
      spans={spans}
      taken={[]}
      readOnly={false}
      onPaint={(quarters) => setSpans(without(spans, quarters))}
    />
  );
}

test("whoever takes away the earliest time stays in its cell, until other days are shown", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  await act(async () => createRoot(place).render(<Picture />));
  const cellAtFive = () => place.querySelector<HTMLElement>('[data-place="20 0"]');
  const cell = cellAtFive();
  await act(async () => cell?.focus());
  expect(cell?.getAttribute("aria-selected")).toBe("true");

  await act(async () => cell?.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true })));

  expect(cell?.getAttribute("aria-selected")).toBe("false");
  expect(document.activeElement).toBe(cell);

  const [, later] = place.querySelectorAll<HTMLElement>(".times-weeks button");
  await act(async () => later?.click());

  expect(cellAtFive()).toBeNull();
});
