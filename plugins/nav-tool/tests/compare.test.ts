import { describe, expect, test } from "vitest";
import type { NavEntryView, NavGroupView } from "#web";
import { compare, onlyChanged, tallyOf } from "../web/compare.ts";

const entry = (id: string, state: NavEntryView["state"] = "enabled"): NavEntryView => ({
  kind: "entry",
  id,
  label: `a:${id}`,
  state,
});
const group = (id: string, ...children: NavGroupView["children"]): NavGroupView => ({
  kind: "group",
  id,
  label: `a:${id}`,
  children,
});

describe("two navigations of one audience", () => {
  test("that are alike show no difference", () => {
    const nav = [group("events", entry("list")), group("more", group("deep", entry("x")))];

    expect(compare(nav, nav).changes).toBe(0);
  });

  test("tell what is gone on the one side and what is new on the other", () => {
    const { now, then, changes } = compare([group("g", entry("old"))], [group("g", entry("new"))]);

    expect(now.filter((line) => line.change).map((line) => [line.key, line.change])).toEqual([["entry:old", "lost"]]);
    expect(then.filter((line) => line.change).map((line) => [line.key, line.change])).toEqual([
      ["entry:new", "gained"],
    ]);
    expect(changes).toBe(2);
  });

  test("tell a move from a loss and a gain", () => {
    const { now, then, changes } = compare(
      [group("a", entry("x")), group("b", entry("y"))],
      [group("a"), group("b", entry("y"), entry("x"))],
    );

    expect(now.find((line) => line.key === "entry:x")?.change).toBe("moved");
    expect(then.find((line) => line.key === "entry:x")?.change).toBe("moved");
    expect(changes).toBe(1);
  });

  test("tell an entry that became disabled", () => {
    const { then } = compare([group("a", entry("x"))], [group("a", entry("x", "disabled"))]);

    expect(then.find((line) => line.key === "entry:x")?.change).toBe("state");
  });

  test("are counted, and narrowed to what changes with the groups around it", () => {
    const compared = compare(
      [group("a", entry("x"), entry("gone")), group("b", entry("y"))],
      [group("a", entry("x")), group("b", entry("y"), group("deep", entry("new")))],
    );

    expect(tallyOf(compared)).toEqual({ gained: 2, lost: 1, moved: 0, state: 0 });
    expect(onlyChanged(compared.now).map(({ key }) => key)).toEqual(["group:a", "entry:gone"]);
    expect(onlyChanged(compared.then).map(({ key }) => key)).toEqual(["group:b", "group:deep", "entry:new"]);
  });
});
