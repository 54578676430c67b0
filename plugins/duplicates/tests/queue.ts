// The queue of suspected pairs of a test's own people, whom nobody else of the event is like.
import { aProfile, type Place } from "../../../tests/support/place.ts";

export interface SuspectedPair {
  id: number;
  reasons: string[];
  one: { id: number };
  other: { id: number };
}

/** Searching, and what is found under a last name that is asked for each time. */
export function queueOf(placeOf: () => Place, surnameOf: () => string) {
  const ask = (path: string, body: object = {}) => placeOf().asker.post(`${placeOf().path}/duplicate${path}`, body);
  return {
    search: async () => placeOf().asker.finished((await ask("/search")).data.job.id),
    pairs: async (state = "open"): Promise<SuspectedPair[]> =>
      (await ask(`/query?state=${state}`, { search: surnameOf() })).data.rows,
    /** Two of one name at one company. */
    twins: async (first: object = {}, second: object = {}) => {
      const last_name = surnameOf();
      const of = (which: string, company_name: string) => ({
        ...{ last_name, company_name },
        email: `${which}@${last_name}.example`,
      });
      return [
        await aProfile(placeOf(), { ...of("one", "Twin Ltd"), ...first }),
        await aProfile(placeOf(), { ...of("two", "TWIN"), ...second }),
      ] as const;
    },
  };
}

/** A last name for each test of a file. */
export const surnameFor = (count: number) => `Surname${"abcdefghijklmnop"[count]}${count * 7919}`;
