// What stands where a list stands: its problem, its outline, that it is empty, or the list; and what is open beside it.
import type { ReactNode } from "react";
import type { ApiProblem } from "../api/problem.ts";
import { EmptyState, ProblemView, Skeleton } from "./states.tsx";
import { addressNow, isInner, useAddress } from "./useAddress.ts";

interface Props<Row> {
  /** Undefined until they are here. */
  rows: readonly Row[] | undefined;
  problem: ApiProblem | undefined;
  retry: () => void;
  /** What an empty list says: what belongs here, and the first action. */
  empty: { title: string; help: ReactNode; action?: ReactNode };
  children: (rows: readonly Row[]) => ReactNode;
}

export function Listed<Row>({ rows, problem, retry, empty, children }: Props<Row>) {
  if (problem && !rows) return <ProblemView problem={problem} retry={retry} />;
  if (!rows) return <Skeleton kind="table" rows={8} />;
  if (rows.length > 0) return children(rows);
  return (
    <EmptyState title={empty.title} action={empty.action}>
      {empty.help}
    </EmptyState>
  );
}

/** A row that is open beside its list, a new one, or none. */
export type Opened = number | "new" | undefined;

/**
 * What is open stands in the address under a name, so that it can be shared and one can go back. The grid has names of its own there:
 * q, sort, group and those of filters.
 */
export function useOpened(name: string): [Opened, (opened: Opened) => void] {
  const [query, change] = useAddress();
  const text = query.get(name);
  const opened = text === "new" ? text : text === null ? undefined : Number(text);
  const open = (next: Opened) => {
    const inner = [...addressNow().keys()].filter(isInner).map((key) => [key, undefined]);
    const to = { ...Object.fromEntries(inner), [TAB]: undefined, [name]: next?.toString() };
    change(to, { preventScrollReset: true });
  };
  return [opened, open];
}

/** The name of the tab that is open beside a list, in the address; it goes with what it belongs to. */
export const TAB = "tab";

/** The tab that is open beside a list stands in the address too; null as long as nobody has chosen one. */
export function useOpenTab(): [string | null, (tab: string) => void] {
  const [query, change] = useAddress();
  const show = (tab: string) => change({ [TAB]: tab }, { replace: true, preventScrollReset: true });
  return [query.get(TAB), show];
}
