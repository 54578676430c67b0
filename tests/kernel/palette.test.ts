// What the command palette offers, and in what order.
import { describe, expect, it } from "vitest";
import { type Command, pageCommands } from "../../src/app/palette/commands.ts";
import { sections } from "../../src/app/palette/rank.ts";
import { recentIds, rememberId } from "../../src/app/palette/recent.ts";
import type { NavNodeView } from "../../src/kernel/nav/view.ts";
import { keptIn } from "../../src/kernel/store/kept.ts";

const command = (id: string, label: string, kind: Command["kind"] = "page", note?: string): Command => ({
  id,
  kind,
  label,
  note,
  run: () => undefined,
});

const ids = (found: ReturnType<typeof sections>) => found.flatMap((section) => section.commands.map(({ id }) => id));

describe("the order of what is found", () => {
  const commands = [
    command("1", "Data types and permissions"),
    command("2", "Agenda", "page", "Event details"),
    command("3", "Admin access"),
    command("4", "Ágora 2027", "event"),
    command("5", "Log out", "action"),
  ];

  it("puts beginnings before middles and the label before where it belongs", () => {
    expect(ids(sections(commands, "a", [])).slice(0, 2)).toEqual(["2", "3"]);
    expect(ids(sections(commands, "details", []))).toEqual(["2"]);
  });

  it("wants every word, in any order, and overlooks accents and capitals", () => {
    expect(ids(sections(commands, "PERMISSIONS data", []))).toEqual(["1"]);
    expect(ids(sections(commands, "agora", []))).toEqual(["4"]);
    expect(sections(commands, "agora nothing", [])).toEqual([]);
    expect(ids(sections([command("6", "Smørrebrød Łódź")], "smorrebrod lodz", []))).toEqual(["6"]);
  });

  it("begins with the recent ones while nothing is typed, each once", () => {
    const found = sections(commands, " ", ["5", "gone"]);
    expect(found[0]).toMatchObject({ kind: "recent", commands: [{ id: "5" }] });
    expect(ids(found).filter((id) => id === "5")).toHaveLength(1);
  });

  it("ranks ten thousand events within a tenth of a second", () => {
    const many = Array.from({ length: 10_000 }, (_, at) => command(`e${at}`, `Event number ${at}`, "event"));
    // The best of a few: other work on the machine is not the palette's.
    const times = Array.from({ length: 5 }, () => {
      const since = performance.now();
      expect(sections(many, "number 99", [])[0]?.commands).toHaveLength(7);
      return performance.now() - since;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });
});

describe("the pages of the palette", () => {
  const nodes: NavNodeView[] = [
    {
      kind: "group",
      id: "g",
      label: "nav:events",
      children: [
        { kind: "entry", id: "a", label: "x:a", state: "enabled", target: { kind: "route", href: "/a" } },
        { kind: "entry", id: "b", label: "x:b", state: "disabled", reason: "nav:needsEvent" },
        { kind: "entry", id: "c", label: "x:c", state: "waiting" },
      ],
    },
  ];

  it("are the entries that lead somewhere now, with the group they stand in", () => {
    const made = pageCommands(nodes, { t: (key) => key, icon: () => [], open: () => undefined });
    expect(made).toMatchObject([{ id: "page:a", label: "x:a", note: "nav:events" }]);
  });
});

describe("what was used last", () => {
  it("is kept for each person, the latest first, six at most", () => {
    const local = keptIn(() => sessionStorage);
    for (const id of ["1", "2", "3", "4", "5", "6", "7", "2"]) rememberId(local, 1, command(id, id));
    expect(recentIds(local, 1)).toEqual(["2", "7", "6", "5", "4", "3"]);
    expect(recentIds(local, 2)).toEqual([]);
  });

  it("is not what was found by its name, which cannot be offered again", () => {
    const local = keptIn(() => sessionStorage);
    rememberId(local, 3, command("page:a", "A"));
    rememberId(local, 3, command("found:event-data:7", "Anna", "found"));
    expect(recentIds(local, 3)).toEqual(["page:a"]);
  });

  it("is empty where what is stored cannot be read", () => {
    sessionStorage.setItem("recent", "{broken");
    expect(
      recentIds(
        keptIn(() => sessionStorage),
        1,
      ),
    ).toEqual([]);
  });
});
