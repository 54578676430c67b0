// A file on its way to the server: how far it is, and that it can be stopped.
import { types } from "mobx-state-tree";
import { expect, test } from "vitest";
import { ApiProblem } from "../../src/kernel/api/problem.ts";
import { tracked, tracking } from "../../src/kernel/store/tracked.ts";
import { type FileWay, fileSent, Waiting } from "../../src/kernel/store/waiting.ts";

/** A store that sends; the line to the server is held by `way` and ended by `arrive` and `fail`. */
function made() {
  const line = {} as { way: FileWay; arrive: (job: number) => void; fail: (problem: unknown) => void; stops: number };
  line.stops = 0;
  const send = (way: FileWay) =>
    new Promise<number>((arrive, fail) => {
      Object.assign(line, { way, arrive, fail });
      way.signal.addEventListener("abort", () => fail(new ApiProblem({ code: "aborted", status: 0, message: "" })));
    });
  const call = async () => {
    line.stops += 1;
  };
  const Notes = types
    .compose(Waiting, types.model({}))
    .volatile(() => ({ sending: tracking() }))
    .actions((self) => ({
      send: tracked(self, "sending", function* () {
        return (yield* fileSent(self, send)) ?? "stopped";
      }),
    }));
  return { store: Notes.create({}, { api: { call }, report: () => undefined }), line };
}

test("how much of it has gone out is shown, and nothing once it has arrived", async () => {
  const { store, line } = made();

  const sending = store.send();
  expect(store.running).toMatchObject({ progress: 0, stops: true, isSending: true });
  line.way.sent(0.4);
  expect(store.running?.progress).toBe(0.4);
  line.arrive(7);

  expect(await sending).toBe(7);
  expect(store.running).toBeUndefined();
});

test("to stop it ends its connection, asks for the end of no job, and is no failure", async () => {
  const { store, line } = made();
  const sending = store.send();

  await store.stop();

  expect(await sending).toBe("stopped");
  expect([line.way.signal.aborted, line.stops]).toEqual([true, 0]);
  expect([store.running, store.sending.problem, store.stopping.problem]).toEqual([undefined, undefined, undefined]);
});

test("once the server has all of it, its connection is ended no more: what comes of it is known first", async () => {
  const { store, line } = made();
  const sending = store.send();
  line.way.sent(1);
  expect(store.running).toMatchObject({ progress: 1, stops: false });

  await store.stop();
  expect([line.way.signal.aborted, line.stops]).toEqual([false, 0]);
  line.arrive(7);

  expect(await sending).toBe(7);
  expect(store.running).toBeUndefined();
});

test("what fails on the way says so", async () => {
  const { store, line } = made();
  const sending = store.send();

  line.fail(new ApiProblem({ code: "network", status: 0, message: "Away" }));
  await sending;

  expect(store.sending.problem?.code).toBe("network");
  expect(store.running).toBeUndefined();
});
