import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keepFile } from "../../server/core/jobs/files.ts";
import { JobRunner } from "../../server/core/jobs/runner.ts";
import type { JobHandler } from "../../server/kernel/plugins.ts";
import { type Asker, app, type TestApp } from "../support/app.ts";

const NAMED = { name: "made.bin", mediaType: "application/octet-stream" };

describe("the file that a job makes", () => {
  let lanyard: TestApp;
  let owner: Asker;
  let runner: JobRunner;
  beforeAll(async () => {
    lanyard = await app();
    owner = await lanyard.as("owner");
    await lanyard.deps.jobs.stop();
  });
  beforeEach(() => {
    runner = new JobRunner();
    lanyard.deps.jobs = runner;
  });
  afterEach(() => runner.stop());
  afterAll(() => lanyard.close());

  const start = async (make: JobHandler) => {
    const { deps, apps } = lanyard;
    const at = new Date();
    const draft = { kind: "make", payload: null, appId: apps.northwind, eventId: undefined, userId: owner.userId, at };
    const { id } = await deps.database.write.transaction().execute((db) => runner.enqueue(db, draft));
    runner.start(deps, { make });
    return id;
  };
  const fileOf = async (id: number) => (await owner.get(`/1/api/job/${id}/file`)).response;
  const pieces = async (id: number) => {
    const asked = sql<{ count: number }>`select count(*) as count from core_job_piece where job_id = ${id}`;
    return Number((await asked.execute(lanyard.deps.database.write)).rows[0]?.count);
  };

  test("is kept as it is made and sent as it is read, and says how long it is", async () => {
    const parts = [1000, 300_000, 7, 6_000_000].map((length) => randomBytes(length));
    const id = await start(async ({ saveFile }) => {
      await saveFile({ ...NAMED, bytes: one(parts) });
    });

    expect((await owner.finished(id)).data.state).toBe("done");

    const { headers, rawPayload } = await fileOf(id);
    expect(rawPayload.equals(Buffer.concat(parts))).toBe(true);
    expect(headers["content-length"]).toBe(String(rawPayload.length));
    expect(headers["content-disposition"]).toBe('attachment; filename="made.bin"');
    expect(await pieces(id)).toBeGreaterThan(1);
  });

  test("is written in fewer turns than it has pieces where these come faster; where one fails, nothing is left", async () => {
    const { write } = lanyard.deps.database;
    const id = await start(async () => undefined);
    await owner.finished(id);
    const bytes = randomBytes(20 * 256 * 1024);
    let turns = 0;
    const keep = (failsAt: number) => {
      turns = 0;
      return keepFile(write, id, "output", { ...NAMED, bytes: one([bytes]) }, async (step) => {
        turns += 1;
        if (turns === failsAt) throw new Error("The disk is full");
        await new Promise((later) => setTimeout(later, 5));
        await step(write);
      });
    };

    await keep(0);
    expect(turns).toBeLessThan(10);
    expect(await pieces(id)).toBe(20);
    expect((await fileOf(id)).rawPayload.equals(bytes)).toBe(true);

    await expect(keep(4)).rejects.toThrow("The disk is full");
    expect(await pieces(id)).toBe(0);
    expect((await fileOf(id)).statusCode).toBe(404);
  });

  test("is not found before it is whole", async () => {
    let finish = () => {};
    const whole = new Promise<void>((go) => {
      finish = go;
    });
    const id = await start(async ({ saveFile }) => {
      async function* slow() {
        yield randomBytes(600_000);
        await whole;
        yield randomBytes(10);
      }
      await saveFile({ ...NAMED, bytes: slow() });
    });

    await expect.poll(() => pieces(id)).toBeGreaterThan(0);
    expect((await fileOf(id)).statusCode).toBe(404);

    finish();
    await owner.finished(id);
    expect((await fileOf(id)).rawPayload.length).toBe(600_010);
  });

  test("leaves nothing behind where it could not be finished", async () => {
    const id = await start(async ({ saveFile }) => {
      async function* broken() {
        yield randomBytes(600_000);
        throw new Error("no more rows");
      }
      await saveFile({ ...NAMED, bytes: broken() });
    });

    expect((await owner.finished(id)).data.state).toBe("failed");
    expect((await fileOf(id)).statusCode).toBe(404);
    expect(await pieces(id)).toBe(0);
  });

  test("takes the place of a longer one that was made before, as by a job that begins anew", async () => {
    const id = await start(async ({ saveFile }) => {
      await saveFile({ ...NAMED, bytes: randomBytes(900_000) });
      await saveFile({ ...NAMED, bytes: one([Buffer.from("again")]) });
    });

    await owner.finished(id);
    expect((await fileOf(id)).body).toBe("again");
  });

  test("is not written to by a process whose job another one has taken over", async () => {
    const id = await start(async ({ saveFile }) => {
      async function* lost() {
        yield randomBytes(600_000);
        await lanyard.deps.database.write
          .updateTable("core_job")
          .set({ worker: "another" })
          .where("worker", "is not", null)
          .execute();
        yield randomBytes(600_000);
      }
      await saveFile({ ...NAMED, bytes: lost() });
    });

    await expect.poll(() => pieces(id)).toBeGreaterThan(0);
    await runner.stop();
    expect((await fileOf(id)).statusCode).toBe(404);
    expect(await pieces(id)).toBeLessThan(3);
  });
});

async function* one(parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* parts;
}
