import { afterEach, expect, test, vi } from "vitest";
import { zoneOptions } from "../web/EventForm.tsx";

afterEach(() => vi.restoreAllMocks());

test("the zone of this browser stands among the others also where the list calls it otherwise, and once", () => {
  const values = (own: string) => zoneOptions(own).map(({ value }) => value);
  expect(values("UTC").filter((value) => value === "UTC")).toEqual(["UTC"]);
  expect(values("Europe/London").filter((value) => value === "Europe/London")).toHaveLength(1);
  vi.spyOn(Intl, "supportedValuesOf").mockReturnValue(["Europe/London"]);
  expect(values("UTC")).toEqual(["UTC", "Europe/London"]);
});
