// What this area gives to other areas on the server, and what it takes from them. Types and keys only.
import { type AppAccess, type Db, type Dialect, type Offers, offerKey, type TypeOfEvent } from "#server";
import type { Verb } from "../data-types/contract.ts";
import type { Explanation, FullSetting, GroupPriority, Party } from "./contract.ts";

/** Where rules are asked. */
export interface Asking {
  db: Db;
  dialect: Dialect;
  app: Pick<AppAccess, "id">;
  event: { id: number; app_id: number };
  now: Date;
  offered: Offers;
}

/** Two profiles' own facts; groups are ids. */
export interface Participant extends Party {
  groups: readonly number[];
  waiting?: number | undefined;
}

/** The rules of one event, read once: judging a pair then costs microseconds. */
export interface Judge {
  /** Profiles of the event as rules know them, by id; those that are not there are missing. */
  participants(ids: readonly number[]): Promise<Map<number, Participant>>;
  explain(from: Participant, to: Participant, verb: Verb): Explanation;
  may(from: Participant, to: Participant, verb: Verb): boolean;
  /** What the event says of a data type, whomever it meets. */
  setting(typeId: number): FullSetting;
}

/** Reads the rules of an event. Whoever lets profiles do something with each other asks here, and nowhere else. */
export type Judging = (asking: Asking) => Promise<Judge>;
export const judgingKey = offerKey<Judging>("data-types-permissions.judging");

/** A group that says something of its own: whom its members see, and who is recommended to them, by groups; null says nothing. */
export interface SayingGroup {
  id: number;
  name: string;
  see: readonly number[] | null;
  recommend: readonly number[] | null;
}

/** What the groups of an event say, the highest first, and which of several decides for a profile. */
export interface Saying {
  priority: GroupPriority;
  groups: readonly SayingGroup[];
}

/** Groups as rules need them, from the area that keeps them. */
export interface RulingGroups {
  /** The field by which a list of profiles names groups. */
  field: string;
  /** Those that say something, in the order of the event. */
  saying(db: Db, eventId: number): Promise<Saying>;
  /** Which of these profiles are in which of these groups. */
  among(
    asking: Asking,
    groupIds: readonly number[],
    thingIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Groups whose rule asks one of these own fields, or what is gone: who is in them would tell what a person may not see. */
  untold(asking: Asking, hidden: readonly string[]): Promise<ReadonlySet<number>>;
}
export const rulingGroupsKey = offerKey<RulingGroups>("data-types-permissions.groups");

/** Which types of an event's people and companies are linked by some kind of relationship, from the area that keeps those. */
export type LinkedTypes = (
  db: Db,
  eventId: number,
  types: readonly TypeOfEvent[],
) => Promise<readonly { person: number; company: number }[]>;
export const linkedTypesKey = offerKey<LinkedTypes>("data-types-permissions.links");

/** How many of a profile's requests for meetings wait for an answer, from the area that keeps meetings. */
export type WaitingRequests = (asking: Asking, thingIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
export const waitingRequestsKey = offerKey<WaitingRequests>("data-types-permissions.waiting");
