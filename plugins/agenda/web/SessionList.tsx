// All sessions as a grid.
import { observer } from "mobx-react-lite";
import { useMemo } from "react";
import { DataGrid, type GridColumn, Icon, icons, NoMatch, t, useHrefWith, useStore } from "#web";
import { openedAt } from "./address.ts";
import { dayName, timeSpan } from "./dayName.ts";
import type { PlacedSession } from "./placed.ts";
import { AgendaStore } from "./store.ts";

interface Props {
  placed: readonly PlacedSession[];
  openId: number | "new" | undefined;
  onOpen: (id: number) => void;
  /** Takes the filters off: without them there are sessions. */
  onClear: () => void;
}

/** A row of the grid: the session's id stands where the grid looks for it. */
interface Row extends PlacedSession {
  id: number;
  clashes: number;
}

function columnsOf(zone: string): GridColumn<Row>[] {
  const text = (field: string, value: (row: Row) => string, width: number): GridColumn<Row> => ({
    field,
    value,
    width,
    title: t(`agenda:field.${field}`),
    filterable: false,
  });
  return [
    { ...text("title", ({ session }) => session.title, 300), flex: 1, minWidth: 260, render: titleCell },
    {
      ...text("start", ({ session }) => session.start, 200),
      zone,
      format: (_, { day, session }) => `${dayName(day, "short")}, ${timeSpan(session, zone)}`,
    },
    text("stage", ({ session }) => session.stage?.name ?? "", 140),
    text("track", ({ session }) => session.track?.name ?? "", 130),
    text("speakers", ({ session }) => session.speakers.map(({ name }) => name).join(", "), 180),
    { ...text("kind", ({ session }) => session.kind, 110), hidden: true },
    { ...text("language", ({ session }) => session.language, 110), hidden: true },
    { ...text("external_id", ({ session }) => session.external_id ?? "", 110), hidden: true },
  ];
}

function titleCell({ session, clashes }: Row) {
  return (
    <span className="agenda-title-cell">
      {clashes > 0 && (
        <span className="agenda-bad agenda-mark">
          <Icon paths={icons.error} size={14} title={t("agenda:clash.mark")} />
        </span>
      )}
      <span>{session.title}</span>
    </span>
  );
}

export const SessionList = observer(function SessionList({ placed, openId, onOpen, onClear }: Props) {
  const { zone, clashesOf } = useStore(AgendaStore);
  const hrefWith = useHrefWith();
  const rows = useMemo(
    () =>
      placed.map((each) => ({ ...each, id: each.session.id, clashes: clashesOf.get(each.session.id)?.length ?? 0 })),
    [placed, clashesOf],
  );
  const columns = useMemo(() => columnsOf(zone), [zone]);
  return (
    <DataGrid
      title={t("agenda:title")}
      rows={rows}
      columns={columns}
      openId={openId}
      onOpen={({ id }) => onOpen(id)}
      hrefOf={({ id }) => hrefWith(openedAt(id))}
      searchable={false}
      remember="agenda.sessions"
      defaultSort={[{ field: "start", direction: "asc" }]}
      height="fill"
      empty={<NoMatch onClear={onClear} />}
    />
  );
});
