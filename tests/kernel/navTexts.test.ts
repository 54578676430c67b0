// The navigation brings the texts that it names: the file may name some that came after the page.
import { expect, test } from "vitest";
import { loadTexts, startLanguage, t } from "../../src/kernel/i18n/setup.ts";
import { web } from "../support/web.ts";

test("a name that came after the page's texts is said, and one that was written anew is said anew", async () => {
  await startLanguage("de", async () => ({ nav: { events: "Events", more: "Mehr" } }));
  const texts = [
    { locale: "en-gb", namespace: "nav", texts: { partners: "Partners" } },
    { locale: "de", namespace: "nav", texts: { partners: "Partner", events: "Termine" } },
    { locale: "de", namespace: "agenda", texts: { help: "Programm" } },
  ];
  const config = { schemaVersion: 1, groups: [] };
  const navigation = { config, revision: "1", icons: {}, texts, findings: [] };
  const { root } = web({ table: { "GET /1/dashboard/navigation": navigation } });

  await root.nav.load();

  const said = ["nav:partners", "nav:events", "nav:more", "agenda:help"].map((key) => t(key));
  expect(said).toEqual(["Partner", "Termine", "Mehr", "Programm"]);
});

test("a text that is named no longer is again what the page came with", async () => {
  const asked: string[] = [];
  await startLanguage("de", async (path) => {
    asked.push(path);
    return path.endsWith("shell.json") ? { nav: { events: "Events" } } : { help: "Hilfe", title: "Programm" };
  });
  await loadTexts("agenda");
  const navigation = (revision: string, texts: object[]) => {
    return { config: { schemaVersion: 1, groups: [] }, revision, icons: {}, texts, findings: [] };
  };
  const edited = [
    { locale: "de", namespace: "nav", texts: { events: "Termine" } },
    { locale: "de", namespace: "agenda", texts: { help: "Rat" } },
  ];
  let served = navigation("1", edited);
  const { root } = web({ table: { "GET /1/dashboard/navigation": () => served } });
  await root.nav.load();
  expect(["nav:events", "agenda:help"].map((key) => t(key))).toEqual(["Termine", "Rat"]);
  const before = asked.length;
  await root.nav.load();
  expect(asked.length).toBe(before);

  served = navigation("2", [{ locale: "de", namespace: "nav", texts: {} }]);
  await root.nav.load();

  expect(["nav:events", "agenda:help"].map((key) => t(key))).toEqual(["Events", "Hilfe"]);
});
