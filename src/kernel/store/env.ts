// What stores need of the outside. Given when the tree is created, so that a test gives another and mocks nothing.
import { getEnv, type IAnyStateTreeNode } from "mobx-state-tree";
import type { Access } from "#schemas/access.ts";
import type { Condition, Facts, Truth } from "#schemas/condition.ts";
import type { BrowserSettings } from "#schemas/core.ts";
import type {
  App,
  AppConfig,
  DataType,
  Event,
  ManagementSettings,
  Permissions,
  TypeCategory,
  TypeInEvent,
  User,
} from "#schemas/session.ts";
import type { ApiClient } from "../api/client.ts";
import type { Kept } from "./kept.ts";
import type { NoticesStoreInstance } from "./NoticesStore.ts";

/** The read side of the session, for stores of feature areas; its few actions put a saved row where everybody sees it. */
export interface SessionRead {
  /** `starting` until it is known who is here and which app and event were chosen last. */
  readonly status: string;
  readonly user: User | undefined;
  readonly apps: readonly App[];
  readonly appId: number | undefined;
  readonly app: App | undefined;
  /** 0 when no event is selected. */
  readonly eventId: number;
  readonly event: Event | undefined;
  /** In the order of the pickers; undefined until they have arrived. */
  readonly events: readonly Event[] | undefined;
  readonly types: readonly DataType[] | undefined;
  /** The selected event's data types by category. */
  readonly typeCategories: readonly TypeCategory[] | undefined;
  readonly permissions: Permissions | undefined;
  readonly config: AppConfig | undefined;
  readonly managementSettings: ManagementSettings | undefined;
  /** Role id in the selected app; lower means more power. */
  readonly accessRole: number | undefined;
  readonly facts: Facts;
  /** Asks the one judge: true, false, or undefined while a fact is missing. */
  isAllowed(access: Condition | Access | undefined): Truth;
  setUser(user: User): void;
  putApp(app: App): void;
  /** As it was saved in an app: what is answered once another has been chosen is not put into that one's list. */
  putEvent(event: Event, appId: number | undefined): void;
  removeEvent(eventId: number, appId: number | undefined): void;
  /** An app's data types in their order, and the ids of those that the selected event has: the navigation follows, in that app. */
  putTypes(all: readonly DataType[], ofEvent: readonly number[], appId: number | undefined): void;
  /** The selected event's data types in its order, with what it calls them: everything that names one follows. */
  putEventTypes(types: readonly TypeInEvent[]): void;
  /** Asks once more which data types the selected event has. */
  reloadTypes(): Promise<void>;
  putManagementSettings(settings: ManagementSettings): void;
}

/** The surroundings of every store. */
export interface Env {
  api: ApiClient;
  notices: NoticesStoreInstance;
  session: SessionRead;
  settings: BrowserSettings;
  now(): Date;
  /** Translates `namespace:key`. */
  t(key: string, options?: Record<string, unknown>): string;
  /** The interface language, for example `en-gb`. */
  locale(): string;
  /** What survives a reload: this browser's, and this tab's. */
  local: Kept;
  tab: Kept;
  /** Goes to an address of the dashboard; `state` goes with it to those who are drawn there. */
  go(path: string, state?: unknown): void;
  /** Hands an unexpected error to the console and to error reporting. */
  report(error: unknown): void;
}

/**
 * The surroundings of a store.
 * @example
 * const sessions = yield* wait(env(self).api.call(listSessions, { params: { eventId } }));
 */
export function env(self: IAnyStateTreeNode): Env {
  return getEnv<Env>(self);
}
