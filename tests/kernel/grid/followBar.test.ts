// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { followBar, rowsAt } from "../../../src/kernel/grid/followBar.ts";

const ROWS = 1_000_000;

/** A frame with a bar and a body as the grid draws them, and what the grid hears of the bar. */
function aGrid({ count = ROWS } = {}) {
  const frame = document.createElement("div");
  frame.innerHTML = '<div class="ag-body-viewport"></div><div class="ag-body-vertical-scroll-viewport"></div>';
  const [body, bar] = [...frame.children] as [HTMLElement, HTMLElement];
  Object.defineProperties(body, { scrollHeight: { value: 32_000_000 }, clientHeight: { value: 540 } });
  const heard: number[] = [];
  bar.addEventListener("scroll", () => {
    body.scrollTop = bar.scrollTop;
    heard.push(bar.scrollTop);
  });
  const coming: (() => void)[] = [];
  const bring = vi.fn((_first: number, _last: number) => new Promise<void>((resolve) => coming.push(resolve)));
  const end = followBar(frame, { count: () => count, rowHeight: () => 36, bring });
  const drag = (place: number) => {
    bar.scrollTop = place;
    bar.dispatchEvent(new Event("scroll"));
  };
  return { frame, body, bar, heard, bring, coming, drag, end };
}

test("the grid hears of a far place once its rows are there, and of the last one that the bar was dragged to", async () => {
  const { bar, heard, bring, coming, drag } = aGrid();

  drag(16_000_000);
  drag(17_000_000);
  drag(18_000_000);
  expect(heard).toEqual([]);
  coming[0]?.();
  await vi.waitFor(() => expect(heard).toEqual([16_000_000]));
  expect(bar.scrollTop).toBe(18_000_000);
  await vi.waitFor(() => expect(bring).toHaveBeenCalledTimes(2));
  coming[1]?.();

  await vi.waitFor(() => expect(heard).toEqual([16_000_000, 18_000_000]));
});

test("what was seen stays until the rows of the place are drawn, and no longer", async () => {
  const { frame, body, coming, drag } = aGrid();
  body.innerHTML = '<div class="ag-row">Ada</div>';
  const still = () => frame.querySelector(".list-still");

  drag(16_000_000);
  expect(still()).toBeNull();
  coming[0]?.();
  await vi.waitFor(() => expect(still()?.textContent).toBe("Ada"));

  await vi.waitFor(() => expect(still()).toBeNull());
  expect(body.textContent).toBe("Ada");
});

test("whoever scrolls a little is not waited for, nor a list whose rows are in groups", () => {
  const near = aGrid();
  near.drag(500);
  const grouped = aGrid({ count: 0 });
  grouped.drag(16_000_000);

  expect([near.heard, grouped.heard]).toEqual([[500], [16_000_000]]);
});

test("who goes on page by page after a far place is heard at once, and no rows are brought for it", async () => {
  const { body, heard, bring, coming, drag } = aGrid();
  drag(16_000_000);
  coming[0]?.();
  await vi.waitFor(() => expect(heard).toEqual([16_000_000]));
  body.scrollTop = 16_000_000;

  drag(16_000_500);
  await vi.waitFor(() => expect(heard).toContain(16_000_500));
  drag(16_001_000);

  await vi.waitFor(() => expect(heard).toContain(16_001_000));
  expect(bring).toHaveBeenCalledTimes(1);
});

test("a place that is jumped to shows what was seen before until its rows are drawn, and no longer than half a second", async () => {
  const { frame, body, bring } = aGrid();
  body.innerHTML = '<div class="ag-row">Ada</div>';
  const jump = (place: number) => {
    body.scrollTop = place;
    body.dispatchEvent(new Event("scroll"));
  };
  const still = () => frame.querySelector(".list-still");

  jump(500);
  expect(still()).toBeNull();
  jump(16_000_000);
  expect(still()?.textContent).toBe("Ada");
  expect(still()?.scrollTop).toBe(500);

  await vi.waitFor(() => expect(still()).toBeNull());
  expect(bring).not.toHaveBeenCalled();
});

test("the bar tells the grid of what it did not hear from the body, and the other way round", async () => {
  const { body, bar, drag } = aGrid();
  let isDeaf = false;
  body.addEventListener("scroll", () => {
    if (!isDeaf) bar.scrollTop = body.scrollTop;
  });

  drag(500);
  expect(body.scrollTop).toBe(500);
  isDeaf = true;
  body.scrollTop = 700;
  body.dispatchEvent(new Event("scroll"));
  expect(bar.scrollTop).toBe(500);

  await vi.waitFor(() => expect(bar.scrollTop).toBe(700));
});

test("rows that do not come leave it to the list to say so", async () => {
  const { heard, bring, drag } = aGrid();
  bring.mockRejectedValueOnce(new Error("away"));

  drag(16_000_000);

  await vi.waitFor(() => expect(heard).toEqual([16_000_000]));
});

test("the rows of a place are told also where the list is higher than a browser can draw", () => {
  const list = { count: () => ROWS, rowHeight: () => 36 };
  const body = { scrollHeight: 32_000_000, clientHeight: 540 };

  expect(rowsAt(0, body, list)).toEqual({ first: 0, last: 15 });
  expect(rowsAt(32_000_000 - 540, body, list)).toEqual({ first: 999_985, last: 999_999 });
  expect(rowsAt((32_000_000 - 540) / 2, body, list).first).toBe(499_992);
});
