import type { Database } from "#lib/platform/db/client.ts";
import { digest, randomToken } from "#lib/platform/ids.ts";
import * as repository from "./repository.ts";

// 256 random bits in base64url.
const BYTES = 32;
const FORM = /^[\w-]{43}$/;

export async function mintCheckoutToken(
  tx: Database,
  transactionId: string,
  createdAt: Date,
): Promise<string> {
  const token = randomToken(BYTES);
  await repository.insertCheckoutToken(tx, {
    digest: digest(token),
    transactionId,
    createdAt,
    usedAt: null,
  });
  return token;
}

/** `undefined` for a text that can't be a token. */
export function checkoutTokenDigest(token: string): string | undefined {
  return FORM.test(token) ? digest(token) : undefined;
}
