// A field is removed while somebody answers it: what they typed is refused beside it, and the rest is saved once it is cleared.
import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack, EVENT_ID } from "../../../tests/e2e/pages/screens.ts";

/** A field of the event that is this story's own. */
async function aField(desk: Desk, label: string) {
  const { data: field } = await desk.ask("post", "/field", { labels: { "en-gb": label }, kind: "text" });
  let { rev } = field;
  let isArchived = false;
  const archive = async () => {
    rev = (await desk.ask("post", `/field/${field.id}/archive`, { rev })).data.rev;
    isArchived = true;
  };
  const remove = async () => {
    if (!isArchived) await archive();
    const started = await desk.ask("post", `/field/${field.id}/remove`, { rev });
    const state = async () => (await desk.askApp("get", `/job/${started.data.job.id}`)).data.state;
    await expect.poll(state).toBe("done");
  };
  return { id: field.id as number, archive, remove };
}

test("an answer to a field that is gone is told beside it, and the others are saved without it", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID, "super");
  const field = await aField(desk, "Shoe size");
  const { id } = await desk.profile({ first_name: "Wilhelmina", last_name: "Removed" });
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}/profile/${id}?tab=fields`);
  const panel = page.getByRole("complementary").last();
  const answer = panel.getByLabel("Shoe size");
  await answer.fill("42");
  await panel.getByLabel("Mobile phone").fill("+44 20 7946 0958");
  await field.remove();
  await panel.getByRole("button", { name: "Save" }).click();

  await expect(panel.getByText("This field has been removed. Leave it empty")).toBeVisible();
  await expect(answer).toHaveValue("42");
  await answer.fill("");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Changes saved successfully")).toBeVisible();
  const { data } = await desk.ask("get", `/thing/${id}`);
  expect(data.fields).toEqual({ phone: "+442079460958" });
  await desk.leave();
});

test("a dialog about a field that is gone says so and goes no further", async ({ page, context, request }) => {
  const desk = await Desk.at(request, EVENT_ID, "super");
  const field = await aField(desk, "Hat size");
  await comeBack(context, request);
  await page.goto(`/event-details/${EVENT_ID}/custom-fields?open=${field.id}`);
  await page.getByRole("complementary").last().getByRole("button", { name: "Change the kind" }).click();
  const dialog = page.getByRole("dialog");
  const next = dialog.getByRole("button", { name: "Show what becomes of the answers" });
  await expect(next).toBeEnabled();
  await field.remove();
  await next.click();

  await expect(dialog.getByRole("alert")).toContainText("This field has been removed");
  await expect(next).toBeDisabled();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("complementary").last()).toContainText("Somebody else has removed this field");
});

test("a column of an import whose field is gone says so beside it, and the rest of what was chosen stays", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID, "super");
  const field = await aField(desk, "Glove size");
  const other = await aField(desk, "Shirt size");
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}/category/1?open=import`);
  const dialog = page.getByRole("dialog", { name: "Import" });
  const buffer = Buffer.from("Name,Kontakt,Hands\nGloria Gone,gloria@gone.example,7\n");
  await dialog.locator("input[type=file]").setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer });
  await dialog.getByLabel("Field for Kontakt").selectOption("Email");
  const hands = dialog.getByLabel("Field for Hands");
  await hands.selectOption("Glove size");
  await dialog.getByRole("button", { name: "See what it would do" }).click();
  await expect(dialog.getByRole("heading", { name: "This is what the import would do" })).toBeFocused();
  await field.archive();
  await dialog.getByRole("button", { name: "Import 1 profile" }).click();

  await expect(dialog.getByRole("heading", { name: "Which column is what?" })).toBeFocused();
  const row = dialog.getByRole("row", { name: /^Hands/ });
  await expect(row).toContainText("“Glove size” has been removed from the event");
  await expect(hands).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByRole("alert")).toHaveText(/A column fills a field that has been removed/);
  const next = dialog.getByRole("button", { name: "See what it would do" });
  await expect(next).toBeDisabled();
  await expect(dialog.getByLabel("Field for Kontakt")).toHaveValue("email");
  await hands.selectOption("Shirt size");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await next.click();
  await expect(dialog.getByRole("button", { name: "Import 1 profile" })).toBeEnabled();
  await field.remove();
  await other.remove();
});
