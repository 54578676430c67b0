// The browser face of a feature area: a frozen value that registers nothing and touches nothing.

/** Brings a module lazily; the export that is named like the key is used. */
export type LazyPart = () => Promise<Record<string, unknown>>;

/** What dialogs receive. */
export interface DialogProps {
  close(): void;
  /** The part of it that somebody asked for, such as a tab. */
  part?: string | undefined;
}

export interface WebPlugin {
  /** The area's id, as in its manifest. */
  id: string;
  /** Screens by the names that the manifest's routes use. */
  screens?: Readonly<Record<string, LazyPart>>;
  /** Dialogs that the frame opens by name; key `profile` is the export `ProfileDialog`, with `DialogProps`. */
  dialogs?: Readonly<Record<string, LazyPart>>;
  /** What the command palette finds in this area; the module's export of that name is a `Finder`. */
  finders?: Readonly<Record<string, LazyPart>>;
  /** Parts that stand on other areas' screens: slot → name → loader of the export of that name. See `useParts`. */
  parts?: Readonly<Record<string, Readonly<Record<string, LazyPart>>>>;
}

/**
 * Describes the browser face of an area.
 * @example
 * export default defineWebPlugin({
 *   id: "agenda",
 *   screens: { AgendaScreen: () => import("./AgendaScreen.tsx") },
 * });
 */
export function defineWebPlugin(face: WebPlugin): WebPlugin {
  return Object.freeze({
    ...face,
    screens: Object.freeze({ ...face.screens }),
    dialogs: Object.freeze({ ...face.dialogs }),
  });
}
