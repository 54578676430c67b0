// The undoing of a list of members by somebody who may not any more: it does nothing, and whoever manages the app can do it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JobHandler } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place, someProfiles } from "../../../tests/support/place.ts";
import type { Group } from "../contract.ts";

const MAILS = ["one@refused.example", "two@refused.example"];

describe.each(testDatabases)("the undoing of a list of members that is refused to its owner, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let chief: Asker;
  let role: (roleId: number) => Promise<unknown>;
  let ownRole: number;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    await someProfiles(place, "Refused", MAILS);
    chief = await server.as("super");
    const { role_id } = await server.deps.database.write
      .selectFrom("core_membership")
      .select("role_id")
      .where("app_id", "=", server.apps.northwind)
      .where("user_id", "=", place.asker.userId)
      .executeTakeFirstOrThrow();
    ownRole = role_id;
    role = (role_id) =>
      server.deps.database.write
        .updateTable("core_membership")
        .set({ role_id })
        .where("app_id", "=", server.apps.northwind)
        .where("user_id", "=", place.asker.userId)
        .execute();
  });
  afterAll(() => server.close());

  /** Keeps the runner busy until it is told to go on. */
  const hold = async () => {
    let goOn = () => {};
    const waits = new Promise<void>((go) => {
      goOn = go;
    });
    const { jobs, database } = server.deps;
    const runner = jobs as unknown as { handlers: Record<string, JobHandler> };
    runner.handlers = { ...runner.handlers, hold: () => waits };
    const draft = { kind: "hold", payload: null, appId: server.apps.northwind, eventId: undefined, at: new Date() };
    await jobs.enqueue(database.write, { ...draft, userId: chief.userId });
    jobs.announce();
    return goOn;
  };

  const base = () => `${place.path}/custom-group`;
  const make = async (name: string) => {
    const { id } = (await place.asker.post(base(), { name, mode: "manual" })).data as Group;
    return { id, path: `${base()}/${id}/member/run` };
  };
  /** Members from a list, and the job that read it. */
  const read = async (id: number, asker: Asker, mails: readonly string[]): Promise<number> => {
    const list = Buffer.from(`email\n${mails.join("\n")}\n`);
    const headers = { "content-type": "text/csv" };
    const way = "mode=apply&others=keep";
    const { data } = await asker.ask("POST", `${base()}/${id}/member/import?${way}`, list, { headers });
    await asker.finished(data.job.id);
    return data.job.id;
  };

  test("stands behind the own last list of whoever manages the app, until that is undone, and by its owner's name", async () => {
    const { id, path } = await make("Behind");
    const own = await read(id, chief, MAILS.slice(0, 1));
    const later = await read(id, place.asker, MAILS.slice(1));
    const offered = async () => {
      const { job, by } = (await chief.get(path)).data;
      return { job, by };
    };

    await role(9999);
    const first = await offered();
    await chief.finished((await chief.post(`${path}/${own}/undo`)).data.job.id);
    const then = await offered();
    await role(ownRole);

    expect([first, then]).toEqual([{ job: own }, { job: later, by: "Mina Okafor" }]);
  });

  test("leaves all as it is, and is offered to whoever manages the app and to nobody else", async () => {
    const { id, path } = await make("Refused");
    const job = await read(id, place.asker, MAILS);
    const there = async () => (await chief.post(`${base()}/${id}/member/query`, { limit: 0 })).data.matched;
    const offered = async (asker: Asker) => (await asker.get(path)).data?.job;
    const [early, expert] = [await offered(chief), await server.as("expert")];

    const goOn = await hold();
    const begun = await place.asker.post(`${path}/${job}/undo`);
    await role(9999);
    goOn();
    const refused = (await chief.finished(begun.data.job.id)).data;

    expect([early, begun.status]).toEqual([undefined, 202]);
    expect(refused).toMatchObject({ state: "failed", code: "forbidden" });
    expect([await there(), await offered(expert), await offered(chief)]).toEqual([2, undefined, job]);
    const again = await chief.post(`${path}/${job}/undo`);
    expect((await chief.finished(again.data.job.id)).data).toMatchObject({ state: "done", result: { removed: 2 } });
    expect([await there(), await offered(chief)]).toEqual([0, undefined]);
  });
});
