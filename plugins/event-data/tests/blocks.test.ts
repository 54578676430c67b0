// The next rows of a file are read while others are written, and nothing is read that nobody asked for.
import { expect, test } from "vitest";
import { Blocks } from "../server/import/blocks.ts";

async function* file(count: number, breaksAt = Number.POSITIVE_INFINITY) {
  for (let row = 1; row <= count; row++) {
    if (row === breaksAt) throw new Error(`broken at ${row}`);
    yield row;
  }
}

test("a block is read when it is asked for, ahead of its turn or at it, and only once", async () => {
  const read: number[][] = [];
  const blocks = new Blocks(file(5), 2, (rows: number[]) => {
    read.push(rows);
    return rows;
  });

  expect(await blocks.take()).toEqual([1, 2]);
  expect(read).toEqual([[1, 2]]);
  expect(await Promise.all([blocks.ahead(), blocks.ahead()])).toEqual([
    { block: [3, 4], isEnd: false },
    { block: [3, 4], isEnd: false },
  ]);
  expect(await blocks.take()).toEqual([3, 4]);
  expect(await blocks.take()).toEqual([5]);
  expect(await blocks.ahead()).toEqual({ isEnd: true });
  expect(await blocks.take()).toBeUndefined();
  expect(read).toEqual([[1, 2], [3, 4], [5]]);
});

test("the block behind the next one is read ahead as well, in the order of the file and no further", async () => {
  const read: number[][] = [];
  const blocks = new Blocks(file(7), 2, (rows: number[]) => {
    read.push(rows);
    return rows;
  });

  expect(await blocks.take()).toEqual([1, 2]);
  await blocks.readOn();
  expect(read).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  expect(await blocks.take()).toEqual([3, 4]);
  expect(await blocks.ahead()).toEqual({ block: [5, 6], isEnd: false });
  await blocks.readOn();
  await blocks.readOn();
  expect(await blocks.take()).toEqual([5, 6]);
  expect(await blocks.take()).toEqual([7]);
  await blocks.readOn();
  expect(await blocks.ahead()).toEqual({ isEnd: true });
  expect(await blocks.take()).toBeUndefined();
  expect(read).toEqual([[1, 2], [3, 4], [5, 6], [7]]);
});

test("a file that breaks off is told to whoever takes the block, so that those before it are kept", async () => {
  const blocks = new Blocks(file(5, 4), 2, (rows: number[]) => rows);

  await blocks.readOn();
  expect(await blocks.take()).toEqual([1, 2]);
  expect(await blocks.ahead()).toEqual({ isEnd: false });
  await blocks.readOn();
  await expect(blocks.take()).rejects.toThrow("broken at 4");
});
