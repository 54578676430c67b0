// A second factor of one's own free will, from the key to the recovery code, and its end; the page of an ended session leaves.
import { expect, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { LoginPage, logIn } from "./pages/LoginPage.ts";

test("a person sets an authenticator app up, logs in with a recovery code, and switches it off", async ({
  page,
  browser,
}) => {
  await logIn(page, "matchmaker");
  await page.goto("/account/devices");
  const panel = page.getByRole("region", { name: "Second factor" });
  await panel.getByRole("button", { name: "Set up an authenticator app" }).click();
  await panel.getByRole("textbox", { name: "Current password" }).fill("Lanyard#2026");
  await panel.getByRole("button", { name: "Next" }).click();
  await expect(panel.getByRole("img", { name: /QR code/ })).toBeVisible();
  const key = (await panel.locator("code").first().innerText()).replace(/\s/g, "");
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  await panel.getByLabel("Six-digit code of the authenticator app").fill(code);
  await panel.getByRole("button", { name: "Confirm and switch on" }).click();
  const codes = panel.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [first = "", second = ""] = await codes.allInnerTexts();
  await panel.getByLabel("I have stored these codes").check();
  await panel.getByRole("button", { name: "Go on" }).click();
  await expect(panel.getByText("10 recovery codes are left.")).toBeVisible();

  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  const login = new LoginPage(elsewhere);
  await login.open();
  await login.fill("matchmaker");
  const asked = elsewhere.locator("input[name=code]");
  await expect(asked).toBeFocused();
  await elsewhere.keyboard.type("000000");
  await elsewhere.keyboard.press("Enter");
  await expect(elsewhere.getByRole("alert")).toContainText("The code is not right");
  await expect(asked).toBeFocused();
  await elsewhere.getByRole("button", { name: "Use a recovery code" }).click();
  await elsewhere.getByLabel("Recovery code").fill(first);
  await login.action.click();
  await expect(elsewhere).toHaveURL(/\/main$/);

  await page.reload();
  await panel.getByRole("button", { name: "Switch off" }).click();
  const field = panel.getByLabel("Code of the authenticator app, or a recovery code");
  await field.fill("aaaa-bbbb-cccc-dddd");
  await panel.getByRole("button", { name: "Switch off" }).click();
  await expect(panel.getByRole("alert")).toContainText("The code is not right");
  await expect(page).toHaveURL(/\/account\/devices$/);
  await field.fill(second);
  await panel.getByRole("button", { name: "Switch off" }).click();
  await expect(panel.getByText("Not in use.")).toBeVisible();

  await page
    .getByRole("listitem")
    .filter({ hasText: "Log out this device" })
    .first()
    .getByRole("button", { name: "Log out this device" })
    .click();
  await expect(elsewhere).toHaveURL(/\/login$/);
  await other.close();
});
