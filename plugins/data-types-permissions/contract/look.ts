// How an event calls and shows its types: its own words before those of the app. Pure, for the screen and the server.
import { plainLabels, type TypeColour, type TypeIconName, typeName } from "#schemas/typeLook.ts";
import type { Look, RuledType } from "../contract.ts";

/** A look without what is empty or the app's anyway; undefined where it says nothing. */
export function saidOf({ type, labels, icon, colour }: Look, own: RuledType): Look | undefined {
  const said = {
    ...(icon && icon !== own.icon && { icon }),
    ...(colour && colour !== own.colour && { colour }),
  };
  const words = plainLabels(labels);
  return Object.keys(words).length + Object.keys(said).length > 0 ? { type, labels: words, ...said } : undefined;
}

/** A type as the event shows it. */
export function shownAs(
  { type, icon, colour }: Pick<RuledType, "type" | "icon" | "colour">,
  look: Look | undefined,
  locale: string,
): { name: string; icon: TypeIconName; colour: TypeColour } {
  return {
    name: typeName({ type, labels: look?.labels }, locale),
    icon: look?.icon ?? icon,
    colour: look?.colour ?? colour,
  };
}
