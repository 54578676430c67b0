// Narrowing: words, day, stage, track. What is narrowed stands as removable chips, and in the address.
import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { Button, formatNumber, Icon, icons, t, useStore } from "#web";
import type { AgendaAddress } from "./address.ts";
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
    { key: "stage", options: named(store.stages) },
    { key: "track", options: named(store.tracks) },
  ];
  const total = store.sessions?.length ?? 0;
  const isLess = isNarrowed(filter);
  return (
    <search className="agenda-filters">
      <Words words={filter.words} go={go} />
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
      {isLess && <Chips address={address} choices={choices} />}
    </search>
  );
});

function Words({ words, go }: { words: string; go: AgendaAddress["go"] }) {
  const [text, setText] = useState(words);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setText(words), [words]);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest(
        "input, textarea, select, [contenteditable], [role=dialog]",
      );
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);
  return (
    <span className="agenda-words">
      <Icon paths={icons.search} />
      <input
        ref={input}
        className="input"
        type="search"
        aria-label={t("agenda:filter.words")}
        placeholder={t("agenda:filter.words")}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          go({ words: target.value });
        }}
      />
    </span>
  );
}

const Chips = observer(function Chips({ address, choices }: { address: AgendaAddress; choices: readonly Choice[] }) {
  const { filter, go } = address;
  const store = useStore(AgendaStore);
  const speaker = store.sessions?.flatMap(({ speakers }) => speakers).find(({ id }) => id === filter.speaker);
  const set = [
    { key: "words", name: "words.chip", label: filter.words.trim() },
    ...choices.map(({ key, options }) => ({
      key,
      name: key,
      label: filter[key] && (options.find(({ value }) => value === filter[key])?.label ?? t("agenda:filter.gone")),
    })),
    { key: "speaker", name: "speaker", label: filter.speaker && (speaker?.name ?? t("agenda:filter.gone")) },
  ].filter(({ label }) => label);
  return (
    <ul className="agenda-chips" aria-label={t("agenda:filter.set")}>
      {set.map(({ key, name, label }) => (
        <li key={key}>
          <button
            type="button"
            className="chip chip-accent agenda-chip"
            aria-label={t("agenda:filter.remove", { filter: `${t(`agenda:filter.${name}`)}: ${label}` })}
            onClick={() => go({ [key]: undefined })}
          >
            <span className="agenda-chip-name">{t(`agenda:filter.${name}`)}</span> {label}
            <Icon paths={icons.cross} size={12} />
          </button>
        </li>
      ))}
      <li>
        <Button
          small
          tone="quiet"
          onClick={() => go({ words: "", day: undefined, stage: undefined, track: undefined, speaker: undefined })}
        >
          {t("agenda:filter.clear")}
        </Button>
      </li>
    </ul>
  );
});
