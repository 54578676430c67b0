// Takes a saved change of a data type back, by the same rules as any other save.
import { createTypeOf, listTypeRows, type Revertible } from "#server";
import type { TypeChange, TypeDraft } from "../contract.ts";
import { waitForOthers } from "./object.ts";
import { changed, rowOf, save } from "./routes.ts";
import { asColumns, asNew, factsOf } from "./rules.ts";

export const revertType: Revertible = {
  read: async ({ db, app }, id) => {
    const row = (await listTypeRows(db, app.id)).find((one) => one.id === Number(id));
    return row && { ...factsOf(row), archived_at: row.archived_at };
  },
  write: async (context, id, facts) => {
    await waitForOthers(context);
    const { row, others } = await rowOf(context, Number(id));
    const { archived_at, ...change } = facts as Partial<TypeChange> & { archived_at?: string | null };
    const wanted = await changed(context, row, others, { ...change, rev: row.rev });
    await save(context, row, wanted, archived_at);
  },
  bringBack: async ({ db, app, ...context }, facts) => {
    await waitForOthers({ db, app, ...context });
    const { id } = await createTypeOf(
      db,
      app.id,
      asColumns(asNew(facts as unknown as TypeDraft, await listTypeRows(db, app.id))),
    );
    return { id };
  },
};
