// Two people at the same rules, and a network that is slow or fails: what was decided stays, and nothing fails unseen.
import { expect, test } from "@playwright/test";
import { Dashboard } from "../../../tests/e2e/pages/dashboard.ts";
import { held } from "../../../tests/e2e/pages/held.ts";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

const EVENT = 2;

test("rules whose save fails after their page was left are told: tried again, or opened beside theirs", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT, "super");
  const stored = async () => (await desk.ask("get", "/type-rule")).data;
  const { types } = await stored();
  const idOf = (name: string) => types.find(({ type }: { type: string }) => type === name).id;
  const [from, to, verb] = [idOf("Attendee"), idOf("Speaker"), "scan"];
  const isIt = (one: { from: number; to: number; verb: string }) =>
    one.from === from && one.to === to && one.verb === verb;
  const saidNow = async () => (await stored()).cells.find(isIt)?.allow;
  /** What somebody else says of the cell. */
  const say = async (allow: boolean | undefined) => {
    const { rev, cells, settings, looks, order } = await stored();
    const others = cells.filter((one: Parameters<typeof isIt>[0]) => !isIt(one));
    const said = allow === undefined ? [] : [{ from, to, verb, allow }];
    const answer = await desk.ask("put", "/type-rule", { rev, cells: [...others, ...said], settings, looks, order });
    expect(answer.data?.rev).toBe(rev + 1);
  };
  await comeBack(context, request, { email: "super@demo.test", eventId: EVENT });
  await page.goto(`/event-details/${EVENT}/data-types-permissions?verb=scan`);
  const dashboard = new Dashboard(page);
  const cell = page.getByRole("grid").getByRole("gridcell", { name: /^Attendee → Speaker: / });
  const notice = page.getByRole("alert").filter({ hasText: "The rules of “Baltic Trade Forum” were not saved" });
  /** Says the next thing of the cell, sends it and goes elsewhere before it has arrived. */
  const sendAndLeave = async (leave: () => Promise<void>, fails = false) => {
    const letGo = await held(page, `**/container/${EVENT}/type-rule`, { method: "PUT", fails });
    await cell.click();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await leave();
    return letGo;
  };
  const elsewhere = async () => {
    await dashboard.go("Event details", "Custom profile fields");
    await dashboard.heading(/ields/);
  };

  await test.step("a fault", async () => {
    (await sendAndLeave(elsewhere, true))();

    await expect(notice).toBeVisible();
    await notice.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Changes saved successfully")).toBeVisible();
    expect(await saidNow()).toBe(true);
  });

  await test.step("somebody else saved first, and one has gone on to another event", async () => {
    await page.goBack();
    const letGo = await sendAndLeave(async () => {
      await dashboard.pick("Event", "Northwind Summit");
      await dashboard.go("Event details", "Data types and permissions");
      await expect(page).toHaveURL(/\/event-details\/1\/data-types-permissions/);
      await dashboard.heading("Data types and permissions");
    });
    await say(undefined);
    letGo();

    await notice.getByRole("button", { name: "Open" }).click();

    await expect(page).toHaveURL(new RegExp(`/event-details/${EVENT}/data-types-permissions`));
    const conflict = page.getByRole("region", { name: "Somebody else changed this in the meantime" });
    const clash = conflict.getByRole("rowgroup").filter({ hasText: "Attendee → Speaker: Scan the badge" });
    await expect(clash).toContainText("NoBy default");
    await conflict.getByRole("button", { name: "Save with these values" }).click();
    await expect(cell).toHaveAccessibleName("Attendee → Speaker: No, decided for this event");
    await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
    expect(await saidNow()).toBe(false);
  });
  await say(undefined);
});
