import { labelsOf, says, textFiles, unreadTexts } from "../labels.ts";
import { didYouMean } from "../near.ts";
import type { TextFile } from "../project.ts";
import type { Rule } from "../rule.ts";

/** The folder in which a namespace's texts stand. */
function folderOf(languages: ReadonlyMap<string, TextFile>): string {
  const [first] = languages.values();
  return first ? first.source.file.slice(0, first.source.file.lastIndexOf("/")) : "locales";
}

export const missingLabel: Rule = {
  name: "nav/missing-label",
  severity: "error",
  summary: "Every label, title and reason has a text in every language.",
  why: "A key without a text shows itself to people. Texts stand in the area's locales folder, those of the config in locales/nav.",
  example: '{ "id": "events", "label": "nav:evnets" }',
  check(project, report) {
    if (project.texts.length === 0) return;
    const texts = textFiles(project);
    const unread = unreadTexts(project);
    for (const { key: label, use, ...at } of labelsOf(project)) {
      const [namespace = "", key = ""] = label.split(":");
      const languages = texts.get(namespace);
      if (!languages && [...unread].some((file) => file.startsWith(`${namespace}/`))) continue;
      if (!languages) {
        report(at, `There is no namespace "${namespace}"`, { suggestion: didYouMean(namespace, texts.keys()) });
        continue;
      }
      const missing = project.locales.filter(
        (locale) => !says(languages.get(locale), key) && !unread.has(`${namespace}/${locale}`),
      );
      if (missing.length === 0) continue;
      const known = [...languages.values()].flatMap((language) => Object.keys(language.source.value));
      const near = missing.length === project.locales.length ? didYouMean(key, known) : undefined;
      const files = missing.map((locale) => `${folderOf(languages)}/${locale}.json`);
      const suggestion = near ?? `add "${key}" to ${files.join(" and ")}`;
      report(at, `The ${use} "${label}" has no text in ${missing.join(", ")}`, { suggestion });
    }
  },
};
