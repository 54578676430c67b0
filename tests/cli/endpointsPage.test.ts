// The page of endpoints says all that each asks for.
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { endpointsPage } from "../../cli/endpointsPage.ts";

function asks(access: AnyEndpoint["access"]): string | undefined {
  const endpoint = { name: "getNote", method: "GET", path: "/1/note", summary: "A note", access } as AnyEndpoint;
  return /\| notes \| (.*) \|$/m.exec(endpointsPage([{ area: "notes", endpoints: [endpoint] }]))?.[1];
}

test("role, one of some permissions, and each of the others", () => {
  expect(asks("public")).toBe("nothing");
  expect(asks({})).toBe("log-in");
  expect(asks({ accessRole: 299, permissions: ["things", "sessions"] })).toBe(
    "role 299 (owner) or stronger and permission `things` or `sessions`",
  );
  expect(asks({ permissions: ["types"], alsoPermissions: ["things", "containers"] })).toBe(
    "permission `types` and also `things` and also `containers`",
  );
});
