import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { BankError } from "#lib/banks/connector.ts";
import type { Dropped } from "./json.ts";
import { createOAuthClient } from "./oauth.ts";

const NOW = new Date("2030-01-01T00:00:00Z");
const ISSUER = "https://login.bank.example";
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/plain-token`,
  mtls_endpoint_aliases: { token_endpoint: `${ISSUER}/token` },
  authorization_response_iss_parameter_supported: true,
};
const REQUEST = {
  state: "s",
  verifier: "v".repeat(43),
  server: { issuer: ISSUER, tokenEndpoint: `${ISSUER}/token`, namesItself: false },
};
const TOKENS = { access_token: "a", token_type: "Bearer", expires_in: 60, refresh_token: "r" };

const OPTIONS = {
  isBeforeOrder: true,
  issuer: ISSUER,
  clientId: "us",
  scope: "payments",
  redirectUri: "https://pay.example/bank/return",
};

function clientFor(body: unknown, status = 200, mark = "") {
  const dropped: Dropped[] = [];
  const client = createOAuthClient(OPTIONS, {
    fetch: async () =>
      new Response(mark + JSON.stringify(body), {
        status,
        headers: { "content-type": "application/json" },
      }),
    onDropped: (more) => dropped.push(...more),
    now: () => NOW,
    allowHttp: false,
  });
  return { ...client, dropped };
}

const renewed = (body: unknown) => clientFor(body).renew("old", REQUEST);

describe("the bank's OAuth2 server", () => {
  const optional: [string, Record<string, unknown>, object][] = [
    ["no new refresh token as null", { refresh_token: null }, { refreshToken: "old" }],
    ["no new refresh token as nothing", { refresh_token: "" }, { refreshToken: "old" }],
    ["no lifetime as null", { expires_in: null }, { expiresAt: undefined }],
    ["no lifetime as nothing", { expires_in: "" }, { expiresAt: undefined }],
    ["a lifetime as text", { expires_in: "120" }, { expiresAt: NOW.getTime() + 120_000 }],
    ["a lifetime that is none", { expires_in: "soon" }, { expiresAt: undefined }],
    ["a scope as a list", { scope: ["payments", "accounts"] }, {}],
    ["no scope as null", { scope: null }, {}],
    ["no ID token", { id_token: null }, {}],
    ["no ID token as nothing", { id_token: "" }, {}],
    ["members of its own", { consent_id: null, psu: { name: null } }, {}],
  ];
  for (const [what, members, change] of optional) {
    it(`may send ${what}`, async () => {
      const expected = {
        accessToken: "a",
        refreshToken: "r",
        expiresAt: NOW.getTime() + 60_000,
        ...change,
      };
      const { expiresAt, ...tokens } = await renewed({ ...TOKENS, ...members });
      assert.deepEqual({ ...tokens, expiresAt }, expected);
      const client = clientFor({ ...TOKENS, ...members });
      const redeemed = await client.redeem("code=c&state=s", REQUEST);
      assert.equal(redeemed.accessToken, "a");
    });
  }

  it("sends the same tokens with null as without the member", async () => {
    const full = { ...TOKENS, scope: "payments", created_at: 1, refresh_expires_in: 9 };
    const names = ["expires_in", "refresh_token", "scope", "created_at", "refresh_expires_in"];
    await fc.assert(
      fc.asyncProperty(fc.subarray(names), fc.constantFrom(null, ""), async (left, nothing) => {
        const withNothing = { ...full, ...Object.fromEntries(left.map((name) => [name, nothing])) };
        const without = Object.entries(full).filter(([name]) => !left.includes(name));
        assert.deepEqual(await renewed(withNothing), await renewed(Object.fromEntries(without)));
      }),
    );
  });

  it("must send an access token and its type", async () => {
    for (const name of ["access_token", "token_type"]) {
      for (const value of [null, "", 7]) {
        await assert.rejects(renewed({ ...TOKENS, [name]: value }), { kind: "unexpected_answer" });
      }
    }
  });

  it("may send a byte order mark in tokens, refusals and metadata", async () => {
    const mark = "\ufeff";
    assert.equal((await clientFor(TOKENS, 200, mark).renew("old", REQUEST)).refreshToken, "r");
    const refusing = clientFor({ error: "invalid_grant", error_description: null }, 400, mark);
    await assert.rejects(refusing.renew("old", REQUEST), (error) => {
      assert.ok(error instanceof BankError);
      assert.deepEqual([error.kind, error.code], ["refused", "invalid_grant"]);
      return true;
    });
    const { request } = await clientFor(METADATA, 200, mark).ask("s");
    assert.equal(request.server.tokenEndpoint, `${ISSUER}/token`);
  });

  it("may omit optional metadata, or send null for it", async () => {
    const asked = async (change: object) =>
      (await clientFor({ ...METADATA, ...change }).ask("s")).request.server;
    const plain = { issuer: ISSUER, tokenEndpoint: `${ISSUER}/plain-token`, namesItself: true };
    for (const aliases of [null, { token_endpoint: null }, undefined]) {
      assert.deepEqual(await asked({ mtls_endpoint_aliases: aliases, jwks_uri: null }), plain);
    }
    const { namesItself } = await asked({ authorization_response_iss_parameter_supported: null });
    assert.equal(namesItself, false);
  });

  it("has unusable parts of its response reported without their values", async () => {
    const client = clientFor({ ...TOKENS, scope: ["Jane"], refresh_token: 7, id_token: null });
    assert.equal((await client.renew("old", REQUEST)).refreshToken, "old");
    assert.deepEqual(client.dropped, [
      { member: "refresh_token", reason: "invalid_type" },
      { member: "scope", reason: "invalid_type" },
    ]);
  });
});
