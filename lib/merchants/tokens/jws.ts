import { type KeyObject, sign, verify } from "node:crypto";

const HASH = "sha256";
/** Two numbers, as RFC 7518 §3.4 has them. */
const ENCODING = "ieee-p1363";
const NUMBER_BYTES = 32;
/** Of the curve P-256 (SEC 2, 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const HALF = Buffer.from((ORDER / 2n).toString(16), "hex");

/** RFC 7515 §7.1 with ES256. Of the two numbers `s` that verify, the lower one. */
export function signCompact(
  header: object,
  payload: Uint8Array,
  key: KeyObject,
): { jws: string; signature: Buffer } {
  const encodedHeader = Buffer.from(JSON.stringify(header)).toString("base64url");
  const signed = `${encodedHeader}.${Buffer.from(payload).toString("base64url")}`;
  const signature = lowered(sign(HASH, Buffer.from(signed), { key, dsaEncoding: ENCODING }));
  return { jws: `${signed}.${signature.toString("base64url")}`, signature };
}

/** Accepts only signatures of {@link signCompact}. The header is the caller's. */
export function verifyCompact(jws: string, key: KeyObject): Buffer | undefined {
  const [header = "", payload = "", signature, ...more] = jws.split(".");
  if (signature === undefined || more.length > 0) return undefined;
  const signed = Buffer.from(`${header}.${payload}`);
  const numbers = Buffer.from(signature, "base64url");
  if (isHigh(numbers)) return undefined;
  const isGood = verify(HASH, signed, { key, dsaEncoding: ENCODING }, numbers);
  return isGood ? Buffer.from(payload, "base64url") : undefined;
}

const isHigh = (numbers: Buffer) => numbers.subarray(NUMBER_BYTES).compare(HALF) > 0;

/** Changes `numbers`. */
function lowered(numbers: Buffer): Buffer {
  if (!isHigh(numbers)) return numbers;
  const s = BigInt(`0x${numbers.toString("hex", NUMBER_BYTES)}`);
  numbers.write((ORDER - s).toString(16).padStart(2 * NUMBER_BYTES, "0"), NUMBER_BYTES, "hex");
  return numbers;
}
