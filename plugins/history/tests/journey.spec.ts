// The history of an event on the screen: on the event's clocks, in the reader's language, readable in a narrow panel.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { brokenWords } from "../../../tests/e2e/pages/reading.ts";
import { comeBack, EVENT_ID, settling } from "../../../tests/e2e/pages/screens.ts";

const HISTORY = `/event-details/${EVENT_ID}/history`;

test.use({ timezoneId: "Asia/Tokyo" });

test("times of the event are those of its clocks and say so, those of the whole app are the reader's", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  await desk.profile({ first_name: "Ada", last_name: "History" });
  await comeBack(context, request);
  const asked = page.waitForRequest((one) => one.url().includes("/history/day"));
  await page.goto(HISTORY);
  const grid = page.getByRole("grid", { name: "History" });
  const first = grid.locator(".ag-row [col-id=at]").first();

  await expect(first).toHaveText(/GMT|BST/);
  await expect(page.locator(".list-clocks")).toContainText("Europe/London");
  expect((await asked).url()).toContain(encodeURIComponent("Europe/London"));
  await first.click();
  const time = page.getByRole("complementary").getByText(/, \d\d:\d\d (GMT|BST)$/);
  await expect(time).toHaveAttribute("title", /GMT\+9/);

  await page.getByRole("checkbox", { name: "Whole app" }).click();
  await expect(first).toHaveText(/GMT\+9/);
  await expect(page.locator(".list-clocks")).toHaveCount(0);
  await desk.leave();
});

test("one change can be read in a narrow window in German, without names of ours and letters by themselves", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const mark = `${Date.now() % 100_000}`;
  const { data: group } = await desk.ask("post", "/custom-group", {
    name: `Verlaufsgruppe ${mark}`,
    mode: "manual",
  });
  await page.setViewportSize({ width: 640, height: 400 });
  await comeBack(context, request, { locale: "de" });
  const settled = settling(page);
  await page.goto(`${HISTORY}?q=${encodeURIComponent(`Verlaufsgruppe ${mark}`)}`);
  await settled();
  await page.locator(".ag-row .list-opens").first().click();
  const panel = page.getByRole("complementary");
  const changed = panel.getByRole("list", { name: "Geänderte Felder" });

  await expect(changed.getByRole("heading", { name: "Wie Mitglieder dazukommen" })).toBeVisible();
  await expect(changed.getByRole("heading", { name: "Farbe" })).toBeVisible();
  await expect(changed.getByText("Von Hand", { exact: true })).toBeVisible();
  await expect(changed.getByText("Blau", { exact: true })).toBeVisible();
  await expect(changed.getByText("manual")).toHaveCount(0);
  expect(await brokenWords(changed.getByRole("heading"))).toEqual([]);
  expect(await brokenWords(changed.locator("dt"))).toEqual([]);
  await desk.ask("delete", `/custom-group/${group.id}`, { rev: group.rev });
  await desk.leave();
});

test("own answers are told by the event's words for questions and options, in the reader's language", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID, "expert");
  // Short enough to be read whole in lists, which other stories look at.
  const key = `meal_${Date.now() % 100_000}`;
  const options = [
    { key: "veg", labels: { "en-gb": "Vegetarian", de: "Vegetarisch" } },
    { key: "sea", labels: { "en-gb": "Fish", de: "Fisch" } },
  ];
  const draft = { key, labels: { "en-gb": `Meal ${key}`, de: `Essen ${key}` }, kind: "choice", options };
  const { data: field } = await desk.ask("post", "/field", draft);
  const last_name = `Words ${key}`;
  const { id, rev } = await desk.profile({ first_name: "Ada", last_name, fields: { [key]: "veg" } });
  await desk.ask("patch", `/thing/${id}`, { rev, fields: { [key]: "sea" } });
  await comeBack(context, request, { locale: "de" });
  const settled = settling(page);
  await page.goto(`/event-details/${EVENT_ID}/history?q=${encodeURIComponent(last_name)}`);
  await settled();
  const rows = page.locator(".ag-center-cols-container .ag-row");
  const changed = page.getByRole("complementary").getByRole("list", { name: "Geänderte Felder" });
  await expect(rows.first()).toContainText(`Essen ${key}`);
  await rows.first().locator(".list-opens").click();

  await expect(changed.getByRole("heading", { name: `Essen ${key}` })).toBeVisible();
  await expect(changed.getByText("Vegetarisch", { exact: true })).toBeVisible();
  await expect(changed.getByText("Fisch", { exact: true })).toBeVisible();
  await rows.nth(1).locator(".list-opens").click();
  await expect(changed.getByText(`Essen ${key}: Vegetarisch`)).toBeVisible();
  await expect(changed.getByText("Importiert", { exact: true })).toBeVisible();
  await desk.leave();
  await desk.ask("post", `/field/${field.id}/remove`, { rev: field.rev });
});

test("an erasure of many is found again after a reload, and tells what came of it", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const last_name = `Reloaded${Date.now()}`;
  const { id, rev } = await desk.profile({ first_name: "Ada", last_name });
  await desk.ask("delete", `/thing/${id}?rev=${rev}`);
  await comeBack(context, request);
  const settled = settling(page);
  await page.goto(`${HISTORY}?q=${last_name}`);
  await settled();
  await page.locator(".ag-row .ag-selection-checkbox input").first().check();
  await page.getByRole("button", { name: "Erase name and values …" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Erase names and values from the history" });
  await dialog.getByRole("textbox").fill("1");
  // This page never hears how its job ends.
  await page.route("**/1/api/job/*", (route) => route.abort());
  const started = page.waitForResponse((one) => one.url().endsWith("/history/erase"));
  await dialog.getByRole("button", { name: "Erase 1 for good" }).click();
  await started;
  await page.unroute("**/1/api/job/*");
  await page.reload();

  await expect(dialog.getByRole("status")).toHaveText("2 lines have lost their names and values.");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(".ag-center-cols-container .ag-row")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("grid", { name: "History" })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await desk.leave();
});

test("a link to somebody's changes shows theirs to whoever opens it; an older one those of its reader, whom it names from then on", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID, "expert");
  const last_name = `Linked${Date.now()}`;
  await desk.profile({ first_name: "Ada", last_name });
  await desk.leave();
  await comeBack(context, request);
  const grid = page.getByRole("grid", { name: "History" });
  const mine = page.getByRole("checkbox", { name: "Only mine" });
  const first = grid.locator(".ag-row [col-id=object_label]").first();
  const asked = page.waitForRequest((one) => one.url().endsWith("/history/query"));
  await page.goto(`${HISTORY}?by=me&q=${last_name}`);

  await expect(mine).toBeChecked();
  await expect(page).toHaveURL(/[?&]by=\d+/);
  const [own] = (await asked).postDataJSON().filter.filter(({ field }: { field: string }) => field === "actor_id");
  expect(page.url()).toContain(`by=${own.value}`);
  await expect(grid.locator(".ag-center-cols-container .ag-row")).toHaveCount(0);

  await mine.click();
  await expect(first).toContainText(last_name);
  await expect(page).not.toHaveURL(/by=/);
  const actor = (await grid.locator(".ag-row [col-id=actor]").first().textContent()) ?? "";
  const answer = page.waitForResponse((one) => one.url().endsWith("/history/query"));
  await page.reload();
  const { data } = await (await answer).json();
  await page.goto(`${HISTORY}?by=${data.rows[0].actor_id}&q=${last_name}`);

  await expect(first).toContainText(last_name);
  await expect(mine).not.toBeChecked();
  await expect(page.getByText(`By ${actor.trim()}`)).toBeVisible();
});
