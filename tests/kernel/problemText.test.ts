// The sentence of a problem in the language of whoever reads it.
import { expect, test } from "vitest";
import { problem } from "../../server/kernel/problem.ts";
import { problemFromReply, problemText } from "../../src/kernel/api/problem.ts";

const GERMAN: Record<string, string> = {
  "networking:gone.meeting": "Dieses Treffen gibt es nicht mehr",
  "problem:not_found": "Hier ist nichts",
};
const german = (key: string, { defaultValue }: { defaultValue?: unknown } = {}) => GERMAN[key] ?? String(defaultValue);
const said = (error: object) => problemText(problemFromReply(404, "Not Found", { error }), german);

const message = "This meeting is not there any more";

test("what the server says of its own is said in the person's language where it names the text", () => {
  const { code, detail } = problem("not_found", { message, text: "networking:gone.meeting" });

  expect(said({ code, ...detail })).toBe("Dieses Treffen gibt es nicht mehr");
});

test("a text that is not here leaves the server's own words, and so does a reply without one", () => {
  const reasons = { "": { text: "elsewhere:gone", values: {} } };

  expect(said({ code: "not_found", message, reasons })).toBe(message);
  expect(said({ code: "not_found", message })).toBe(message);
});

test("a common code without words of its own has the sentence of the house", () => {
  expect(said({ code: "not_found", message: "There is nothing here" })).toBe("Hier ist nichts");
});
