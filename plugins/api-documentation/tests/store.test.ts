import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { endpointsIn, grouped, linesOf, matching, nounOf, type Openapi, problemsOf, typeOf } from "../web/openapi.ts";

const operation = (operationId: string, summary: string) => ({
  operationId,
  summary,
  "x-access": { permissions: ["containers"] },
  responses: {},
});
const document: Openapi = {
  info: { title: "API", version: "1" },
  paths: {
    "/1/api/note": {
      post: operation("createNote", "Create a note"),
      get: operation("listNotes", "Notes"),
    },
    "/1/api/event": { get: { ...operation("listEvents", "All events"), "x-access": "public" } },
  },
};

describe("the list of endpoints", () => {
  const endpoints = endpointsIn(document);

  test("holds every method of every path, in order", () => {
    expect(endpoints.map((one) => `${one.method} ${one.path}`)).toEqual([
      "GET /1/api/note",
      "POST /1/api/note",
      "GET /1/api/event",
    ]);
    expect(grouped(endpoints).map(([group]) => group)).toEqual(["event", "note"]);
  });

  test("is searched by all words, over method, path, summary and permission", () => {
    const names = (search: string) => matching(endpoints, search).map((one) => one.operationId);

    expect(names("NOTE create")).toEqual(["createNote"]);
    expect(names("containers")).toEqual(["listNotes", "createNote"]);
    expect(names("public")).toEqual(["listEvents"]);
    expect(names("")).toHaveLength(3);
    expect(names("nothing")).toEqual([]);
  });
});

test.each([
  ["/1/api/container/{eventId}/session/{sessionId}", "session"],
  ["/1/api/container/{eventId}/archive", "container"],
  ["/1/api/container", "container"],
  ["/1/dashboard/user/login", "user"],
])("the address %s is about %s", (path, noun) => {
  expect(nounOf(path)).toBe(noun);
});

const PLUGINS = join(import.meta.dirname, "../..");

/** Addresses of all endpoints, as the house and the areas describe them. */
function addresses(): string[] {
  const areas = readdirSync(PLUGINS).filter((name) => !name.startsWith("_"));
  const files = areas.map((name) => join(PLUGINS, name, "contract.json")).filter((file) => existsSync(file));
  files.push(join(PLUGINS, "../schemas/core.contract.json"));
  const contracts = files.map((file) => JSON.parse(readFileSync(file, "utf8")) as { endpoints: { path: string }[] });
  return contracts.flatMap(({ endpoints }) => endpoints.map(({ path }) => path));
}

test.each(["en-gb", "de"])("each heading has its words in %s", (locale) => {
  const texts = JSON.parse(readFileSync(join(import.meta.dirname, `../locales/${locale}.json`), "utf8"));
  const nouns = [
    ...new Set(
      addresses()
        .filter((path) => path.startsWith("/1/"))
        .map(nounOf),
    ),
  ].sort();

  expect(nouns.length).toBeGreaterThan(20);
  expect(nouns.filter((noun) => !(`group.${noun}` in texts))).toEqual([]);
});

describe("a shape", () => {
  test("is read line by line, into lists and alternatives", () => {
    const lines = linesOf({
      type: "array",
      items: {
        type: "object",
        required: ["id"],
        properties: {
          id: { type: "integer", description: "Number" },
          place: { anyOf: [{ type: "null" }, { type: "object", properties: { city: { type: "string" } } }] },
        },
      },
    });

    expect(lines.map((line) => `${line.depth} ${line.name}: ${line.type}${line.required ? "!" : ""}`)).toEqual([
      "0 id: integer!",
      "0 place: null | object",
      "1 city: string",
    ]);
  });

  test.each([
    [{ type: "string", format: "email", maxLength: 254 }, "email …254"],
    [{ type: "integer", minimum: 1 }, "integer 1…"],
    [{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
    [{ const: 1 }, "1"],
    [{ type: "array", items: { type: "string" } }, "string[]"],
    [{}, "any"],
  ])("of %j is called %s", (schema, words) => {
    expect(typeOf(schema)).toBe(words);
  });
});

test("the problems of a status are told one by one, whatever their words hold", () => {
  expect(problemsOf("invalid: The request is not valid; events.ends_early: Too early; try later: it helps")).toEqual([
    { code: "invalid", message: "The request is not valid" },
    { code: "events.ends_early", message: "Too early; try later: it helps" },
  ]);
});
