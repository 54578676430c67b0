// How much the answers to a field count in matching, and what that says of two profiles.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { fieldsPage, OPTIONS } from "./fieldsPage.ts";

test("a field is given a weight, and two profiles with the same answer are told to match", async ({
  page,
  context,
  request,
}) => {
  const { opened } = await fieldsPage({ page, context, request });
  const { field, panel } = await opened("Weighed lunch", { kind: "choice", options: OPTIONS });
  const desk = await Desk.at(request, 2);
  const fields = { [field.key]: "vegan" };
  const one = await desk.profile({ first_name: "Mia", last_name: "Matched", fields });
  const other = await desk.profile({ first_name: "Moe", last_name: "Matched", fields });

  await panel.getByRole("combobox", { name: "Weight in matching" }).selectOption("5");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("row", { name: /Weighed lunch/ }).getByText("Matching: 5")).toBeVisible();

  await page.goto(`/event-details/2/data-types-permissions?people=${one.id}-${other.id}`);
  const match = page.getByRole("region", { name: "How well they match" });
  await expect(match.getByText("100% alike, weight 5")).toBeVisible();
  await expect(match.getByRole("heading")).toContainText("100%");
  await desk.leave();
});
