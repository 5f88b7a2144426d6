import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, get, type ServerResponse } from "node:http";
import { describe, it, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { keptBytes } from "#lib/testing/kept-bytes.ts";
import { dressBareFailures } from "./bare-failures.ts";
import { serveHttp } from "./server.ts";

const NUMBERS = 10_000;
const BYTES = NUMBERS * 8;

describe("the memory of requests that have ended", () => {
  async function keptPerRequest(t: TestContext, change: (response: ServerResponse) => void) {
    const server = await serveHttp(
      async (_request, response) => {
        change(response);
        const own = Array.from({ length: NUMBERS }, (_, at) => at / 3);
        Object.assign(response, { own });
        await setTimeout(1);
        response.end("done");
      },
      { port: 0, addresses: ["127.0.0.1"], isOwnHost: () => true },
    );
    const agent = new Agent({ keepAlive: true });
    t.after(() => {
      agent.destroy();
      return server.drain();
    });
    return keptBytes(async () => {
      const [response] = await once(get({ port: server.port, agent }), "response");
      await once(response.resume(), "end");
    });
  }

  it("is free without a full collection", async (t) => {
    const kept = await keptPerRequest(t, dressBareFailures);
    assert.ok(kept < BYTES / 4, `${kept} bytes of each`);
  });

  it("would be kept by a function written straight into a property", async (t) => {
    const kept = await keptPerRequest(t, (response) => {
      const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse;
      response.end = ((...rest: unknown[]) => end(...rest)) as typeof end;
    });
    assert.ok(kept > BYTES / 2, `${kept} bytes of each`);
  });
});
