// Rows that people put in order while the server is still answering.
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Ordered, refilled } from "../../src/kernel/ui/Ordered.tsx";
import type { RowId } from "../../src/kernel/ui/useOwnOrder.ts";

let root: Root;
let sent: string[];
let answer: (isKept: boolean) => void;

/** Names in an order that a server keeps once it has answered; one among them belongs to others. */
function Names({ foreign }: { foreign?: string | undefined }) {
  const [kept, keep] = useState(["Ada", "Bo", "Cy", "Di"]);
  const rows = kept.map((name) => ({ id: name, name }));
  const order = async (ids: readonly RowId[]) => {
    sent.push(ids.join(" "));
    const isKept = await new Promise<boolean>((done) => {
      answer = done;
    });
    if (isKept) keep(ids.map(String));
    return isKept;
  };
  return (
    <Ordered rows={rows} onOrder={order} {...(foreign && { takes: (id) => id !== foreign })}>
      {(place, inOrder) => (
        <ul>
          {inOrder(rows).map(({ id, name }, at) => (
            <li key={id} id={id}>
              <b>{name}</b> {place(at).moves}
            </li>
          ))}
        </ul>
      )}
    </Ordered>
  );
}

beforeEach(() => {
  sent = [];
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
  flushSync(() => root.render(<Names />));
});
afterEach(() => root.unmount());

const shown = () => [...document.querySelectorAll("b")].map(({ textContent }) => textContent).join(" ");
const press = (name: string, way: "up" | "down", key?: string) => {
  const button = document.querySelectorAll<HTMLElement>(`#${name} button`)[way === "up" ? 0 : 1];
  button?.focus();
  flushSync(() => {
    if (key) button?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    else button?.click();
  });
};

test("each press is seen at once; while one order is under way the last of the others waits, and is sent", async () => {
  press("Ada", "down");
  expect(shown()).toBe("Bo Ada Cy Di");
  press("Ada", "down");
  press("Ada", "down");
  expect(shown()).toBe("Bo Cy Di Ada");
  expect(document.activeElement?.closest("li")?.id).toBe("Ada");
  expect(sent).toEqual(["Bo Ada Cy Di"]);

  answer(true);
  await expect.poll(() => sent).toEqual(["Bo Ada Cy Di", "Bo Cy Di Ada"]);
  expect(shown()).toBe("Bo Cy Di Ada");

  answer(true);
  await expect.poll(shown).toBe("Bo Cy Di Ada");
  expect(sent).toHaveLength(2);
});

test("an order that is refused goes back, and another can be tried", async () => {
  press("Cy", "up");
  expect(shown()).toBe("Ada Cy Bo Di");

  answer(false);
  await expect.poll(shown).toBe("Ada Bo Cy Di");

  press("Di", "up");
  await expect.poll(() => sent.at(-1)).toBe("Ada Bo Di Cy");
});

test("Home and End move a row to the top and to the end", () => {
  press("Cy", "up", "Home");
  expect(shown()).toBe("Cy Ada Bo Di");

  press("Ada", "down", "End");
  expect(shown()).toBe("Cy Bo Di Ada");
});

test("what cannot be moved keeps its place among those that are", () => {
  flushSync(() => root.render(<Names foreign="Bo" />));

  press("Ada", "down", "End");

  expect(shown()).toBe("Cy Bo Di Ada");
  expect(refilled([{ id: 1 }, { id: 2 }, { id: 3 }], [{ id: 3 }, { id: 1 }])).toEqual([
    { id: 3 },
    { id: 2 },
    { id: 1 },
  ]);
});
