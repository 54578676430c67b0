// The simulated audience in the address: a link shows the same one, and what nobody knows there does no harm.
import { expect, test } from "vitest";
import { withChange } from "../../../src/kernel/ui/useAddress.ts";
import { type Audience, audienceAddress, audienceIn } from "../web/audience.ts";

const USUAL: Audience = {
  roleId: 299,
  permissions: undefined,
  flags: ["insights", "widgets"],
  event: "before",
  format: "in_person",
  environment: "development",
  today: "2026-05-01",
};
const ROLES = [{ id: 299 }, { id: 3 }] as never;

const read = (text: string) => audienceIn(new URLSearchParams(text), USUAL, ROLES);
const written = (audience: Audience) => withChange(new URLSearchParams(), audienceAddress(audience, USUAL)).toString();

test("an audience that is as usual is told by nothing", () => {
  expect(written(USUAL)).toBe("");
  expect(read("")).toEqual(USUAL);
});

test("what was chosen is told, and read again", () => {
  const chosen: Audience = {
    roleId: 3,
    permissions: ["things"],
    flags: [],
    event: "none",
    format: "hybrid",
    environment: "production",
    today: "2027-01-31",
  };

  expect(read(written(chosen))).toEqual(chosen);
  expect(read(written({ ...chosen, permissions: [] })).permissions).toEqual([]);
});

test("what nobody knows is as usual", () => {
  expect(read("role=7&phase=late&format=x&environment=moon&today=2026-99-99&flags=none,gone&permissions=no")).toEqual({
    ...USUAL,
    flags: [],
    permissions: [],
  });
});
