// Before a data type is archived: what keeps it, and what can no longer get it.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { Confirm, formatNumber, ProblemView, Skeleton, t, useEnv, useStore } from "#web";
import type { TypeArchive, TypeDetail } from "../contract.ts";
import { ImpactList } from "./ImpactList.tsx";
import { DataTypesStore } from "./store.ts";

const SHOWN = 8;

export const ArchiveDialog = observer(function ArchiveDialog({
  type,
  onClose,
}: {
  type: TypeDetail;
  onClose: () => void;
}) {
  const store = useStore(DataTypesStore);
  const { notices } = useEnv();
  const saving = store.saving.of(type.id);
  const ask = () => void store.previewArchive(type.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each type
  useEffect(ask, [store, type.id]);
  const impact = store.archiving?.typeId === type.id ? store.archiving.impact : undefined;
  const archive = async () => {
    const done = await store.archive(type, true);
    if (done) notices.success(t("common:toast.saved"));
    else if (saving.problem) notices.failed(saving.problem);
    onClose();
  };
  return (
    <Confirm
      title={t("data-types:archive.title", { name: type.type })}
      action={t("data-types:archive")}
      width={560}
      busy={saving.busy || store.previewing.busy}
      onConfirm={() => void archive()}
      onClose={onClose}
    >
      {impact ? (
        <Impact impact={impact} />
      ) : store.previewing.problem ? (
        <ProblemView problem={store.previewing.problem} retry={ask} />
      ) : (
        <Skeleton rows={4} />
      )}
    </Confirm>
  );
});

function Impact({ impact }: { impact: TypeArchive }) {
  const { profiles, events, closed, without, needs } = impact;
  const count = events.length + closed;
  const more = events.length - SHOWN;
  return (
    <section className="types-impact" aria-label={t("data-types:merge.impact")}>
      <p>{t("data-types:archive.nothing")}</p>
      {count > 0 && (
        <p>{t("data-types:archive.kept", { count, number: formatNumber(count), profiles: formatNumber(profiles) })}</p>
      )}
      <ul>
        {events.slice(0, SHOWN).map(({ event, profiles: held, path }) => (
          <li key={event.id}>
            <Link to={path}>{event.name}</Link>{" "}
            <span className="muted">
              {t("data-types:archive.profiles", { count: held, number: formatNumber(held) })}
            </span>
          </li>
        ))}
        {more > 0 && (
          <li className="muted">{t("data-types:needs.moreEvents", { count: more, number: formatNumber(more) })}</li>
        )}
        {closed > 0 && (
          <li className="muted">{t("data-types:archive.closed", { count: closed, number: formatNumber(closed) })}</li>
        )}
      </ul>
      <ImpactList title={t("data-types:archive.named")} needs={needs} />
      <p>
        {without > 0 && (
          <>
            <Link to="/event-home">
              {t("data-types:archive.without", { count: without, number: formatNumber(without) })}
            </Link>{" "}
          </>
        )}
        {t("data-types:archive.later")}
      </p>
    </section>
  );
}
