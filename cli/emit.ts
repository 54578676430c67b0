// What is made from the shapes and the contracts: JSON Schemas for editors, contracts as JSON, compiled checks, the page of rules.
import { Ajv } from "ajv";
import standaloneModule from "ajv/dist/standalone/index.js";
import * as core from "#schemas/core.ts";
import { type AnyEndpoint, endpointsOf } from "#schemas/endpoint.ts";
import { NavExpect } from "#schemas/expect.ts";
import { Manifest } from "#schemas/manifest.ts";
import { NavConfig } from "#schemas/nav.ts";
import { Suppressions } from "#schemas/suppress.ts";
import { TextRules, Texts } from "#schemas/texts.ts";
import { endpointsPage } from "./endpointsPage.ts";
import { rulesPage } from "./rulesPage.ts";

// Its types speak of a module object, at run time it is the function itself or holds it, depending on who loads it.
const standalone = ((standaloneModule as { default?: unknown }).default ?? standaloneModule) as (
  ajv: Ajv,
  exported: Record<string, string>,
) => string;

const calendarDate =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))$/;

const draft = "https://json-schema.org/draft/2020-12/schema";
const shapes = {
  manifest: Manifest,
  navConfig: NavConfig,
  navExpect: NavExpect,
  texts: Texts,
  textRules: TextRules,
  suppressions: Suppressions,
};
const schemaFiles: Record<string, object> = {
  "schemas/plugin.schema.json": Manifest,
  "schemas/nav.config.schema.json": NavConfig,
  "schemas/nav.expect.schema.json": NavExpect,
  "schemas/i18n.schema.json": TextRules,
  "schemas/suppress.schema.json": Suppressions,
};

/** Path → content of every emitted file but the compiled checks. */
export function emit(contracts: Record<string, object>): Record<string, string> {
  const files: Record<string, string> = {
    "schemas/core.contract.json": contractJson("core", core),
    "docs/rules.md": rulesPage(),
  };
  for (const [file, shape] of Object.entries(schemaFiles)) files[file] = pretty({ $schema: draft, ...shape });
  for (const [area, contract] of Object.entries(contracts))
    files[`plugins/${area}/contract.json`] = contractJson(area, contract);
  const ofAreas = Object.entries(contracts).filter(([area]) => !area.startsWith("_"));
  const described = [["core", core] as const, ...ofAreas].map(([area, one]) => ({ area, endpoints: endpointsOf(one) }));
  files["docs/endpoints.md"] = endpointsPage(described);
  return files;
}

function contractJson(area: string, contract: object): string {
  return pretty({ id: area.replace(/^_/, ""), endpoints: endpointsOf(contract).map(endpointJson) });
}

/** An endpoint in a fixed order of its words, so that the file changes only with its meaning. */
function endpointJson(endpoint: AnyEndpoint): object {
  const {
    name,
    method,
    path,
    summary,
    access,
    status,
    safe,
    params,
    query,
    body,
    rawBody,
    reply,
    replyType,
    problems,
  } = endpoint;
  return {
    name,
    method,
    path,
    summary,
    access,
    status,
    safe,
    params,
    query,
    body,
    rawBody,
    replyType,
    reply,
    problems,
  };
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The source of a module that exports one check a shape. */
export function validatorSource(): string {
  const ajv = new Ajv({ allErrors: true, strict: false, code: { source: true, esm: true } });
  ajv.addFormat("date", calendarDate);
  const exported: Record<string, string> = {};
  for (const [name, shape] of Object.entries(shapes)) {
    const id = `lanyard/${name}`;
    ajv.addSchema(JSON.parse(JSON.stringify({ ...shape, $id: id })));
    exported[name] = id;
  }
  return standalone(ajv, exported);
}
