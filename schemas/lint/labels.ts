// Every translation key that the navigation and the manifests name, with its place.
import type { NavGroup } from "../nav.ts";
import { saysSomething } from "../quickJson.ts";
import { type At, manifestsOf } from "./entries.ts";
import type { Project, TextFile } from "./project.ts";

/** A translation key where it is written, and what it is for. */
export interface Label extends At {
  key: string;
  use: "label" | "reason" | "title" | "description";
}

export function labelsOf(project: Project): Label[] {
  const found: Label[] = [];
  const add = (at: At, key: string | undefined, use: Label["use"]) => {
    if (key !== undefined) found.push({ ...at, key, use });
  };
  const nav = project.nav;
  const visit = (group: NavGroup, pointer: string): void => {
    if (!nav) return;
    add({ source: nav, pointer: `${pointer}/label` }, group.label, "label");
    add({ source: nav, pointer: `${pointer}/reason` }, group.reason, "reason");
    group.items.forEach((item, at) => {
      const here = `${pointer}/items/${at}`;
      add({ source: nav, pointer: `${here}/link/label` }, item.link?.label, "label");
      add({ source: nav, pointer: `${here}/reason` }, item.reason, "reason");
      if (item.group) visit(item.group, `${here}/group`);
    });
  };
  nav?.value.groups.forEach((group, at) => visit(group, `/groups/${at}`));
  for (const source of manifestsOf(project)) {
    const { permissions, routes, nav: facts, actions } = source.value;
    permissions?.forEach((permission, at) =>
      add({ source, pointer: `/permissions/${at}/description` }, permission.description, "description"),
    );
    routes?.forEach((route, at) => add({ source, pointer: `/routes/${at}/title` }, route.title, "title"));
    facts?.forEach((fact, at) => {
      add({ source, pointer: `/nav/${at}/label` }, fact.label, "label");
      add({ source, pointer: `/nav/${at}/reason` }, fact.reason, "reason");
    });
    actions?.forEach((action, at) => add({ source, pointer: `/actions/${at}/label` }, action.label, "label"));
  }
  return found;
}

/** namespace → language → its file; asking for a text of one parses it only where a look at it does not settle the question. */
export function textFiles(project: Project): Map<string, Map<string, TextFile>> {
  const result = new Map<string, Map<string, TextFile>>();
  for (const file of project.texts) {
    const languages = result.get(file.namespace) ?? new Map<string, TextFile>();
    result.set(file.namespace, languages.set(file.locale, file));
  }
  return result;
}

/** Whether a file has a text for a key. */
export function says(file: TextFile | undefined, key: string): boolean {
  if (!file) return false;
  return (file.raw !== undefined && saysSomething(file.raw, key)) || hasText(file.source.value, key);
}

/** The text of a key, or of its plural forms. */
export function hasText(texts: Record<string, string> | undefined, key: string): boolean {
  if (!texts) return false;
  if (texts[key] !== undefined) return texts[key].trim() !== "";
  return texts[`${key}_other`] !== undefined;
}

/** `namespace/language` of the files of texts that could not be read; what they lack is not known. */
export function unreadTexts(project: Project): Set<string> {
  const names = project.faults.flatMap(
    ({ file }) => /(?:plugins\/([^/]+)\/locales|locales\/([^/]+))\/([^/]+)\.json$/.exec(file)?.slice(1) ?? [],
  );
  const found = new Set<string>();
  for (let at = 0; at < names.length; at += 3) found.add(`${names[at] ?? names[at + 1]}/${names[at + 2]}`);
  return found;
}
