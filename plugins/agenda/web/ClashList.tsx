// Where the agenda cannot take place as planned: each pair with what is needed twice, and for how long.
import { observer } from "mobx-react-lite";
import { type CSSProperties, useState } from "react";
import {
  Button,
  EmptyState,
  formatNumber,
  formatTime,
  Icon,
  icons,
  NoMatch,
  OpenLink,
  passFocusOn,
  t,
  useHrefWith,
  useStore,
} from "#web";
import type { Clash, SessionRow } from "../contract.ts";
import { openedAt } from "./address.ts";
import { dayName, timeSpan } from "./dayName.ts";
import { clockOf, type PlacedSession } from "./placed.ts";
import { AgendaStore } from "./store.ts";

/** How many are drawn before one asks for more. */
const PORTION = 100;

interface Props {
  /** The sessions that the filters let through; a clash is shown when one of its two is among them. */
  placed: readonly PlacedSession[];
  onOpen: (id: number) => void;
  /** Takes the filters off. */
  onClear: () => void;
}

export const ClashList = observer(function ClashList({ placed, onOpen, onClear }: Props) {
  const store = useStore(AgendaStore);
  const [portions, setPortions] = useState(1);
  const shown = new Set(placed.map(({ session }) => session.id));
  const clashes = store.clashes.filter(({ sessions }) => sessions.some((id) => shown.has(id)));
  if (clashes.length === 0) {
    return store.clashes.length > 0 ? (
      <NoMatch onClear={onClear}>{t("agenda:clash.noneHere")}</NoMatch>
    ) : (
      <EmptyState title={t("agenda:clash.none")} icon={icons.tickCircle}>
        <p>{t("agenda:clash.noneHelp")}</p>
      </EmptyState>
    );
  }
  const drawn = clashes.slice(0, portions * PORTION);
  return (
    <div className="agenda-clashes">
      <ul aria-label={t("agenda:view.clashes")}>
        {drawn.map((clash) => (
          <ClashItem
            key={`${clash.rule}/${clash.sessions.join("/")}/${clash.speaker?.id}`}
            clash={clash}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {drawn.length < clashes.length && (
        <Button
          onClick={({ currentTarget }) => {
            const list = currentTarget.previousElementSibling;
            passFocusOn(currentTarget, () => list?.children[drawn.length]?.querySelector("a"));
            setPortions(portions + 1);
          }}
        >
          {t("agenda:clash.more", {
            count: clashes.length - drawn.length,
            number: formatNumber(clashes.length - drawn.length),
          })}
        </Button>
      )}
    </div>
  );
});

const ClashItem = observer(function ClashItem({ clash, onOpen }: { clash: Clash; onOpen: (id: number) => void }) {
  const store = useStore(AgendaStore);
  const [one, other] = clash.sessions.map((id) => store.row(id));
  if (!one || !other) return null;
  const from = Math.max(Date.parse(one.start), Date.parse(other.start));
  const to = Math.min(Date.parse(one.end), Date.parse(other.end));
  const shared = { start: new Date(from).toISOString(), end: new Date(to).toISOString() };
  const { day } = clockOf(store.zone)(shared.start);
  const name = clash.speaker?.name ?? clash.stage?.name ?? "";
  return (
    <li className="agenda-clash">
      <header>
        <span className="agenda-bad agenda-mark">
          <Icon paths={icons.error} />
        </span>
        <h2 className="clamped">{t(`agenda:clash.${clash.rule}`, { name })}</h2>
        <span className="agenda-muted">
          {dayName(day, "short")}, {timeSpan(shared, store.zone)} ·{" "}
          {t("agenda:minutes", { count: (to - from) / 60_000 })}
        </span>
      </header>
      {[one, other].map((session) => (
        <Side key={session.id} session={session} pair={[one, other]} onOpen={onOpen} />
      ))}
    </li>
  );
});

/** One of the two, with a bar that shows where it lies in the time of both. */
const Side = observer(function Side({
  session,
  pair,
  onOpen,
}: {
  session: SessionRow;
  pair: SessionRow[];
  onOpen: (id: number) => void;
}) {
  const { zone } = useStore(AgendaStore);
  const hrefWith = useHrefWith();
  const from = Math.min(...pair.map(({ start }) => Date.parse(start)));
  const whole = Math.max(...pair.map(({ end }) => Date.parse(end))) - from;
  const at = (Date.parse(session.start) - from) / whole;
  const length = (Date.parse(session.end) - Date.parse(session.start)) / whole;
  return (
    <div className="agenda-clash-side">
      <OpenLink className="agenda-link clamped" href={hrefWith(openedAt(session.id))} onOpen={() => onOpen(session.id)}>
        {session.title}
      </OpenLink>
      <span className="agenda-muted">
        {[timeSpan(session, zone), session.stage?.name ?? t("agenda:noStage")].join(" · ")}
      </span>
      <span className="agenda-bar" aria-hidden="true">
        <span style={{ "--from": at, "--share": length } as CSSProperties} title={formatTime(session.start, zone)} />
      </span>
    </div>
  );
});
