// Page models: where things are on the screen. The stories are in the specs; going somewhere answers the next page.
import { expect, type Locator, type Page } from "@playwright/test";

const PASSWORD = "Lanyard#2026";

/** The dashboard of somebody who has logged in. */
export class Dashboard {
  readonly navigation: Locator;
  readonly banner: Locator;

  constructor(readonly page: Page) {
    this.navigation = page.getByRole("navigation", { name: "Side navigation" });
    this.banner = page.getByRole("banner");
  }

  static async logIn(page: Page, role: string): Promise<Dashboard> {
    await page.goto("/login");
    await page.getByLabel("Email").fill(`${role}@demo.test`);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/main$/);
    return new Dashboard(page);
  }

  async pick(picker: "App" | "Event", name: string): Promise<void> {
    const box = this.page.getByRole("combobox", { name: picker, exact: true });
    await expect(box).toBeEnabled();
    if ((await box.inputValue()).startsWith(name)) return;
    await box.click();
    await box.fill(name);
    await this.page.getByRole("option", { name }).first().click();
  }

  /** Opens the groups in turn, then the entry. */
  async go(...path: string[]): Promise<void> {
    let place: Locator = this.navigation;
    for (const name of path.slice(0, -1)) {
      const group = place.getByRole("button", { name, exact: true });
      // The group of the open page opens by itself, perhaps just before the click, which would close it.
      await expect(async () => {
        if ((await group.getAttribute("aria-expanded")) === "false") await group.click();
        await expect(group).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
      }).toPass();
      place = place
        .getByRole("listitem")
        .filter({ has: this.page.getByRole("button", { name, exact: true }) })
        .last();
    }
    await place
      .getByRole("link", { name: path.at(-1) as string, exact: true })
      .first()
      .click();
  }

  async heading(name: string | RegExp): Promise<void> {
    await expect(this.page.getByRole("heading", { level: 1, name })).toBeVisible();
  }

  async logOut(): Promise<void> {
    await this.page.getByRole("button", { name: "Account" }).click();
    await this.page.getByRole("menuitem", { name: "Logout" }).click();
    await this.page.getByRole("dialog", { name: "Logout" }).getByRole("button", { name: "Logout" }).click();
    await expect(this.page).toHaveURL(/\/login$/);
  }
}
