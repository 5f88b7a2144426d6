import type { Bound } from "#lib/platform/db/prepared.ts";
import { digest, randomToken } from "#lib/platform/values/ids.ts";
import * as repository from "./creation/creation.sql.ts";

// 256 random bits in base64url.
const BYTES = 32;
const FORM = /^[\w-]{43}$/;

export function newCheckoutToken(): string {
  return randomToken(BYTES);
}

export function insertionOfToken(
  token: string,
  transactionId: string,
  createdAt: Date,
): Bound<unknown> {
  const row = { digest: digest(token), transactionId, createdAt, usedAt: null };
  return repository.insertionOfToken(row);
}

export function checkoutTokenDigest(token: string): string | undefined {
  return FORM.test(token) ? digest(token) : undefined;
}
