// Which column fills which field: what the import screen allows before anything is sent.
import { describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import type { ImportColumn } from "../contract.ts";
import {
  chosenAndGone,
  clashesOf,
  isLeftByType,
  isOfOtherTypes,
  mappingFault,
  mappingOf,
  ownField,
  ownTargets,
  removedField,
} from "../web/import/mapping.ts";

const column = (at: number, title: string, field: string | null): ImportColumn => {
  return { at, title, examples: [], field, by: field ? "name" : "none" };
};
const COLUMNS = [column(0, "Name", "name"), column(1, "Mail", "email"), column(2, "Size", null)];

describe("a mapping", () => {
  test("begins as it was found", () => {
    expect(mappingOf(COLUMNS)).toEqual({ 0: "name", 1: "email", 2: null });
    expect(mappingFault(COLUMNS, mappingOf(COLUMNS), "auto")).toBeUndefined();
  });

  test("must say who a line is about", () => {
    expect(mappingFault(COLUMNS, { 0: null, 1: null, 2: "fields.size" }, "auto")).toBe("nobody");
  });

  test("fills a field once: the later column clashes", () => {
    const mapping = { 0: "email", 1: "email", 2: null };
    expect([...clashesOf(COLUMNS, mapping)]).toEqual([1]);
    expect(mappingFault(COLUMNS, mapping, "auto")).toBe("clash");
  });

  test("holds the key by which profiles are found", () => {
    const mapping = mappingOf(COLUMNS);
    expect(mappingFault(COLUMNS, mapping, "email")).toBeUndefined();
    expect(mappingFault(COLUMNS, mapping, "id")).toBe("key");
    expect(mappingFault(COLUMNS, mapping, "registration_id")).toBe("key");
    expect(mappingFault(COLUMNS, { ...mapping, 2: "fields.registration_id" }, "registration_id")).toBeUndefined();
  });
});

test("a column that was not recognised may be kept under its heading", () => {
  expect(ownField(column(0, "T-Shirt Größe", null))).toBe("fields.t_shirt_grosse");
  expect(ownField(column(0, "Anything", "fields.size"))).toBe("fields.size");
  expect(ownField(column(0, "???", null))).toBeUndefined();
});

const field = (key: string, more: Partial<Field>) =>
  ({
    key,
    labels: { "en-gb": key, de: `${key} (de)` },
    type_ids: [],
    edit_role: 200,
    archived_at: null,
    ...more,
  }) as unknown as Field;
test("the event's fields are offered in the person's language, for the type and the role, and not once archived", () => {
  const fields = [
    field("diet", {}),
    field("old", { archived_at: "2026-01-01T00:00:00.000Z" }),
    field("booth", { type_ids: [7] }),
    field("registration_id", {}),
    field("verdict", { edit_role: 100 }),
  ];

  expect(ownTargets(fields, 3, "de", 200)).toEqual([{ field: "fields.diet", title: "diet (de)" }]);
  expect(ownTargets(fields, undefined, "fr", 200).map(({ field: name }) => name)).toEqual([
    "fields.diet",
    "fields.booth",
  ]);
  expect(ownTargets(fields, 3, "de", 100).map(({ field: name }) => name)).toEqual(["fields.diet", "fields.verdict"]);
});

test("a column is told that fills a field which profiles of the chosen type do not have, unless lines name their types", () => {
  const fields = [field("booth", { type_ids: [7] }), field("diet", {})];

  expect(isOfOtherTypes(fields, { 0: "fields.booth" }, 0, 3)).toBe(true);
  expect(isOfOtherTypes(fields, { 0: "fields.booth" }, 0, 7)).toBe(false);
  expect(isOfOtherTypes(fields, { 0: "fields.diet" }, 0, 3)).toBe(false);
  expect(isOfOtherTypes(fields, { 0: "fields.booth" }, 0, 0)).toBe(false);
  expect(isOfOtherTypes(fields, { 0: "fields.booth", 1: "type_id" }, 0, 3)).toBe(false);
});

test("a column of ids that are not known here is one of ids where people are found by these", () => {
  const columns = [{ ...column(0, "ID", "fields.id"), by: "otherIds" as const }, column(1, "Name", "name")];

  expect(mappingOf(columns)).toEqual({ 0: "fields.id", 1: "name" });
  expect(mappingOf(columns, {}, 0, true)).toEqual({ 0: "id", 1: "name" });
  expect(mappingOf(columns, { 0: null }, 0, true)).toEqual({ 0: null, 1: "name" });
});

test("a column whose field profiles of the type do not have is left out, until somebody chooses otherwise", () => {
  const booth = { ...column(0, "Booth", "fields.booth"), type_ids: [7] };
  const columns = [booth, column(1, "Name", "name"), column(2, "Kind", null)];

  expect(mappingOf(columns, {}, 7)[0]).toBe("fields.booth");
  expect(mappingOf(columns, {}, 0)[0]).toBe("fields.booth");
  expect(mappingOf(columns, {}, 3)).toEqual({ 0: null, 1: "name", 2: null });
  expect(mappingOf(columns, { 2: "type_id" }, 3)[0]).toBe("fields.booth");
  expect(mappingOf(columns, { 0: "fields.booth" }, 3)[0]).toBe("fields.booth");
});

test("of fields of one name the one that profiles of the type have is taken", () => {
  const others = [{ field: "fields.stall", type_ids: [3] }];
  const booth = { ...column(0, "Booth", "fields.booth"), type_ids: [7], others };
  const columns = [booth, column(1, "Name", "name")];

  expect(mappingOf(columns, {}, 7)[0]).toBe("fields.booth");
  expect(mappingOf(columns, {}, 3)[0]).toBe("fields.stall");
  expect(isLeftByType(booth, mappingOf(columns, {}, 3), {}, 3)).toBe(false);
  expect(mappingOf(columns, { 1: "fields.stall" }, 3)[0]).toBeNull();
  expect(isLeftByType(booth, mappingOf(columns, {}, 5), {}, 5)).toBe(true);
});

test("a field or a data type that has left the event is told, and a field that has come back under its key is none", () => {
  const archived = field("size", { archived_at: "2026-01-01T00:00:00.000Z" });
  const chosen = { mapping: { 0: "name", 1: "fields.size" }, type: 3 };

  expect(chosenAndGone(chosen, [archived], [{ id: 3 }])).toBe("goneField");
  expect(chosenAndGone(chosen, [archived], [{ id: 4 }])).toBe("goneType");
  expect(chosenAndGone(chosen, [archived, field("size", {})], [{ id: 3 }])).toBeUndefined();
  expect(chosenAndGone({ ...chosen, type: 0 }, [], [])).toBeUndefined();
  expect(removedField([archived], "fields.size")).toBe(archived);
  expect(removedField([archived], null)).toBeUndefined();
});
