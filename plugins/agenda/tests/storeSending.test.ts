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
