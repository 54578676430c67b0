// The way from two profiles that are ticked in a list to their merge, whether or not a search suspects them.
import type { TickedPart } from "../../event-data/contract.ts";
import { mergeThings } from "../contract.ts";
import { comparePath } from "./fromList.ts";

export const CompareTicked: TickedPart = {
  access: mergeThings.access as { accessRole: number },
  text: "duplicates:compare.action",
  hindered: (ids) => (ids?.length === 2 ? undefined : "duplicates:compare.two"),
  pathOf: (eventId, list, ids) => comparePath(eventId, list, ids as readonly [number, number]),
};
