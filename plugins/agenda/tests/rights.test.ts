// Who reads the agenda, and who changes it: every way that writes is asked by each role that may not.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSafe } from "#schemas/endpoint.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import type { SessionRow } from "../contract.ts";
import * as contract from "../contract.ts";
import { aFrabFile, anEvent } from "./factories.ts";

const IMPORT = "kind=schedule&format=frab-xml&mode=";
const person = '<person id="1">Ada Lovelace</person>';
const programme = aFrabFile([anEvent({ title: "Opening", track: "Main", persons: person })]);

describe.each(testDatabases)("the rights of the agenda on %s", (database) => {
  let house: TestApp;
  let expert: Asker;
  let session: SessionRow;
  let base: string;
  const draft = (more: object = {}) => ({
    ...{ title: "Changed", start: "2026-06-01T12:00:00Z", end: "2026-06-01T13:00:00Z", stage_id: null, track_id: null },
    ...more,
  });

  beforeAll(async () => {
    house = await app({ database });
    expert = await house.as("expert");
    base = `/1/api/container/${house.bigEventId}`;
    await expert.importFile(house.bigEventId, `${IMPORT}apply`, programme);
    session = (await expert.get(`${base}/session`)).data[0];
  });
  afterAll(() => house.close());

  /** Everything that can be read, and everything that changes something, as its endpoints are called. */
  const reads = () => ({
    listSessions: "/session",
    getSession: `/session/${session.id}`,
    listClashes: "/session/clash",
    listStages: "/stage",
    listTracks: "/track",
    listSpeakers: "/speaker",
  });
  const writes = (asker: Asker) => ({
    createSession: () => asker.post(`${base}/session`, draft()),
    saveSession: () => asker.patch(`${base}/session/${session.id}`, draft({ rev: session.rev })),
    removeSession: () => asker.remove(`${base}/session/${session.id}`),
    clearSchedule: () => asker.remove(`${base}/session?expect=1`),
    linkSpeaker: () => asker.put(`${base}/speaker/${session.speakers[0]?.id}/profile`, { thing_id: null }),
    tryImport: () => asker.importFile(house.bigEventId, `${IMPORT}dry-run`, programme),
    import: () => asker.importFile(house.bigEventId, `${IMPORT}apply`, aFrabFile([anEvent({ title: "Another" })])),
  });

  test("every endpoint that writes is asked here", () => {
    const all = Object.entries(contract).flatMap(([name, value]) =>
      value && typeof value === "object" && "path" in value ? [{ name, isWriting: !isSafe(value) }] : [],
    );

    const writing = all.filter(({ isWriting }) => isWriting).map(({ name }) => name);
    expect(Object.keys(writes(expert))).toEqual(expect.arrayContaining(writing));
    expect(writing.length).toBeGreaterThan(4);
  });

  test.each(["owner", "matchmaker"] as const)("the role %s reads all of it and changes nothing", async (role) => {
    const asker = await house.as(role);
    const before = (await expert.get(`${base}/session`)).data;

    for (const [name, path] of Object.entries(reads()))
      expect([name, (await asker.get(`${base}${path}`)).status]).toEqual([name, 200]);
    for (const [name, write] of Object.entries(writes(asker))) {
      const { status, error } = await write();
      expect([name, status, error?.code]).toEqual([name, 403, "forbidden"]);
    }

    expect((await expert.get(`${base}/session`)).data).toEqual(before);
  });

  test("nobody weaker than an event owner sees any of it", async () => {
    const registration = await house.as("registration");

    for (const [name, path] of Object.entries(reads()))
      expect([name, (await registration.get(`${base}${path}`)).status]).toEqual([name, 403]);
    for (const [name, write] of Object.entries(writes(registration)))
      expect([name, (await write()).status]).toEqual([name, 403]);

    expect((await house.anonymous.get(`${base}/session`)).status).toBe(401);
  });

  test("an event expert does all of it", async () => {
    const all = writes(expert);
    // What removes comes last.
    const order = ["createSession", "saveSession", "linkSpeaker", "tryImport", "import", "removeSession"] as const;
    for (const name of order) {
      const { status, error } = await all[name]();
      expect([name, status, error?.code]).toEqual([name, name === "createSession" ? 201 : 200, undefined]);
    }
    const { length } = (await expert.get(`${base}/session`)).data;
    expect((await expert.remove(`${base}/session?expect=${length}`)).status).toBe(200);
  });
});
