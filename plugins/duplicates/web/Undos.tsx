// What was done last in the queue, told above it with its undo.
import { observer } from "mobx-react-lite";
import {
  Button,
  formatDateTime,
  formatNumber,
  icons,
  Losses,
  passFocusOn,
  problemText,
  t,
  useEnv,
  useSession,
  useStore,
} from "#web";
import type { Merge } from "../contract.ts";
import { DuplicatesStore } from "./store.ts";

/** What was said of many at once, and its undo. */
export const SettledPairs = observer(function SettledPairs({
  eventId,
  onUndone,
}: {
  eventId: number;
  onUndone: () => void;
}) {
  const store = useStore(DuplicatesStore);
  const { notices } = useEnv();
  const { settled } = store;
  if (!settled) return null;
  const { ids, dismissed } = settled;
  const undo = async () => {
    if ((await store.dismissDuplicates(eventId, { ids: [...ids] }, !dismissed)) !== undefined) store.settle(undefined);
    else if (store.dismissingMany.problem) return notices.error(problemText(store.dismissingMany.problem, t));
    onUndone();
  };
  const text = t(dismissed ? "duplicates:ticked.apart" : "duplicates:ticked.back", {
    count: ids.length,
    number: formatNumber(ids.length),
  });
  return (
    <div className="duplicate-undo" role="status">
      <span>{text}</span>
      <Button small icon={icons.undo} busy={store.dismissingMany.busy} onClick={() => void undo()}>
        {t("duplicates:undo.action")}
      </Button>
    </div>
  );
});

export const Undos = observer(function Undos({ eventId, onUndone }: { eventId: number; onUndone: () => void }) {
  const store = useStore(DuplicatesStore);
  const { notices } = useEnv();
  const zone = useSession().event?.timezone;
  const { lost, told: last } = store;
  const undo = async (merge: Merge) => {
    store.putLost([]);
    const left = await store.undoMerge(eventId, merge.id);
    if (left) notices.success(t("duplicates:undo.done"));
    else notices.error(problemText(store.undoing.problem ?? { code: "", message: t("common:toast.failed") }, t));
    onUndone();
  };
  /** The button has gone with what it closed. */
  const close = ({ id }: Merge) => {
    store.close(id);
    focusSearch();
  };
  return (
    <>
      {lost.length > 0 && (
        <div className="duplicate-undo">
          <span>
            {t("duplicates:undo.except")}
            <Losses losses={lost} />
          </span>
          <Button
            small
            onClick={({ currentTarget }) => {
              passFocusOn(currentTarget);
              store.putLost([]);
            }}
          >
            {t("common:close")}
          </Button>
        </div>
      )}
      {store.recalling.problem && (
        <div className="duplicate-undo duplicate-unknown">
          <span role="alert">
            {t("duplicates:undo.unknown")} {problemText(store.recalling.problem, t)}
          </span>
          <Button
            small
            busy={store.recalling.busy}
            onClick={({ currentTarget }) => {
              passFocusOn(currentTarget);
              void store.listMerges(eventId);
            }}
          >
            {t("common:retry")}
          </Button>
        </div>
      )}
      {last && (
        <div className="duplicate-undo" role="status">
          <span>
            {t("duplicates:undo.text", {
              dropped: last.dropped,
              kept: last.kept.name,
              time: formatDateTime(last.until, zone),
            })}
            {last.moved.length > 0 && ` ${t("duplicates:merge.moved", { list: movedText(last.moved) })}`}
            <Losses losses={last.left} />
          </span>
          <span className="duplicate-undo-acts">
            <Button small icon={icons.undo} busy={store.undoing.busy} onClick={() => void undo(last)}>
              {t("duplicates:undo.action")}
            </Button>
            <Button small tone="quiet" icon={icons.cross} aria-label={t("common:close")} onClick={() => close(last)} />
          </span>
        </div>
      )}
    </>
  );
});

/** The focus goes on to the list below, whose search box is always there. */
export function focusSearch(): void {
  setTimeout(() => document.querySelector<HTMLElement>('main .list-toolbar input[type="search"]')?.focus());
}

/** How many of what moved along. */
function movedText(moved: Merge["moved"]): string {
  return moved
    .map(({ label, count }) => t("duplicates:merge.movedOf", { name: t(label), number: formatNumber(count) }))
    .join(", ");
}
