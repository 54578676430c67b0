// `lanyard i18n check`: are the texts whole, and how far is each language?
import { dirname, join } from "node:path";
import { layoutOf } from "#schemas/lint/entries.ts";
import { i18nRules } from "#schemas/lint/i18n.ts";
import { didYouMean } from "#schemas/lint/near.ts";
import type { Project, TextFile } from "#schemas/lint/project.ts";
import { isBlank, keysOf, namespacesOf, pluralBase, sourceLocale } from "#schemas/lint/texts.ts";
import { PSEUDO_LOCALE } from "#schemas/node.ts";
import { ROLES } from "#schemas/scalars.ts";
import { Failure, type Outcome } from "../outcome.ts";
import { load } from "../project.ts";
import { writeAll } from "../writeAll.ts";
import { runLint } from "./lint.ts";
import { pseudo } from "./pseudo.ts";

export interface I18nOptions {
  root: string;
  locale?: string[] | undefined;
  pseudo?: boolean | undefined;
  maxWarnings?: number | undefined;
  baseline?: string | undefined;
}

export async function i18nCheck({
  root,
  locale,
  pseudo: writePseudo,
  maxWarnings,
  baseline,
}: I18nOptions): Promise<Outcome> {
  if (locale?.length === 0) throw new Failure("--locale names no language.");
  const lines = writePseudo ? await writePseudoLocale(root) : [];
  const { outcome, project } = await runLint({
    command: "i18n check",
    root,
    rules: i18nRules,
    load: { code: true, ...(locale ? { onlyLocales: locale } : {}) },
    checked: (loaded) =>
      loaded.texts.reduce((sum, file) => sum + (file.follows ?? keysOf(file.source.value).length), 0),
    maxWarnings,
    baseline,
    only: (draft) => !draft.rule.startsWith("nav/") && !draft.rule.startsWith("plugin/"),
  });
  const unknown = locale?.find((tag) => !project.locales.includes(tag));
  if (unknown !== undefined)
    throw new Failure(`There is no language "${unknown}". ${didYouMean(unknown, project.locales) ?? ""}`.trim());
  const shares = sharesOf(project);
  lines.push(
    ...shares.map(
      (share) =>
        `${share.locale}: ${share.percent} % of the texts, ${share.weighted} % weighted by how many roles can reach them`,
    ),
  );
  return { ...outcome, lines: [...(outcome.lines ?? []), ...lines], extra: { locales: shares } };
}

interface Share {
  locale: string;
  percent: number;
  weighted: number;
}

/** How much of each language is there; a text counts as often as there are named roles that can reach its area. */
function sharesOf(project: Project): Share[] {
  const weights = weightsOf(project);
  const namespaces = namespacesOf(project).map(({ name, source, others }) => {
    const texts = source?.source.value ?? {};
    // Of a text that counts, another language may have other forms, but always the last one.
    const wanted = keysOf(texts).map((key) => {
      const base = pluralBase(key, texts);
      return base === undefined ? key : `${base}_other`;
    });
    return { wanted, others, weight: weights.get(name) ?? ROLES.length };
  });
  const sum = (count: (namespace: (typeof namespaces)[number]) => number) =>
    namespaces.reduce((total, namespace) => total + count(namespace), 0);
  const all = sum(({ wanted }) => wanted.length);
  const weightAll = sum(({ wanted, weight }) => wanted.length * weight);
  return project.locales
    .filter((locale) => locale !== sourceLocale(project))
    .map((locale) => {
      const done = new Map(
        namespaces.map((one) => [
          one,
          thereOf(
            one.wanted,
            one.others.find((file) => file.locale === locale),
          ),
        ]),
      );
      const weightDone = sum((one) => (done.get(one) ?? 0) * one.weight);
      return {
        locale,
        percent: percent(
          sum((one) => done.get(one) ?? 0),
          all,
        ),
        weighted: percent(weightDone, weightAll),
      };
    });
}

function thereOf(wanted: readonly string[], file: TextFile | undefined): number {
  if (file?.follows !== undefined) return wanted.length;
  const texts = file?.source.value;
  let count = 0;
  if (texts) for (const key of wanted) if (texts[key] !== undefined && !isBlank(texts[key])) count += 1;
  return count;
}

/** Area → how many of the named roles can open one of its routes. */
function weightsOf(project: Project): Map<string, number> {
  const { universe } = layoutOf(project);
  return new Map(
    project.areas.map(({ folder, manifest }) => {
      const routes = manifest?.value.routes ?? [];
      const reach = ROLES.filter(
        (role) =>
          routes.length === 0 ||
          routes.some((route) => universe.and(universe.set(route.access), universe.role(role.id)) !== 0),
      );
      return [folder, reach.length];
    }),
  );
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10;
}

async function writePseudoLocale(root: string): Promise<string[]> {
  const project = await load(root, {});
  const written = new Map(
    namespacesOf(project).flatMap(({ source }): [string, string][] => {
      if (!source) return [];
      const file = join(dirname(source.source.file), `${PSEUDO_LOCALE}.json`);
      const texts = Object.fromEntries(Object.entries(source.source.value).map(([key, text]) => [key, pseudo(text)]));
      return [[file, `${JSON.stringify(texts, null, 2)}\n`]];
    }),
  );
  writeAll(root, written);
  return [`wrote ${written.size} files of the pseudo-locale ${PSEUDO_LOCALE}`];
}
