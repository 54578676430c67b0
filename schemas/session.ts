// Person, app, event, config and settings, named as the specification names them (§3).
import * as Type from "typebox/type";
import { DateTime, Email, Id, LocaleTag } from "./scalars.ts";
import { record } from "./shapes.ts";
import { typeLabels } from "./typeLook.ts";

/** The dashboard user. */
export const User = Type.Object({
  user_id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  user_email: Email,
  applications: Type.Array(Id, { description: "Ids of the apps that the person belongs to" }),
});
export type User = Type.Static<typeof User>;

export const Locales = Type.Object({ default_locale: LocaleTag, supported_locales: Type.Array(LocaleTag) });

/** An app, with the person's role in it. The token is there once it has been issued for the person. */
export const App = Type.Object({
  id: Id,
  name: Type.String(),
  allowed_containers: Type.Array(Type.Integer(), { description: "Event ids; -1 when all events are allowed" }),
  accessRole: Type.Object({ id: Type.Integer(), name: Type.String() }),
  locales: Locales,
  token: Type.Optional(Type.String({ description: "Application token of this person and app" })),
});
export type App = Type.Static<typeof App>;

const Bit = Type.Union([Type.Literal(0), Type.Literal(1)]);

/** An event ("container" in addresses). Id 0 stands for no event selected and is never sent. */
export const Event = Type.Object({
  id: Id,
  name: Type.String(),
  active: Bit,
  web_networking_activated: Bit,
  format: Type.String({ description: "in_person, virtual, hybrid or engagement_hub" }),
  timezone: Type.String({ description: "IANA zone of the event" }),
  date: Type.Object({ date_start: DateTime, date_end: DateTime }),
  dropdownName: Type.String({ description: "What the event picker shows" }),
  archived: Type.Optional(Type.Literal(true, { description: "It has been put away; otherwise left out" })),
  rev: Type.Integer(),
});
export type Event = Type.Static<typeof Event>;

/** Category 1 participants, 2 companies, 3 items. */
export const TypeCategoryId = Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)]);

export const DataType = Type.Object({ id: Id, type: Type.String(), type_category_id: TypeCategoryId });
export type DataType = Type.Static<typeof DataType>;

/** A data type in an event, which may call it otherwise and place it elsewhere. */
export const TypeInEvent = Type.Object({
  ...DataType.properties,
  labels: Type.Optional(
    typeLabels("What it is called in this event, by language; left out where the event does not say"),
  ),
  position: Type.Optional(Type.Integer({ description: "Its place within its category, where the event says" })),
});
export type TypeInEvent = Type.Static<typeof TypeInEvent>;

export const TypeCategory = Type.Object({
  id: TypeCategoryId,
  name: Type.String(),
  types: Type.Array(TypeInEvent),
});
export type TypeCategory = Type.Static<typeof TypeCategory>;

/** The product's name as it stands in names of fields; in capitals in names of texts. */
export const productKey = (product: string): string => product.toLowerCase().replace(/[^a-z0-9]/g, "_");

/** The field of the app config that is named after the product. */
export const cdpTokenField = (product: string) => `${productKey(product)}_cdp_token` as const;

const General = Type.Unsafe<{ application_id: number } & { [field: `${string}_cdp_token`]: string }>({
  type: "object",
  required: ["application_id"],
  minProperties: 2,
  properties: { application_id: Id },
  patternProperties: {
    "^[a-z0-9_]+_cdp_token$": Type.String({
      description: "{product}_cdp_token: PRODUCT_NAME in small letters, with _ for each space and hyphen",
    }),
  },
  additionalProperties: false,
});

export const AppConfig = Type.Object({
  application: Type.Object({
    general: General,
    locale: Type.Object({ default_locale: LocaleTag }),
    notifications: Type.Object({ is_broadcast_hpn_supported: Type.Boolean() }),
  }),
});
export type AppConfig = Type.Static<typeof AppConfig>;

export const ManagementSettings = Type.Object({
  application_id: Id,
  feature_control: Type.Object({
    show_hosted_buyer_config: Type.Boolean(),
    allow_custom_text: Type.Boolean(),
    widgets: Type.Boolean(),
  }),
  insights: Type.Object({ is_enabled: Type.Boolean() }),
  native_integrations: Type.Object({ is_enabled: Type.Boolean() }),
  locales: Locales,
  configuration: Type.Object({ supported_locales: Type.Array(LocaleTag) }),
});
export type ManagementSettings = Type.Static<typeof ManagementSettings>;

/** Permission keys of the person in the app, each true or false. */
export const Permissions = record(Type.Boolean());
export type Permissions = Type.Static<typeof Permissions>;

/** What a log-in answers. */
export const Credentials = Type.Object({
  token: Type.String({ description: "Dashboard token" }),
  user: User,
});
export type Credentials = Type.Static<typeof Credentials>;
