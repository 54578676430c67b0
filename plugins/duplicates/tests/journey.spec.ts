// Duplicates in a real browser: a pair is found, merged with a choice of each field, and made two again.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { brokenWords } from "../../../tests/e2e/pages/reading.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

/** A small event, whose profiles are searched in no time. */
const EVENT = 2;

test("an editor merges a pair, choosing field by field, and undoes it", async ({ page, context, request }) => {
  const desk = await Desk.at(request, EVENT);
  const twin = (job_title: string, email: string) =>
    desk.profile({ first_name: "Xanthippe", last_name: "Xylander", company_name: "Xylander", job_title, email });
  const [one, other] = [await twin("Founder", "xan@xylander.example"), await twin("Owner", "thippe@xylander.example")];
  await comeBack(context, request, { email: "matchmaker@demo.test", eventId: EVENT });
  await page.goto(`/event-data/${EVENT}/duplicates`);

  await page.getByRole("button", { name: "Search now" }).click();
  const list = page.getByRole("grid", { name: "Duplicates" });
  await page.getByRole("searchbox", { name: "Search" }).fill("xylander");
  await list.getByRole("gridcell", { name: one.name, exact: true }).first().click();
  const panel = page.getByRole("complementary");
  await panel.getByRole("radio", { name: "Job title: Owner" }).check();
  await panel.getByRole("radio", { name: "Email: xan@xylander.example" }).check();
  await panel.getByRole("button", { name: "Merge" }).click();

  const undo = page.getByRole("status").filter({ hasText: "was merged into" });
  await expect(undo).toBeVisible();
  const things = async () => (await desk.ask("post", "/thing/query", { search: "xylander" })).data.rows;
  expect(await things()).toMatchObject([{ job_title: "Owner", email: "xan@xylander.example" }]);

  await undo.getByRole("button", { name: "Undo" }).click();
  await expect(undo).toHaveCount(0);
  expect((await things()).map(({ id }: { id: number }) => id).sort()).toEqual([one.id, other.id].sort());

  await desk.leave();
});

test("the profiles of a pair stand side by side with whole names on a small laptop", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT);
  const twin = (job_title: string) =>
    desk.profile({ first_name: "Quirina", last_name: "Balasubramaniam", company_name: "Quirin", job_title });
  const [one, other] = [await twin("Betriebswirtschaftlerin"), await twin("Owner")];
  await page.setViewportSize({ width: 1024, height: 640 });
  await comeBack(context, request, { email: "matchmaker@demo.test", eventId: EVENT, locale: "de" });
  await page.goto(`/event-data/${EVENT}/duplicates`);

  await page.getByRole("button", { name: "Jetzt suchen" }).click();
  await page.getByRole("searchbox", { name: "Suchen" }).fill("quirina");
  await page.getByRole("gridcell", { name: one.name, exact: true }).first().click();
  const names = page.getByRole("complementary").getByRole("link", { name: one.name });
  await expect(names).toHaveCount(2);

  const [left, right] = [await names.first().boundingBox(), await names.last().boundingBox()];
  expect(left?.y).toBe(right?.y);
  expect(await brokenWords(page.getByRole("complementary").getByRole("table"))).toEqual([]);
  expect(one.id).not.toBe(other.id);

  await desk.leave();
});
