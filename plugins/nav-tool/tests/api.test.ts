import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

describe("a draft of the navigation", () => {
  let lanyard: TestApp;
  let partner: Asker;
  beforeAll(async () => {
    lanyard = await app();
    partner = await lanyard.as("partner");
  });
  afterAll(() => lanyard.close());

  const check = (text: string) => partner.post("/1/api/side-navigation/check", { text });

  test("begins as the file that is served, with the roles to look at it with", async () => {
    const { data } = await partner.get("/1/api/side-navigation");

    expect(JSON.parse(data.text)).toEqual(data.judgement.config);
    expect(data.roles.find((role: { id: number }) => role.id === 300).permissions).toEqual(["things"]);
  });

  test("with a misspelt entry is told its place and the nearest right word", async () => {
    const { data: file } = await partner.get("/1/api/side-navigation");
    const { data } = await check(file.text.replace('"agenda.nav"', '"agneda.nav"'));

    expect(data.config).toBeDefined();
    expect(data.findings[0]).toMatchObject({
      rule: "nav/unknown-ref",
      suggestion: expect.stringContaining("agenda.nav"),
    });
    expect(data.findings[0].line).toBeGreaterThan(1);
  });

  test("that hides what was promised to be seen is told the promise", async () => {
    const { data: file } = await partner.get("/1/api/side-navigation");
    const config = JSON.parse(file.text);
    for (const group of config.groups)
      group.items = group.items.filter((item: { ref?: string }) => item.ref !== "api-documentation.nav");
    config.hidden.push({ ref: "api-documentation.nav", reason: "nobody reads it" });
    const { data } = await check(JSON.stringify(config));

    const errors = data.findings.filter((finding: { severity: string }) => finding.severity === "error");
    expect(errors).toMatchObject([{ rule: "nav/promise", file: "nav.expect.json" }]);
  });

  test.each(["", "{", "[]", "null", '"x"', "{}", '{"groups": 3}', "\u0001"])(
    "%j is judged, not crashed on",
    async (text) => {
      const { status, data } = await check(text);

      expect(status).toBe(200);
      expect(data.config).toBeUndefined();
      expect(data.findings.length).toBeGreaterThan(0);
    },
  );

  test("leaves the file and the navigation that is served alone", async () => {
    const file = join(import.meta.dirname, "..", "..", "..", "nav.config.json");
    const state = async () => [readFileSync(file, "hex"), (await partner.get("/1/dashboard/navigation")).data.revision];
    const before = await state();
    await check('{"schemaVersion":1,"groups":[]}');

    expect(await state()).toEqual(before);
  });

  test("is for access role 2 and stronger", async () => {
    expect((await (await lanyard.as("app")).get("/1/api/side-navigation")).error.code).toBe("forbidden");
  });
});
