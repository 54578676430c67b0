// What the command palette offers, and in what order.
import { describe, expect, it } from "vitest";
import { type Command, pageCommands } from "../../src/app/palette/commands.ts";
import { isMeant, sections, withFound } from "../../src/app/palette/rank.ts";
import { allEvents, isHere } from "../../src/app/palette/sources.ts";
import { recalled } from "../../src/app/palette/useRecalled.ts";
import { startLanguage } from "../../src/kernel/i18n/setup.ts";
import { foundId, recentIds, rememberId, rowsOf } from "../../src/kernel/nav/recent.ts";
import type { NavNodeView } from "../../src/kernel/nav/view.ts";
import type { Finder } from "../../src/kernel/plugin/finder.ts";
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

  it("knows where somebody is, which need not be offered to them", () => {
    const entry = { kind: "entry", id: "agenda.nav", target: { kind: "route", href: "/event-details/4/agenda" } };
    const root = {
      nav: { groups: [entry] },
      session: { eventId: 4 },
      shell: { place: "/event-details/4/agenda?day=1" },
    } as never;
    const here = ["page:agenda.nav", "page:other.nav", "event:4", "event:5", "found:agenda:SessionFinder:4:1"];
    expect(here.filter((id) => isHere(root, id))).toEqual(["page:agenda.nav", "event:4"]);
  });

  it("says of which kind more match than are listed", () => {
    const events = (count: number) =>
      Array.from({ length: count }, (_, at) => command(`e${at}`, `Expo ${at}`, "event"));
    const more = (count: number) => sections(events(count), "expo", []).map((section) => section.more ?? false);
    expect([more(7), more(8)]).toEqual([[false], [true]]);
    expect(ids(sections(events(8), "expo", []))).toHaveLength(7);
  });

  it("leads on to the list of the events, with archived ones where the session holds them, for whoever may open it", () => {
    const route = { path: "/event-home", access: { permission: ["containers"] } };
    const root = (isAllowed: boolean, allowsAllEvents: boolean) =>
      ({
        registry: { routes: [route] },
        session: { allowsAllEvents, isAllowed: () => isAllowed },
        env: { go: () => undefined },
      }) as never;
    expect(allEvents(root(true, true), " expo & co ").map(({ path }) => path)).toEqual([
      "/event-home?show=all&q=expo+%26+co",
    ]);
    expect(allEvents(root(true, false), "expo").map(({ path }) => path)).toEqual(["/event-home?q=expo"]);
    expect(allEvents(root(false, true), "expo")).toEqual([]);
  });

  it("puts what was found first where no command has a word that begins with what was typed", () => {
    const own = [command("7", "Kaufmann-Tage", "event"), command("8", "Hermann Hall", "event"), command("9", "Manual")];
    const first = (typed: string) => {
      const listed = sections(own, typed, []);
      const found = [{ kind: "found", commands: [command("f", "Mann, Anna", "found")] }];
      return ids(withFound(listed, found, isMeant(listed, typed)))[0];
    };

    expect(first("mann")).toBe("f");
    expect(first("man")).toBe("9");
    expect(first("tage")).toBe("7");
    expect(first("hall her")).toBe("8");
    expect(first("hall mann")).toBe("f");
  });

  it("begins with the recent ones while nothing is typed, each once", () => {
    const found = sections(commands, " ", ["5", "gone"]);
    expect(found[0]).toMatchObject({ kind: "recent", commands: [{ id: "5" }] });
    expect(ids(found).filter((id) => id === "5")).toHaveLength(1);
  });

  it("takes the accents off ten thousand names once, not with each key", () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      command(`e${at}`, `Événement à Zürich nº ${at}`, "event", "Médiathèque"),
    );
    const timeOf = (typed: string) => {
      const since = performance.now();
      expect(sections(many, typed, [])[0]?.commands).toHaveLength(7);
      return performance.now() - since;
    };

    const first = timeOf("zurich 9");
    const later = Math.min(...["zurich 99", "mediatheque 9", "evenement 98", "zurich 98"].map(timeOf));

    expect(later).toBeLessThan(first / 2);
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
  it("is kept for each person, the latest first, and six of it are shown", () => {
    const local = keptIn(() => sessionStorage);
    const all = ["1", "2", "3", "4", "5", "6", "7", "2"].map((id) => command(id, id));
    for (const one of all) rememberId(local, 1, one);
    expect(ids(sections(all.slice(0, 7), "", recentIds(local, 1))).slice(0, 6)).toEqual(["2", "7", "6", "5", "4", "3"]);
    expect(recentIds(local, 2)).toEqual([]);
  });

  it("is also what was found by its name, without the name; a list of all that was found is not", () => {
    const local = keptIn(() => sessionStorage);
    rememberId(local, 3, command("page:a", "A"));
    rememberId(local, 3, command(foundId("event-data", "ThingFinder", 12, "7"), "Anna Secret", "found"));
    rememberId(local, 3, command("all:event-data", "Show all", "found"));
    expect(recentIds(local, 3)).toEqual(["found:event-data:ThingFinder:12:7", "page:a"]);
    expect(local.text("recent")).not.toContain("Anna");
    expect(rowsOf(recentIds(local, 3), 13)).toEqual([]);
    expect(rowsOf(recentIds(local, 3), 12)).toMatchObject([{ area: "event-data", finder: "ThingFinder", row: "7" }]);
  });

  it("is told by its area to whom may see it, and by nobody else", async () => {
    await startLanguage("en-gb", async () => ({}));
    const asked: unknown[] = [];
    const finder: Finder = {
      title: "x:title",
      access: { permissions: ["things"] },
      find: async () => [],
      recall: async (_, { ids, eventId }) => {
        asked.push([ids, eventId]);
        return [{ id: "7", label: "Anna, now married", icon: "people", path: "/event-data/12/profile/7" }];
      },
    };
    const gone: string[] = [];
    const root = (mayRead: boolean) =>
      ({
        registry: {
          finders: [{ area: "told-anew", name: "ThingFinder", load: async () => ({ ThingFinder: finder }) }],
        },
        session: { isAllowed: () => mayRead },
        env: { go: (path: string) => gone.push(path) },
        nav: { iconPaths: (name: string) => [`outline of ${name}`] },
      }) as unknown as Parameters<typeof recalled>[0];
    const rows = rowsOf(
      [8, 7].map((row) => foundId("told-anew", "ThingFinder", 12, String(row))),
      12,
    );
    const { signal } = new AbortController();

    const told = await recalled(root(true), rows, signal);
    told[0]?.run();

    expect(told.map(({ id, label, icon }) => [id, label, icon])).toEqual([
      ["found:told-anew:ThingFinder:12:7", "Anna, now married", ["outline of people"]],
    ]);
    expect(asked).toEqual([[["8", "7"], 12]]);
    expect(gone).toEqual(["/event-data/12/profile/7"]);
    expect(await recalled(root(false), rows, signal)).toEqual([]);
    expect(asked).toHaveLength(1);
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
