// The undoing of an import where whoever waits for an address, and whoever has it, are in different blocks of the job.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { contextOf } from "../../../tests/support/cutOff.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { BulkResult } from "../contract.ts";
import { undoBulk } from "../server/bulk/undoJob.ts";
import { importSent, sendFile } from "./exchange.ts";

/** More than are undone in one block lie between the two. */
const BETWEEN = 505;

describe.each(testDatabases)("an undoing of many, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    round += 1;
  });

  const name = () => `Apart${round}`;
  const mail = (who: string) => `${who}@apart${round}.example`;
  const person = (who: string) =>
    aProfile(place, { first_name: who, last_name: name(), email: mail(who), job_title: "Old" });
  const bring = async (lines: readonly string[]) => {
    const { asker, path, types } = place;
    const file = await sendFile(asker, path, ["Id,Last name,Email,Job title", ...lines].join("\n"));
    return importSent(asker, path, { file: file.id, type: types[1] });
  };
  const all = async () => {
    const body = { search: `apart${round}`, limit: 1000, columns: ["email", "job_title"] };
    const { rows } = (await place.asker.post(`${place.path}/thing/query`, body)).data;
    return rows as { id: number; email: string; job_title: string }[];
  };
  const of = async (id: number) => (await place.asker.get(`${place.path}/thing/${id}`)).data.email as string;
  const undo = async (jobId: number) => {
    const { data } = await place.asker.post(`${place.path}/thing/bulk/${jobId}/undo`, {});
    return (await place.asker.finished(data.job.id)).data.result as BulkResult;
  };
  /** The first of many is given an address of their own by an import, and the last one that of the first; or the other way round. */
  const moved = async (giver: "first" | "last" = "first") => {
    const first = await person("first");
    await bring(Array.from({ length: BETWEEN }, (_, at) => `,${name()},${mail(`${at}`)},Old`));
    const last = await person("last");
    const between = (await all()).filter(({ id }) => id !== first.id && id !== last.id);
    const [from, to] = giver === "first" ? [first, last] : [last, first];
    const { id, result } = await bring([
      `${from.id},${name()},${mail("new")},New`,
      ...between.map((one) => `${one.id},${name()},${one.email},New`),
      `${to.id},${name()},${mail(giver)},New`,
    ]);
    expect(result).toMatchObject({ updated: BETWEEN + 2, skipped: 0 });
    return { first, last, job: id };
  };

  test("who has to stay with an address keeps it, and whoever waits for it stays, too", async () => {
    const { first, last, job } = await moved();
    const heir = await person("heir");
    const took = { rev: heir.rev, email: mail("last") };
    expect((await place.asker.patch(`${place.path}/thing/${heir.id}`, took)).status).toBe(200);

    const undone = await undo(job);

    expect([await of(first.id), await of(last.id)]).toEqual([mail("new"), mail("first")]);
    expect(undone).toMatchObject({ changed: BETWEEN, skipped: 2 });
    expect(undone.errors.map(({ id }) => id).sort((a, b) => a - b)).toEqual([first.id, last.id]);
  });

  test("begun again, it tells once of whoever had to stay before, though another waits for their address", async () => {
    const { first, last, job } = await moved("last");
    const heir = await person("heir");
    const took = { rev: heir.rev, email: mail("first") };
    expect((await place.asker.patch(`${place.path}/thing/${heir.id}`, took)).status).toBe(200);
    const order = { id: 900_001, payload: { job, locale: "en-gb" } };
    const cut = contextOf(server, order, () => true);
    await expect(undoBulk(cut.context)).rejects.toThrow("the plug was pulled");
    expect(cut.place.kept).toMatchObject({ result: { skipped: 1, errors: [{ id: first.id }] } });

    const undone = await undoBulk(contextOf(server, { ...order, kept: cut.place.kept }).context);

    expect([await of(first.id), await of(last.id)]).toEqual([mail("last"), mail("new")]);
    expect(undone).toMatchObject({ changed: BETWEEN, skipped: 2, errors: [{ id: first.id }, { id: last.id }] });
  });

  test("an address that comes back from far away is given once, and all are back", async () => {
    const { first, last, job } = await moved();

    const undone = await undo(job);

    expect([await of(first.id), await of(last.id)]).toEqual([mail("first"), mail("last")]);
    expect(undone).toMatchObject({ changed: BETWEEN + 2, skipped: 0 });
    expect((await all()).every(({ job_title }) => job_title === "Old")).toBe(true);
  });
});
