// Jobs on fields that a reload has forgotten, and those whose server is away for a while.
import { reaction } from "mobx";
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { CustomFieldsStore } from "../web/store.ts";

const field = { id: 3, key: "diet", kind: "text", rev: 1, event_id: 5, labels: { "en-gb": "Diet" }, options: [] };
const away = new ApiProblem({ code: "network", status: 0, message: "away" });
const job = (state: string, progress = 0) => ({ id: 8, state, progress });

/** A page of a tab; each name answers its list in turn, the last of it for good. */
function page(tab: Map<string, unknown>, answers: Record<string, unknown[]>) {
  const asked: string[] = [];
  const call = async ({ name }: AnyEndpoint) => {
    asked.push(name);
    const own = answers[name] ?? [];
    const answer = own.length > 1 ? own.shift() : own[0];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const kept = {
    read: (key: string) => tab.get(key),
    write: (key: string, value: unknown) => tab.set(key, value),
    remove: (key: string) => tab.delete(key),
  };
  const env = { api: { call }, session: { app: { id: 2 } }, tab: kept, t: (key: string) => key };
  return { asked, store: CustomFieldsStore.create({}, { ...env, report: () => undefined } as unknown as Env) };
}

test("an act that goes on is shown with its progress after a reload, and can be stopped", async () => {
  const act = { job: { id: 8, state: "running" }, did: "kind", field_id: 3, isPartlyBack: false, until: "2026-06-15" };
  const answers: Record<string, unknown[]> = {
    listFields: [[field]],
    getLastFieldAct: [act, null],
    getJob: [job("running", 0.4)],
    cancelJob: [job("cancelled")],
  };
  const { asked, store } = page(new Map(), answers);
  await store.list(5);

  const finding = store.findLast(5);
  await expect.poll(() => store.running[3]).toEqual({ id: 8, progress: 0.4, stops: true });
  expect(store.followed).toEqual({ fieldId: 3 });
  await store.stop(3);
  answers["getJob"] = [job("cancelled", 0.4)];
  await finding;

  expect(asked).toContain("cancelJob");
  expect([store.running[3], store.followed, store.last]).toEqual([undefined, undefined, undefined]);
});

test.each<[string, Record<string, unknown[]>]>([
  ["an act was found going on", { getLastFieldAct: [{ job: { id: 8, state: "running" }, field_id: 3 }, null] }],
  ["it could not be told what was done last", { getLastFieldAct: [away, null] }],
])("a list that was shown stays, although %s", async (_, answers) => {
  const { store } = page(new Map(), { listFields: [[field]], getJob: [job("running"), job("done", 1)], ...answers });
  await store.list(5);
  const seen: boolean[] = [];
  const over = reaction(
    () => store.hasRecalled(5),
    (isShown) => seen.push(isShown),
    { fireImmediately: true },
  );

  await store.findLast(5);
  await store.findLast(5);
  over();

  expect(seen).toEqual([false, true]);
});

test("the removal of a field is found again by its tab, and the field is in the list no longer", async () => {
  const tab = new Map<string, unknown>();
  const never = page(tab, { listFields: [[field]], removeField: [{ job: { id: 8 } }], getJob: [job("running")] });
  await never.store.list(5);
  void never.store.remove(5, field as never);
  await expect.poll(() => never.store.running[3]).toBeDefined();

  const answers: Record<string, unknown[]> = { listFields: [[field], []], getJob: [job("running", 0.4)] };
  const { asked, store } = page(tab, { ...answers, listFieldUse: [{ keys: [] }] });
  await store.list(5);
  expect(store.removalLeft(6)).toBeUndefined();
  const left = store.removalLeft(5);
  expect(left).toMatchObject({ fieldId: 3, name: "Diet" });
  const removing = store.awaitRemoval(5, left as never);
  await expect.poll(() => store.running[3]).toEqual({ id: 8, progress: 0.4, stops: true });
  expect([store.followed, store.removalLeft(5)]).toEqual([{ fieldId: 3, name: "Diet" }, undefined]);
  (answers["getJob"] as unknown[]).push({ ...job("done", 1), result: {} });
  (answers["getJob"] as unknown[]).shift();

  expect(await removing).toBeDefined();
  expect([store.fields, tab.size, asked.includes("removeField")]).toEqual([[], 0, false]);
});

test("a server that is away for longer than a moment is told, and the job is waited for all the same", async () => {
  const looks = [job("running", 0.2), ...Array.from({ length: 8 }, () => away), { ...job("done", 1), result: {} }];
  const { store } = page(new Map(), {
    listFields: [[field]],
    listFieldUse: [{ keys: [] }],
    changeKind: [{ job: { id: 8 } }],
    getJob: looks,
  });
  await store.list(5);

  const changing = store.changeKind(5, field as never, { kind: "number", mode: "dry-run" });
  await expect.poll(() => store.running[3]?.isLost, { timeout: 5000 }).toBe(true);
  expect(store.running[3]?.progress).toBe(0.2);

  expect(await changing).toMatchObject({ jobId: 8 });
}, 20_000);
