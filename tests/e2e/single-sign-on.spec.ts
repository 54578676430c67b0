// Single sign-on in the browser: set up, tested with the claims shown, switched on, used, and put back as it was.
import { expect, test } from "@playwright/test";
import { CLIENT, startProvider } from "../support/provider.ts";
import { Frame } from "./pages/Frame.ts";
import { LoginPage, logIn } from "./pages/LoginPage.ts";

test("an administrator tries single sign-on out, switches it on, and a colleague gets in by it", async ({
  page,
  browser,
  baseURL,
}) => {
  const provider = await startProvider([`${baseURL}/login`]);
  const owner = {
    sub: "o-1",
    email: "owner@demo.test",
    given_name: "Oliver",
    family_name: "Whitcombe",
    email_verified: true,
  };
  provider.people.set("*", owner);
  try {
    await logIn(page, "super");
    await page.goto("/app-settings/app-configuration");
    const panel = page.getByRole("region", { name: "Single sign-on" });
    await expect(panel.getByText(`${baseURL}/login`)).toBeVisible();
    await panel.getByLabel("Issuer").fill(provider.issuer);
    await panel.getByLabel("Client ID").fill(CLIENT.id);
    await panel.getByRole("textbox", { name: "Client secret" }).fill(CLIENT.secret);
    await panel.getByLabel("Mail domains").fill("demo.test");
    await panel.getByRole("button", { name: "Save", exact: true }).click();
    await expect(panel.getByRole("button", { name: "Switch on" })).toBeDisabled();

    await panel.getByRole("button", { name: "Test log-in", exact: true }).click();
    const result = page.getByRole("region", { name: "Test log-in" });
    await expect(result.getByRole("status")).toHaveText("Oliver Whitcombe (owner@demo.test) would be let in.");
    await expect(result.getByRole("row", { name: "given_name Oliver" })).toBeVisible();
    await expect(page).toHaveURL(/\/app-settings\/app-configuration$/);
    await panel.getByRole("button", { name: "Switch on" }).click();
    await expect(panel.getByText("On", { exact: true })).toBeVisible();

    const other = await browser.newContext();
    const colleague = await other.newPage();
    const login = new LoginPage(colleague);
    await login.open();
    await login.email.fill("owner@demo.test");
    await colleague.getByRole("button", { name: "Single sign-on" }).click();
    await expect(colleague).toHaveURL(/\/main$/);
    await expect(new Frame(colleague).app).toHaveValue("Northwind Events");
    await other.close();

    provider.people.delete("*");
    const stranger = await (await browser.newContext()).newPage();
    const refused = new LoginPage(stranger);
    await refused.open();
    await refused.email.fill("nobody@demo.test");
    await stranger.getByRole("button", { name: "Single sign-on" }).click();
    await expect(refused.alert).toHaveText("The single sign-on did not confirm the log-in");
    await stranger.context().close();
  } finally {
    await provider.close();
  }
  const panel = page.getByRole("region", { name: "Single sign-on" });
  await panel.getByRole("button", { name: "Take single sign-on away" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("It has told this of 1 person");
  await expect(question.getByRole("button", { name: "Take single sign-on away" })).toBeDisabled();
  await question.getByRole("textbox").fill("Northwind Events");
  await question.getByRole("button", { name: "Take single sign-on away" }).click();
  await expect(panel.getByText("Not set up")).toBeVisible();
});
