// Questions of lists by what other areas count of profiles, and by where these came from.

export const COUNTS = ["networking.confirmed", "networking.waiting", "relationships.links"].map(
  (one) => `beside.${one}`,
);
export const SOURCE = "beside.event-data.source";

/** Sorted and filtered by what other areas count, of which most have none and a few very many, and by where profiles came from. */
export function areaCounts(types) {
  const [confirmed, waiting, links] = COUNTS;
  const filters = [
    [],
    [
      [confirmed, "gte", 1],
      ["status", "eq", "active"],
    ],
    [
      [confirmed, "eq", 0],
      ["country", "eq", "DE"],
    ],
    [
      [waiting, "gte", 3],
      ["type_id", "eq", types[0]],
    ],
    [
      [links, "gte", 1],
      [confirmed, "lte", 1],
    ],
    [
      [links, "gt", 50],
      ["fields.diet", "eq", "vegan"],
    ],
    [
      [SOURCE, "in", ["api"]],
      ["status", "eq", "active"],
    ],
    [
      [SOURCE, "in", ["hand", "api"]],
      [confirmed, "gte", 1],
    ],
  ];
  return [...COUNTS, SOURCE, "name", "updated_at"].flatMap((field, at) =>
    filters.map((filter, of) => ({
      limit: 100,
      counts: "about",
      sort: [{ field, direction: (at + of) % 2 ? "asc" : "desc" }],
      filter: filter.map(([name, op, value]) => ({ field: name, op, value })),
    })),
  );
}
