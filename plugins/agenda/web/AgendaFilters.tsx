// Narrowing: words, day, stage, track. What is narrowed stands as removable chips, and in the address.
import { observer } from "mobx-react-lite";
import { FilterChips, formatNumber, SearchBox, t, useStore } from "#web";
import { hourName } from "../contract/hours.ts";
import { type AgendaAddress, NOTHING } from "./address.ts";
import { dayName } from "./dayName.ts";
import { isNarrowed } from "./placed.ts";
import { AgendaStore } from "./store.ts";

interface Props {
  address: AgendaAddress;
  /** Sessions that are left. */
  shown: number;
}

interface Choice {
  key: "day" | "stage" | "track";
  options: readonly { value: string | number; label: string }[];
}

export const AgendaFilters = observer(function AgendaFilters({ address, shown }: Props) {
  const { filter, go } = address;
  const store = useStore(AgendaStore);
  const named = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }));
  const choices: Choice[] = [
    { key: "day", options: store.days.map((day) => ({ value: day, label: dayName(day, "long") })) },
    { key: "stage", options: [...named(store.stages), { value: "none", label: t("agenda:filter.stage.none") }] },
    { key: "track", options: named(store.tracks) },
  ];
  const total = store.sessions?.length ?? 0;
  const isLess = isNarrowed(filter);
  return (
    <search className="agenda-filters">
      <SearchBox label={t("agenda:filter.words")} text={filter.words} onText={(words) => go({ words })} />
      {choices.map(({ key, options }) => (
        <select
          key={key}
          className="input agenda-choice"
          aria-label={t(`agenda:filter.${key}`)}
          value={filter[key] ?? ""}
          onChange={({ target }) => go({ [key]: target.value })}
        >
          <option value="">{t(`agenda:filter.${key}.all`)}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ))}
      <span className="agenda-count" role="status">
        {isLess
          ? t("agenda:count.some", { shown: formatNumber(shown), total: formatNumber(total) })
          : t("agenda:count.all", { count: total, number: formatNumber(total) })}
      </span>
      <Chips address={address} choices={choices} />
    </search>
  );
});

const Chips = observer(function Chips({ address, choices }: { address: AgendaAddress; choices: readonly Choice[] }) {
  const { filter, go } = address;
  const store = useStore(AgendaStore);
  const speaker = store.sessions?.flatMap(({ speakers }) => speakers).find(({ id }) => id === filter.speaker);
  const named = [
    // A day has its name also where no session begins on it.
    { key: "day" as const, label: filter.day && dayName(filter.day, "long") },
    ...choices
      .filter(({ key }) => key !== "day")
      .map(({ key, options }) => ({ key, label: options.find(({ value }) => value === filter[key])?.label })),
    { key: "speaker" as const, label: speaker?.name },
  ];
  const chips = named.flatMap(({ key, label = t("common:filters.gone") }) =>
    filter[key] === undefined
      ? []
      : [{ key, text: `${t(`agenda:filter.${key}`)}: ${label}`, onRemove: () => go({ [key]: undefined }) }],
  );
  const outside = { key: "outside", text: t("agenda:filter.outside"), onRemove: () => go({ outside: undefined }) };
  const running = {
    key: "hour",
    text: t("agenda:filter.hour", { from: filter.hour ?? "", to: hourAfter(filter.hour ?? "") }),
    onRemove: () => go({ hour: undefined }),
  };
  const all = [...chips, ...(filter.hour ? [running] : []), ...(filter.outside ? [outside] : [])];
  return <FilterChips chips={all} onClear={() => go(NOTHING)} isSearched={filter.words.trim() !== ""} />;
});

/** When an hour of the day is over: of `23:00` it is `24:00`. */
const hourAfter = (hour: string) => hourName(Number.parseInt(hour, 10) + 1);
