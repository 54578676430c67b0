// Blocks that somebody who scrolls will want next, asked for before the grid asks: the other half of what is seen after a
// jump, and the block behind the one that was just reached.
import { BLOCK } from "./grid.ts";

/** So long an answer that nobody has taken is still the truth. */
const FRESH_MS = 10_000;
/** Blocks that were asked for last, which the grid still holds. */
const HELD = 8;

/** What the grid shows, by the positions of its first and last row. */
export interface Shown {
  first: number;
  last: number;
}

export class ReadAhead<Answer> {
  readonly #coming = new Map<number, { at: number; answer: Promise<Answer> }>();
  /** Starts of the blocks that were asked for last. */
  #asked: number[] = [];
  /** Starts of blocks that can be seen: they are no step of somebody who scrolls. */
  #seen: readonly number[] = [];

  forget(): void {
    this.#coming.clear();
    this.#asked = [];
  }

  /** What was asked ahead for this block, if it was; an answer is given once. */
  take(start: number): Promise<Answer> | undefined {
    const found = this.#coming.get(start);
    this.#coming.delete(start);
    return found && performance.now() - found.at < FRESH_MS ? found.answer : undefined;
  }

  /** Starts of the blocks to ask ahead, now that the grid wants the block at `start`: those that are seen, then the next one. */
  next(start: number, { first, last }: Shown): { seen: number[]; later: number[] } {
    const before = this.#asked.at(-1);
    const isStep = !this.#seen.includes(start);
    this.#asked = [...this.#asked.filter((one) => one !== start), start].slice(-HELD);
    const isNew = (one: number) => one >= 0 && !this.#asked.includes(one) && !this.#coming.has(one);
    const seen = [
      ...(last >= start + BLOCK ? [start + BLOCK] : []),
      ...(first >= 0 && first < start ? [start - BLOCK] : []),
    ];
    const step = start - (before ?? start);
    const later = isStep && Math.abs(step) === BLOCK ? [start + step] : [];
    this.#seen = seen;
    return { seen: seen.filter(isNew), later: later.filter((one) => isNew(one) && !seen.includes(one)) };
  }

  keep(start: number, answer: Promise<Answer>): void {
    // Whoever takes it hears of its problem; an answer that nobody takes has none.
    answer.catch(() => this.#coming.delete(start));
    this.#coming.set(start, { at: performance.now(), answer });
    for (const one of [...this.#coming.keys()].slice(0, -HELD)) this.#coming.delete(one);
  }
}
