import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import type { TemplateNote } from "../contract.ts";
import { TemplateStore } from "../web/store.ts";

const note = (id: number): TemplateNote => ({ id, rev: 1, text: `note ${id}`, updated_at: "2026-06-15T12:00:00Z" });

/** A store with the notes 1 and 2 of event 5, and whatever is answered beside their list. */
async function aStore(answer: () => unknown) {
  const said: string[] = [];
  const call = async ({ name }: AnyEndpoint, { params }: { params: { eventId: number } }) =>
    name === "listTemplateNotes" ? (params.eventId === 5 ? [note(2), note(1)] : [note(9)]) : answer();
  const notices = { success: (text: string) => said.push(text) };
  const surroundings = { api: { call }, notices, report: () => undefined, t: (key: string) => key };
  const store = TemplateStore.create({}, surroundings as unknown as Env);
  await store.listNotes(5);
  return { store, said, ids: () => store.notes?.map(({ id }) => id) };
}

test("a removal that failed answers nothing, and the note stays", async () => {
  const { store, said, ids } = await aStore(() => {
    throw new ApiProblem({ code: "unavailable", status: 503, message: "not now" });
  });

  expect(await store.removeNote(5, note(1))).toBeUndefined();

  expect([ids(), said, store.removing.problem?.code]).toEqual([[2, 1], [], "unavailable"]);
});

test("a removal that was done says so", async () => {
  const { store, said, ids } = await aStore(() => ({ id: 1 }));

  expect(await store.removeNote(5, note(1))).toBe(true);

  expect([ids(), said]).toEqual([[2], ["template:removed"]]);
});

test("what was saved or removed on an event that was left changes nothing on the one that is open", async () => {
  const { store, ids } = await aStore(() => note(9));
  await store.listNotes(6);

  await store.createNote(5, { text: "late" });
  await store.removeNote(5, note(9));

  expect(ids()).toEqual([9]);
  expect(store.notes?.[0]?.rev).toBe(1);
});
