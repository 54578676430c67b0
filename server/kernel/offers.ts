// What areas give each other on the server: typed values under a key that stands in the `offers.ts` of the area that owns it.
// Who gives and who takes never import each other's inside, so that either folder can be deleted.

/** A key under which areas offer values of one type; `given` makes such a value part of a server face. */
export interface OfferKey<T> {
  readonly name: string;
  given(value: T): Offered;
}

/** A value that an area offers, with the name of its key. */
export interface Offered {
  readonly name: string;
  readonly value: unknown;
}

/** Answers what the areas offer under a key, in the order in which they are installed. */
export type Offers = <T>(key: OfferKey<T>) => readonly T[];

/**
 * Describes a key; its owner's id is the beginning of its name.
 * @example export const profileFilter = offerKey<ProfileFilter>("event-data.filter");
 */
export function offerKey<T>(name: string): OfferKey<T> {
  return Object.freeze({ name, given: (value: T) => Object.freeze({ name, value }) });
}

/** Gathers what all areas offer. Keys are told apart by name, since each face is bundled by itself. */
export function offersOf(faces: readonly { offers?: readonly Offered[] }[]): Offers {
  const all = faces.flatMap((face) => face.offers ?? []);
  return <T>(key: OfferKey<T>) => all.filter(({ name }) => name === key.name).map(({ value }) => value as T);
}
