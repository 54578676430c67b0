// Times as a list, each within one day: the day, from when and until when. It says the same as the picture.
import { useRef } from "react";
import { Button, formatTime, icons, TakeOut, t } from "#web";
import { type Day, type Instants, instantAt, QUARTER, spanOf, type Windows } from "../contract.ts";
import { dayOf, nextTime, onDay } from "./values.ts";
import { dayText, windowText } from "./words.ts";

interface Props {
  days: readonly Day[];
  zone: string;
  windows: NonNullable<Windows>;
  readOnly: boolean;
  onChange: (windows: NonNullable<Windows>) => void;
}

export function TimesList({ days, zone, windows, readOnly, onChange }: Props) {
  const section = useRef<HTMLElement>(null);
  const next = nextTime(windows, days, zone);
  return (
    <section className="times-list" aria-label={t("availability:list")} ref={section}>
      <h3>{t("availability:list")}</h3>
      <ol>
        {windows.map((time, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
          <li key={at}>
            <Time
              {...{ days, zone, time, readOnly }}
              number={at + 1}
              onChange={(changed) => onChange(windows.with(at, changed))}
            />
            {!readOnly && (
              <TakeOut
                label={t("availability:list.take", { time: windowText(time, zone) })}
                onClick={() => {
                  onChange(windows.toSpliced(at, 1));
                  // The button has gone.
                  setTimeout(() => section.current?.querySelector<HTMLElement>(".times-add")?.focus());
                }}
              />
            )}
          </li>
        ))}
      </ol>
      {!readOnly && (
        <Button
          small
          className="times-add"
          icon={icons.add}
          disabled={!next}
          onClick={() => {
            if (next) onChange([...windows, next]);
            setTimeout(() => section.current?.querySelector<HTMLElement>("li:last-child select")?.focus());
          }}
        >
          {t("availability:list.add")}
        </Button>
      )}
    </section>
  );
}

interface TimeProps extends Pick<Props, "days" | "zone" | "readOnly"> {
  time: Instants;
  number: number;
  onChange: (time: Instants) => void;
}

function Time({ days, zone, time, number, onChange }: TimeProps) {
  const day = dayOf(time, days);
  // What lies outside of the event's days can only be taken out.
  if (!day) return <span className="times-beyond">{windowText(time, zone)}</span>;
  const { from, to } = spanOf(time);
  const starts = quartersBetween(day.from, day.to - QUARTER);
  const ends = quartersBetween(from + QUARTER, day.to);
  const text = (minute: number) => (minute === day.to ? MIDNIGHT : clockText(minute, day, zone));
  return (
    <>
      <Chosen
        label={t("availability:list.day", { number })}
        value={day.date}
        options={days.map((one) => [one.date, dayText(instantAt(one.from), zone)])}
        onChoose={(date) => {
          const other = days.find((one) => one.date === date);
          if (other) onChange(onDay(time, day, other, zone));
        }}
      />
      <Chosen
        label={t("availability:list.from", { number })}
        value={String(from)}
        options={starts.map((minute) => [String(minute), text(minute)])}
        onChoose={(minute) => {
          const start = Number(minute);
          // Who moves the beginning beyond the end means a time of the same length.
          const end = start < to ? to : Math.min(start + to - from, day.to);
          onChange({ start: instantAt(start), end: instantAt(end) });
        }}
      />
      <span aria-hidden="true">–</span>
      <Chosen
        label={t("availability:list.to", { number })}
        value={String(to)}
        options={ends.map((minute) => [String(minute), text(minute)])}
        onChoose={(minute) => onChange({ ...time, end: instantAt(Number(minute)) })}
      />
    </>
  );
}

const MIDNIGHT = "24:00";

/** What clocks show twice in a day says the second time how far ahead they are. */
function clockText(minute: number, day: Day, zone: string): string {
  const text = formatTime(instantAt(minute), zone);
  const earlier = minute - 60;
  if (earlier < day.from || formatTime(instantAt(earlier), zone) !== text) return text;
  return t("availability:list.second", { time: text });
}

function quartersBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.floor((last - first) / QUARTER) + 1 }, (_, at) => first + at * QUARTER);
}

interface ChosenProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChoose: (value: string) => void;
}

function Chosen({ label, value, options, onChoose }: ChosenProps) {
  return (
    <select className="input" aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}
