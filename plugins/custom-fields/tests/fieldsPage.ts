// The page of fields of an event as an event expert sees it, and the API as they may ask it.
import { type APIRequestContext, type BrowserContext, expect, type Page } from "@playwright/test";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

const EVENT = 2;

/** Two options that stories choose from. */
export const OPTIONS = ["Vegan", "Plants"].map((name) => ({
  key: name.toLowerCase(),
  labels: { "en-gb": name, de: name },
}));

interface With {
  page: Page;
  context: BrowserContext;
  request: APIRequestContext;
}

export async function fieldsPage({ page, context, request }: With) {
  await comeBack(context, request, { email: "expert@demo.test", eventId: EVENT });
  const listing = page.waitForRequest(
    (one) => one.url().endsWith(`/container/${EVENT}/field`) && one.method() === "GET",
  );
  await page.goto(`/event-details/${EVENT}/custom-fields`);
  const { authorization = "", "x-dashboard-authorization": dashboard = "" } = await (await listing).allHeaders();
  const headers = { authorization, "x-dashboard-authorization": dashboard };
  const send = async (method: "post" | "patch", path: string, data: object, event = EVENT) => {
    const reply = await request[method](`/1/api/container/${event}${path}`, { headers, data });
    expect(reply.ok(), await reply.text()).toBe(true);
    return (await reply.json()).data;
  };
  /** Adds a field and opens it in its panel. */
  const opened = async (
    name: string,
    draft: object,
    before: (field: { id: number; key: string; rev: number }) => unknown = () => {},
  ) => {
    const field = await send("post", "/field", { labels: { "en-gb": name }, ...draft });
    await before(field);
    await page.reload();
    await page.getByRole("link", { name, exact: true }).click();
    return { field, panel: page.getByRole("complementary", { name, exact: true }) };
  };
  return { send, opened };
}
