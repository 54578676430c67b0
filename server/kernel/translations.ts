// Translation files of the house and of every area, read once; what the shell needs of all areas comes in one file.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "#schemas/manifest.ts";
import { LOCALES } from "#schemas/scalars.ts";

type Texts = Record<string, string>;

/** The texts of the frame, by namespace. */
export type ShellTexts = Readonly<Record<string, Texts>>;

/** Namespaces that the shell needs whole. */
const HOUSE = ["common", "nav", "problem"] as const;

/** Where the texts of one namespace are: those of the house or of an area. */
export function textPaths(root: string, manifests: readonly Manifest[]): (locale: string, namespace: string) => string {
  return (locale, namespace) => {
    const isOfArea = manifests.some(({ id }) => id === namespace);
    const folder = isOfArea ? join(root, "plugins", namespace, "locales") : join(root, "locales", namespace);
    return join(folder, `${locale}.json`);
  };
}

/** What reads the texts of one namespace; none where there are none. */
export function textsOf(root: string, manifests: readonly Manifest[]): (locale: string, namespace: string) => Texts {
  const pathOf = textPaths(root, manifests);
  return (locale, namespace) => readTexts(pathOf(locale, namespace));
}

/** Words by which the history names what an area writes to it, wherever that is read. */
const OF_HISTORY = "told.";

/** Texts by `locale/namespace`. The namespace `shell` gathers the house's texts and the labels of all areas. */
export function readTranslations(root: string, manifests: readonly Manifest[]): Map<string, unknown> {
  const texts = new Map<string, unknown>();
  const readOf = textsOf(root, manifests);
  for (const locale of LOCALES) {
    const shell: Record<string, Texts> = {};
    const houseNames = existsSync(join(root, "locales")) ? readdirSync(join(root, "locales")) : [];
    for (const name of houseNames) {
      const read = readOf(locale, name);
      texts.set(`${locale}/${name}`, read);
      if ((HOUSE as readonly string[]).includes(name)) shell[name] = read;
    }
    for (const manifest of manifests) {
      const read = readOf(locale, manifest.id);
      texts.set(`${locale}/${manifest.id}`, read);
      shell[manifest.id] = labelsOf(manifest, read);
    }
    texts.set(`${locale}/shell`, shell);
  }
  return texts;
}

/** The frame's texts of one language, with those of its language among others laid over them. */
export function withTexts(
  shell: ShellTexts,
  locale: string,
  others: readonly { locale: string; namespace: string; texts: Texts }[],
): ShellTexts {
  const ours = others.filter((one) => one.locale === locale);
  return {
    ...shell,
    ...Object.fromEntries(ours.map((one) => [one.namespace, { ...shell[one.namespace], ...one.texts }])),
  };
}

function labelsOf(manifest: Manifest, texts: Texts): Texts {
  const keys = [
    ...(manifest.routes ?? []).map((route) => route.title),
    ...(manifest.nav ?? []).flatMap((entry) => [entry.label, entry.reason ?? ""]),
    ...(manifest.actions ?? []).map((action) => action.label),
    ...(manifest.permissions ?? []).map((permission) => permission.description),
  ];
  const own = keys.filter((key) => key.startsWith(`${manifest.id}:`)).map((key) => key.slice(manifest.id.length + 1));
  const words = Object.keys(texts).filter((key) => key.startsWith(OF_HISTORY));
  return Object.fromEntries([...own, ...words].filter((key) => key in texts).map((key) => [key, texts[key] as string]));
}

function readTexts(path: string): Texts {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Texts) : {};
}
