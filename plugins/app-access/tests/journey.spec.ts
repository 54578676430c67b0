// Letting somebody into the event app, in a real browser: by letter, by a copied link, and as somebody else.
import { expect, type Page, test } from "@playwright/test";
import { findings, RULES } from "../../../tests/e2e/pages/axe.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

/** Where the event app is; the stories answer for it. */
const APP = "https://networking.test/**";

async function isReadable(page: Page): Promise<void> {
  expect(await findings(page, RULES)).toEqual([]);
}

test("an expert sends a participant their log-in link, copies another, and logs in as them", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const email = `zelda.${Date.now()}@x.example`;
  const zelda = await desk.profile({ first_name: "Zelda", last_name: "Zugang", email, status: "imported" });
  await comeBack(context, request, { email: "expertplus@demo.test" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await context.route(APP, (route) => route.fulfill({ contentType: "text/html", body: "<h1>The event app</h1>" }));
  await page.goto(`/event-data/${EVENT_ID}/profile/${zelda.id}`);
  const panel = page.getByRole("complementary");
  const act = async (name: RegExp) => {
    await panel.getByRole("button", { name: "Log-in" }).click();
    await page.getByRole("menuitem", { name }).click();
  };

  await expect(panel.getByText("Not logged in yet")).toBeVisible();
  await act(/^Send log-in email/);
  const sending = page.getByRole("dialog", { name: "Send Zelda Zugang a log-in email?" });
  await expect(sending).toContainText(email);
  await expect(sending).toContainText("Zelda Zugang counts as invited from then on.");
  await isReadable(page);
  await expect(sending).toContainText(
    "No mail server is set: what is written is kept in the outbox and reaches nobody.",
  );
  await expect(sending.getByRole("link", { name: "Open the outbox" })).toHaveCount(0);
  await sending.getByRole("button", { name: "Write email" }).click();
  await expect(page.getByRole("status").filter({ hasText: `${email} is kept in the outbox` })).toBeVisible();
  await expect(panel.getByText(/Not logged in yet · email written .* · link good until/)).toBeVisible();
  await expect(panel.getByLabel("Status")).toHaveValue("invited");

  await act(/^Copy log-in link/);
  const copying = page.getByRole("dialog", { name: "Make a log-in link for Zelda Zugang?" });
  await expect(copying).toContainText("The link that Zelda Zugang has now stops working.");
  await copying.getByRole("button", { name: "Make and copy link" }).click();
  await expect(copying).toHaveCount(0);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/^https:\/\/networking\.test\/NorthwindSummit\?login=/);

  await act(/^Log in as Zelda Zugang/);
  const being = page.getByRole("dialog", { name: "Log in as Zelda Zugang?" });
  await expect(being).toContainText("stands in the history");
  await isReadable(page);
  const tab = context.waitForEvent("page");
  await being.getByRole("button", { name: "Log in as Zelda Zugang" }).click();
  const opened = await tab;
  await opened.waitForURL(/networking\.test\/NorthwindSummit\?login=/);
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  const as = new URL(opened.url()).searchParams.get("login");
  await opened.close();

  const verify = (token: string | null) => desk.ask("post", "/login-link/verify", { token: token ?? "" });
  expect((await verify(as)).data).toMatchObject({
    profile: { id: zelda.id },
    impersonator: { id: expect.any(Number) },
  });
  const own = new URL(link).searchParams.get("login");
  expect((await verify(own)).data).toMatchObject({ profile: { status: "active" }, impersonator: null });
  await page.reload();
  await expect(panel.getByText(/^Logged in .* · last seen/)).toBeVisible();
  await panel.getByRole("tab", { name: "History" }).click();
  const history = panel.getByRole("list", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveCount(6);
  await expect(history).toContainText("made a link to log in as this participant");
  await expect(history).toContainText("wrote a log-in email");
  await isReadable(page);

  await desk.leave();
});

test("where the browser lets no page copy, the link stands there to be taken; who has no address gets no letter", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const yuri = await desk.profile({ first_name: "Yuri", last_name: "Ohnepost" });
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await context.addInitScript(() => {
    Object.defineProperty(navigator.clipboard, "writeText", { value: () => Promise.reject(new Error("denied")) });
  });
  await page.goto(`/event-data/${EVENT_ID}/profile/${yuri.id}`);
  const panel = page.getByRole("complementary");

  await panel.getByRole("button", { name: "Log-in" }).click();
  await expect(page.getByRole("menuitem", { name: /Log in as/ })).toHaveCount(0);
  const mail = page.getByRole("menuitem", { name: /^Send log-in email/ });
  await expect(mail).toHaveAttribute("aria-disabled", "true");
  await expect(mail).toContainText("no email address");
  await page.getByRole("menuitem", { name: /^Copy log-in link/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make and copy link" }).click();
  const shown = page.getByRole("dialog", { name: "Log-in link" });
  await expect(shown.getByRole("textbox", { name: "Log-in link of Yuri Ohnepost" })).toHaveValue(/\?login=/);
  await shown.getByRole("button", { name: "Close" }).last().click();

  await panel.getByLabel("Status").selectOption("blocked");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByText("· the profile is blocked")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Log-in" })).toBeDisabled();

  await desk.leave();
});
