// The conditions of a rule in its form.
import { Formik, type FormikProps } from "formik";
import { createRef } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { problemReply, type Reply, web } from "../../../tests/support/web.ts";
import { aField } from "../../event-data/tests/factories.ts";
import type { Rule } from "../contract.ts";
import texts from "../locales/en-gb.json";
import { RuleField } from "../web/RuleField.tsx";

let drawn: Root;
const form = createRef<FormikProps<{ rule: Rule }>>();
const price = (op: "gte" | "lte", value: unknown) => ({ field: "fields.price", op, value }) as Rule["filter"][number];
const named = (...value: string[]) => ({ field: "name", op: "in", value }) as Rule["filter"][number];

const OWN_FIELDS = "GET /1/api/container/1/custom-group/field";

function draw(filter: Rule["filter"], { root } = web({ table: {} })) {
  flushSync(() =>
    drawn.render(
      <RootContext.Provider value={root}>
        <Formik innerRef={form} initialValues={{ rule: { match: "all", filter } as Rule }} onSubmit={() => undefined}>
          <RuleField eventId={1} />
        </Formik>
      </RootContext.Provider>,
    ),
  );
}
const values = () => [...document.querySelectorAll<HTMLInputElement>(".group-clause input")].map(({ value }) => value);
const type = (text: string, at = 0) => {
  const input = document.querySelectorAll<HTMLInputElement>(".group-clause input")[at];
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input?.dispatchEvent(new Event("input", { bubbles: true }));
};
const choose = (select: HTMLSelectElement | undefined, value: string) => {
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select, value);
  select?.dispatchEvent(new Event("change", { bubbles: true }));
};
const shows = (...wanted: string[]) =>
  vi.waitFor(() => expect(values().filter((one) => wanted.includes(one))).toEqual(wanted));

beforeEach(() => {
  document.body.innerHTML = "<div></div>";
  drawn = createRoot(document.body.firstElementChild as Element);
});
afterEach(() => flushSync(() => drawn.unmount()));

test("of two conditions on one field the other one's value is shown when the first is taken out", async () => {
  draw([price("gte", 5), price("lte", 10)]);
  void form.current?.setFieldValue("rule", { match: "all", filter: [price("lte", 10)] });

  await vi.waitFor(() => expect(values()).toEqual(["price", "10"]));
});

test("of two lists of values likewise, and a value that is put back is what the field says", async () => {
  draw([named("Ada", "Bo"), named("Cy")]);
  void form.current?.setFieldValue("rule", { match: "all", filter: [named("Cy")] });
  await shows("Cy");
  type("Cy, Di");
  await shows("Cy, Di");
  form.current?.resetForm();

  await shows("Ada, Bo", "Cy");
});

test("what is filled in can be asked for, and a comparison that the form does not offer is not shown as another", async () => {
  const filled = { field: "job_title", op: "empty", value: false } as Rule["filter"][number];
  const above = { field: "fields.price", op: "gt", value: 5 } as Rule["filter"][number];
  draw([filled, above]);
  const ops = () => [...document.querySelectorAll<HTMLSelectElement>(".group-clause select:nth-of-type(2)")];
  await vi.waitFor(() => expect(ops().map(({ value }) => value)).toEqual(["filled", "gt"]));

  choose(ops()[0], "empty");
  await vi.waitFor(() => expect(form.current?.values.rule.filter[0]).toEqual({ ...filled, value: true }));
  choose(ops()[0], "filled");

  await vi.waitFor(() => expect(form.current?.values.rule.filter).toEqual([filled, above]));
});

test("less than is said of what is a number, before of what is a day", async () => {
  await startLanguage("en-gb", async () => ({ "custom-groups": texts }));
  const than = (field: string, value: unknown) => ({ field, op: "lt", value }) as Rule["filter"][number];
  draw([than("fields.price", 5), than("created_at", "2026-01-01")]);

  await vi.waitFor(() => {
    const chosen = [...document.querySelectorAll<HTMLOptionElement>("option[value=lt]")];
    expect(chosen.map(({ textContent }) => textContent)).toEqual(["less than", "before"]);
  });
});

test("a number on its way stands as it is typed, and goes with the rest when it is discarded", async () => {
  draw([price("gte", 5)]);
  const at = () => values().indexOf("5");
  type("0.0", at());
  await shows("0.0");
  form.current?.resetForm();

  await shows("5");
});

test("which fields the event has is asked whenever a rule is opened; where nobody answers, that is told and can be tried again", async () => {
  const table: Record<string, Reply> = { [OWN_FIELDS]: problemReply(400, "invalid", "Nothing is told") };
  const tree = web({ table });
  const offered = () => [...document.querySelectorAll(".group-clause option")].map(({ textContent }) => textContent);
  draw([price("gte", 5)], tree);
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")).not.toBeNull());

  table[OWN_FIELDS] = [aField({ key: "price", labels: { "en-gb": "Price" } })];
  document.querySelector<HTMLElement>("[role=alert] button")?.click();
  await vi.waitFor(() => expect(offered()).toContain("Price"));
  expect(document.querySelector("[role=alert]")).toBeNull();

  table[OWN_FIELDS] = [aField({ key: "price", labels: { "en-gb": "Price of today" } })];
  flushSync(() => drawn.render(null));
  draw([price("gte", 5)], tree);

  expect(offered()).toContain("Price");
  await vi.waitFor(() => expect(offered()).toContain("Price of today"));
});

test("a condition on what the form does not offer stays as it is, and can be taken out", async () => {
  const complete = { field: "beside.event-data.complete", op: "lt", value: 50 } as Rule["filter"][number];
  draw([complete, price("gte", 5)]);
  await shows("price", "5");

  const first = document.querySelector(".group-clause");
  expect(first?.querySelectorAll("input, select")).toHaveLength(0);
  type("7", 1);
  await vi.waitFor(() => expect(form.current?.values.rule.filter).toEqual([complete, price("gte", 7)]));
  flushSync(() => first?.querySelector("button")?.click());
  await vi.waitFor(() => expect(form.current?.values.rule.filter).toEqual([price("gte", 7)]));
});
