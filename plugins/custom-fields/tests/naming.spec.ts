import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

/** The page of fields of an event, and how the API is asked as the person who sees it. */
async function fieldsPage(page: Page, request: APIRequestContext) {
  const listing = page.waitForRequest((one) => one.url().endsWith("/container/2/field") && one.method() === "GET");
  await page.goto("/event-details/2/custom-fields");
  const { authorization = "", "x-dashboard-authorization": dashboard = "" } = await (await listing).allHeaders();
  const headers = { authorization, "x-dashboard-authorization": dashboard };
  const send = async (method: "post" | "patch", path: string, data: object) => {
    const reply = await request[method](`/1/api/container/2${path}`, { headers, data });
    expect(reply.ok(), await reply.text()).toBe(true);
    return (await reply.json()).data;
  };
  return send;
}

const options = ["Vegan", "Plants"].map((name) => ({ key: name.toLowerCase(), labels: { "en-gb": name, de: name } }));

test("who merges an option sees which rules name it, and they name the other one afterwards", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  const send = await fieldsPage(page, request);
  const { key } = await send("post", "/field", { labels: { "en-gb": "Lunch of rules" }, kind: "choice", options });
  const filter = [{ field: `fields.${key}`, op: "in", value: ["vegan"] }];
  await send("post", "/custom-group", { name: "Eats no meat", mode: "rule", rule: { match: "all", filter } });
  await page.reload();
  await page.getByRole("button", { name: "Lunch of rules", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Lunch of rules" });
  const used = panel.getByRole("region", { name: "Where used" });
  await expect(used.getByRole("listitem")).toHaveText("Group by rule: Eats no meat · Vegan");

  await panel.getByRole("button", { name: "Remove or merge Vegan", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Remove or merge “Vegan”" });
  await dialog.getByLabel("What becomes of its answers").selectOption({ label: "They become “Plants”" });
  await dialog.getByRole("button", { name: "Show what changes", exact: true }).click();
  await expect(dialog.getByText("These name the option and will name the other one instead:")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "Eats no meat", exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Merge options", exact: true }).click();
  await expect(dialog.getByText("0 profiles were changed.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();

  await expect(used.getByRole("listitem")).toHaveText("Group by rule: Eats no meat · Plants");
  await used.getByRole("link", { name: "Eats no meat", exact: true }).click();
  await expect(page.getByRole("complementary", { name: "Eats no meat" })).toBeVisible();
});

test("options are pasted from a table, and who lacks an answer is one step away", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  const send = await fieldsPage(page, request);
  await send("post", "/field", { labels: { "en-gb": "Pasted drink" }, kind: "choice", options });
  await page.reload();
  await page.getByRole("button", { name: "Pasted drink", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Pasted drink" });

  await panel.getByRole("button", { name: "Paste options", exact: true }).click();
  await panel.getByLabel("Options, one a line", { exact: true }).fill("Tea\tTee\nVegan\nWater");
  await panel.getByRole("button", { name: "Add 2 options", exact: true }).click();
  await expect(panel.getByLabel("Option 3 (de)", { exact: true })).toHaveValue("Tee");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(panel.getByRole("button", { name: "Remove or merge Water", exact: true })).toBeVisible();

  const answered = panel.getByRole("region", { name: "How it is answered" });
  await expect(answered.getByText(/^0% answer: 0 of [0-9,]+ profiles\.$/)).toBeVisible();
  await answered.getByRole("link", { name: /^[0-9,]+ profiles lack an answer$/ }).click();
  await expect(page).toHaveURL(/\/event-data\/2\?filter=/);
  await expect(page.getByText(/Pasted drink/).first()).toBeVisible();
});

test("who archives a field that somebody else has just changed is told what is otherwise, and archives it then", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "expert@demo.test", eventId: 2 });
  const send = await fieldsPage(page, request);
  const { id, rev } = await send("post", "/field", { labels: { "en-gb": "Late question" }, kind: "text" });
  await page.reload();
  await page.getByRole("button", { name: "Late question", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Late question" });
  const archive = panel.getByRole("button", { name: "Archive this field", exact: true });
  await expect(archive).toBeVisible();
  await send("patch", `/field/${id}`, { rev, section: "Theirs" });

  await archive.click();

  const told = panel.getByRole("region", { name: "Archive this field" }).getByRole("alert");
  await expect(told.getByText("Section: Theirs")).toBeVisible();
  await archive.click();
  await expect(panel.getByRole("button", { name: "Restore this field", exact: true })).toBeVisible();
  await expect(told).toHaveCount(0);
});
