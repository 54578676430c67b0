// What is remembered for the columns of a file: of the last file of its kind all that was chosen, of other files only what
// may stand where a heading says nothing. Pure.
import { fold } from "#server";

/** A heading as it is compared. */
export function wordOf(heading: string): string {
  return fold(heading).replace(/[^\p{L}\p{N}]/gu, "");
}

/** A column as it was chosen in some file: the how-manieth of its heading, and of which file. */
export interface Chosen {
  shape: string;
  heading: string;
  nth: number;
  field: string | null;
  chosen_at: string;
}

/** The fields of columns, by their places; nothing for a column that was left out. */
export interface Recall {
  /** As chosen for a file of this kind. */
  kin: ReadonlyMap<number, string | null>;
  /** As chosen for another one. */
  other: ReadonlyMap<number, string | null>;
}

/** From this share of headings in common on, two files are of one kind: of four columns one may be new. */
const KIN = 0.75;
const LENGTH = 200;

/** The headings of a file as they are remembered; of two with the same words each is one of its own. Blank ones are not. */
export function namesOf(headings: readonly string[]): { at: number; heading: string; nth: number }[] {
  const counts = new Map<string, number>();
  return headings.flatMap((title, at) => {
    const heading = wordOf(title).slice(0, LENGTH);
    if (!heading) return [];
    const nth = counts.get(heading) ?? 0;
    counts.set(heading, nth + 1);
    return [{ at, heading, nth }];
  });
}

const nameOf = ({ heading, nth }: { heading: string; nth: number }) => `${nth} ${heading}`;

/** What of all that was chosen for an event is about the columns of one file. */
export function recall(chosen: readonly Chosen[], headings: readonly string[]): Recall {
  const names = namesOf(headings);
  const shapes = new Map<string, Map<string, Chosen>>();
  const latest = new Map<string, Chosen>();
  // The latest comes last, and stands.
  for (const one of [...chosen].sort((a, b) => (a.chosen_at < b.chosen_at ? -1 : 1))) {
    const columns = shapes.get(one.shape) ?? new Map<string, Chosen>();
    shapes.delete(one.shape);
    shapes.set(one.shape, columns.set(nameOf(one), one));
    latest.set(nameOf(one), one);
  }
  let best: { share: number; columns: ReadonlyMap<string, Chosen> } | undefined;
  for (const [shape, columns] of shapes) {
    // Of which files these were was not kept in earlier times.
    if (shape === "") continue;
    const common = names.filter((name) => columns.has(nameOf(name))).length;
    const share = common / (names.length + columns.size - common);
    if (share >= KIN && share >= (best?.share ?? 0)) best = { share, columns };
  }
  const fieldsIn = (columns: ReadonlyMap<string, Chosen> | undefined) =>
    new Map(
      names.flatMap((name) => {
        const one = columns?.get(nameOf(name));
        return one ? [[name.at, one.field] as const] : [];
      }),
    );
  return { kin: fieldsIn(best?.columns), other: fieldsIn(latest) };
}

export const NOTHING: Recall = { kin: new Map(), other: new Map() };
