// A list begins with the rows that are seen; so long after them it draws those that are scrolled to next.
import { useCallback, useEffect, useRef, useState } from "react";

const SETTLED_MS = 100;

export function useSettled() {
  const [isSettled, setSettled] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const wait = useCallback(() => clearTimeout(timer.current), []);
  useEffect(() => wait, [wait]);
  return {
    isSettled,
    /** Other rows are asked for: they begin as the first ones did. */
    begins: useCallback(() => {
      wait();
      setSettled(false);
    }, [wait]),
    /** The rows that are seen are there. */
    seen: useCallback(() => {
      wait();
      timer.current = setTimeout(() => setSettled(true), SETTLED_MS);
    }, [wait]),
  };
}
