import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { jsonInTurns } from "../../server/kernel/jsonText.ts";

const text = async (rows: unknown[] | AsyncIterable<unknown[]>) => (await jsonInTurns(rows)).bytes().toString();

test.each([0, 1, 199, 200, 201, 650])("%i rows are the text that they are at once", async (count) => {
  const rows = Array.from({ length: count }, (_, id) => ({ id, name: `Zoë "${id}"`, speakers: [null, { id }] }));

  expect(await text(rows)).toBe(JSON.stringify(rows));
});

test("a list that comes in blocks is one text, whichever of them are empty", async () => {
  const blocks = [[], [1, 2], [], Array.from({ length: 450 }, (_, id) => ({ id })), [], [3]];
  async function* inBlocks() {
    for (const block of blocks) yield block;
  }

  expect(await text(inBlocks())).toBe(JSON.stringify(blocks.flat()));
});

test("others have their turn while a long list becomes text", async () => {
  // A row takes a tenth of a millisecond, so that the list is long on every machine.
  const toJSON = () => {
    for (const until = performance.now() + 0.1; performance.now() < until; );
    return 1;
  };
  const rows = Array.from({ length: 3_000 }, () => ({ toJSON }));
  let turns = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      await turn();
      turns += 1;
    }
  })();

  await text(rows);
  isOver = true;
  await counting;

  expect(turns).toBeGreaterThan(3);
});
