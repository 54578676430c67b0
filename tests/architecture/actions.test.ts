// Whatever is written to the history has words there: no reader meets a name of ours.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript-6";
import { expect, test } from "vitest";
import { LOCALES } from "#schemas/scalars.ts";
import { areaFolders } from "../../scripts/project.mjs";
import { filesIn, root } from "./graph.ts";

const textsIn = (locale: string, area = "history") => {
  const path = join(root, `plugins/${area}/locales/${locale}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, string>) : {};
};

/** The areas, and the one that new ones are copied from. */
const areas = [...areaFolders(root), "_template"];

/** Something that the history tells of, where an area writes it; what the house writes is of none. */
interface Told {
  area: string | undefined;
  word: string;
}

/** What has no words in a language: neither those that areas share nor its area's own. */
function nameless(told: readonly Told[], locale: string): string[] {
  const shared = textsIn(locale);
  const own = new Map(areas.map((area) => [area, textsIn(locale, area)]));
  const lacking = told.filter(({ area, word }) => !shared[word] && !own.get(area ?? "")?.[`told.${word}`]);
  return [...new Set(lacking.map(({ area, word }) => `${area ?? "the house"}: ${word}`))];
}

const areaOf = (file: string): string | undefined => /^plugins\/([^/]+)\//.exec(file)?.[1];

/** Types that the history is handed by others, and who says which they are. */
const HANDED = new Map([
  ["line.object_type", "the type of the line that is taken back"],
  ["things.object", "as event-data offers it: its own type of profiles"],
]);

const folders = ["server", ...areas.map((area) => `plugins/${area}/server`)];
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

/** The word for a kind of object: within its area an object is known by the second half of its name. */
function wordOfType(type: string): Told[] {
  const [area = "", ...noun] = type.split(".");
  const own = areas.find((one) => one.replace("_", "") === area);
  if (noun.length === 0 || !own) return [{ area: undefined, word: `object.${type}` }];
  const shared = { area: undefined, word: `object.${type.replaceAll(".", "-")}` };
  return nameless([shared], "en-gb").length === 0 ? [shared] : [{ area: own, word: `object.${noun.join("-")}` }];
}

/** The actions that lines tell of; an expression may choose between several. */
function actions(): Told[] {
  const found: Told[] = [];
  for (const [file, source] of sources) {
    for (const [action] of [
      ...objectsWith(source, ["action", "object"]),
      ...objectsWith(source, ["action", "after"]),
    ]) {
      const chosen = action && ts.isConditionalExpression(action) ? [action.whenTrue, action.whenFalse] : [action];
      for (const one of chosen) {
        const text = one && textOf(source, one);
        if (text) found.push({ area: areaOf(file), word: `action.${text}` });
      }
    }
  }
  return found;
}

test.each(LOCALES)("every action of the history has words in %s", (locale) => {
  const named = actions();

  expect(new Set(named.map(({ word }) => word)).size).toBeGreaterThan(30);
  expect(nameless(named, locale)).toEqual([]);
});

test("what the history is about can be read off the code", () => {
  const { known, unknown } = objectTypes();

  expect(known.size).toBeGreaterThan(20);
  expect(unknown).toEqual([]);
});

test.each(LOCALES)("every kind of object in the history has a name in %s", (locale) => {
  const { known } = objectTypes();

  expect(nameless([...known].flatMap(wordOfType), locale)).toEqual([]);
});

test("no name of an object stands in the history whose kind is never written", () => {
  const names = Object.keys(textsIn("en-gb"));
  const known = new Set([...objectTypes().known].map((type) => `object.${type.replaceAll(".", "-")}`));

  expect(names.filter((name) => name.startsWith("object.") && !known.has(name))).toEqual([]);
});

test("an area has words of its own only for what it writes, and has none that all share", () => {
  const written = new Set(
    [...[...objectTypes().known].flatMap(wordOfType), ...actions(), ...savedFields(), ...toldFields()].map(
      ({ area, word }) => `${area}:told.${word}`,
    ),
  );
  const shared = textsIn("en-gb");
  const own = areas.flatMap((area) =>
    Object.keys(textsIn("en-gb", area))
      .filter((key) => key.startsWith("told."))
      .map((key) => ({ name: `${area}:${key}`, isShared: shared[key.replace("told.", "")] !== undefined })),
  );

  expect(own.length).toBeGreaterThan(0);
  expect(own.filter(({ name, isShared }) => isShared || !written.has(name))).toEqual([]);
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
function savedFields(): Told[] {
  const namesOf = (shape: Shape): string[] => [
    ...Object.keys(shape.properties ?? {}),
    ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap(namesOf),
  ];
  const endpoints = areas.flatMap((area) => {
    const path = join(root, "plugins", area, "contract.json");
    const contract = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Contract) : { endpoints: [] };
    return contract.endpoints.map((each) => ({ ...each, area }));
  });
  const saving = endpoints.filter(({ name, method }) => method !== "GET" && /^(?:create|save|accept)[A-Z]/.test(name));
  return saving.flatMap(({ area, name, body }) =>
    namesOf(body ?? {})
      .filter((field) => field !== "rev" && !UNTOLD[name]?.includes(field))
      .map((field) => ({ area, word: `field.${field}` })),
  );
}

/** What lines tell beside, as it is written in the objects of the code. */
function toldFields(): Told[] {
  const found: Told[] = [];
  for (const [file, source] of sources) {
    for (const side of ["before", "after"]) {
      for (const [, , facts] of objectsWith(source, ["action", "object", side])) {
        if (!facts || !ts.isObjectLiteralExpression(facts)) continue;
        for (const { name } of facts.properties)
          if (name) found.push({ area: areaOf(file), word: `field.${name.getText(source)}` });
      }
    }
  }
  return found;
}

test.each(LOCALES)("every field that the history tells of has a name in %s", (locale) => {
  const [saved, told] = [savedFields(), toldFields()];
  const different = (fields: Told[]) => new Set(fields.map(({ word }) => word)).size;

  expect(different(saved)).toBeGreaterThan(60);
  expect(different(told)).toBeGreaterThan(20);
  expect(nameless([...saved, ...told], locale)).toEqual([]);
});
