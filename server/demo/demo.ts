// Fills an empty database with the demo: the same every time, but for the dates, which are counted from today.
import type { Kysely } from "kysely";
import { hashPassword } from "../core/accounts/passwords.ts";
import type { Database } from "../db/open.ts";
import type { CoreTables } from "../db/tables.ts";
import type { Db, Deps } from "../kernel/context.ts";
import { offersOf } from "../kernel/offers.ts";
import type { DemoContext, ServerPlugin } from "../kernel/plugins.ts";
import { DEMO_APPS, DEMO_EVENTS, DEMO_TYPES, type DemoEvent } from "./events.ts";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "./people.ts";

const DAY_MS = 86_400_000;
const SEED = 20_260_131;

/** Whether nobody has an account yet. */
export async function isEmpty({ quick }: Database): Promise<boolean> {
  return !(await quick.selectFrom("core_user").select("id").limit(1).executeTakeFirst());
}

/** Makes the demo in one transaction: all of it or nothing. */
export async function fillDemo({ database, now }: Deps, plugins: readonly ServerPlugin[]): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await database.write.transaction().execute(async (db) => {
    // Two processes may start on the same empty database.
    await database.dialect.lock(db as unknown as Kysely<never>, "lanyard_demo");
    if (await db.selectFrom("core_user").select("id").limit(1).executeTakeFirst()) return;
    const at = now();
    const appIds = await makeApps(db);
    const types = await makeTypes(db, appIds);
    const events = await makeEvents(db, appIds, types, at);
    await makePeople(db, appIds, events, passwordHash, at);
    const big = events.find((event) => event.big) as MadeEvent;
    for (const plugin of plugins) {
      await plugin.demo?.({
        db: db as unknown as Db,
        dialect: database.dialect,
        random: seeded(`${SEED}-${plugin.id}`),
        now: at,
        appIds,
        events,
        bigEventId: big.id,
        types,
        offered: offersOf(plugins),
      });
    }
    if (plugins.length > 0) await database.dialect.analyze(db as unknown as Kysely<never>);
  });
}

type AppIds = DemoContext["appIds"];
type MadeEvent = DemoContext["events"][number] & { big: boolean; allowed: boolean };

async function makeApps(db: Kysely<CoreTables>): Promise<AppIds> {
  const ids = { northwind: 0, harbour: 0 };
  for (const key of ["northwind", "harbour"] as const) {
    const { name, locales, settings } = DEMO_APPS[key];
    const { id } = await db
      .insertInto("core_app")
      .values({
        name,
        default_locale: locales[0],
        supported_locales: JSON.stringify(locales),
        settings: JSON.stringify(settings),
        cdp_token: `demo-${key}`,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids[key] = id;
  }
  return ids;
}

async function makeTypes(db: Kysely<CoreTables>, appIds: AppIds): Promise<DemoContext["types"]> {
  const made = [];
  for (const appId of Object.values(appIds)) {
    for (const { type, categoryId } of DEMO_TYPES) {
      const { id } = await db
        .insertInto("core_type")
        .values({ app_id: appId, type, type_category_id: categoryId })
        .returning("id")
        .executeTakeFirstOrThrow();
      made.push({ id, appId, name: type, categoryId });
    }
  }
  return made;
}

async function makeEvents(
  db: Kysely<CoreTables>,
  appIds: AppIds,
  types: DemoContext["types"],
  now: Date,
): Promise<MadeEvent[]> {
  const made: MadeEvent[] = [];
  for (const planned of DEMO_EVENTS) {
    const event = await makeEvent(db, appIds[planned.app], planned, now);
    const own = types.filter((type) => type.appId === event.appId);
    await db
      .insertInto("core_event_type")
      .values(own.map((type) => ({ event_id: event.id, type_id: type.id })))
      .execute();
    made.push(event);
  }
  return made.sort((a, b) => a.id - b.id);
}

async function makeEvent(db: Kysely<CoreTables>, appId: number, planned: DemoEvent, now: Date): Promise<MadeEvent> {
  const { name, timezone, format, active, networking, archived = false, allowed = false, big = false } = planned;
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const start = new Date(midnight + planned.startsIn * DAY_MS + 8 * 3_600_000);
  const end = new Date(start.getTime() + (planned.days - 1) * DAY_MS + 10 * 3_600_000);
  const { id } = await db
    .insertInto("core_event")
    .values({
      app_id: appId,
      name,
      active,
      web_networking_activated: networking,
      format,
      timezone,
      date_start: start.toISOString(),
      date_end: end.toISOString(),
      archived_at: archived ? end.toISOString() : null,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, appId, name, start, end, timezone, format, big, allowed };
}

async function makePeople(
  db: Kysely<CoreTables>,
  appIds: AppIds,
  events: readonly MadeEvent[],
  passwordHash: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const allowedOfHarbour = events.filter((event) => event.allowed).map((event) => event.id);
  for (const { email, roleId, firstName, lastName } of DEMO_ACCOUNTS) {
    const { id } = await db
      .insertInto("core_user")
      .values({
        email,
        first_name: firstName,
        last_name: lastName,
        password_hash: passwordHash,
        created_at: at,
        updated_at: at,
        disabled_at: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [appId, allowed] of [[appIds.northwind, [-1]] as const, [appIds.harbour, allowedOfHarbour] as const]) {
      await db
        .insertInto("core_membership")
        .values({
          user_id: id,
          app_id: appId,
          role_id: roleId,
          allowed_events: JSON.stringify(allowed),
          permissions: null,
          token_generation: null,
          disabled_at: null,
        })
        .execute();
    }
  }
}

/** A row of figures from a text: small, fast, the same everywhere (mulberry32 over a hash of the text). */
function seeded(text: string): () => number {
  let state = 0;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
