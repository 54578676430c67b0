// What undoing a merge would bring back and what not, and the undoing.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import {
  type ApiProblem,
  Button,
  fieldText,
  formatDateTime,
  formatNumber,
  icons,
  Losses,
  loadTexts,
  ProblemView,
  problemText,
  SidePanel,
  Skeleton,
  t,
  useEnv,
  useSession,
  useStore,
} from "#web";
import type { MergePreview } from "../contract.ts";
import { type Difference, differences } from "./choice.ts";
import { daysLeft } from "./daysLeft.ts";
import { DuplicatesStore } from "./store.ts";
import { useFieldWords } from "./useFieldWords.tsx";

interface Props {
  eventId: number;
  mergeId: number;
  onClose: () => void;
  onUndone: () => void;
  onFailed: () => void;
}

export const MergedPanel = observer(function MergedPanel({ eventId, mergeId, onClose, onUndone, onFailed }: Props) {
  const store = useStore(DuplicatesStore);
  const { canMerge } = store;
  const ask = () => {
    // What stands in the way is said in the words of profiles.
    void loadTexts("event-data");
    if (canMerge) void store.previewUnmerge(eventId, mergeId);
  };
  useEffect(ask, [store, eventId, mergeId, canMerge]);
  const preview = store.preview?.id === mergeId ? store.preview : undefined;
  const problem = store.previewing.busy ? undefined : store.previewing.problem;
  return (
    <SidePanel title={t("duplicates:merged.title")} width="wide" onClose={onClose}>
      {!canMerge ? (
        <p className="form-read-only">{t("duplicates:readOnly")}</p>
      ) : problem && !isRefusal(problem) ? (
        <ProblemView problem={problem} retry={ask} />
      ) : problem ? (
        <>
          <Refused problem={problem} />
          <div className="form-bar">
            <Button onClick={ask}>{t("common:retry")}</Button>
          </div>
        </>
      ) : !preview ? (
        <Skeleton rows={8} />
      ) : (
        <Coming eventId={eventId} preview={preview} onUndone={onUndone} onFailed={onFailed} />
      )}
    </SidePanel>
  );
});

interface ComingProps extends Pick<Props, "eventId" | "onUndone" | "onFailed"> {
  preview: MergePreview;
}

const Coming = observer(function Coming({ eventId, preview, onUndone, onFailed }: ComingProps) {
  const store = useStore(DuplicatesStore);
  const { notices, now: clock } = useEnv();
  const zone = useSession().event?.timezone;
  const { id, at, until, by, now, kept, dropped, attached, left } = preview;
  const given = differences(now, kept);
  const days = daysLeft(until, clock());
  const [problem, setProblem] = useState<typeof store.undoing.problem>();
  const undo = async () => {
    setProblem(undefined);
    if (await store.undoMerge(eventId, id)) {
      notices.success(t("duplicates:undo.done"));
      onUndone();
      return;
    }
    // Beside this one it may be that of another merge.
    setProblem(store.undoing.problem);
    onFailed();
  };
  return (
    <>
      <p className="muted duplicate-told">
        {t(by ? "duplicates:merged.whenBy" : "duplicates:merged.when", {
          name: by?.name,
          ...{ time: formatDateTime(at, zone), until: formatDateTime(until, zone) },
          left:
            days < 1
              ? t("duplicates:merged.leftLast")
              : t("duplicates:merged.left", { count: days, number: formatNumber(days) }),
        })}
      </p>
      <p className="duplicate-told">{t("duplicates:merged.returns", { name: dropped.name, id: dropped.id })}</p>
      {given.length === 0 ? (
        <p className="duplicate-told">{t("duplicates:merged.nothingGiven", { name: kept.name, id: kept.id })}</p>
      ) : (
        <table className="duplicate-compare">
          <caption className="duplicate-caption">
            {t("duplicates:merged.given", { name: now.name, id: now.id })}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t("duplicates:merged.now")}</th>
              <th scope="col">{t("duplicates:merged.then")}</th>
            </tr>
          </thead>
          {given.map((difference) => (
            <Given key={difference.field} difference={difference} />
          ))}
        </table>
      )}
      {attached.length > 0 && (
        <table className="duplicate-compare">
          <caption className="duplicate-caption">{t("duplicates:merged.attached")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("duplicates:merged.what")}</th>
              {[kept, dropped].map((thing) => (
                <th key={thing.id} scope="col">
                  <span dir="auto">{thing.name}</span>{" "}
                  <span className="figures">{t("duplicates:panel.id", { id: thing.id })}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {attached.map(({ label, one, other }) => (
              <tr key={label}>
                <th scope="row">{t(label)}</th>
                <td className="figures">{formatNumber(one)}</td>
                <td className="figures">{formatNumber(other)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Losses losses={left} />
      <div className="form-bar">
        {problem && <Refused problem={problem} />}
        <Button tone="primary" icon={icons.undo} busy={store.undoing.busy} onClick={() => void undo()}>
          {t("duplicates:undo.action")}
        </Button>
      </div>
    </>
  );
});

/** Something that stands in the way, and no fault. */
const isRefusal = ({ code }: ApiProblem) => /^(duplicates|event-data)\./.test(code);

/** Why it is not done: also what of which field, such as who has an address by now. */
function Refused({ problem }: { problem: ApiProblem }) {
  const more = Object.keys(problem.fields).map((field) => fieldText(problem, field, t));
  return (
    <p className="form-problem" role="alert">
      {[problemText(problem, t), ...more].join(". ")}
    </p>
  );
}

/** A field above what it says now and afterwards. */
const Given = observer(function Given({ difference }: { difference: Difference }) {
  const { label, drawn } = useFieldWords(difference.field);
  return (
    <tbody>
      <tr>
        <th colSpan={2} scope="rowgroup">
          {label}
        </th>
      </tr>
      <tr>
        <td dir="auto">{drawn(difference.one)}</td>
        <td dir="auto">{drawn(difference.other)}</td>
      </tr>
    </tbody>
  );
});
