// What the owner of a form puts beside the label of each of its fields.
import { createContext, type ReactNode } from "react";

/** A field as it is drawn. */
export interface FieldDrawn {
  name: string;
  label: string;
  disabled: boolean;
}

/** Draws something beside each field of the forms within; quiet, since it stands there many times. */
export const FieldBeside = createContext<((field: FieldDrawn) => ReactNode) | undefined>(undefined);
