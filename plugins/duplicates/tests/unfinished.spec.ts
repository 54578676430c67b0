// A search for duplicates that did not come to its end, in a real browser.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("pairs of a search that was stopped are shown, it is said that there may be more, and it is searched again", async ({
  page,
  context,
  request,
}) => {
  test.slow();
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  const counts = `**/1/api/container/${EVENT_ID}/duplicate?*`;
  await page.route(counts, async (route) => {
    const reply = await route.fetch();
    const { data } = await reply.json();
    await route.fulfill({ response: reply, json: { data: { ...data, searched_at: null, unfinished: true } } });
  });
  await page.goto(`/event-data/${EVENT_ID}/duplicates?category=1`);

  const note = page.getByRole("status").filter({ hasText: "has not come to its end" });
  await expect(note).toContainText("search again");
  await expect(page.getByText("Nobody has searched")).toHaveCount(0);
  await expect(page.getByRole("grid", { name: "Duplicates" }).getByRole("gridcell").first()).toBeVisible();

  await page.unroute(counts);
  await page.getByRole("button", { name: "Search now" }).click();
  await expect(note).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByText(/Last searched/)).toBeVisible();
});
