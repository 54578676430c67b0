import { expect, test, vi } from "vitest";
import { datasource } from "../../../src/kernel/grid/datasource.ts";
import type { Shown } from "../../../src/kernel/grid/readAhead.ts";

/** A list of 1,000 rows whose grid shows what `place` says. */
function aList() {
  const place: Shown = { first: 0, last: 20 };
  const asked: [number, number][] = [];
  const ask = vi.fn(async ({ offset, limit }: { offset: number; limit: number }) => {
    asked.push([offset, limit]);
    const rows = Array.from({ length: limit }, (_, at) => ({ id: offset + at }));
    return { rows, total: 1000, matched: 1000 };
  });
  const now = () => ({ ask: ask as never, columns: [], search: "", rest: [], defaultSort: undefined });
  const source = datasource(now, { arrived: vi.fn(), failed: vi.fn(), shown: () => place });
  const rowsAt = (startRow: number) =>
    new Promise<{ id: number }[]>((resolve) =>
      source.getRows({
        request: { startRow, endRow: startRow + 100, rowGroupCols: [], groupKeys: [], sortModel: [], filterModel: {} },
        success: ({ rowData }: { rowData: { id: number }[] }) => resolve(rowData),
        fail: vi.fn(),
      } as never),
    );
  return { source, place, asked, rowsAt };
}

test("two blocks of which something is seen after a jump are one question", async () => {
  const { place, asked, rowsAt } = aList();
  Object.assign(place, { first: 490, last: 510 });

  const upper = await rowsAt(400);
  const lower = await rowsAt(500);

  expect(asked).toEqual([[400, 200]]);
  expect([upper[0]?.id, upper.length, lower[0]?.id, lower.length]).toEqual([400, 100, 500, 100]);
});

test("who scrolls on finds the next block asked for already, and each block is asked for once", async () => {
  const { place, asked, rowsAt } = aList();

  await rowsAt(0);
  Object.assign(place, { first: 80, last: 105 });
  await rowsAt(100);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  Object.assign(place, { first: 180, last: 205 });
  const third = await rowsAt(200);
  await vi.waitFor(() => expect(asked).toHaveLength(4));

  expect(asked.map(([offset]) => offset)).toEqual([0, 100, 200, 300]);
  expect(third[0]?.id).toBe(200);
});

test("nothing is asked ahead behind the end of the list", async () => {
  const { place, asked, rowsAt } = aList();

  Object.assign(place, { first: 800, last: 820 });
  await rowsAt(800);
  Object.assign(place, { first: 890, last: 910 });
  await rowsAt(900);
  await new Promise((resolve) => setTimeout(resolve));

  expect(asked.map(([offset]) => offset)).toEqual([800, 900]);
});

test("what was asked ahead is forgotten when the rows are to be asked for anew", async () => {
  const { source, place, asked, rowsAt } = aList();

  await rowsAt(0);
  await rowsAt(100);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  source.forget();
  Object.assign(place, { first: 200, last: 220 });
  await rowsAt(200);

  expect(asked.map(([offset]) => offset)).toEqual([0, 100, 200, 200]);
});
