// Where the value of a field came from: a small button beside its label, and what the history says once somebody asks.
import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import {
  type ApiProblem,
  Button,
  type FieldDrawn,
  Icon,
  icons,
  problemText,
  Skeleton,
  t,
  useEnv,
  useStore,
} from "#web";
import { getValueOrigin, type Origin, type Thing, type ValueOrigin } from "../contract.ts";
import { flat } from "./conflict.ts";
import { Moment } from "./Moment.tsx";
import { linePath } from "./place.ts";
import { EventDataStore } from "./store.ts";
import { useValueText } from "./valueText.ts";

interface Props {
  eventId: number;
  thing: Thing;
  drawn: FieldDrawn;
}

export const FieldOrigin = observer(function FieldOrigin({ eventId, thing, drawn }: Props) {
  const { canSave } = useStore(EventDataStore);
  const box = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  // In its field it has keys of its own, so that Tab goes from field to field.
  useEffect(() => {
    const details = box.current;
    const field = details?.closest<HTMLElement>(".field");
    const hear = (event: KeyboardEvent) => {
      if (!details) return;
      const asks = event.key === "Enter" && event.altKey;
      if (!asks && !(event.key === "Escape" && details.open)) return;
      event.preventDefault();
      details.open = !details.open;
    };
    field?.addEventListener("keydown", hear);
    return () => field?.removeEventListener("keydown", hear);
  }, []);
  return (
    <details className="field-origin" ref={box} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary
        // Of which field is no part of its name: that would be a second label of the field.
        aria-label={t("event-data:origin.of")}
        aria-description={drawn.label}
        aria-keyshortcuts="Alt+Enter"
        title={t("event-data:origin.hint")}
        tabIndex={canSave && !drawn.disabled ? -1 : 0}
      >
        <Icon paths={icons.history} size={14} />
      </summary>
      <div aria-live="polite">{isOpen && <Told eventId={eventId} thing={thing} field={drawn.name} />}</div>
    </details>
  );
});

const Told = observer(function Told({ eventId, thing, field }: { eventId: number; thing: Thing; field: string }) {
  const { api } = useEnv();
  const [told, setTold] = useState<{ origin?: ValueOrigin; problem?: ApiProblem }>({});
  const [turn, setTurn] = useState(0);
  const { id, rev } = thing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a save makes a new line, so the revision asks again
  useEffect(() => {
    const stop = new AbortController();
    setTold({});
    const params = { eventId, thingId: id };
    api.call(getValueOrigin, { params, query: { field }, signal: stop.signal }).then(
      (origin) => setTold({ origin }),
      (problem: ApiProblem) => !stop.signal.aborted && setTold({ problem }),
    );
    return () => stop.abort();
  }, [api, eventId, id, rev, field, turn]);
  const { origin, problem } = told;
  if (problem) {
    return (
      <p>
        {problemText(problem, t)}{" "}
        <Button small onClick={() => setTurn(turn + 1)}>
          {t("common:retry")}
        </Button>
      </p>
    );
  }
  if (!origin) return <Skeleton rows={1} />;
  const { line, made } = origin;
  if (!line && !made) return <p>{t("event-data:origin.unknown")}</p>;
  if (!line) return made && <Line line={made} text={t("event-data:origin.never")} />;
  const stands = flat(thing)[field];
  const isOther = JSON.stringify(stands ?? "") !== JSON.stringify(line.after ?? "");
  return (
    <>
      <Line line={line} text={line.made ? t("event-data:origin.came") : undefined} before={field} />
      {isOther && <p>{t("event-data:origin.other")}</p>}
    </>
  );
});

/** One line in words; with `before` what stood in that field. */
const Line = observer(function Line({
  line,
  text,
  before,
}: {
  line: Origin;
  text?: string | undefined;
  before?: string;
}) {
  const value = useValueText();
  const { pathname, search } = useLocation();
  const act = t(`event-data:origin.did.${wayOf(line)}`, {
    who: line.actor,
    file: line.file,
    merged: line.merged,
    defaultValue: `${line.actor} ${t(`event-data:history.${line.action}`, { defaultValue: line.action })}`,
  });
  return (
    <>
      <p>
        {text && <>{text} </>}
        <strong>{act}</strong>
        {line.actor_kind === "token" && <> {t("event-data:origin.byToken")}</>} <Moment at={line.at} />
      </p>
      {before && !line.made && (
        <p>
          {t("event-data:origin.before")} <del dir="auto">{value(before, line.before)}</del>
        </p>
      )}
      <p>
        <Link to={linePath(pathname, search, line.id)}>{t("event-data:origin.show")}</Link>
      </p>
    </>
  );
});

function wayOf({ action, file, merged, made, actor_kind }: Origin): string {
  if (action === "import") return file ? "importFile" : "import";
  if (action === "merge" && merged) return "merge";
  if (action === "save" && actor_kind === "job") return "saveMany";
  return made && action !== "create" ? "made" : action;
}
