// What an area offers to the command palette: its own rows, found by words.
import type { Access } from "#schemas/access.ts";
import type { Env } from "../store/env.ts";

/** One row that was found. */
export interface Found {
  /** Unique within the finder. */
  id: string;
  label: string;
  /** Small words at the right, such as the company. */
  note?: string | undefined;
  /** What it is, by the name of an icon of the navigation. */
  icon?: string | undefined;
  /** The address that shows it. */
  path: string;
}

export interface FinderQuestion {
  words: string;
  limit: number;
  eventId: number;
  signal: AbortSignal;
}

/** Rows that somebody opened before, by their ids. */
export interface RecallQuestion {
  ids: readonly string[];
  eventId: number;
  signal: AbortSignal;
}

/** Finds rows of the selected event; asked only of persons whom `access` allows. */
export interface Finder {
  /** Key of the heading above what it finds. */
  title: string;
  access: Access;
  find(env: Env, question: FinderQuestion): Promise<Found[]>;
  /** What these rows are now; those that are gone, or not for this person any more, are left out. */
  recall?(env: Env, question: RecallQuestion): Promise<Found[]>;
  /** The address of the list that has everything with these words, where a list searches as this does. */
  listPath?(eventId: number, words: string): string;
}
