// What the areas offer to do: of all actions those that somebody may begin, each with its address.
import type { Condition } from "#schemas/condition.ts";
import type { ActionFact } from "#schemas/manifest.ts";
import type { Catalogue } from "./catalogue.ts";
import { aimOfAction, type LinkContext } from "./target.ts";

export interface NavAction extends ActionFact {
  href: string;
  /** Title of the page that it leads to. */
  title: string;
}

/**
 * An action needs what its route needs, what it needs itself, and whatever its address names. Where the route's entry leads to
 * the old dashboard, so does the work.
 */
export function actionsFor(
  { actions, routes, entries }: Catalogue,
  isAllowed: (access: Condition | undefined) => boolean,
  context: LinkContext,
): NavAction[] {
  const isElsewhere = ({ route }: ActionFact) =>
    context.oldDashboardUrl !== "" && [...entries.values()].some((one) => one.route === route && one.legacy);
  return actions.flatMap((action) => {
    const route = routes.get(action.route);
    if (isElsewhere(action) || !isAllowed(route?.access) || !isAllowed(action.access)) return [];
    const aim = aimOfAction(action, route, context);
    return route && "target" in aim ? [{ ...action, href: aim.target.href, title: route.title }] : [];
  });
}
