import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { NavConfig } from "#schemas/nav.ts";
import { type CheckNavigation, LiveNavigation } from "../../server/core/navigation/navigation.ts";
import { type Asker, app, root, type TestApp } from "../support/app.ts";

/** Folders to whose files tests write. */
const WRITTEN = ["locales", "plugins/agenda/locales"];

describe("nav.config.json on a running server", () => {
  let folder: string;
  let lanyard: TestApp;
  let owner: Asker;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "lanyard-"));
    for (const name of ["schemas", "node_modules"]) symlinkSync(join(root, name), join(folder, name));
    for (const name of readdirSync(join(root, "plugins"))) linkBelow(`plugins/${name}`);
    for (const name of WRITTEN) cpSync(join(root, name), join(folder, name), { recursive: true });
    writeFileSync(join(folder, "nav.config.json"), readFileSync(join(root, "nav.config.json")));
    lanyard = await app({ root: folder });
    owner = await lanyard.as("owner");
  });
  afterAll(async () => {
    await lanyard.close();
    rmSync(folder, { recursive: true });
  });

  /** A folder of its own with the same in it, except for what tests write to. */
  const linkBelow = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    const kept = readdirSync(join(root, name)).filter((one) => !WRITTEN.includes(`${name}/${one}`));
    for (const one of kept) symlinkSync(join(root, name, one), join(folder, name, one));
  };
  const served = async () => (await owner.get("/1/dashboard/navigation")).data;
  const edit = (change: (text: string) => string) => {
    const path = join(folder, "nav.config.json");
    writeFileSync(path, change(readFileSync(path, "utf8")));
  };

  test("is served with the outlines of its icons and without findings", async () => {
    const { config, icons, findings } = await served();

    expect(config.groups.map((group: { id: string }) => group.id)).toContain("event-details");
    expect(icons.calendar[0]).toMatch(/^M/i);
    expect(findings.filter((finding: { severity: string }) => finding.severity === "error")).toEqual([]);
  });

  test("an edit arrives without a restart", async () => {
    const before = await served();

    edit((text) => text.replace('"nav:events"', '"nav:insights"'));

    await vi.waitFor(async () => expect((await served()).revision).not.toBe(before.revision), 5000);
    expect((await served()).config.groups[0].label).toBe("nav:insights");
  });

  test("a bad edit is told with its place, and the last good one stays", async () => {
    const good = await served();

    edit((text) => text.replace('"schemaVersion": 1,', '"schemaVersion": 1'));

    await vi.waitFor(async () => expect((await served()).findings).not.toEqual(good.findings), 5000);
    const { config, findings } = await served();
    expect(config).toEqual(good.config);
    expect(findings[0]).toMatchObject({ severity: "error", file: "nav.config.json", line: expect.any(Number) });
    expect(findings[0].line).toBeGreaterThan(1);
  });

  test("an edit that names an entry that is not there is a finding with the nearest name", async () => {
    edit((text) => text.replace('"schemaVersion": 1', '"schemaVersion": 1,').replace('"agenda.nav"', '"agenda.nva"'));

    await vi.waitFor(async () => expect((await served()).findings[0]?.message).toMatch(/agenda\.nva/), 5000);
    expect((await served()).findings[0]).toMatchObject({ suggestion: expect.stringContaining("agenda.nav") });
  });

  describe("a name that is new", () => {
    beforeAll(() => writeFileSync(join(folder, "nav.config.json"), readFileSync(join(root, "nav.config.json"))));

    const name = (texts: Record<string, string>) => {
      for (const [locale, text] of Object.entries(texts)) {
        const path = join(folder, `locales/nav/${locale}.json`);
        writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), partners: text }));
      }
    };
    const label = (key: string) =>
      edit((text) => text.replace(/("id": "event-details",\s*"label": )"[^"]+"/, `$1"${key}"`));
    const isServed = async (key: string) => {
      const { config, findings } = await served();
      expect(findings.filter((finding: { severity: string }) => finding.severity === "error")).toEqual([]);
      expect(config.groups.map((group: { label: string }) => group.label)).toContain(key);
    };
    const said = async (locale: string, namespace: string, key: string) => {
      const { texts } = await served();
      const shell = JSON.parse((await lanyard.server.inject(`/i18n/${locale}/shell.json`)).body);
      const reply = texts.find(
        (one: { locale: string; namespace: string }) => one.locale === locale && one.namespace === namespace,
      );
      return [reply?.texts[key], shell[namespace][key]];
    };

    test("is told while it has no text; once the text is there both are served", async () => {
      label("nav:partners");
      await vi.waitFor(async () => expect((await served()).findings[0]?.rule).toBe("nav/missing-label"), 5000);

      name({ "en-gb": "Partners", de: "Partner" });
      await vi.waitFor(() => isServed("nav:partners"), 5000);
      expect(await said("en-gb", "nav", "partners")).toEqual(["Partners", "Partners"]);
      expect(await said("de", "nav", "partners")).toEqual(["Partner", "Partner"]);
    });

    test("a text that is written anew arrives", async () => {
      const { revision } = await served();
      name({ "en-gb": "Our partners" });

      await vi.waitFor(async () => expect((await served()).revision).not.toBe(revision), 5000);
      expect(await said("en-gb", "nav", "partners")).toEqual(["Our partners", "Our partners"]);
    });

    test("may be a text of an area that no manifest names", async () => {
      label("agenda:help");

      await vi.waitFor(() => isServed("agenda:help"), 5000);
      const { help } = JSON.parse(readFileSync(join(root, "plugins/agenda/locales/en-gb.json"), "utf8"));
      expect(help).toBeTruthy();
      expect(await said("en-gb", "agenda", "help")).toEqual([help, help]);
    });

    test("an area's text that is written anew is also what its own file says", async () => {
      const path = join(folder, "plugins/agenda/locales/en-gb.json");
      const { revision } = await served();
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), help: "Help with the agenda" }));

      await vi.waitFor(async () => expect((await served()).revision).not.toBe(revision), 5000);
      const own = JSON.parse((await lanyard.server.inject("/i18n/en-gb/agenda.json")).body);
      expect(await said("en-gb", "agenda", "help")).toEqual(["Help with the agenda", "Help with the agenda"]);
      expect(own).toMatchObject({ help: "Help with the agenda", title: expect.any(String) });
      expect((await lanyard.server.inject("/i18n/en-gb/no-such-area.json")).statusCode).toBe(404);
    });

    test("an area's text that is named no longer is again what the area came with", async () => {
      const { revision } = await served();
      label("nav:partners");

      await vi.waitFor(async () => expect((await served()).revision).not.toBe(revision), 5000);
      const own = JSON.parse((await lanyard.server.inject("/i18n/en-gb/agenda.json")).body);
      const { help } = JSON.parse(readFileSync(join(root, "plugins/agenda/locales/en-gb.json"), "utf8"));
      expect(own.help).toBe(help);
    });
  });
});

test("a navigation that could not be read at the start is served once it can be, with what is still wrong about it", () => {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-"));
  const path = join(folder, "nav.config.json");
  const config: NavConfig = { schemaVersion: 1, groups: [{ id: "main", label: "nav:main", items: [] }] };
  const check: CheckNavigation = (text) => ({ config: text ? config : undefined, isBad: true, findings: [] });
  const navigation = new LiveNavigation(path, [], () => join(folder, "none.json"), check);
  const groupsAfter = (text: string) => {
    writeFileSync(path, text);
    navigation.read();
    return navigation.current.config.groups;
  };

  expect(navigation.current.config.groups).toEqual([]);
  expect(groupsAfter("still with a finding")).toEqual(config.groups);
  rmSync(folder, { recursive: true });
});
