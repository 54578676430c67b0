// Passwords known from leaks: found in the operator's list wherever they stand in it, and chosen by nobody.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLeaked } from "../../server/core/accounts/leaked.ts";
import { app, type TestApp } from "../support/app.ts";

const hashOf = (password: string) => createHash("sha1").update(password).digest("hex").toUpperCase();
const KNOWN = Array.from({ length: 500 }, (_, at) => `Leaked#${at}x`);

describe("a list of leaked passwords", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "lanyard-leaked-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const listed = (name: string, write: (hash: string, at: number) => string, end = "") => {
    const path = join(folder, name);
    writeFileSync(path, KNOWN.map(hashOf).sort().map(write).join("") + end);
    return path;
  };

  test.each([
    ["with counts and line breaks of Windows", (hash: string, at: number) => `${hash}:${7 ** (at % 9)}\r\n`, ""],
    ["without counts", (hash: string) => `${hash}\n`, ""],
    ["without a line break at its end", (hash: string, at: number) => `${at === 0 ? "" : "\n"}${hash}:1`, ""],
    ["with an empty line at its end", (hash: string) => `${hash}:3\n`, "\n"],
    ["in small letters", (hash: string) => `${hash.toLowerCase()}\n`, ""],
  ])("%s tells each that it holds and no other", async (name, write, end) => {
    const path = listed(name, write, end);

    const found = await Promise.all(KNOWN.map((password) => isLeaked(path, password)));
    const others = await Promise.all(KNOWN.map((password) => isLeaked(path, `${password}!`)));

    expect(found.filter((one) => !one)).toEqual([]);
    expect(others.filter((one) => one)).toEqual([]);
  });

  test("may hold a single one, or be none at all", async () => {
    const path = join(folder, "one");
    writeFileSync(path, hashOf("Lanyard#2027"));

    expect(await isLeaked(path, "Lanyard#2027")).toBe(true);
    expect(await isLeaked(path, "Lanyard#2028")).toBe(false);
    expect(await isLeaked("", "Lanyard#2027")).toBe(false);
  });

  describe("of a server", () => {
    let lanyard: TestApp;
    beforeAll(async () => {
      lanyard = await app({ env: { LEAKED_PASSWORDS: listed("server", (hash) => `${hash}:1\n`) } });
    });
    afterAll(() => lanyard.close());

    const encoded = (text: string) => Buffer.from(text).toString("base64");

    test("lets nobody change to one of them, and does let them change to another", async () => {
      const owner = await lanyard.as("owner");
      const change = (password: string) =>
        owner.patch("/1/dashboard/user/profile", {
          email: "owner@demo.test",
          request_data: {
            current_password: encoded("Lanyard#2026"),
            first_name: "Olive",
            last_name: "Owner",
            password: encoded(password),
          },
        });

      expect((await change("Leaked#7x")).error.code).toBe("account.leaked_password");
      expect((await change("Leaked#7000")).status).toBe(200);
    });

    test("lets no invited person begin with one of them; the invitation stays good", async () => {
      const chief = await lanyard.as("super");
      const draft = { email: "fresh@demo.test", role_id: 300, allowed_containers: [-1] };
      const { path } = (await chief.post("/1/api/invite", draft)).data;
      const reference = String(path).split(/[/=]/).at(-1);
      const accept = (password: string) =>
        lanyard.anonymous.post(`/1/dashboard/invite/${reference}`, {
          first_name: "Fred",
          last_name: "Fresh",
          password,
        });

      expect((await accept("Leaked#7x")).error.code).toBe("account.leaked_password");
      expect((await accept("Leaked#7000")).status).toBe(200);
    });
  });
});
