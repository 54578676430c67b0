// What a link that was taken away tells, so that it can be made again as it was.
import type { LinkSource, TakenLink } from "../contract.ts";
import type { LinkRow } from "./repository.ts";

export function asTaken({ from_id: from, to_id: to, job_id: job, ...carried }: LinkRow): TakenLink {
  const { source, created_at, from_place, to_place } = carried;
  return { from, to, job, source: source as LinkSource, created_at, from_place, to_place };
}
