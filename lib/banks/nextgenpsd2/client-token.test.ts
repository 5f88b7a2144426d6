import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFakeClock } from "#lib/testing/fake-clock.ts";
import type { ClientToken } from "./api.ts";
import { createClientToken } from "./client-token.ts";
import { createNextGenPsd2Connector } from "./connector.ts";

const TOKEN_URL = "https://login.bank.example/token";

function setUp({ secret, expiresIn }: { secret?: string; expiresIn?: number } = {}) {
  const clock = createFakeClock();
  const seen: { authorization: string | null; form: URLSearchParams }[] = [];
  let failure: Response | undefined;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const form = new URLSearchParams(await request.text());
    seen.push({ authorization: request.headers.get("authorization"), form });
    const body = {
      access_token: `token-${seen.length}`,
      token_type: "Bearer",
      refresh_token: null,
    };
    return failure ?? Response.json({ ...body, ...(expiresIn && { expires_in: expiresIn }) });
  };
  const options = { tokenUrl: TOKEN_URL, clientId: "PSDNL-1", secret, scope: "PIS" };
  const deps = { fetch, now: () => clock.now(), allowHttp: false };
  const token: ClientToken = createClientToken(options, deps);
  return { token, clock, seen, fail: (response: Response | undefined) => (failure = response) };
}

describe("a token of our own", () => {
  it("is asked for once by requests at the same time, and again before it expires", async () => {
    const { token, clock, seen } = setUp({ expiresIn: 300 });
    assert.deepEqual(await Promise.all([token({}), token({})]), ["token-1", "token-1"]);
    const [{ form }] = seen as [(typeof seen)[number]];
    assert.deepEqual(Object.fromEntries(form), {
      grant_type: "client_credentials",
      client_id: "PSDNL-1",
      scope: "PIS",
    });
    clock.advance({ seconds: 269 });
    assert.equal(await token({}), "token-1");
    clock.advance({ seconds: 2 });
    assert.deepEqual(await Promise.all([token({}), token({})]), ["token-2", "token-2"]);
  });

  it("is replaced once after the bank rejected it, also for several requests", async () => {
    const { token } = setUp();
    const rejected = await token({});
    const again = await Promise.all([token({ rejected }), token({ rejected })]);
    assert.deepEqual(again, ["token-2", "token-2"]);
  });

  it("names us by a secret, or by the certificate", async () => {
    const { token, seen } = setUp({ secret: "se cret" });
    await token({});
    assert.equal(seen[0]?.authorization, `Basic ${btoa("PSDNL%2D1:se+cret")}`);
    assert.equal(seen[0]?.form.get("client_id"), null);
  });

  it("that the bank refuses is about us, and is asked for again", async () => {
    const { token, fail } = setUp();
    fail(Response.json({ error: "invalid_client" }, { status: 400 }));
    await assert.rejects(token({}), { kind: "denied", code: "invalid_client" });
    fail(new Response("busy", { status: 503 }));
    await assert.rejects(token({}), { kind: "unreachable" });
    fail(undefined);
    assert.equal(await token({}), "token-3");
  });

  it("goes with each request of a bank, once more after 401, but never beside a payer's", async () => {
    const sent: (string | null)[] = [];
    const connector = createNextGenPsd2Connector({
      baseUrl: "https://xs2a.bank.example",
      clientToken: async ({ rejected }) => (rejected === undefined ? "old" : "new"),
      fetch: async (input, init) => {
        const authorization = new Request(input, init).headers.get("authorization");
        sent.push(authorization);
        const isOld = authorization === "Bearer old";
        return Response.json({ transactionStatus: "PATC" }, { status: isOld ? 401 : 200 });
      },
    });
    await connector.readPayment({ paymentId: "p-1", currency: "EUR" });
    await connector.readPayment({ paymentId: "p-1", currency: "EUR", accessToken: "granted" });
    assert.deepEqual(sent, ["Bearer old", "Bearer new", "Bearer granted"]);
  });
});
