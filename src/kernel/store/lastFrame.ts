// Header and side navigation as they stood last, as local storage keeps them: they are shown while the application arrives.

export const LAST_FRAME = "lastFrame";
/** The element in which it is shown. */
export const LAST_FRAME_ID = "last-frame";

/** An element: its name, its attributes, what it holds. */
export type KeptElement = [name: string, attributes: Record<string, string>, ...inside: (KeptElement | string)[]];

export interface LastFrame {
  /** Whose it is, in which app and event (0 for none): anybody else's is not shown. */
  userId: number;
  appId: number;
  eventId: number;
  locale: string;
  /** From which side its language is read; nothing in one that was kept before there was another. */
  direction?: "ltr" | "rtl";
  /** Path and query of the page on which it stood. */
  address: string;
  /** How far the groups were scrolled, in pixels. */
  scrolled: number;
  parts: readonly KeptElement[];
}
