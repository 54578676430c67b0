// What time it is while it is looked at: what stands on the page is counted again each minute.
import { useEffect, useState } from "react";
import { useEnv } from "#web";

const MINUTE = 60_000;

/** The beginning of this minute, the same value until the next. */
export function useMinute(): number {
  const { now } = useEnv();
  const [, count] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => count((before) => before + 1), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return Math.floor(now().getTime() / MINUTE) * MINUTE;
}
