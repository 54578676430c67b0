// The navigation as an audience would see it, without the running session's facts.
import type { Facts } from "#schemas/condition.ts";
import type { NavConfig } from "#schemas/nav.ts";
import { useEnv, useRoot } from "../store/useStore.ts";
import { arrange } from "./arrange.ts";
import type { NavGroupView } from "./view.ts";

/** Draws navigations for simulated audiences, and knows what their facts may be. */
export interface NavPreview {
  /** Keys of every feature flag that an area declares. */
  flags: readonly string[];
  /** Ids of every entry that an area offers. */
  entries: readonly string[];
  /** `facts.event` says whether an event is selected; its data types are those of the session. */
  arrange(config: NavConfig, facts: Facts): NavGroupView[];
}

/** For tools about the navigation itself. */
export function useNavPreview(): NavPreview {
  const { nav, registry, session } = useRoot();
  const { settings, locale } = useEnv();
  const { oldDashboardUrl, apiDocsUrl } = settings;
  return {
    flags: registry.flags.map((flag) => flag.key),
    entries: [...nav.catalogue.entries.keys()],
    arrange: (config, facts) =>
      arrange(config, nav.catalogue, facts, {
        appId: session.appId ?? 1,
        eventId: facts.event ? session.eventId || 1 : undefined,
        locale: locale(),
        oldDashboardUrl,
        apiDocsUrl,
        typeCategories: session.typeCategories ?? [],
      }),
  };
}
