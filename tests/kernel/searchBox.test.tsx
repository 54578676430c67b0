// What is typed reaches the list once it rests, or once somebody goes on to something else.
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchBox } from "../../src/kernel/ui/SearchBox.tsx";

let root: Root;
const said: string[] = [];

function Searched() {
  const [text, setText] = useState("");
  const tell = (words: string) => {
    said.push(words);
    setText(words);
  };
  return (
    <>
      <SearchBox label="Search" text={text} onText={tell} />
      <button type="button" onClick={() => tell("")}>
        Clear filters
      </button>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  said.length = 0;
  root = createRoot(document.body.appendChild(document.createElement("div")));
  flushSync(() => root.render(<Searched />));
});

afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
});

const clear = () => document.querySelector("button:not(.search-empty)") as HTMLElement;
const box = () => document.querySelector("input") as HTMLInputElement;

function type(words: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  flushSync(() => {
    box().focus();
    set?.call(box(), words);
    box().dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("words are told once, when typing rests", () => {
  type("a");
  type("an");
  expect(said).toEqual([]);
  flushSync(() => void vi.runAllTimers());
  expect(said).toEqual(["an"]);
});

test("what somebody presses right after typing has the last word", async () => {
  type("nobody");
  flushSync(() => clear().focus());
  expect(said).toEqual(["nobody"]);
  flushSync(() => clear().click());
  flushSync(() => void vi.runAllTimers());
  expect(said).toEqual(["nobody", ""]);
  vi.useRealTimers();
  await vi.waitFor(() => expect(box().value).toBe(""));
});

test("leaving the box says nothing that was said already", () => {
  type("anna");
  flushSync(() => void vi.runAllTimers());
  flushSync(() => box().blur());
  expect(said).toEqual(["anna"]);
});
