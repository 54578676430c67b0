// What is answered about an app's types after another app has been chosen.
import { expect, test, vi } from "vitest";
import { anApp, anEvent, aUser, keptInMemory, type Reply, web } from "../../../tests/support/web.ts";
import type { TypeDetail } from "../contract.ts";
import { DataTypesStore } from "../web/store.ts";

const plain = (id: number, type: string) => ({ id, type, type_category_id: 1 });
const detail = (id: number, type: string) =>
  ({ ...plain(id, type), rev: 1, position: id, event_ids: [11], events: 1 }) as unknown as TypeDetail;

/** Two apps with types of their own; what is asked about the first one's types is answered when the test says so. */
async function inFirstApp() {
  const letGo: ((answer: unknown) => void)[] = [];
  const held: Reply = () => new Promise((done) => letGo.push(done));
  const { root, session } = web({
    local: keptInMemory({ userData: JSON.stringify({ ...aUser, token: "dash" }) }),
    table: {
      "GET /1/dashboard/user/7/token": { valid: true, user: aUser, expires_at: "2027-01-01T00:00:00Z" },
      "GET /1/dashboard/application": [anApp(1), anApp(2)],
      "GET /1/api/permission": { containers: true },
      "GET /1/api/management-settings": {},
      "GET /1/api/config": {},
      "GET /1/api/type": ({ headers }: { headers: Headers }) =>
        JSON.stringify([...headers]).includes("app-token-2") ? [plain(7, "Guest")] : [plain(1, "Attendee")],
      "GET /1/api/container": [anEvent(11, "2026-01-01")],
      "GET /1/api/container/11/type-category": [{ id: 1, name: "participants", types: [plain(7, "Guest")] }],
      "GET /1/api/type/detail": held,
      "PATCH /1/api/type/1": held,
    },
  });
  await session.start(undefined);
  await vi.waitFor(() => expect(session.types).toBeDefined());
  return { root, session, letGo };
}

test.each(["a list", "a save"])("the answer to %s stays out of the app that has been chosen since", async (asked) => {
  const { root, session, letGo } = await inFirstApp();
  const store = root.areaStore(DataTypesStore);
  const asking = asked === "a list" ? store.list() : store.save(1, { type: "Visitor", rev: 1 });
  await session.switchApp(2, 11);
  await vi.waitFor(() => expect(session.typeCategories).toHaveLength(1));

  const visitor = detail(1, "Visitor");
  letGo[0]?.(asked === "a list" ? [visitor] : visitor);
  await asking;

  expect(session.types?.map(({ type }) => type)).toEqual(["Guest"]);
  expect(session.typeCategories?.[0]?.types.map(({ type }) => type)).toEqual(["Guest"]);
});
