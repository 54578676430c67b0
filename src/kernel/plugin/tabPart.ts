// What an area puts on a screen of another.
import type { ComponentType } from "react";
import type { Access } from "#schemas/access.ts";
import type { BrowserSettings } from "#schemas/core.ts";
import type { SessionRead } from "../store/env.ts";

/** A part of a slot that is made of tabs; drawn only for persons whom `access` allows. */
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

/** A part of a slot that is chosen from a menu by its name. */
export interface ActPart<Props> extends ScreenPart<Props> {
  /** Key of its name. */
  title: string;
  /** Key of what keeps it from being done now. */
  hindered?: (session: SessionRead, settings: BrowserSettings) => string | undefined;
}
