// A combobox that searches while one types and draws only the options in view, so that ten thousand of them do not lag.
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { t } from "../../kernel/i18n/setup.ts";
import { Icon } from "../../kernel/ui/Icon.tsx";
import { selector } from "../../kernel/ui/icons.ts";
import { matching, nextIndex, ROW_HEIGHT, slice } from "./pickerList.ts";

export interface PickerOption {
  id: number;
  label: string;
  /** Small words at the right, such as "Archived". */
  note?: string | undefined;
}

interface Props {
  label: string;
  placeholder: string;
  options: readonly PickerOption[];
  selected: number | undefined;
  onSelect: (id: number) => void;
  disabled?: boolean;
  /** Choosing what is selected already is a choice too. */
  always?: boolean;
}

const LIST_HEIGHT = 320;

export function Picker({ label, placeholder, options, selected, onSelect, disabled, always }: Props) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(-1);
  const [top, setTop] = useState(0);
  const words = useDeferredValue(typed ?? "");
  const found = useMemo(() => matching(options, words), [options, words]);
  const current = options.find((option) => option.id === selected);

  const open = () => {
    if (isOpen || disabled) return;
    setOpen(true);
    setActive(options.findIndex((option) => option.id === selected));
  };
  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setActive(-1);
    setTop(0);
  };
  const choose = (option: PickerOption | undefined) => {
    if (!option) return;
    close();
    if (option.id !== selected || always) onSelect(option.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      return close();
    }
    if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      // Whoever types fast means what was typed, not what still stands in the list.
      const now = words === (typed ?? "") ? found : matching(options, typed ?? "");
      return choose(now[active] ?? (typed ? now[0] : undefined));
    }
    if (event.key === "Tab") return close();
    const next = nextIndex(event.key, active, found.length, event.altKey || !isOpen);
    if (next === undefined) return;
    event.preventDefault();
    if (!isOpen) return open();
    setActive(next);
  };

  useEffect(() => {
    if (!isOpen || active < 0 || !list.current) return;
    const from = active * ROW_HEIGHT;
    const { scrollTop, clientHeight } = list.current;
    if (from < scrollTop) list.current.scrollTop = from;
    else if (from + ROW_HEIGHT > scrollTop + clientHeight) list.current.scrollTop = from + ROW_HEIGHT - clientHeight;
  }, [active, isOpen]);

  // What it offers is being asked anew: a list that is open would only say that there is nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed once, when it becomes disabled
  useEffect(() => {
    if (disabled) close();
  }, [disabled]);

  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  });

  const { first, last } = slice(top, LIST_HEIGHT, found.length);
  const activeOption = isOpen ? found[active] : undefined;
  return (
    <div className={`picker ${isOpen ? "picker-open" : ""}`} ref={root}>
      <span className="picker-label" aria-hidden="true">
        {label}
      </span>
      <input
        className="input picker-input"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeOption && `${id}-${activeOption.id}`}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        placeholder={isOpen ? (current?.label ?? placeholder) : placeholder}
        title={current?.label}
        value={typed ?? (isOpen ? "" : (current?.label ?? ""))}
        onFocus={({ target }) => target.select()}
        onClick={open}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setTyped(target.value);
          setOpen(true);
          setActive(target.value ? 0 : -1);
        }}
      />
      <Icon paths={selector} size={12} className="picker-sign" />
      {isOpen && (
        <div
          className="picker-list"
          role="listbox"
          id={`${id}-list`}
          aria-label={label}
          ref={list}
          tabIndex={-1}
          onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
        >
          <div className="picker-rows" style={{ height: found.length * ROW_HEIGHT }} role="presentation">
            {found.slice(first, last).map((option, at) => (
              <div
                key={option.id}
                id={`${id}-${option.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={option.id === selected}
                aria-setsize={found.length}
                aria-posinset={first + at + 1}
                className={`picker-option ${first + at === active ? "picker-option-active" : ""}`}
                style={{ top: (first + at) * ROW_HEIGHT }}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
                onKeyDown={() => undefined}
              >
                <span className="picker-option-text">{option.label}</span>
                {option.note && <span className="picker-option-note">{option.note}</span>}
              </div>
            ))}
          </div>
          {found.length === 0 && <p className="picker-none">{t("common:picker.noneFound")}</p>}
        </div>
      )}
      <span className="sr-only" role="status">
        {isOpen && typed ? t("common:picker.results", { count: found.length }) : ""}
      </span>
    </div>
  );
}
