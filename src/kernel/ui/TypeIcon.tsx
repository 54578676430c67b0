// The picture of a data type in its colour.
import briefcase from "@blueprintjs/icons/lib/esm/generated/16px/paths/briefcase";
import camera from "@blueprintjs/icons/lib/esm/generated/16px/paths/camera";
import cube from "@blueprintjs/icons/lib/esm/generated/16px/paths/cube";
import headset from "@blueprintjs/icons/lib/esm/generated/16px/paths/headset";
import idNumber from "@blueprintjs/icons/lib/esm/generated/16px/paths/id-number";
import learning from "@blueprintjs/icons/lib/esm/generated/16px/paths/learning";
import lightbulb from "@blueprintjs/icons/lib/esm/generated/16px/paths/lightbulb";
import office from "@blueprintjs/icons/lib/esm/generated/16px/paths/office";
import people from "@blueprintjs/icons/lib/esm/generated/16px/paths/people";
import person from "@blueprintjs/icons/lib/esm/generated/16px/paths/person";
import shop from "@blueprintjs/icons/lib/esm/generated/16px/paths/shop";
import star from "@blueprintjs/icons/lib/esm/generated/16px/paths/star";
import type { TypeColour, TypeIconName } from "#schemas/typeLook.ts";
import { Icon } from "./Icon.tsx";

const PATHS: Record<TypeIconName, readonly string[]> = {
  person,
  people,
  "id-number": idNumber,
  briefcase,
  office,
  shop,
  cube,
  lightbulb,
  star,
  headset,
  learning,
  camera,
};

/** The outlines of a picture on a field of 16 by 16, for drawings. */
export const typeIconPaths = (icon: TypeIconName) => PATHS[icon];

export function TypeIcon({ icon, colour }: { icon: TypeIconName; colour: TypeColour }) {
  return (
    <span className={`type-icon type-${colour}`}>
      <Icon paths={PATHS[icon]} />
    </span>
  );
}
