// One act on many, step by step: choose, see what it would do, do it and watch, see what it did and undo it.
import { observer } from "mobx-react-lite";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { BrowserSettings } from "#schemas/core.ts";
import type { Ahead } from "#schemas/losses.ts";
import {
  AheadChoice,
  Button,
  Dialog,
  formatNumber,
  isTyped,
  problemText,
  TypedNumber,
  t,
  useEnv,
  useStore,
} from "#web";
import { type BulkAct, type BulkActPart, blocks, type Selection } from "../../contract.ts";
import { EventDataStore } from "../store.ts";
import { type Choice, type Doing, finalAct, fixedAct } from "./act.ts";
import { ChoiceForm } from "./ChoiceForm.tsx";
import { doneText } from "./doneText.ts";
import { HowFar } from "./HowFar.tsx";
import { Report } from "./Report.tsx";
import type { Ended } from "./store.ts";
import { applyKeyOf, keyOf } from "./wordOf.ts";

interface Props {
  eventId: number;
  doing: Doing;
  /** What another area offers, where that is to be done. */
  other?: BulkActPart | undefined;
  selection: Selection;
  /** How many are selected; -1 where nobody has counted. */
  count: number;
  /** The act has ended, however it did; the dialog may be closed by then. */
  onEnded: (outcome: Ended | undefined) => void;
  onUndo: (jobId: number) => void;
  onClose: () => void;
}

const NONE: Choice = { field: "", value: "", how: "add", fields: {} };

export const BulkDialog = observer(function BulkDialog(props: Props) {
  const { eventId, doing, other, selection, count, onEnded, onUndo, onClose } = props;
  const { bulk } = useStore(EventDataStore);
  const { settings } = useEnv();
  const id = useId();
  const [choice, setChoice] = useState(NONE);
  const [order, setOrder] = useState<object>();
  const [typed, setTyped] = useState("");
  const [ahead, setAhead] = useState<Ahead>({ calls_off: false, tells: true });
  const { preview, done, running, stopping } = bulk;
  const isHeld = running.busy || bulk.undoing.busy;
  // Once the server knows of the work, it goes on without this dialog, and the list tells how far it is.
  const isGoing = isHeld && bulk.going?.eventId === eventId;
  // A stop that failed says nothing of an act that has ended since.
  const problem = running.problem ?? (isHeld ? stopping.problem : undefined);
  const fixed = fixedAct(doing, other);
  const step = done ? "done" : preview ? "preview" : "choice";
  const attempt = (act: BulkAct) => void bulk.run(eventId, selection, act, "dry-run");
  const apply = async (act: BulkAct) => {
    const { changed = 0, losses = [] } = preview?.result ?? {};
    const final = finalAct(act, changed, losses.length > 0 ? ahead : undefined);
    onEnded(await bulk.run(eventId, selection, final, "apply"));
  };
  // Where nothing is left to choose, the preview comes at once. What the last dialog found out is forgotten before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    bulk.reset();
    if (fixed) attempt(fixed);
    return () => bulk.reset();
  }, []);

  const changes = preview?.result.changed ?? 0;
  const isBlocking = preview !== undefined && blocks(preview.act);
  const minutes = done ? bulk.minutesLeft(eventId) : 0;
  const mustType = doing === "remove" || other?.isTyped === true;
  const isRefused = mustType && preview && !isTyped(typed, changes);
  let foot: ReactNode;
  if (isHeld) {
    foot = (
      <>
        <Button busy={stopping.busy} disabled={!bulk.job} onClick={() => void bulk.cancel()}>
          {t("event-data:bulk.stop")}
        </Button>
        {isGoing && <Button onClick={onClose}>{t("common:close")}</Button>}
      </>
    );
  } else if (done) {
    foot = (
      <>
        {minutes > 0 && (
          <Button onClick={() => onUndo(done.jobId)}>
            {t("event-data:bulk.undo", { minutes: formatNumber(minutes) })}
          </Button>
        )}
        <Button tone="primary" onClick={onClose}>
          {t("common:close")}
        </Button>
      </>
    );
  } else {
    foot = (
      <>
        {preview && !fixed ? (
          <Button onClick={() => bulk.reconsider()}>{t("event-data:bulk.back")}</Button>
        ) : (
          <Button onClick={onClose}>{t("common:cancel")}</Button>
        )}
        {preview ? (
          <Button
            tone={doing === "remove" ? "danger" : "primary"}
            disabled={changes === 0 || isRefused}
            onClick={() => void apply(preview.act)}
          >
            {t(applyKeyOf(preview.act, other, settings), { count: changes, number: formatNumber(changes) })}
          </Button>
        ) : fixed ? (
          <Button tone="primary" onClick={() => attempt(fixed)}>
            {t("event-data:bulk.preview")}
          </Button>
        ) : (
          <Button tone="primary" type="submit" form={id} disabled={isGroupless(doing, bulk.groups)}>
            {t("event-data:bulk.preview")}
          </Button>
        )}
      </>
    );
  }
  return (
    <Dialog title={t(keyOf("title", doing, other))} onClose={onClose} width={620} foot={foot} held={isHeld && !isGoing}>
      <Step key={isHeld ? "running" : step} isComing={isGroup(doing) && bulk.groups === undefined}>
        {running.busy ? (
          <Progress doing={preview ? "working" : "trying"} />
        ) : bulk.undoing.busy ? (
          <Progress doing="undoing" />
        ) : done ? (
          <>
            <p role="status">{doneText(done.isCut, done.result.changed, done.act, other)}</p>
            {"tells" in done.act && done.act.tells && (
              <p>{t(settings.sendsMail ? "event-data:ahead.toldLater" : "event-data:ahead.writtenLater")}</p>
            )}
            <Report outcome={done} other={other} isDone />
          </>
        ) : preview ? (
          <>
            <Report outcome={preview} other={other} isDone={false} />
            {(doing === "remove" || isBlocking) && (
              <AheadChoice
                losses={preview.result.losses ?? []}
                chosen={ahead}
                canKeep={isBlocking}
                isLater
                onChoose={setAhead}
              />
            )}
            {(doing === "activate" || isBlocking) && changes > 0 && (
              <p className="muted">{t(`event-data:bulk.${isBlocking ? "deactivate" : "activate"}Help`)}</p>
            )}
            <p className="muted">{t(changes > 0 ? helpOf(doing, other, settings) : nothingOf(doing, other))}</p>
            {mustType && changes > 0 && <TypedNumber number={changes} typed={typed} onType={setTyped} />}
          </>
        ) : (
          <>
            {count > 0 && <p>{t("event-data:bulk.selected", { count, number: formatNumber(count) })}</p>}
            {other?.Choice && (
              <other.Choice
                id={id}
                eventId={eventId}
                chosen={order}
                onChosen={(chosen: object) => {
                  setOrder(chosen);
                  attempt({ do: "other", act: other.act, with: chosen });
                }}
              />
            )}
            {!fixed && !other && (
              <ChoiceForm
                id={id}
                eventId={eventId}
                doing={doing}
                choice={choice}
                onChosen={(chosen, act) => {
                  setChoice(chosen);
                  attempt(act);
                }}
              />
            )}
          </>
        )}
        {problem && (
          <p className="form-problem" role="alert">
            {problemText(problem, t)}
          </p>
        )}
      </Step>
    </Dialog>
  );
});

/**
 * A step takes the focus when it comes, since the button that led to it has gone, and passes it on to what it waits for; unless
 * somebody has taken it elsewhere meanwhile.
 */
function Step({ isComing, children }: { isComing: boolean; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const hasCome = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew once it is here
  useEffect(() => {
    const { activeElement, body } = document;
    if (hasCome.current && activeElement !== element.current && activeElement !== body) return;
    hasCome.current = true;
    const input = element.current?.querySelector<HTMLElement>("select, input, textarea");
    (input ?? element.current)?.focus();
  }, [isComing]);
  return (
    <div className="thing-bulk" ref={element} tabIndex={-1}>
      {children}
    </div>
  );
}

const Progress = observer(function Progress({ doing }: { doing: "trying" | "working" | "undoing" }) {
  const { bulk } = useStore(EventDataStore);
  return (
    <>
      <HowFar text={doing === "undoing" ? t("common:undoing") : t(`event-data:bulk.${doing}`)} />
      {bulk.going && <p className="muted">{t("event-data:bulk.goesOn")}</p>}
    </>
  );
});

/** The key of what is said where nobody would be changed. */
function nothingOf(doing: Doing, other: BulkActPart | undefined): string {
  return other ? `${other.words}.nothing` : `event-data:bulk.${doing === "merge" ? "noDoubles" : "nothing"}`;
}

/** The key of what becomes of it afterwards. */
function helpOf(doing: Doing, other: BulkActPart | undefined, settings: BrowserSettings): string {
  return other?.help?.(settings) ?? `event-data:bulk.${doing === "remove" ? "removeHelp" : "undoHelp"}`;
}

function isGroupless(doing: Doing, groups: readonly unknown[] | undefined): boolean {
  return isGroup(doing) && !groups?.length;
}

function isGroup(doing: Doing): boolean {
  return doing === "in" || doing === "out";
}
