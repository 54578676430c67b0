// What is typed half, or cannot be, in a real browser, which reads nothing of it: it is refused in words, and what was stored stays.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

const TOLD = "What stands here is not complete";
const STORED = { half_day: "2026-01-31", half_moment: "2026-01-31T09:00:00.000Z", half_count: 7 };
const LABELS = { half_day: "Half day", half_moment: "Half moment", half_count: "Half count" };
const KINDS = { half_day: "date", half_moment: "datetime", half_count: "number" };
const KEYS = Object.keys(STORED) as (keyof typeof STORED)[];

let desk: Desk;

test.beforeEach(async ({ request, context }) => {
  desk = await Desk.at(request, EVENT_ID, "super");
  // Once there, they stay for the next story.
  for (const key of KEYS) await desk.ask("post", "/field", { key, kind: KINDS[key], labels: { "en-gb": LABELS[key] } });
  await comeBack(context, request);
});
test.afterEach(() => desk.leave());

test("half a day, half a moment and a number without figures delete no answer, and go with the rest", async ({
  page,
}) => {
  const { id } = await desk.profile({ first_name: "Halina", last_name: "Half", fields: STORED });
  await page.goto(`/event-data/${EVENT_ID}/profile/${id}?tab=fields`);
  const panel = page.getByRole("complementary").last();
  const save = panel.getByRole("button", { name: "Save" });
  const [day, moment, count] = KEYS.map((key) => panel.getByLabel(LABELS[key]));
  if (!day || !moment || !count) throw new Error("the fields are not there");

  // The part that stands first is taken away, be it the day or the month.
  await day.focus();
  await page.keyboard.press("Delete");
  await moment.focus();
  await page.keyboard.press("Delete");
  await count.fill("");
  await count.pressSequentially("-");
  await save.click();
  await expect(panel.getByText(TOLD)).toHaveCount(3);
  await expect(day).toBeFocused();
  expect((await desk.ask("get", `/thing/${id}`)).data.fields).toMatchObject(STORED);

  await page.keyboard.type("01");
  await expect(day).toHaveValue(/^2026-01-(01|31)$/);
  await panel.getByRole("button", { name: "Discard" }).click();
  await expect(day).toHaveValue(STORED.half_day);
  await expect(count).toHaveValue("7");
  await expect(panel.getByText(TOLD)).toHaveCount(0);
});

test("half a day in an empty field is noticed, and nothing is left of it once that is discarded", async ({ page }) => {
  const { id } = await desk.profile({ first_name: "Hal", last_name: "Half" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${id}?tab=fields`);
  const panel = page.getByRole("complementary").last();
  const day = panel.getByLabel(LABELS.half_day);
  const isHalf = () => day.evaluate((input: HTMLInputElement) => input.validity.badInput);

  await day.focus();
  await page.keyboard.type("15");
  expect(await isHalf()).toBe(true);
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByText(TOLD)).toBeVisible();
  expect(await isHalf()).toBe(true);
  await panel.getByRole("button", { name: "Discard" }).click();
  await expect(panel.getByText(TOLD)).toHaveCount(0);
  expect(await isHalf()).toBe(false);
});
