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
    // The words stand in the address: a list that is searched after it was drawn may be drawn anew under the press.
    await page.goto(`/event-data/${EVENT}/duplicates?state=merged&q=mergenthal`);
    await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("mergenthal");
    const list = page.getByRole("grid", { name: "Duplicates" });
    await expect(list.getByRole("gridcell", { name: "30 days" })).toBeVisible();
    await list.getByRole("gridcell", { name: other.name, exact: true }).first().click();

    const panel = page.getByRole("complementary");
    await expect(panel.getByRole("heading", { name: "Undo this merge?" })).toBeVisible();
    await expect(panel.getByText(`“${other.name}” (ID ${other.id}) comes back with what it said.`)).toBeVisible();
    await expect(panel.getByRole("table").first()).toContainText("CountryFranceGermany");
    await expect(panel.getByRole("row", { name: "Custom groups 0 1", exact: true })).toBeVisible();
    await expect(panel).toContainText("1 value of the profile that stayed has been changed since the merge");
    await expect(panel).toContainText("Job title");
    await expect(panel).toContainText("30 days left");
    await panel.getByRole("button", { name: "Undo", exact: true }).click();

    await expect(page.getByText("They are two profiles again. Not everything came back:")).toBeVisible();
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

test("what stands in the way of an undoing is said in the panel, and nothing is undone", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT);
  const person = (first_name: string) => desk.profile({ first_name, last_name: "Ottenbruch" });
  const [kept, first, second] = [await person("Kunigunde"), await person("Erdmute"), await person("Zwanette")];
  const versionOf = ({ id, rev }: { id: number; rev: number }) => ({ id, rev });
  const merge = async (keep: { id: number; rev: number }, drop: { id: number; rev: number }) =>
    (await desk.ask("post", "/thing/merge", { keep: versionOf(keep), drop: versionOf(drop), take: [] })).data;
  const merged = await merge(kept, first);
  await merge(merged.kept, second);
  await page.setViewportSize({ width: 1024, height: 640 });
  await comeBack(context, request, { email: "matchmaker@demo.test", eventId: EVENT, locale: "de" });

  await page.goto(`/event-data/${EVENT}/duplicates?state=merged&q=zwanette&merge=${merged.id}`);
  const panel = page.getByRole("complementary");
  await expect(panel.getByRole("alert")).toHaveText(
    `„${second.name}“ wurde seitdem mit diesem Profil zusammengeführt. Machen Sie zuerst das rückgängig`,
  );
  await expect(panel.getByRole("button", { name: "Rückgängig", exact: true })).toHaveCount(0);

  await page.getByRole("gridcell", { name: second.name, exact: true }).first().click();
  await expect(panel.getByText(`„${second.name}“ (ID ${second.id}) kommt mit seinen Angaben zurück.`)).toBeVisible();
  await panel.getByRole("button", { name: "Rückgängig", exact: true }).click();
  await expect(page.getByText("Es sind wieder zwei Profile", { exact: true })).toBeVisible();

  await page.goto(`/event-data/${EVENT}/duplicates?state=merged&merge=${merged.id}`);
  await panel.getByRole("button", { name: "Rückgängig", exact: true }).click();
  await expect(panel).toHaveCount(0);
  const there = (await desk.ask("post", "/thing/query", { search: "ottenbruch" })).data.rows;
  expect(there.map(({ id }: { id: number }) => id).sort()).toEqual([kept.id, first.id, second.id].sort());

  await desk.leave();
});
