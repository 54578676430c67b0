// API tokens in a real browser: create one, use it, revoke it.
import { expect, test } from "@playwright/test";

test("an administrator creates a token, sees its secret once, and revokes it", async ({ page, request }) => {
  const name = `Desk ${Date.now()}`;
  await page.goto("/login");
  await page.getByLabel("Email").fill("app@demo.test");
  await page.getByLabel("Password", { exact: true }).fill("Lanyard#2026");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/main$/);
  await page.getByRole("combobox", { name: "App" }).click();
  await page.getByRole("option", { name: /Northwind/ }).click();
  await page.goto("/app-settings/api-tokens?open=new");

  const panel = page.getByRole("complementary", { name: "Create token" });
  await panel.getByRole("textbox", { name: "Name" }).fill(name);
  await panel.getByRole("button", { name: "Registration provider" }).click();
  await panel.getByRole("button", { name: "Create token" }).click();
  const secret = await panel.getByLabel("Secret of the token").inputValue();
  const headers = { authorization: `Bearer ${secret}` };
  expect((await request.get("/1/api/container", { headers })).status()).toBe(200);
  expect((await request.get("/1/api/member", { headers })).status()).toBe(403);

  await panel.getByLabel("I have stored it").check();
  await panel.getByRole("button", { name: "Close" }).last().click();
  await page.getByText(name).click();
  const token = page.getByRole("complementary", { name });
  await token.getByRole("button", { name: "Revoke" }).click();
  const question = page.getByRole("dialog");
  await expect(question.getByRole("button", { name: "Revoke" })).toBeDisabled();
  await question.getByRole("textbox").fill(name);
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("status").filter({ hasText: `${name} is revoked` })).toBeVisible();
  expect((await request.get("/1/api/container", { headers })).status()).toBe(401);
});
