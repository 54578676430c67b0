// The groups of the side navigation in their first drawing.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
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

test("a press on a group that has just opened by itself leaves it open; a later one closes it, and so does one after a press", () => {
  const setGroupOpen = vi.fn();
  const now = vi.spyOn(performance, "now").mockReturnValue(1000);
  const nodes = [group("first", [entry("one")] as NavNodeView[])] as NavNodeView[];
  const place = document.createElement("div");
  const root = createRoot(place);
  const draw = (openGroups: Record<string, boolean>, opening = "") =>
    act(() =>
      root.render(
        <RootContext.Provider
          value={
            { nav: { iconPaths: () => [] }, shell: { openGroups, setGroupOpen }, registry: { routes: [] } } as never
          }
        >
          <MemoryRouter>
            <NavNodes nodes={nodes} active="one" opening={opening} />
          </MemoryRouter>
        </RootContext.Provider>,
      ),
    );
  const press = () => act(() => place.querySelector("button")?.click());
  document.body.append(place);

  draw({});
  draw({}, "first");
  now.mockReturnValue(1200);
  press();
  expect(setGroupOpen).not.toHaveBeenCalled();
  now.mockReturnValue(1400);
  press();
  expect(setGroupOpen).toHaveBeenLastCalledWith("first", false);

  draw({});
  press();
  expect(setGroupOpen).toHaveBeenLastCalledWith("first", true);
  draw({ first: true });
  press();
  expect(setGroupOpen).toHaveBeenLastCalledWith("first", false);
  now.mockRestore();
  place.remove();
});
