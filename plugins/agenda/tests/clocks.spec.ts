// Whoever works on an agenda far from its event sees its times, and their own beside them.
import { expect, test } from "@playwright/test";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test.use({ timezoneId: "Asia/Tokyo" });

test("a session is told on the event's clocks, with the reader's time beside it, in the plan of the day too", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "owner@demo.test" });
  await page.goto(`/event-details/${EVENT_ID}/agenda?view=day`);
  const block = page.locator(".agenda-block a").first();

  await expect(block).toHaveAttribute("title", /Your time: .+ GMT\+9$/);
  await block.click();
  const panel = page.getByRole("complementary");
  await expect(panel.getByText("Europe/London")).toBeVisible();
  await expect(panel.getByText(/^Your time: .+ GMT\+9$/)).toBeVisible();
});
