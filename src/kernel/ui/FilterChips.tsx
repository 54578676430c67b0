// What narrows a list, as chips that are taken off one by one or all at once; and what stands in a list in which nothing is like that.
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { t } from "../i18n/setup.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { cross, search, swap } from "./icons.ts";
import { linesBeside } from "./passFocusOn.ts";
import { EmptyState } from "./states.tsx";

/** One filter: what it says, such as "Country is Germany", and how it is taken off. */
export interface FilterChip {
  key: string;
  text: string;
  onRemove: () => void;
  /** What it would say turned round, such as "Country is not Germany", and how that is done. */
  turn?: { text: string; onTurn: () => void } | undefined;
}

interface Props {
  /** What the chips are; filters unless told. */
  label?: string;
  chips: readonly FilterChip[];
  /** Takes off all of them, and empties the search. */
  onClear?: () => void;
  /** Whether words narrow the list besides: they stand in their box, and go with the rest. */
  isSearched?: boolean;
}

/**
 * Draws nothing where nothing is narrowed, and stays in its place while chips come and go: the focus of one that is taken off goes on
 * to the chip beside it, else to what the list is sought with.
 * @example
 * <FilterChips chips={[{ key: "kind", text: "Kind: Date", onRemove: () => set("kind", "") }]} onClear={clear} />
 */
export function FilterChips({ label, chips, onClear, isSearched = false }: Props) {
  const next = useRef<HTMLElement | undefined>(undefined);
  useEffect(() => {
    // What is sought with may be out of sight for as long as rows are selected, which ends with the filter.
    if (isFocusLost()) next.current?.focus();
    if (!isFocusLost()) next.current = undefined;
  });
  const leaveTo = (target: HTMLElement | undefined, act: () => void) => {
    next.current = target;
    target?.focus();
    act();
  };
  const takeOff = ({ currentTarget }: MouseEvent, act: () => void) => {
    const beside = linesBeside(currentTarget)
      .map((one) => one?.querySelector<HTMLElement>(".filter-chip button:last-child"))
      .find((one) => one);
    leaveTo(beside ?? seekerNear(currentTarget), act);
  };
  if (chips.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label={label ?? t("common:filters")}>
      {chips.map(({ key, text, onRemove, turn }) => (
        <li key={key}>
          <span className="filter-chip">
            <span className="filter-chip-text" title={text}>
              {text}
            </span>
            {turn && (
              <button
                type="button"
                aria-label={t("common:filters.turn", { filter: turn.text })}
                title={t("common:filters.turn", { filter: turn.text })}
                onClick={turn.onTurn}
              >
                <Icon paths={swap} size={12} />
              </button>
            )}
            <button
              type="button"
              aria-label={t("common:filters.remove", { filter: text })}
              onClick={(event) => takeOff(event, onRemove)}
            >
              <Icon paths={cross} size={12} />
            </button>
          </span>
        </li>
      ))}
      {onClear && (chips.length > 1 || isSearched) && (
        <li>
          <Button tone="quiet" small onClick={({ currentTarget }) => leaveTo(seekerNear(currentTarget), onClear)}>
            {t("common:filters.clear")}
          </Button>
        </li>
      )}
    </ul>
  );
}

interface NoMatchProps {
  title?: string;
  /** What the button says. */
  action?: string;
  children?: ReactNode;
  onClear: () => void;
}

/** Stands in a list that has rows, none of which is what is asked for: that is not to be empty. The button is where to go on. */
export function NoMatch({ title, action, children, onClear }: NoMatchProps) {
  const clear = ({ currentTarget }: MouseEvent) => {
    seekerNear(currentTarget)?.focus();
    onClear();
  };
  return (
    <EmptyState
      title={title ?? t("common:noMatch.title")}
      icon={search}
      action={<Button onClick={clear}>{action ?? t("common:filters.clear")}</Button>}
    >
      {children ?? t("common:noMatch.help")}
    </EmptyState>
  );
}

/** Where a list is sought and narrowed. */
const SEEKERS = ["search", ".list-toolbar", ".page-filters"];
const CONTROLS = ['input[type="search"]', "select, input"];

/** The search box of the list to which an element belongs, else the first control that narrows it, else the page's heading. */
function seekerNear(element: Element): HTMLElement | undefined {
  for (let around = element.parentElement; around; around = around.parentElement) {
    for (const control of CONTROLS) {
      const found = around.querySelector<HTMLElement>(SEEKERS.map((seeker) => `${seeker} :is(${control})`).join());
      if (found) return found;
    }
  }
  return document.querySelector<HTMLElement>("main h1") ?? undefined;
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
