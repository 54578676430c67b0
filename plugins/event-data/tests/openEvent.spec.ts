// Files of Open Event in a real browser: speakers become participants and sponsors companies, without anything to be mapped.
import { expect, type Page, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";
import { openEventSpeakers, openEventSponsors } from "./factories.ts";

const MARK = "Openstory";

async function imported(page: Page, path: string, name: string, buffer: Buffer, count: number): Promise<void> {
  await page.goto(`/event-data/${EVENT_ID}/${path}`);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  await dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "application/json", buffer });
  const recognised = dialog.getByRole("region", { name: "What was recognised" });
  await expect(recognised).toContainText("Open Event");
  await expect(recognised).toContainText(`${count} lines`);
  await dialog.getByRole("button", { name: "See what it would do" }).click();
  await dialog.getByRole("button", { name: `Import ${count} profiles` }).click();
  await expect(dialog.getByRole("heading", { name: "The import is done" })).toBeFocused();
  await dialog.locator(".dialog-foot").getByRole("button", { name: "Close" }).click();
  await page.getByRole("searchbox").fill(MARK);
}

test("speakers and sponsors of an Open Event file come in as it writes them", async ({ page, context, request }) => {
  const desk = await Desk.at(request, EVENT_ID);
  const found = async () => (await desk.ask("post", "/thing/query", { search: MARK })).data.rows;
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  try {
    const speakers = openEventSpeakers([
      { name: `Oda ${MARK}`, email: "oda@open-event.example", organisation: "Open &amp; Sons" },
      { name: `Otto ${MARK}`, email: "", organisation: "" },
    ]);
    await imported(page, "category/1", "speakers.json", speakers, 2);
    const oda = page.getByRole("row").filter({ hasText: `Oda ${MARK}` });
    await expect(oda).toContainText("oda@open-event.example");
    await expect(oda).toContainText("Open & Sons");
    await expect(page.getByRole("gridcell", { name: `Otto ${MARK}`, exact: true })).toBeVisible();

    await imported(page, "category/2", "sponsors.json", openEventSponsors([`${MARK} Cloud`, `${MARK} Works`]), 2);
    for (const name of [`${MARK} Cloud`, `${MARK} Works`])
      await expect(page.getByRole("gridcell", { name, exact: true })).toBeVisible();
    expect(await found()).toHaveLength(4);
  } finally {
    for (const { id, rev } of await found()) await desk.ask("delete", `/thing/${id}?rev=${rev}`);
  }
});
