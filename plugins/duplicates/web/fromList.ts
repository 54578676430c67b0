// The list of profiles that one came from: kept in the address as the lists keep it, `list=category.1` or `list=type.12`. Pure.
import type { TypeCategory } from "#schemas/session.ts";

const NAMES: Record<string, string> = { "1": "participants", "2": "companies", "3": "items" };

/** The address of the suspected duplicates, which leads back to the list that it is opened from. */
export function duplicatesPath(eventId: number, { category, type }: { category?: number; type?: number }): string {
  const list = type ? `?list=type.${type}` : category ? `?list=category.${category}` : "";
  return `/event-data/${eventId}/duplicates${list}`;
}

/** The address where two profiles that were ticked in a list stand beside each other. */
export function comparePath(
  eventId: number,
  list: { category?: number; type?: number },
  [one, other]: readonly [number, number],
): string {
  const path = duplicatesPath(eventId, list);
  return `${path}${path.includes("?") ? "&" : "?"}one=${one}&other=${other}`;
}

/** Of which category of profiles the list is, whose suspected pairs are shown first: 1, 2, 3, or 0 for all. */
export function categoryBehind(list: string | null, categories: readonly TypeCategory[]): number {
  const [kind, id = ""] = (list ?? "").split(".");
  if (kind === "category") return NAMES[id] ? Number(id) : 0;
  const isOfType = ({ types }: TypeCategory) => types.some((one) => kind === "type" && String(one.id) === id);
  return categories.find(isOfType)?.id ?? 0;
}

/** The way back to the list: its address, and its name or the key of it. A list that the event does not have is that of all profiles. */
export function listBehind(
  eventId: number,
  list: string | null,
  categories: readonly TypeCategory[],
): { to: string; name?: string; label: string } {
  const [kind = "", id = ""] = (list ?? "").split(".");
  const to = `/event-data/${eventId}/${kind}/${id}`;
  const known = kind === "category" ? NAMES[id] : undefined;
  if (known) return { to, label: `event-data:nav.${known}` };
  const type = categories.flatMap(({ types }) => types).find((one) => kind === "type" && String(one.id) === id);
  if (type) return { to, name: type.type, label: "event-data:nav.type" };
  return { to: `/event-data/${eventId}`, label: "event-data:nav.all" };
}
