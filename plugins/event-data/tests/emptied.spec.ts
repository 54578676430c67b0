// Answers that are taken away in the form of a profile.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

/** A small event, which has fields of its own for a while. */
const EVENT = 2;

test("a number that is emptied and choices that are unticked are gone after the save, also when the page is loaded anew", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT, "expert");
  const option = (key: string, label: string) => ({ key, labels: { "en-gb": label } });
  const drafts = [
    { labels: { "en-gb": "Stand size" }, key: "emptied_size", kind: "number" },
    {
      ...{ labels: { "en-gb": "Days there" }, key: "emptied_days", kind: "choices" },
      options: [option("mon", "Monday"), option("tue", "Tuesday")],
    },
  ];
  const made = [];
  for (const draft of drafts) made.push((await desk.ask("post", "/field", draft)).data);
  const fields = { emptied_size: 12, emptied_days: ["mon"] };
  const { id } = await desk.profile({ first_name: "Emptied", last_name: "Answers", fields });
  await comeBack(context, request, { email: "expert@demo.test", eventId: EVENT });
  await page.goto(`/event-data/${EVENT}/profile/${id}?list=category.1`);
  const panel = page.getByRole("complementary");
  await panel.getByRole("tab", { name: "Custom fields" }).click();
  const size = panel.getByLabel("Stand size");
  const monday = panel.getByRole("checkbox", { name: "Monday" });
  await expect(size).toHaveValue("12");

  await size.fill("");
  await monday.uncheck();
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved" }).first()).toBeVisible();

  await page.reload();
  await panel.getByRole("tab", { name: "Custom fields" }).click();
  await expect(monday).not.toBeChecked();
  await expect(size).toHaveValue("");
  const { data } = await desk.ask("get", `/thing/${id}`);
  expect(data.fields).toEqual({});

  await desk.ask("delete", `/thing/${id}?rev=${data.rev}`);
  for (const { id: field, rev } of made) await desk.ask("post", `/field/${field}/archive`, { rev });
});
