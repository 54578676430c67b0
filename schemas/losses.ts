// What is lost with something that is taken away or blocked, and what is to become of what lies before it.
import * as Type from "typebox/type";
import { record } from "./shapes.ts";

/** What other areas lose with a profile, or what does not simply go along with it, in the words of the area. */
export const Loss = Type.Object({
  label: Type.String({ description: "Translation key with `count` and `number`" }),
  count: Type.Integer(),
  examples: Type.Optional(
    Type.Array(Type.Object({ label: Type.String({ description: "Translation key" }), values: record(Type.String()) }), {
      description: "Some of them one by one",
    }),
  ),
  others: Type.Optional(
    Type.Object(
      { count: Type.Integer(), reached: Type.Integer({ description: "How many of them have an email address" }) },
      { description: "Profiles on the other side of what would be lost, who can be told" },
    ),
  ),
});
export type Loss = Type.Static<typeof Loss>;

/** What somebody has chosen: whether it is called off, and whether those on the other side are told. */
export interface Ahead {
  calls_off: boolean;
  tells: boolean;
}
