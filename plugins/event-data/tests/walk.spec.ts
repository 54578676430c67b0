// From one profile to the next, along the list as it is sorted and filtered.
import { expect, test } from "@playwright/test";
import { held } from "../../../tests/e2e/pages/held.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("by button and by key one goes from profile to profile, beyond the rows that are there, and keeps the tab", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/category/1`);
  await page.locator(".ag-row .thing-name").nth(1).click();
  const panel = page.getByRole("complementary");
  const previous = panel.getByRole("button", { name: "Previous profile" });
  const next = panel.getByRole("button", { name: "Next profile" });
  const place = (at: number) => panel.getByText(new RegExp(`^${at} of [0-9,]+$`));
  await expect(place(2)).toBeVisible();
  await panel.getByRole("tab", { name: "History", exact: true }).click();

  await previous.click();
  await expect(place(1)).toBeVisible();
  await expect(previous).toBeFocused();
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  await next.click();
  await expect(place(2)).toBeVisible();
  await expect(panel.getByRole("tab", { name: "History", exact: true })).toHaveAttribute("aria-selected", "true");

  // Past the hundredth row, where the list has to be asked again.
  for (let at = 3; at <= 104; at++) {
    await page.keyboard.press("Alt+ArrowDown");
    await expect(place(at)).toBeVisible();
  }
  const open = page.locator(".ag-row.list-row-open .thing-name bdi").first();
  await expect(open).toBeInViewport();
  await expect(panel.locator("header").getByRole("heading")).toHaveText((await open.textContent()) as string);
});

test("the order and the filter of the list are those of the walk, and what was typed is asked about", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/category/1?q=aditya&sort=-name`);
  const names = page.locator(".ag-row .thing-name bdi");
  await expect(names.first()).toBeVisible();
  const second = await names.nth(1).textContent();
  await names.first().click();
  const panel = page.getByRole("complementary");
  await expect(panel.getByText(/^1 of \d+$/)).toBeVisible();

  await panel.getByRole("textbox", { name: "Job title" }).fill("Never saved");
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByRole("dialog").getByRole("button", { name: "Leave without saving" }).click();

  await expect(panel.locator("header").getByRole("heading")).toHaveText(second as string);
  await expect(panel.getByText(/^2 of \d+$/)).toBeVisible();
  await expect(panel.getByRole("textbox", { name: "Job title" })).not.toHaveValue("Never saved");
});

test("how to reach somebody is seen above every tab, and what is wrong in the other part of the form is opened", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/category/1`);
  await page.locator(".ag-row .thing-name").first().click();
  const panel = page.getByRole("complementary");
  const mail = panel.getByRole("link", { name: /@.*example/ });
  await expect(mail).toHaveAttribute("href", /^mailto:/);

  await panel.getByRole("tab", { name: "Custom fields" }).click();
  await panel.getByRole("textbox", { name: "Mobile phone" }).fill("no number at all");
  await panel.getByRole("tab", { name: "Profile", exact: true }).click();
  await panel.getByRole("button", { name: "Save", exact: true }).click();

  await expect(panel.getByRole("tab", { name: "Custom fields" })).toHaveAttribute("aria-selected", "true");
  await expect(panel.getByRole("textbox", { name: "Mobile phone" })).toBeFocused();
  await expect(mail).toBeVisible();
});

test("a profile that was opened by its address far down the list stands where it does, and one walks on from there", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Zzyzx", last_name: "Faraway" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${person.id}?list=category.1`);
  const panel = page.getByRole("complementary");
  const place = panel.getByText(/^[0-9,]+ of [0-9,]+$/);

  await expect(place).toBeVisible();
  const [at = "", of = ""] = ((await place.textContent()) as string).split(" of ");
  expect(Number(at.replaceAll(",", ""))).toBeGreaterThan(4000);
  await expect(page.locator(".ag-row.list-row-open .thing-name bdi").first()).toBeInViewport();
  await page.keyboard.press("Alt+ArrowUp");

  const before = Number(at.replaceAll(",", "")) - 1;
  await expect(panel.getByText(`${before.toLocaleString("en-GB")} of ${of}`)).toBeVisible();
  const name = panel.locator("header").getByRole("heading");
  await expect(name).not.toHaveText(/^(Profile|Zzyzx Faraway)$/);
  const open = page.locator(".ag-row.list-row-open .thing-name bdi").first();
  await expect(open).toHaveText((await name.textContent()) as string);

  await desk.leave();
});

test("who walks on while a profile is being saved keeps what is typed in the next; what came too late is told and opened again", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const [one, next] = [
    await desk.profile({ first_name: "Aaltje", last_name: "Walkaway" }),
    await desk.profile({ first_name: "Berend", last_name: "Walkaway" }),
  ];
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/profile/${one.id}?list=category.1&q=walkaway&sort=name`);
  const panel = page.getByRole("complementary");
  const heading = panel.locator("header").getByRole("heading");
  const job = panel.getByRole("textbox", { name: "Job title" });
  const saveAndWalkOn = async (typed: string) => {
    await expect(panel.getByText("1 of 2")).toBeVisible();
    const letGo = await held(page, `**/thing/${one.id}`);
    await job.fill(typed);
    await panel.getByRole("button", { name: "Save", exact: true }).click();
    await page.keyboard.press("Alt+ArrowDown");
    await expect(heading).toHaveText(next.name);
    await job.fill("Typed in the next");
    return letGo;
  };

  await test.step("it is saved", async () => {
    const letGo = await saveAndWalkOn("Chair");
    letGo();

    await expect(page.getByText("Changes saved successfully")).toBeVisible();
    await expect(heading).toHaveText(next.name);
    await expect(job).toHaveValue("Typed in the next");
    await panel.getByRole("button", { name: "Discard" }).click();
  });

  await test.step("somebody else was first", async () => {
    await page.keyboard.press("Alt+ArrowUp");
    await expect(job).toHaveValue("Chair");
    const letGo = await saveAndWalkOn("Mine");
    await desk.ask("patch", `/thing/${one.id}`, { job_title: "Theirs", rev: one.rev + 1 });
    letGo();

    const notice = page.getByRole("alert").filter({ hasText: `“${one.name}” was not saved` });
    await expect(notice).toBeVisible();
    await expect(job).toHaveValue("Typed in the next");
    await panel.getByRole("button", { name: "Discard" }).click();
    await notice.getByRole("button", { name: "Open" }).click();
    await expect(heading).toHaveText(one.name);
    const conflict = panel.getByRole("region", { name: "Somebody else saved this profile first" });
    await expect(conflict.getByRole("rowgroup").filter({ hasText: "Job title" })).toContainText("MineTheirs");
    await conflict.getByRole("button", { name: "Save with these values" }).click();
    await expect(job).toHaveValue("Mine");
  });

  await desk.leave();
});
