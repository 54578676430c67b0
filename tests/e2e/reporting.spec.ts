// Error reports and analytics as a machine outside receives them: what is sent, what is not, and that nobody waits for it.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { Frame } from "./pages/Frame.ts";
import { comeBack } from "./pages/screens.ts";

// The policy of the server names the addresses of its own settings; those of the story are put in at the network.
test.use({ bypassCSP: true });

/** A machine outside that takes everything and never answers. */
async function outside(): Promise<{ origin: string; received: { path: string; body: string }[]; server: Server }> {
  const received: { path: string; body: string }[] = [];
  const server = createServer((request) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => received.push({ path: request.url ?? "", body }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, server };
}

async function withSettings(page: Page, settings: object): Promise<void> {
  await page.route("**/settings.json", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), ...settings } });
  });
}

/** Errors as they happen in a page: one of ours, and the one that browsers make of a loop of layout. */
async function fail(page: Page): Promise<void> {
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error("ResizeObserver loop completed with undelivered notifications.");
    });
    setTimeout(() => {
      throw new Error("planted for ada@demo.test");
    });
  });
}

test("reports and analytics arrive without a person in them, and a machine that never answers holds nobody up", async ({
  page,
  context,
  request,
}) => {
  const { origin, received, server } = await outside();
  await withSettings(page, {
    environment: "production",
    sentryDsn: origin.replace("//", "//key@").concat("/7"),
    analyticsUrl: `${origin}/stats`,
  });
  const brought: string[] = [];
  page.on("request", (asked) => asked.url().includes("/sentryParts-") && brought.push(asked.url()));
  await comeBack(context, request);
  await page.goto("/event-home?secret=1");
  await expect(new Frame(page).title("Events")).toBeVisible();
  const stats = () => received.filter(({ path }) => path === "/stats").map(({ body }) => JSON.parse(body));
  // The token is that of the app's own configuration.
  const fed = { token: "demo-northwind", appId: 1, eventId: 1, dashboardUserId: 1 };
  await expect.poll(() => stats().at(-1)).toEqual(fed);

  await fail(page);
  const reports = () => received.filter(({ path }) => path.startsWith("/api/7/")).map(({ body }) => body);
  await expect.poll(() => reports().join("\n")).toContain("planted for (e-mail)");
  expect(brought).toHaveLength(1);
  const all = reports().join("\n");
  for (const withheld of ["ada@demo.test", "super@demo.test", "secret=1", "ResizeObserver"]) {
    expect(all).not.toContain(withheld);
  }
  server.closeAllConnections();
  server.close();
});

test("error reporting is there before anything is brought that nobody has asked for yet", async ({
  page,
  context,
  request,
}) => {
  const { origin, server } = await outside();
  await withSettings(page, { environment: "production", sentryDsn: origin.replace("//", "//key@").concat("/7") });
  await comeBack(context, request);
  const steps: string[] = [];
  page.on("requestfinished", (asked) => asked.url().includes("/sentryParts-") && steps.push("reporting is there"));
  page.on("request", (asked) => asked.url().includes("/layers-") && steps.push("menus are asked for"));
  await page.goto("/event-home");
  await expect.poll(() => steps).toEqual(["reporting is there", "menus are asked for"]);
  server.closeAllConnections();
  server.close();
});

test("in staging no error is reported, and nobody who asks not to be tracked is", async ({
  page,
  context,
  request,
}) => {
  const { origin, received, server } = await outside();
  await withSettings(page, {
    environment: "staging",
    sentryDsn: origin.replace("//", "//key@").concat("/7"),
    analyticsUrl: `${origin}/stats`,
  });
  await page.addInitScript(() => Object.defineProperty(navigator, "doNotTrack", { value: "1" }));
  await comeBack(context, request);
  const frame = new Frame(page);
  const brought: string[] = [];
  page.on("request", (asked) => asked.url().includes("/sentryParts-") && brought.push(asked.url()));
  await page.goto("/event-home");
  await expect(frame.title("Events")).toBeVisible();
  const thrown = page.waitForEvent("pageerror", (error) => error.message.startsWith("planted"));
  await fail(page);
  await thrown;
  // The code that reports would be asked for at once; that of another screen comes after it.
  await frame.openGroup("Event details");
  await frame.entry("Agenda").click();
  await expect(frame.title("Agenda")).toBeVisible();
  expect(brought).toEqual([]);
  expect(received).toEqual([]);
  server.closeAllConnections();
  server.close();
});
