// What is wrong around the product: clocks, networks and storage. The person sees one true sentence, keeps what was typed, and can go on.
import { expect, type Page, test } from "@playwright/test";
import { Frame } from "./pages/Frame.ts";
import { LoginPage, PASSWORD } from "./pages/LoginPage.ts";
import { comeBack, EVENT_ID } from "./pages/screens.ts";

const DAY = 86_400_000;
const SETUP = "/event-details/1/setup";

/** Gives the first group a condition on today's date, as a product owner would. */
async function limitGroup(page: Page, condition: object): Promise<void> {
  await page.route("**/1/dashboard/navigation", async (route) => {
    const reply = await route.fetch();
    const { data } = await reply.json();
    const [first, ...rest] = data.config.groups;
    await route.fulfill({
      response: reply,
      json: { data: { ...data, config: { ...data.config, groups: [{ ...first, visibleWhen: condition }, ...rest] } } },
    });
  });
}

for (const years of [-3, 3]) {
  test(`a browser clock that is ${years} years off changes nothing that depends on the date`, async ({
    page,
    context,
    request,
  }) => {
    const health = await request.get("/health");
    const today = Date.parse(health.headers().date as string);
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    await comeBack(context, request);
    await limitGroup(page, { all: [{ from: day(today - 30 * DAY) }, { until: day(today + 30 * DAY) }] });
    await page.clock.setSystemTime(today + years * 365 * DAY);
    await page.goto("/event-home");
    const frame = new Frame(page);

    await expect(frame.group("Event details")).toBeVisible();
    await expect(frame.group("Events")).toBeVisible();
  });
}

test("a save that the server never answers is given up after half a minute; what was typed stays", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.clock.install();
  await page.goto(SETUP);
  const name = page.getByRole("main").getByRole("textbox", { name: "Name", exact: true });
  const before = await name.inputValue();
  await page.route("**/1/api/container/1", (route) =>
    route.request().method() === "GET" ? route.continue() : undefined,
  );
  await name.fill(`${before} typed`);
  const asked = page.waitForRequest((one) => one.method() !== "GET" && one.url().endsWith("/1/api/container/1"));
  await page.getByRole("button", { name: "Save" }).click();
  await asked;

  await page.clock.fastForward(31_000);
  await expect(page.getByRole("alert")).toContainText("The server did not answer in time");
  await expect(name).toHaveValue(`${before} typed`);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(name).toHaveValue(before);
});

test("a start that the server never answers ends in a sentence and a way on", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.clock.install();
  await page.route("**/1/dashboard/application", () => undefined);
  await page.goto("/event-home");
  // The texts are there, the frame is drawn, and what it waits for does not come.
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeAttached();
  // Once is not enough where the page asks before the application's code is there: that one waits from its own start on.
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(page.getByRole("alert")).toBeVisible({ timeout: 1000 });
  }).toPass();

  await expect(page.getByRole("alert")).toContainText("The server did not answer in time");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(new Frame(page).title("Events")).toBeVisible();
});

test("going offline is said, keeps what was typed, and coming back goes on", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto(SETUP);
  const name = page.getByRole("main").getByRole("textbox", { name: "Name", exact: true });
  const before = await name.inputValue();
  await name.fill(`${before} offline`);

  await context.setOffline(true);
  await expect(page.getByRole("status").filter({ hasText: "You are offline" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("The server could not be reached");
  await expect(name).toHaveValue(`${before} offline`);

  await context.setOffline(false);
  await expect(page.getByRole("status").filter({ hasText: "You are online again" })).toBeVisible();
  await name.fill(before);
  await new Frame(page).openGroup("Event details");
  await new Frame(page).entry("Agenda").click();
  await expect(new Frame(page).title("Agenda")).toBeVisible();
});

test("a start without a connection goes on by itself when the connection is back", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.route("**/1/**", (route) => route.abort());
  await page.goto("/event-home");
  await expect(page.getByRole("alert").first()).toContainText("The server could not be reached");

  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(new Frame(page).title("Events")).toBeVisible();
});

test("rows that could not come without a connection come by themselves when it is back", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(`/event-data/${EVENT_ID}/category/1`);
  const search = page.getByRole("main").getByRole("searchbox", { name: "Search" });
  await expect(page.getByRole("gridcell").first()).toBeVisible();

  await context.setOffline(true);
  await search.fill("anna");
  await expect(page.getByText("Some rows could not be loaded").first()).toBeVisible();
  await context.setOffline(false);

  await expect(page.getByRole("gridcell", { name: /Anna/ }).first()).toBeVisible();
  await expect(page.getByText("Some rows could not be loaded")).toHaveCount(0);
});

test("a token of another user in the storage is no log-in, and leads to one", async ({ page, request }) => {
  const credentials = async (who: string) => {
    const reply = await request.post("/1/dashboard/user/login", {
      data: { email: `${who}@demo.test`, password: PASSWORD },
    });
    return (await reply.json()).data;
  };
  const [mine, theirs] = [await credentials("partner"), await credentials("owner")];
  await page.goto("/login");
  await page.evaluate((stored) => localStorage.setItem("userData", JSON.stringify(stored)), {
    ...mine.user,
    token: theirs.token,
  });
  await page.goto("/event-home");

  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("userData"))).toBeNull();
  await new LoginPage(page).fill("partner");
  await expect(new Frame(page).title("Events")).toBeVisible();
});

const OTHER_VERSIONS: Record<string, string> = {
  "another shape": JSON.stringify({ version: 1, id: 3, name: "Ada", jwt: "x" }),
  "no object": "42",
  "a list": "[1,2]",
};
for (const [what, text] of Object.entries(OTHER_VERSIONS)) {
  test(`a user of another version in the storage (${what}) is said once, and log-in helps`, async ({ page }) => {
    await page.goto("/login");
    await page.evaluate((stored) => localStorage.setItem("userData", stored), text);
    await page.goto("/event-home");

    await expect(page.getByRole("alert")).toContainText("Something went wrong");
    await expect(page).toHaveURL(/\/login$/);
    await new LoginPage(page).fill("super");
    await expect(new Frame(page).title("Events")).toBeVisible();
  });
}

test("what else is kept may be of any version: the page takes what it can read", async ({ page, context, request }) => {
  await comeBack(context, request);
  await page.goto("/login");
  await page.evaluate(() => {
    for (const key of ["groups", "recent", "theme", "lang", "event-data.all"])
      localStorage.setItem(key, '[{"version":0},');
    localStorage.setItem("groups", '["events",7]');
    localStorage.setItem("recent", '{"userId":1,"ids":{"a":1}}');
    sessionStorage.setItem("selection", '{"userId":"1","appId":null}');
  });
  await page.goto("/event-data/1");
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
});

test("a reply that comes late is waited for with an outline, and then drawn", async ({ page, context, request }) => {
  await comeBack(context, request);
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/1/api/container?limit=*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(SETUP);
  await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toBeVisible();
  answer();
  await expect(new Frame(page).title("Setup")).toBeVisible();
});

test("a year is typed into a date figure by figure, and no more than four", async ({ page, context, request }) => {
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await comeBack(context, request);
  await page.goto(SETUP);
  const start = page.getByRole("main").getByLabel("Start", { exact: true });
  await start.focus();
  await page.keyboard.type("05052");
  await expect(start).toHaveValue(/^0002-05-05T/);
  await page.keyboard.type("027");
  await expect(start).toHaveValue(/^2027-05-05T/);
  await start.fill("12027-05-05T10:00");

  await expect(start).toHaveValue(/^2027-05-05T/);
  expect(errors).toEqual([]);
});
