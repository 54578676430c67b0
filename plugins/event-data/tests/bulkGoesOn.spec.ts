// An act on many that takes its time: its dialog can be closed, a reload finds it, and whom it left out is told in the list.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

let desk: Desk;
test.beforeEach(async ({ request }) => {
  desk = await Desk.at(request, EVENT_ID);
});
test.afterEach(() => desk.leave());

test("an act goes on while its dialog is closed and the page is reloaded, and its end is told in the list", async ({
  page,
}) => {
  const one = await desk.profile({ first_name: "Greta", last_name: "Goingon" });
  await desk.profile({ first_name: "Gustav", last_name: "Goingon" });
  /** As what the job is told; as it is, where nothing is said. */
  let told: "queued" | "running" | undefined;
  await page.route("**/1/api/job/*", async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ response, json: { data: told ? { ...data, state: told, progress: 0.4 } : data } });
  });
  // The server knows of the act by now; that it has ended is what the page is not told yet.
  await page.route("**/thing/bulk/last", async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const job = data && told ? { ...data.job, state: told } : data?.job;
    await route.fulfill({ response, json: { data: data && { ...data, job } } });
  });
  await comeBack(page.context(), page.request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/category/1?q=goingon`);
  await page.locator('.ag-header-cell[col-id="list-ticks"] input').check();
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Deactivate…", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Deactivate", exact: true });
  const apply = dialog.getByRole("button", { name: "Deactivate 2 profiles", exact: true });
  await expect(apply).toBeVisible();

  told = "queued";
  await apply.click();
  await expect(dialog.getByText("Waiting for other work to end")).toBeVisible();
  await expect(dialog.getByText("You can close this: the work goes on")).toBeVisible();
  told = "running";
  await expect(dialog.getByText("Under way")).toBeVisible();

  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

  const goes = page.getByRole("status").filter({ hasText: "Profiles are being changed" });
  await expect(goes).toBeVisible();
  await expect(page.getByRole("button", { name: "Actions", exact: true })).toHaveCount(0);
  await page.reload();
  await expect(goes).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();

  told = undefined;

  await expect(page.getByRole("status").filter({ hasText: "2 profiles deactivated" })).toBeVisible();
  await expect(goes).toHaveCount(0);
  // Somebody saves one of them: the undoing leaves them alone and says so.
  const { data } = await desk.ask("get", `/thing/${one.id}`);
  await desk.ask("patch", `/thing/${one.id}`, { rev: data.rev, job_title: "Saved since" });
  await page.getByRole("button", { name: /^Undo \(\d+ min/ }).click();
  const left = page.getByRole("dialog", { name: "Undone, except for some" });
  await expect(left.getByText("1 profile was left as it is now.")).toBeVisible();
  await expect(left.getByText("Greta Goingon")).toBeVisible();

  const file = page.waitForEvent("download");
  await left.getByRole("button", { name: "Download all that are left out" }).click();
  expect((await file).suggestedFilename()).toBe("left-out.csv");
});
