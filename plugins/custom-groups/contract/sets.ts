// Groups as sets: how many profiles are in exactly which of them.
import * as Type from "typebox/type";
import { EventParams, JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { Id } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;

/** Groups that can be compared at once. */
export const MOST_COMPARED = 12;

export const countSets = endpoint({
  name: "countSets",
  method: "POST",
  path: "/1/api/container/{eventId}/custom-group/sets",
  summary:
    "Count the profiles that are in exactly which of up to twelve groups; its job's result tells the largest such sets, and how many each two groups have in common",
  access: { permissions: ["things"] },
  params: EventParams,
  body: Type.Object({ ids: Type.Array(Id, { minItems: 2, maxItems: MOST_COMPARED, uniqueItems: true }) }, closed),
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
});

/** What the job answers. */
export interface GroupSets {
  /** Those that are in these groups and in no other of them, the most first. */
  sets: { ids: number[]; count: number }[];
  /** Each two of the groups once, in the order in which they were named; null where the rule of one cannot be asked. */
  pairs: { one: number; other: number; both: number | null }[];
  /** Sets beyond those that are told, and the profiles in them. */
  more: { sets: number; profiles: number };
  /** Groups whose rule can no longer be asked; they count as empty. */
  broken: number[];
}
