// The filters that a list gave its grid, and what the grid made of them: of a set it keeps the values that it offers by then. What the
// address says is what is asked, and what acts on all that match name.
import type { ListFilter } from "#schemas/list.ts";

type Model = Readonly<Record<string, unknown>> | null | undefined;

export class HeldFilter {
  #given: string | undefined;
  #held: string | undefined;
  #filter: readonly ListFilter[] = [];
  #model: Model;

  /** The filters that a model of the grid stands for; nothing where it is not the one that the list gave it. */
  of(held: Model): readonly ListFilter[] | undefined {
    return keyOf(held) === this.#held ? this.#filter : undefined;
  }

  /** Whether the grid still holds what it made of this model. */
  isOf(given: Model, held: Model): boolean {
    return keyOf(given) === this.#given && keyOf(held) === this.#held;
  }

  /** Whether a column still holds what the grid made of its filters. */
  isSame(field: string, held: Model): boolean {
    return JSON.stringify(this.#model?.[field]) === JSON.stringify(held?.[field]);
  }

  keep(given: Model, held: Model, filter: readonly ListFilter[]): void {
    this.#given = keyOf(given);
    this.#held = keyOf(held);
    this.#model = held;
    this.#filter = filter;
  }
}

/** The grid tells its columns in the order in which they got their filters. */
const keyOf = (model: Model) =>
  JSON.stringify(Object.entries(model ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));
