import { type KeyObject, sign, verify } from "node:crypto";

const HASH = "sha256";
const NUMBER_BYTES = 32;
const INTEGER = 0x02;
const SEQUENCE = 0x30;
/** Of the curve P-256 (SEC 2, 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const HALF = Buffer.from((ORDER / 2n).toString(16), "hex");

/** JWS Compact Serialization (RFC 7515 §7.1) with ES256. Of the two numbers `s` that verify, the signature has the lower one. */
export function signCompact(
  header: object,
  payload: Uint8Array,
  key: KeyObject,
): { jws: string; signature: Buffer } {
  const encodedHeader = Buffer.from(JSON.stringify(header)).toString("base64url");
  const signed = `${encodedHeader}.${Buffer.from(payload).toString("base64url")}`;
  const signature = lowered(withoutDer(sign(HASH, Buffer.from(signed), key)));
  return { jws: `${signed}.${signature.toString("base64url")}`, signature };
}

/**
 * The payload; `undefined` unless these are three parts and the signature is that of {@link signCompact} with the key. The header
 * is the caller's.
 */
export function verifyCompact(jws: string, key: KeyObject): Buffer | undefined {
  const [header = "", payload = "", signature, ...more] = jws.split(".");
  if (signature === undefined || more.length > 0) return undefined;
  const signed = Buffer.from(`${header}.${payload}`);
  const numbers = Buffer.from(signature, "base64url");
  if (isHigh(numbers)) return undefined;
  const der = toDer(numbers);
  return der && verify(HASH, signed, key, der) ? Buffer.from(payload, "base64url") : undefined;
}

const isHigh = (numbers: Buffer) => numbers.subarray(NUMBER_BYTES).compare(HALF) > 0;

/** Changes `numbers`. */
function lowered(numbers: Buffer): Buffer {
  if (!isHigh(numbers)) return numbers;
  const s = BigInt(`0x${numbers.toString("hex", NUMBER_BYTES)}`);
  numbers.write((ORDER - s).toString(16).padStart(2 * NUMBER_BYTES, "0"), NUMBER_BYTES, "hex");
  return numbers;
}

/**
 * From a DER sequence of two integers to the two numbers themselves (RFC 7518 §3.4). Asking Node for this form takes as long as
 * signing or verifying.
 */
function withoutDer(der: Buffer): Buffer {
  const numbers = Buffer.alloc(2 * NUMBER_BYTES);
  // After a tag and a length each, as no length is over 127.
  let start = 4;
  for (const end of [NUMBER_BYTES, 2 * NUMBER_BYTES]) {
    const integer = der.subarray(start, start + (der[start - 1] ?? 0));
    // Without the zero that keeps it positive.
    const number = integer.subarray(Math.max(0, integer.length - NUMBER_BYTES));
    numbers.set(number, end - number.length);
    start += integer.length + 2;
  }
  return numbers;
}

/** The inverse of {@link withoutDer}. `undefined` for another length than that of two numbers. */
function toDer(numbers: Buffer): Buffer | undefined {
  if (numbers.length !== 2 * NUMBER_BYTES) return undefined;
  const integers = [numbers.subarray(0, NUMBER_BYTES), numbers.subarray(NUMBER_BYTES)].map(
    toInteger,
  );
  const content = Buffer.concat(integers);
  return Buffer.concat([Buffer.of(SEQUENCE, content.length), content]);
}

/** Without leading zeros, but one where the first bit would make it negative. */
function toInteger(number: Buffer): Buffer {
  const first = number.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.of(0) : number.subarray(first);
  const sign = (digits[0] ?? 0) > 127 ? [0] : [];
  return Buffer.from([INTEGER, sign.length + digits.length, ...sign, ...digits]);
}
