// Import profiles: choose a file, see what it was taken for, say which column is what, try it, then do it.
// Nothing is written before the last step.
import { observer } from "mobx-react-lite";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import {
  Button,
  Dialog,
  type Env,
  formatNumber,
  loadStyles,
  passFocusOn,
  problemText,
  t,
  useEnv,
  useSession,
  useStore,
} from "#web";
import { JobLost } from "../JobLost.tsx";
import { EventDataStore } from "../store.ts";
import { ChooseFile } from "./ChooseFile.tsx";
import styles from "./import.css?url";
import { MapColumns } from "./MapColumns.tsx";
import { chosenAndGone } from "./mapping.ts";
import { Report } from "./Report.tsx";
import { Running, Trouble } from "./Running.tsx";
import type { ImportStoreInstance } from "./store.ts";

void loadStyles(styles);

interface Props {
  eventId: number;
  types: readonly { id: number; type: string }[];
  typeId: number | undefined;
  /** It begins with people who are known from other events. */
  isOfKnown: boolean;
  onClose: () => void;
  onImported: () => void;
}

export const ImportDialog = observer(function ImportDialog(props: Props) {
  const { eventId, types, typeId, isOfKnown, onClose, onImported } = props;
  const { importing, questions } = useStore(EventDataStore);
  const session = useSession();
  const { step, running } = importing;
  const { notices, go } = useEnv();
  const { mapping, choices } = importing;
  const ofEvent = (session.typeCategories ?? []).flatMap((category) => category.types);
  const gone = importing.file && chosenAndGone({ mapping, type: choices.type }, questions.fields, ofEvent);
  // Once those of the list have left the event, there are the others; and what was begun in another list keeps its own.
  const offered = types.length > 0 ? types : ofEvent;
  const others = ofEvent.filter(({ id }) => id === choices.type && !offered.some((one) => one.id === id));
  const offers = [...offered, ...others];
  const heading = useRef<HTMLHeadingElement>(null);
  const firstType = typeId ?? types[0]?.id ?? 0;
  const end = useRef((): void => {});
  end.current = () => {
    // A part may have come in, however it ended.
    onImported();
    if (!importing.isShown && importing.eventId === eventId) tellAway(importing, notices, () => go(address.current));
  };
  const { pathname, search } = useLocation();
  const address = useRef("");
  address.current = `${pathname}${search}`;
  useEffect(() => {
    importing.show(true);
    return () => importing.show(false);
  }, [importing]);
  useEffect(() => {
    const begin = async () => {
      // What goes on in another event is found again by its own list.
      if (importing.eventId !== eventId && importing.running.busy) await importing.leave();
      importing.reset(eventId, firstType);
      if (isOfKnown) importing.choose({ write: "known" });
      const isDone = await importing.recall(eventId);
      // A reload may have come just before its end, whichever that was.
      if (isDone || importing.part || importing.running.problem) end.current();
    };
    // A list of another event or type begins anew; the same one finds what was begun.
    if (importing.eventId !== eventId || importing.step === "choose") void begin();
  }, [importing, eventId, firstType, isOfKnown]);
  // A refusal may mean that somebody has removed what was chosen: once that is known, it is shown where it was chosen.
  const { problem } = running;
  const isRefused = problem !== undefined && step !== "choose" && !importing.watched;
  useEffect(() => {
    if (!isRefused) return;
    void questions.list(eventId);
    void session.reloadTypes();
  }, [questions, session, eventId, isRefused]);
  useEffect(() => {
    if (isRefused && gone && step === "check") importing.back();
  }, [importing, isRefused, gone, step]);
  // Each step is told by its heading, and so is what comes of trying once more.
  const place = `${step} ${step === "check" ? (importing.trial?.job ?? "") : ""}`;
  const wasPlace = useRef(place);
  useEffect(() => {
    if (wasPlace.current !== place) heading.current?.focus();
    wasPlace.current = place;
  }, [place]);

  const close = () => {
    if (importing.step === "done" || (!importing.file && importing.part)) importing.reset();
    onClose();
  };
  const apply = async () => {
    await importing.run("apply");
    end.current();
  };
  const retry = async () => {
    const { purpose } = importing;
    await importing.again();
    if (purpose === "apply") end.current();
  };
  return (
    <Dialog
      title={t("event-data:import.title")}
      onClose={close}
      width={920}
      held={running.busy && step !== "going"}
      foot={<Foot gone={gone !== undefined} onClose={close} onApply={() => void apply()} />}
    >
      <div className="thing-import">
        <h3 tabIndex={-1} ref={heading}>
          {t(
            `event-data:import.step.${step === "choose" && importing.choices.write === "known" ? "chooseKnown" : step}`,
          )}
        </h3>
        {step === "choose" && <ChooseFile types={offers} />}
        {step === "map" && <MapColumns types={offers} gone={gone} />}
        {step === "check" && importing.trial && <Report ran={importing.trial} />}
        {step === "going" && <p>{t("event-data:import.mayLeave")}</p>}
        {step === "done" && importing.done && <Report ran={importing.done} isDone />}
        {(step === "stopped" || step === "broken") && importing.part && <Report ran={importing.part} isDone />}
        {importing.isLost && <JobLost />}
        {(importing.wasStopped || step === "broken") && <p role="status">{t("event-data:import.stopped")}</p>}
        <Trouble onRetry={() => void retry()} />
      </div>
    </Dialog>
  );
});

/** Who has closed the dialog meanwhile hears of the end; of one that broke or was stopped with the way back to what came in. */
function tellAway({ done, part, running }: ImportStoreInstance, notices: Env["notices"], run: () => void) {
  const { created = 0, updated = 0, skipped = 0 } = (done ?? part)?.result ?? {};
  const numbers = { created: formatNumber(created), updated: formatNumber(updated), skipped: formatNumber(skipped) };
  const { problem } = running;
  if (done)
    return notices.success(t("event-data:import.doneAway", numbers), { title: t("event-data:import.step.done") });
  const action = { label: t("common:openAgain"), run };
  // Somebody has stopped it, perhaps elsewhere.
  if (!problem && part)
    return notices.info(t("event-data:import.doneAway", numbers), {
      title: t("event-data:import.step.stopped"),
      action,
    });
  if (!problem) return;
  const why = problemText(problem, t);
  notices.error(part ? t("event-data:import.brokenAway", { ...numbers, problem: why }) : why, {
    title: t("event-data:import.failed"),
    action,
  });
}

interface FootProps {
  /** What has been chosen has left the event. */
  gone: boolean;
  onClose: () => void;
  onApply: () => void;
}

const Foot = observer(function Foot({ gone, onClose, onApply }: FootProps) {
  const { importing } = useStore(EventDataStore);
  const { step, running, stopping, watched, sending, changes, file, fresh } = importing;
  const isEarly = step === "stopped" || step === "broken";
  const tryMended = fresh > 0 && (step === "check" || step === "done") && (
    <Button tone="primary" onClick={() => void importing.retry()}>
      {t("event-data:import.tryMended", { count: fresh, number: formatNumber(fresh) })}
    </Button>
  );
  if (running.busy) {
    // Here it is in sight however far the lines above are scrolled.
    return (
      <>
        <Running />
        <Button
          // No other button takes its place, and with it the focus.
          key="stop"
          busy={stopping.busy}
          disabled={!watched?.id && !sending}
          onFocus={({ currentTarget }) => passFocusOn(currentTarget)}
          onClick={() => void importing.cancel()}
        >
          {t("event-data:import.stop")}
        </Button>
        {step === "going" && <Button onClick={onClose}>{t("common:close")}</Button>}
      </>
    );
  }
  if (step === "done") {
    return (
      <>
        <Button onClick={() => importing.reset()}>{t("event-data:import.another")}</Button>
        <Button tone={tryMended ? undefined : "primary"} onClick={onClose}>
          {t("common:close")}
        </Button>
        {tryMended}
      </>
    );
  }
  return (
    <>
      {step === "map" && (
        <Button className="import-aside" onClick={() => importing.reset()}>
          {t("event-data:import.another")}
        </Button>
      )}
      {(step === "check" || (isEarly && file)) && (
        <Button className="import-aside" onClick={() => importing.back()}>
          {t("event-data:import.back")}
        </Button>
      )}
      {/* What was stopped is over: there is nothing left to call off. */}
      <Button onClick={onClose}>{t(isEarly ? "common:close" : "common:cancel")}</Button>
      {step === "map" && (
        <Button
          tone="primary"
          disabled={importing.fault !== undefined || gone || file?.rows === 0}
          onClick={() => void importing.run("dry-run")}
        >
          {t("event-data:import.try")}
        </Button>
      )}
      {isEarly && !file && <Button onClick={() => importing.reset()}>{t("event-data:import.another")}</Button>}
      {isEarly && file && (
        <Button tone="primary" onClick={() => void importing.run("dry-run")}>
          {t("event-data:import.rest")}
        </Button>
      )}
      {tryMended}
      {step === "check" && !tryMended && (
        <Button tone="primary" disabled={changes === 0 || watched !== undefined} onClick={onApply}>
          {t("event-data:import.apply", { count: changes, number: formatNumber(changes) })}
        </Button>
      )}
    </>
  );
});
