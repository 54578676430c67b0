// What a list gives up of what it asked, once its rows are ordered or narrowed otherwise: only what belongs to the older question.
import { beforeEach, expect, test, vi } from "vitest";
import { asProblem } from "../../../src/kernel/api/problem.ts";
import { datasource } from "../../../src/kernel/grid/datasource.ts";

const GERMANY = { value: "DE", count: 2, figures: [], filter: [{ field: "country", op: "eq" as const, value: "DE" }] };
const FIRST_NAME = [{ colId: "first_name", sort: "asc" }];
const LAST_NAME = [{ colId: "last_name", sort: "desc" }];
const COUNTRY = [{ colId: "country", sort: "desc" }];
const failed = vi.fn();

/** A list that answers its blocks by hand. */
function list(grouping: string[]) {
  const signals: AbortSignal[] = [];
  const answers: (() => void)[] = [];
  const waits = <Answer>(signal: AbortSignal, answer: Answer) =>
    new Promise<Answer>((done) => {
      signals.push(signal);
      answers.push(() => done(answer));
    });
  const rows = { rows: [{ id: 7 }], total: 1, matched: 1 };
  const source = datasource(
    () => ({
      ask: async ({ limit }, signal) => (limit === 0 ? { ...rows, rows: [] } : waits(signal as AbortSignal, rows)),
      askGroups: async (_, signal) => waits(signal as AbortSignal, { groups: [GERMANY], more: false }),
      columns: [{ field: "name", title: "Name" }],
      search: "",
      rest: [],
      defaultSort: undefined,
    }),
    { arrived: vi.fn(), failed },
  );
  const get = (groupKeys: string[], sortModel: object[], filterModel = {}) => {
    const rowGroupCols = grouping.map((id) => ({ id }));
    const request = { startRow: 0, endRow: 100, groupKeys, rowGroupCols, sortModel, filterModel };
    return new Promise<boolean>((done) => {
      source.getRows({ request, api: {}, success: () => done(true), fail: () => done(false) } as never);
    });
  };
  return { source, signals, answers, get };
}

beforeEach(() => failed.mockClear());

test("groups on their way stay wanted where rows are ordered otherwise; rows of the older order do not", async () => {
  const { signals, answers, get } = list(["country", "status"]);
  const roots = get([], FIRST_NAME);
  answers[0]?.();
  expect(await roots).toBe(true);
  const within = get(['"DE"'], FIRST_NAME);
  const rows = get(['"DE"', '"DE"'], FIRST_NAME);
  answers[1]?.();
  expect(await within).toBe(true);
  await expect(rows).resolves.toBe(false);
  const beside = get(['"DE"'], FIRST_NAME);
  const own = get(['"DE"', '"DE"'], FIRST_NAME);

  void get(['"DE"', '"DE"'], LAST_NAME);

  expect(signals.slice(2).map(({ aborted }) => aborted)).toEqual([false, true, false]);
  for (const answer of answers) answer();
  expect(await Promise.all([beside, own])).toEqual([true, false]);
  expect(failed).not.toHaveBeenCalled();
});

test("groups in another order give up those before and what stands below them, and a filter gives up all", async () => {
  const { signals, answers, get } = list(["country"]);
  const roots = get([], FIRST_NAME);
  answers[0]?.();
  await roots;
  void get([], FIRST_NAME);
  void get(['"DE"'], FIRST_NAME);

  void get([], COUNTRY);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, false]);

  void get([], COUNTRY, { name: { filterType: "text", type: "contains", filter: "x" } });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true, false]);
});

test("ids of a list that is ordered otherwise are given up without a word; those of a group are the same in any order", async () => {
  const { source, answers, get } = list([]);
  const rows = get([], FIRST_NAME);
  answers[0]?.();
  await rows;
  const ids = source.ids(0, 5);
  void get([], LAST_NAME);
  answers[1]?.();
  const error: unknown = await ids.catch((one) => one);

  expect(asProblem(error)).toMatchObject({ silent: true });
  expect(asProblem(new Error("away"))).toMatchObject({ silent: false, code: "unexpected" });

  const grouped = list(["country"]);
  const roots = grouped.get([], FIRST_NAME);
  grouped.answers[0]?.();
  await roots;
  const within = grouped.source.idsIn(['"DE"']);
  void grouped.get(['"DE"'], LAST_NAME);
  for (const answer of grouped.answers) answer();
  expect(await within).toEqual([7]);
});
