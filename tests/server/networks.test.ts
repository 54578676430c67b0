import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWithin, networkOf } from "../../server/core/accounts/networks.ts";

describe("addresses and networks", () => {
  test.each([
    [" 203.0.113.7 ", "203.0.113.7"],
    ["2001:DB8::/32", "2001:db8::/32"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["fe80::1%eth0", "fe80::1"],
    ["0.0.0.0/0", "0.0.0.0/0"],
  ])("%s is kept as %s", (text, kept) => {
    expect(networkOf(text)).toBe(kept);
  });

  test.each([
    "",
    "home",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0.0/08",
    "10.1",
    "0x7f.1",
    "2001:db8::/129",
  ])("%j is none", (text) => {
    expect(networkOf(text)).toBeUndefined();
  });

  test("an address lies in a network whose first bits are its own, and in no other", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const ipv4 = fc.tuple(byte, byte, byte, byte);
    fc.assert(
      fc.property(ipv4, ipv4, fc.integer({ min: 0, max: 32 }), (address, network, bits) => {
        const numberOf = (bytes: number[]) => bytes.reduce((sum, one) => sum * 256 + one, 0);
        const head = (bytes: number[]) => Math.floor(numberOf(bytes) / 2 ** (32 - bits));
        const lies = head(address) === head(network);
        return isWithin(address.join("."), [`${network.join(".")}/${bits}`]) === lies;
      }),
    );
  });

  test("nothing that is no address lies anywhere", () => {
    for (const text of ["", "localhost", "999.1.1.1", "::ffff:999.1.1.1"])
      expect(isWithin(text, ["0.0.0.0/0"])).toBe(false);
  });
});
