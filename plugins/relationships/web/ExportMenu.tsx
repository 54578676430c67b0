// Takes a list of a kind out as it is on the screen, or what is ticked of it: its rows and their order.
import { observer } from "mobx-react-lite";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import {
  currentLocale,
  download,
  formatNumber,
  type GridHandle,
  type GridSelection,
  MenuButton,
  problemText,
  Running,
  t,
  useEnv,
  useStore,
} from "#web";
import type { LinkExport } from "../contract.ts";
import { RelationshipsStore } from "./store.ts";

interface Props {
  eventId: number;
  grid: RefObject<Pick<GridHandle, "question"> | null>;
  selected?: GridSelection | undefined;
  /** Nothing matches: there is nothing to write. */
  isEmpty: boolean;
  start: (draft: LinkExport) => Promise<{ file: Blob; name: string } | undefined>;
  /** The other actions of the list. */
  children?: ReactNode;
}

const FORMATS = ["xlsx", "csv"] as const;

export const ExportMenu = observer(function ExportMenu(props: Props) {
  const { eventId, grid, selected, isEmpty, start, children } = props;
  const { exports } = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const save = async (done: ReturnType<Props["start"]>) => {
    const written = await done;
    const { problem } = exports.exporting;
    if (written) download(written.file, written.name);
    else if (problem) notices.error(problemText(problem, t), { title: t("relationships:export.failed") });
  };
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const left = exports.left(eventId);
    if (left) void latest.current(exports.awaitExport(eventId, left));
  }, [exports, eventId]);
  const write = (format: (typeof FORMATS)[number], ticked?: GridSelection) => {
    if (!grid.current) return;
    const { columns: _, group: __, ...question } = grid.current.question();
    void save(start({ ...onlyTicked(question, ticked), format, locale: currentLocale() }));
  };
  const some = selected && selected.count !== 0 && !(selected.all && selected.ids.length === 0) ? selected : undefined;
  const number = some && (some.count < 0 ? "…" : formatNumber(some.count));
  const ticked = FORMATS.map((format) => ({
    text: t(`relationships:export.${format}Ticked`, { count: some?.count, number }),
    onSelect: () => write(format, some),
  }));
  const all = FORMATS.map((format) => ({
    text: t(`relationships:export.${format}`),
    onSelect: () => write(format),
  }));
  return (
    <>
      <p className="relation-actions">
        {children}
        <MenuButton
          small
          name={t("relationships:export.title")}
          entries={some ? [...ticked, undefined, ...all] : all}
          busy={exports.exporting.busy}
          disabled={isEmpty}
          title={isEmpty ? t("relationships:export.nothing") : undefined}
        >
          {t("relationships:export.title")}
        </MenuButton>
      </p>
      <Running
        job={exports.exporting.busy ? exports.running : undefined}
        text={t("relationships:export.running")}
        isLost={exports.isLost}
        stopping={exports.stopping}
        onStop={() => exports.stop()}
      />
    </>
  );
});

type Asked = Omit<LinkExport, "format" | "locale">;

/** The question for what is ticked: rows that are ticked one by one are meant whatever they match by now. */
function onlyTicked(question: Asked, ticked: GridSelection | undefined): Asked {
  if (!ticked) return question;
  const ids = ticked.ids.map(Number);
  if (ticked.all) return { ...question, except: ids };
  return { ...(question.sort && { sort: question.sort }), ids };
}
