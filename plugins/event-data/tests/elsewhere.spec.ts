// Somebody who is known from another event is found, tried, added and taken back, without a file.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

const OTHER = 2;

test("people of another event are ticked, tried and added with what is known of them, and can be taken back", async ({
  page,
  context,
  request,
}) => {
  const there = await Desk.at(request, OTHER);
  const here = await Desk.at(request, EVENT_ID);
  const surname = `Quasten${Date.now().toString(36)}`;
  const mail = (name: string) => `${name}.${Date.now()}@quast.example`;
  const known = (first_name: string, email: string) =>
    there.profile({ first_name, last_name: surname, company_name: "Coelacanth AG", email });
  await known("Quirin", mail("quirin"));
  await known("Quentin", mail("quentin"));
  const double = mail("quinta");
  await known("Quinta", double);
  await here.profile({ first_name: "Quinta", last_name: surname, email: double });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/category/1?q=${surname}`);

  await page.getByRole("button", { name: "Add participant" }).click();
  await page.getByRole("button", { name: "Add from another event" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox", { name: "Name, company or address" }).fill(surname);
  const found = dialog.getByRole("list", { name: "People of other events" });
  await expect(found.getByRole("listitem")).toHaveCount(3);
  await expect(found.getByRole("checkbox", { name: /Quinta.*is here already/ })).toBeDisabled();
  await found.getByRole("checkbox", { name: /Quirin/ }).check();
  await found.getByRole("checkbox", { name: /Quentin/ }).check();
  await dialog.getByRole("button", { name: "Try adding 2 people" }).click();
  await dialog.getByRole("button", { name: /^Import/ }).click();
  await expect(dialog.getByRole("heading", { name: "The import is done" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  const rows = page.getByRole("row").filter({ hasText: "Coelacanth AG" });
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: /^Undo \(/ }).click();
  await expect(rows).toHaveCount(0);

  await there.leave();
  await here.leave();
});
