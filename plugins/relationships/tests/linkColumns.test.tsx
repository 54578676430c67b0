// Both ends of a link lead to their profile, and are told apart from others of their name.
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import type { Link } from "../contract.ts";
import { endColumn } from "../web/linkColumns.tsx";

const party = (id: number, name: string, company_name: string) => ({ id, name, company_name, type_id: 1 });
const link = { id: 1, from: party(7, "Acme", "Acme"), to: party(8, "Ada Byron", "Acme") } as Link;

test("the company stands behind a name, unless it is the name", () => {
  const told = (["from", "to"] as const).map((side) => endColumn(side, "End", 5).format?.(link[side].name, link));

  expect(told).toEqual(["Acme", "Ada Byron (Acme)"]);
});

test("the first end leads where the row does, the other to its own profile", () => {
  const drawn = endColumn("to", "End", 5).render?.(link);

  expect(endColumn("from", "End", 5).render).toBeUndefined();
  const html = renderToStaticMarkup(<MemoryRouter>{drawn}</MemoryRouter>);
  expect(html).toContain('href="/event-data/5/profile/8"');
  expect(html).toContain("Ada Byron (Acme)");
});
