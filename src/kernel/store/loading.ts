// What an app and an event bring with them, asked in one parallel round. Waited-for loads fail with a toast, others with a log line.
import {
  getAppOfEvent,
  getConfig,
  getEvent,
  getManagementSettings,
  getPermissions,
  listEvents,
  listNonArchivedEvents,
  listTypeCategories,
  listTypes,
} from "#schemas/core.ts";
import type {
  App,
  AppConfig,
  DataType,
  Event,
  ManagementSettings,
  Permissions,
  TypeCategory,
  TypeInEvent,
} from "#schemas/session.ts";
import { typeName } from "#schemas/typeLook.ts";
import { type ApiProblem, asProblem } from "../api/problem.ts";
import type { Env } from "./env.ts";
import { allowsAllEvents, orderEvents } from "./ordering.ts";

const LIMIT = 10_000_000;
/** Replies that arrive within this time are put in together, so that what shows them is drawn once. */
const TOGETHER_MS = 20;

/** What loads put into the session. */
export interface Patch {
  events?: readonly Event[];
  hasEvents?: boolean;
  eventsAt?: number;
  types?: readonly DataType[];
  typeCategories?: readonly TypeCategory[];
  permissions?: Permissions;
  config?: AppConfig;
  managementSettings?: ManagementSettings;
}

/** What an app brings with it, and all of that before it is there. */
export const OF_APP = ["permissions", "managementSettings", "config", "types", "events"] as const;
export const NOTHING_OF_APP = {
  events: undefined,
  types: undefined,
  typeCategories: undefined,
  permissions: undefined,
  config: undefined,
  managementSettings: undefined,
};

/** An event as it was saved, or one that is no more. */
export type SavedEvent = Event | { id: number; isGone: true };

interface Holder {
  readonly app: App | undefined;
  readonly eventId: number;
  readonly events: readonly Event[] | undefined;
  readonly turn: number;
  readonly saved: readonly SavedEvent[];
  apply(turn: number, patch: Patch): void;
  readonly typeCategories: readonly TypeCategory[] | undefined;
  failLoad(turn: number, problem: ApiProblem): void;
  failTypes(problem: ApiProblem): void;
}

/** Loads what the selected app needs; `pause` is the debounce of the app config. */
export async function loadApp(
  holder: Holder,
  env: Env,
  turn: number,
  pause: number,
  parts: readonly (keyof Patch)[],
): Promise<void> {
  const { api } = env;
  const loads: Partial<Record<keyof Patch, () => Promise<Patch>>> = {
    permissions: async () => ({ permissions: await api.call(getPermissions) }),
    managementSettings: async () => ({ managementSettings: await api.call(getManagementSettings) }),
    config: async () => {
      if (pause > 0) await new Promise((done) => setTimeout(done, pause));
      return turn === holder.turn ? { config: await api.call(getConfig) } : {};
    },
    types: async () => ({ types: await api.call(listTypes) }),
    events: async () => {
      const events = orderEvents(await askEvents(holder.app, env));
      return { events, hasEvents: true, eventsAt: env.now().getTime() };
    },
  };
  const known = holder.saved.length;
  const arrived: Patch[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const putIn = () => {
    clearTimeout(timer);
    timer = undefined;
    if (arrived.length === 0) return;
    const patch: Patch = Object.assign({}, ...arrived.splice(0));
    // A save may have been answered since the list was asked for, also while it waited to be put in.
    if (patch.events) patch.events = withSaved(patch.events, holder.saved.slice(known));
    holder.apply(turn, patch);
  };
  await Promise.all(
    parts.map(async (part) => {
      try {
        const patch = await loads[part]?.();
        if (!patch) return;
        arrived.push(patch);
        timer ??= setTimeout(putIn, TOGETHER_MS);
      } catch (error) {
        if (turn !== holder.turn) return;
        if (part !== "config") holder.failLoad(turn, asProblem(error));
        failed(env, error, part === "config");
      }
    }),
  );
  putIn();
}

/** Events with what was saved of them since they were asked for. */
function withSaved(events: readonly Event[], saved: readonly SavedEvent[]): readonly Event[] {
  if (saved.length === 0) return events;
  const byId = new Map<number, SavedEvent>([...events, ...saved].map((event) => [event.id, event]));
  return orderEvents([...byId.values()].filter((event): event is Event => !("isGone" in event)));
}

/** Events that are asked for anew by themselves have been known for as long as this. */
export const EVENTS_REST_MS = 30_000;

/**
 * The events as they are by now; the one that is open stays also where the list has it no more. What fails is only logged.
 * An answer is dropped where one of them has been saved, made or deleted since it was asked for: it may not know of that.
 */
export async function renewEvents(holder: Holder, env: Env): Promise<void> {
  const { turn, events: before } = holder;
  try {
    const found = await askEvents(holder.app, env);
    if (holder.events !== before) return;
    const open = holder.events?.find(({ id }) => id === holder.eventId);
    const isLeft = open !== undefined && !found.some(({ id }) => id === open.id);
    const events = orderEvents(isLeft ? [...found, open] : found);
    // What draws them is drawn again only where something is another.
    if (JSON.stringify(events) !== JSON.stringify(holder.events)) holder.apply(turn, { events, hasEvents: true });
  } catch (error) {
    failed(env, error, true);
  }
}

/** The event's data types by category, which the navigation lists. */
export async function loadTypeCategories(holder: Holder, env: Env, eventId: number): Promise<void> {
  const turn = holder.turn;
  try {
    const found = await env.api.call(listTypeCategories, { params: { eventId } });
    const typeCategories = found.map((category) => calledInEvent(category, env.locale()));
    if (holder.eventId === eventId) holder.apply(turn, { typeCategories });
  } catch (error) {
    const problem = asProblem(error);
    // One that is not there, or not theirs, is left as soon as the events are known.
    if (turn !== holder.turn || holder.eventId !== eventId || isRefused(problem)) return;
    // Those that are there are good enough.
    if (holder.typeCategories) return failed(env, problem, true);
    holder.failTypes(problem);
    failed(env, problem, false);
  }
}

/** Types under the names that their event gives them: whoever shows one says `type`. A change of the language loads the page anew. */
export function calledInEvent(category: TypeCategory, locale: string): TypeCategory {
  const types = category.types.map((one) => ({ ...one, type: typeName(one, locale) }));
  return { ...category, types };
}

/** Types without a place of their own in the event stand behind the others, in the order of the app. */
const LAST = Number.MAX_SAFE_INTEGER;

/** Those of the app's types that the event has, in its order and under its names. */
export function placedIn(
  category: TypeCategory,
  all: readonly DataType[],
  ofEvent: readonly number[],
  locale: string,
): TypeCategory {
  const types = all
    .filter((one) => one.type_category_id === category.id && ofEvent.includes(one.id))
    .map((one): TypeInEvent => {
      const { labels, position } = category.types.find(({ id }) => id === one.id) ?? {};
      return { ...one, ...(labels && { labels }), ...(position !== undefined && { position }) };
    });
  types.sort((a, b) => (a.position ?? LAST) - (b.position ?? LAST));
  return calledInEvent({ ...category, types }, locale);
}

/** One event by its id; undefined when it is not there or not allowed. Where nobody has said so, it throws. */
export async function loadEvent(env: Env, eventId: number): Promise<Event | undefined> {
  try {
    return await env.api.call(getEvent, { params: { eventId } });
  } catch (error) {
    const problem = asProblem(error);
    if (isRefused(problem)) return undefined;
    throw problem;
  }
}

/** In which of the person's apps an event is; undefined when it is in none of them, or not allowed there. */
export async function loadAppOfEvent(env: Env, eventId: number): Promise<number | undefined> {
  try {
    return (await env.api.call(getAppOfEvent, { params: { containerId: eventId } })).application_id;
  } catch (error) {
    const problem = asProblem(error);
    if (isRefused(problem)) return undefined;
    throw problem;
  }
}

const isRefused = ({ status }: ApiProblem) => status === 404 || status === 403 || status === 400;

function askEvents(app: App | undefined, { api }: Env): Promise<readonly Event[]> {
  if (!app || allowsAllEvents(app)) return api.call(listEvents, { query: { limit: LIMIT } });
  const containers = app.allowed_containers.join(",");
  if (containers === "") return Promise.resolve([]);
  return api.call(listNonArchivedEvents, { query: { limit: LIMIT, containers } });
}

function failed(env: Env, error: unknown, isQuiet: boolean): void {
  const problem = asProblem(error);
  if (problem.silent) return;
  if (isQuiet) console.warn("Not cached:", problem.message);
  else env.notices.failed(problem);
}
