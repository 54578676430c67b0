// What ends somebody's log-ins, or an invitation, is asked about before; and what is under way with one invitation is no other's.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeAll, expect, test } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { bringLayers } from "../../../src/kernel/ui/bringLayers.ts";
import { type Reply, web } from "../../../tests/support/web.ts";
import type { InviteRow } from "../../account/contract.ts";
import type { Member, MemberSession } from "../contract.ts";
import { InviteList } from "../web/InviteList.tsx";
import { MemberPanel } from "../web/MemberPanel.tsx";
import { AdminAccessStore } from "../web/store.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// Texts stand there as their keys.
beforeAll(async () => {
  await startLanguage("en-gb", async () => ({}));
  await bringLayers();
});

let place: ReturnType<typeof createRoot>;
afterEach(async () => {
  await act(async () => place.unmount());
  document.body.replaceChildren();
});

const at = "2026-05-01T09:00:00.000Z";
const role = { id: 200, name: "Matchmaking client" };
const member: Member = {
  ...{ id: 4, user_id: 40, rev: 1, email: "ann@x.example", first_name: "Ann", last_name: "Other", role },
  ...{ allowed_containers: [-1], overrides: {}, status: "active", manageable: true },
  ...{ second_factor: true, open_sessions: 2, last_seen_at: null },
};
const invite = (id: number): InviteRow => ({
  ...{ id, email: `i${id}@x.example`, role, allowed_containers: [-1], invited_by: "Ann Other", withheld: [] },
  ...{ created_at: at, expires_at: at, sent_count: 1, state: "pending" },
});
const session = (id: number): MemberSession => {
  return { id, device: "", created_at: at, last_seen_at: at, way: "password", address: "" };
};

async function draw(shown: React.ReactNode, table: Record<string, Reply>, address = "/") {
  const { root, asked } = web({ table });
  const store = root.areaStore(AdminAccessStore);
  store.set({ members: [member], invites: [invite(1), invite(2)] });
  place = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    place.render(
      <RootContext.Provider value={root}>
        <MemoryRouter initialEntries={[address]}>{shown}</MemoryRouter>
      </RootContext.Provider>,
    ),
  );
  return { store, written: () => asked.filter(({ method }) => method !== "GET").map(({ path }) => path) };
}

const dialog = () => document.querySelector(".dialog");
const buttonsOf = (text: string, within: ParentNode | null = document.body) =>
  [...(within?.querySelectorAll("button") ?? [])].filter(({ textContent }) => textContent?.trim() === text);
const press = (button: HTMLElement | undefined) => act(async () => button?.click());

test.each([
  ["a second factor", "access", "factor.reset", "/1/api/member/4/second-factor/reset"],
  ["all sessions", "sessions", "sessions.endAll", "/1/api/member/4/session"],
])("%s are asked about before they go", async (_, tab, action, path) => {
  const table = {
    "GET /1/api/member/4/explanation": { member },
    "GET /1/api/member/4/session": [session(1), session(2)],
  };
  const { store, written } = await draw(<MemberPanel member={member} onClose={() => {}} />, table, `/?tab=${tab}`);
  await act(async () => store.set({ sessions: [session(1), session(2)] }));

  await press(buttonsOf(action)[0]);
  expect(written()).toEqual([]);
  expect(dialog()?.textContent).toMatch(/resetText|endAllText/);

  await press(buttonsOf(action, dialog())[0]);
  expect(written()).toEqual([path]);
});

test("an invitation is withdrawn once that was asked, and another one can be decided meanwhile", async () => {
  const never = new Promise<never>(() => undefined);
  const { store, written } = await draw(<InviteList onSent={() => {}} />, { "POST /1/api/invite/1/revoke": never });

  await press(buttonsOf("invite.revoke")[0]);
  expect(written()).toEqual([]);
  await press(buttonsOf("invite.revoke", dialog())[0]);

  expect(written()).toHaveLength(1);
  expect([1, 2].map((id) => store.decidingInvite.of(id).busy)).toEqual([true, false]);
});
