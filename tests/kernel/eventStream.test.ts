// The stream of messages: opened once, opened again where the browser gave up, closed with the last listener.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eventStream } from "../../src/kernel/api/eventStream.ts";

/** What the browser offers, as far as it is used. */
class Source extends EventTarget {
  static all: Source[] = [];
  readonly CLOSED = 2;
  readyState = 0;
  constructor(readonly address: string) {
    super();
    Source.all.push(this);
  }
  close() {
    this.readyState = this.CLOSED;
  }
  /** Something answers that is no stream. */
  refuse() {
    this.readyState = this.CLOSED;
    this.dispatchEvent(new Event("error"));
  }
  /** The connection is lost, which the browser mends by itself. */
  lose() {
    this.dispatchEvent(new Event("error"));
  }
  say(kind: string, data: string) {
    this.dispatchEvent(new MessageEvent(kind, { data }));
  }
}

describe("the stream of messages", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("EventSource", Source);
    Source.all = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  function turn(isHidden: boolean) {
    vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
    document.dispatchEvent(new Event("visibilitychange"));
  }

  test("is one for all who listen, and ends with the last of them", () => {
    const listen = eventStream("/events");
    const heard: string[] = [];
    const first = listen("navigation", (text) => heard.push(`first ${text}`));
    const second = listen("navigation", (text) => heard.push(`second ${text}`));
    Source.all[0]?.say("navigation", "a");
    first();
    first();
    Source.all[0]?.say("navigation", "b");
    second();

    expect(heard).toEqual(["first a", "second a", "second b"]);
    expect(Source.all).toHaveLength(1);
    expect(Source.all[0]?.readyState).toBe(2);
  });

  test("is opened again where the browser gave up, after longer and longer pauses", () => {
    const listen = eventStream("/events");
    const heard: string[] = [];
    const stop = listen("navigation", (text) => heard.push(text));
    Source.all[0]?.refuse();
    vi.advanceTimersByTime(2999);
    expect(Source.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    Source.all[1]?.refuse();
    vi.advanceTimersByTime(3000);
    expect(Source.all).toHaveLength(2);
    vi.advanceTimersByTime(3000);
    Source.all[2]?.say("navigation", "back");

    expect(heard).toEqual(["back"]);
    stop();
  });

  test("is left to the browser where only the connection was lost, and is not opened for nobody", () => {
    const listen = eventStream("/events");
    const stop = listen("navigation", () => undefined);
    Source.all[0]?.lose();
    vi.advanceTimersByTime(120_000);
    expect(Source.all).toHaveLength(1);
    Source.all[0]?.refuse();
    stop();
    vi.advanceTimersByTime(120_000);

    expect(Source.all).toHaveLength(1);
  });

  test("is given up by a page that is out of sight for seconds, and opened once when it is seen again", () => {
    const listen = eventStream("/events");
    const heard: string[] = [];
    const stops = [
      listen("navigation", (text) => heard.push(`navigation ${text}`)),
      listen("session-ended", (text) => heard.push(`ended ${text}`)),
    ];
    turn(true);
    vi.advanceTimersByTime(4999);
    turn(false);
    vi.advanceTimersByTime(120_000);
    expect(Source.all.map(({ readyState }) => readyState)).toEqual([0]);

    turn(true);
    vi.advanceTimersByTime(5000);
    expect(Source.all.map(({ readyState }) => readyState)).toEqual([2]);
    turn(false);
    turn(false);
    Source.all[1]?.say("navigation", "a");
    Source.all[1]?.say("session-ended", "b");
    expect(heard).toEqual(["navigation a", "ended b"]);
    expect(Source.all).toHaveLength(2);
    for (const stop of stops) stop();
  });

  test("is not opened by a page out of sight, nor for nobody by one that is seen again", () => {
    const listen = eventStream("/events");
    turn(true);
    const stop = listen("navigation", () => undefined);
    expect(Source.all).toHaveLength(0);
    turn(false);
    expect(Source.all).toHaveLength(1);
    stop();
    turn(true);
    vi.advanceTimersByTime(5000);
    turn(false);

    expect(Source.all).toHaveLength(1);
  });

  test("does not ask again for a page out of sight where something answered that is no stream", () => {
    const stop = eventStream("/events")("navigation", () => undefined);
    turn(true);
    Source.all[0]?.refuse();
    vi.advanceTimersByTime(120_000);
    expect(Source.all).toHaveLength(2);
    turn(false);
    expect(Source.all).toHaveLength(3);
    stop();
  });
});
