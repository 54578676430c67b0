// The frame around every screen: header, side navigation, pickers, account menu, toasts.
import { expect, type Locator, type Page } from "@playwright/test";

export class Frame {
  constructor(readonly page: Page) {}

  get navigation() {
    return this.page.getByRole("navigation", { name: "Side navigation" });
  }
  get banner() {
    return this.page.getByRole("banner");
  }
  get app() {
    return this.page.getByRole("combobox", { name: "App" });
  }
  get event() {
    return this.page.getByRole("combobox", { name: "Event" });
  }
  get viewEvent() {
    return this.page.getByRole("button", { name: "View event" });
  }
  get copy() {
    return this.page.getByRole("button", { name: "Copy identifiers" });
  }
  title(name: string | RegExp) {
    return this.page.getByRole("heading", { name, level: 1 });
  }
  group(name: string) {
    return this.navigation.getByRole("button", { name, exact: true });
  }
  entry(name: string) {
    return this.navigation.getByRole("link", { name, exact: true });
  }

  async openGroup(name: string): Promise<void> {
    const group = this.group(name);
    await expect(group).toBeVisible();
    // The group of the open page opens by itself, perhaps just before the click, which would close it.
    await expect(async () => {
      if ((await group.getAttribute("aria-expanded")) === "false") await group.click();
      await expect(group).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
    }).toPass();
  }

  /** The options of the open picker. */
  options(name?: string | RegExp) {
    return this.page.getByRole("listbox").getByRole("option", name === undefined ? {} : { name });
  }

  async choose(picker: Locator, option: string | RegExp): Promise<void> {
    await picker.click();
    await this.options(option).click();
  }

  async account(item: "Profile" | "Logout"): Promise<void> {
    await this.page.getByRole("button", { name: "Account" }).click();
    await this.page.getByRole("menuitem", { name: item }).click();
  }
}
