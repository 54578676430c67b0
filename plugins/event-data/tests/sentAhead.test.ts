// What is kept and noted of a block of an import is sent behind its profiles: the thread that writes waits for nobody in between.
import { expect, test } from "vitest";
import { type Db, send, sql } from "#server";
import { lineOf } from "../../../server/db/line.ts";
import { openDatabase } from "../../../server/db/open.ts";
import { app, testDatabase } from "../../../tests/support/app.ts";
import { keepAct } from "../server/bulk/undoRows.ts";
import { noteTravel } from "../server/fields/travel/note.ts";

const JOB = 987_654;

test.runIf(testDatabase === "sqlite")("nothing of a block waits for the answer to what was sent before", async () => {
  const server = await app();
  const database = await openDatabase(server.deps.config.databaseUrl, { readers: 0, takeTurn: async () => () => {} });
  const event = { id: server.bigEventId, app_id: server.apps.northwind };
  const diet = { event_id: 0, kind: "text", key: "diet", archived_at: null };
  const person = { email: "ahead@sent.example", type_id: 1, fields: { diet: "vegan" } };
  const asked = sql<{ acts: number; notes: number }>`select
    (select count(*) from event_data_act where job_id = ${JOB}) as acts,
    (select count(*) from event_data_travel where people like '%ahead@sent.example%') as notes`;

  const found = await database.write.transaction().execute(async (transaction) => {
    const db = transaction as unknown as Db;
    // As in every transaction of a job: told before anything is under way.
    await lineOf(transaction as never);
    const see = () => send(transaction as never, asked.compile(transaction)).then(({ rows }) => rows);
    const sent = [
      keepAct(db, JOB, event.id, { do: "import" }, new Date()),
      noteTravel(db, event, [diet as never], [{ after: person }], new Date()),
      see(),
    ];
    return Promise.all(sent);
  });

  expect(found.at(-1)).toEqual([{ acts: 1, notes: 1 }]);
  await database.close();
  await server.close();
});
