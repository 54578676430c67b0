// The account in a real browser: the profile dialog through its steps, and an invitation from its letter to a first session.
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";

const PASSWORD = "Lanyard#2026";

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/main$/);
}

/** Invites somebody as an app administrator, by the API; answers the page's path and the invitation's id. */
async function invite(request: APIRequestContext, email: string, appName = "Northwind Events") {
  const login = await request.post("/1/dashboard/user/login", { data: { email: "app@demo.test", password: PASSWORD } });
  const dashboard = { "x-dashboard-authorization": (await login.json()).data.token };
  const apps = (await (await request.get("/1/dashboard/application", { headers: dashboard })).json()).data;
  const appId = apps.find((app: { name: string }) => app.name === appName).id;
  const app = (await (await request.get(`/1/dashboard/application/${appId}`, { headers: dashboard })).json()).data;
  const headers = { ...dashboard, authorization: `Bearer ${app.token}` };
  const data = { email, role_id: 95, allowed_containers: app.allowed_containers };
  const sent = (await (await request.post("/1/api/invite", { headers, data })).json()).data;
  const revoke = () => request.post(`/1/api/invite/${sent.invite.id}/revoke`, { headers });
  return { path: sent.path as string, revoke };
}

const fresh = (name: string) => `${name}.${Date.now()}@demo.test`;

test("a person changes a name, confirms the password, and sees it saved", async ({ page }) => {
  await logIn(page, "matchmaker@demo.test");
  await page.goto("/main?editProfile");
  const profile = page.getByRole("dialog", { name: "Profile" });
  const save = profile.getByRole("button", { name: "Save" });
  const firstName = profile.getByLabel("First name");
  await expect(save).toBeDisabled();
  await expect(profile).toHaveCSS("width", "734px");
  const before = await firstName.inputValue();

  await firstName.fill("");
  await firstName.blur();
  await expect(profile.getByText("This is required")).toBeVisible();
  await expect(save).toBeDisabled();
  await firstName.fill("Ada");
  await save.click();

  const confirmation = page.getByRole("dialog", { name: "Confirm your password" });
  await expect(confirmation).toHaveCSS("width", "512px");
  await confirmation.getByLabel("Password", { exact: true }).fill("Wrong#2026");
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The current password is not right" })).toBeVisible();
  await confirmation.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Changes saved successfully" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Changes saved" }).first()).toContainText("Successful");
  await expect(firstName).toHaveValue("Ada");
  await expect(save).toBeDisabled();

  const other = await page.context().newPage();
  await other.goto("/main");
  await expect(other.getByText(/\bAda\b/).first()).toBeVisible();
  await firstName.fill(before);
  await save.click();
  await confirmation.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(firstName).toHaveValue(before);
  await expect(other.getByText(/\bAda\b/)).toHaveCount(0);
  await other.close();
});

test("a wrong password is told beside its field, and each step gives the focus back to the profile", async ({
  page,
}) => {
  await logIn(page, "matchmaker@demo.test");
  await page.goto("/main?editProfile");
  const profile = page.getByRole("dialog", { name: "Profile" });
  const firstName = profile.getByLabel("First name");
  await expect(firstName).toBeFocused();
  await firstName.fill("Ada");
  await page.keyboard.press("Enter");

  const confirmation = page.getByRole("dialog", { name: "Confirm your password" });
  const password = confirmation.getByLabel("Password", { exact: true });
  await password.fill("Wrong#2026");
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription("The current password is not right");
  await password.fill("Wrong#20266");
  await expect(password).not.toHaveAttribute("aria-invalid");

  await page.keyboard.press("Escape");
  await expect(firstName).toBeFocused();
  await expect(firstName).toHaveValue("Ada");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Unsaved changes" }).getByRole("button", { name: "Keep editing" }).click();
  await expect(firstName).toBeFocused();

  const tab = profile.getByRole("tab", { name: "Password" });
  await tab.click();
  await expect(profile.getByLabel("Current password")).toBeVisible();
  await expect(profile.getByLabel("Current password")).not.toBeFocused();
});

test("why a save failed is told in the dialog, where no button is hidden and the keyboard goes, until the next attempt", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await logIn(page, "matchmaker@demo.test");
  await page.goto("/main?editProfile");
  const profile = page.getByRole("dialog", { name: "Profile" });
  await profile.getByRole("tab", { name: "Password" }).click();
  const current = profile.getByLabel("Current password");
  await current.fill("Wrong#2026");
  await profile.getByLabel("New password", { exact: true }).fill("Another#2027");
  await profile.getByLabel("Confirm new password").fill("Another#2027");
  const save = profile.getByRole("button", { name: "Save" });
  await save.click();

  const told = profile.getByRole("alert").filter({ hasText: "Something went wrong" });
  await expect(told).toContainText("The current password is not right");
  await expect(told).not.toContainText("Request");
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription("The current password is not right");
  for (const name of ["Save", "Cancel"]) {
    const button = profile.getByRole("button", { name, exact: true });
    const isOnTop = await button.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop, name).toBe(true);
  }
  await told.getByRole("button", { name: "Dismiss" }).press("Escape");
  await page.getByRole("dialog", { name: "Unsaved changes" }).getByRole("button", { name: "Keep editing" }).click();
  await current.fill("Wrong#20266");
  await expect(current).not.toHaveAttribute("aria-invalid");
  await save.click();
  await expect(page.getByRole("alert").filter({ hasText: "Something went wrong" })).toHaveCount(1);
});

test("an address that somebody else has is refused with the specification's words", async ({ page }) => {
  await logIn(page, "matchmaker@demo.test");
  await page.goto("/main?editProfile");
  const profile = page.getByRole("dialog", { name: "Profile" });

  await profile.getByLabel("Email").fill("super@demo.test");
  await profile.getByRole("button", { name: "Save" }).click();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");

  const toast = page.getByRole("alert").filter({ hasText: "This email already exists for another user" });
  await expect(toast).toContainText("Something went wrong");
});

test("closing with changes asks; keep editing keeps them, discarding closes", async ({ page }) => {
  await logIn(page, "matchmaker@demo.test");
  await page.goto("/main?editProfile");
  const profile = page.getByRole("dialog", { name: "Profile" });
  const question = page.getByRole("dialog", { name: "Unsaved changes" });
  await profile.getByLabel("Last name").fill("Changed");

  await profile.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCSS("width", "512px");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(profile.getByLabel("Last name")).toHaveValue("Changed");
  // A dialog takes the focus a frame after it is drawn.
  await expect(page.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard changes" }).click();

  await expect(profile).toBeHidden();
  await expect(question).toBeHidden();
});

test("the password tab ticks each rule as it is met, and saves without another step", async ({ page, request }) => {
  const email = fresh("rules");
  const { path } = await invite(request, email);
  const reference = path.split("/").at(-1);
  const data = { first_name: "Grace", last_name: "Hopper", password: PASSWORD };
  await request.post(`/1/dashboard/invite/${reference}`, { data });
  await logIn(page, email);
  await page.goto("/main?editProfile");
  const profile = page.getByRole("dialog", { name: "Profile" });
  await profile.getByRole("tab", { name: "Password" }).click();
  const met = profile.getByRole("img", { name: "met", exact: true });
  const next = profile.getByLabel("New password", { exact: true });

  await next.fill("abc");
  await expect(met).toHaveCount(2);
  await next.fill("Another#2027");
  await expect(met).toHaveCount(6);
  await profile.getByLabel("Current password").fill("Another#2027");
  await profile.getByLabel("Confirm new password").fill("Another");
  await profile.getByLabel("Confirm new password").blur();
  await expect(profile.getByText("The new password must differ from the current one")).toBeVisible();
  await expect(profile.getByText("The passwords must match")).toBeVisible();
  await profile.getByLabel("Current password").fill(PASSWORD);
  await profile.getByLabel("Confirm new password").fill("Another#2027");
  await profile.getByRole("button", { name: "Save" }).click();

  await expect(page.getByRole("status").filter({ hasText: "Changes saved successfully" })).toBeVisible();
  await expect(next).toHaveValue("");
  await expect(profile.getByLabel("Current password")).toHaveValue("");
});

test("an invited person reads the offer, makes an account and arrives", async ({ page, request }) => {
  const email = fresh("grace");
  const { path } = await invite(request, email);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "Create your account" })).toBeVisible();
  await expect(page.getByText("Northwind Events")).toBeVisible();
  await expect(page.getByText("Event expert")).toBeVisible();

  await page.getByLabel("First name").fill("Grace");
  await page.getByLabel("Last name").fill("Hopper");
  await page.getByLabel("Password", { exact: true }).fill("weak");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Keep all of the rules below")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page).toHaveURL(/\/main$/);
  await expect(page.getByText("Northwind Events").first()).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "This invitation has been used" })).toBeVisible();
});

test("an invitation that is unknown or withdrawn says which", async ({ page, request }) => {
  const { path, revoke } = await invite(request, fresh("late"));
  await revoke();

  await page.goto("/create-account/nonsense");
  await expect(page.getByRole("heading", { level: 1, name: "This invitation does not exist" })).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: "This invitation has been withdrawn" })).toBeVisible();
});

test("an invitation that has expired says so, and who can help", async ({ page }) => {
  await page.route("**/1/dashboard/invite/late", (route) =>
    route.fulfill({
      status: 410,
      json: { error: { code: "account.invite_expired", message: "This invitation has expired", requestId: "r" } },
    }),
  );
  await page.goto("/create-account/late");
  await expect(page.getByRole("heading", { level: 1, name: "This invitation has expired" })).toBeVisible();
  await expect(page.getByText("Ask the person who invited you for a new link.")).toBeVisible();
  await page.getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("who has an account logs in to join another app, and nobody else can join with the invitation", async ({
  page,
  request,
}) => {
  const email = fresh("joins");
  const first = await invite(request, email, "Harbour Expo");
  const data = { first_name: "Mary", last_name: "Somerville", password: PASSWORD };
  await request.post(`/1/dashboard/invite/${first.path.split("/").at(-1)}`, { data });
  const { path } = await invite(request, email);

  await page.goto(path);
  await expect(page.getByText(`There is an account for ${email} already.`)).toBeVisible();
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByText(`You are logged in as ${email}.`)).toBeVisible();
  await page.getByRole("button", { name: "Accept invitation" }).click();

  await expect(page).toHaveURL(/\/main$/);
  await page.getByRole("combobox", { name: "App" }).click();
  await expect(page.getByRole("option")).toHaveText([/Northwind Events/, /Harbour Expo/]);
});

test("an invitation for somebody else is not accepted by whoever is logged in", async ({ page, request }) => {
  await logIn(page, "matchmaker@demo.test");
  const { path } = await invite(request, fresh("else"));
  await page.goto(path);
  await expect(page.getByText("You are logged in as matchmaker@demo.test, and this invitation is for")).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept invitation" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Go to the start page" })).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();

  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByLabel("First name")).toBeVisible();
});

test("another device is logged out from the list of one's devices", async ({ page, browser }) => {
  await logIn(page, "expertplus@demo.test");
  const other = await browser.newPage();
  await logIn(other, "expertplus@demo.test");
  await page.goto("/account/devices");
  const devices = page.getByRole("listitem").filter({ hasText: "Logged in" });
  await expect(devices.getByText("This device", { exact: true })).toHaveCount(1);
  const count = await devices.count();

  await devices.getByRole("button", { name: "Log out this device" }).first().click();

  await expect(devices).toHaveCount(count - 1);
  await other.goto("/event-home");
  await expect(other).toHaveURL(/\/login$/);
  await other.close();
});

test("one's own password is changed by an address, and from the command palette", async ({ page }) => {
  await logIn(page, "expert@demo.test");
  await page.goto("/main?editProfile=password");
  const profile = page.getByRole("dialog", { name: "Profile" });
  await expect(profile.getByRole("tab", { name: "Password", selected: true })).toBeVisible();
  await expect(profile.getByLabel("Current password")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(profile).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and go to" }).fill("my password");
  await page.keyboard.press("Enter");
  await expect(profile.getByLabel("Current password")).toBeFocused();
});
