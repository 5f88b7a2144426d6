import { z } from "zod";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { NamedPayer } from "./transaction.ts";

const schema = z.object({ email: z.string().optional(), name: z.string().optional() });

export const namedPayerContext = (transactionId: string) => `transaction_payers:${transactionId}`;

export function sealNamedPayer(
  seal: Pick<Seal, "seal">,
  transactionId: string,
  { email, name }: NamedPayer = {},
): string | null {
  if (email === undefined && name === undefined) return null;
  return seal.seal(JSON.stringify({ email, name }), namedPayerContext(transactionId));
}

export function openNamedPayer(
  seal: Pick<Seal, "open">,
  { id, sealedPayer }: { id: string; sealedPayer: string | null },
): NamedPayer {
  if (sealedPayer === null) return {};
  return schema.parse(JSON.parse(seal.open(sealedPayer, namedPayerContext(id))));
}
