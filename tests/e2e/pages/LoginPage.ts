// The log-in page as a person finds it.
import { expect, type Page } from "@playwright/test";

export const PASSWORD = "Lanyard#2026";

export type Who = "super" | "partner" | "app" | "expertplus" | "expert" | "matchmaker" | "owner" | "registration";

export class LoginPage {
  constructor(readonly page: Page) {}

  get email() {
    return this.page.getByLabel("Email", { exact: true });
  }
  get password() {
    return this.page.getByLabel("Password", { exact: true });
  }
  get action() {
    return this.page.getByRole("button", { name: "Log in" });
  }
  get alert() {
    return this.page.getByRole("alert");
  }

  async open(path = "/login"): Promise<void> {
    await this.page.goto(path);
    await expect(this.page.getByRole("heading", { name: "Log in", level: 1 })).toBeVisible();
  }

  async fill(who: string, password = PASSWORD): Promise<void> {
    await this.email.fill(who.includes("@") ? who : `${who}@demo.test`);
    await this.password.fill(password);
    await this.action.click();
  }
}

/** Logs in by the page and waits until the start page is there. */
export async function logIn(page: Page, who: Who): Promise<void> {
  const login = new LoginPage(page);
  await login.open();
  await login.fill(who);
  await expect(page).toHaveURL(/\/main$/);
}
