// A name for conditions by their SQL. What other areas make of a filter, and what a field is, may change while an answer is on its
// way; what is kept under the words of a question alone would then be true of other conditions than those that are asked next.
import { createHash } from "node:crypto";
import type { RawBuilder } from "kysely";

/** The same for the same SQL with the same values. */
export function keyOfSql(conditions: readonly RawBuilder<unknown>[]): string {
  const nodes = JSON.stringify(conditions.map((one) => one.toOperationNode()));
  return createHash("sha256").update(nodes).digest("base64");
}
