// The box of a group ticks all of its rows by their ids, loaded or not, and shows how many of them are ticked.
import type { GridApi, IRowNode } from "@ag-grid-community/core";
import { beforeEach, expect, test, vi } from "vitest";
import { datasource } from "../../../src/kernel/grid/datasource.ts";
import type { GroupRow } from "../../../src/kernel/grid/groups.ts";
import { GroupTicks } from "../../../src/kernel/grid/groupTicks.ts";

/** Rows by the path of their group; of the first group one is loaded. */
const ROWS: Record<string, number[]> = { '["DE"]': [1, 2, 3], '["FR"]': [4] };
const state = { selectAll: false, toggledNodes: [] as string[] };
const groupAt = (...path: string[]) => ({ getRoute: () => path }) as unknown as IRowNode;
const leaf = (id: string, ...path: string[]) => ({ id, data: { id: Number(id) }, parent: groupAt(...path) });
const loaded = [leaf("1", "DE")];
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
const row = (count: number) => ({ id: "group", by: "country", group: { count } }) as unknown as GroupRow;
const [de, fr] = [groupAt("DE"), groupAt("FR")];
const [tooMany, failed] = [vi.fn(), vi.fn()];
let several = false;
let ticks: GroupTicks;

beforeEach(() => {
  vi.clearAllMocks();
  several = false;
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
  expect(ticks.of(api, de, row(3))).toBe("some");

  await ticks.toggle(api, de, row(3));

  expect(ticks.of(api, de, row(4))).toBe("some");
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
  expect(tooMany).toHaveBeenCalledWith(4);
  expect(failed).toHaveBeenCalledTimes(1);
});

test("the ids of a group are asked for as the list was asked, narrowed by its groups, to the last", async () => {
  const questions: object[] = [];
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
      columns: [],
      search: " ada ",
      rest: [],
      defaultSort: undefined,
    }),
    { arrived: () => {}, failed },
  );
  await new Promise<void>((done) => {
    const request = { startRow: 0, endRow: 100, groupKeys: [], rowGroupCols: [{ id: "country" }], sortModel: [] };
    source.getRows({ request, api, success: () => done(), fail: done } as never);
  });
  questions.splice(0);

  const ids = await source.idsIn(['"DE"']);

  expect(ids).toHaveLength(1200);
  const filter = [{ field: "country", op: "eq", value: "DE" }];
  expect(questions).toEqual([
    { search: "ada", filter, offset: 0, limit: 1000, counts: "about" },
    { search: "ada", filter, offset: 1000, limit: 1000, counts: "about" },
  ]);
});
