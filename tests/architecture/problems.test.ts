// Every code that an endpoint may answer has a sentence in every language, and no sentence is without its code.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as core from "#schemas/core.ts";
import { endpointsOf } from "#schemas/endpoint.ts";
import { commonProblems } from "#schemas/problem.ts";
import { LOCALES } from "#schemas/scalars.ts";
import { areaFolders } from "../../scripts/project.mjs";
import { filesIn, root } from "./graph.ts";

interface Contract {
  id: string;
  endpoints: { name: string; access: unknown; problems?: Record<string, { status: number }> }[];
}

const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), "utf8")) as T;
const areas = areaFolders(root);
const contracts = areas.flatMap((area) => {
  try {
    return [read<Contract>(`plugins/${area}/contract.json`)];
  } catch {
    return [];
  }
});
const codes = new Set([
  ...Object.keys(commonProblems),
  ...endpointsOf(core).flatMap((endpoint) => Object.keys(endpoint.problems ?? {})),
  ...contracts.flatMap((contract) => contract.endpoints.flatMap((endpoint) => Object.keys(endpoint.problems ?? {}))),
]);

/** Where the sentence of a code may stand: among the house's problems, or in the area that its name begins with. */
function sentence(code: string, locale: string): string | undefined {
  const common = read<Record<string, string>>(`locales/problem/${locale}.json`);
  const [area = "", ...rest] = code.split(".");
  const own = areas.includes(area) ? read<Record<string, string>>(`plugins/${area}/locales/${locale}.json`) : {};
  return common[code] ?? own[`problem.${rest.join(".")}`];
}

test.each(LOCALES)("every problem code has a sentence in %s", (locale) => {
  expect([...codes].filter((code) => !sentence(code, locale))).toEqual([]);
});

test("nobody refuses whoever is logged in with 401, which ends their session", () => {
  const endpoints = [...endpointsOf(core), ...contracts.flatMap((contract) => contract.endpoints)];
  const ending = endpoints
    .filter(({ access }) => access !== "public")
    .filter(({ problems }) => Object.values(problems ?? {}).some(({ status }) => status === 401));

  expect(ending.map(({ name }) => name)).toEqual([]);
});

/** What the browser itself reports: nothing came, or not in time, or not in the form of a reply. */
const ofTheBrowser = ["network", "timeout", "unreadable"];

/** What a form itself finds wrong is named in the code of its area. */
const code = filesIn(["plugins"], /\.tsx?$/)
  .map(({ text }) => text)
  .join("\n");

test("no sentence about a problem is without its code", () => {
  const house = Object.keys(read<Record<string, string>>("locales/problem/en-gb.json"));
  const ofAreas = areas.flatMap((area) => {
    const keys = Object.keys(read<Record<string, string>>(`plugins/${area}/locales/en-gb.json`));
    const own = keys.filter((key) => key.startsWith("problem.") && !code.includes(`"${area}:${key}"`));
    return own.map((key) => `${area}.${key.slice("problem.".length)}`);
  });
  const named = [
    ...house.filter((key) => /^[a-z_]+(?:\.[a-z_]+)?$/.test(key) && !/^(field|said)\./.test(key)),
    ...ofAreas,
  ];

  expect(named.filter((key) => !codes.has(key) && !ofTheBrowser.includes(key))).toEqual([]);
});

/** What a handler says instead of a common code's own sentence, as it stands in the code. Of the others the fields are told. */
const SAID =
  /problem\(\s*"(not_found|forbidden|otp\.refused)",\s*\{\s*message:\s*"([^"]+)",?\s*(?:text:\s*"([^"]+)")?/g;

const texts = new Map<string, Record<string, string>>();
function textOf(key: string, locale: string): string | undefined {
  const [space = "", name = ""] = key.split(":");
  const file = areas.includes(space) ? `plugins/${space}/locales/${locale}.json` : `locales/${space}/${locale}.json`;
  if (!texts.has(file)) texts.set(file, read<Record<string, string>>(file));
  return texts.get(file)?.[name];
}

test("what is said instead of the sentence of a common code is a text in every language", () => {
  const said = filesIn(["plugins", "server"], /\.ts$/)
    .filter(({ file }) => !file.includes("/tests/"))
    .flatMap(({ file, text }) => [...text.matchAll(SAID)].map(([, , message, key = ""]) => ({ file, message, key })));

  expect(said.length).toBeGreaterThan(20);
  expect(said.filter(({ message, key }) => textOf(key, "en-gb") !== message)).toEqual([]);
  expect(said.filter(({ key }) => LOCALES.some((locale) => !textOf(key, locale)))).toEqual([]);
});

/** Texts that a refusal names as they stand in the code, for the whole of it or for a field. */
const NAMED = /(?:field|question)Problem\([^;]*?"([\w-]+:[\w.]+)"|\btext: "([\w-]+:[\w.]+)"/g;

test("what a refusal names as its text is one in every language", () => {
  const named = filesIn(["plugins", "server"], /\.ts$/)
    .filter(({ file }) => !/\/(tests|web)\//.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(NAMED)].map(([, ofField, whole]) => ({ file, key: ofField ?? whole ?? "" })),
    );
  const isText = (key: string, locale: string) =>
    ["", "_one", "_other"].some((count) => textOf(`${key}${count}`, locale) !== undefined);

  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ key }) => LOCALES.some((locale) => !isText(key, locale)))).toEqual([]);
});
