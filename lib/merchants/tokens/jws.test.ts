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

/** The other signature that verifies: (r, n − s). */
function twinOf(signature: Buffer): Buffer {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const s = order - BigInt(`0x${signature.toString("hex", 32)}`);
  const other = s.toString(16).padStart(64, "0");
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(other, "hex")]);
}

describe("a JWS", () => {
  it("verifies, here and for Node", () => {
    for (let count = 0; count < 100; count += 1) {
      const { jws, signature } = sign(count);
      assert.equal(signature.length, 64);
      assert.ok(isGood(jws));
      assert.equal(verifyCompact(jws, publicKey)?.toString(), `order ${count}`);
    }
  });

  it("has one valid signature: the second one verifies with Node, but not here", () => {
    for (let count = 0; count < 100; count += 1) {
      const { jws, signature } = sign(count);
      const twin = twinOf(signature);
      const other = `${jws.slice(0, jws.lastIndexOf("."))}.${twin.toString("base64url")}`;
      assert.ok(signature.compare(twin) < 0, "the lower one is ours");
      assert.ok(isGood(other));
      assert.equal(verifyCompact(other, publicKey), undefined);
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
