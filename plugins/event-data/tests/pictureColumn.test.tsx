// The list's column of pictures: who has one and who has none can be asked, and it is not changed in its cell.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { fromModel, toModel } from "../../../src/kernel/grid/filterModel.ts";
import type { ThingRow } from "../contract.ts";
import { editableColumns } from "../web/cells/editable.ts";
import { thingColumns } from "../web/columns.tsx";

const columns = thingColumns(undefined, [], "UTC", { address: (photo) => `/1/photo/${photo}`, faces: [1] });
const column = columns.find(({ field }) => field === "photo");

test("who has a picture and who has none is asked in the list", () => {
  for (const value of [true, false]) {
    const filter = [{ field: "photo", op: "empty" as const, value }];
    const { model, rest } = toModel(filter, columns);

    expect(rest).toEqual([]);
    expect(fromModel(model, columns)).toEqual(filter);
  }
});

test("it is there for whoever chooses it, shows the picture or nothing, and is neither sorted, grouped nor changed by it", () => {
  const place = document.createElement("div");
  const root = createRoot(place);
  const row = { id: 7, type_id: 1, name: "Ada", photo: "face" } as ThingRow;

  flushSync(() => root.render(column?.render?.(row)));
  const address = place.querySelector("img")?.getAttribute("src");
  flushSync(() => root.render(column?.render?.({ ...row, photo: null })));

  expect(address).toBe("/1/photo/face");
  expect(place.childElementCount).toBe(0);
  expect(column).toMatchObject({ hidden: true, sortable: false, groupable: false });
  const store = { cells: undefined };
  const changed = editableColumns(columns, { categories: () => [], fields: [], role: 90, store });
  expect(changed.find(({ field }) => field === "photo")?.edits).toBeUndefined();
});
