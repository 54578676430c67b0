// Jobs that link many: what they tell after a power cut in the middle, and of values that too many share.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db, JobContext, JobHandler } from "#server";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place, someProfiles } from "../../../tests/support/place.ts";
import type { KindDraft, LinkImport, LinkMatch } from "../contract.ts";
import { importLinkPairs } from "../server/importLinks.ts";
import { matchByFields } from "../server/match.ts";
import { listRuns } from "../server/runs.ts";

const PEOPLE = 1300;
const DOMAIN = { field: "email", part: "domain" } as const;

describe.each(testDatabases)("links of many on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  let firm: { id: number };
  const mails = Array.from({ length: PEOPLE }, (_, at) => `p${at}@cut-firm.example`);
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    base = `${place.path}/relationship`;
    await someProfiles(place, "Cut", mails);
    firm = await aProfile(place, { type_id: place.types[2], name: "Cut firm", email: "info@cut-firm.example" });
  });
  afterAll(() => server.close());

  const aKind = async (name: string, cardinality: KindDraft["cardinality"] = "one-many") => {
    const draft: KindDraft = {
      ...{ name, cardinality },
      from: { label: "is represented by", category: 2, types: [place.types[2]] },
      to: { label: "represents", category: 1, types: [place.types[1]] },
    };
    return (await place.asker.post(base, draft)).data as { id: number };
  };

  /** Runs a job as the queue does, the first time until its first block has been written. */
  const run = (job: JobHandler, id: number, payload: object, text: string, isCut: boolean) => {
    const { write, read, dialect } = server.deps.database;
    const context = {
      ...{ id, eventId: place.eventId, appId: server.apps.northwind, who: { id: 1, accessRole: 200 } },
      ...{ payload: { mode: "apply", ...payload }, db: write, read, dialect, offered: server.deps.offered },
      ...{ speak: server.deps.speak, now: () => new Date(), progress: () => {}, signal: new AbortController().signal },
      ...{ audit: async () => {}, saveFile: async () => {} },
      input: async function* () {
        yield Buffer.from(text);
      },
      inTransaction: async (work: (db: Db) => Promise<unknown>) => {
        const done = await write.transaction().execute((db) => work(db as unknown as Db));
        if (isCut) throw new Error("the plug was pulled");
        return done;
      },
    };
    return Promise.resolve(job(context as unknown as JobContext));
  };

  test.each([
    ["import", importLinkPairs, {}],
    ["matching", matchByFields, { from: DOMAIN, to: DOMAIN }],
  ] as const)(
    "an %s of links that is cut off goes on, and tells in the end all that it made",
    async (what, job, ends) => {
      const { id: kindId } = await aKind(`Cut ${what}`);
      const jobId = what === "import" ? 900_001 : 900_002;
      const pairs = mails.map((mail) => `${firm.id},${mail}\n`).join("");
      const links = async () => (await place.asker.post(`${base}/${kindId}/link/query`, { limit: 0 })).data.total;

      await expect(run(job, jobId, { kindId, ...ends }, pairs, true)).rejects.toThrow("the plug was pulled");
      const before = await links();
      const result = (await run(job, jobId, { kindId, ...ends }, pairs, false)) as LinkImport | LinkMatch;

      expect(before).toBe(1000);
      expect(result).toMatchObject({ created: PEOPLE, existing: 0, until: expect.any(String) });
      expect(await links()).toBe(PEOPLE);
      const runs = await listRuns(server.deps.database.read as never, kindId, new Date());
      expect(runs).toMatchObject([{ job: jobId, links: PEOPLE }]);
    },
  );

  test("a value that too many share links nobody, and is told with how many they are", async () => {
    const kind = await aKind("Common", "many-many");
    const addresses = (name: string, number: number) =>
      Array.from({ length: number }, (_, at) => `${name}${at}@common.example`);
    await someProfiles(place, "Common", addresses("p", 100));
    const lines = addresses("c", 101).map((mail) => `Firm ${mail},${mail}`);
    const query = `kind=thing&format=csv&mode=apply&type=${place.types[2]}`;
    await place.asker.importFile(place.eventId, query, `Name,Email\n${lines.join("\n")}\n`);

    const started = await place.asker.post(`${base}/${kind.id}/match`, { mode: "dry-run", from: DOMAIN, to: DOMAIN });
    const { result } = (await place.asker.finished(started.data.job.id)).data as { result: LinkMatch };

    expect(result).toMatchObject({ created: PEOPLE, left: { common: 1, several: 0, taken: 0 } });
    expect(result.examples).toMatchObject([{ reason: "common", value: "common.example", found: 201 }]);
  });
});
