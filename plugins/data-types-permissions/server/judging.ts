// The rules of one event, for whoever lets profiles do something with each other.
import { type Db, listTypeRows, listTypesOf, type Offers, problem } from "#server";
import { UNSEEN, type Verb } from "../../data-types/contract.ts";
import { typeFactsKey } from "../../data-types/offers.ts";
import type { Status } from "../../event-data/contract.ts";
import { thingsKey } from "../../event-data/offers.ts";
import { type Between, decisive, explain, rulingOf, type Side, settingOf } from "../contract/judge.ts";
import type { Party, TypeLink } from "../contract.ts";
import {
  type Asking,
  type Judge,
  linkedTypesKey,
  type Participant,
  rulingGroupsKey,
  type Saying,
  type SayingGroup,
  waitingRequestsKey,
} from "../offers.ts";
import { findRules } from "./repository.ts";

/** With whom somebody may do something: profiles of these types that are, where groups say so, in such a group. */
export interface Circle {
  types: readonly number[];
  /** One of each of these. */
  groups: readonly (readonly number[])[];
}

export interface FullJudge extends Judge {
  circle(from: Participant, verb: Verb): Circle;
}

export function thingsOf({ offered }: Pick<Asking, "offered">) {
  const [things] = offered(thingsKey);
  if (!things) throw new Error("The area event-data, which these rules require, offers no profiles.");
  return things;
}

export function sidesOf(rows: Awaited<ReturnType<typeof listTypeRows>>, { offered }: Pick<Asking, "offered">) {
  const [readFacts] = offered(typeFactsKey);
  if (!readFacts) throw new Error("The area data-types, which these rules require, offers no facts of types.");
  return rows.map((row) => ({ id: row.id, ...readFacts(row) }));
}

/** Null where nobody keeps relationships: then no team waits for one. */
export async function readLinks(db: Db, eventId: number, offered: Offers): Promise<TypeLink[] | null> {
  const [linkedTypes] = offered(linkedTypesKey);
  return linkedTypes ? [...(await linkedTypes(db, eventId, await listTypesOf(db, eventId)))] : null;
}

/** Groups decide for everybody alike; to whoever may not see what the rule of one asks, `untold` keeps its name. */
export async function judgeOf(asking: Asking, untold: ReadonlySet<number> = new Set()): Promise<FullJudge> {
  const { db, app, event, offered } = asking;
  const types = new Map(sidesOf(await listTypeRows(db, app.id), asking).map((side): [number, Side] => [side.id, side]));
  const ruling = rulingOf({ ...(await findRules(db, event.id)), links: await readLinks(db, event.id, offered) });
  const [groups] = offered(rulingGroupsKey);
  const saying = (await groups?.saying(db, event.id)) ?? NOTHING;
  const sideOf = ({ type_id }: Party) => {
    const side = types.get(type_id);
    if (!side) throw problem("not_found");
    return side;
  };
  const between = (from: Participant, to: Participant): Between => ({
    isSame: from.id === to.id,
    isBlocked: { from: from.status === BLOCKED, to: to.status === BLOCKED },
    groups: (verb) => answersOf(saying, from, to, verb, untold),
    priority: saying.priority,
    waiting: from.waiting,
  });
  const judge = (from: Participant, to: Participant, verb: Verb) =>
    explain(ruling, sideOf(from), sideOf(to), verb, between(from, to));
  return {
    participants: (ids) => participantsOf(asking, ids, saying),
    explain: judge,
    may: (from, to, verb) => judge(from, to, verb).allowed,
    setting: (typeId) => settingOf(ruling, typeId),

    circle: (from, verb) => {
      const isFree = from.status !== BLOCKED && hasRequest(ruling, from, verb);
      if (!isFree) return { types: [], groups: [] };
      const needed = UNSEEN.includes(verb) ? [verb] : [verb, "see" as const];
      const groups = needed.flatMap((one) => {
        const named = namedBy(saying, from, one);
        return named ? [named] : [];
      });
      // Where groups say something, they decide instead of what is said of the types.
      const said = { ...ANYBODY, groups: (one: Verb) => (namedBy(saying, from, one) ? [YES] : []) };
      const suits = [...types].filter(([, to]) => explain(ruling, sideOf(from), to, verb, said).allowed);
      return { types: suits.map(([id]) => id), groups };
    },
  };
}

const BLOCKED: Status = "blocked";
const YES = { group: "", allows: true };
const NOTHING: Saying = { priority: "permissive", groups: [] };
const ANYBODY: Between = {
  isSame: false,
  isBlocked: { from: false, to: false },
  groups: () => [],
  priority: "permissive",
};

function hasRequest(ruling: ReturnType<typeof rulingOf>, { type_id, waiting = 0 }: Participant, verb: Verb): boolean {
  return verb !== "meet" || waiting < settingOf(ruling, type_id).pending;
}

const saysOf = (group: SayingGroup, verb: Verb) => (verb === "see" || verb === "recommend" ? group[verb] : null);

/** The groups of a profile that say something of a verb, the highest first, with the groups that they name. */
function spokenBy({ groups }: Saying, from: Participant, verb: Verb) {
  return groups.flatMap((group) => {
    const named = from.groups.includes(group.id) ? saysOf(group, verb) : null;
    return named ? [{ group, named }] : [];
  });
}

/** The groups with whose members the groups of a profile allow something; undefined where none of them says anything. */
function namedBy(saying: Saying, from: Participant, verb: Verb): number[] | undefined {
  const heard = decisive(spokenBy(saying, from, verb), saying.priority);
  return heard.length > 0 ? [...new Set(heard.flatMap(({ named }) => named))] : undefined;
}

function answersOf(saying: Saying, from: Participant, to: Participant, verb: Verb, untold: ReadonlySet<number>) {
  return spokenBy(saying, from, verb).map(({ group, named }) => ({
    group: untold.has(group.id) ? null : group.name,
    allows: named.some((id) => to.groups.includes(id)),
  }));
}

async function participantsOf(
  asking: Asking,
  ids: readonly number[],
  saying: Saying,
): Promise<Map<number, Participant>> {
  const { db, event, offered } = asking;
  const named = await thingsOf(asking).standing(db, event.id, ids);
  const there = named.map(({ id }) => id);
  const asked = new Set(saying.groups.flatMap(({ id, see, recommend }) => [id, ...(see ?? []), ...(recommend ?? [])]));
  const [groups] = offered(rulingGroupsKey);
  const members = asked.size > 0 ? await groups?.among(asking, [...asked], there) : undefined;
  const [waitingOf] = offered(waitingRequestsKey);
  const waiting = await waitingOf?.(asking, there);
  return new Map(
    named.map(({ id, name, company_name, type_id, status }) => {
      const one = { id, name, company_name, type_id, status, groups: members?.get(id) ?? [] };
      return [id, { ...one, waiting: waiting ? (waiting.get(id) ?? 0) : undefined }];
    }),
  );
}
