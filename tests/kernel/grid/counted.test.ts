// How many rows a list has: once counted, no estimate of a later block takes the place of that, and each is followed by a true count.
import { expect, test, vi } from "vitest";
import { datasource } from "../../../src/kernel/grid/datasource.ts";

const GERMANY = { value: "DE", count: 2, figures: [], filter: [{ field: "country", op: "eq" as const, value: "DE" }] };
const [ABOUT, EXACT] = [480_000, 501_234];

/** A list whose answers to blocks are estimates; its counts are answered one by one, by hand. */
function list() {
  const counts: ((matched: number) => void)[] = [];
  const fails: ((error: Error) => void)[] = [];
  const [arrived, setRowCount, failed] = [vi.fn(), vi.fn(), vi.fn()];
  let search = "";
  const ask = async ({ limit, offset = 0 }: { limit: number; offset?: number }) => {
    if (limit > 0) return { rows: [{ id: offset }], total: ABOUT, matched: ABOUT, about: true };
    const matched = await new Promise<number>((answer, fail) => {
      counts.push(answer);
      fails.push(fail);
    });
    return { rows: [], total: matched, matched };
  };
  let asks = ask;
  const askGroups = async () => ({ groups: [GERMANY], more: false });
  const source = datasource(
    () => ({ ask: asks as never, askGroups, columns: [], search, rest: [], defaultSort: undefined }),
    {
      arrived,
      failed,
    },
  );
  const block = async (startRow: number, groupKeys: string[] = [], isGrouped = false) => {
    const rowGroupCols = isGrouped ? [{ id: "country" }] : [];
    const request = { startRow, endRow: startRow + 100, sortModel: [], rowGroupCols, groupKeys };
    const success = vi.fn();
    source.getRows({ request, api: { setRowCount }, success, fail: vi.fn() } as never);
    await vi.waitFor(() => expect(success).toHaveBeenCalled());
    return success.mock.calls[0]?.[0].rowCount as number;
  };
  const told = () => arrived.mock.calls.map(([{ matched, about }]) => [matched, about === true]);
  const ofSearch = (words: string) => {
    search = words;
  };
  const another = () => {
    asks = (question) => ask(question);
  };
  return { block, counts, fails, told, setRowCount, ofSearch, another };
}

test("a later block that is answered with an estimate keeps the count, and is counted anew", async () => {
  const { block, counts, told, setRowCount } = list();
  expect(await block(0)).toBe(ABOUT);
  counts[0]?.(EXACT);
  await vi.waitFor(() => expect(setRowCount).toHaveBeenCalledExactlyOnceWith(EXACT, true));

  expect(await block(50_000)).toBe(EXACT);
  expect(counts).toHaveLength(2);
  counts[1]?.(EXACT - 1);
  await vi.waitFor(() => expect(setRowCount).toHaveBeenLastCalledWith(EXACT - 1, true));
  expect(told()).toEqual([
    [ABOUT, true],
    [EXACT, false],
    [EXACT, false],
    [EXACT - 1, false],
  ]);
});

test("one block after the other is counted once at a time, and once more for those that came meanwhile", async () => {
  const { block, counts, setRowCount } = list();
  for (const start of [50_000, 60_000, 70_000]) await block(start);
  expect(counts).toHaveLength(1);

  counts[0]?.(EXACT);
  await vi.waitFor(() => expect(counts).toHaveLength(2));
  counts[1]?.(EXACT);
  await vi.waitFor(() => expect(setRowCount).toHaveBeenCalledTimes(2));
  expect(counts).toHaveLength(2);
});

test("another question knows nothing of what was counted for the one before", async () => {
  const { block, counts, setRowCount, ofSearch } = list();
  await block(0);
  counts[0]?.(EXACT);
  await vi.waitFor(() => expect(setRowCount).toHaveBeenCalled());

  ofSearch("ada");
  expect(await block(0)).toBe(ABOUT);
  await vi.waitFor(() => expect(counts).toHaveLength(2));
});

test("what somebody is still typing is not counted, only what they have come to", async () => {
  const { block, counts, setRowCount, ofSearch } = list();
  for (const words of ["a", "ad", "ada"]) {
    ofSearch(words);
    await block(0);
  }
  expect(counts).toHaveLength(0);

  await vi.waitFor(() => expect(counts).toHaveLength(1));
  counts[0]?.(EXACT);
  await vi.waitFor(() => expect(setRowCount).toHaveBeenCalledExactlyOnceWith(EXACT, true));
  expect(counts).toHaveLength(1);
});

test("of two lists in which the same is searched one after the other the first is not counted any more", async () => {
  const { block, counts, told, setRowCount, ofSearch, another } = list();
  ofSearch("ada");
  await block(0);
  another();
  await block(0);

  await vi.waitFor(() => expect(counts).toHaveLength(1));
  counts[0]?.(EXACT);
  await vi.waitFor(() => expect(setRowCount).toHaveBeenCalledExactlyOnceWith(EXACT, true));
  expect(counts).toHaveLength(1);
  expect(told().at(-1)).toEqual([EXACT, false]);
});

test("what is searched in a group is counted as well, for its next block to tell", async () => {
  const { block, counts, setRowCount, ofSearch } = list();
  ofSearch("ada");
  await block(0, [], true);
  // How many there are in all is asked beside the groups.
  expect(counts).toHaveLength(1);
  counts[0]?.(EXACT);
  expect(await block(0, ['"DE"'], true)).toBe(ABOUT);

  await vi.waitFor(() => expect(counts).toHaveLength(2));
  counts[1]?.(EXACT);
  expect(setRowCount).not.toHaveBeenCalled();
});

test("where it cannot be counted anew, what was counted before is an estimate, until it can be", async () => {
  const { block, counts, fails, told, setRowCount } = list();
  await block(0);
  counts[0]?.(EXACT);
  await vi.waitFor(() => expect(setRowCount).toHaveBeenCalledOnce());

  expect(await block(0)).toBe(EXACT);
  fails[1]?.(new Error("away"));
  await vi.waitFor(() => expect(told().at(-1)).toEqual([EXACT, true]));
  expect(await block(50_000)).toBe(EXACT);
  expect(told().at(-1)).toEqual([EXACT, true]);

  counts[2]?.(EXACT - 1);
  await vi.waitFor(() => expect(told().at(-1)).toEqual([EXACT - 1, false]));
});
