// Some fields of another event are taken into this one, and what is here already is said before.
import { expect, test } from "@playwright/test";
import { fieldsPage, OPTIONS } from "./fieldsPage.ts";

test("fields of another event are looked at, ticked and taken with their options", async ({
  page,
  context,
  request,
}) => {
  const mark = Date.now().toString(36);
  const { send } = await fieldsPage({ page, context, request });
  const make = (event: number, name: string, draft: object) => {
    const named = { key: `${name}_${mark}`, labels: { "en-gb": `${name} ${mark}` } };
    return send("post", "/field", { ...named, ...draft }, event);
  };
  await make(1, "menu", { kind: "choice", options: OPTIONS });
  await make(1, "seat", { kind: "text" });
  await make(2, "seat", { kind: "number" });
  await page.reload();

  await page.getByRole("button", { name: "Take fields", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Take from another event" });
  await dialog.getByLabel("Event", { exact: true }).selectOption("1");
  const fields = dialog.getByRole("group", { name: "Fields of that event" });
  await fields.getByRole("checkbox", { name: "Select all" }).check();
  await fields.getByRole("checkbox", { name: "Select all" }).uncheck();
  await fields.getByRole("checkbox", { name: new RegExp(`menu ${mark}.*2 options.*new here`) }).check();
  await fields.getByRole("checkbox", { name: new RegExp(`seat ${mark}.*differs in its kind.*seat_${mark}_2`) }).check();
  await dialog.getByRole("button", { name: "Take 2 fields" }).click();

  await expect(page.getByText("2 fields were taken")).toBeVisible();
  await page.getByRole("link", { name: `menu ${mark}`, exact: true }).click();
  const panel = page.getByRole("complementary", { name: `menu ${mark}` });
  await expect(panel.getByRole("option", { name: "Vegan" }).first()).toBeAttached();
});
