import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace } from "../../../tests/support/place.ts";
import { APP, aPerson, aServer, Desk, tokenOf } from "./factories.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(testDatabases)("log-in links on %s", () => {
  let server: TestApp;
  let desk: Desk;
  let expert: Asker;
  let later = 0;
  beforeAll(async () => {
    server = await aServer({ now: () => new Date(Date.now() + later) });
    desk = await Desk.at(server);
    expert = await server.as("expertplus");
  });
  afterAll(() => server.close());
  beforeEach(() => {
    later = 0;
  });

  const actions = async (person: { id: number }) => (await desk.history(person)).map(({ action }) => action);
  const outbox = async (email: string) => {
    const rows = await server.deps.database.quick
      .selectFrom("core_mail")
      .select(["recipient", "subject", "text", "secret"])
      .where("recipient", "=", email)
      .orderBy("id")
      .execute();
    return rows;
  };

  test("a participant is sent a letter with a link, which logs them in once and makes them active", async () => {
    const ada = await aPerson(desk.place, { first_name: "Ada", email: "ada@x.example" });

    const sent = await desk.mail(ada);
    const [letter] = await outbox("ada@x.example");
    const address = /https:\S+/.exec(letter?.text ?? "")?.[0] ?? "";
    const invited = await desk.thing(ada);
    const entered = await desk.verify(tokenOf({ address }));

    expect(sent.data).toMatchObject({
      entered_at: null,
      link: { state: "open" },
      hindered: { link: null, mail: null },
    });
    expect(Date.parse(sent.data.link.expires_at) - Date.now()).toBeGreaterThan(13.9 * DAY);
    expect(letter).toMatchObject({ subject: "Your log-in to Northwind Summit", secret: 1 });
    expect(letter?.text).toContain("Hello Ada,");
    expect(address).toMatch(new RegExp(`^${APP}/NorthwindSummit\\?login=[A-Za-z0-9_-]{43}$`));
    expect(invited.status).toBe("invited");
    expect(entered.data).toMatchObject({
      profile: { id: ada.id, name: ada.name, email: "ada@x.example", status: "active" },
      impersonator: null,
    });
    expect((await desk.thing(ada)).status).toBe("active");
    expect((await desk.state(ada)).data).toMatchObject({
      opened_at: expect.any(String),
      entered_at: expect.any(String),
      seen_at: expect.any(String),
      link: { state: "used" },
    });
    const [login, mailed] = await desk.history(ada);
    expect(login).toMatchObject({ action: "log_in", before: { status: "invited" }, after: { status: "active" } });
    expect(mailed).toMatchObject({
      action: "send_login",
      before: { status: "imported" },
      after: { status: "invited" },
    });
  });

  test("a letter is written in the language that its reader prefers", async () => {
    const ida = await aPerson(desk.place, { email: "ida@x.example", fields: { language: "de" } });

    await desk.mail(ida);

    const [letter] = await outbox("ida@x.example");
    expect(letter?.subject).toBe("Ihre Anmeldung bei Northwind Summit");
  });

  test("only what cannot be turned into the link again is kept", async () => {
    const bo = await aPerson(desk.place);

    const token = await desk.token(bo);

    const rows = await server.deps.database.quick
      .withTables<{ app_access_link: { thing_id: number; hash: string } }>()
      .selectFrom("app_access_link")
      .selectAll()
      .where("thing_id", "=", bo.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("used, replaced, expired and unknown links are told apart", async () => {
    const [used, replaced, expired] = [await aPerson(desk.place), await aPerson(desk.place), await aPerson(desk.place)];
    const tokens = {
      used: await desk.token(used),
      replaced: await desk.token(replaced),
      expired: await desk.token(expired),
    };
    await desk.verify(tokens.used);
    await desk.token(replaced);

    const codes = [];
    for (const token of [tokens.used, tokens.replaced, "x".repeat(43)])
      codes.push((await desk.verify(token)).error.code);
    later = 14 * DAY + MINUTE;
    // Whoever asks has logged in anew by then.
    const late = await (await Desk.at(server)).verify(tokens.expired);
    later = 0;

    expect(codes).toEqual(["app-access.link_used", "app-access.link_superseded", "app-access.link_unknown"]);
    expect(late.error.code).toBe("app-access.link_expired");
    expect(late.status).toBe(410);
    expect((await desk.thing(expired)).status).toBe("imported");
  });

  test("of many who use a link at once, one gets in", async () => {
    const cy = await aPerson(desk.place);
    const token = await desk.token(cy);

    const all = await Promise.all(Array.from({ length: 8 }, () => desk.verify(token)));

    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(410)]);
    expect(new Set(all.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(["app-access.link_used"]));
    expect((await actions(cy)).filter((action) => action === "log_in")).toHaveLength(1);
  });

  test("of links that are made at once, one is good", async () => {
    const di = await aPerson(desk.place);

    const made = await Promise.all(Array.from({ length: 5 }, () => desk.link(di)));
    const codes = [];
    for (const { data } of made) codes.push((await desk.open(tokenOf(data))).error?.code ?? "good");

    expect(codes.sort()).toEqual([...Array(4).fill("app-access.link_superseded"), "good"]);
  });

  test("an opened link stays good, and that it was opened is noted once", async () => {
    const ed = await aPerson(desk.place);
    const token = await desk.token(ed);

    const opened = await desk.open(token);
    const first = (await desk.state(ed)).data;
    later = MINUTE;
    await desk.open(token);
    const second = (await desk.state(ed)).data;

    expect(opened.data.profile).toMatchObject({ id: ed.id, status: "imported" });
    expect(first).toMatchObject({ opened_at: expect.any(String), entered_at: null, seen_at: null });
    expect(second).toEqual(first);
    expect((await desk.verify(token)).status).toBe(200);
  });

  test("who is blocked is neither given a link nor let in by one", async () => {
    const fay = await aPerson(desk.place);
    const token = await desk.token(fay);
    await desk.asker.patch(`${desk.place.path}/thing/${fay.id}`, { rev: fay.rev, status: "blocked" });

    const refused = [await desk.verify(token), await desk.open(token), await desk.link(fay), await desk.mail(fay)];

    expect(new Set(refused.map(({ error }) => error.code))).toEqual(new Set(["app-access.blocked"]));
    expect((await desk.thing(fay)).status).toBe("blocked");
    expect((await desk.state(fay)).data.hindered).toEqual({ link: "blocked", mail: "blocked" });
  });

  test("who has no address is given a link and no letter; companies have no log-in", async () => {
    const gus = await aPerson(desk.place, { email: "" });
    const acme = await aPerson(desk.place, {
      type_id: desk.place.types[2],
      name: "Acme",
      first_name: "",
      last_name: "",
    });

    expect((await desk.mail(gus)).error.code).toBe("app-access.no_address");
    expect((await desk.link(gus)).status).toBe(201);
    expect((await desk.link(acme)).error.code).toBe("app-access.not_participant");
    expect((await desk.mail({ id: 999_999 })).error.code).toBe("not_found");
  });

  test("a profile that has been removed lets nobody in, nor does a link of another event", async () => {
    const hal = await aPerson(desk.place);
    const ivy = await aPerson(desk.place);
    const [gone, token] = [await desk.token(hal), await desk.token(ivy)];
    await desk.asker.remove(`${desk.place.path}/thing/${hal.id}?rev=${hal.rev}`);
    const elsewhere = `/1/api/container/${server.events["Baltic Trade Forum"]}/login-link/verify`;

    expect((await desk.verify(gone)).error.code).toBe("app-access.link_unknown");
    expect((await desk.asker.post(elsewhere, { token })).error.code).toBe("app-access.link_unknown");
  });

  test("an expert logs in as a participant: for five minutes, once, by name, and not as the participant's own log-in", async () => {
    const jo = await aPerson(desk.place);
    const own = await desk.token(jo);

    const made = await desk.as(expert).impersonate(jo);
    const opened = await desk.open(tokenOf(made.data));
    const entered = await desk.verify(tokenOf(made.data));
    const again = await desk.verify(tokenOf(made.data));

    expect(Date.parse(made.data.expires_at) - Date.now()).toBeLessThanOrEqual(5 * MINUTE);
    expect(opened.data.impersonator).toEqual(entered.data.impersonator);
    expect(entered.data).toMatchObject({ profile: { id: jo.id }, impersonator: { id: expert.userId } });
    expect(again.error.code).toBe("app-access.link_used");
    const { status } = await desk.thing(jo);
    expect(status).toBe("imported");
    expect((await desk.state(jo)).data).toMatchObject({ opened_at: null, entered_at: null, seen_at: null });
    const lines = await desk.history(jo);
    expect(lines.map(({ action }) => action)).toEqual(["logged_in_as", "log_in_as", "make_login", "create"]);
    expect(lines[0]?.after).toEqual({ impersonator: entered.data.impersonator.name });
    expect((await desk.verify(own)).status).toBe(200);
  });

  test("after five minutes nobody logs in as somebody else any more", async () => {
    const kim = await aPerson(desk.place);
    const { data } = await desk.as(expert).impersonate(kim);

    later = 5 * MINUTE + 1000;

    expect((await desk.verify(tokenOf(data))).error.code).toBe("app-access.link_expired");
  });

  test("logging in as somebody else stands in the event's history, which a super admin reads", async () => {
    const lou = await aPerson(desk.place);
    await desk.as(expert).impersonate(lou);

    const boss = await server.as("super");
    const found = await boss.post(`${desk.place.path}/history/query`, {
      filter: [{ field: "action", op: "eq", value: "log_in_as" }],
      sort: [{ field: "id", direction: "desc" }],
      limit: 1,
    });

    expect(found.data.rows[0]).toMatchObject({ action: "log_in_as", object_id: String(lou.id) });
  });

  test("weaker people than an expert plus do not log in as others, and event owners only look", async () => {
    const max = await aPerson(desk.place);
    const owner = desk.as(await server.as("owner"));
    const weaker = desk.as(await server.as("expert"));

    const refused = [
      await weaker.impersonate(max),
      await owner.mail(max),
      await owner.link(max),
      await owner.verify("x"),
    ];

    expect(refused.map(({ error }) => error.code)).toEqual(Array(4).fill("forbidden"));
    expect((await owner.state(max)).status).toBe(200);
  });

  test("an API token of the event app exchanges links and reports who was seen, but makes no links", async () => {
    const nat = await aPerson(desk.place);
    const token = await desk.token(nat);
    const boss = await server.as("super");
    const issued = await boss.post("/1/api/api-token", {
      name: "Event app",
      scopes: ["login-link:change", "seen:create", "app-access:change", "app-access:read"],
      allowed_containers: [desk.place.eventId],
      allowed_networks: [],
      days: 30,
    });
    const secret: string = issued.data.secret;
    const ask = (path: string, body: unknown) =>
      server.anonymous.ask("POST", `${desk.place.path}${path}`, body, {
        headers: { authorization: `Bearer ${secret}` },
      });

    const entered = await ask("/login-link/verify", { token });
    const seen = await ask("/seen", { seen: [{ id: nat.id, at: new Date().toISOString() }] });
    const made = await ask(`/app-access/${nat.id}/link`, undefined);
    const as = await ask(`/app-access/${nat.id}/impersonate`, undefined);

    expect([entered.status, seen.status]).toEqual([200, 200]);
    expect([made.error.code, as.error.code]).toEqual(["token_scope", "token_scope"]);
    expect((await desk.history(nat))[0]?.actor).toMatch(/^Event app \(/);
  });

  test("reports of who was seen count by the later instant, and never into the future", async () => {
    const [oda, pia] = [await aPerson(desk.place), await aPerson(desk.place)];
    const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
    const noon = at(-60);

    const first = await desk.seen({ id: oda.id, at: noon }, { id: oda.id, at: at(-90) }, { id: 999_999, at: noon });
    const older = await desk.seen({ id: oda.id, at: at(-120) });
    await desk.seen({ id: pia.id, at: at(600) });

    expect(first.data).toEqual({ noted: 1, unknown: [999_999] });
    expect(older.data).toEqual({ noted: 0, unknown: [] });
    expect((await desk.state(oda)).data).toMatchObject({ seen_at: noon, entered_at: noon });
    expect(Date.parse((await desk.state(pia)).data.seen_at)).toBeLessThanOrEqual(Date.now());
  });

  test("who is seen for the first time has become active; that stands in the history, and later reports do not", async () => {
    const quin = await aPerson(desk.place);
    const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

    for (const minutes of [30, 20, 10]) await desk.seen({ id: quin.id, at: at(minutes) });

    expect((await desk.thing(quin)).status).toBe("active");
    expect(await actions(quin)).toEqual(["log_in", "create"]);
  });

  test("reports from several processes at once leave the latest", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => aPerson(desk.place)));
    const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
    const instants = [5, 1, 3, 4, 2].map((minutes) => at(minutes));

    const all = await Promise.all(
      instants.map((instant, turn) => {
        const seen = people.map(({ id }) => ({ id, at: instant }));
        return desk.seen(...(turn % 2 ? seen : seen.toReversed()));
      }),
    );

    expect(all.map(({ status }) => status)).toEqual(Array(5).fill(200));
    for (const person of people) {
      expect((await desk.state(person)).data.seen_at).toBe(instants[1]);
      expect(await actions(person)).toEqual(["log_in", "create"]);
    }
  });

  test("an event that is archived or has no web networking lets nobody in", async () => {
    const rex = await aPerson(desk.place);
    const token = await desk.token(rex);
    const set = (values: Record<string, number>) =>
      server.deps.database.write.updateTable("core_event").set(values).where("id", "=", desk.place.eventId).execute();

    await set({ active: 0 });
    const archived = [await desk.verify(token), await desk.mail(rex)];
    await set({ active: 1, web_networking_activated: 0 });
    const closed = [await desk.verify(token), await desk.link(rex)];
    await set({ web_networking_activated: 1 });

    expect(archived.map(({ error }) => error.code)).toEqual(Array(2).fill("app-access.inactive"));
    expect(closed.map(({ error }) => error.code)).toEqual(Array(2).fill("app-access.no_networking"));
    expect((await desk.verify(token)).status).toBe(200);
  });

  test("links that ended three months ago are forgotten", async () => {
    const sue = await aPerson(desk.place);
    const token = await desk.token(sue);
    const { tidy } = server.plugins.find(({ id }) => id === "app-access") ?? {};
    const context = (days: number) =>
      ({ db: server.deps.database.write, now: new Date(Date.now() + days * DAY) }) as never;

    await tidy?.(context(100));
    const kept = await desk.verify(token);
    await tidy?.(context(105));

    expect(kept.status).toBe(200);
    expect((await desk.verify(token)).error.code).toBe("app-access.link_unknown");
  });
});

describe("without an address of the event app", () => {
  test("nobody is given a link, and why is told before", async () => {
    const server = await app();
    const desk = new Desk(await aPlace(server));
    const tom = await aPerson(desk.place);

    const refused = [await desk.link(tom), await desk.mail(tom)];

    expect(refused.map(({ error }) => error.code)).toEqual(Array(2).fill("app-access.no_app"));
    expect((await desk.state(tom)).data.hindered).toEqual({ link: "no_app", mail: "no_app" });
    await server.close();
  });
});
