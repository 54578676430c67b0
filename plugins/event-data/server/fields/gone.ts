import { problem } from "#server";

/** What is told of a field that is not there, or that the person does not see. */
export const fieldGone = () =>
  problem("not_found", { message: "This field has been removed", text: "common:fields.gone" });
