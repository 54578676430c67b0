// What is copied from a list of which only some rows are loaded.
import { beforeEach, expect, test, vi } from "vitest";
import { copying } from "../../../src/kernel/grid/copying.ts";

const tell = vi.fn();
const write = vi.fn();
const { processCellForClipboard, sendToClipboard } = copying(tell, write);
const ada = { data: { id: 1 } };
const bob = { data: { id: 2 } };
const absent = () => ({ data: undefined });

beforeEach(() => vi.clearAllMocks());

/** Copies rows as AG Grid does: cell by cell, with tabs between them. */
function copy(rows: object[], { ticked = 0, heading = "" } = {}): void {
  const cells = (node: object) =>
    ["name", "note"].map((field) => {
      const formatValue = (value: unknown) => (value === undefined ? "" : `<${value}>`);
      const { data } = node as { data?: { id: number } };
      const value = data && (field === "name" ? data.id : "a\nb");
      return processCellForClipboard({ node, value, formatValue, accumulatedRowIndex: 0 } as never);
    });
  const data = [...(heading ? [heading] : []), ...rows.map((row) => cells(row).join("\t"))].join("\r\n");
  const api = { getCellRanges: () => (ticked ? [] : [{}]) };
  sendToClipboard({ data, api, context: { selected: () => ticked } } as never);
}

test("rows that are all there are copied as they are shown, and nothing is said", () => {
  copy([ada, bob]);

  expect(write).toHaveBeenCalledExactlyOnceWith("<1>\t<a\nb>\r\n<2>\t<a\nb>");
  expect(tell).not.toHaveBeenCalled();
});

test.for([
  ["before", [absent(), absent(), ada, bob], ""],
  ["between", [ada, absent(), absent(), bob], ""],
  ["after", [ada, bob, absent(), absent()], ""],
  ["below the headings", [absent(), ada, absent(), bob], "Name\tNote"],
] as const)("rows that are not loaded %s others leave no lines, and are told of", ([, rows, heading]) => {
  copy([...rows], { heading });

  expect(write).toHaveBeenCalledExactlyOnceWith(`${heading && `${heading}\r\n`}<1>\t<a\nb>\r\n<2>\t<a\nb>`);
  expect(tell).toHaveBeenCalledExactlyOnceWith(2, 4);
});

test("of ticked rows those that are not there are told of, too", () => {
  copy([ada], { ticked: 250 });

  expect(write).toHaveBeenCalledExactlyOnceWith("<1>\t<a\nb>");
  expect(tell).toHaveBeenCalledExactlyOnceWith(1, 250);
});

test("where none is there what was copied before stays, and the next copy begins anew", () => {
  copy([absent()]);
  expect(write).not.toHaveBeenCalled();
  expect(tell).toHaveBeenCalledExactlyOnceWith(0, 1);

  copy([ada]);
  expect(write).toHaveBeenCalledOnce();
  expect(tell).toHaveBeenCalledOnce();
});
