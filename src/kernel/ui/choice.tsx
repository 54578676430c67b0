// What tells of a line in a menu whether it is the one that holds, to whoever sees it and to whoever hears it. Blueprint's own way are
// options, which a menu may not hold.
import { Icon } from "./Icon.tsx";
import { tick } from "./icons.ts";

/** Of several lines of which one holds: the attributes of each. A line that is no choice has none. */
export function choice(chosen: boolean | undefined) {
  if (chosen === undefined) return {};
  return {
    role: "menuitemradio",
    "aria-checked": chosen,
    ...(chosen && { labelElement: <Icon paths={tick} className="menu-tick" /> }),
  };
}
