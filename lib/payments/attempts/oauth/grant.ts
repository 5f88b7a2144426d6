import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { BankTokens, GrantRequest } from "#lib/banks/connector.ts";
import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { randomToken } from "#lib/platform/values/ids.ts";

/**
 * `asked`: sent to the bank's OAuth2 server. `answered`: back at `answeredAt`; one process redeems the response until `heldUntil`
 * (ms since 1970). `granted`: redeemed.
 */
export type Grant =
  | { stage: "asked"; request: GrantRequest }
  | {
      stage: "answered";
      request: GrantRequest;
      parameters: string;
      answeredAt: number;
      holds: number;
      heldUntil: number;
    }
  | {
      stage: "granted";
      request: GrantRequest;
      tokens: BankTokens;
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

export const grantContext = (attemptId: string) => `authorisation:${attemptId}:grant`;

export function sealGrant(seal: Seal, attemptId: string, grant: Grant): string {
  return seal.seal(JSON.stringify(grant), grantContext(attemptId));
}

export function sealRequest(seal: Seal, attemptId: string, request: GrantRequest): string {
  return sealGrant(seal, attemptId, { stage: "asked", request });
}

export function openGrant(
  seal: Seal,
  { id, sealedGrant }: Pick<Attempt, "id" | "sealedGrant">,
): Grant | undefined {
  if (sealedGrant === null) return undefined;
  return schema.parse(JSON.parse(seal.open(sealedGrant, grantContext(id))));
}

/** Then the bank may execute it without an approval address. */
export function namesPayer(seal: Seal, attempt: Attempt): boolean {
  return attempt.sendsPayerIban || openGrant(seal, attempt)?.stage === "granted";
}

const PURPOSE = "grant-state";
const NONCE_BYTES = 20;
const MAC_LENGTH = 32;
const FORM = /^(auth_[0-9a-z]{26})\.[\w-]{27}\.[0-9a-f]{32}$/;

/** Identifies the attempt, but does not reveal the return link. */
export function newGrantState(seal: Seal, attemptId: string): string {
  const text = `${attemptId}.${randomToken(NONCE_BYTES)}`;
  return `${text}.${macOf(seal.mac(text, PURPOSE))}`;
}

export function readGrantState(seal: Seal, state: string): string | undefined {
  const text = state.slice(0, -MAC_LENGTH - 1);
  const attemptId = FORM.exec(state)?.[1];
  const isOurs = seal
    .macs(text, PURPOSE)
    .some((mac) => isSameState(state, `${text}.${macOf(mac)}`));
  return isOurs ? attemptId : undefined;
}

/** Constant time. */
export function isSameState(one: string, other: string): boolean {
  const [given, known] = [Buffer.from(one), Buffer.from(other)];
  return given.length === known.length && timingSafeEqual(given, known);
}

// 128 bits: some servers reject a long state.
const macOf = (mac: string) => mac.slice(0, MAC_LENGTH);
