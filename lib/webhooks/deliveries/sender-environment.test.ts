import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { it, type TestContext } from "node:test";
import { promisify } from "node:util";
import { createAuthority } from "#lib/testing/certificates.ts";

async function listen(t: TestContext, server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Sends with the sender, then with a client that uses the environment. */
const CHILD = `
  const [sender, plain, secure] = process.argv.slice(1);
  const { sendWebhook } = await import(sender);
  const tell = async (url) => {
    const { status, error } = await sendWebhook({ url, headers: {}, body: "{}", allowLocal: true });
    return status ?? error;
  };
  const ask = (url) => fetch(url).then(({ status }) => status, () => "refused");
  console.log(JSON.stringify([await tell(plain), await tell(secure), await ask(plain)]));
`;

it("the sender ignores proxies and certificates of the environment", async (t) => {
  const direct = createServer((_request, response) => response.writeHead(204).end());
  const proxied: string[] = [];
  const proxy = createServer();
  proxy.on("connect", (request, socket) => {
    proxied.push(request.url ?? "");
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  const stranger = await createAuthority("CN=Nobody");
  const unknown = createTlsServer(await stranger.issue({ name: "CN=shop" }), (_, response) =>
    response.writeHead(204).end(),
  );
  const plain = `http://127.0.0.1:${await listen(t, direct)}/hook`;
  const secure = `https://127.0.0.1:${await listen(t, unknown)}/hook`;
  const via = `http://127.0.0.1:${await listen(t, proxy)}`;
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
  const proxies = names.flatMap((name) => [name, name.toLowerCase()]).map((name) => [name, via]);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", CHILD, import.meta.resolve("./sender.ts"), plain, secure],
    {
      cwd: import.meta.dirname,
      env: {
        ...Object.fromEntries(proxies),
        NODE_ENV: "test",
        NODE_USE_ENV_PROXY: "1",
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
      },
    },
  );
  // The last one went through the proxy, which refuses everything.
  assert.deepEqual(JSON.parse(stdout), [204, "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "refused"]);
  assert.equal(proxied.length, 1);
});
