// Whatever is written to the history has words there: no reader meets a name of ours.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript-6";
import { expect, test } from "vitest";
import { LOCALES } from "#schemas/scalars.ts";
import { areaFolders } from "../../scripts/project.mjs";
import { filesIn, root } from "./graph.ts";

const textsIn = (locale: string) =>
  JSON.parse(readFileSync(join(root, `plugins/history/locales/${locale}.json`), "utf8")) as Record<string, string>;

/** Types that the history is handed by others, and who says which they are. */
const HANDED = new Map([
  ["line.object_type", "the type of the line that is taken back"],
  ["things.object", "as event-data offers it: its own type of profiles"],
]);

const folders = ["server", ...areaFolders(root).map((area) => `plugins/${area}/server`)];
const sources = new Map(
  filesIn(["server", "plugins"], /\.ts$/)
    .filter(({ file }) => folders.some((folder) => file.startsWith(`${folder}/`)))
    .map(({ file, text }) => [file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)]),
);

/** Every object that is written in a file with at least these fields, as the expressions of its fields. */
function objectsWith(source: ts.SourceFile, fields: readonly string[]): ts.Expression[][] {
  const found: ts.Expression[][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const values = fields.flatMap((field) => {
        const property = node.properties.find((one) => one.name?.getText(source) === field);
        if (property && ts.isPropertyAssignment(property)) return property.initializer;
        return property && ts.isShorthandPropertyAssignment(property) ? property.name : [];
      });
      if (values.length === fields.length) found.push(values);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The text behind a name that a file declares, or imports from another of ours. */
function constantOf(source: ts.SourceFile, name: string): string | undefined {
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      const declared = statement.declarationList.declarations.find((one) => one.name.getText(source) === name);
      if (declared?.initializer) return textOf(source, declared.initializer);
    }
    if (ts.isImportDeclaration(statement) && statement.importClause?.namedBindings?.getText(source).includes(name)) {
      const from = (statement.moduleSpecifier as ts.StringLiteral).text;
      const other = from.startsWith(".") ? sources.get(join(dirname(source.fileName), from)) : undefined;
      const found = other && constantOf(other, name);
      if (found) return found;
    }
  }
  return undefined;
}

function textOf(source: ts.SourceFile, value: ts.Expression): string | undefined {
  if (ts.isStringLiteral(value)) return value.text;
  if (ts.isIdentifier(value)) return constantOf(source, value.text);
  if (!ts.isTemplateExpression(value)) return undefined;
  const parts = value.templateSpans.map(({ expression, literal }) => `${textOf(source, expression)}${literal.text}`);
  return value.head.text + parts.join("");
}

/** The kinds of objects that lines are written about; those that cannot be read off the code are told as they stand there. */
function objectTypes(): { known: Set<string>; unknown: string[] } {
  const known = new Set<string>();
  const unknown: string[] = [];
  for (const [file, source] of sources) {
    for (const [type] of objectsWith(source, ["type", "id", "label"])) {
      const text = type && textOf(source, type);
      if (text) known.add(text);
      else if (!HANDED.has(type?.getText(source) ?? "")) unknown.push(`${file}: ${type?.getText(source)}`);
    }
  }
  return { known, unknown };
}

/** The actions that lines tell of; an expression may choose between several. */
function actions(): Set<string> {
  const found = new Set<string>();
  for (const source of sources.values()) {
    for (const [action] of [
      ...objectsWith(source, ["action", "object"]),
      ...objectsWith(source, ["action", "after"]),
    ]) {
      const chosen = action && ts.isConditionalExpression(action) ? [action.whenTrue, action.whenFalse] : [action];
      for (const one of chosen) {
        const text = one && textOf(source, one);
        if (text) found.add(text);
      }
    }
  }
  return found;
}

test.each(LOCALES)("every action of the history has words in %s", (locale) => {
  const texts = textsIn(locale);
  const named = [...actions()];

  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((action) => !texts[`action.${action}`])).toEqual([]);
});

test("what the history is about can be read off the code", () => {
  const { known, unknown } = objectTypes();

  expect(known.size).toBeGreaterThan(20);
  expect(unknown).toEqual([]);
});

test.each(LOCALES)("every kind of object in the history has a name in %s", (locale) => {
  const texts = textsIn(locale);
  const { known } = objectTypes();

  expect([...known].filter((type) => !texts[`object.${type.replaceAll(".", "-")}`])).toEqual([]);
});

test("no name of an object stands in the history whose kind is never written", () => {
  const names = Object.keys(textsIn("en-gb"));
  const known = new Set([...objectTypes().known].map((type) => `object.${type.replaceAll(".", "-")}`));

  expect(names.filter((name) => name.startsWith("object.") && !known.has(name))).toEqual([]);
});

interface Shape {
  properties?: Record<string, Shape>;
  anyOf?: Shape[];
  allOf?: Shape[];
}

interface Contract {
  endpoints: { name: string; method: string; body?: Shape }[];
}

/** Fields of what is saved that no line tells of: they steer the saving, are told as something else, or belong to one person alone. */
const UNTOLD: Record<string, readonly string[]> = {
  acceptInvite: ["code"],
  createApiToken: ["days"],
  createMeeting: ["anyway"],
  createThing: ["new_keys"],
  createThingView: ["list", "query", "shared"],
  // As the availability that they make.
  saveAvailability: ["windows"],
  saveMeeting: ["anyway"],
  saveProfile: ["request_data"],
  saveThing: ["new_keys"],
  saveThingView: ["query", "shared"],
  // By the names of the types between which they hold.
  saveTypeRules: ["cells", "looks", "settings"],
};

/** What is written when something is made or saved, by the contracts; `rev` says only what it was based on. */
function savedFields(): Set<string> {
  const namesOf = (shape: Shape): string[] => [
    ...Object.keys(shape.properties ?? {}),
    ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap(namesOf),
  ];
  const contracts = areaFolders(root).flatMap((area) => {
    const path = join(root, "plugins", area, "contract.json");
    return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Contract) : [];
  });
  const saving = contracts
    .flatMap(({ endpoints }) => endpoints)
    .filter(({ name, method }) => method !== "GET" && /^(?:create|save|accept)[A-Z]/.test(name));
  const fields = saving.flatMap(({ name, body }) =>
    namesOf(body ?? {}).filter((field) => field !== "rev" && !UNTOLD[name]?.includes(field)),
  );
  return new Set(fields);
}

/** What lines tell beside, as it is written in the objects of the code. */
function toldFields(): Set<string> {
  const found = new Set<string>();
  for (const source of sources.values()) {
    for (const side of ["before", "after"]) {
      for (const [, , facts] of objectsWith(source, ["action", "object", side])) {
        if (!facts || !ts.isObjectLiteralExpression(facts)) continue;
        for (const { name } of facts.properties) if (name) found.add(name.getText(source));
      }
    }
  }
  return found;
}

test.each(LOCALES)("every field that the history tells of has a name in %s", (locale) => {
  const texts = textsIn(locale);
  const [saved, told] = [savedFields(), toldFields()];

  expect(saved.size).toBeGreaterThan(60);
  expect(told.size).toBeGreaterThan(20);
  expect([...saved, ...told].filter((field) => !texts[`field.${field}`])).toEqual([]);
});
