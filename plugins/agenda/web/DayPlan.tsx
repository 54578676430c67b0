// The picture of one day: stages side by side, time downwards. Arrow keys walk from session to session.
import { observer } from "mobx-react-lite";
import { type CSSProperties, type KeyboardEvent, useRef } from "react";
import { Button, Icon, icons, NoMatch, OpenLink, readingKey, t, useHrefWith, useStore } from "#web";
import { type AgendaAddress, NOTHING, openedAt } from "./address.ts";
import { dayName, ownTime, timeSpan } from "./dayName.ts";
import type { PlacedSession } from "./placed.ts";
import { neighbourOf, type DayPlan as Plan, type PlanBlock, planDay } from "./planDay.ts";
import { AgendaStore } from "./store.ts";

interface Props {
  placed: readonly PlacedSession[];
  address: AgendaAddress;
}

export const DayPlan = observer(function DayPlan({ placed, address }: Props) {
  const store = useStore(AgendaStore);
  const days = store.days;
  const day = address.filter.day ?? dayToShow(placed, days);
  const plan = planDay(
    placed.filter((each) => each.day === day),
    store.stages,
  );
  return (
    <section className="agenda-day" aria-label={t("agenda:day.label", { day: dayName(day, "long") })}>
      <nav className="agenda-days" aria-label={t("agenda:filter.day")}>
        {days.map((each) => (
          <Button
            key={each}
            small
            tone={each === day ? "primary" : "default"}
            aria-current={each === day ? "date" : undefined}
            onClick={() => address.go({ day: each })}
          >
            {dayName(each, "short")}
          </Button>
        ))}
      </nav>
      {plan.columns.length === 0 ? (
        <NoMatch onClear={() => address.go(NOTHING)}>{t("agenda:day.emptyHelp")}</NoMatch>
      ) : (
        <PlanTable plan={plan} address={address} />
      )}
    </section>
  );
});

/** The first day that still has a session after the filters. */
function dayToShow(placed: readonly PlacedSession[], days: readonly string[]): string {
  return days.find((day) => placed.some((each) => each.day === day)) ?? days[0] ?? "";
}

const PlanTable = observer(function PlanTable({ plan, address }: { plan: Plan; address: AgendaAddress }) {
  const table = useRef<HTMLDivElement>(null);
  const hours = Array.from({ length: (plan.to - plan.from) / 60 + 1 }, (_, at) => plan.from / 60 + at);
  const first = plan.columns[0]?.blocks[0]?.placed.session.id;
  const isShown = plan.columns.some(({ blocks }) => blocks.some(({ placed }) => placed.session.id === address.session));
  const stop = isShown ? address.session : first;

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const id = Number(event.currentTarget.dataset.session);
    const next = neighbourOf(plan, id, readingKey(event));
    if (next === undefined) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-session="${next}"]`)?.focus();
  };

  return (
    <div className="agenda-plan" ref={table}>
      <div className="agenda-plan-inner" style={{ "--minutes": plan.to - plan.from } as CSSProperties}>
        <ol className="agenda-hours" aria-hidden="true">
          {hours.map((hour) => (
            <li key={hour} style={{ "--at": hour * 60 - plan.from } as CSSProperties}>
              {`${String(hour % 24).padStart(2, "0")}:00`}
            </li>
          ))}
        </ol>
        {plan.columns.map(({ stage, blocks }) => {
          const name = stage?.name ?? t("agenda:noStage");
          const lanes = Math.max(...blocks.map((block) => block.lanes));
          return (
            <section
              key={stage?.id ?? 0}
              className="agenda-stage"
              aria-label={name}
              style={{ "--width": Math.min(lanes, 3) } as CSSProperties}
            >
              <h2 className="agenda-stage-name" title={name}>
                {name}
              </h2>
              <ol className="agenda-blocks">
                {blocks.map((block) => (
                  <Block
                    key={block.placed.session.id}
                    block={block}
                    plan={plan}
                    address={address}
                    stop={stop}
                    walk={walk}
                  />
                ))}
              </ol>
            </section>
          );
        })}
      </div>
    </div>
  );
});

/** How much of a session's text a block has room for, by its minutes. */
const SIZES = [
  { below: 12, name: "agenda-block-tiny" },
  { below: 20, name: "agenda-block-short" },
  { below: 30, name: "agenda-block-small" },
  { below: 45, name: "agenda-block-medium" },
];

interface BlockProps {
  block: PlanBlock;
  plan: Plan;
  address: AgendaAddress;
  /** The one session that the Tab key reaches. */
  stop: number | "new" | undefined;
  walk: (event: KeyboardEvent<HTMLElement>) => void;
}

const Block = observer(function Block({ block, plan, address, stop, walk }: BlockProps) {
  const { zone, clashesOf } = useStore(AgendaStore);
  const hrefWith = useHrefWith();
  const { session, from, to } = block.placed;
  const clashes = clashesOf.has(session.id);
  const minutes = to - from;
  const times = timeSpan(session, zone);
  const speakers = session.speakers.map(({ name }) => name).join(", ");
  const more = [times, speakers].filter(Boolean).join(" · ");
  const place = {
    "--at": from - plan.from,
    "--length": minutes,
    "--lane": block.lane,
    "--lanes": block.lanes,
  } as CSSProperties;
  const colour = session.track?.colour ? ({ "--track": session.track.colour } as CSSProperties) : {};
  const size = SIZES.find(({ below }) => minutes < below)?.name ?? "";
  return (
    <li style={{ ...place, ...colour }} className={`agenda-block ${size} ${clashes ? "agenda-block-clash" : ""}`}>
      <OpenLink
        data-session={session.id}
        href={hrefWith(openedAt(session.id))}
        tabIndex={session.id === stop ? 0 : -1}
        aria-current={session.id === address.session || undefined}
        // It begins with what is seen, so that whoever speaks to the screen can say that.
        aria-label={[session.title, more, session.track?.name, clashes && t("agenda:clash.mark")]
          .filter(Boolean)
          .join(", ")}
        title={[`${times} ${session.title}`, ownTime(session, zone)].filter(Boolean).join("\n")}
        onKeyDown={walk}
        onOpen={() => address.go({ session: session.id })}
      >
        <span className="agenda-block-title">
          {clashes && <Icon paths={icons.error} size={12} className="agenda-bad" />}
          {session.title}
        </span>{" "}
        <span className="agenda-block-more">{more}</span>
      </OpenLink>
    </li>
  );
});
