// The demo's apps, events and data types. Dates are counted in days from the day the demo is made.
import type { AppSettings } from "../core/apps/routes.ts";

export interface DemoEvent {
  name: string;
  app: "northwind" | "harbour";
  /** Days from today to the first day, and how many days it lasts. */
  startsIn: number;
  days: number;
  timezone: string;
  format: string;
  active: 0 | 1;
  networking: 0 | 1;
  archived?: true;
  /** Allowed to everybody in an app that does not allow all events. */
  allowed?: true;
  big?: true;
}

export const DEMO_APPS = {
  northwind: {
    name: "Northwind Events",
    locales: ["en-gb", "de"],
    settings: {
      show_hosted_buyer_config: true,
      allow_custom_text: true,
      widgets: true,
      insights: true,
      native_integrations: true,
      broadcast_push: true,
    },
  },
  harbour: {
    name: "Harbour Expo",
    locales: ["en-gb"],
    settings: {
      show_hosted_buyer_config: false,
      allow_custom_text: false,
      widgets: false,
      insights: false,
      native_integrations: false,
      broadcast_push: false,
    },
  },
} as const satisfies Record<string, { name: string; locales: readonly string[]; settings: AppSettings }>;

const live = { active: 1, networking: 1 } as const;

export const DEMO_EVENTS: readonly DemoEvent[] = [
  {
    name: "Northwind Summit",
    app: "northwind",
    startsIn: 24,
    days: 3,
    timezone: "Europe/London",
    format: "hybrid",
    ...live,
    big: true,
  },
  {
    name: "Baltic Trade Forum",
    app: "northwind",
    startsIn: -1,
    days: 3,
    timezone: "Europe/Berlin",
    format: "in_person",
    ...live,
  },
  {
    name: "Northwind Community Hub",
    app: "northwind",
    startsIn: -60,
    days: 365,
    timezone: "Europe/London",
    format: "engagement_hub",
    ...live,
  },
  {
    name: "Alpine Manufacturing Days",
    app: "northwind",
    startsIn: 95,
    days: 2,
    timezone: "Europe/Vienna",
    format: "in_person",
    active: 1,
    networking: 0,
  },
  {
    name: "Design Leaders Online",
    app: "northwind",
    startsIn: -120,
    days: 1,
    timezone: "Europe/Dublin",
    format: "virtual",
    active: 0,
    networking: 1,
  },
  {
    name: "Northwind Summit, last year",
    app: "northwind",
    startsIn: -340,
    days: 3,
    timezone: "Europe/London",
    format: "hybrid",
    active: 0,
    networking: 1,
    archived: true,
  },
  {
    name: "Harbour Expo Spring",
    app: "harbour",
    startsIn: 40,
    days: 2,
    timezone: "Europe/Amsterdam",
    format: "in_person",
    ...live,
    allowed: true,
  },
  {
    name: "Port Logistics Week",
    app: "harbour",
    startsIn: 0,
    days: 4,
    timezone: "Europe/Lisbon",
    format: "in_person",
    active: 1,
    networking: 0,
    allowed: true,
  },
  {
    name: "Harbour Expo Autumn",
    app: "harbour",
    startsIn: -75,
    days: 2,
    timezone: "Europe/Amsterdam",
    format: "in_person",
    active: 0,
    networking: 0,
    allowed: true,
  },
  {
    name: "Harbour Board Retreat",
    app: "harbour",
    startsIn: 12,
    days: 1,
    timezone: "Europe/Amsterdam",
    format: "in_person",
    active: 1,
    networking: 0,
  },
];

/** Data types of every demo app, by category. */
export const DEMO_TYPES: readonly { type: string; categoryId: 1 | 2 | 3 }[] = [
  { type: "Attendee", categoryId: 1 },
  { type: "Speaker", categoryId: 1 },
  { type: "Exhibitor representative", categoryId: 1 },
  { type: "Exhibitor", categoryId: 2 },
  { type: "Sponsor", categoryId: 2 },
  { type: "Product", categoryId: 3 },
  { type: "Innovation", categoryId: 3 },
];
