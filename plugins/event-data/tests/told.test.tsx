// What stands in a profile: times that say what one's own clocks show, and addresses that are nothing but addresses.
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { startLanguage } from "../../../src/kernel/i18n/setup.ts";
import { RootContext } from "../../../src/kernel/store/useStore.ts";
import { Moment } from "../web/Moment.tsx";
import { mailTo } from "../web/mailTo.ts";

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

test.for([
  ["Pacific/Kiritimati", true],
  [Intl.DateTimeFormat().resolvedOptions().timeZone, false],
] as const)(
  "a time in %s says what the reader's clocks show, where that is another time: %s",
  async ([timezone, is]) => {
    await startLanguage("en-gb", async () => ({ grid: { "clocks.own": "Your time: {{time}}" } }));
    const place = document.body.appendChild(document.createElement("div"));
    const root = createRoot(place);
    const session = { event: { timezone } };
    act(() =>
      root.render(
        <RootContext.Provider value={{ session } as never}>
          <Moment at="2026-01-31T09:00:00.000Z" />
        </RootContext.Provider>,
      ),
    );

    const title = place.querySelector("time")?.title ?? "";
    expect(title.startsWith("Your time: ")).toBe(is);
    act(() => root.unmount());
  },
);

test.for([
  ["ada@engine.example", "mailto:ada@engine.example"],
  ["ada+fair@engine.example", "mailto:ada%2Bfair@engine.example"],
  ["a?cc=b&c#d@engine.example", "mailto:a%3Fcc%3Db%26c%23d@engine.example"],
] as const)("who writes to %s writes to nobody else", ([address, href]) => {
  expect(mailTo(address)).toBe(href);
});
