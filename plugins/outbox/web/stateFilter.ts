// The state by which the list is narrowed, as it stands among the filters of the address.
import { viewOf, withView } from "#web";

const STATE = "state";

/** The one state that is shown, where it is one. */
export function stateIn(params: URLSearchParams): string | undefined {
  const [only, ...others] = viewOf(params).filter.filter(({ field }) => field === STATE);
  const values = [only?.value].flat();
  const isOne = others.length === 0 && values.length === 1 && (only?.op === "in" || only?.op === "eq");
  return isOne ? String(values[0]) : undefined;
}

/** The same address with letters of this state alone, or of all. */
export function withState(params: URLSearchParams, state: string | undefined): URLSearchParams {
  const view = viewOf(params);
  const others = view.filter.filter(({ field }) => field !== STATE);
  const own = state === undefined ? [] : [{ field: STATE, op: "in" as const, value: [state] }];
  return withView(params, { ...view, filter: [...others, ...own] });
}
