// Duplicates in a real browser: a pair is found, merged with a choice of each field, and made two again.
import { expect, type Page, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { brokenWords } from "../../../tests/e2e/pages/reading.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

/** Rows are drawn anew with the answer: a press just then would meet none. */
async function narrowed(page: Page, box: string, words: string): Promise<void> {
  const answer = page.waitForResponse((reply) => reply.request().postData()?.includes(words) ?? false);
  await page.getByRole("searchbox", { name: box }).fill(words);
  await answer;
}

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
  await narrowed(page, "Search", "xylander");
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

test("why a merge was barred stands in sight beside its button, and the page is no longer than the window", async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  const desk = await Desk.at(request, EVENT);
  const twin = (job_title: string, country: string) =>
    desk.profile({ first_name: "Zacharias", last_name: "Zobel", company_name: "Zobel", job_title, country });
  const [one, other] = [await twin("Founder", "DE"), await twin("Owner", "FR")];
  await comeBack(context, request, { email: "matchmaker@demo.test", eventId: EVENT });
  await page.goto(`/event-data/${EVENT}/duplicates`);
  await page.getByRole("button", { name: "Search now" }).click();
  await narrowed(page, "Search", "zobel");
  const list = page.getByRole("grid", { name: "Duplicates" });
  await list.getByRole("gridcell", { name: one.name, exact: true }).first().click();
  const panel = page.getByRole("complementary");
  await expect(panel.getByRole("radio", { name: "Job title: Owner" })).toBeVisible();
  await desk.ask("patch", `/thing/${other.id}`, { rev: other.rev, job_title: "Buyer" });
  await panel.getByRole("button", { name: "Merge" }).click();

  await expect(panel.getByRole("alert")).toBeInViewport({ ratio: 1 });
  const heights = () => page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  const [whole = 0, seen = 0] = await heights();
  expect(whole).toBeLessThanOrEqual(seen);

  await desk.leave();
});

test("what a pair loses is seen before, for either choice; the undo is there after a reload, and told elsewhere once it is used", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT);
  const twin = (job_title: string) =>
    desk.profile({ first_name: "Ottokar", last_name: "Oberst", company_name: "Oberst", job_title });
  const [one, other] = [await twin("Founder"), await twin("Owner")];
  const firm = (name: string) => desk.profile({ type_id: desk.types[2], name });
  const [acme, zenith] = [await firm("Oberst Acme"), await firm("Oberst Zenith")];
  const end = (label: string, category: number) => ({ label, category, types: [] });
  const kind = (
    await desk.ask("post", "/relationship", {
      ...{ name: "Oberst represents", cardinality: "one-many" },
      ...{ from: end("is represented by", 2), to: end("represents", 1) },
    })
  ).data;
  await desk.ask("post", `/relationship/${kind.id}/link`, { from: acme.id, to: one.id });
  await desk.ask("post", `/relationship/${kind.id}/link`, { from: zenith.id, to: other.id });
  const links = async () => (await desk.ask("post", `/relationship/${kind.id}/link/query`, {})).data.rows;
  const before = await links();
  await comeBack(context, request, { email: "matchmaker@demo.test", eventId: EVENT });
  const address = `/event-data/${EVENT}/duplicates`;
  const undoIn = (tab: Page) => tab.getByRole("status").filter({ hasText: "Ottokar Oberst was merged into" });
  try {
    await page.goto(address);
    await page.getByRole("button", { name: "Search now", exact: true }).click();
    await narrowed(page, "Search", "ottokar");
    await page.getByRole("gridcell", { name: one.name, exact: true }).first().click();
    const panel = page.getByRole("complementary");
    const stay = (id: number) =>
      panel
        .getByRole("cell")
        .filter({ hasText: `ID ${id}` })
        .getByRole("radio");
    await stay(other.id).check();
    await expect(panel.getByText("“Oberst Zenith” stays, “Oberst Acme” goes")).toBeVisible();
    await stay(one.id).check();
    await expect(panel.getByText("“Oberst Acme” stays, “Oberst Zenith” goes")).toBeVisible();
    await expect(panel.getByText("“Oberst Zenith” stays, “Oberst Acme” goes")).toHaveCount(0);

    // Somebody else has the same pair open and is slower.
    const slower = await context.newPage();
    await slower.goto(page.url());
    await expect(slower.getByRole("complementary").getByRole("button", { name: "Merge", exact: true })).toBeVisible();
    await panel.getByRole("button", { name: "Merge", exact: true }).click();
    await expect(undoIn(page)).toContainText("“Oberst Acme” stays, “Oberst Zenith” goes");
    await slower.getByRole("complementary").getByRole("button", { name: "Merge", exact: true }).click();
    const late = slower.getByRole("alert").filter({ hasText: "has been changed in the meantime" });
    await expect(late).toBeVisible();
    await slower.getByRole("button", { name: "Try again", exact: true }).click();
    await expect(slower.getByText("This pair is no longer suspected; somebody may have merged it")).toBeVisible();
    await expect(late).toHaveCount(0);
    expect(await links()).toHaveLength(1);

    await page.reload();
    await expect(undoIn(page)).toContainText("“Oberst Acme” stays, “Oberst Zenith” goes");
    await slower.goto(address);
    await undoIn(slower).getByRole("button", { name: "Undo", exact: true }).click();
    await expect(slower.getByText("They are two profiles again", { exact: true })).toBeVisible();
    await expect(undoIn(slower)).toHaveCount(0);
    expect(await links()).toEqual(before);

    // The first one offers it still, is told that it is over, and offers it no longer.
    await undoIn(page).getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "can no longer be undone" })).toBeVisible();
    await expect(undoIn(page)).toHaveCount(0);
    expect(await links()).toEqual(before);
  } finally {
    await desk.leave();
    await desk.ask("delete", `/relationship/${kind.id}?rev=${kind.rev}`);
  }
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
  await narrowed(page, "Suchen", "quirina");
  await page.getByRole("gridcell", { name: one.name, exact: true }).first().click();
  const names = page.getByRole("complementary").getByRole("link", { name: one.name });
  await expect(names).toHaveCount(2);

  const [left, right] = [await names.first().boundingBox(), await names.last().boundingBox()];
  expect(left?.y).toBe(right?.y);
  expect(await brokenWords(page.getByRole("complementary").getByRole("table"))).toEqual([]);
  expect(one.id).not.toBe(other.id);

  await desk.leave();
});
