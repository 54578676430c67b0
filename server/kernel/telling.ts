// What areas tell of events on their home, on that of their app and in the insights. Each tells of its own tables; without its folder it falls silent.
import { type Access, accessCondition, isAllowed } from "#schemas/access.ts";
import type { Figure } from "#schemas/figure.ts";
import type { Count, Share } from "#schemas/overview.ts";
import type { Dialect } from "../db/dialect.ts";
import type { AppAccess, Db, EventRow, Who } from "./context.ts";
import { type Offers, offerKey } from "./offers.ts";

/** What is known when an area is asked to tell something. */
export interface TellContext {
  app: AppAccess;
  who: Who;
  db: Db;
  dialect: Dialect;
  now: Date;
  /** The reader's language, for names that are kept by language. */
  locale: string;
  /** What the areas offer under a key. */
  offered: Offers;
  /** Many events are told of at once and only counts and steps are read: what is for pictures need not be looked up. */
  brief?: boolean;
}

/** What an area tells of one event. `instead`: by the id of another area's figure, that of one of its own which tells the same and more. */
export type Told = Partial<Share> & { instead?: Readonly<Record<string, string>> };

interface Span {
  events: readonly EventRow[];
  /** Whose courses are laid over each other: these events, or the one with another. */
  compared: readonly EventRow[];
  from: string;
  to: string;
}

/** What an area tells; only persons whom `access` allows are told. */
export interface Telling {
  area: string;
  /** Smaller ones are told first. */
  rank: number;
  access: Access;
  /** Of one event, for its home. */
  ofEvent?: (context: TellContext & { event: EventRow }) => Promise<Told>;
  /** Of the app as a whole, for its home: what is no single event's. */
  ofApp?: (context: TellContext) => Promise<Told>;
  /** Those of its counts by which events are compared, as columns of their list. */
  compared?: readonly Pick<Count, "id" | "title">[];
  /** Of some events over a span of days (`YYYY-MM-DD`, both included), for the insights. */
  overTime?: (context: TellContext & Span) => Promise<Figure[]>;
}

/**
 * The key under which areas offer to tell.
 * @example offers: [telling.given({ area: "agenda", rank: 20, access, ofEvent })]
 */
export const telling = offerKey<Telling>("house.telling");

type Log = { error: (about: object, text: string) => void };

/**
 * The areas that may tell this person something, in their order, and a way to hear each: of one that fails nothing is heard, and
 * `silent` names it.
 * @example const { areas, hear, silent } = audience(app, deps.offered, log);
 */
export function audience({ accessRole, permissions }: AppAccess, offered: Offers, log: Log) {
  const silent = new Set<string>();
  return {
    areas: offered(telling)
      .filter(({ access }) => isAllowed(accessCondition(access), { accessRole, permissions }) === true)
      .sort((a, b) => a.rank - b.rank),
    hear: async <Said>(area: string, say: () => Promise<Said>): Promise<Said | undefined> => {
      try {
        return await say();
      } catch (error) {
        log.error({ err: error, area }, "an area could not tell anything");
        silent.add(area);
        return undefined;
      }
    },
    silent,
  };
}
