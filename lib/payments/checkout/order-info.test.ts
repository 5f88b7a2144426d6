import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import { CompactSign, compactVerify } from "jose";
import { type OrderInfo, verifyOrderInfo } from "#sdk/vectors/verify-order-info.ts";
import { fromDigits, toDigits } from "./digits.ts";
import { isOrderInfo, readReference, signOrder } from "./order-info.ts";

type Vectors = {
  keySet: { keys: JsonWebKey[] };
  cases: { name: string; orderInfo: string; order?: OrderInfo; error?: string }[];
};

const vectors: Vectors = JSON.parse(
  readFileSync(new URL("../../../sdk/vectors/order-info.json", import.meta.url), "utf8"),
);

function makeKey() {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicJwk = { ...pair.publicKey.export({ format: "jwk" }), kty: "EC" };
  return { ...pair, keySet: { keys: [publicJwk] } };
}

const order = {
  amount: 1250,
  currency: "EUR",
  payeeName: "Café – Bücher",
  externalId: "order-1",
  expiresAt: new Date("2026-01-15T12:30:00Z"),
};

const text = (maxLength: number) => fc.string({ unit: "binary", minLength: 1, maxLength });
const anyOrder = fc.record({
  amount: fc.integer({ min: 1, max: 99_999_999_999 }),
  currency: fc.stringMatching(/^[A-Z]{3}$/),
  payeeName: text(70),
  externalId: fc.option(text(128)),
  expiresAt: fc.integer({ min: 0, max: 0xffff_ffff }).map((seconds) => new Date(seconds * 1000)),
});

describe("digits", () => {
  it("encode any bytes in exactly one form", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const digits = toDigits(bytes);
        assert.match(digits, /^\d*$/);
        assert.deepEqual(fromDigits(digits), Buffer.from(bytes));
        assert.ok(digits.length <= Math.ceil((bytes.length / 7) * 17) + 1);
      }),
    );
  });

  it("are refused if no bytes encode to them", () => {
    for (const digits of ["1", "12", "256", "9".repeat(17), "0".repeat(18), "x".repeat(17)]) {
      assert.equal(fromDigits(digits), undefined, digits);
    }
    assert.deepEqual(fromDigits("255"), Buffer.from([255]));
  });
});

describe("sdk/vectors/order-info.json", () => {
  for (const { name, orderInfo, order: expected, error } of vectors.cases) {
    it(name, async () => {
      const found = await verifyOrderInfo(orderInfo, vectors.keySet);
      assert.deepEqual(found, expected ?? { error });
      if (expected) assert.equal(readReference(orderInfo), expected.reference);
      if (error === "form") assert.equal(readReference(orderInfo), undefined);
    });
  }
});

describe("an order info", () => {
  let own: ReturnType<typeof makeKey>;
  before(() => {
    own = makeKey();
  });

  it("is verified with the published key alone, and consists of digits", async () => {
    await fc.assert(
      fc.asyncProperty(anyOrder, async (given) => {
        const { reference, orderInfo } = signOrder(own, given);
        assert.ok(isOrderInfo(orderInfo));
        assert.match(reference, /^[\w-]{22}$/);
        assert.equal(readReference(orderInfo), reference);
        const expiresAt = given.expiresAt.getTime() / 1000;
        assert.deepEqual(await verifyOrderInfo(orderInfo, own.keySet), {
          reference,
          ...given,
          expiresAt,
        });
      }),
      { examples: [[{ ...order, payeeName: "\uFEFFBistro" }]] },
    );
  });

  it("is a JWS for other libraries", async () => {
    const { orderInfo } = signOrder(own, order);
    const bytes = fromDigits(orderInfo.slice(1)) ?? Buffer.alloc(0);
    const header = Buffer.from('{"alg":"ES256","typ":"order-info"}');
    const parts = [header, bytes.subarray(64), bytes.subarray(0, 64)];
    const jws = parts.map((part) => part.toString("base64url")).join(".");
    await compactVerify(jws, own.publicKey, { algorithms: ["ES256"] });
  });

  it("gives each order its own reference, even with equal content", async () => {
    const signed = await Promise.all(Array.from({ length: 50 }, () => signOrder(own, order)));
    assert.equal(new Set(signed.map(({ reference }) => reference)).size, 50);
  });

  it("is refused if truncated, extended or with a changed digit", async () => {
    const { orderInfo } = signOrder(own, order);
    const { length } = orderInfo;
    const digit = fc.integer({ min: 0, max: 9 }).map(String);
    const changed = fc.oneof(
      fc.nat(length - 1).map((end) => orderInfo.slice(0, end)),
      fc.nat(length - 1).map((start) => orderInfo.slice(start + 1)),
      fc.string().map((more) => `${orderInfo}${more}x`),
      digit.map((more) => orderInfo + more),
      fc
        .tuple(fc.nat(length - 1), digit)
        .filter(([at, other]) => orderInfo[at] !== other)
        .map(([at, other]) => orderInfo.slice(0, at) + other + orderInfo.slice(at + 1)),
      fc
        .array(digit, { minLength: 2400, maxLength: 2600 })
        .map((digits) => `${orderInfo}${digits.join("")}`),
    );
    await fc.assert(
      fc.asyncProperty(changed, async (given) => {
        assert.ok("error" in (await verifyOrderInfo(given, own.keySet)), given);
      }),
      { numRuns: 300 },
    );
  });

  it("is refused with a flipped bit, and for another order", async () => {
    const signed = signOrder(own, order);
    const bytes = fromDigits(signed.orderInfo.slice(1)) ?? Buffer.alloc(0);
    const refused = { error: "signature" };
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      const at = bit >> 3;
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (bit & 7));
      const given = `1${toDigits(flipped)}`;
      assert.deepEqual(await verifyOrderInfo(given, own.keySet), refused, `bit ${bit}`);
      assert.equal(
        readReference(given) === signed.reference,
        at >= 64,
        "other signature: other order",
      );
    }
    const cheap = signOrder(own, { ...order, amount: 1 });
    const content = fromDigits(cheap.orderInfo.slice(1))?.subarray(64) ?? Buffer.alloc(0);
    const moved = `1${toDigits(Buffer.concat([bytes.subarray(0, 64), content]))}`;
    assert.deepEqual(await verifyOrderInfo(moved, own.keySet), refused);
  });

  it("is refused once its key is unpublished, and is no JWT", async () => {
    const { orderInfo } = signOrder(own, order);
    const { keySet } = makeKey();
    assert.deepEqual(await verifyOrderInfo(orderInfo, keySet), { error: "signature" });
    assert.deepEqual(await verifyOrderInfo(orderInfo, { keys: [] }), { error: "signature" });
    const content = fromDigits(orderInfo.slice(1))?.subarray(64) ?? Buffer.alloc(0);
    const jws = await new CompactSign(content)
      .setProtectedHeader({ alg: "ES256", typ: "JWT" })
      .sign(own.privateKey);
    const signature = Buffer.from(jws.split(".")[2] ?? "", "base64url");
    const given = `1${toDigits(Buffer.concat([signature, content]))}`;
    assert.deepEqual(await verifyOrderInfo(given, own.keySet), { error: "signature" });
  });

  it("leads to no order with the other valid signature", async () => {
    const { orderInfo, reference } = signOrder(own, order);
    const bytes = fromDigits(orderInfo.slice(1)) ?? Buffer.alloc(0);
    const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const s = n - BigInt(`0x${bytes.toString("hex", 32, 64)}`);
    const twin = Buffer.from(bytes);
    twin.write(s.toString(16).padStart(64, "0"), 32, "hex");
    const given = `1${toDigits(twin)}`;
    const read = await verifyOrderInfo(given, own.keySet);
    assert.ok("reference" in read);
    assert.equal(read.reference, readReference(given));
    assert.notEqual(read.reference, reference);
  });

  it("is not read from other text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (given) => {
        assert.equal(readReference(given), undefined);
        assert.deepEqual(await verifyOrderInfo(given, own.keySet), { error: "form" });
      }),
    );
  });
});
