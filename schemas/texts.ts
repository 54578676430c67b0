// What a translations file may say: flat keys and their texts.
import * as Type from "typebox/type";
import { record } from "./shapes.ts";

/** One namespace in one language. */
export const Texts = record(Type.String(), { title: "Translations" });
export type Texts = Type.Static<typeof Texts>;

/** What locales/i18n.json may say: texts that may equal their source, and keys that are put together at run time. */
export const TextRules = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    sameAsSource: Type.Optional(
      Type.Array(Type.String({ description: "namespace:key, or namespace:prefix* " }), {
        description: "Texts that are the same in another language on purpose",
      }),
    ),
    dynamic: Type.Optional(
      Type.Array(Type.String({ description: "namespace:prefix*" }), {
        description: "Keys that code puts together at run time, by their prefix",
      }),
    ),
  },
  { additionalProperties: false, title: "Rules for translations" },
);
export type TextRules = Type.Static<typeof TextRules>;
