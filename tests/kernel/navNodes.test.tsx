// The groups of the side navigation in their first drawing.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { NavNodes } from "../../src/app/shell/NavNodes.tsx";
import type { NavNodeView } from "../../src/kernel/nav/view.ts";
import { RootContext } from "../../src/kernel/store/useStore.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const entry = (id: string) => ({
  kind: "entry" as const,
  id,
  label: `test:${id}`,
  state: "enabled" as const,
  routeId: id,
  target: { kind: "route" as const, href: `/${id}` },
});
const group = (id: string, children: NavNodeView[]) => ({ kind: "group" as const, id, label: `test:${id}`, children });

function drawn(opening: string, openGroups: Record<string, boolean> = {}): Record<string, boolean> {
  const nodes = [
    group("first", [entry("one")] as NavNodeView[]),
    group("second", [group("inner", [entry("two")] as NavNodeView[])] as NavNodeView[]),
  ] as NavNodeView[];
  const root = { nav: { iconPaths: () => [] }, shell: { openGroups }, registry: { routes: [] } };
  const place = document.createElement("div");
  act(() =>
    createRoot(place).render(
      <RootContext.Provider value={root as never}>
        <MemoryRouter>
          <NavNodes nodes={nodes} active="two" opening={opening} />
        </MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  const isThere = (href: string) => place.querySelector(`a[href="${href}"]`) !== null;
  return { one: isThere("/one"), two: isThere("/two") };
}

test("those around the open page stand open at once, so that nothing moves after the first paint", () => {
  expect(drawn("second inner")).toEqual({ one: false, two: true });
});

test("the others are as they were left", () => {
  expect(drawn("", { first: true })).toEqual({ one: true, two: false });
});
