// The box of a group ticks all of its rows by their ids, loaded or not, and shows how many of them are ticked.
import type { GridApi, IRowNode } from "@ag-grid-community/core";
import { beforeEach, expect, test, vi } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import { datasource } from "../../../src/kernel/grid/datasource.ts";
import type { GroupRow } from "../../../src/kernel/grid/groups.ts";
import { GroupTicks } from "../../../src/kernel/grid/groupTicks.ts";

/** Rows by the path of their group; of the first group one is loaded. */
const ROWS: Record<string, number[]> = { '["DE"]': [1, 2, 3], '["FR"]': [4], '["IT"]': [5, 6, 7, 8, 9] };
const state = { selectAll: false, toggledNodes: [] as string[] };
/** How many rows the groups have by now that hold groups. */
let counts: Record<string, number> = {};
const groupAt = (...path: string[]): IRowNode => {
  const around = path.slice(0, -1);
  const parent = around.length > 0 ? groupAt(...around) : null;
  return { getRoute: () => path, parent, data: row(counts[path.join("/")] ?? 0) } as unknown as IRowNode;
};
const row = (count: number) => ({ id: "group", by: "country", group: { count } }) as unknown as GroupRow;
const leaf = (id: string, ...path: string[]) => ({ id, data: { id: Number(id) }, parent: groupAt(...path) });
let loaded = [leaf("1", "DE")];
const toggle = (id: string, isTicked: boolean) => {
  const others = state.toggledNodes.filter((one) => one !== id);
  state.toggledNodes = isTicked === state.selectAll ? others : [...others, id];
};
const api = {
  forEachNode: (each: (node: object) => void) => loaded.forEach(each),
  getRowGroupColumns: () => [{}],
  getRowNode: (id: string) => loaded.find((node) => node.id === id),
  setNodesSelected: ({ nodes, newValue }: { nodes: { id: string }[]; newValue: boolean }) => {
    for (const { id } of nodes) toggle(id, newValue);
  },
  getServerSideSelectionState: () => ({ ...state, toggledNodes: [...state.toggledNodes] }),
  setServerSideSelectionState: (next: typeof state) => Object.assign(state, next),
} as unknown as GridApi;
const [de, fr] = [groupAt("DE"), groupAt("FR")];
const [tooMany, failed] = [vi.fn(), vi.fn()];
let several = false;
let ticks: GroupTicks;

beforeEach(() => {
  vi.clearAllMocks();
  several = false;
  counts = { DE: 3 };
  loaded = [leaf("1", "DE")];
  Object.assign(state, { selectAll: false, toggledNodes: [] });
  ticks = new GroupTicks({
    idsIn: async (path) => {
      const ids = ROWS[JSON.stringify(path)];
      if (!ids) throw new Error("unreachable");
      return ids;
    },
    inSeveral: () => several,
    most: () => 3,
    tooMany,
    failed,
  });
});

test("ticks all rows of the group, also those that are not loaded, and takes the ticks away again", async () => {
  expect(ticks.of(api, de, row(3))).toBe("none");

  await ticks.toggle(api, de, row(3));

  expect(state.toggledNodes.sort()).toEqual(["1", "2", "3"]);
  expect([ticks.of(api, de, row(3)), ticks.of(api, fr, row(1))]).toEqual(["all", "none"]);
  toggle("1", false);
  expect(ticks.of(api, de, row(3))).toBe("some");
  await ticks.toggle(api, de, row(3));
  expect(ticks.of(api, de, row(3))).toBe("all");
  await ticks.toggle(api, de, row(3));
  expect(state.toggledNodes).toEqual([]);
});

test("a group of which single rows are ticked says so, and one that has more by now is not ticked as a whole", async () => {
  toggle("1", true);
  ticks.noted(api);
  expect(ticks.of(api, de, row(3))).toBe("some");

  await ticks.toggle(api, de, row(3));

  expect(ticks.of(api, de, row(4))).toBe("some");
});

test("rows that were ticked by themselves are still seen in their group once the grid has let go of them", () => {
  toggle("1", true);
  ticks.noted(api);
  loaded = [];

  expect([ticks.of(api, de, row(3)), ticks.of(api, fr, row(1))]).toEqual(["some", "none"]);
});

test("the groups within one that is ticked are ticked, loaded or not, until one of their rows is not", async () => {
  const [here, beside] = [groupAt("DE", "active"), groupAt("DE", "blocked")];
  const within = () => [here, beside].map((node, at) => ticks.of(api, node, row(at === 0 ? 2 : 1)));
  await ticks.toggle(api, de, row(3));
  expect(within()).toEqual(["all", "all"]);

  loaded = [leaf("1", "DE", "active")];
  toggle("1", false);
  ticks.noted(api);
  expect(within()).toEqual(["some", "all"]);

  await ticks.toggle(api, de, row(3));
  await ticks.toggle(api, de, row(3));
  expect(within()).toEqual(["none", "none"]);
  toggle("1", true);
  ticks.noted(api);
  expect(within()).toEqual(["some", "none"]);
});

test("a group within one that is ticked says that some of it is, once a row has come that nobody ticked", async () => {
  const within = (here: number, beside: number) =>
    [groupAt("DE", "active"), groupAt("DE", "blocked")].map((node, at) => ticks.of(api, node, row(at ? beside : here)));
  for (const selectAll of [false, true]) {
    Object.assign(state, { selectAll, toggledNodes: [] });
    counts = { DE: 3 };
    loaded = [];
    await ticks.toggle(api, de, row(3));
    expect(within(2, 1)).toEqual(selectAll ? ["none", "none"] : ["all", "all"]);

    // It is not loaded yet: nobody knows where it stands.
    counts = { DE: 4 };
    expect(within(3, 1)).toEqual(["some", "some"]);

    // As many as before are there, since another has gone.
    counts = { DE: 3 };
    loaded = [leaf("1", "DE", "active"), leaf("8", "DE", "active")];
    expect(within(2, 1)).toEqual(["some", "some"]);

    // All of one are loaded, and ticked or taken out.
    loaded = [leaf("1", "DE", "active"), leaf("2", "DE", "active"), leaf("8", "DE", "blocked")];
    expect(within(2, 1)[0]).toBe(selectAll ? "none" : "all");
    ticks.forget();
  }
});

test("a group that was unticked by itself says so, also once a row has come into it that nobody ticked", async () => {
  loaded = [];
  ROWS['["DE","active"]'] = [1, 2];
  await ticks.toggle(api, de, row(3));
  await ticks.toggle(api, groupAt("DE", "active"), row(2));
  expect(ticks.of(api, groupAt("DE", "active"), row(2))).toBe("none");

  counts = { DE: 4 };
  expect(ticks.of(api, groupAt("DE", "active"), row(3))).toBe("none");
});

test("of all that match, those of a group are taken out together", async () => {
  state.selectAll = true;
  expect([ticks.of(api, de, row(3)), ticks.of(api, fr, row(1))]).toEqual(["all", "all"]);

  await ticks.toggle(api, de, row(3));

  expect(state.selectAll).toBe(true);
  expect(state.toggledNodes.sort()).toEqual(["1", "2", "3"]);
  expect([ticks.of(api, de, row(3)), ticks.of(api, fr, row(1))]).toEqual(["none", "all"]);
});

test("a row that may stand in several groups is ticked where it stands in this one", async () => {
  several = true;

  await ticks.toggle(api, fr, row(1));

  expect(state.toggledNodes).toEqual(['4 in ["FR"]']);
  expect(ticks.canTick(api, groupAt())).toBe(false);
});

test("more than can be done together are not ticked, and what cannot be read is told", async () => {
  await ticks.toggle(api, de, row(4));
  await ticks.toggle(api, groupAt("XX"), row(1));

  expect(state.toggledNodes).toEqual([]);
  expect(tooMany).toHaveBeenCalledExactlyOnceWith({ count: 4, isOut: false });
  expect(failed).toHaveBeenCalledTimes(1);
});

test("groups that are too many together are not ticked, nor taken out of all that match, and one that has grown neither", async () => {
  for (const selectAll of [false, true]) {
    Object.assign(state, { selectAll, toggledNodes: [] });
    tooMany.mockClear();
    await ticks.toggle(api, de, row(3));
    await ticks.toggle(api, fr, row(1));

    expect(tooMany).toHaveBeenCalledExactlyOnceWith({ count: 4, isOut: selectAll });
    expect(state.toggledNodes.sort()).toEqual(["1", "2", "3"]);
    await ticks.toggle(api, de, row(3));
    await ticks.toggle(api, fr, row(1));
    expect(state.toggledNodes).toEqual(["4"]);
  }
  Object.assign(state, { selectAll: false, toggledNodes: [] });
  tooMany.mockClear();
  await ticks.toggle(api, groupAt("IT"), row(3));
  expect(tooMany).toHaveBeenCalledExactlyOnceWith({ count: 5, isOut: false });
  expect(state.toggledNodes).toEqual([]);
});

test("a row that stands in several groups counts once", async () => {
  several = true;
  Object.assign(state, { toggledNodes: ['1 in ["FR"]', '2 in ["FR"]'] });

  await ticks.toggle(api, de, row(3));

  expect(tooMany).not.toHaveBeenCalled();
  expect(state.toggledNodes).toHaveLength(5);
});

test("what was asked of a list that is no longer shown is ticked in no other", async () => {
  const asked = ticks.toggle(api, de, row(3));
  ticks.forget();
  await asked;

  expect(state.toggledNodes).toEqual([]);
});

/** A list in groups by country, and what it is asked. */
function grouped() {
  const questions: ListQuestion[] = [];
  const source = datasource(
    () => ({
      ask: async (question) => {
        questions.push(question);
        const { offset = 0, limit = 0 } = question;
        const rows = Array.from({ length: Math.min(limit, 1200 - offset) }, (_, at) => ({ id: offset + at }));
        return { rows, total: 5000, matched: 1200 };
      },
      askGroups: async () => ({
        groups: [
          { value: "DE", count: 1200, figures: [], filter: [{ field: "country", op: "eq" as const, value: "DE" }] },
        ],
        more: false,
      }),
      columns: [{ field: "name", title: "Name" }],
      search: " ada ",
      rest: [],
      defaultSort: undefined,
    }),
    { arrived: () => {}, failed },
  );
  const get = async (groupKeys: string[], more: object = {}) => {
    questions.splice(0);
    const request = { startRow: 0, endRow: 100, groupKeys, rowGroupCols: [{ id: "country" }], sortModel: [], ...more };
    return new Promise<boolean>((done) =>
      source.getRows({ request, api, success: () => done(true), fail: () => done(false) } as never),
    );
  };
  return { source, questions, get };
}

test("the ids of a group are asked for as the list was asked, narrowed by its groups, to the last", async () => {
  const { source, questions, get } = grouped();
  await get([]);
  questions.splice(0);

  const ids = await source.idsIn(['"DE"']);

  expect(ids).toHaveLength(1200);
  const filter = [{ field: "country", op: "eq", value: "DE" }];
  expect(questions).toEqual([
    { search: "ada", filter, offset: 0, limit: 1000, counts: "about" },
    { search: "ada", filter, offset: 1000, limit: 1000, counts: "about" },
  ]);
});

test("rows in another order are those of their group, whose box ticks no others: the groups are not asked for again", async () => {
  const { source, questions, get } = grouped();
  await get([]);
  await get(['"DE"']);

  expect(await get(['"DE"'], { sortModel: [{ colId: "last_name", sort: "desc" }] })).toBe(true);
  await source.idsIn(['"DE"']);

  const filter = [{ field: "country", op: "eq", value: "DE" }];
  const sort = [{ field: "last_name", direction: "desc" }];
  expect(questions.length).toBeGreaterThan(1);
  for (const question of questions) expect(question).toMatchObject({ search: "ada", filter, sort });
});

test("of a group that is not known any more nothing is asked: everything would match", async () => {
  const { source, questions, get } = grouped();
  await get([]);
  const filterModel = { name: { filterType: "text", type: "contains", filter: "x" } };

  expect(await get(['"DE"'], { filterModel })).toBe(false);
  await expect(source.idsIn(['"DE"'])).rejects.toMatchObject({ silent: true });

  expect(questions).toEqual([]);
  expect(failed).not.toHaveBeenCalled();
});
