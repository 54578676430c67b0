// One data type into another: which, what comes of it, the name typed, and then the job.
import { observer } from "mobx-react-lite";
import { useEffect, useId, useState } from "react";
import {
  Button,
  Dialog,
  formatNumber,
  isSameName,
  problemText,
  Running,
  Skeleton,
  t,
  useEnv,
  useStore,
  useTold,
} from "#web";
import type { TypeDetail, TypeMerge } from "../contract.ts";
import { ImpactList } from "./ImpactList.tsx";
import { DataTypesStore } from "./store.ts";

const SHOWN = 8;

interface Props {
  type: TypeDetail;
  onClose: () => void;
  onMerged: (into: number) => void;
}

export const MergeDialog = observer(function MergeDialog({ type, onClose, onMerged }: Props) {
  const store = useStore(DataTypesStore);
  const { notices } = useEnv();
  const told = useTold(store.merging);
  const id = useId();
  // One that went on while the page was reloaded is shown as it was begun.
  const { going } = store;
  const isGoing = going?.from.id === type.id;
  const [isBegun, setBegun] = useState(isGoing);
  if (isGoing && !isBegun) setBegun(true);
  // That of another type has no place here, nor what went wrong with it.
  const isOwn = going ? isGoing : isBegun;
  const busy = store.merging.busy && isOwn;
  const [into, setInto] = useState(isGoing ? (going?.into ?? 0) : 0);
  const [typed, setTyped] = useState("");
  const others = store.of(type.type_category_id).filter((one) => one.id !== type.id && !one.archived_at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pair, and not when a merge has ended
  useEffect(() => {
    if (into > 0 && !busy) void store.previewMerge(type.id, into);
  }, [store, type.id, into]);
  const known = store.merge?.into.id === into ? store.merge : undefined;
  const merge = async () => {
    setBegun(true);
    const done = await store.mergeInto(type, into);
    // What has moved before it was stopped, or broke, is not to be moved again.
    if (!done) {
      told.failed(t("data-types:merge.notDone", { name: type.type }), merge);
      return void (told.isDrawn() && store.previewMerge(type.id, into));
    }
    // One of them is gone from the list, wherever one is by now.
    void store.list();
    void store.countNeeds();
    notices.success(t("data-types:merge.done", { from: type.type, into: done.into.type, count: done.moved }));
    // Who has gone on meanwhile stays where he is.
    if (told.isDrawn()) onMerged(into);
  };
  const foot = (
    <>
      <Button onClick={onClose} disabled={busy}>
        {t("common:cancel")}
      </Button>
      <Button
        tone="danger"
        busy={busy}
        disabled={!known || !isSameName(typed, type.type) || (store.merging.busy && !busy)}
        onClick={() => void merge()}
      >
        {t("data-types:merge.action")}
      </Button>
    </>
  );
  return (
    <Dialog title={t("data-types:merge.title", { name: type.type })} onClose={onClose} foot={foot} held={busy}>
      <p>{t("data-types:merge.help")}</p>
      {others.length === 0 ? (
        <p className="muted">{t("data-types:merge.alone")}</p>
      ) : (
        <div className="field">
          <label htmlFor={`${id}-into`}>{t("data-types:merge.into")}</label>
          <select
            id={`${id}-into`}
            className="input"
            value={others.some((one) => one.id === into) ? into : 0}
            disabled={busy}
            onChange={({ target }) => setInto(Number(target.value))}
          >
            <option value={0}>{t("data-types:merge.choose")}</option>
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {one.type}
              </option>
            ))}
          </select>
        </div>
      )}
      {into > 0 && !known && !busy && !store.previewing.problem && <Skeleton rows={4} />}
      {into > 0 && store.previewing.problem && (
        <p className="form-problem" role="alert">
          {problemText(store.previewing.problem, t)}
        </p>
      )}
      {known && <Impact told={known} />}
      {known && (
        <div className="field">
          <label htmlFor={id}>
            {t("common:confirm.type", { name: type.type, interpolation: { escapeValue: false } })}
          </label>
          <input
            id={id}
            className="input"
            autoComplete="off"
            value={typed}
            disabled={busy}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
      {going && !isGoing && (
        <p className="note-warn" role="status">
          {t("data-types:merge.other", { name: going.from.type })}
        </p>
      )}
      {isOwn && (
        <Running
          job={store.running}
          text={t("data-types:merge.running")}
          isLost={store.isLost}
          stopping={store.stopping}
          onStop={store.stop}
        />
      )}
      {isOwn && store.merging.problem && (
        <p className="form-problem" role="alert">
          {problemText(store.merging.problem, t)}
        </p>
      )}
    </Dialog>
  );
});

function Impact({ told }: { told: TypeMerge }) {
  const { into, moved, events, needs, effects } = told;
  const taken = events.filter((one) => one.new).length;
  const held = events.filter(({ profiles }) => profiles > 0);
  const more = held.length - SHOWN;
  return (
    <section className="types-impact" aria-label={t("data-types:merge.impact")}>
      <h3>{t("data-types:merge.impact")}</h3>
      <ul>
        <li>{t("data-types:merge.moved", { count: moved, number: formatNumber(moved), into: into.type })}</li>
        {held.slice(0, SHOWN).map(({ event, profiles }) => (
          <li key={event?.id ?? "closed"} className="types-impact-of">
            {event?.name ?? t("data-types:needs.closed")}: {formatNumber(profiles)}
          </li>
        ))}
        {more > 0 && (
          <li className="muted types-impact-of">
            {t("data-types:needs.moreEvents", { count: more, number: formatNumber(more) })}
          </li>
        )}
        {taken > 0 && <li>{t("data-types:merge.taken", { count: taken, into: into.type })}</li>}
      </ul>
      <ImpactList title={t("data-types:merge.renamed", { into: into.type })} needs={needs} />
      <ImpactList title={t("data-types:merge.effects", { into: into.type })} needs={effects} />
    </section>
  );
}
