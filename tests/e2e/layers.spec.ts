// WCAG 2.2 AA in what a press opens over a page, in both themes and both languages; in the longer one whatever names there are.
import { type APIRequestContext, expect, test } from "@playwright/test";
import { COLOURS, findings, RULES, wear } from "./pages/axe.ts";
import { spoilNames } from "./pages/hostile.ts";
import { OPENERS, press, WALKED } from "./pages/openers.ts";
import { Desk } from "./pages/people.ts";
import { unreadable } from "./pages/reading.ts";
import { comeBack, EVENT_ID, settling } from "./pages/screens.ts";

// The checker is put into the page, which the content policy would refuse.
test.use({ bypassCSP: true });

/** Makes what the demo has none of: a merge, a letter, a token and a change that can be taken back. */
async function prepare(request: APIRequestContext): Promise<Desk> {
  const desk = await Desk.at(request, EVENT_ID, "super");
  const mark = Date.now();
  const person = (first_name: string) => ({
    first_name,
    last_name: WALKED,
    email: `${first_name}${mark}@walk.example`,
  });
  const kept = await desk.profile(person("Kept"));
  const dropped = await desk.profile(person("Dropped"));
  const version = ({ id, rev }: { id: number; rev: number }) => ({ id, rev });
  const merge = await desk.ask("post", "/thing/merge", { keep: version(kept), drop: version(dropped), take: [] });
  const mail = await desk.ask("post", `/app-access/${kept.id}/mail`);
  const token = await desk.askApp("post", "/api-token", {
    name: WALKED,
    scopes: ["thing:read"],
    allowed_containers: [EVENT_ID],
    days: 1,
  });
  const { data: now } = await desk.ask("get", `/thing/${kept.id}`);
  const changed = await desk.ask("patch", `/thing/${kept.id}`, { rev: now.rev, job_title: "Walker" });
  for (const { error } of [merge, mail, token, changed]) expect(error).toBeUndefined();
  return desk;
}

for (const locale of ["en-gb", "de"]) {
  const names = locale === "de" ? ", whatever names there are" : "";
  test(`all that a press opens can be used by everybody, in ${locale}${names}`, async ({ page, context, request }) => {
    test.setTimeout(240_000);
    const desk = await prepare(request);
    await comeBack(context, request, { locale });
    if (names) await spoilNames(page);
    const settled = settling(page);
    const dialog = page.getByRole("dialog");
    for (const { address, first = [], layers } of OPENERS) {
      await page.goto(address);
      await settled();
      await press(page, locale, first);
      for (const steps of layers) {
        const about = [address, ...steps].join(" ");
        await test.step(about, async () => {
          await press(page, locale, steps);
          // What is behind it is walked with its own address.
          const layer = steps.length > 0 ? "[role=dialog]" : "aside.side-panel";
          await expect(page.locator(layer), about).toBeVisible();
          await settled();
          // What is still coming in is paler than it will be.
          await wear(page, "light");
          expect.soft(await findings(page, RULES, layer), about).toEqual([]);
          expect.soft(await unreadable(page), about).toEqual([]);
          await wear(page, "dark");
          expect.soft(await findings(page, COLOURS, layer), `${about}, dark`).toEqual([]);
          if (steps.length === 0) return;
          await page.keyboard.press("Escape");
          await expect(dialog, about).toHaveCount(0);
        });
      }
    }
    await desk.leave();
  });
}
