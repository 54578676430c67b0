// One data type becomes another in a real browser: chosen, told what comes of it, the name typed; a saved view finds who was moved.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

test("a data type is merged into another, whose profile it is from then on", async ({ page, context, request }) => {
  const attempt = test.info().retry;
  const [gone, stays] = [`Doubled type ${attempt}`, `Kept type ${attempt}`];
  await comeBack(context, request, { email: "partner@demo.test" });
  const panel = page.getByRole("complementary");
  for (const name of [stays, gone]) {
    await page.goto("/app-settings/data-types?open=new");
    await panel.getByLabel("Name", { exact: true }).fill(name);
    await panel.getByLabel("Give it to every event that is not archived").check();
    await panel.getByRole("button", { name: "Add data type" }).click();
    await expect(panel.getByRole("heading", { name, exact: true })).toBeVisible();
  }
  const desk = await Desk.at(request, EVENT_ID);
  const types = (await desk.ask("get", "/type-category")).data.flatMap((one: { types: object[] }) => one.types);
  const idOf = (name: string) => types.find((one: { type: string }) => one.type === name).id;
  const person = await desk.profile({ type_id: idOf(gone), first_name: "Dora", last_name: "Doubled" });
  const filter = JSON.stringify([["type_id", "eq", idOf(gone)]]);
  const kept = {
    list: "all",
    name: `Doubled people ${attempt}`,
    shared: true,
    query: `filter=${encodeURIComponent(filter)}`,
  };
  const view = (await desk.ask("post", "/thing-view", kept)).data;

  await panel.getByRole("button", { name: "Merge into another…" }).click();
  const dialog = page.getByRole("dialog", { name: `Merge “${gone}” into another data type` });
  const merge = dialog.getByRole("button", { name: "Merge", exact: true });
  await dialog.getByRole("combobox", { name: "Into which" }).selectOption(stays);
  await expect(dialog.getByText(`1 profile becomes “${stays}”`)).toBeVisible();
  await expect(dialog.getByText("1 saved view finds its other profiles too")).toBeVisible();
  await expect(merge).toBeDisabled();
  await dialog.getByRole("textbox").fill(gone);
  await merge.click();

  await expect(dialog).toHaveCount(0);
  await expect(panel.getByRole("heading", { name: stays, exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: gone, exact: true })).toHaveCount(0);
  expect((await desk.ask("get", `/thing/${person.id}`)).data.type_id).toBe(idOf(stays));

  await page.goto(`/event-data/${EVENT_ID}`);
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("menuitemradio", { name: kept.name }).click();
  await expect(page.getByRole("gridcell", { name: "Dora Doubled" }).first()).toBeVisible();
  await expect(page.getByText(stays, { exact: true }).first()).toBeVisible();

  await desk.ask("delete", `/thing-view/${view.id}`);
  await desk.leave();
  await page.goto(`/app-settings/data-types?open=${idOf(stays)}`);
  await expect(panel.getByText("Nothing needs this data type.")).toBeVisible();
  await panel.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("link", { name: stays, exact: true })).toHaveCount(0);
});
