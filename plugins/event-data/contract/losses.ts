// What goes with a profile, told before it does.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { Loss } from "#schemas/losses.ts";
import { Id, oneOf } from "#schemas/scalars.ts";

export { Loss };

const closed = { additionalProperties: false } as const;

const SHOWN = 8;

/** What several areas, or the same one several times, tell together: counts by their words, and of what is named one by one the first few. */
export function summed(before: readonly Loss[] = [], more: readonly Loss[]): Loss[] {
  const all = new Map(before.map((loss) => [loss.label, loss]));
  for (const { label, count, examples = [] } of more) {
    const known = all.get(label);
    const some = [...(known?.examples ?? []), ...examples].slice(0, SHOWN);
    all.set(label, { label, count: (known?.count ?? 0) + count, ...(some.length > 0 ? { examples: some } : {}) });
  }
  return [...all.values()];
}

export const Telling = Type.Boolean({
  description:
    "Tells those on the other side of what is cancelled, such as confirmed meetings, by mail; of an act on many once it can no longer be undone",
});

export const listLosses = endpoint({
  name: "listLosses",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}/loss",
  summary: "What would be lost with a profile that is taken out or blocked, such as confirmed meetings",
  access: { accessRole: 299, permissions: ["things"] },
  params: Type.Object({ eventId: Id, thingId: Id }, closed),
  query: Type.Object(
    {
      by: Type.Optional(oneOf(["removing", "blocking"], "What is to be done to the profile")),
      locale: Type.Optional(Type.String({ maxLength: 20, description: "Language of what is named one by one" })),
    },
    closed,
  ),
  reply: Type.Array(Loss),
});
