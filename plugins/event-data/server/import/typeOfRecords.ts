// Which data type the records of an event's own export become.
import type { TypeOfEvent } from "#server";
import type { FileFacts } from "./read/table.ts";

/** Speakers are participants and sponsors companies: of the type whose name says so, else of the first. */
export function typeOfRecords({ records }: FileFacts, types: readonly TypeOfEvent[]): number | undefined {
  if (!records) return undefined;
  const among = types.filter(({ categoryId }) => categoryId === (records === "speakers" ? 1 : 2));
  const named = among.find(({ name }) => (records === "speakers" ? /speaker|referent/i : /sponsor/i).test(name));
  return (named ?? among[0])?.id;
}
