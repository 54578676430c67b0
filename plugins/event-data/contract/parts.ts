// What other areas put beside profiles and into their lists, and what these parts are given.
import type { ComponentType } from "react";
import type { Access } from "#schemas/access.ts";
import type { BrowserSettings } from "#schemas/core.ts";
import type { Event } from "#schemas/session.ts";
import type { Thing } from "./things.ts";

/** What a tab is given that another area puts beside a profile, in the slot `event-data.profile`. */
export interface ProfileTabProps {
  eventId: number;
  thing: Thing;
  /** 1 participants, 2 companies, 3 items. */
  category: number | undefined;
  /** Whether it is seen: once opened it stays behind the others, and what others have changed meanwhile is met on coming back. */
  isOpen: boolean;
  /** Something of it has changed on the server that columns of the list may tell. */
  onChanged: () => void;
}

/** An act on many that another area puts into the menu of a list, in the slot `event-data.bulk`. See `ThingAct` in offers.ts. */
export interface BulkActPart {
  /** Its key on the server. */
  act: string;
  /** Who is offered it; the right to write profiles is asked beside. */
  access: Access;
  /** Whether a list is offered it: 1 participants, 2 companies, 3 items; undefined where it has several. */
  suits?: (category: number | undefined) => boolean;
  /** Key of what keeps it from being done now; its entry is disabled and says so. */
  hindered?: (event: Event | undefined, settings: BrowserSettings) => string | undefined;
  /** Where its texts begin: `do`, `title`, `would`, `did`, `nothing`, and with `count` and `number` `apply` and `done`, each behind a dot. */
  words: string;
  /** Key of what is said below a preview in place of that it can be undone for ten minutes. */
  help?: (settings: BrowserSettings) => string;
  /** Key of the button that does it, where that is not always `apply`. */
  apply?: (settings: BrowserSettings) => string;
  /** How many it is has to be typed before: it cannot be taken back. */
  isTyped?: boolean;
  /** Whether examples are shown with what is there before and after. */
  isCompared?: boolean;
  /** A form of this id that answers what is chosen when it is sent; without it there is nothing to choose, and `with` is empty. */
  Choice?: ComponentType<BulkChoiceProps>;
}

/** A way from what is ticked in a list to another area's screen, in the same menu: a part of the slot `event-data.ticked`. */
export interface TickedPart {
  /** Who is offered it; the right to write profiles is asked beside. */
  access: Access;
  /** Key of its entry. */
  text: string;
  /** Key of why it cannot be gone with these; they are not named where all are ticked that match. */
  hindered: (ids: readonly number[] | undefined) => string | undefined;
  pathOf: (eventId: number, list: { category?: number; type?: number }, ids: readonly number[]) => string;
}

export interface BulkChoiceProps {
  id: string;
  eventId: number;
  /** What was chosen before one came back to it. */
  chosen: object | undefined;
  onChosen: (order: object) => void;
}

/** What parts of other areas above the tabs of a profile are given (slot `event-data.profile-head`). */
export interface ProfileHeadProps extends Omit<ProfileTabProps, "isOpen"> {
  /** The profile, or its history, has changed on the server. */
  onChanged: () => void;
}
