// The merges of the last thirty days, the latest first.
import { observer } from "mobx-react-lite";
import { type ReactNode, type RefObject, useCallback, useMemo } from "react";
import type { ListQuestion } from "#schemas/list.ts";
import {
  DataGrid,
  EmptyState,
  formatDateTime,
  formatNumber,
  type GridColumn,
  type GridHandle,
  icons,
  t,
  useEnv,
  useHrefWith,
  useSession,
  useStore,
} from "#web";
import type { MergedPair } from "../contract.ts";
import { daysLeft } from "./daysLeft.ts";
import { DuplicatesStore } from "./store.ts";

interface Props {
  eventId: number;
  openId: number | undefined;
  grid: RefObject<GridHandle<MergedPair>>;
  onOpen: (merge: MergedPair) => void;
  children: ReactNode;
}

export const MergedList = observer(function MergedList({ eventId, openId, grid, onOpen, children }: Props) {
  const store = useStore(DuplicatesStore);
  const { now } = useEnv();
  const zone = useSession().event?.timezone;
  const hrefWith = useHrefWith();
  const columns = useMemo(() => mergeColumns(now, zone), [now, zone]);
  const ask = useCallback(
    (question: ListQuestion, signal: AbortSignal) => store.queryMerges(question, signal),
    [store],
  );
  const nothing = (
    <EmptyState title={t("duplicates:empty.merged")} icon={icons.tickCircle}>
      {t("duplicates:empty.mergedHelp")}
    </EmptyState>
  );
  return (
    <DataGrid<MergedPair>
      title={t("duplicates:title")}
      columns={columns}
      ask={ask}
      about={`${eventId}/merged`}
      onOpen={onOpen}
      hrefOf={({ id }) => hrefWith({ merge: id })}
      openId={openId}
      handle={grid}
      empty={nothing}
      none={nothing}
    >
      {children}
    </DataGrid>
  );
});

function mergeColumns(now: () => Date, zone: string | undefined): GridColumn<MergedPair>[] {
  return [
    { field: "dropped", title: t("duplicates:column.dropped"), minWidth: 180, flex: 2, filterable: false },
    {
      field: "kept",
      title: t("duplicates:column.kept"),
      minWidth: 180,
      flex: 2,
      value: ({ kept }) => kept?.name ?? t("duplicates:merged.gone"),
      sortable: false,
      filterable: false,
    },
    {
      field: "by",
      title: t("duplicates:column.by"),
      minWidth: 140,
      flex: 1,
      value: ({ by }) => by?.name ?? "",
      sortable: false,
      filterable: false,
    },
    {
      field: "at",
      title: t("duplicates:column.at"),
      kind: "date",
      width: 180,
      format: (value) => formatDateTime(String(value), zone),
      filterable: false,
    },
    {
      field: "until",
      title: t("duplicates:column.left"),
      width: 160,
      value: ({ until }) => {
        const days = daysLeft(until, now());
        if (days < 1) return t("duplicates:merged.lastDay");
        return t("duplicates:merged.days", { count: days, number: formatNumber(days) });
      },
      sortable: false,
      filterable: false,
    },
  ];
}
