// A number in steps: said in the field's form, and told with the nearest one where it is answered.
import { expect, test } from "@playwright/test";
import { fieldsPage } from "./fieldsPage.ts";

test("a number is asked in steps; an answer off them is told with the nearest one", async ({
  page,
  context,
  request,
}) => {
  const { opened } = await fieldsPage({ page, context, request });
  // Short enough to be read whole in the list, which other stories look at.
  const name = `Hours ${Date.now() % 100_000}`;
  const { panel } = await opened(name, { kind: "number", places: ["profile"] });

  await panel.getByLabel("Smallest number").fill("1");
  await panel.getByLabel("In steps of").fill("0.5");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved").first()).toBeVisible();
  await page.goto("/event-data/2/category/1?open=new");
  const form = page.getByRole("complementary");
  await form.getByLabel("Last name").fill("Off");
  await form.getByLabel(name).fill("1.3");
  await form.getByRole("button", { name: "Add", exact: true }).click();

  await expect(form.getByText("Enter a number in steps of 0.5, such as 1.5")).toBeVisible();
});
