// Where a profile stands in the list beside it, out of what the list has been answered, and who stands before and after it:
// beyond the rows that are there, the list is asked once more. A profile that the list has not shown is looked for once.
import type { ListQuestion } from "#schemas/list.ts";
import type { GridAnswer } from "#web";
import type { ThingRow } from "../contract.ts";

type Ask = (question: ListQuestion) => Promise<GridAnswer<ThingRow>>;
/** How many stand before a profile as a question finds and sorts them; null where it does not find it. */
type PlaceIn = (question: ListQuestion) => Promise<number | null>;

interface Block {
  key: string;
  question: ListQuestion;
  offset: number;
  ids: readonly number[];
  matched: number;
  isAbout: boolean;
}

/** How the profiles of a list stand: from 0, and of how many. */
export interface Place {
  at: number;
  of: number;
  /** How many there are is an estimate. */
  isAbout: boolean;
}

/** Blocks that are kept: more than a person walks through without the list asking again. */
const KEPT = 50;
const BLOCK = 100;

export class Walk {
  #blocks: readonly Block[] = [];
  /** Who has been looked for in which list. */
  readonly #sought = new Set<string>();
  readonly #heard = new Set<() => void>();

  readonly subscribe = (heard: () => void) => {
    this.#heard.add(heard);
    return () => void this.#heard.delete(heard);
  };
  readonly blocks = () => this.#blocks;

  /** What a list was asked, and what it was answered. */
  note({ offset = 0, limit: _, columns: __, counts: ___, ...question }: ListQuestion, answer: GridAnswer<ThingRow>) {
    const key = JSON.stringify([question.sort, question.filter, question.search]);
    const facts = { matched: answer.matched, isAbout: answer.about === true };
    const ids = answer.rows.map(({ id }) => id);
    const of = (isSame: boolean) => this.#blocks.filter((one) => (one.key === key) === isSame);
    // A better count says nothing of the rows; another one says that they may have moved.
    const known = of(true);
    const isOther = known.some((one) => !one.isAbout && !facts.isAbout && one.matched !== facts.matched);
    const before = known.find((one) => one.offset === offset);
    const hasMoved = ids.length > 0 && before !== undefined && String(before.ids) !== String(ids);
    if (isOther || hasMoved) this.#sought.clear();
    const rest = isOther || hasMoved ? [] : known.filter((one) => ids.length === 0 || one.offset !== offset);
    const next = ids.length > 0 ? [{ key, question, offset, ids, ...facts }] : [];
    const counted = facts.isAbout ? rest : rest.map((one) => ({ ...one, ...facts }));
    this.#blocks = [...next, ...counted, ...of(false)].slice(0, KEPT);
    for (const heard of this.#heard) heard();
  }

  placeOf(id: number): Place | undefined {
    const block = this.#blockOf(id);
    if (!block) return undefined;
    const at = block.offset + block.ids.indexOf(id);
    return { at, of: Math.max(block.matched, at + 1), isAbout: block.isAbout };
  }

  /** Who stands beside; nobody at the ends of the list, or where it is not known where to begin. */
  async beside(id: number, step: -1 | 1, ask: Ask): Promise<number | undefined> {
    const [block, place] = [this.#blockOf(id), this.placeOf(id)];
    const at = (place?.at ?? 0) + step;
    if (!block || !place || at < 0 || (at >= place.of && !place.isAbout)) return undefined;
    const known = this.#idAt(block.key, at);
    if (known !== undefined) return known;
    // Rows that moved in between may stand in two blocks: nobody is beside themselves.
    const question = { ...block.question, offset: at - (at % BLOCK), limit: BLOCK, columns: ["name"] };
    this.note(question, await ask(question));
    const found = this.#idAt(block.key, at);
    return found === id ? undefined : found;
  }

  /** Finds a profile that the list has not shown, in what the list was asked: the block in which it stands is read. */
  async find(id: number, placeIn: PlaceIn, ask: Ask): Promise<void> {
    const newest = new Map(this.#blocks.map(({ key, question }) => [key, question]));
    for (const [key, question] of newest) {
      const sought = `${id} ${key}`;
      if (this.#blockOf(id) || this.#sought.has(sought)) continue;
      this.#sought.add(sought);
      const at = await placeIn(question);
      if (at === null) continue;
      const asked = { ...question, offset: at - (at % BLOCK), limit: BLOCK, columns: ["name"] };
      this.note(asked, await ask(asked));
    }
  }

  #blockOf(id: number): Block | undefined {
    return this.#blocks.find(({ ids }) => ids.includes(id));
  }

  #idAt(key: string, at: number): number | undefined {
    for (const { key: own, offset, ids } of this.#blocks) {
      const id = own === key ? ids[at - offset] : undefined;
      if (id !== undefined) return id;
    }
    return undefined;
  }
}
