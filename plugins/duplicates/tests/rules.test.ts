import { describe, expect, test } from "vitest";
import {
  type Compared,
  KINDS,
  keysOf,
  plainCompany,
  plainMail,
  plainPhones,
  reasonsOf,
  scoreOf,
} from "../server/rules.ts";

const aPerson = (changes: Partial<Compared> = {}): Compared => ({
  name: "Ada Byron",
  email: "ada@engine.example",
  company_name: "Engine Ltd",
  fields: {},
  ...changes,
});

test.each([
  ["Ada.Byron+news@GoogleMail.com", "adabyron@gmail.com"],
  [" ADA@Engine.example ", "ada@engine.example"],
  ["a.b+c@engine.example", "a.b@engine.example"],
  ["+a@engine.example", "+a@engine.example"],
  ["+a+b@engine.example", "+a@engine.example"],
  ["..@gmail.com", "..@gmail.com"],
  ["Jürgen@Engine.example", "jürgen@engine.example"],
  ["no address", ""],
  ["", ""],
])("the address %j is told apart by %j", (email, plain) => {
  expect(plainMail(email)).toBe(plain);
});

test("companies are compared without their legal form, unless nothing else is left", () => {
  expect(plainCompany("Engine GmbH & Co. KG")).toBe("engine");
  expect(plainCompany("AG")).toBe("ag");
});

test("telephone numbers are the last nine digits of each own field that is called so, or of that kind", () => {
  expect(plainPhones({ mobile: "+49 (0)171 234 56 78" })).toEqual(["712345678"]);
  expect(plainPhones({ badge: "171 2345678", phone: "12" })).toEqual([]);
  expect(plainPhones({ mobil: "+49 171 2345678" }, ["mobil"])).toEqual(["712345678"]);
  const several = { phone: "12", tel: "0171/2345678", privat: "030-1234567", handy: "00491712345678" };
  expect(plainPhones(several, ["privat"])).toEqual(["712345678", "301234567"]);
});

describe("two profiles may be one", () => {
  const cases: [string, Partial<Compared>, Partial<Compared>, string[]][] = [
    [
      "the same address but for its tag",
      { email: "x@y.example" },
      { name: "Someone Else", email: "x+1@y.example", company_name: "" },
      ["mail"],
    ],
    [
      "the same words of the name at the same company",
      { email: "" },
      { name: "BYRON Ada", email: "other@z.example", company_name: "engine limited" },
      ["name"],
    ],
    ["a slip in the name at the same company", { email: "" }, { name: "Ada Byronn", email: "" }, ["near"]],
    [
      "the same number and nearly the same name",
      { email: "", company_name: "", fields: { phone: "0171 2345678" } },
      { name: "Ada Byrom", email: "", company_name: "", fields: { mobile: "+49 171 2345678" } },
      ["phone"],
    ],
    [
      "nearly the same name, and a number that other fields of the two hold among others",
      { email: "", company_name: "", fields: { phone: "030 1234567", mobile: "0171 2345678" } },
      { name: "Ada Byrom", email: "", company_name: "", fields: { phone: "+49 171 2345678", tel: "040 7654321" } },
      ["phone"],
    ],
    [
      "a switchboard's number alone",
      { email: "", company_name: "", fields: { phone: "0171 2345678" } },
      { name: "Charles Babbage", email: "", company_name: "", fields: { phone: "0171 2345678" } },
      [],
    ],
    [
      "one registration, whatever else they say",
      { email: "", fields: { registration_id: "R-17" } },
      { name: "A. Lovelace", email: "", company_name: "", fields: { registration_id: " r-17 " } },
      ["registration"],
    ],
    [
      "the same name, where only one says at which company and only one has an address",
      { company_name: "" },
      { name: "Byron, Ada", email: "" },
      ["alone"],
    ],
    ["the same name without a company, at one address", { company_name: "" }, { company_name: "" }, ["mail", "alone"]],
    ["the same name without a company, at two addresses", { company_name: "" }, { email: "ada@other.example" }, []],
    [
      "one word of a name without a company",
      { name: "Ada", email: "" },
      { name: "Ada", email: "", company_name: "" },
      [],
    ],
    ["the same name at another company", { email: "" }, { email: "", company_name: "Loom AG" }, []],
    ["a shared first name at the same company", { email: "" }, { name: "Ada Babbage", email: "" }, []],
    ["nothing in common", {}, { name: "Charles Babbage", email: "c@b.example" }, []],
  ];
  test.each(cases)("%s", (_, one, other, reasons) => {
    expect(reasonsOf(aPerson(one), aPerson(other), true)).toEqual(reasons);
    expect(reasonsOf(aPerson(other), aPerson(one), true)).toEqual(reasons);
  });

  const companies: typeof cases = [
    ["one address of two names", { email: "info@x.example" }, { name: "Loom", email: "info@x.example" }, []],
    [
      "one address, and one name but for its legal form",
      { name: "Engine Ltd", email: "info@x.example" },
      { name: "ENGINE", email: "info@x.example" },
      ["mail", "name"],
    ],
    [
      "one address, and a slip in the name",
      { name: "Engine Works", email: "info@x.example" },
      { name: "Engine Worcs", email: "info@x.example" },
      ["mail", "near"],
    ],
  ];
  test.each(companies)("as companies: %s", (_, one, other, reasons) => {
    expect(reasonsOf(aPerson(one), aPerson(other), false)).toEqual(reasons);
    expect(reasonsOf(aPerson(other), aPerson(one), false)).toEqual(reasons);
  });

  test("whatever makes a reason makes the two meet under a key", () => {
    for (const [, one, other, reasons] of cases) {
      const [a, b] = [keysOf(aPerson(one), true), keysOf(aPerson(other), true)];
      const meet = KINDS.some((kind) => [a[kind]].flat().some((key) => key !== "" && [b[kind]].flat().includes(key)));
      if (reasons.length > 0) expect(meet).toBe(true);
    }
  });

  test("more reasons make surer, and none makes certain", () => {
    expect(scoreOf(["alone"])).toBeLessThan(scoreOf(["near"]));
    expect(scoreOf(["near"])).toBeLessThan(scoreOf(["name"]));
    expect(scoreOf(["name", "phone"])).toBeGreaterThan(scoreOf(["name"]));
    expect(scoreOf(["mail", "name", "phone"])).toBeLessThan(100);
  });
});
