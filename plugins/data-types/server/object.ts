// A data type as the history knows it, and the turn that whoever changes one waits for.
import { type Context, lockTypesOf, type TypeRow } from "#server";

/** The kind of object under which data types stand in the history. */
export const OBJECT = "data-types.type";

export function objectOf({ id, type }: Pick<TypeRow, "id" | "type">) {
  return { type: OBJECT, id, label: type };
}

export function waitForOthers({ db, dialect, app }: Pick<Context, "db" | "dialect" | "app">): Promise<void> {
  return lockTypesOf(db, dialect, app.id);
}
