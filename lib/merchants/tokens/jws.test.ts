import assert from "node:assert/strict";
import { generateKeyPairSync, verify } from "node:crypto";
import { describe, it } from "node:test";
import { signCompact, verifyCompact } from "./jws.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** With Node's own reading of a signature. */
function isGood(jws: string): boolean {
  const [header, payload, signature = ""] = jws.split(".");
  const key = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  return verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    key,
    Buffer.from(signature, "base64url"),
  );
}

const sign = (count: number) =>
  signCompact({ alg: "ES256" }, Buffer.from(`order ${count}`), privateKey);
const withSignature = (signature: Buffer) => {
  const { jws } = sign(0);
  return `${jws.slice(0, jws.lastIndexOf("."))}.${signature.toString("base64url")}`;
};

/** As DER writes a number with this first byte. */
function kindOf(first = 0): "shorter" | "longer" | "as it is" {
  if (first === 0) return "shorter";
  return first > 127 ? "longer" : "as it is";
}

describe("a JWS", () => {
  it("verifies with any numbers that a signature may have", () => {
    const kinds = new Set<string>();
    for (let count = 0; kinds.size < 6 || count < 500; count += 1) {
      const { jws, signature } = sign(count);
      kinds.add(`r ${kindOf(signature[0])}`).add(`s ${kindOf(signature[32])}`);
      assert.equal(signature.length, 64);
      assert.ok(isGood(jws));
      assert.equal(verifyCompact(jws, publicKey)?.toString(), `order ${count}`);
    }
  });

  it("does not verify with another signature", () => {
    const { signature } = sign(0);
    const zero = Buffer.alloc(32);
    const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
    const others = [
      Buffer.concat([s, r]),
      Buffer.concat([zero, s]),
      Buffer.concat([r, zero]),
      Buffer.alloc(64),
      Buffer.alloc(64, 0xff),
      Buffer.concat([signature, Buffer.alloc(1)]),
      signature.subarray(1),
      Buffer.alloc(0),
      Buffer.alloc(100_000, 1),
    ];
    for (const other of others) {
      assert.equal(isGood(withSignature(other)), false);
      assert.equal(verifyCompact(withSignature(other), publicKey), undefined);
    }
  });
});
