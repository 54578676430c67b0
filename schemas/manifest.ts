// What plugin.json may say: the facts of one feature area.
import * as Type from "typebox/type";
import { Condition, conditionDefs } from "./condition.ts";
import { ListQuestion } from "./list.ts";
import { AreaId, FlagKey, LabelKey, oneOf, PartId, PermissionKey } from "./scalars.ts";
import { record } from "./shapes.ts";

const closed = { additionalProperties: false } as const;

/** How much of the frame a route shows (specification §2). */
export const ScreenMode = oneOf(
  ["normal", "half", "full"],
  "normal: header and side navigation; half: header; full: neither",
);
export type ScreenMode = Type.Static<typeof ScreenMode>;

/** An address in the old dashboard; may hold {appId}, {eventId}, {typeId}, {categoryId}, {locale}. */
export const LegacyPath = Type.String({ pattern: "^/", description: "Path in the old dashboard, with {variables}" });

/** The variables that a legacy or external address may hold. */
export const LINK_VARIABLES = ["appId", "eventId", "typeId", "categoryId", "locale"] as const;

/** The screen name of an area whose own screen is not there yet. */
export const PLANNED_SCREEN = "PlannedScreen";

const PermissionFact = Type.Object({ key: PermissionKey, description: LabelKey }, closed);

const FlagFact = Type.Object(
  {
    key: FlagKey,
    source: Type.String({
      pattern: "^(managementSettings|config|event|app)(\\.[a-z][a-z0-9_]*)+$",
      description: "Where the value is read: managementSettings, config, event or app, then the path",
    }),
    default: Type.Boolean({ description: "The value when the source does not say" }),
    until: Type.Optional(Type.String({ format: "date", description: "The day by which the flag should be gone" })),
  },
  closed,
);

/** What a screen asks first: asked with the page itself, so that the reply and the screen's code travel together. */
const AskFact = Type.Object(
  {
    path: Type.String({ pattern: "^/1/api/", description: "Path and query, with the :parameters of the route" }),
    body: Type.Optional(ListQuestion),
  },
  closed,
);

const RouteFact = Type.Object(
  {
    id: PartId,
    path: Type.String({ pattern: "^/[a-z0-9/:*A-Z-]*$", description: "Address with :parameters" }),
    screen: Type.String({
      pattern: "^[A-Z][A-Za-z0-9]*Screen$",
      description: `A screen of the area's web face, or ${PLANNED_SCREEN}`,
    }),
    title: LabelKey,
    screenMode: Type.Optional(ScreenMode),
    public: Type.Optional(Type.Boolean({ description: "Opens without log-in" })),
    access: Type.Optional(Condition),
    asks: Type.Optional(
      Type.Array(AskFact, { description: "The screen's first questions, where no view stands in the address" }),
    ),
  },
  closed,
);

/** A bare address that leads to one of the area's pages; parameters of the same name are handed on. */
const RedirectFact = Type.Object(
  {
    from: Type.String({ pattern: "^/[a-z0-9/:A-Z-]*$", description: "Address with :parameters" }),
    to: Type.Unsafe<string>({ ...PartId, description: "Id of the route that is shown instead" }),
  },
  closed,
);

/** An entry that becomes one link for each data type of the selected event. */
const Each = Type.Object(
  {
    from: Type.Literal("dataTypes"),
    category: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)])),
  },
  closed,
);

const NavFact = Type.Object(
  {
    id: PartId,
    route: PartId,
    label: LabelKey,
    icon: Type.Optional(Type.String({ pattern: "^[a-z][a-z0-9-]*$", description: "Name of a Blueprint icon" })),
    group: Type.String({ pattern: "^[a-z][a-z0-9-]*$", description: "The group that is suggested to nav.config.json" }),
    query: Type.Optional(Type.String({ pattern: "^[a-z]", description: "Query of the address, with {variables}" })),
    legacy: Type.Optional(LegacyPath),
    external: Type.Optional(Type.Literal("apiDocs", { description: "Leads to this setting's address when it is set" })),
    each: Type.Optional(Each),
    visibleWhen: Type.Optional(Condition),
    enabledWhen: Type.Optional(Condition),
    reason: Type.Optional(LabelKey),
  },
  closed,
);

/** Something that the command palette does: it opens a route with the form, panel or view that the query names. */
const ActionFact = Type.Object(
  {
    id: PartId,
    route: PartId,
    label: LabelKey,
    icon: Type.Optional(Type.String({ pattern: "^[a-z][a-z0-9-]*$", description: "Name of a Blueprint icon" })),
    query: Type.Optional(
      Type.String({
        pattern: "^[a-z]",
        description: "Query of the address, with {variables}; none where the page itself is what is begun at",
      }),
    ),
    kind: Type.Optional(
      Type.Literal("setting", { description: "A single setting; the query field=NAME puts the focus into it" }),
    ),
    access: Type.Optional(Condition),
  },
  closed,
);

/** One feature area's plugin.json. */
export const Manifest = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    manifestVersion: Type.Literal(1),
    id: AreaId,
    requires: Type.Optional(Type.Array(AreaId)),
    permissions: Type.Optional(Type.Array(PermissionFact)),
    flags: Type.Optional(Type.Array(FlagFact)),
    routes: Type.Optional(Type.Array(RouteFact)),
    redirects: Type.Optional(Type.Array(RedirectFact)),
    nav: Type.Optional(Type.Array(NavFact)),
    actions: Type.Optional(
      Type.Array(ActionFact, { description: "What the command palette offers besides the area's pages" }),
    ),
    formerIds: Type.Optional(record(PartId, { description: "Ids that were renamed: old id to new id" })),
  },
  { additionalProperties: false, title: "Feature area", $defs: conditionDefs },
);

export type Manifest = Type.Static<typeof Manifest>;
export type RouteFact = Type.Static<typeof RouteFact>;
export type NavFact = Type.Static<typeof NavFact>;
export type ActionFact = Type.Static<typeof ActionFact>;
export type FlagFact = Type.Static<typeof FlagFact>;
