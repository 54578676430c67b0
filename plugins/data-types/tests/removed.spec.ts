import { expect, test } from "@playwright/test";
import { Desk } from "../../../tests/e2e/pages/people.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

test("somebody else removes data types while they are archived, merged, listed and ruled: each says so and goes on", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request, { email: "super@demo.test", eventId: 2 });
  const desk = await Desk.at(request, 2, "super");
  const { retry } = test.info();
  const make = async (name: string): Promise<{ id: number; type: string; rev: number }> => {
    const made = { type: `${name} ${retry}`, type_category_id: 1, to_events: true };
    return (await desk.askApp("post", "/type", made)).data;
  };
  const remove = ({ id, rev }: { id: number; rev: number }) => desk.askApp("delete", `/type/${id}?rev=${rev}`);
  const [one, other, third, fourth] = [
    await make("Gone"),
    await make("Into"),
    await make("Moved"),
    await make("Ruled"),
  ];
  await page.goto("/app-settings/data-types");
  const list = page.getByRole("table", { name: "Participants" });
  const panel = page.getByRole("complementary");

  await test.step("merged into one that is gone: it is offered no more, the other is still open", async () => {
    await list.getByRole("link", { name: one.type, exact: true }).click();
    await panel.getByRole("button", { name: "Merge into another…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("option", { name: other.type, exact: true })).toBeAttached();
    await remove(other);
    await dialog.getByLabel("Into which").selectOption({ label: other.type });
    await expect(dialog.getByRole("alert")).toHaveText("This data type has been removed");
    await expect(dialog.getByRole("option", { name: other.type, exact: true })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(panel.getByRole("heading", { name: one.type })).toBeVisible();
  });

  await test.step("archived when it is gone", async () => {
    await remove(one);
    await panel.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(panel.getByText("Somebody else has removed this data type").filter({ visible: true })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await panel.getByRole("button", { name: "Close", exact: true }).click();
  });

  await test.step("moved when it is gone", async () => {
    await remove(third);
    await list.getByRole("row", { name: third.type }).getByRole("button", { name: /up$/ }).click();
    await expect(page.getByText("One of the data types is not here any more")).toBeVisible();
    await expect(list.getByRole("row", { name: third.type })).toHaveCount(0);
  });

  await test.step("ruled when it has left the event", async () => {
    await page.goto("/event-details/2/data-types-permissions?verb=message");
    await page.getByRole("gridcell", { name: new RegExp(`^Attendee → ${fourth.type}`) }).click();
    await page.keyboard.press("Space");
    await remove(fourth);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(`The event no longer has the data type ${fourth.type}`)).toBeVisible();
    await page.goto(`/event-details/2/data-types-permissions?pair=1-${fourth.id}`);
    await expect(panel.getByText("This is not here")).toBeVisible();
  });

  await test.step("its list is not an empty one; that of a type which came after the page was loaded is", async () => {
    await page.goto(`/event-data/2/type/${fourth.id}`);
    await expect(page.getByText("The event does not have this data type, or it has been removed")).toBeVisible();
    await page.getByRole("button", { name: "Back to the list" }).click();
    await expect(page.getByRole("heading", { name: "Participants, companies and items" })).toBeVisible();
    const late = await make("Late");
    await page.evaluate((path) => {
      history.pushState({}, "", path);
      dispatchEvent(new PopStateEvent("popstate"));
    }, `/event-data/2/type/${late.id}`);
    await expect(page.getByRole("heading", { name: late.type })).toBeVisible();
    await remove(late);
  });
});
