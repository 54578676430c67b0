// A merge of days ago is undone from the list of merges, with a look beforehand at what comes back and what not.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

const EVENT = 2;

test("an editor looks at what undoing a merge brings back, undoes it, and reads what stayed", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT);
  const twin = (job_title: string, country: string) =>
    desk.profile({ first_name: "Melusine", last_name: "Mergenthal", company_name: "Mergenthal", job_title, country });
  const [one, other] = [await twin("Founder", "DE"), await twin("Owner", "FR")];
  const group = (await desk.ask("post", "/custom-group", { name: "Mergenthal", mode: "manual" })).data;
  await desk.ask("post", `/custom-group/${group.id}/member`, { words: [String(other.id)] });
  const versions = [one, other].map(({ id, rev }) => ({ id, rev }));
  const take = ["job_title", "country"];
  const merged = (await desk.ask("post", "/thing/merge", { keep: versions[0], drop: versions[1], take })).data;
  await desk.ask("patch", `/thing/${one.id}`, { rev: merged.kept.rev, job_title: "Chair" });
  await comeBack(context, request, { email: "matchmaker@demo.test", eventId: EVENT });

  try {
    await page.goto(`/event-data/${EVENT}/duplicates?state=merged`);
    await page.getByRole("searchbox", { name: "Search" }).fill("mergenthal");
    const list = page.getByRole("grid", { name: "Duplicates" });
    await expect(list.getByRole("gridcell", { name: "29 days" })).toBeVisible();
    await list.getByRole("gridcell", { name: other.name, exact: true }).first().click();

    const panel = page.getByRole("complementary");
    await expect(panel.getByRole("heading", { name: "Undo this merge?" })).toBeVisible();
    await expect(panel.getByText(`“${other.name}” (ID ${other.id}) comes back with what it said.`)).toBeVisible();
    await expect(panel.getByRole("table").first()).toContainText("CountryFranceGermany");
    await expect(panel.getByRole("row", { name: "Custom groups 0 1" })).toBeVisible();
    await expect(panel).toContainText("1 value of the profile that stayed has been changed since the merge");
    await expect(panel).toContainText("Job title");
    if (process.env["PICTURES"])
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${process.env["PICTURES"]}-${colorScheme}.png` });
      }
    await panel.getByRole("button", { name: "Undo", exact: true }).click();

    await expect(page.getByText("They are two profiles again, except for this:")).toBeVisible();
    await expect(page.getByText("No merges that could be undone").or(page.getByText("Nothing found"))).toBeVisible();
    const rows = (
      await desk.ask("post", "/thing/query", { search: "mergenthal", sort: [{ field: "id", direction: "asc" }] })
    ).data.rows;
    expect(rows).toMatchObject([
      { id: one.id, job_title: "Chair", country: "DE" },
      { id: other.id, job_title: "Owner", country: "FR" },
    ]);
  } finally {
    await desk.leave();
    await desk.ask("delete", `/custom-group/${group.id}?rev=${group.rev}`);
  }
});
