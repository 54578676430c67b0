// Requests to addresses that people typed stay out of one's own network, whatever the address looks like.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ForbiddenAddress, isPublicAddress, outgoing } from "../../server/kernel/outgoing.ts";

/** A name server of our own: what a name leads to is decided by the test. */
const leadingTo = (...addresses: string[]) =>
  ((_: string, __: unknown, done: (error: null, all: { address: string; family: number }[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    )) as never;

const refusal = async (asked: Promise<unknown>) => {
  const error = (await asked.catch((thrown: unknown) => thrown)) as Error;
  return error instanceof ForbiddenAddress ? error : (error as { cause?: unknown }).cause;
};

describe("an address", () => {
  test.each(["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:93.184.216.34", "[2606:4700::1111]"])(
    "%s is of the public internet",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    "127.0.0.1",
    "127.1.2.3",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::",
    "not an address",
  ])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("a request", () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/away") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
    else if (request.url === "/huge") response.end("x".repeat(100_000));
    else if (request.url !== "/slow") response.end("here");
  });
  let base = "";
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data",
  ])("to %s is not made", async (url) => {
    expect(await refusal(outgoing()(url))).toBeInstanceOf(ForbiddenAddress);
  });

  test("without TLS, or of another kind, is not made", async () => {
    expect(await refusal(outgoing()("http://example.org/"))).toBeInstanceOf(ForbiddenAddress);
    expect(await refusal(outgoing()("file:///etc/passwd"))).toBeInstanceOf(ForbiddenAddress);
    expect(await refusal(outgoing({ allowPrivate: true })("ftp://127.0.0.1/"))).toBeInstanceOf(ForbiddenAddress);
  });

  test.each([
    ["to a private address", ["10.1.2.3"]],
    ["to a public and a private one", ["93.184.216.34", "192.168.0.9"]],
    ["to IPv4 inside of IPv6", ["::ffff:127.0.0.1"]],
    ["nowhere", []],
  ])("to a name that leads %s is not made", async (_, addresses) => {
    const fetch = outgoing({ lookup: leadingTo(...addresses) });

    expect(await refusal(fetch("https://innocent.example/"))).toBeInstanceOf(ForbiddenAddress);
  });

  test("is looked up once: the address that was checked is the one that is connected to", async () => {
    let lookups = 0;
    const lookup = ((name: string, options: unknown, done: unknown) => {
      lookups += 1;
      // A second question would be answered with an address inside.
      const answer = leadingTo(lookups === 1 ? "203.0.113.1" : "127.0.0.1") as (...all: unknown[]) => void;
      answer(name, options, done);
    }) as never;

    await outgoing({ lookup, timeoutMs: 300 })("https://rebinding.example/").catch(() => {});

    expect(lookups).toBe(1);
  });

  test("stays at the address that was asked: a redirect is not followed", async () => {
    const response = await outgoing({ allowPrivate: true })(`${base}/away`);

    expect([response.status, asked.at(-1)]).toEqual([302, "/away"]);
  });

  test("ends when the answer is too big or too slow", async () => {
    const fetch = outgoing({ allowPrivate: true, timeoutMs: 300, mostBytes: 50_000 });

    await expect(fetch(`${base}/huge`).then((response) => response.text())).rejects.toThrow();
    await expect(fetch(`${base}/slow`)).rejects.toThrow();
    expect(await (await fetch(`${base}/`)).text()).toBe("here");
  });
});
