import { autorun } from "mobx";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createClock } from "../../src/kernel/store/clock.ts";

const REAL = Date.parse("2026-06-15T12:00:00Z");
const YEARS = 3 * 365 * 86_400_000;

afterEach(() => vi.useRealTimers());

describe("the clock", () => {
  test("a browser whose clock is three years off follows the server's", () => {
    for (const wrong of [REAL - YEARS, REAL + YEARS]) {
      const clock = createClock(() => wrong);
      clock.hear(new Date(REAL).toUTCString());
      expect(clock.now().toISOString()).toBe("2026-06-15T12:00:00.000Z");
    }
  });

  test("a difference of seconds is left alone, and what is no date too", () => {
    const clock = createClock(() => REAL);
    for (const heard of [new Date(REAL - 20_000).toUTCString(), "yesterday", "", null, undefined]) clock.hear(heard);
    expect(clock.now().getTime()).toBe(REAL);
  });

  test("a clock that was put right meanwhile is believed again", () => {
    let own = REAL + YEARS;
    const clock = createClock(() => own);
    clock.hear(new Date(REAL).toUTCString());
    own = REAL;
    clock.hear(new Date(REAL).toUTCString());
    expect(clock.now().getTime()).toBe(REAL);
  });

  test("observers are told when the server's clock is heard, and when the moment comes", () => {
    vi.useFakeTimers({ now: REAL });
    const clock = createClock();
    const seen: string[] = [];
    const stop = autorun(() => seen.push(clock.now().toISOString().slice(0, 16)));
    clock.wakeAt([REAL - 1000, REAL + 90 * 60_000, REAL + 86_400_000]);
    vi.advanceTimersByTime(91 * 60_000);
    clock.hear(new Date(REAL + YEARS).toUTCString());
    stop();

    expect(seen).toEqual(["2026-06-15T12:00", "2026-06-15T13:30", "2029-06-14T12:00"]);
  });
});
