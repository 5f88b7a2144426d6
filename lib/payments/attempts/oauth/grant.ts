import { z } from "zod";
import type { BankTokens, GrantRequest } from "#lib/banks/connector.ts";
import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";

/**
 * What a payer's permission at a bank's OAuth2 server has come to. `asked`: the payer was sent there. `answered`: the payer
 * came back at `answeredAt`, and whoever holds it until `heldUntil` (ms since 1970) redeems the answer. `granted`: it was redeemed.
 */
export type Grant =
  | { stage: "asked"; request: GrantRequest }
  | {
      stage: "answered";
      request: GrantRequest;
      parameters: string;
      answeredAt: number;
      /** How often it was held to be redeemed, the present time included. */
      holds: number;
      heldUntil: number;
    }
  | {
      stage: "granted";
      request: GrantRequest;
      tokens: BankTokens;
      /** Present while someone renews the tokens, or may have died doing so. */
      heldUntil?: number | undefined;
    };

const request = z.strictObject({
  state: z.string(),
  verifier: z.string(),
  server: z.strictObject({
    issuer: z.string(),
    tokenEndpoint: z.string(),
    namesItself: z.boolean(),
  }),
});
const schema = z.discriminatedUnion("stage", [
  z.strictObject({ stage: z.literal("asked"), request }),
  z.strictObject({
    stage: z.literal("answered"),
    request,
    parameters: z.string(),
    answeredAt: z.number(),
    holds: z.int(),
    heldUntil: z.number(),
  }),
  z.strictObject({
    stage: z.literal("granted"),
    request,
    tokens: z.strictObject({
      accessToken: z.string(),
      refreshToken: z.string().optional(),
      expiresAt: z.number().optional(),
    }),
    heldUntil: z.number().optional(),
  }),
]);

/** What an attempt's sealed grant is bound to. */
export const grantContext = (attemptId: string) => `authorisation:${attemptId}:grant`;

/** Seals a grant for the row of `attemptId`. */
export function sealGrant(seal: Seal, attemptId: string, grant: Grant): string {
  return seal.seal(JSON.stringify(grant), grantContext(attemptId));
}

/** What is stored of a payment that the payer approves at the OAuth2 server. */
export function sealRequest(seal: Seal, attemptId: string, request: GrantRequest): string {
  return sealGrant(seal, attemptId, { stage: "asked", request });
}

/** Opens the grant of a stored attempt, if it has one. */
export function openGrant(
  seal: Seal,
  { id, sealedGrant }: Pick<Attempt, "id" | "sealedGrant">,
): Grant | undefined {
  if (sealedGrant === null) return undefined;
  return schema.parse(JSON.parse(seal.open(sealedGrant, grantContext(id))));
}

/**
 * Tells whether a bank may execute the order of a try though its payer had no address to approve it at: where the order said
 * whose account is to be debited, by its number or by what was granted.
 */
export function namesPayer(seal: Seal, attempt: Attempt): boolean {
  return attempt.sendsPayerIban || openGrant(seal, attempt)?.stage === "granted";
}
