// `api smoke` through a proxy and to a server with a certificate of its own: as the environment says, and --ca.
import { writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folder, lanyard } from "../support/lanyard.ts";

const operation = (access: unknown) => ({ get: { "x-access": access, responses: { 200: {} } } });
const replies: Record<string, unknown> = {
  "/openapi.json": { openapi: "3.1.0", paths: { "/1/api/permission": operation({}), "/open": operation("public") } },
  "/1/dashboard/application": { data: [{ id: 7, accessRole: { id: 1 } }] },
  "/1/dashboard/application/7": { data: { id: 7, accessRole: { id: 1 }, token: "of-the-application" } },
  "/1/api/permission": { data: {} },
  "/1/api/container/non-archived": { data: [] },
  "/open": { data: {} },
};
const api: RequestListener = (asked, reply) => {
  const path = (asked.url ?? "").split("?")[0] ?? "";
  const isOpen = ["/openapi.json", "/open"].includes(path) || asked.headers["x-dashboard-authorization"] !== undefined;
  reply.writeHead(isOpen ? 200 : 401, { "content-type": "application/json" });
  reply.end(JSON.stringify(isOpen ? replies[path] : { error: { code: "unauthenticated" } }));
};

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy that tells what it was asked, and by whom. */
async function proxy(): Promise<{ address: string; seen: string[] }> {
  const seen: string[] = [];
  const by = (credentials: string | undefined) =>
    credentials ? ` by ${Buffer.from(credentials.replace("Basic ", ""), "base64")}` : "";
  const server = createServer();
  server.on("connect", (asked, socket) => {
    seen.push(`CONNECT ${asked.url}${by(asked.headers["proxy-authorization"])}`);
    const [host, port] = (asked.url ?? "").split(":");
    const through = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      through.pipe(socket).pipe(through);
    });
    for (const end of [through, socket]) end.on("error", () => [through, socket].forEach((one) => one.destroy()));
  });
  return { address: await listen(server), seen };
}

const NONE = { HTTP_PROXY: "", HTTPS_PROXY: "", http_proxy: "", https_proxy: "", NO_PROXY: "", no_proxy: "" };
let [plain, secure, ca] = ["", "", ""];
beforeAll(async () => {
  const altNames = { name: "subjectAltName", altNames: [{ type: 7 as const, ip: "127.0.0.1" }] };
  const { cert, private: key } = await generate([{ name: "commonName", value: "lanyard test" }], {
    extensions: [altNames],
  });
  ca = join(folder("empty"), "ca.pem");
  writeFileSync(ca, cert);
  plain = `http://${await listen(createServer(api))}`;
  secure = `https://${await listen(createSecureServer({ cert, key }, api))}`;
});

const smoke = (address: string, env: Record<string, string> = {}, ...more: string[]) =>
  lanyard(["api", "smoke", "--base-url", address, "--format", "json", ...more], {
    cwd: folder("empty"),
    env: { ...NONE, LANYARD_TOKEN: "token-of-the-dashboard", ...env },
  });

describe("a proxy of the environment", () => {
  test("is asked for a way to an http address, and told the password that is never printed", async () => {
    const { address, seen } = await proxy();

    const { status, stdout, stderr } = await smoke(plain, { HTTP_PROXY: `http://guest:open-sesame@${address}` });

    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(new Set(seen)).toEqual(new Set([`CONNECT ${new URL(plain).host} by guest:open-sesame`]));
    expect(stdout).not.toContain("sesame");
  });

  test("is asked for a way to an https address", async () => {
    const { address, seen } = await proxy();

    const { status } = await smoke(secure, { HTTPS_PROXY: `http://${address}` }, "--ca", ca);

    expect(status).toBe(0);
    expect(new Set(seen)).toEqual(new Set([`CONNECT ${new URL(secure).host}`]));
  });

  test("is left out for what NO_PROXY names", async () => {
    const { address, seen } = await proxy();

    const { status } = await smoke(plain, { HTTP_PROXY: `http://${address}`, NO_PROXY: "localhost,127.0.0.1" });

    expect(status).toBe(0);
    expect(seen).toEqual([]);
  });

  test("that is not there leaves nothing to be reached", async () => {
    expect((await smoke(plain, { HTTP_PROXY: "http://127.0.0.1:9" })).status).toBe(3);
  });

  test("of another kind is wrong use, told without its password", async () => {
    const { status, stderr } = await smoke(plain, { HTTP_PROXY: "socks5://guest:open-sesame@127.0.0.1:9" });

    expect(status).toBe(2);
    expect(stderr).toContain("no http or https address: 127.0.0.1:9");
    expect(stderr).not.toContain("sesame");
  });
});

describe("a certificate of one's own", () => {
  test("is not trusted, and what to do is said", async () => {
    const { status, stderr } = await smoke(secure);

    expect(status).toBe(3);
    expect(stderr).toContain("trust its certificate with --ca FILE or NODE_EXTRA_CA_CERTS");
  });

  test("is trusted with --ca", async () => {
    expect((await smoke(secure, {}, "--ca", ca)).status).toBe(0);
  });

  test("is trusted with NODE_EXTRA_CA_CERTS", async () => {
    expect((await smoke(secure, { NODE_EXTRA_CA_CERTS: ca })).status).toBe(0);
  });

  test.each([
    ["a file that is none", "/nowhere.pem"],
    ["a file without a certificate", import.meta.filename],
  ])("wrong use is %s", async (_, file) => {
    const { status, stderr } = await smoke(secure, {}, "--ca", file);

    expect(status).toBe(2);
    expect(stderr).toContain(`${file} holds no certificate that can be read`);
  });
});
