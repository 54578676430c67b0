// Answers of a form: its headings are the questions that were asked.
import { expect, test } from "vitest";
import { columnsOf } from "../server/import/columns/columns.ts";

const fieldsOf = (headings: string[]) => columnsOf(headings, [headings.map(() => "")]).map(({ field }) => field);

test.each([
  ["What is your full name?", "name"],
  ["What's your first name?", "first_name"],
  ["Your e-mail address", "email"],
  ["Please enter your email (required)", "email"],
  ["Which company do you work for?", "company_name"],
  ["What is your job title / role?", "job_title"],
  ["Which country are you from?", "country"],
  ["Wie hei\u00dfen Sie?", "name"],
  ["Wie lautet Ihre E-Mail-Adresse?", "email"],
  ["F\u00fcr welches Unternehmen arbeiten Sie?", "company_name"],
  ["Ihr Vorname", "first_name"],
])("the question \u201c%s\u201d asks for a known field", (heading, field) => {
  expect(fieldsOf([heading])).toEqual([field]);
});

test.each([
  "What is the name of your dog?",
  "What is your status?",
  "Which company do you like?",
  "Your first event",
  "Name (company)",
])("the question \u201c%s\u201d is a field of its own", (heading) => {
  expect(fieldsOf([heading])[0]).toMatch(/^fields\./);
});

test("a plain heading comes before a question, whose answers are kept", () => {
  expect(fieldsOf(["What is your name?", "Name"])).toEqual(["fields.what_is_your_name", "name"]);
});

test("an address book's title of somebody in an organisation is the job title", () => {
  expect(fieldsOf(["Organization Name", "Organization Title"])).toEqual(["company_name", "job_title"]);
});
