import { expect, test } from "@playwright/test";
import { fieldsPage, OPTIONS } from "./fieldsPage.ts";

test("fields are narrowed and put in the order of a column; by sections they stand as they were put", async ({
  page,
  context,
  request,
}) => {
  await fieldsPage({ page, context, request });
  const sections = page.locator(".field-section h2");
  await expect(sections.first()).toBeVisible();
  const before = await sections.allInnerTexts();

  await page.getByRole("combobox", { name: "In the order of" }).selectOption("Name");
  await expect(sections).toHaveText(["Fields"]);
  const rows = page.getByRole("table").getByRole("rowheader").getByRole("link");
  const names = await rows.allInnerTexts();
  expect(names).toEqual([...names].sort(new Intl.Collator("en-GB", { numeric: true, sensitivity: "base" }).compare));
  await page.getByRole("combobox", { name: "Only" }).selectOption("Filter of participants");
  await page.getByRole("searchbox", { name: "Name or key" }).fill("interests");
  await expect(rows).toHaveText(["Interests"]);
  await page.reload();
  await expect(rows).toHaveText(["Interests"]);

  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows).toHaveText(names);
  await page.getByRole("combobox", { name: "In the order of" }).selectOption("Sections, as put");
  await expect(sections).toHaveText(before);
});

test("where a field is met is chosen in its panel, and its weight tells at once how much it changes matches", async ({
  page,
  context,
  request,
}) => {
  const { opened } = await fieldsPage({ page, context, request });
  const { field, panel } = await opened("Met and matched", { kind: "choice", options: OPTIONS, match_weight: 2 });

  await panel.getByRole("checkbox", { name: "Participants filter by it" }).check();
  await panel.getByRole("checkbox", { name: "Asked at the first log-in" }).check();
  const meter = panel.getByRole("region", { name: "How much it changes matches" });
  await expect(meter).toContainText("both answer in 0%");
  await expect(meter).toContainText("With weight 2 it decides");
  await panel.getByRole("combobox", { name: "Weight in matching" }).selectOption("0");
  await expect(meter).toContainText("Without a weight it changes no match.");
  // Who leaves the page before the answer is there takes the question back.
  const saved = page.waitForResponse(
    (reply) => reply.request().method() === "PATCH" && reply.url().includes("/field/"),
  );
  await panel.getByRole("button", { name: "Save" }).click();
  await saved;

  await page.goto(`/event-details/2/custom-fields?mark=onboarding&open=${field.id}`);
  await expect(panel.getByRole("checkbox", { name: "Asked at the first log-in" })).toBeChecked();
  await expect(panel.getByRole("checkbox", { name: "Participants filter by it" })).toBeChecked();
});
