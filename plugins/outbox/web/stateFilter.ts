// The state by which the list is narrowed, as it stands among the filters of the address.
const FILTER = "filter";
const STATE = "state";

type Part = [string, string, unknown];

function partsOf(params: URLSearchParams): Part[] {
  try {
    const parts: unknown = JSON.parse(params.get(FILTER) ?? "[]");
    return Array.isArray(parts) ? parts.filter((part): part is Part => Array.isArray(part)) : [];
  } catch {
    return [];
  }
}

/** The one state that is shown, where it is one. */
export function stateIn(params: URLSearchParams): string | undefined {
  const [only, ...others] = partsOf(params).filter(([field]) => field === STATE);
  const values = [only?.[2]].flat();
  return others.length === 0 && values.length === 1 && (only?.[1] === "in" || only?.[1] === "eq")
    ? String(values[0])
    : undefined;
}

/** The same address with letters of this state alone, or of all. */
export function withState(params: URLSearchParams, state: string | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  const others = partsOf(params).filter(([field]) => field !== STATE);
  const parts = state === undefined ? others : [...others, [STATE, "in", [state]]];
  if (parts.length > 0) next.set(FILTER, JSON.stringify(parts));
  else next.delete(FILTER);
  return next;
}
