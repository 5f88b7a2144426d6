import { createHash } from "node:crypto";
import { signCompact } from "#lib/merchants/tokens/jws.ts";
import { ALGORITHM, type SigningKey } from "#lib/merchants/tokens/signing-key.ts";
import { fromDigits, toDigits } from "./digits.ts";

type Order = {
  /** In minor units. */
  amount: number;
  currency: string;
  payeeName: string;
  externalId: string | null;
  /** To the second. */
  expiresAt: Date;
};

const VERSION = "1";
const FORM = /^1\d{150,2500}$/;
const SIGNATURE_BYTES = 64;
const REFERENCE_BYTES = 16;
// The type separates it from JWTs of the same key (RFC 8725 §3.11).
const HEADER = { alg: ALGORITHM, typ: "order-info" };

export type SignedOrder = { reference: string; orderInfo: string };

/** docs/order-info.md. The signature gives the reference: an order info can't move to another order. */
export function signOrder(
  { privateKey }: Pick<SigningKey, "privateKey">,
  order: Order,
): SignedOrder {
  const content = encode(order);
  const { signature } = signCompact(HEADER, content, privateKey);
  return {
    reference: referenceOf(signature),
    orderInfo: VERSION + toDigits(Buffer.concat([signature, content])),
  };
}

export function isOrderInfo(text: string): boolean {
  return FORM.test(text);
}

/** Does not check the signature. */
export function readReference(orderInfo: string): string | undefined {
  const bytes = isOrderInfo(orderInfo) ? fromDigits(orderInfo.slice(VERSION.length)) : undefined;
  return bytes && referenceOf(bytes.subarray(0, SIGNATURE_BYTES));
}

/** As hard to guess as the signature, whose nonce is random. */
function referenceOf(signature: Uint8Array): string {
  const hash = createHash("sha256").update(signature).digest();
  return hash.subarray(0, REFERENCE_BYTES).toString("base64url");
}

function encode({ amount, currency, payeeName, externalId, expiresAt }: Order): Buffer {
  const expiry = Buffer.alloc(4);
  expiry.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000));
  const name = Buffer.from(payeeName);
  return Buffer.concat([
    expiry,
    Buffer.from(currency),
    varint(amount),
    varint(name.length),
    name,
    Buffer.from(externalId ?? ""),
  ]);
}

/** LEB128. Amounts exceed the 32 bits of bit operators. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left % 128) + 128);
  }
}
