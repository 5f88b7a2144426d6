import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { before, describe, it, type TestContext } from "node:test";
import * as pageRequest from "#lib/next/request/page-request.ts";
import { createLogger } from "#lib/platform/telemetry/logger.ts";
import { provideServices, type Services } from "#lib/services/index.ts";
import { admitPage } from "./page-admission.ts";

const FORGED = "forged";
const NAMES = [
  ...Object.values(pageRequest).filter(
    (value) => typeof value === "string" && value.startsWith("x-bankside-"),
  ),
  // Next would allow the scripts of this nonce.
  "content-security-policy",
] as string[];

type Seen = {
  headers: Record<string, string>;
  distinct: Record<string, string[]>;
  raw: string[];
};

/** What the page at `path` reads when a client sends `sent`. */
async function pageSees(t: TestContext, path: string, sent: [string, string][]): Promise<Seen> {
  const server = createServer(async (incoming, response) => {
    const isAdmitted = await admitPage(incoming, response, createLogger("silent"));
    const { headers, headersDistinct: distinct, rawHeaders: raw } = incoming;
    response.end(JSON.stringify({ isAdmitted, headers, distinct, raw }));
  });
  t.after(() => server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const headers = ["Host", "localhost", "Connection", "close", ...sent.flat()];
  const asking = request({ port, path, headers }).end();
  const [answer] = await once(asking, "response");
  return JSON.parse(await text(answer));
}

describe("the headers with which the server informs a page", () => {
  before(() => provideServices(async () => ({ isDatabaseReady: async () => true }) as Services));

  it("exist, at least nine of them", () => {
    assert.ok(NAMES.length >= 9, `${NAMES}`);
  });

  for (const name of NAMES) {
    for (const path of ["/x", "/console/x"]) {
      it(`never come from a client: ${name} of ${path}`, async (t) => {
        const capitals = name.toUpperCase();
        const forged = await pageSees(t, path, [
          [name, FORGED],
          [capitals, `${FORGED} again`],
        ]);
        const own = await pageSees(t, path, []);
        assert.doesNotMatch(JSON.stringify(forged), /forged/);
        const times = (raw: string[]) =>
          raw.filter((_, at) => at % 2 === 0 && raw[at]?.toLowerCase() === name).length;
        assert.equal(times(forged.raw), times(own.raw));
        assert.equal(name in forged.headers, name in own.headers);
        assert.equal(name in forged.distinct, name in own.distinct);
      });
    }
  }

  it("let Next's router show a page inside of another one, unless it has another policy or no session", async (t) => {
    const asked = async (path: string) =>
      "rsc" in (await pageSees(t, path, [["RSC", "1"]])).headers;
    for (const path of ["/console", "/console/payments", "/console/settings/links"]) {
      assert.equal(await asked(path), true, path);
    }
    for (const path of ["/console/sign-in", "/console/invitation", "/console/settings/brand"]) {
      assert.equal(await asked(path), false, path);
    }
  });

  it("do not remove other headers of the client", async (t) => {
    const { headers, distinct, raw } = await pageSees(t, "/x", [["X-Own", "kept"]]);
    assert.equal(headers["x-own"], "kept");
    assert.deepEqual(distinct["x-own"], ["kept"]);
    assert.ok(raw.includes("X-Own"));
  });
});
