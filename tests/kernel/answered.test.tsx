// How the answers to a field are shared out, drawn for whatever has no endless choice.
import { createRoot, type Root } from "react-dom/client";
import { act } from "react-dom/test-utils";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { Answered, shareOf } from "../../src/kernel/fields/Answered.tsx";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";

let root: Root;
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  await startLanguage("en-gb", async () => ({
    common: { "answer.yes": "Yes", "answer.no": "No", "fields.answered.others": "Others" },
  }));
  document.body.innerHTML = "<div></div>";
  root = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

async function barsOf(kind: Field["kind"], options: Record<string, number>): Promise<string[]> {
  const field = { id: 1, key: "one", kind, options: [] as Field["options"], type_ids: [] as number[] } as Field;
  const answers = Object.values(options).reduce((sum, one) => sum + one, 0);
  const use = { key: "one", answers, answered: answers, asked: answers, events: 1, options, types: [] };
  await act(async () => root.render(<Answered field={field} use={use} eventId={0} types={[]} />));
  return [...document.querySelectorAll("li")].map((one) => one.textContent ?? "");
}

test("yes and no have a bar each, also where nobody says the one", async () => {
  expect(await barsOf("boolean", { true: 3 })).toEqual(["Yes3", "No0"]);
});

test("the most frequent countries have bars, and the rest one together", async () => {
  const codes = ["DE", "GB", "FR", "IT", "ES", "NL", "PL", "SE", "DK", "NO", "FI", "AT"];
  const bars = await barsOf("country", Object.fromEntries(codes.map((code, at) => [code, 20 - at])));

  expect(bars.length).toBe(11);
  expect([bars[0], bars[10]]).toEqual(["Germany20", "Others19"]);
});

test("a text has none", async () => {
  expect(await barsOf("text", {})).toEqual([]);
});

test("a share that is whole is told as it is", () => {
  const use = { key: "one", answers: 29, answered: 29, asked: 100, events: 1, options: {}, types: [] };

  expect(shareOf(use)).toBe(29);
});

test("so is the share of a data type", async () => {
  const field = { id: 1, key: "one", kind: "text", options: [] as Field["options"], type_ids: [] as number[] } as Field;
  const parts = [1, 2].map((type_id) => ({ type_id, answers: 29, asked: 100 }));
  const use = { key: "one", answers: 58, answered: 58, asked: 200, events: 1, options: {}, types: parts };
  const types = [1, 2].map((id) => ({ id, type: `Type ${id}` }));
  await act(async () => root.render(<Answered field={field} use={use} eventId={0} types={types} />));

  expect(document.querySelector<HTMLElement>(".field-bar span")?.style.inlineSize).toBe("29%");
});
