// What stands over a list that has no rows to show, and what is told of one that shows less than it has.
import { type ApiProblem, problemText } from "../api/problem.ts";
import { formatNumber } from "../i18n/formats.ts";
import { t } from "../i18n/setup.ts";
import { Button } from "../ui/Button.tsx";
import { NoMatch } from "../ui/FilterChips.tsx";
import { passFocusOn } from "../ui/passFocusOn.ts";
import { EmptyState, ProblemView, RequestId } from "../ui/states.tsx";
import { useBackOnline } from "../ui/useBackOnline.ts";
import { isNarrowed } from "./address.ts";
import type { DataGridProps } from "./grid.ts";
import type { useListGrid } from "./useListGrid.ts";

interface Props {
  list: Pick<
    ReturnType<typeof useListGrid>,
    "counts" | "isTold" | "problem" | "view" | "change" | "retry" | "retryMissing"
  >;
  own: DataGridProps["filters"];
  empty: DataGridProps["empty"];
  none: DataGridProps["none"];
}

/** What is drawn over the rows when there are none: a problem, nothing yet, or nothing that matches. */
export function Instead({ list, own = [], empty, none }: Props) {
  const { counts, isTold, problem, view, change } = list;
  // Where rows are shown already, only those that did not come are missing.
  const isMissing = problem !== undefined && counts.total > 0;
  useBackOnline(problem, isMissing ? list.retryMissing : undefined);
  if (isMissing) {
    return (
      <div className="list-missing" role="alert">
        {isFailure(problem) ? t("grid:blockFailed") : problemText(problem, t)}
        {!isFailure(problem) && problem.requestId && <RequestId id={problem.requestId} />}
        {!isRefused(problem) && (
          <Button
            small
            onClick={({ currentTarget }) => {
              passFocusOn(currentTarget);
              list.retryMissing();
            }}
          >
            {t("grid:retry")}
          </Button>
        )}
      </div>
    );
  }
  if (problem) {
    return (
      <div className="list-instead">
        <ProblemView problem={problem} {...(isRefused(problem) ? {} : { retry: list.retry })} />
      </div>
    );
  }
  // The counts are those of the last answer: while a wider view is on its way, nothing is said yet.
  const hasLess = counts.total !== 0 && (isNarrowed(view) || own.length > 0);
  const isNone = isTold && counts.total > 0 && !hasLess;
  if (counts.matched !== 0 || (counts.total > 0 && !hasLess && !(isNone && none))) return null;
  const clear = () =>
    change(
      { filter: [], search: "" },
      own.map(({ parameter }) => parameter),
    );
  return (
    <div className="list-instead">
      {hasLess ? <NoMatch onClear={clear} /> : isNone ? none : (empty ?? <EmptyState title={t("grid:empty")} />)}
    </div>
  );
}

/** Nothing is known against what was asked: it was not heard or could not be done. */
const isFailure = ({ code, status }: ApiProblem) => status === 0 || status >= 500 || code === "timeout";

/** The same question would be refused again. */
const isRefused = ({ status }: ApiProblem) => status === 400 || status === 403;

/** Tells a screen reader how much of a narrowed list is left. */
export function Told({ list, own = [] }: Pick<Props, "list" | "own">) {
  const { counts, isTold, view } = list;
  // An estimate is followed by the true count.
  const isLess = isTold && !counts.about && counts.total > 0 && (isNarrowed(view) || own.length > 0);
  return (
    <p className="sr-only" role="status">
      {isLess && t("grid:found", { matched: formatNumber(counts.matched), total: formatNumber(counts.total) })}
    </p>
  );
}
