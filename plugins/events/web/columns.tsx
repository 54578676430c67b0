// The columns of the list of events.
import { formatDate, formatDateTime, type GridColumn, t } from "#web";
import { EVENT_FORMATS, type EventRow } from "../contract.ts";
import { type EventStatus, statusOf } from "./status.ts";

const CHIPS: Record<EventStatus, string> = {
  upcoming: "chip-accent",
  live: "chip-good",
  ended: "",
  inactive: "chip-warn",
  archived: "",
};

/** Where the event stands, in a word and a colour. */
export function StatusTag({ event, now }: { event: EventRow; now: Date }) {
  const status = statusOf(event, now);
  return <span className={`chip ${CHIPS[status]}`}>{t(`events:status.${status}`)}</span>;
}

/** First and last day on the clocks of the event's zone. */
export function daysOf(event: Pick<EventRow, "date_start" | "date_end" | "timezone">): string {
  const first = formatDate(event.date_start, event.timezone);
  const last = formatDate(event.date_end, event.timezone);
  return first === last ? first : `${first} – ${last}`;
}

export function eventColumns(now: Date): GridColumn<EventRow>[] {
  const day = (value: unknown, row: EventRow) => formatDate(String(value), row.timezone);
  return [
    { field: "name", title: t("events:field.name"), flex: 2, minWidth: 200 },
    {
      field: "active",
      title: t("events:field.status"),
      width: 144,
      kind: "choice",
      choices: [
        { value: 1, label: t("events:active.1") },
        { value: 0, label: t("events:active.0") },
      ],
      format: (_, row) => t(`events:status.${statusOf(row, now)}`),
      render: (row) => <StatusTag event={row} now={now} />,
    },
    { field: "date_start", title: t("events:field.date_start"), kind: "date", width: 130, format: day },
    { field: "date_end", title: t("events:field.date_end"), kind: "date", width: 130, format: day },
    { field: "timezone", title: t("events:field.timezone"), width: 150, hidden: true },
    {
      field: "format",
      title: t("events:field.format"),
      kind: "choice",
      width: 150,
      choices: EVENT_FORMATS.map((value) => ({ value, label: t(`events:format.${value}`) })),
      format: (value) => t(`events:format.${String(value)}`),
    },
    {
      field: "web_networking_activated",
      title: t("events:field.web_networking_activated"),
      kind: "choice",
      hidden: true,
      choices: [
        { value: 1, label: t("events:networking.1") },
        { value: 0, label: t("events:networking.0") },
      ],
      format: (value) => t(`events:networking.${Number(value)}`),
    },
    { field: "id", title: t("events:field.id"), kind: "number", width: 90, hidden: true },
    {
      field: "updated_at",
      title: t("events:field.updated_at"),
      kind: "date",
      hidden: true,
      format: (value) => formatDateTime(String(value)),
    },
  ];
}
