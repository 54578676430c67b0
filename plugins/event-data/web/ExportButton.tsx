// Exports exactly the list that is on the screen: its rows, order and columns.
import { observer } from "mobx-react-lite";
import type { RefObject } from "react";
import {
  currentLocale,
  download,
  type GridColumn,
  type GridHandle,
  MenuButton,
  problemText,
  t,
  useEnv,
  useStore,
} from "#web";
import type { ExportDraft, ThingRow } from "../contract.ts";
import type { ListOf } from "./place.ts";
import { EventDataStore } from "./store.ts";

interface Props {
  grid: RefObject<GridHandle<ThingRow> | null>;
  columns: readonly GridColumn<ThingRow>[];
  list: ListOf;
  eventId: number;
  /** Nothing matches: there is nothing to write. */
  isEmpty: boolean;
}

export const ExportButton = observer(function ExportButton({ grid, columns, list, eventId, isEmpty }: Props) {
  const store = useStore(EventDataStore);
  const { notices } = useEnv();
  const start = async (format: ExportDraft["format"]) => {
    if (!grid.current) return;
    const { columns: fields = [], ...question } = grid.current.question();
    const titled = fields.map((field) => ({
      field,
      title: columns.find((one) => one.field === field)?.title ?? field,
    }));
    const file = await store.startThingExport(
      eventId,
      { ...question, ...list, format, columns: titled, locale: currentLocale() },
      grid.current.matched(),
    );
    const { problem } = store.exportRun;
    if (file) download(file, `export.${format}`);
    else if (problem) notices.error(problemText(problem, t), { title: t("event-data:export.failed") });
  };
  const entries = (["xlsx", "csv"] as const).map((format) => ({
    text: t(`event-data:export.${format}`),
    onSelect: () => void start(format),
  }));
  return (
    <MenuButton
      name={t("event-data:export.title")}
      entries={entries}
      busy={store.exportRun.busy}
      disabled={isEmpty}
      title={isEmpty ? t("event-data:export.nothing") : undefined}
    >
      {t("event-data:export.title")}
    </MenuButton>
  );
});
