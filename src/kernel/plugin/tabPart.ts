// What an area puts on a screen of another.
import type { ComponentType } from "react";
import type { Access } from "#schemas/access.ts";

/**
 * A part of a slot that is made of tabs; drawn only for persons whom `access` allows. It stays behind the others once it has been
 * opened: what was typed there is not lost.
 */
export interface TabPart<Props> {
  /** Key of its name. */
  title: string;
  access: Access;
  /** Whether it is about what is open; always, unless told. */
  suits?: (known: Partial<Props>) => boolean;
  Tab: ComponentType<Props>;
}

/** A part of a slot that stands for itself; drawn only for persons whom `access` allows. */
export interface ScreenPart<Props> {
  access: Access;
  /** Whether it is about what is open; always, unless told. */
  suits?: (known: Partial<Props>) => boolean;
  Part: ComponentType<Props>;
}
