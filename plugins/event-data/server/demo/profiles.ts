// Makes the demo's participants, companies and items out of its names; the same row of figures makes the same people.
import type { Status } from "../../contract.ts";
import type { ThingValues } from "../repository.ts";
import { interestsOf, phoneOf } from "./fields.ts";
import {
  COMPANY_FORMS,
  COMPANY_HEADS,
  COMPANY_TRADES,
  DIETS,
  ITEM_KINDS,
  ITEM_SERIES,
  JOB_TITLES,
  REGIONS,
  type Region,
} from "./names.ts";

type Random = () => number;

const nothing = {
  first_name: "",
  last_name: "",
  name: "",
  email: "",
  company_name: "",
  job_title: "",
  country: "",
};
const STATUS_WEIGHTS: readonly [Status, number][] = [
  ["active", 0.62],
  ["invited", 0.86],
  ["imported", 0.98],
  ["blocked", 1],
];

export function makeCompanies(random: Random, typeIds: readonly number[], count: number): ThingValues[] {
  const made = new Map<string, ThingValues>();
  while (made.size < count) {
    const head = pick(random, COMPANY_HEADS);
    const name = `${head} ${pick(random, COMPANY_TRADES)} ${pick(random, COMPANY_FORMS)}`;
    if (made.has(name)) continue;
    made.set(name, {
      ...nothing,
      type_id: pick(random, typeIds),
      name,
      email: `hello@${domainOf(name)}`,
      company_name: name,
      country: pick(random, regionBy(random).country),
      status: "active",
      fields: {
        booth: `${pick(random, ["A", "B", "C", "D"])}${1 + Math.floor(random() * 120)}`,
        employees: whole(random, 3, 4000),
      },
    });
  }
  return [...made.values()];
}

export function makeParticipants(
  random: Random,
  typeIds: readonly number[],
  companies: readonly ThingValues[],
  count: number,
): ThingValues[] {
  return Array.from({ length: count }, (_, at) => {
    const region = regionBy(random);
    const first = pick(random, region.first).replaceAll("_", " ");
    const last = pick(random, region.last).replaceAll("_", " ");
    const company = pick(random, companies);
    const phone = phoneOf(at);
    return {
      ...nothing,
      type_id: weighted(random, typeIds),
      first_name: first,
      last_name: last,
      name: `${first} ${last}`,
      email: `${mailName(first)}.${mailName(last)}.${at + 1}@${domainOf(company.name)}`.replace(/^\.+/, "guest."),
      company_name: random() < 0.94 ? company.name : "",
      job_title: pick(random, JOB_TITLES),
      country: pick(random, region.country),
      status: status(random),
      fields: {
        diet: pick(random, DIETS),
        ...firstVisit(random() < 0.4, at),
        badge: 100_000 + at,
        ...(interestsOf(at).length > 0 && { interests: interestsOf(at) }),
        ...(phone && { phone }),
      },
    };
  });
}

/** Three in four have said so. */
const firstVisit = (isFirst: boolean, at: number): { first_visit?: boolean } =>
  at % 4 === 3 ? {} : { first_visit: isFirst };

export function makeItems(
  random: Random,
  typeIds: readonly number[],
  companies: readonly ThingValues[],
  count: number,
): ThingValues[] {
  return Array.from({ length: count }, () => ({
    ...nothing,
    type_id: pick(random, typeIds),
    name: `${pick(random, ITEM_KINDS)} ${pick(random, ITEM_SERIES)} ${whole(random, 100, 999)}`,
    company_name: pick(random, companies).name,
    country: pick(random, regionBy(random).country),
    status: "active" as const,
    fields: { price: whole(random, 20, 90_000), on_show: random() < 0.7 },
  }));
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** The first types are the common ones. */
function weighted<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() ** 2 * from.length)] as T;
}

function whole(random: Random, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1));
}

function status(random: Random): Status {
  const figure = random();
  return (STATUS_WEIGHTS.find(([, below]) => figure < below) ?? STATUS_WEIGHTS[0])?.[0] ?? "active";
}

const WEIGHT = REGIONS.reduce((sum, region) => sum + region.weight, 0);

function regionBy(random: Random): Region {
  let left = random() * WEIGHT;
  for (const region of REGIONS) {
    left -= region.weight;
    if (left < 0) return region;
  }
  return REGIONS[0] as Region;
}

function domainOf(company: string): string {
  return `${mailName(company)}.example`;
}

function mailName(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/ß/g, "ss")
    .replace(/[øØ]/g, "o")
    .replace(/[łŁ]/g, "l")
    .replace(/[đĐ]/g, "d")
    .replace(/[þÞ]/g, "th");
  return plain.toLowerCase().replace(/[^a-z0-9]+/g, "") || "guest";
}
