// What is saved in one app and answered once another has been chosen belongs to the one in which it was saved.
import { getEnv } from "mobx-state-tree";
import { expect, test, vi } from "vitest";
import { anApp, anEvent, aUser, keptInMemory, type Reply, web } from "../../../tests/support/web.ts";
import { SetupStore } from "../../setup/web/store.ts";
import type { CopyDraft, EventDraft, EventRow } from "../contract.ts";
import { EventsStore } from "../web/store.ts";

const dates = { date_start: "2026-01-01T08:00:00.000Z", date_end: "2026-01-01T18:00:00.000Z" };
const row = (id: number) => ({ id, rev: 2, name: `Event ${id}`, active: 0, archived_at: null, ...dates }) as EventRow;

/** Two apps, of which the first is chosen; what is written is answered once `answer` is called. */
async function started() {
  let answer: (saved: EventRow) => void = () => undefined;
  const answered = new Promise<EventRow>((done) => {
    answer = done;
  });
  const held = () => answered;
  const table: Record<string, Reply> = {
    "GET /1/dashboard/user/7/token": { valid: true, user: aUser, expires_at: "2027-01-01T00:00:00Z" },
    "GET /1/dashboard/application": [anApp(1, { allowed_containers: [11] }), anApp(2, { allowed_containers: [21] })],
    "GET /1/api/permission": {},
    "GET /1/api/management-settings": {},
    "GET /1/api/config": {},
    "GET /1/api/type": [],
    "GET /1/api/container/non-archived": ({ headers }: { headers: Headers }) =>
      headers.get("authorization")?.endsWith("2") ? [anEvent(21, "2026-02-01")] : [anEvent(11, "2026-01-01")],
    "GET /1/api/container/11/type-category": [],
    "GET /1/api/container/21/type-category": [],
    "POST /1/api/container": held,
    "POST /1/api/container/11/copy": held,
    "PUT /1/api/container/11": held,
    "PATCH /1/api/container/11": held,
  };
  const { session } = web({ table, local: keptInMemory({ userData: JSON.stringify({ ...aUser, token: "dash" }) }) });
  await session.start(undefined);
  await vi.waitFor(() => expect(session.events).toHaveLength(1));
  return { session, answer };
}

const ACTS: [string, number, (env: object) => Promise<unknown>][] = [
  ["made", 31, (env) => EventsStore.create({}, env).create({ name: "New" } as EventDraft)],
  ["copied", 31, (env) => EventsStore.create({}, env).copy(row(11), { name: "Copy" } as CopyDraft)],
  ["switched on", 11, (env) => EventsStore.create({}, env).setActive(row(11), 1)],
  ["set up", 11, (env) => SetupStore.create({}, env).save(11, 1, { name: "Renamed" } as EventDraft)],
];

test.each(ACTS)("an event that is %s is no event of the app that is chosen by then", async (_, id, act) => {
  const { session, answer } = await started();
  const allowed = (appId: number) => session.apps.find((app) => app.id === appId)?.allowed_containers;

  const done = act(getEnv(session));
  await session.switchApp(2);
  await vi.waitFor(() => expect(session.events).toHaveLength(1));
  answer(row(id));

  expect(await done).toBeTruthy();
  expect(session.events?.map((event) => event.id)).toEqual([21]);
  expect(allowed(2)).toEqual([21]);
  expect(allowed(1)).toContain(id);
});

test.each(ACTS)("an event that is %s is known at once in its own app", async (_, id, act) => {
  const { session, answer } = await started();

  const done = act(getEnv(session));
  answer(row(id));
  await done;

  expect(session.events?.find((event) => event.id === id)?.rev).toBe(2);
});
