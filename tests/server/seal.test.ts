// Secrets in the database are sealed, each for its own row.
import { expect, test } from "vitest";
import { SealError, seal, unseal } from "../../server/core/accounts/seal.ts";

const keys = (secretKey: string, secret = "made with the database") => ({ secret, config: { secretKey } });

test("a sealed text is read with the same key, and looks different each time", () => {
  const [one, two] = [seal(keys(""), "row 1", "secret"), seal(keys(""), "row 1", "secret")];

  expect(one).not.toBe(two);
  expect(one).not.toContain("secret");
  expect(unseal(keys(""), "row 1", one)).toBe("secret");
});

test("it is of no use in another row, with another key, or changed", () => {
  const sealed = seal(keys("a key that stands outside of it all"), "row 1", "secret");

  expect(() => unseal(keys("a key that stands outside of it all"), "row 2", sealed)).toThrow(SealError);
  expect(() => unseal(keys("another key that stands outside too"), "row 1", sealed)).toThrow(SealError);
  expect(() => unseal(keys("a key that stands outside of it all"), "row 1", `${sealed.slice(0, -2)}AA`)).toThrow(
    SealError,
  );
});

test("a key outside of the database can be added later", () => {
  const before = seal(keys(""), "row 1", "secret");

  expect(unseal(keys("a key that stands outside of it all"), "row 1", before)).toBe("secret");
});

test("what was kept before there were seals is read as it is", () => {
  expect(unseal(keys(""), "row 1", "JBSWY3DPEHPK3PXP")).toBe("JBSWY3DPEHPK3PXP");
});
