// A schedule on its way to the server: how far it is, and that it can be given up.
import { expect, test } from "vitest";
import { ApiProblem } from "#web";
import { keptInMemory } from "../../../tests/support/web.ts";
import { ImportStore } from "../web/importStore.ts";

interface Way {
  signal: AbortSignal;
  sent: (share: number) => void;
}

test("a file that is being sent tells how far it is, and is stopped without a job", async () => {
  let way: Way | undefined;
  const asked: string[] = [];
  const call = ({ name }: { name: string }, input: Way) =>
    new Promise((_, fail) => {
      asked.push(name);
      way = input;
      input.signal.addEventListener("abort", () => fail(new ApiProblem({ code: "aborted", status: 0, message: "" })));
    });
  const env = { api: { call }, tab: keptInMemory(), now: () => new Date(), report: () => undefined };
  const importing = ImportStore.create({}, env);
  importing.begin(new File(["<schedule/>"], "schedule.xml"));
  importing.set({ format: "frab-xml" });

  const applying = importing.applyFile(5);
  await expect.poll(() => importing.sent).toBe(0);
  way?.sent(0.4);
  expect(importing.progress).toBe(0.4);
  await importing.cancel();

  expect(await applying).toBe(false);
  expect(importing).toMatchObject({ step: "cancelled", sent: undefined });
  expect([asked, importing.working.problem, importing.left(5)]).toEqual([["startImport"], undefined, undefined]);
});

test("a file that the server has whole is given up no more: its job is watched, and stopped", async () => {
  let way: Way | undefined;
  let arrive: (answer: unknown) => void = () => undefined;
  const asked: string[] = [];
  const job = { id: 9, kind: "import", progress: 1, created_at: new Date().toISOString() };
  const call = ({ name }: { name: string }, input: Way) => {
    asked.push(name);
    if (name !== "startImport") return Promise.resolve({ ...job, state: "done" });
    way = input;
    return new Promise((done, fail) => {
      arrive = done;
      input.signal.addEventListener("abort", () => fail(new ApiProblem({ code: "aborted", status: 0, message: "" })));
    });
  };
  const env = { api: { call }, tab: keptInMemory(), now: () => new Date(), report: () => undefined };
  const importing = ImportStore.create({}, env);
  importing.begin(new File(["<schedule/>"], "schedule.xml"));
  importing.set({ format: "frab-xml" });

  const applying = importing.applyFile(5);
  await expect.poll(() => importing.sent).toBe(0);
  expect(importing.canStop).toBe(true);
  way?.sent(1);
  expect(importing.canStop).toBe(false);
  await importing.cancel();
  expect(way?.signal.aborted).toBe(false);
  arrive({ job: { ...job, state: "queued" } });

  expect(await applying).toBe(true);
  expect([importing.step, asked[0], asked.includes("cancelJob")]).toEqual(["imported", "startImport", false]);
});
