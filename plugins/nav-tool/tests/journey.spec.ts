// A product owner looks at a change of the navigation before it ships: what is wrong with it, and who sees what. Nothing is written anywhere.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, test } from "@playwright/test";
import { Frame } from "../../../tests/e2e/pages/Frame.ts";
import { comeBack } from "../../../tests/e2e/pages/screens.ts";

const file = join(import.meta.dirname, "..", "..", "..", "nav.config.json");

/** The file with its second group's first entry moved into the first group, and perhaps a misspelt entry. */
function draft(more: object[] = []): string {
  const config = JSON.parse(readFileSync(file, "utf8"));
  config.groups[0].items.push(config.groups[1].items.shift(), ...more);
  return JSON.stringify(config, null, 2);
}

async function give(place: Locator, event: "paste" | "drop", text: string): Promise<void> {
  await place.evaluate(
    (element, [kind, given]) => {
      const data = new DataTransfer();
      const init = { bubbles: true, cancelable: true, composed: true };
      if (kind === "paste") data.setData("text/plain", given);
      else data.items.add(new File([given], "nav.config.json", { type: "application/json" }));
      element.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data }),
      );
    },
    [event, text] as const,
  );
}

test("a draft is pasted and dropped, judged, and seen through the eyes of every role; nothing is written", async ({
  page,
  context,
  request,
}) => {
  await comeBack(context, request);
  const bytes = readFileSync(file);
  const asked = new Set<string>();
  page.on("request", (one) => {
    if (one.method() !== "GET") asked.add(`${one.method()} ${new URL(one.url()).pathname}`);
  });
  await page.goto("/app-settings/side-navigation");
  const frame = new Frame(page);
  const editor = page.getByRole("textbox", { name: "Draft of nav.config.json" });
  await expect(editor).toContainText('"schemaVersion"');
  await expect(page.getByText("No findings: this text would be served.")).toBeVisible();
  await expect(page.getByText("No role sees a difference.")).toBeVisible();
  const kept = () => page.evaluate(() => JSON.stringify([localStorage.userData, localStorage.selection]));
  const [before, drawn] = [await kept(), await frame.navigation.textContent()];

  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await give(editor, "paste", draft([{ ref: "agneda.nav" }]));
  const finding = page.getByRole("button", {
    name: /No feature area has an entry "agneda.nav": did you mean "agenda.nav"\?/,
  });
  await finding.click();
  await expect(editor).toBeFocused();

  await give(editor, "drop", draft());
  await expect(finding).toHaveCount(0);
  await expect(page.getByText("7 roles of 8 see a difference.", { exact: false })).toBeVisible();
  const then = page.getByRole("region", { name: "With the draft", exact: true });
  await expect(page.getByRole("region", { name: "Now", exact: true }).getByRole("listitem")).toHaveText([
    "Event details",
    "Overviewmoved",
  ]);
  await expect(then.getByRole("listitem")).toHaveText(["Events", "Overviewmoved"]);
  await page.getByRole("button", { name: "Registration provider" }).click();
  await expect(page.getByText("This audience sees no difference.")).toBeVisible();
  await expect(page.getByLabel("Access role")).toHaveValue("300");
  await expect(page.getByText("Permissions 1 of 17")).toBeVisible();

  await page.getByRole("button", { name: "Start again from the file" }).click();
  await expect(page.getByText("No role sees a difference.")).toBeVisible();
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect([...asked]).toEqual(["POST /1/api/side-navigation/check"]);
  expect([await kept(), await frame.navigation.textContent()]).toEqual([before, drawn]);
});
