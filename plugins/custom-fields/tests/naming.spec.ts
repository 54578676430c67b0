// What names a field beside its answers, who lacks one, and how a field ends.
import { expect, test } from "@playwright/test";
import { fieldsPage, OPTIONS } from "./fieldsPage.ts";

test("who merges an option sees which rules name it, and they name the other one afterwards", async ({
  page,
  context,
  request,
}) => {
  const { send, opened } = await fieldsPage({ page, context, request });
  const { panel } = await opened("Lunch of rules", { kind: "choice", options: OPTIONS }, ({ key }) => {
    const filter = [{ field: `fields.${key}`, op: "in", value: ["vegan"] }];
    return send("post", "/custom-group", { name: "Eats no meat", mode: "rule", rule: { match: "all", filter } });
  });
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
  const { opened } = await fieldsPage({ page, context, request });
  const { panel } = await opened("Pasted drink", { kind: "choice", options: OPTIONS });

  await panel.getByRole("button", { name: "Paste options", exact: true }).click();
  await panel.getByLabel("Options, one a line", { exact: true }).fill("Tea\tTee\nVegan\nWater");
  await panel.getByRole("button", { name: "Add 2 options", exact: true }).click();
  await expect(panel.getByLabel("Option 3 (German)", { exact: true })).toHaveValue("Tee");
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
  const { send, opened } = await fieldsPage({ page, context, request });
  const { field, panel } = await opened("Late question", { kind: "text" });
  const { id, rev } = field;
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
