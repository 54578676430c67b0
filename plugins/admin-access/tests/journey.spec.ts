// Admin access in a real browser: look at why somebody may do something, change it, and invite somebody.
import { expect, test } from "@playwright/test";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("an administrator sees what a person may do, changes the role, and invites another", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("app@demo.test");
  await page.getByLabel("Password", { exact: true }).fill("Lanyard#2026");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/main$/);
  await page.getByRole("combobox", { name: "App" }).click();
  await page.getByRole("option", { name: /Northwind/ }).click();
  await page.goto("/app-settings/admin-access");
  await expect(page.getByRole("heading", { level: 1, name: "Admin access" })).toBeVisible();

  await page.getByText("Mina Okafor").click();
  const person = page.getByRole("complementary", { name: "Mina Okafor" });
  await person.getByRole("tab", { name: "What they may do" }).click();
  await expect(person.getByRole("row", { name: /^History Needs the role Super admin.* No$/ })).toBeVisible();

  await person.getByRole("tab", { name: "Access", exact: true }).click();
  await person.getByLabel("Role").selectOption({ label: "Event owner" });
  await person.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The access of Mina Okafor is saved" })).toBeVisible();
  await expect(person.getByLabel("Role")).not.toContainText("Super admin");

  // Other stories know this person in the old role.
  await person.getByLabel("Role").selectOption({ label: "Matchmaking client" });
  await person.getByRole("button", { name: "Save" }).click();
  await expect(person.getByRole("button", { name: "Save" })).toBeHidden();

  await page.getByRole("button", { name: "Invite administrator" }).click();
  const invitation = page.getByRole("complementary", { name: "Invite administrator" });
  await expect(invitation.getByLabel("Email")).toBeFocused();
  await expect(invitation.getByText("This is required")).toHaveCount(0);
  await invitation.getByLabel("Email").fill(`new-${Date.now()}@demo.test`);
  await invitation.getByRole("button", { name: "Create invitation" }).click();
  const link = invitation.getByLabel("Link of the invitation");
  await expect(link).toHaveValue(/\/create-account\/.{40,}/);

  // The link is of that person: the next one is invited by a form.
  await page.getByRole("link", { name: "Mina Okafor" }).click();
  await expect(person).toBeVisible();
  await page.getByRole("button", { name: "Invite administrator" }).click();
  await expect(invitation.getByLabel("Email")).toHaveValue("");
  await expect(link).toHaveCount(0);
  await invitation.getByLabel("Email").fill(`next-${Date.now()}@demo.test`);
  await invitation.getByRole("button", { name: "Create invitation" }).click();
  await expect(link).toBeVisible();
  await page.getByRole("button", { name: "Invite administrator" }).click();
  await expect(link).toHaveCount(0);

  await page.getByRole("button", { name: /^Invitations/ }).click();
  await page.getByRole("button", { name: "New link" }).first().click();
  await expect(link).toHaveValue(/\/create-account\/.{40,}/);
});

test("roles are named in German where German is read, on the start page and in the list", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "app@demo.test", locale: "de" });

  await page.goto("/main");
  await expect(page.getByText("Ihre Rolle: App-Admin")).toBeVisible();

  await page.goto("/app-settings/admin-access");
  await expect(page.getByRole("gridcell", { name: "Veranstaltungsinhaber" })).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "Event owner" })).toHaveCount(0);
});
