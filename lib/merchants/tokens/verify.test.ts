import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { eq } from "drizzle-orm";
import { CompactSign, decodeJwt, exportSPKI, generateKeyPair, importJWK } from "jose";
import { tokens } from "#lib/merchants/model/schema.ts";
import { fromDigits } from "#lib/payments/checkout/digits.ts";
import { createSeal } from "#lib/platform/crypto/seal.ts";
import { type Connection, connectPostgres } from "#lib/platform/db/client.ts";
import { onDatabase } from "#lib/testing/database.ts";
import { createTestServices, makeMerchant, makeToken } from "#lib/testing/factories.ts";
import { createSigningKeys } from "./signing-keys.ts";

type Members = Record<string, unknown>;
type SigningKey = Parameters<CompactSign["sign"]>[0];

const ISSUER = "http://localhost:3000/api";
const encode = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

onDatabase("verification of a JWT", (database, connection) => {
  let test: ReturnType<typeof createTestServices>;
  let merchant: Awaited<ReturnType<typeof makeMerchant>>;
  let jwt: string;
  let parts: { header: string; payload: string; signature: string };
  let claims: Members;
  let kid: string;
  let privateKey: SigningKey;
  let strangers: Awaited<ReturnType<typeof makeToken>> & { accountId: string };

  const keysOf = (open: Connection, byte: number) =>
    createSigningKeys({ db: open.db, clock: test.clock, seal: createSeal(Buffer.alloc(32, byte)) });

  before(async () => {
    test = createTestServices(connection());
    merchant = await makeMerchant(test.services);
    jwt = await test.services.tokens.issue(merchant.apiKey, {});
    const [header = "", payload = "", signature = ""] = jwt.split(".");
    parts = { header, payload, signature };
    claims = { ...decodeJwt(jwt) };
    ({ kid, privateKey } = await keysOf(connection(), 7).current());
    const stranger = await makeMerchant(test.services);
    const made = await makeToken(test.services, stranger.apiKey);
    strangers = { ...made, accountId: stranger.accountId };
  });

  const verify = (text: string) => test.services.tokens.verify(text);

  /** A JWT as ours, with changed members; `undefined` removes one. */
  async function sign(
    header: Members,
    members: Members | string = {},
    key: SigningKey = privateKey,
  ): Promise<string> {
    const payload =
      typeof members === "string" ? members : JSON.stringify({ ...claims, ...members });
    const all = { alg: "ES256", kid, typ: "JWT", ...header };
    const unsigned = new CompactSign(new TextEncoder().encode(payload)).setProtectedHeader(all);
    const jwt = await unsigned.sign(key);
    // As ours: a high `s` alone would be refused. Each signature has another.
    const [first = 0] = Buffer.from(jwt.split(".")[2] ?? "", "base64url").subarray(32);
    return all.alg === "ES256" && first > 126 ? sign(header, members, key) : jwt;
  }

  const unsigned = (header: Members, signature = "") =>
    `${encode({ alg: "ES256", kid, typ: "JWT", ...header })}.${parts.payload}.${signature}`;

  async function publicJwk() {
    const [jwk] = (await test.services.tokens.publicKeys()).keys;
    assert.ok(jwk);
    return jwk;
  }

  it("returns the key, the details and the time of a valid JWT", async () => {
    const details = { email: "payer@shop.example", iban: "NL91ABNA0417164300", name: "Payer" };
    const own = await test.services.tokens.issue(merchant.apiKey, details);
    const verified = await verify(own);
    assert.deepEqual(verified?.apiKey, merchant.apiKey);
    assert.deepEqual(verified?.details, details);
    assert.equal((verified?.expiresAt.getTime() ?? 0) - test.clock.now().getTime(), 15 * 60_000);
    assert.deepEqual((await verify(jwt))?.details, {});
  });

  it("accepts the unchanged JWT of this test, so each case below fails for one change", async () => {
    assert.ok(await verify(await sign({})));
  });

  it("issues only seven claims about ids and times", () => {
    assert.deepEqual(Object.keys(claims).sort(), ["aud", "exp", "iat", "iss", "jti", "key", "sub"]);
  });

  const foreignPair = generateKeyPair("ES256");
  const bad: [string, () => string | Promise<string>][] = [
    ["an empty text", () => ""],
    ["no JWT", () => "jwt"],
    ["two dots", () => ".."],
    ["alg none", () => unsigned({ alg: "none" })],
    ["alg none with a signature", () => unsigned({ alg: "none" }, parts.signature)],
    ["alg None", () => unsigned({ alg: "None" })],
    ["alg nOnE", () => unsigned({ alg: "nOnE" }, parts.signature)],
    ["no alg", () => unsigned({ alg: undefined }, parts.signature)],
    ["alg as a list", () => unsigned({ alg: ["ES256"] }, parts.signature)],
    [
      "HS256 with our public key as JSON",
      async () =>
        sign({ alg: "HS256" }, {}, new TextEncoder().encode(JSON.stringify(await publicJwk()))),
    ],
    [
      "HS256 with our public key as PEM",
      async () => {
        const key = await importJWK(await publicJwk(), "ES256", { extractable: true });
        assert.ok(!(key instanceof Uint8Array));
        return sign({ alg: "HS256" }, {}, new TextEncoder().encode(await exportSPKI(key)));
      },
    ],
    ["RS256", async () => sign({ alg: "RS256" }, {}, (await generateKeyPair("RS256")).privateKey)],
    ["ES384", async () => sign({ alg: "ES384" }, {}, (await generateKeyPair("ES384")).privateKey)],
    ["another key under our kid", async () => sign({}, {}, (await foreignPair).privateKey)],
    [
      "another key that it brings along",
      async () => sign({ jwk: await publicJwk() }, {}, (await foreignPair).privateKey),
    ],
    ["our own key that it brings along", async () => sign({ jwk: await publicJwk() })],
    ["an address of keys", () => sign({ jku: `${ISSUER}/.well-known/jwks.json` })],
    ["an address of certificates", () => sign({ x5u: "https://evil.example/x5u" })],
    ["a chain of certificates", () => sign({ x5c: ["MIIB"] })],
    ["an extension", () => unsigned({ crit: ["b64"], b64: false }, parts.signature)],
    ["no kid", () => sign({ kid: undefined })],
    ["an unknown kid", () => sign({ kid: "AAAAAAAA" })],
    ["a path as kid", () => sign({ kid: "../../dev/null" })],
    ["SQL as kid", () => sign({ kid: "' or 1=1 --" })],
    ["a number as kid", () => unsigned({ kid: 1 }, parts.signature)],
    ["no typ", () => sign({ typ: undefined })],
    ["another typ", () => sign({ typ: "at+jwt" })],
    ["typ in lower case", () => sign({ typ: "jwt" })],
    ["another issuer", () => sign({}, { iss: "https://evil.example/api" })],
    ["our issuer with a slash", () => sign({}, { iss: `${ISSUER}/` })],
    ["no issuer", () => sign({}, { iss: undefined })],
    ["another audience", () => sign({}, { aud: "https://evil.example/api" })],
    ["several audiences", () => sign({}, { aud: [ISSUER, "https://evil.example"] })],
    ["no audience", () => sign({}, { aud: undefined })],
    ["no expiry", () => sign({}, { exp: undefined })],
    ["a later expiry", () => sign({}, { exp: Number(claims["exp"]) + 1 })],
    ["an expiry as text", () => sign({}, { exp: String(claims["exp"]) })],
    ["an expiry beyond all", () => sign({}, { exp: 1e300 })],
    ["no issue time", () => sign({}, { iat: undefined })],
    ["another issue time", () => sign({}, { iat: Number(claims["iat"]) + 60 })],
    ["a time before which it is not good", () => sign({}, { nbf: Number(claims["exp"]) })],
    ["no jti", () => sign({}, { jti: undefined })],
    ["an unknown jti", () => sign({}, { jti: "AAAAAAAAAAAAAAAAAAAAAA" })],
    ["the jti of another's", () => sign({}, { jti: strangers.token.jti })],
    ["no account", () => sign({}, { sub: undefined })],
    ["another account", () => sign({}, { sub: strangers.accountId })],
    ["no key id", () => sign({}, { key: undefined })],
    ["the key id of another's", () => sign({}, { key: strangers.token.apiKey.id })],
    ["a further claim", () => sign({}, { email: "payer@shop.example" })],
    [
      "a claim twice",
      () => sign({}, `${JSON.stringify(claims).slice(0, -1)},"sub":"${strangers.accountId}"}`),
    ],
    ["claims that are no object", () => sign({}, "[]")],
    ["claims that are no JSON", () => sign({}, "{")],
    ["no signature", () => `${parts.header}.${parts.payload}.`],
    ["no third part", () => `${parts.header}.${parts.payload}`],
    ["a fourth part", () => `${jwt}.${parts.signature}`],
    ["a fourth part that is empty", () => `${jwt}.`],
    ["five parts, as of a JWE", () => `${jwt}.a.b`],
    ["another's claims", () => `${parts.header}.${strangers.jwt.split(".")[1]}.${parts.signature}`],
    [
      "another's signature",
      () => `${parts.header}.${parts.payload}.${strangers.jwt.split(".")[2]}`,
    ],
    ["a signature of zeros", () => `${parts.header}.${parts.payload}.${"A".repeat(86)}`],
    [
      "a signature as DER",
      () => `${parts.header}.${parts.payload}.${encode(Buffer.alloc(70, 48).toString())}`,
    ],
    ["another spelling of its last bits", () => respelled(jwt)],
    ["a space before", () => ` ${jwt}`],
    ["a line break after", () => `${jwt}\n`],
    ["a space within", () => jwt.replace(".", ". ")],
    ["padding", () => `${jwt}=`],
    ["the letters of plain base64", () => `${parts.header}+/.${parts.payload}.${parts.signature}`],
    ["a letter that looks alike", () => jwt.replace("e", "е")],
    ["U+0000 within", () => jwt.replace(".", "\0.")],
    ["half a surrogate pair", () => `${jwt}\ud800`],
    ["the scheme before it", () => `Bearer ${jwt}`],
    ["quotes around it", () => `"${jwt}"`],
    ["a JWS as JSON", () => JSON.stringify({ ...parts, protected: parts.header })],
    ["an array as header", () => `${encode("[]")}.${parts.payload}.${parts.signature}`],
    ["a header that is no JSON", () => `${encode("{")}.${parts.payload}.${parts.signature}`],
    ["something huge", () => `${parts.header}.${"A".repeat(1024 * 1024)}.${parts.signature}`],
    ["2 049 characters that are signed", () => sign({}, JSON.stringify(claims).padEnd(1500))],
    ["an order info", async () => orderInfoOf(await makeOrder())],
    ["an order info as a JWS", async () => asJws(await makeOrder())],
  ];
  assert.ok(bad.length >= 25);

  // The last of 86 characters carries two bits. Its lower four bits are ignored.
  function respelled(text: string): string {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(text.at(-1) ?? "");
    return `${text.slice(0, -1)}${alphabet[last ^ 1]}`;
  }

  async function makeOrder() {
    const { created } = await test.services.transactions.create({
      apiKey: merchant.apiKey,
      input: { amount: 1250, currency: "EUR", externalId: crypto.randomUUID() },
    });
    return test.services.transactions.get(merchant.apiKey, created.id);
  }
  const orderInfoOf = ({ orderInfo }: { orderInfo: string }) => orderInfo;
  function asJws({ orderInfo }: { orderInfo: string }): string {
    const bytes = fromDigits(orderInfo.slice(1)) ?? Buffer.alloc(0);
    const [signature, content] = [bytes.subarray(0, 64), bytes.subarray(64)];
    const header = encode('{"alg":"ES256","typ":"order-info"}');
    return [header, content.toString("base64url"), signature.toString("base64url")].join(".");
  }

  describe("refuses", () => {
    for (const [name, make] of bad) {
      it(name, async () => {
        const text = await make();
        assert.notEqual(text, jwt);
        assert.equal(await verify(text), undefined);
      });
    }
  });

  it("ends in the exact second of its expiry", async () => {
    const own = createTestServices(connection());
    const { apiKey } = await makeMerchant(own.services);
    const { jwt: short } = await makeToken(own.services, apiKey);
    own.clock.advance({ minutes: 15, ms: -1 });
    assert.ok(await own.services.tokens.verify(short));
    own.clock.advance({ ms: 1 });
    assert.equal(await own.services.tokens.verify(short), undefined);
  });

  it("refuses a JWT whose stored key belongs to another account", async () => {
    const own = await makeToken(test.services, merchant.apiKey);
    const foreign = strangers.token.apiKey.id;
    const jti = own.token.jti;
    await database().update(tokens).set({ apiKeyId: foreign }).where(eq(tokens.jti, jti));
    const { iat, exp } = decodeJwt(own.jwt);
    const signed = await sign({}, { jti, iat, exp, key: foreign });
    assert.equal(await verify(signed), undefined);
    const back = { apiKeyId: merchant.apiKey.id };
    await database().update(tokens).set(back).where(eq(tokens.jti, jti));
    assert.ok(await verify(await sign({}, { jti, iat, exp })));
  });

  it("fails once its API key is revoked, but not after another key is", async () => {
    const { apiKey, accountId } = await makeMerchant(test.services);
    const other = await test.services.apiKeys.create({ accountId, method: "sdk", mode: "test" });
    const { jwt: own } = await makeToken(test.services, apiKey);
    await test.services.apiKeys.revoke(accountId, other.id);
    assert.ok(await verify(own));
    await test.services.apiKeys.revoke(accountId, apiKey.id);
    assert.equal(await verify(own), undefined);
  });

  it("fails once its row is deleted", async () => {
    const { jwt: own, token } = await makeToken(test.services, merchant.apiKey);
    await database().delete(tokens).where(eq(tokens.jti, token.jti));
    assert.equal(await verify(own), undefined);
  });

  it("refuses a JWT of another deployment with the same rows", async () => {
    const elsewhere = createTestServices(connection(), { PUBLIC_URL: "https://pay.example" });
    const { jwt: foreign } = await makeToken(elsewhere.services, merchant.apiKey);
    assert.equal(await verify(foreign), undefined);
    assert.equal(await elsewhere.services.tokens.verify(jwt), undefined);
  });

  it("throws if the database is unavailable, because the JWT may be valid", async () => {
    const broken = connectPostgres("postgres://bankside@127.0.0.1:1/bankside", () => {});
    const { services } = createTestServices(broken);
    await assert.rejects(services.tokens.verify(jwt));
    // Causes no query.
    assert.equal(await services.tokens.verify("jwt"), undefined);
    await broken.close();
  });
});
