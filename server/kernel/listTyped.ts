// Search in columns that hold texts as they were written: no word of theirs is folded.
import { type RawBuilder, sql } from "kysely";
import { wordsOf } from "#schemas/fold.ts";
import { type Dialect, likePattern } from "../db/dialect.ts";

const TYPED = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a search with their accents. */
export function typedWords(search: string): string[] {
  return search.normalize("NFC").match(TYPED) ?? [];
}

/**
 * That each of these words is in one of the columns, in whichever case and with accents or without. `folded`: the column that holds,
 * folded, those words of the others that a database does not fold by itself.
 */
export function foundAsWritten(
  dialect: Dialect,
  columns: readonly string[],
  folded: string,
  typed: readonly string[],
): RawBuilder<boolean> {
  const has = (text: string) => {
    const found = [...columns, folded].map((name) => dialect.like(sql.ref(name), likePattern(text, "contains")));
    return sql<boolean>`(${sql.join(found, sql` or `)})`;
  };
  const each = typed.map((word) => {
    const plain = wordsOf(word);
    return sql`(${sql.join((plain.length > 0 ? plain : [word]).map(has), sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(each, sql` and `)})`;
}
