// The list of profiles with groups as its filter: there they are exported, and changed together.

/** Its address, narrowed to those who are in each of some groups and in none of others. */
export function listOfSet(eventId: number, inside: readonly number[], outside: readonly number[]): string {
  const filter = [...inside.map((id) => ["group", "in", [id]]), ...outside.map((id) => ["group", "ne", id])];
  return `/event-data/${eventId}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
}

/** Its address, narrowed to those who are in each of the groups. */
export function listOfGroups(eventId: number, ...groupIds: readonly number[]): string {
  const filter = JSON.stringify(groupIds.map((id) => ["group", "in", [id]]));
  return `/event-data/${eventId}?${new URLSearchParams({ filter })}`;
}
