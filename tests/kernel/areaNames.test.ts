// What cannot be told is named as people know it: by pages, not by ids.
import { expect, test } from "vitest";
import { titleOf } from "../../src/kernel/plugin/useAreaNames.ts";

const route = (id: string, title: string) => ({ id, path: `/${id}`, screen: "Screen", title, access: {} });
const entry = { id: "x.nav", label: "x:nav", icon: "cog" };

test("an area is called by the page that its entry opens", () => {
  const routes = [route("x.invite", "x:invite"), route("x.main", "x:title")];

  expect(titleOf({ routes, nav: [{ ...entry, route: "x.main" }] } as Parameters<typeof titleOf>[0])).toBe("x:title");
});

test("without an entry it is called by its first page, and without a page by nothing", () => {
  expect(titleOf({ routes: [route("x.main", "x:title")] } as Parameters<typeof titleOf>[0])).toBe("x:title");
  expect(titleOf({})).toBeUndefined();
});
