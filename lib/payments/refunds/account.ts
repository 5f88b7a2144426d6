import { z } from "zod";
import type { Seal } from "#lib/platform/crypto/seal.ts";

const accountSchema = z.object({ iban: z.string(), name: z.string().nullable() });

/** Where the money goes. `iban` in electronic form; `name` of its holder, if it is known. */
export type PayerAccount = z.infer<typeof accountSchema>;

export const refundContext = (id: string) => `refunds:${id}`;

/** Of a received transfer. */
export const transferAccountContext = (transferId: string) => `refund-account:${transferId}`;

export function sealAccount(seal: Seal, account: PayerAccount, context: string): string {
  return seal.seal(JSON.stringify(account), context);
}

export function openAccount(seal: Seal, sealed: string, context: string): PayerAccount {
  return accountSchema.parse(JSON.parse(seal.open(sealed, context)));
}
