// Between the browser and the server answers get lost: what was saved is there once, and the person is told the truth.
import { expect, test } from "@playwright/test";
import { lossyProxy } from "../support/proxy.ts";
import { LoginPage } from "./pages/LoginPage.ts";
import { EVENT_ID } from "./pages/screens.ts";

test("a new group whose answer is lost is there once, also where it takes a second press", async ({
  page,
  baseURL,
}) => {
  const proxy = await lossyProxy(baseURL as string);
  const login = new LoginPage(page);
  await login.open(`${proxy.url}/login`);
  await login.fill("super");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  const panel = page.getByRole("complementary");
  const name = panel.getByLabel("Name", { exact: true });
  const save = panel.getByRole("button", { name: "Create group", exact: true });
  const entry = (text: string) => page.getByRole("grid").getByRole("link", { name: text, exact: true });
  const written = (text: string) => proxy.writes.filter(({ path }) => path.endsWith(text));

  await page.goto(`${proxy.url}/event-details/${EVENT_ID}/custom-groups?id=new`);
  await name.fill("Lost once");
  proxy.lose("/custom-group", 1);
  await save.click();
  await expect(entry("Lost once").first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  // Chromium itself sends once more what it had sent on a connection that was in use before.
  const once = written("/custom-group");
  expect(new Set(once.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(once.map(({ key }) => key)).size).toBe(1);
  expect(once.length).toBeGreaterThan(1);

  await page.goto(`${proxy.url}/event-details/${EVENT_ID}/custom-groups?id=new`);
  await name.fill("Lost for long");
  proxy.lose("/custom-group", Number.POSITIVE_INFINITY);
  await save.click();
  const again = page.getByRole("status").filter({ hasText: "Trying again" });
  await expect(again).toBeVisible();
  // Who leaves now would lose what was typed.
  const question = page.waitForEvent("dialog");
  void page.evaluate(() => location.reload());
  const asked = await question;
  expect(asked.type()).toBe("beforeunload");
  await asked.dismiss();
  await expect(page.getByText("The server could not be reached").first()).toBeVisible({ timeout: 20_000 });
  await expect(again).toHaveCount(0);
  await expect(name).toHaveValue("Lost for long");
  proxy.lose("/custom-group", 0);
  await save.click();
  await expect(entry("Lost for long").first()).toBeVisible();

  const later = written("/custom-group").slice(once.length);
  expect(new Set(later.map(({ key }) => key)).size).toBe(1);
  await page.reload();
  await page.getByRole("searchbox").first().fill("Lost ");
  await expect(entry("Lost once")).toHaveCount(1);
  await expect(entry("Lost for long")).toHaveCount(1);
  await proxy.close();
});
