// What an index knows of a search.
import type { RawBuilder } from "kysely";

/** A condition that an index answers by itself. */
export interface Found {
  where: RawBuilder<boolean>;
  /** The ids of everything that fulfils it, or at least of all that could. */
  ids: RawBuilder<unknown>;
  /** Ids of more than those, which take less to find. */
  widerIds?: RawBuilder<unknown>;
  /** The same condition as a test of one row, where that is cheaper than asking the index. */
  ofRow: RawBuilder<boolean>;
  /** The texts that each match contains, where nothing else matches: of what contains more, everything is among them. */
  texts?: readonly string[];
  /** By field, that it begins with what is found. */
  begins?: Readonly<Record<string, Beginning>>;
  /** The same condition as the index of the order by this field answers it, where the planner does not see that by itself. */
  inOrder?: { by: string; where: RawBuilder<boolean> };
}

/** Rows that begin with the first word of a search: they stand together in the order of that field. */
export interface Beginning {
  word: string;
  /** What begins with it, as the order has it. */
  key: RawBuilder<unknown>;
  /** The ids of all in which the word is found, and what these contain. */
  ids: RawBuilder<unknown>;
  texts: readonly string[];
  /** That the word is found, as the index of this order answers it. */
  inOrder?: RawBuilder<boolean>;
  /** The share of the order that is looked through, row by row, in the time that it takes to find all matches but these. */
  soon: number;
}
