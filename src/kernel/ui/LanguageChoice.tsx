// The language of the page, for pages that have no account menu.
import { LOCALES } from "#schemas/scalars.ts";
import { languageName } from "../i18n/formats.ts";
import { chooseLocale, currentLocale, languageTag, t } from "../i18n/setup.ts";
import { useRoot } from "../store/useStore.ts";

/** Chooses the language and draws the page anew in it: draw it only where nothing would be lost by that. */
export function LanguageChoice() {
  const root = useRoot();
  const choose = async (locale: string) => {
    const areas = root.registry.manifests.map(({ id }) => id);
    await chooseLocale(locale, root.env.local, areas);
    location.reload();
  };
  return (
    <select
      className="input language-choice"
      aria-label={t("common:menu.language")}
      value={currentLocale()}
      onChange={({ target }) => void choose(target.value)}
    >
      {LOCALES.map((locale) => (
        <option key={locale} value={locale} lang={languageTag(locale)}>
          {languageName(locale)}
        </option>
      ))}
    </select>
  );
}
