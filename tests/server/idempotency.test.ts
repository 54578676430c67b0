// A write whose answer is lost on its way is done once and answered nonetheless.
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createThing } from "../../plugins/event-data/contract/things.ts";
import {
  expireReplies,
  forgetReplies,
  type Intention,
  type KeptReply,
  keepReply,
  takeUp,
} from "../../server/core/idempotency/idempotency.ts";
import { openDatabase } from "../../server/db/open.ts";
import type { CoreTables } from "../../server/db/tables.ts";
import type { Db } from "../../server/kernel/context.ts";
import { createClient } from "../../src/kernel/api/client.ts";
import { type Asker, app, freshPlace, type TestApp } from "../support/app.ts";
import { ask, type ServerProcess, startServer } from "../support/process.ts";
import { type LossyProxy, lossyProxy } from "../support/proxy.ts";

/** The browser's client, before a proxy. */
function clientOf(url: string, headers: Record<string, string>) {
  return createClient({
    apiUrl: url,
    fetch,
    dashboardToken: () => headers["x-dashboard-authorization"],
    app: () => ({ id: 1, token: headers.authorization?.replace("Bearer ", "") }),
    retrieveAppToken: async () => undefined,
    hasOtp: () => false,
    onUnauthenticated: () => undefined,
    log: () => undefined,
    wait: () => new Promise((go) => setTimeout(go, 5)),
  });
}

describe("a write with a key", () => {
  let now = new Date("2026-06-01T10:00:00Z");
  let lanyard: TestApp;
  let owner: Asker;
  let typeId: number;
  let path: string;
  let proxy: LossyProxy;
  beforeAll(async () => {
    lanyard = await app({ now: () => now });
    owner = await lanyard.as("super");
    const types = await owner.get(`/1/api/container/${lanyard.bigEventId}/type-category`);
    typeId = types.data[0].types[0].id;
    path = `/1/api/container/${lanyard.bigEventId}/thing`;
    const url = await lanyard.server.listen({ port: 0, host: "127.0.0.1" });
    proxy = await lossyProxy(url);
  });
  afterAll(async () => {
    await proxy.close();
    await lanyard.close();
  });

  const person = (last_name: string) => ({ type_id: typeId, first_name: "Once", last_name });
  const named = async (last_name: string) => {
    const filter = [{ field: "last_name", op: "eq", value: last_name }];
    const { data } = await owner.post(`${path}/query`, { filter, offset: 0, limit: 10, columns: ["last_name"] });
    return data.rows.length as number;
  };
  const send = (body: object, key: string, by = owner, to = path) =>
    by.ask("POST", to, body, { headers: { "idempotency-key": key } });
  const lines = async () => {
    const { data } = await owner.post(`/1/api/container/${lanyard.bigEventId}/history/query`, { limit: 0 });
    return data.total as number;
  };

  test("is done once although its answer is lost twice, and the person is told that it was done", async () => {
    const api = clientOf(proxy.url, owner.headers);
    proxy.lose("/thing", 2);
    const before = await lines();

    const saved = await api.call(createThing, {
      params: { eventId: lanyard.bigEventId },
      body: person("Lost") as never,
    });

    const written = proxy.writes.filter(({ path: to }) => to === path);
    expect(saved).toMatchObject({ last_name: "Lost" });
    expect(written.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(written.map(({ key }) => key)).size).toBe(1);
    expect(await named("Lost")).toBe(1);
    expect(await lines()).toBe(before + 1);
  });

  test("is answered again to the letter, and says so", async () => {
    const first = await send(person("Same"), "same-1");
    const again = await send(person("Same"), '"same-1"');

    expect(again.response.body).toBe(first.response.body);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(first.response.headers).not.toHaveProperty("idempotent-replayed");
    expect(again.response.headers["idempotent-replayed"]).toBe("true");
    expect(await named("Same")).toBe(1);
  });

  test("waits for the first where both come at once", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(person("Twins"), "twins")));

    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(answers.filter(({ response }) => !response.headers["idempotent-replayed"])).toHaveLength(1);
    expect(await named("Twins")).toBe(1);
  });

  test("is refused with another body or address, and nothing is done", async () => {
    await send(person("Reused"), "reused");
    const body = await send(person("Other"), "reused");
    const address = await send(
      person("Reused"),
      "reused",
      owner,
      `/1/api/container/${lanyard.events["Baltic Trade Forum"]}/thing`,
    );

    expect([body.status, body.error.code]).toEqual([422, "key_reused"]);
    expect([address.status, address.error.code]).toEqual([422, "key_reused"]);
    expect(await named("Other")).toBe(0);
  });

  test("that was refused may be tried again with the same key, once what stood in the way is gone", async () => {
    const refused = await send({ ...person("Mended"), type_id: 999_999 }, "mended-1");
    const wrong = await send({ ...person("Mended"), surplus: 1 }, "mended-2");
    const done = await send(person("Mended"), "mended-1");
    const mended = await send(person("Mended"), "mended-2");

    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect([wrong.status, done.status, mended.status]).toEqual([400, 201, 201]);
  });

  test("is another's own: the same key of somebody else is another intention", async () => {
    const other = await lanyard.as("partner");
    const first = await send(person("Mine"), "shared");
    const second = await send(person("Mine"), "shared", other);

    expect(second.data.id).not.toBe(first.data.id);
  });

  test("must carry a key that is one", async () => {
    const answers = await Promise.all(["", "x".repeat(256), "with space"].map((key) => send(person("Bad"), key)));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await named("Bad")).toBe(0);
  });

  test("answers a secret again that is shown once, and none of it can be read where it is kept", async () => {
    const draft = {
      name: "For a script",
      scopes: ["thing:read"],
      allowed_containers: [-1],
      allowed_networks: [],
      days: 30,
    };
    const first = await send(draft, "secret", owner, "/1/api/api-token");
    const again = await send(draft, "secret", owner, "/1/api/api-token");

    expect(first.data.secret.length).toBeGreaterThan(20);
    expect(again.data.secret).toBe(first.data.secret);
    const kept = await lanyard.deps.database.quick.selectFrom("core_idempotency").selectAll().execute();
    const text = kept.map((row) => `${row.id} ${row.fingerprint} ${row.reply?.toString("latin1")}`).join();
    expect(text).not.toContain(first.data.secret);
    expect(text).not.toContain("Once");
    expect(text).not.toContain("secret");
  });

  test("whose reply was erased is told to have been done, and is not done again", async () => {
    await send(person("Erased"), "erased");
    await forgetReplies(lanyard.deps.database.write as unknown as Db, lanyard.apps.northwind);
    const again = await send(person("Erased"), "erased");

    expect([again.status, again.error.code]).toEqual([409, "key_spent"]);
    expect(await named("Erased")).toBe(1);
  });

  test("is kept for a day", async () => {
    await send(person("Day"), "day");
    now = new Date(now.getTime() + 23 * 3_600_000);
    await expireReplies(lanyard.deps);
    const sooner = await send(person("Day"), "day");
    now = new Date(now.getTime() + 2 * 3_600_000);
    const later = await send(person("Day"), "day");
    await expireReplies(lanyard.deps);

    expect([sooner.status, later.status, await named("Day")]).toEqual([201, 201, 2]);
    const left = await lanyard.deps.database.quick.selectFrom("core_idempotency").select("id").execute();
    expect(left).toHaveLength(1);
  });

  describe("that is meant anew a day later", () => {
    const asked = (id: string): Intention => ({ id, fingerprint: "f", sealedWith: Buffer.alloc(32, id), appId: null });
    const inTransaction = <T>(work: (db: Kysely<CoreTables>) => Promise<T>) =>
      lanyard.deps.database.write.transaction().execute(work);
    const done = async (id: string, at: Date) =>
      inTransaction(async (db) => {
        expect(await takeUp(db, asked(id), at)).toBeUndefined();
        await keepReply(db, asked(id), { status: 200, data: at.toISOString() });
      });
    /** Whatever comes meanwhile has had time to come as far as it comes. */
    const aMoment = () => new Promise((go) => setTimeout(go, 300));

    test("is done by one of two that come together", async () => {
      await done("together", now);
      const later = new Date(now.getTime() + 25 * 3_600_000);
      const tried = () =>
        inTransaction(async (db) => {
          const reply = await takeUp(db, asked("together"), later);
          if (!reply) await keepReply(db, asked("together"), { status: 200, data: "anew" });
          return reply;
        });
      let both: Promise<(KeptReply | undefined)[]> | undefined;
      // Who has the line without changing it makes both see it before one of them takes it.
      const another = await openDatabase(lanyard.deps.config.databaseUrl, { readers: 0 });
      await another.write.transaction().execute(async (db) => {
        const { forUpdate } = another.dialect;
        await forUpdate(db.selectFrom("core_idempotency").select("id").where("id", "=", "together")).execute();
        both = Promise.all([tried(), tried()]);
        await aMoment();
      });
      await another.close();

      expect(new Set(await both)).toEqual(new Set([undefined, { status: 200, data: "anew" }]));
    });

    test("does not go while it is answered", async () => {
      await done("going", now);
      let isGone = false;
      let going: Promise<unknown> | undefined;
      await inTransaction(async (db) => {
        await takeUp(db, asked("going"), now);
        const { background } = lanyard.deps.database;
        going = background.deleteFrom("core_idempotency").where("id", "=", "going").execute();
        going.then(() => {
          isGone = true;
        });
        await aMoment();
        expect(isGone).toBe(false);
      });

      await going;
    });
  });

  test("costs nothing where there is no key: not one statement more", async () => {
    const heard: string[] = [];
    const other = await app({ hear: (text) => void heard.push(text) });
    const asker = await other.as("super");
    await asker.post(`/1/api/container/${other.bigEventId}/thing`, person("Plain"));
    await other.close();

    expect(heard.filter((text) => text.includes("core_idempotency"))).toEqual([]);
    expect(heard.length).toBeGreaterThan(3);
  });
});

describe("a server that is killed once it has answered", () => {
  let place: Awaited<ReturnType<typeof freshPlace>>;
  let server: ServerProcess;
  let proxy: LossyProxy;
  beforeAll(async () => {
    place = await freshPlace();
    server = await startServer({ DATABASE_URL: place.url, DEMO: "1" });
    proxy = await lossyProxy(server.url);
  });
  afterAll(async () => {
    await proxy.close();
    await server.stop();
    await place.remove();
  });

  test("has the person's write once when it is there again, and answers it", async () => {
    const credentials = { email: "super@demo.test", password: "Lanyard#2026" };
    const { data } = await ask(server.url, "POST", "/1/dashboard/user/login", credentials);
    const dashboard = { "x-dashboard-authorization": data.token as string };
    const apps = (await ask(server.url, "GET", "/1/dashboard/application", undefined, dashboard)).data;
    const chosen = (await ask(server.url, "GET", `/1/dashboard/application/${apps[0].id}`, undefined, dashboard)).data;
    const headers = { ...dashboard, authorization: `Bearer ${chosen.token}` };
    const events = (await ask(server.url, "GET", "/1/api/container", undefined, headers)).data;
    const eventId = events[0].id as number;
    const types = (await ask(server.url, "GET", `/1/api/container/${eventId}/type-category`, undefined, headers)).data;
    const body = { type_id: types[0].types[0].id as number, first_name: "Once", last_name: "Killed" };
    proxy.lose("/thing", 1, async () => {
      await server.stop("SIGKILL");
      server = await startServer({ DATABASE_URL: place.url });
      proxy.target = server.url;
    });

    const saved = await clientOf(proxy.url, headers).call(createThing, { params: { eventId }, body: body as never });

    const filter = [{ field: "last_name", op: "eq", value: "Killed" }];
    const question = { filter, offset: 0, limit: 10, columns: ["last_name"] };
    const found = await ask(server.url, "POST", `/1/api/container/${eventId}/thing/query`, question, headers);
    expect(found.data.rows.map(({ id }: { id: number }) => id)).toEqual([(saved as { id: number }).id]);
  }, 60_000);
});
