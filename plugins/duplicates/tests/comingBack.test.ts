import { expect, test } from "vitest";
import { keptBack } from "../server/comingBack.ts";

const row = (values: object, fields: object = {}) => ({
  ...{ id: 1, rev: 1, type_id: 1, name: "Ada Byron", first_name: "Ada", last_name: "Byron", email: "a@x.example" },
  ...{ company_name: "", job_title: "", country: "", status: "invited", photo: null, updated_at: "then" },
  ...values,
  fields: JSON.stringify(fields),
});
const back = (before: object, after: object, now: object, gone: string[] = []) => {
  const { row: given, ...rest } = keptBack({ before, after, now } as never, new Set(gone));
  return { ...rest, row: { ...given, fields: JSON.parse(String(given["fields"])) } };
};

test("of what nobody has changed since, all is as it was", () => {
  const before = row({ job_title: "Founder" }, { diet: "vegan" });
  const after = row({ job_title: "Owner", rev: 2 }, { diet: "none", size: "M" });

  expect(back(before, after, after)).toMatchObject({
    isWhole: true,
    stays: [],
    row: { job_title: "Founder", fields: { diet: "vegan" } },
  });
});

test("what somebody has changed since stays, by field, and a whole name stays with its parts", () => {
  const before = row({ job_title: "Founder", country: "GB" }, { diet: "vegan" });
  const after = row(
    { job_title: "Owner", country: "FR", first_name: "Anna", name: "Anna Byron" },
    { diet: "none", size: "M" },
  );
  const now = row(
    { job_title: "Chair", country: "FR", first_name: "Anna", last_name: "King", name: "Anna King" },
    { diet: "halal", size: "M" },
  );

  const { row: given, stays, isWhole } = back(before, after, now);

  expect(isWhole).toBe(false);
  expect(stays).toEqual(["name", "job_title", "fields.diet"]);
  expect(given).toMatchObject({ name: "Anna King", job_title: "Chair", country: "GB", fields: { diet: "halal" } });
});

test("what was changed since and not by the merge stays without a word, and so does what is by now as it was before", () => {
  const before = row({ country: "GB", job_title: "Founder" });
  const after = row({ country: "FR", job_title: "Founder" });
  const now = row({ country: "GB", job_title: "Chair" });

  expect(back(before, after, now)).toMatchObject({
    stays: [],
    isWhole: false,
    row: { country: "GB", job_title: "Chair" },
  });
});

test("an answer does not come back to a field that is gone", () => {
  const [before, after] = [row({}, { diet: "vegan" }), row({})];

  expect(back(before, after, after, ["diet"])).toMatchObject({
    stays: ["fields.diet"],
    isWhole: false,
    row: { fields: {} },
  });
});
