// The words that a list is searched for. What is typed stands in the box itself, which empties it with Escape or its cross; "/" leads here.
import { useEffect, useRef, useState } from "react";
import { t } from "../i18n/setup.ts";
import { Icon } from "./Icon.tsx";
import { cross, search } from "./icons.ts";

interface Props {
  /** For a screen reader; also what stands in the empty box unless `placeholder` tells. */
  label: string;
  placeholder?: string;
  /** Under this id a label of its own stands beside the box. */
  id?: string;
  text: string;
  onText: (text: string) => void;
}

/** A list follows what is typed once that rests for so long. */
const TYPING_MS = 180;

export function SearchBox({ label, placeholder = label, id, text, onText }: Props) {
  const [typed, setTyped] = useState(text);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(text);
  // What else has changed in the address meanwhile must not be taken back.
  const tell = useRef(onText);
  tell.current = onText;
  useEffect(() => {
    if (text !== told.current) {
      clearTimeout(timer.current);
      timer.current = undefined;
      setTyped(text);
    }
    told.current = text;
  }, [text]);
  // Whoever has left the page is not brought back to it.
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = (value: string) => {
    told.current = value;
    tell.current(value);
  };
  const type = (value: string, wait: number) => {
    setTyped(value);
    clearTimeout(timer.current);
    timer.current = undefined;
    if (wait === 0) return say(value);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      say(value);
    }, wait);
  };
  return (
    <div className="search-box">
      <Icon paths={search} />
      <input
        ref={box}
        id={id}
        type="search"
        className="input"
        autoComplete="off"
        value={typed}
        maxLength={200}
        placeholder={placeholder}
        aria-label={id ? undefined : label}
        aria-keyshortcuts="/"
        onChange={(event) => type(event.target.value, TYPING_MS)}
        // Whoever goes on has done typing: what they press next, such as "Clear filters", comes after their words.
        onBlur={() => timer.current !== undefined && type(typed, 0)}
        onKeyDown={(event) => {
          if (event.key === "Enter") type(typed, 0);
          if (event.key !== "Escape" || typed === "") return;
          event.preventDefault();
          type("", 0);
        }}
      />
      {typed === "" ? (
        <span className="search-key" aria-hidden="true">
          /
        </span>
      ) : (
        <button
          type="button"
          className="search-empty"
          aria-label={t("common:search.empty")}
          title={t("common:search.empty")}
          onClick={() => {
            type("", 0);
            box.current?.focus();
          }}
        >
          <Icon paths={cross} size={12} />
        </button>
      )}
    </div>
  );
}
