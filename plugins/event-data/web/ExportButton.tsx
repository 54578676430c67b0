// Exports exactly the list that is on the screen, or what is ticked of it: its rows, order and columns.
import { observer } from "mobx-react-lite";
import { type RefObject, useEffect, useRef } from "react";
import {
  aboutSo,
  currentLocale,
  download,
  type GridColumn,
  type GridHandle,
  type GridSelection,
  MenuButton,
  problemText,
  t,
  useEnv,
  useStore,
} from "#web";
import type { ExportDraft, ThingRow } from "../contract.ts";
import type { ListOf } from "./place.ts";
import type { Counted } from "./selection.ts";
import { EventDataStore } from "./store.ts";

interface Props {
  grid: RefObject<GridHandle<ThingRow> | null>;
  columns: readonly GridColumn<ThingRow>[];
  list: ListOf;
  eventId: number;
  selected: GridSelection | undefined;
  counts: Counted;
}

const FORMATS = ["xlsx", "csv"] as const;
type Format = ExportDraft["format"];

export const ExportButton = observer(function ExportButton(props: Props) {
  const { grid, columns, list, eventId, selected, counts } = props;
  const store = useStore(EventDataStore);
  const { notices } = useEnv();
  const { matched, about: isAbout } = counts;
  // Nothing matches: there is nothing to write.
  const isEmpty = matched === 0 && !isAbout;
  const start = async (format: Format, ticked?: GridSelection) => {
    if (!grid.current) return;
    const { columns: fields = [], ...question } = grid.current.question();
    const titled = fields.map((field) => ({
      field,
      title: columns.find((one) => one.field === field)?.title ?? field,
    }));
    const done = store.startThingExport(
      eventId,
      { ...onlyTicked({ ...question, ...list }, ticked), format, columns: titled, locale: currentLocale() },
      ticked ?? { count: grid.current.matched(), about: grid.current.isAbout() },
    );
    await told(done, format);
  };
  const told = async (done: Promise<Blob | undefined>, format: Format) => {
    const file = await done;
    const { problem } = store.exportRun;
    if (file) download(file, `export.${format}`);
    else if (problem) notices.error(problemText(problem, t), { title: t("event-data:export.failed") });
  };
  const latest = useRef(told);
  latest.current = told;
  useEffect(() => {
    const going = store.exportGoing(eventId);
    if (!going) return;
    const again = async () => {
      const file = await store.awaitExport(going);
      // One that is gone by then is forgotten.
      if (store.exportRun.problem?.status === 404) store.forgetExport(eventId);
      else await latest.current(Promise.resolve(file), going.format);
    };
    void again();
  }, [store, eventId]);
  const entry = (format: Format, text: string, ticked?: GridSelection) => ({
    text,
    onSelect: () => void start(format, ticked),
  });
  const counted =
    (word: string, count: number, isAbout = false) =>
    (format: Format) =>
      t(`event-data:export.${format}${word}`, { count, number: count < 0 ? "…" : aboutSo(count, isAbout) });
  const all = counted(isAbout ? "AllAbout" : "All", matched, isAbout);
  // Where all that match are ticked, that is the whole list.
  const some = selected && selected.count !== 0 && !(selected.all && selected.ids.length === 0) ? selected : undefined;
  const entries = some
    ? [
        ...FORMATS.map((format) => entry(format, counted("Ticked", some.count, some.about)(format), some)),
        undefined,
        ...FORMATS.map((format) => entry(format, all(format))),
      ]
    : FORMATS.map((format) => entry(format, t(`event-data:export.${format}`)));
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

type Asked = Omit<ExportDraft, "format" | "columns" | "locale">;

/** The question for what is ticked: rows that are ticked one by one are meant whatever they match by now. */
function onlyTicked(question: Asked, ticked: GridSelection | undefined): Asked {
  if (!ticked) return question;
  const ids = ticked.ids.map(Number);
  if (ticked.all) return { ...question, except: ids };
  const { sort, group } = question;
  return { ...(sort && { sort }), ...(group && { group }), ids };
}
