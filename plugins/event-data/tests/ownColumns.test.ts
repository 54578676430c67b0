// The columns of an event's own fields say what cannot be done with them, and where that is allowed.
import { expect, test } from "vitest";
import { ownColumns } from "../web/ownColumns.ts";
import { aField } from "./factories.ts";

test("a field that gives lists no order says so at its column, one that gives them one says nothing", () => {
  const [plain, listed] = ownColumns(
    [aField({ id: 1, key: "shoe", places: ["profile"] }), aField({ id: 2, key: "size", places: ["profile", "list"] })],
    [1],
    "UTC",
  );

  expect(plain).toMatchObject({ sortable: false, groupable: false });
  expect(plain).toHaveProperty("about");
  expect(listed).toMatchObject({ sortable: true, groupable: true });
  expect(listed).not.toHaveProperty("about");
});
