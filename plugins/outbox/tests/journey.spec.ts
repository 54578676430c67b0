// Looking for a letter in the outbox, in a real browser.
import { expect, test } from "@playwright/test";
import { findings, RULES } from "../../../tests/e2e/pages/axe.ts";
import { PASSWORD } from "../../../tests/e2e/pages/LoginPage.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

const INVITED = "an.unusually.long.address.of.somebody.who.is.invited@example.test";

test("an administrator finds an invitation by its state and a piece of its address, and reads it", async ({
  page,
  context,
  request,
}) => {
  const { data } = await (
    await request.post("/1/dashboard/user/login", { data: { email: "app@demo.test", password: PASSWORD } })
  ).json();
  const dashboard = { "x-dashboard-authorization": data.token as string };
  const app = await (await request.get("/1/dashboard/application/1", { headers: dashboard })).json();
  const headers = { ...dashboard, authorization: `Bearer ${app.data.token}` };
  for (const email of [INVITED, "somebody.else@example.test"]) {
    const invitation = { email, role_id: 95, allowed_containers: [-1] };
    expect((await request.post("/1/api/invite", { headers, data: invitation })).ok()).toBe(true);
  }
  await comeBack(context, request, { email: "app@demo.test" });

  await page.goto("/app-settings/outbox");
  // What tells letters apart has the most room.
  const widthOf = async (name: string) => (await page.getByRole("columnheader", { name }).boundingBox())?.width ?? 0;
  await expect.poll(() => widthOf("Subject")).toBeGreaterThanOrEqual(320);
  // And no column is cut off by the edge of the list.
  const edgeOf = async (of: "grid" | "Written") => {
    const part = of === "grid" ? page.getByRole("grid") : page.getByRole("columnheader", { name: of });
    const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
    return x + width;
  };
  expect(await edgeOf("Written")).toBeLessThanOrEqual(await edgeOf("grid"));
  await page.getByRole("button", { name: /^Kept here \d+$/ }).click();
  await expect(page.getByRole("list", { name: "Filters" })).toContainText("State is Kept here");
  await page.getByRole("searchbox").fill("usually.lon");
  await expect(page.getByRole("link", { name: /invites you to Northwind Events/ })).toHaveCount(1);
  await page.getByRole("link", { name: /invites you to Northwind Events/ }).click();

  const panel = page.getByRole("complementary");
  await expect(panel).toContainText(INVITED);
  await expect(panel).toContainText("/create-account/");
  await expect(panel).toContainText("Valid until");
  expect(await findings(page, RULES)).toEqual([]);
  await page.reload();
  await expect(panel).toContainText("/create-account/");
  await panel.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("searchbox").fill("nobody.at.all");
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(page.getByRole("link", { name: /invites you to Northwind Events/ })).not.toHaveCount(1);
  await expect(page).toHaveURL(/outbox$/);
});
