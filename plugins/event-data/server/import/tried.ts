// What a dry run would have written by now, laid over what is stored: lines that come later meet it as an import would.
import type { Thing } from "../../contract.ts";
import type { ThingValues } from "../repository.ts";

type Ids = number | number[];

export class Tried {
  /** By id, as short texts: a file may have very many lines. */
  private readonly written = new Map<number, string>();
  private readonly byEmail = new Map<string, Ids>();
  private readonly byName = new Map<string, Ids>();
  private made = 0;

  constructor(
    /** Whether later lines may meet new profiles otherwise than by what makes them twins. */
    private readonly keepsNew: boolean,
  ) {}

  keep(current: Thing | undefined, values: ThingValues): void {
    if (!current && !this.keepsNew) return;
    // Nobody has such an id.
    const id = current?.id ?? -++this.made;
    this.written.set(id, JSON.stringify(values));
    if (values.email && values.email !== current?.email) add(this.byEmail, values.email, id);
    if (values.name !== current?.name) add(this.byName, values.name, id);
  }

  /** The same profiles as they would be by now. */
  latest(things: readonly Thing[]): readonly Thing[] {
    if (this.written.size === 0) return things;
    return things.map((one) => {
      const text = this.written.get(one.id);
      return text === undefined ? one : { ...one, ...(JSON.parse(text) as ThingValues) };
    });
  }

  /** Those who have come to one of these addresses or names; some may have left it since. */
  having(addresses: readonly string[]): Thing[] {
    return this.at(this.byEmail, addresses);
  }

  called(names: readonly string[]): Thing[] {
    return this.at(this.byName, names);
  }

  private at(places: ReadonlyMap<string, Ids>, wanted: readonly string[]): Thing[] {
    if (places.size === 0) return [];
    const ids = new Set(wanted.flatMap((one) => places.get(one) ?? []));
    return [...ids].map((id) => {
      const values = JSON.parse(this.written.get(id) as string) as ThingValues;
      return { ...values, id, rev: 1, created_at: "", updated_at: "", photo: null };
    });
  }
}

/** The order in which profiles were made, those of a dry run last. */
export function asMade({ id: one }: Pick<Thing, "id">, { id: other }: Pick<Thing, "id">): number {
  if (one < 0 !== other < 0) return one < 0 ? 1 : -1;
  return one < 0 ? other - one : one - other;
}

function add(places: Map<string, Ids>, place: string, id: number): void {
  const there = places.get(place);
  if (there === undefined) places.set(place, id);
  else if (typeof there === "number") places.set(place, [there, id]);
  else there.push(id);
}
