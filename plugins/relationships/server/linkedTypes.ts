// Which types of people and companies some kind of relationship links, whichever way round: teams are made along them.
import type { LinkedTypes } from "../../data-types-permissions/offers.ts";
import { listKinds } from "./repository.ts";
import { typesAt } from "./rules.ts";

const PEOPLE = 1;
const COMPANIES = 2;

export const linkedTypes: LinkedTypes = async (db, eventId, types) => {
  const [people, companies] = [PEOPLE, COMPANIES].map((category) => types.filter((one) => one.categoryId === category));
  const linked = new Map<string, { person: number; company: number }>();
  for (const { from, to } of await listKinds(db, eventId)) {
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      for (const person of typesAt(one, people ?? [])) {
        for (const company of typesAt(other, companies ?? [])) linked.set(`${person}:${company}`, { person, company });
      }
    }
  }
  return [...linked.values()];
};
