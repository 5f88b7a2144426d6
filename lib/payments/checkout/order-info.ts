import { CompactSign, compactVerify } from "jose";
import { z } from "zod";
import { ALGORITHM } from "#lib/merchants/tokens/signing-key.ts";
import type { SigningKeys } from "#lib/merchants/tokens/signing-keys.ts";

/** For an offline app. `amount` in minor units; `expiresAt` to the second. */
export type OrderInfo = {
  amount: number;
  currency: string;
  payeeName: string;
  externalId: string | null;
  expiresAt: Date;
};

const payloadSchema = z.tuple([z.int(), z.string(), z.string(), z.string().nullable(), z.int()]);

const encode = (text: string) => Buffer.from(text).toString("base64url");

/**
 * `<kid>.<payload>.<signature>`: a JWS (RFC 7515) without its header, to fit a QR code. The signature also covers the reference,
 * so an order info can't move to another order.
 */
export function createOrderInfo(keys: SigningKeys) {
  return {
    async sign(reference: string, order: OrderInfo): Promise<string> {
      const key = await keys.current();
      const payload = JSON.stringify([
        order.amount,
        order.currency,
        order.payeeName,
        order.externalId,
        Math.floor(order.expiresAt.getTime() / 1000),
      ]);
      const jws = await new CompactSign(signedBytes(reference, payload))
        .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
        .sign(key.privateKey);
      return `${key.kid}.${encode(payload)}.${jws.split(".")[2]}`;
    },

    /** `undefined` if altered, for another reference, or signed with an unknown key. */
    async verify(reference: string, text: string): Promise<OrderInfo | undefined> {
      const [kid = "", payload = "", signature = ""] = text.split(".");
      const key = await keys.find(kid);
      if (!key) return undefined;
      const plain = Buffer.from(payload, "base64url").toString();
      const jws = [
        encode(JSON.stringify({ alg: ALGORITHM, kid })),
        Buffer.from(signedBytes(reference, plain)).toString("base64url"),
        signature,
      ].join(".");
      try {
        await compactVerify(jws, key.publicKey, { algorithms: [ALGORITHM] });
        const [amount, currency, payeeName, externalId, expires] = payloadSchema.parse(
          JSON.parse(plain),
        );
        return { amount, currency, payeeName, externalId, expiresAt: new Date(expires * 1000) };
      } catch {
        return undefined;
      }
    },
  };
}

export type OrderInfoSigner = ReturnType<typeof createOrderInfo>;

function signedBytes(reference: string, payload: string): Uint8Array {
  return new TextEncoder().encode(`${reference}.${payload}`);
}
