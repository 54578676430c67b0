// What narrows a list, the same in each of them: it is seen, comes with the address, is taken off by keys, and is not an empty list.
import { type APIRequestContext, expect, type Locator, type Page, test } from "@playwright/test";
import type { ListFilter } from "#schemas/list.ts";
import { Desk } from "./pages/people.ts";
import { comeBack } from "./pages/screens.ts";

test.describe.configure({ timeout: 90_000 });

/** A small event that other stories write in, and the one with a schedule that they leave alone. */
const SMALL = 2;
const LARGE = 1;
/** Words that nothing has. */
const NOWHERE = "zzqx";

const COLUMNS = (...filters: [field: string, op: string, value: unknown][]) => JSON.stringify(filters);
const DAYS = { from: "2026-01-01", to: "2026-03-01" };

interface ListAt {
  name: string;
  address: string;
  /** What narrows it, by the parameters of its address. */
  filters: Record<string, string>;
  /** What the chips say, in their order. */
  chips: string[];
  /** The parameter of its words; left out where nothing is sought by words. */
  words?: string;
  prepare?: (page: Page, request: APIRequestContext) => Promise<void>;
}

const LISTS: ListAt[] = [
  {
    name: "participants",
    address: `/event-data/${LARGE}/category/1`,
    filters: { filter: COLUMNS(["country", "in", ["DE"]], ["status", "in", ["active"]]) },
    chips: ["Country is Germany", "Status is Active"],
    words: "q",
  },
  {
    name: "the fields of an event",
    address: `/event-details/${LARGE}/custom-fields`,
    filters: { kind: "choices", type: "1" },
    chips: ["Kind: Multiple choice", "Data types: Attendee"],
    words: "words",
  },
  {
    name: "the fields of several events",
    address: "/app-settings/multi-event-fields",
    filters: { kind: "choice", type: "1" },
    chips: ["Kind: Single choice", "Data types: Attendee"],
    words: "words",
  },
  ...["", "day", "clashes"].map((view) => ({
    name: `the agenda${view && ` as ${view}`}`,
    address: `/event-details/${LARGE}/agenda`,
    filters: { ...(view && { view }), stage: "1", track: "1" },
    chips: ["Stage: Aurora Hall", "Track: Growth"],
    words: "words",
  })),
  {
    name: "the history",
    address: `/event-details/${SMALL}/history`,
    filters: { by: "me", filter: COLUMNS(["actor_kind", "in", ["token"]]) },
    chips: ["Only mine", "Through is API token"],
    words: "q",
    prepare: profilesOf({ first_name: "Thea", last_name: "Trace" }),
  },
  {
    name: "events",
    address: "/event-home",
    filters: { show: "archived", filter: COLUMNS(["name", "contains", "summit"]) },
    chips: ["Archived events", "Name contains “summit”"],
    words: "q",
  },
  {
    name: "administrators",
    address: "/app-settings/admin-access",
    filters: { filter: COLUMNS(["email", "contains", "demo"], ["status", "in", ["active"]]) },
    chips: ["Email contains “demo”", "Status is Active"],
    words: "q",
  },
  {
    name: "kinds of relationships",
    address: `/event-details/${LARGE}/relationships`,
    filters: { filter: COLUMNS(["name", "contains", "e"], ["links", "gte", 1]) },
    chips: ["Name contains “e”", "Links is at least 1"],
    words: "q",
  },
  {
    name: "groups",
    address: `/event-details/${LARGE}/custom-groups`,
    filters: { filter: COLUMNS(["name", "contains", "e"], ["members", "gte", 1]) },
    chips: ["Name contains “e”", "Members is at least 1"],
    words: "q",
  },
  {
    name: "duplicates",
    address: `/event-data/${SMALL}/duplicates`,
    filters: { filter: COLUMNS(["score", "gte", 10]) },
    chips: ["How sure is at least 10"],
    words: "q",
    prepare: async (page, request) => {
      const twin = { first_name: "Philomena", last_name: "Twice", company_name: "Twice" };
      await profilesOf(twin, twin)(page, request);
      await page.goto(`/event-data/${SMALL}/duplicates`);
      await page.getByRole("button", { name: "Search now" }).click();
      await expect(page.getByRole("grid", { name: "Duplicates" })).toContainText("Philomena");
    },
  },
  {
    name: "insights",
    address: "/insights",
    filters: { event: String(LARGE), ...DAYS },
    chips: ["Figures of: Northwind Summit (1)", "From 1 Jan 2026 to 1 Mar 2026"],
  },
  {
    name: "the API documentation",
    address: "/app-settings/api-documentation",
    filters: {},
    chips: [],
    words: "search",
  },
];

/** Profiles of the small event, and how they go again. */
function profilesOf(...profiles: object[]) {
  return async (_: Page, request: APIRequestContext) => {
    const desk = await Desk.at(request, SMALL);
    leave = () => desk.leave();
    for (const profile of profiles) await desk.profile(profile);
  };
}

/** The address with all that narrows the list, and perhaps words. */
function narrowed({ address, filters, words }: ListAt, sought?: string): string {
  return `${address}?${new URLSearchParams({ ...filters, ...(words && sought ? { [words]: sought } : {}) })}`;
}

/** Parameters of the page's address that make the list shorter. */
function narrowing(page: Page, { filters, words }: ListAt): string[] {
  const names = [...Object.keys(filters), ...(words ? [words] : [])].filter((name) => name !== "view");
  const { searchParams } = new URL(page.url());
  return names.filter((name) => searchParams.has(name));
}

/** Takes away what a story has prepared, however it ends. */
let leave: (() => Promise<void>) | undefined;
test.afterEach(async () => {
  await leave?.();
  leave = undefined;
});

for (const list of LISTS) {
  test(`what narrows ${list.name} is seen, comes with the address and is taken off by keys; to find nothing is not to be empty`, async ({
    page,
    context,
    request,
  }) => {
    await comeBack(context, request, { eventId: list.address.includes(`/${SMALL}/`) ? SMALL : LARGE });
    await list.prepare?.(page, request);
    const main = page.getByRole("main");
    const chips = main.getByRole("list", { name: "Filters" });
    const texts = chips.locator(".filter-chip");
    const remove = (text: string) => main.getByRole("button", { name: `Remove the filter: ${text}`, exact: true });
    const seeker = list.words
      ? main.locator("search, .list-toolbar").getByRole("searchbox")
      : main.getByRole("combobox").first();
    const clear = chips.getByRole("button", { name: "Clear filters" });
    const none = main.getByRole("heading", { name: "No matches" });

    await page.goto(narrowed(list));
    await expect(texts).toHaveText(list.chips);
    await page.reload();
    await expect(texts).toHaveText(list.chips);

    for (const [at, text] of list.chips.entries()) {
      const next = list.chips[at + 1];
      await remove(text).press("Enter");
      await expect(next ? remove(next) : seeker).toBeFocused();
      await expect(texts).toHaveText(list.chips.slice(at + 1));
    }
    await expect.poll(() => narrowing(page, list)).toEqual([]);

    if (list.chips.length > 0) {
      await page.goto(narrowed(list, "a"));
      await clear.press("Enter");
      await expect(seeker).toBeFocused();
      await expect(chips).toBeHidden();
      await expect.poll(() => narrowing(page, list)).toEqual([]);
    }

    if (list.words) {
      await page.goto(narrowed(list, NOWHERE));
      await expect(none).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: /^0 of [\d,]+ / })).toHaveCount(1);
      await expect(seeker).toHaveValue(NOWHERE);
      await main.locator(".state").getByRole("button", { name: "Clear filters" }).press("Enter");
      await expect(seeker).toBeFocused();
      await expect(seeker).toHaveValue("");
      await expect(none).toBeHidden();
      await expect.poll(() => narrowing(page, list)).toEqual([]);

      await seeker.fill(NOWHERE);
      await expect(none).toBeVisible();
      await main.getByRole("button", { name: "Empty the search" }).press("Enter");
      await expect(seeker).toBeFocused();
      await expect(none).toBeHidden();
      await seeker.fill(NOWHERE);
      await expect(none).toBeVisible();
      await seeker.press("Escape");
      await expect(none).toBeHidden();
    }
  });
}

test("lists say in German what narrows them and that nothing matches", async ({ page, context, request }) => {
  await comeBack(context, request, { locale: "de" });
  const main = page.getByRole("main");
  // What needs something to be there first says it in the same words.
  for (const list of LISTS.filter(({ prepare, words }) => words && !prepare)) {
    await test.step(list.name, async () => {
      await page.goto(narrowed(list, NOWHERE));
      await expect(main.getByRole("heading", { name: "Keine Treffer" })).toBeVisible();
      await expect(main.getByRole("list", { name: "Filter" }).locator(".filter-chip")).toHaveCount(list.chips.length);
      await main.locator(".state").getByRole("button", { name: "Alle Filter entfernen" }).click();
      await expect(main.getByRole("heading", { name: "Keine Treffer" })).toBeHidden();
      await expect(main.getByRole("searchbox")).toBeFocused();
    });
  }
});

test("filters that are taken off while rows are ticked lead on to the search, which was out of sight", async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize({ width: 1024, height: 640 });
  await comeBack(context, request);
  const filter = COLUMNS(["name", "contains", "a"], ["status", "in", ["active"]], ["email", "contains", "ex"]);
  await page.goto(`/event-data/${LARGE}/category/1?${new URLSearchParams({ filter })}`);
  const search = page.getByRole("searchbox", { name: "Search: Participants" });
  await page.locator(".ag-row").first().getByRole("checkbox").click();
  await expect(page.getByRole("button", { name: "Clear the selection" })).toBeVisible();
  await expect(search).toBeHidden();

  await page.getByRole("button", { name: "Clear filters" }).press("Enter");

  await expect(search).toBeFocused();
  await expect(page).not.toHaveURL(/filter=/);
});

test("who has changed nothing is told that nothing matches, not that nobody has changed anything", async ({
  page,
  context,
  request,
}) => {
  const quiet = 5;
  const desk = await Desk.at(request, quiet);
  leave = () => desk.leave();
  await desk.profile({ first_name: "Wanda", last_name: "Witness" });
  await comeBack(context, request, { eventId: quiet });
  // Other stories change something in every event: the server is asked for somebody who never does.
  await page.route("**/history/query", (route) => {
    const body = route.request().postDataJSON();
    const filter = body.filter?.map((one: { field: string }) =>
      one.field === "actor_id" ? { ...one, value: 999_999 } : one,
    );
    return route.continue({ postData: { ...body, ...(filter && { filter }) } });
  });
  await page.goto(`/event-details/${quiet}/history`);
  const mine = page.getByRole("checkbox", { name: "Only mine" });
  await expect(page.getByRole("gridcell", { name: "Wanda Witness" }).first()).toBeVisible();

  // What is ticked comes back through the address.
  await mine.click();
  await expect(mine).toBeChecked();
  await expect(page.getByRole("heading", { name: "No matches" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).press("Enter");

  await expect(mine).not.toBeChecked();
  await expect(page.getByRole("gridcell", { name: "Wanda Witness" }).first()).toBeVisible();
});

test("a word on its way into the address takes back nothing that was changed meanwhile", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(`/event-details/${LARGE}/custom-fields?kind=choices`);
  const box = page.getByRole("searchbox", { name: "Name or key" });
  await expect(box).toBeVisible();

  // Both before the pause after typing is over.
  await box.evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "e");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    document.querySelector<HTMLButtonElement>(".filter-chip button")?.click();
  });

  await expect(page).toHaveURL(/words=e/);
  await expect(page).not.toHaveURL(/kind=/);
});

test("what is opened before the page knows of a new word in its address opens beside it, and takes nothing back", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto("/app-settings/admin-access");
  await expect(page.locator(".ag-row .list-opens").first()).toBeVisible();

  // The press comes with the address itself: the page is drawn a moment later, longer where a machine is slow.
  await page.evaluate(() => {
    const { replaceState } = history;
    history.replaceState = (...given) => {
      replaceState.apply(history, given);
      if (!location.search.includes("q=")) return;
      history.replaceState = replaceState;
      queueMicrotask(() => document.querySelector<HTMLElement>(".ag-row .list-opens")?.click());
    };
  });
  await page.getByRole("searchbox").first().fill("demo");

  await expect(page.locator("aside.side-panel")).toBeVisible();
  await expect(page).toHaveURL(/q=demo/);
  await expect(page).toHaveURL(/open=/);
});

test("where all is archived a list says that, and shows what is archived", async ({ page, context, request }) => {
  await comeBack(context, request);
  const main = page.getByRole("main");
  /** The server's own answers, as if all that it has had been archived. */
  const all = (rows: object[]) => rows.map((row) => ({ ...row, archived_at: "2026-01-01T00:00:00.000Z" }));
  await page.route(/\/1\/api\/(container\/\d+\/field|type\/detail)$/, async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ response, json: { data: all(data) } });
  });
  await page.route(/\/1\/api\/container\/query$/, async (route) => {
    const asked = route.request().postDataJSON();
    const isCurrent = asked.filter.some(({ field, value }: ListFilter) => field === "archived_at" && value === true);
    const response = await route.fetch({ postData: { ...asked, filter: [] } });
    const { data } = await response.json();
    const left = isCurrent ? { rows: [], matched: 0 } : { rows: all(data.rows) };
    await route.fulfill({ response, json: { data: { ...data, ...left } } });
  });
  const shows = async (address: string, said: string, action: string, focused: Locator, found: Locator) => {
    await page.goto(address);
    await expect(main.getByRole("heading", { name: said })).toBeVisible();
    await main.locator(".state").getByRole("button", { name: action }).press("Enter");
    await expect(focused).toBeFocused();
    await expect(found).toBeVisible();
    await page.reload();
    await expect(found).toBeVisible();
    await expect(main.getByRole("heading", { name: said })).toBeHidden();
  };

  await shows(
    `/event-details/${LARGE}/custom-fields`,
    "All fields are archived",
    "Show archived",
    main.getByRole("searchbox", { name: "Name or key" }),
    main.getByRole("link", { name: "Interests" }),
  );
  await shows(
    "/app-settings/data-types",
    "All types of this category are archived",
    "Show archived",
    main.getByRole("heading", { level: 1 }),
    main.getByRole("link", { name: "Attendee" }),
  );
  await shows(
    "/event-home",
    "All events are archived",
    "Show archived events",
    main.getByRole("searchbox", { name: "Search: Events" }),
    main.getByRole("gridcell", { name: "Northwind Summit", exact: true }),
  );
});

test("an address that groups by what the list does not know groups by what it knows", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  await page.goto(`/event-data/${LARGE}/category/1?group=fields.gone_since,country`);
  const groups = page.getByRole("list", { name: "Groups" });
  await expect(groups.getByRole("listitem")).toHaveText(["Grouped by Country"]);
  await expect(page.getByRole("treegrid")).toBeVisible();

  await page.goto(`/event-data/${LARGE}/category/1?group=fields.gone_since`);
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expect(groups).toHaveCount(0);
  await expect(page.getByRole("treegrid")).toHaveCount(0);
});
