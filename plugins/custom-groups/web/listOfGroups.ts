// The list of profiles with groups as its filter: there they are exported, and changed together.

/** Its address, narrowed to those who are in each of the groups. */
export function listOfGroups(eventId: number, ...groupIds: readonly number[]): string {
  const filter = JSON.stringify(groupIds.map((id) => ["group", "in", [id]]));
  return `/event-data/${eventId}?${new URLSearchParams({ filter })}`;
}
