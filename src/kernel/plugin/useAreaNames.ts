// What areas are called on the screen: by the page that their entry opens, else by their first page.
import type { Manifest } from "#schemas/manifest.ts";
import { t } from "../i18n/setup.ts";
import { useRoot } from "../store/useStore.ts";

/** The key of an area's name; undefined where it has no page. */
export function titleOf({ routes = [], nav = [] }: Pick<Manifest, "routes" | "nav">): string | undefined {
  const opened = routes.find(({ id }) => nav.some((entry) => entry.route === id));
  return (opened ?? routes[0])?.title;
}

/**
 * The names of some areas in one text; an area without a page is called by its id.
 * @example t("insights:silent", { areas: areaNames(insights.silent) })
 */
export function useAreaNames(): (ids: readonly string[]) => string {
  const { manifests } = useRoot().registry;
  return (ids) =>
    ids
      .map((id) => {
        const manifest = manifests.find((one) => one.id === id);
        const title = manifest && titleOf(manifest);
        return title ? t(title) : id;
      })
      .join(", ");
}
