// What nav.config.json may say: how the entries of all areas are arranged.
import * as Type from "typebox/type";
import { Condition, conditionDefs } from "./condition.ts";
import { LegacyPath } from "./manifest.ts";
import { DateOnly, LabelKey, oneOf, PartId } from "./scalars.ts";

const closed = { additionalProperties: false } as const;
const GroupId = Type.String({ pattern: "^[a-z][a-z0-9-]*$", description: "Group id" });
const IconName = Type.String({ pattern: "^[a-z][a-z0-9-]*$", description: "Name of a Blueprint icon" });

const narrowing = {
  visibleWhen: Type.Optional(Condition),
  enabledWhen: Type.Optional(Condition),
  reason: Type.Optional(LabelKey),
};

const NavLink = Type.Object(
  {
    id: PartId,
    kind: oneOf(["legacy", "external"]),
    path: Type.Union([LegacyPath, Type.String({ pattern: "^https://" })], {
      description: "Path in the old dashboard, or a full https address; may hold {variables}",
    }),
    route: Type.Optional(PartId),
    label: LabelKey,
    icon: Type.Optional(IconName),
    access: Type.Optional(Condition),
  },
  closed,
);

const NavItem = Type.Object(
  {
    ref: Type.Optional(PartId),
    link: Type.Optional(NavLink),
    group: Type.Optional(Type.Unsafe<NavGroup>({ $ref: "#/$defs/group" })),
    ...narrowing,
  },
  { additionalProperties: false, description: "One of ref, link or group, with conditions that narrow it" },
);

/** A link of the config itself: to the old dashboard, or outside. */
export type NavLink = Type.Static<typeof NavLink>;

/** One item of a group: a reference to an area's entry, a link, or a group inside the group. */
export interface NavItem {
  ref?: string;
  link?: NavLink;
  group?: NavGroup;
  visibleWhen?: Condition;
  enabledWhen?: Condition;
  reason?: string;
}

export interface NavGroup {
  id: string;
  label: string;
  icon?: string;
  items: NavItem[];
  visibleWhen?: Condition;
  enabledWhen?: Condition;
  reason?: string;
}

const groupDef = Type.Object(
  { id: GroupId, label: LabelKey, icon: Type.Optional(IconName), items: Type.Array(NavItem), ...narrowing },
  closed,
);

const Hidden = Type.Object(
  { ref: PartId, reason: Type.String({ minLength: 3 }), until: Type.Optional(DateOnly) },
  { additionalProperties: false, description: "An entry that is left out on purpose, with the reason" },
);

/** The whole of nav.config.json. */
export const NavConfig = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    schemaVersion: Type.Literal(1),
    unplaced: Type.Optional(
      Type.Object(
        {
          policy: oneOf(["append", "hide"], "What happens to entries that no group names; without it, they are hidden"),
          group: Type.Optional(GroupId),
        },
        closed,
      ),
    ),
    groups: Type.Array(Type.Unsafe<NavGroup>({ $ref: "#/$defs/group" })),
    hidden: Type.Optional(Type.Array(Hidden)),
  },
  { additionalProperties: false, title: "Navigation", $defs: { ...conditionDefs, group: groupDef } },
);
export type NavConfig = Type.Static<typeof NavConfig>;
