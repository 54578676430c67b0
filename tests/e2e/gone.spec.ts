// An address that names what is not there, or what belongs to another event, says so and leads back to the list.
import { expect, test } from "@playwright/test";
import { Desk } from "./pages/people.ts";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

const NOBODY = 987654321;
const EVENT = `/event-details/${EVENT_ID}`;
const ADDRESSES = [
  `/event-data/${EVENT_ID}/profile/${NOBODY}?list=category.1`,
  `${EVENT}/agenda?session=${NOBODY}`,
  `${EVENT}/custom-groups?id=${NOBODY}`,
  `${EVENT}/relationships?id=${NOBODY}`,
  `${EVENT}/custom-fields?open=${NOBODY}`,
  `${EVENT}/history?open=${NOBODY}`,
  `/event-home?open=${NOBODY}`,
  `/app-settings/data-types?open=${NOBODY}`,
  `/app-settings/multi-event-fields?open=${NOBODY}`,
  `/app-settings/admin-access?open=${NOBODY}`,
  `/app-settings/api-tokens?open=${NOBODY}`,
  `/app-settings/outbox?letter=${NOBODY}`,
];

for (const address of ADDRESSES) {
  test(`${address} says that it is not there and leads back to the list`, async ({ page, context, request }) => {
    await comeBack(context, request);
    await page.goto(address);
    const panel = page.getByRole("complementary");

    await expect(panel.getByRole("heading", { name: "This is not here" })).toBeVisible();
    await expect(panel.getByText(/(may have|has) been removed/)).toBeVisible();
    await expect(page.getByText("Something went wrong")).toHaveCount(0);
    await panel.getByRole("button", { name: "Close", exact: true }).click();
    await expect(panel).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}

test("a profile of another event is not there, and a button leads back to the list", async ({
  page,
  context,
  request,
}) => {
  const desk = await Desk.at(request, EVENT_ID);
  const person = await desk.profile({ first_name: "Elsbeth", last_name: "Elsewhere" });
  await comeBack(context, request, { eventId: 2 });
  await page.goto(`/event-data/2/profile/${person.id}?list=category.1`);
  const panel = page.getByRole("complementary");

  await expect(panel.getByRole("heading", { name: "This is not here" })).toBeVisible();
  await expect(panel.getByRole("tab")).toHaveCount(0);
  await panel.getByRole("button", { name: "Back to the list" }).click();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/\/event-data\/2\/category\/1/);
  await desk.leave();
});
