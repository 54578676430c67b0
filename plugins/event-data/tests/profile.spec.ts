// The open profile when things go wrong: what was typed stays, and every refusal is seen, in the language of whoever reads it.
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";

const PASSWORD = "Lanyard#2026";

/** A participant of the demo's event that is this story's own, and the same person at another desk. */
async function aProfile(request: APIRequestContext) {
  const login = await request.post("/1/dashboard/user/login", {
    data: { email: "matchmaker@demo.test", password: PASSWORD },
  });
  const dashboard = { "x-dashboard-authorization": (await login.json()).data.token };
  const read = async (path: string, headers: Record<string, string>) =>
    (await (await request.get(path, { headers })).json()).data;
  const apps: { id: number; name: string }[] = await read("/1/dashboard/application", dashboard);
  const app = apps.find(({ name }) => name === "Northwind Events");
  const { token } = await read(`/1/dashboard/application/${app?.id}`, dashboard);
  const headers = { ...dashboard, authorization: `Bearer ${token}` };
  const events: { id: number; name: string }[] = await read("/1/api/container", headers);
  const eventId = events.find(({ name }) => name === "Northwind Summit")?.id as number;
  const base = `/1/api/container/${eventId}/thing`;
  const types: { id: number; type_category_id: number }[] = await read("/1/api/type", headers);
  const data = {
    type_id: types.find((type) => type.type_category_id === 1)?.id,
    first_name: "Zoë",
    last_name: "Story",
  };
  const { id } = (await (await request.post(base, { headers, data })).json()).data;
  const rev = async () => (await read(`${base}/${id}`, headers)).rev;
  return {
    address: `/event-data/${eventId}/profile/${id}?list=category.1`,
    save: async (change: object) => request.patch(`${base}/${id}`, { headers, data: { rev: await rev(), ...change } }),
    remove: async () => request.delete(`${base}/${id}?rev=${await rev()}`, { headers }),
  };
}

async function openProfile(page: Page, address: string, language = "en-gb") {
  await page.addInitScript((lang) => localStorage.setItem("lang", lang), language);
  await page.goto("/login");
  await page.locator("input[type=email]").fill("matchmaker@demo.test");
  await page.locator("input[type=password]").fill(PASSWORD);
  await page.locator("button[type=submit]").click();
  await page.waitForURL(/main/);
  await page.goto(address);
  const panel = page.getByRole("complementary").last();
  await panel.locator('[name="job_title"]').waitFor();
  return panel;
}

test("what was typed stays behind another tab, and a conflict is not left without being asked", async ({
  page,
  request,
}) => {
  const profile = await aProfile(request);
  const panel = await openProfile(page, profile.address);
  const jobTitle = panel.getByRole("textbox", { name: "Job title" });

  await jobTitle.fill("Moderator");
  await panel.getByRole("tab", { name: "History" }).click();
  await panel.getByRole("tab", { name: "Profile" }).click();
  await expect(jobTitle).toHaveValue("Moderator");

  await profile.save({ job_title: "Panel host" });
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("heading", { name: "Somebody else saved this profile first" })).toBeVisible();
  await panel.getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await panel.getByRole("button", { name: "Save with these values" }).click();
  await expect(jobTitle).toHaveValue("Moderator");
  await profile.remove();
});

test("what was typed after a save outlives a refusal, a failing network and another tab", async ({ page, request }) => {
  const [profile, other] = [await aProfile(request), await aProfile(request)];
  const taken = `taken.${Date.now()}@story.example`;
  await other.save({ email: taken });
  const panel = await openProfile(page, profile.address);
  const field = (name: string) => panel.getByRole("textbox", { name, exact: true });
  await field("First name").fill("Renamed");
  await field("First name").press("Enter");
  await expect(panel.getByRole("heading", { name: "Renamed Story" })).toBeVisible();

  await field("Job title").fill("Moderator");
  await panel.getByRole("tab", { name: "History" }).click();
  await panel.getByRole("tab", { name: "Profile" }).click();
  await expect(field("Job title")).toHaveValue("Moderator");

  const sent = page.waitForRequest((one) => one.method() === "PATCH");
  await field("Email").fill(taken);
  await field("Email").press("Enter");
  expect((await sent).postDataJSON()).toEqual({ email: taken, job_title: "Moderator", rev: expect.any(Number) });
  await expect(field("Email")).toHaveAttribute("aria-invalid", "true");
  await expect(field("Email")).toHaveValue(taken);
  await expect(field("Job title")).toHaveValue("Moderator");

  await field("Email").fill("");
  await page.route("**/thing/*", (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()));
  await field("Job title").press("Enter");
  await expect(panel.getByRole("alert")).toContainText("The server could not be reached");
  await expect(field("Job title")).toHaveValue("Moderator");
  await panel.getByRole("button", { name: "Discard" }).click();
  await expect(field("Job title")).toHaveValue("");
  await expect(panel.getByRole("form")).toBeFocused();
  await profile.remove();
  await other.remove();
});

test("what somebody else saved comes into a form that is being edited, and what both changed is chosen at once", async ({
  page,
  request,
}) => {
  const profile = await aProfile(request);
  await profile.save({ email: `meanwhile.${Date.now()}@story.example`, company_name: "Before" });
  const panel = await openProfile(page, profile.address);
  const field = (name: string) => panel.getByRole("textbox", { name, exact: true });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  /** Asks for the profile anew, as all that is done above its form does. */
  const copyLink = async () => {
    await panel.getByRole("button", { name: "Log-in" }).click();
    await page.getByRole("menuitem", { name: /^Copy log-in link/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make and copy link" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await field("Job title").fill("Moderator");
  await profile.save({ company_name: "Between" });
  await copyLink();
  await expect(field("Company")).toHaveValue("Between");
  await expect(field("Job title")).toHaveValue("Moderator");

  await profile.save({ job_title: "Panel host", company_name: "After" });
  await copyLink();

  const conflict = panel.getByRole("region", { name: "Somebody else saved this profile first" });
  await expect(conflict.getByRole("rowgroup").filter({ hasText: "Job title" })).toContainText("ModeratorPanel host");
  await expect(conflict).not.toContainText("Company");
  const sent = page.waitForRequest((one) => one.method() === "PATCH");
  await conflict.getByRole("button", { name: "Save with these values" }).click();
  expect((await sent).postDataJSON()).toEqual({ job_title: "Moderator", rev: expect.any(Number) });
  await expect(field("Job title")).toHaveValue("Moderator");
  await expect(field("Company")).toHaveValue("After");
  await profile.remove();
});

test("a conflict takes the focus from the form and gives it back", async ({ page, request }) => {
  const profile = await aProfile(request);
  const panel = await openProfile(page, profile.address);
  const jobTitle = panel.getByRole("textbox", { name: "Job title" });
  const meet = async (theirs: string, mine: string) => {
    await profile.save({ job_title: theirs });
    await jobTitle.fill(mine);
    await jobTitle.press("Enter");
    await expect(panel.getByRole("heading", { name: "Somebody else saved this profile first" })).toBeFocused();
  };

  await meet("Panel host", "Moderator");
  await panel.getByRole("button", { name: "Save with these values" }).press("Enter");
  await expect(panel.getByRole("form")).toBeFocused();
  await expect(jobTitle).toHaveValue("Moderator");

  await meet("Speaker", "Chair");
  await panel.getByRole("button", { name: "Discard my changes" }).press("Enter");
  await expect(panel.getByRole("form")).toBeFocused();
  await expect(jobTitle).toHaveValue("Speaker");
  await profile.remove();
});

test("a removal that comes too late says so in German, shows what has changed, and works at the next press", async ({
  page,
  request,
}) => {
  const profile = await aProfile(request);
  const panel = await openProfile(page, profile.address, "de");
  const name = "Aus der Veranstaltung entfernen";
  const remove = async () => {
    await panel.getByRole("button", { name }).click();
    await page.getByRole("dialog").getByRole("button", { name }).click();
  };

  await profile.save({ job_title: "Gastgeberin" });
  await remove();
  await expect(page.getByText("In der Zwischenzeit hat jemand anderes dies geändert")).toBeVisible();
  await expect(panel.locator('[name="job_title"]')).toHaveValue("Gastgeberin");
  await remove();
  await expect(page.getByText("Zoë Story wurde entfernt")).toBeVisible();
});

test("why a profile was not saved stands in sight, however long its form is", async ({ page, request }) => {
  const profile = await aProfile(request);
  const panel = await openProfile(page, profile.address);

  await profile.remove();
  await panel.locator('[name="job_title"]').fill("Moderator");
  await panel.getByRole("button", { name: "Save" }).click();

  // What stands above the tabs may have asked for somebody who is gone, too.
  await expect(panel.locator(".form-problem")).toBeInViewport({ ratio: 1 });
});

test("what would go with many profiles is said in words", async ({ page, request }) => {
  const profile = await aProfile(request);
  await openProfile(page, profile.address);
  await page.goto(`${profile.address.replace(/profile.*/, "category/1")}?q=aditya`);
  await page.locator('.ag-header-cell[col-id="list-ticks"] input').check();
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Remove…" }).click();

  await expect(page.getByRole("dialog").getByText(/\d+ confirmed meetings to come would be cancelled/)).toBeVisible();
  await profile.remove();
});

test("whoever presses twice on a slow connection adds one profile; without a name the field that wants one has the focus", async ({
  page,
  request,
}) => {
  const profile = await aProfile(request);
  await openProfile(page, profile.address);
  await page.goto(profile.address.replace(/profile.*/, "category/1?open=new"));
  const panel = page.getByRole("complementary").last();
  const add = panel.getByRole("button", { name: "Add", exact: true });
  let sent = 0;
  await page.route("**/thing", async (route) => {
    sent += 1;
    await new Promise((done) => setTimeout(done, 300));
    await route.fallback();
  });

  await add.click();
  await expect(panel.getByLabel("Last name")).toBeFocused();
  await expect(panel.getByLabel("Last name")).toBeInViewport();
  sent = 0;
  await panel.getByLabel("Last name").fill("Twice");
  await add.dblclick();
  await expect(panel.getByRole("heading", { name: "Twice" })).toBeVisible();
  expect(sent).toBe(1);
});

test("who takes a profile out that they were changing is not asked about the changes", async ({ page, request }) => {
  const profile = await aProfile(request);
  const panel = await openProfile(page, profile.address);

  await panel.getByRole("textbox", { name: "Job title" }).fill("Never saved");
  await panel.getByRole("button", { name: "Remove from the event" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove from the event" }).click();

  await expect(page.getByText("Zoë Story has been removed")).toBeVisible();
  await expect(panel.getByRole("textbox", { name: "Job title" })).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).not.toHaveURL(/profile/);
});

test("an address that somebody has is refused with the way to them, until it is another one", async ({
  page,
  request,
}) => {
  const [holder, profile] = [await aProfile(request), await aProfile(request)];
  try {
    await holder.save({ email: "held@profile-story.example", last_name: "Holder" });
    const panel = await openProfile(page, profile.address);
    const email = panel.getByRole("textbox", { name: "Email" });
    await email.fill("held@profile-story.example");
    await panel.getByRole("button", { name: "Save" }).click();
    const way = panel.getByRole("link", { name: "Open Zoë Holder" });
    await expect(way).toBeVisible();
    await email.fill("free@profile-story.example");
    await expect(way).toBeHidden();
    await email.fill("held@profile-story.example");
    await panel.getByRole("button", { name: "Save" }).click();

    await way.click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave without saving" }).click();
    await expect(page.getByRole("complementary").last().locator('[name="last_name"]')).toHaveValue("Holder");
  } finally {
    await holder.remove();
    await profile.remove();
  }
});

test("without the event's fields a profile shows no keys: it says that they are missing, and has them once they can be had", async ({
  page,
  request,
}) => {
  const profile = await aProfile(request);
  await profile.save({ fields: { phone: "+44 20 7946 0958" } });
  await page.route("**/container/*/field", (route) => route.fulfill({ status: 503 }));
  await page.goto("/login");
  await page.locator("input[type=email]").fill("matchmaker@demo.test");
  await page.locator("input[type=password]").fill(PASSWORD);
  await page.locator("button[type=submit]").click();
  await page.waitForURL(/main/);
  await page.goto(`${profile.address}&tab=fields`);
  const panel = page.getByRole("complementary").last();

  await expect(page.getByRole("alert").filter({ hasText: "The event's own fields could not be loaded" })).toBeVisible();
  await expect(panel.getByRole("alert")).toBeVisible();
  await expect(panel.getByRole("textbox")).toHaveCount(0);
  await page.unrouteAll();
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByLabel("Mobile phone")).toHaveValue("+442079460958");
  await profile.remove();
});
