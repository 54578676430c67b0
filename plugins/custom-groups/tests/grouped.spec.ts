// Lists that are grouped by custom groups: who is in several stands in each of them, in a real browser.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

const BY = "beside.custom-groups.names";

test("a list is grouped by groups: who is in two stands in both, counts as one, and a bar of the chart leads to a group", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const named = (first_name: string) => desk.profile({ first_name, last_name: "Severalgrouped", status: "active" });
  const [mia, max, moe] = [await named("Mia"), await named("Max"), await named("Moe")];
  const group = async (name: string, members: { id: number }[]) => {
    const { id, rev } = (await desk.ask("post", "/custom-group", { mode: "manual", name })).data;
    await desk.ask("post", `/custom-group/${id}/member`, { words: members.map((one) => String(one.id)) });
    return { id, rev };
  };
  const made = [await group("Grouped early", [mia, max]), await group("Grouped late", [mia])];
  await comeBack(context, request, { email: "matchmaker@demo.test" });

  await page.goto(`/event-data/${EVENT_ID}/category/1?q=Severalgrouped&columns=name,${BY}&group=${BY}`);
  const row = (text: RegExp | string) => page.locator(".list-group").filter({ hasText: text });
  await expect(row(/^Grouped early\s*2$/)).toBeVisible();
  await expect(row(/^Grouped late\s*1$/)).toBeVisible();
  await expect(row(/^In no group\s*1$/)).toBeVisible();
  await expect(page.getByText("Filtered: 3", { exact: true })).toBeVisible();

  for (const name of ["Grouped early", "Grouped late", "In no group"])
    await page
      .getByRole("row")
      .filter({ has: row(name) })
      .locator(".ag-group-contracted")
      .first()
      .click();
  const opens = page.locator(".list-opens");
  await expect(opens.filter({ hasText: "Mia Severalgrouped" })).toHaveCount(2);
  await expect(opens.filter({ hasText: "Max Severalgrouped" })).toHaveCount(1);
  await expect(opens.filter({ hasText: moe.name })).toHaveCount(1);

  const ticks = page.locator(
    ".ag-pinned-left-cols-container .ag-row:not(.list-row-group) .ag-selection-checkbox input",
  );
  for (const at of [0, 1, 2]) await ticks.nth(at).check({ force: true });
  const selected = await page.getByText(/^Selected: \d/).textContent();
  expect(selected).toBe("Selected: 2");
  await opens.filter({ hasText: "Mia Severalgrouped" }).last().click();
  await expect(page.getByRole("complementary", { name: mia.name })).toBeVisible();
  await expect(page.locator(".list-row-open .list-opens")).toHaveCount(2);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Chart", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Chart" });
  await expect(dialog.getByText("Rows that are in several groups are counted in each of them.")).toBeVisible();
  await expect(dialog.getByRole("listitem").getByRole("link", { name: "In no group: 1" })).toBeVisible();
  await dialog.getByRole("listitem").getByRole("link", { name: "Grouped early: 2" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Filtered: 2", { exact: true })).toBeVisible();
  await expect(page.getByText("Group is Grouped early")).toBeVisible();

  for (const { id, rev } of made) await desk.ask("delete", `/custom-group/${id}?rev=${rev}`);
  await desk.leave();
});

test("a list is sorted by groups: members of the first stand first, those in none last, and the address keeps it", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const named = (first_name: string) =>
    desk.profile({ first_name, last_name: "Sortedbygroup", status: "active", country: "" });
  const [ada, bo, cy] = [await named("Ada"), await named("Bo"), await named("Cy")];
  const made = [];
  for (const [name, member] of [
    ["Sorted second", ada],
    ["Sorted first", cy],
  ] as const) {
    const { id, rev } = (await desk.ask("post", "/custom-group", { mode: "manual", name })).data;
    await desk.ask("post", `/custom-group/${id}/member`, { words: [String(member.id)] });
    made.push({ id, rev });
  }
  await comeBack(context, request, { email: "matchmaker@demo.test" });
  await page.goto(`/event-data/${EVENT_ID}/category/1?q=Sortedbygroup&columns=name,${BY}`);
  const opens = page.locator(".ag-center-cols-container .list-opens, .ag-pinned-left-cols-container .list-opens");
  await expect(opens).toHaveCount(3);
  const names = async () => {
    const rows = await opens.evaluateAll((all) =>
      all.map((one) => [Number(one.closest(".ag-row")?.getAttribute("row-index")), one.textContent ?? ""] as const),
    );
    return [...rows].sort((a, b) => a[0] - b[0]).map(([, text]) => /(Ada|Bo|Cy) Sorted/.exec(text)?.[1]);
  };

  const heading = page.getByRole("columnheader", { name: "Groups", exact: true });
  await heading.click();
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(names).toEqual(["Cy", "Ada", "Bo"]);
  await heading.click();
  await expect.poll(names).toEqual(["Bo", "Ada", "Cy"]);
  await desk.ask("post", `/custom-group/${made[1]?.id}/member`, { words: [String(bo.id)] });
  await page.reload();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expect.poll(names).toEqual(["Ada", "Cy", "Bo"]);

  for (const { id, rev } of made) await desk.ask("delete", `/custom-group/${id}?rev=${rev}`);
  await desk.leave();
});
