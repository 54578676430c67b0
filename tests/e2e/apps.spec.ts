// Addresses of somebody with several apps: a link shows what was seen by whoever sent it, and the way back leads to it.
import { expect, test } from "@playwright/test";
import { Frame } from "./pages/Frame.ts";
import { logIn } from "./pages/LoginPage.ts";
import { comeBack } from "./pages/screens.ts";

/** The events that everybody of the demo may open are those of Northwind. */
const NORTHWIND_SETUP = "/event-details/1/setup";

test("a link to an event leads into the app that has it, and so does the way back", async ({ page }) => {
  await logIn(page, "super");
  const frame = new Frame(page);
  await frame.choose(frame.app, "Harbour Expo");
  await expect(frame.title("Events")).toBeVisible();

  await page.goto(NORTHWIND_SETUP);
  await expect(frame.title(/Setup|Set-up/)).toBeVisible();
  await expect(frame.app).toHaveValue("Northwind Events");
  await expect(frame.event).toHaveValue(/^Northwind Summit \(/);
  await expect(page.getByRole("status").filter({ hasText: "You are now in the app “Northwind Events”" })).toBeVisible();

  await frame.choose(frame.app, "Harbour Expo");
  await expect(frame.title("Events")).toBeVisible();
  await page.goBack();
  await expect(frame.title(/Setup|Set-up/)).toBeVisible();
  await expect(frame.app).toHaveValue("Northwind Events");
  await expect(frame.event).toHaveValue(/^Northwind Summit \(/);
  await page.goForward();
  await expect(frame.app).toHaveValue("Harbour Expo");
  await expect(frame.title("Events")).toBeVisible();
});

test("the address of a page of an app shows that app to whoever works in another", async ({
  page,
  browser,
  request,
}) => {
  await logIn(page, "super");
  const frame = new Frame(page);
  await frame.choose(frame.app, "Harbour Expo");
  await expect(page).toHaveURL(/\/event-home\?app=\d+$/);
  const address = page.url();

  const elsewhere = await browser.newContext();
  try {
    // The choice that is kept here is the other app.
    await comeBack(elsewhere, request, { email: "partner@demo.test" });
    const other = await elsewhere.newPage();
    await other.goto(address);
    await expect(new Frame(other).app).toHaveValue("Harbour Expo");
    await expect(new Frame(other).title("Events")).toBeVisible();

    await other.goto(address.replace(/\d+$/, "999"));
    await expect(other.getByText("This address is of an app that you have no access to.")).toBeVisible();
    await other.getByRole("link", { name: "Open the same page in “Harbour Expo”" }).click();
    await expect(new Frame(other).title("Events")).toBeVisible();
    await expect(other.getByRole("grid").or(other.getByRole("treegrid")).first()).toBeVisible();
  } finally {
    await elsewhere.close();
  }
});

test("an event of nobody's app is refused as before", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto("/event-details/999999/setup");
  await expect(page.getByText("This event is not among those that you may open in this app.")).toBeVisible();
});
