// Links profiles whose fields say the same: which fields, what it would do, then done, and undone.
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import {
  Choice,
  Counts,
  Dialog,
  formatNumber,
  formatTime,
  ongoing,
  ProblemView,
  problemText,
  Running,
  Skeleton,
  StepsFoot,
  t,
  useEnv,
  useSession,
  useStore,
  useTold,
} from "#web";
import type { Kind, LinkMatch } from "../contract.ts";
import { createdText } from "./createdText.ts";
import { endText } from "./endText.ts";
import { undoneText } from "./LastLinks.tsx";
import { LeftOut } from "./LeftOut.tsx";
import { choicesOf, endOf, usualOf } from "./matchFields.ts";
import type { Undone } from "./ran.ts";
import { RelationshipsStore } from "./store.ts";

/** What is said while it goes on. */
const RUNNING = { "dry-run": "relationships:match.checking", apply: "relationships:match.running" } as const;

interface Props {
  eventId: number;
  kind: Kind;
  onClose: () => void;
  onLinked: () => void;
}

export const MatchDialog = observer(function MatchDialog({ eventId, kind, onClose, onLinked }: Props) {
  const store = useStore(RelationshipsStore);
  const { notices } = useEnv();
  const [chosen, setChosen] = useState<Partial<Record<"from" | "to", string>>>({});
  const [mode, setMode] = useState<keyof typeof RUNNING>("dry-run");
  const [undone, setUndone] = useState<Undone>();
  const told = useTold(store.importing);
  useEffect(() => {
    void store.listMatchFields(eventId);
    // What came of one that went on without its dialog has been told.
    if (!store.importing.busy && !store.undoing.busy) store.forgetImport();
    return () => store.forgetImport();
  }, [store, eventId]);
  const own = store.matchFields?.eventId === eventId ? store.matchFields.fields : undefined;
  const keys = { ...usualOf(own ?? [], { from: kind.from.category, to: kind.to.category }), ...chosen };
  const { isReading, isUndoing, isOthers, running, stopped, problem } = ongoing(store, kind.id);
  // What was begun for another kind may come to its end here.
  const matched = store.matched?.kindId === kind.id ? store.matched : undefined;
  const busy = isReading || isUndoing;
  // What writes may have been begun before a reload, and by the other dialog.
  const isWriting = busy && store.goesOn(eventId, kind.id);
  const held = busy && !isWriting;
  const run = async (next: keyof typeof RUNNING) => {
    setMode(next);
    const ends = { from: endOf(keys.from), to: endOf(keys.to) };
    const isDone = await store.matchLinks(eventId, kind.id, { mode: next, ...ends });
    if (next !== "apply") return;
    // What was linked before it was stopped is there too.
    onLinked();
    const title = `${t("relationships:match.title")}: ${kind.name}`;
    if (isDone && store.matched) told.done(createdText(store.matched), { title });
    else if (store.stopped === "apply" && !told.isDrawn()) notices.info(t("relationships:match.stopped"), { title });
    else told.failed(title, () => run(next));
  };
  const undo = async (job: number) => {
    const back = await store.undoLinks(eventId, kind.id, job);
    if (back) setUndone(back);
    onLinked();
  };
  const links = matched?.result.created ?? 0;
  const isDone = matched?.isApplied === true;
  const foot = (
    <StepsFoot
      busy={busy}
      held={held}
      onClose={onClose}
      onBack={matched && !isDone && (() => store.forgetImport())}
      next={
        matched
          ? {
              text: t("relationships:match.apply", { count: links, number: formatNumber(links) }),
              disabled: links === 0 || isOthers,
              act: () => run("apply"),
            }
          : { text: t("relationships:match.check"), disabled: own === undefined || isOthers, act: () => run("dry-run") }
      }
      done={isDone || undone !== undefined}
      onUndo={isDone && links > 0 && !isOthers && (!undone || undone.isStopped) && (() => undo(matched.job))}
    />
  );
  const askFields = () => void store.listMatchFields(eventId);
  const unasked = store.listingFields.problem;
  return (
    <Dialog title={t("relationships:match.title")} onClose={onClose} width={640} foot={foot} held={held}>
      {!matched && undone === undefined && (
        <>
          <p className="field-help">{t("relationships:match.help")}</p>
          {own ? (
            <Ends kind={kind} keys={keys} choices={choicesOf(own)} disabled={busy} onChoose={setChosen} />
          ) : unasked ? (
            <ProblemView problem={unasked} retry={askFields} />
          ) : (
            <Skeleton rows={3} />
          )}
        </>
      )}
      {isOthers && <p role="status">{t("relationships:import.another")}</p>}
      <Running
        job={running}
        text={t(isUndoing ? "common:undoing" : RUNNING[isWriting ? "apply" : mode])}
        isLost={store.isLost}
        stopping={store.stopping}
        onStop={() => store.stop()}
      />
      {!busy && stopped && (
        <p role="status">
          {t(stopped === "apply" ? "relationships:match.stopped" : "relationships:match.stoppedCheck")}
        </p>
      )}
      {undone ? (
        <p role="status">{undoneText(undone)}</p>
      ) : (
        matched && <Report kind={kind} job={matched.job} result={matched.result} isDone={isDone} />
      )}
      {problem && (
        <p className="form-problem" role="alert">
          {problemText(problem, t)}
        </p>
      )}
    </Dialog>
  );
});

interface EndsProps {
  kind: Kind;
  keys: Record<"from" | "to", string>;
  choices: readonly (readonly [string, string])[];
  disabled: boolean;
  onChoose: (keys: Record<"from" | "to", string>) => void;
}

function Ends({ kind, keys, choices, disabled, onChoose }: EndsProps) {
  const types = (useSession().typeCategories ?? []).flatMap((one) => one.types);
  return (
    <>
      {(["from", "to"] as const).map((side) => (
        <Choice
          key={side}
          label={t(`relationships:match.field.${side}`, { end: endText(kind[side], types) })}
          value={keys[side]}
          options={choices}
          disabled={disabled}
          onChange={(key) => onChoose({ ...keys, [side]: key })}
        />
      ))}
      <p className="field-help">{t("relationships:match.domainHelp")}</p>
    </>
  );
}

interface ReportProps {
  kind: Kind;
  job: number;
  result: LinkMatch;
  isDone: boolean;
}

const REASONS = ["several", "taken", "circle", "common"] as const;
const SHOWN = 5;

function Report({ kind, job, result, isDone }: ReportProps) {
  const types = (useSession().typeCategories ?? []).flatMap((one) => one.types);
  const { created, existing, left, examples, alone, empty, until } = result;
  const leftOut = REASONS.reduce((sum, reason) => sum + left[reason], 0);
  const counts = { [isDone ? "made" : "created"]: created, existing, left: leftOut };
  const counted = (key: string, count: number, values = {}) =>
    t(`relationships:match.${key}`, { count, number: formatNumber(count), ...values });
  return (
    <section role="status" className="relation-report">
      <Counts
        counts={Object.entries(counts).map(([key, count]) => ({
          ...{ key, count },
          title: t(`relationships:match.count.${key}`),
        }))}
      />
      {!isDone && created === 0 && <p>{t("relationships:match.nothing")}</p>}
      {isDone && until && <p>{t("common:undoUntil", { time: formatTime(until) })}</p>}
      {REASONS.filter((reason) => left[reason] > 0).map((reason) => (
        <div key={reason}>
          <p>{counted(`left.${reason}`, left[reason])}</p>
          <ul className="relation-errors">
            {examples
              .filter((one) => one.reason === reason)
              .slice(0, SHOWN)
              .map((one) => (
                <li key={`${one.value}/${one.name}/${one.other}`}>
                  {t(`relationships:match.example.${reason}`, { ...one, number: formatNumber(one.found) })}
                </li>
              ))}
          </ul>
        </div>
      ))}
      {leftOut > 0 && <LeftOut job={job} text={t("relationships:leftFile")} fileName="left-out.csv" />}
      {(["from", "to"] as const).map((side) => {
        const end = endText(kind[side], types);
        return (
          <div key={side} className="muted">
            {alone[side] > 0 && <p>{counted("alone", alone[side], { end })}</p>}
            {empty[side] > 0 && <p>{counted("empty", empty[side], { end })}</p>}
          </div>
        );
      })}
    </section>
  );
}
