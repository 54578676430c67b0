// Log-in e-mails to those who are ticked, in a real browser: looked at before, sent for good, and who was left out as a file.
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { findings, RULES } from "../../../tests/e2e/pages/axe.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("an administrator sees who would be sent a log-in e-mail and who not, sends them, and takes the rest along as a file", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const mark = `Vielpost${Date.now()}`;
  const guest = (first: string, values: object = {}) => {
    const email = `${first}.${mark}@x.example`.toLowerCase();
    return desk.profile({ first_name: first, last_name: mark, email, status: "imported", ...values });
  };
  const vera = await guest("Vera");
  await guest("Viktor");
  await guest("Valentin", { email: "" });
  await guest("Vroni", { status: "blocked" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/category/1?columns=name,status&q=${mark}`);
  await expect(page.getByRole("gridcell", { name: `Vera ${mark}` })).toBeVisible();
  await page.locator(`.ag-cell[col-id="list-ticks"] input`).first().check();
  await page.getByRole("button", { name: /^Select all/ }).click();
  const choose = async () => {
    await page.getByRole("button", { name: "Actions", exact: true }).click();
    await page.getByRole("menuitem", { name: "Send log-in email…" }).click();
  };
  const dialog = page.getByRole("dialog", { name: "Send log-in emails" });

  await choose();
  await expect(dialog.getByRole("checkbox", { name: "Only who has not logged in yet" })).toBeChecked();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog).toContainText("cannot be taken back");
  const left = dialog.getByRole("list", { name: "Left out, and why" });
  await expect(left).toContainText(`Valentin ${mark} no email address`);
  await expect(left).toContainText(`Vroni ${mark} the profile is blocked`);
  await expect(dialog.getByRole("table")).toContainText(`Vera ${mark}`);
  const send = dialog.getByRole("button", { name: "Write 2 emails" });
  await expect(send).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Type “2” to go on" }).fill("2");
  expect(await findings(page, RULES)).toEqual([]);
  await send.click();
  await expect(dialog.getByRole("status")).toHaveText("2 log-in emails written");
  await expect(dialog.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  const saved = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download all that are left out" }).click();
  const file = await readFile(await (await saved).path(), "utf8");
  expect(file.trim().split(/\r?\n/)).toHaveLength(3);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.locator('.ag-cell[col-id="status"]').filter({ hasText: "Invited" })).toHaveCount(2);

  const { data } = await desk.ask("get", `/app-access/${vera.id}`);
  expect(data).toMatchObject({ mailed_at: expect.any(String), link: { state: "open" } });

  await desk.leave();
});
