import { type BankConnector, BankError, type BankOAuth } from "#lib/banks/connector.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Attempt } from "./attempt.ts";
import { type Grant, openGrant, sealGrant } from "./grant.ts";
import { createAttemptRepository } from "./repository.ts";

type Answered = Extract<Grant, { stage: "answered" }>;
type Granted = Extract<Grant, { stage: "granted" }>;

type Deps = { db: Database; clock: Clock; seal: Seal };

/**
 * How long an answer is held, longer than a bank is waited for: while one process redeems it no other may, since its code
 * works only once.
 */
export const HOLD_MS = 30_000;

// Nobody knows whether the server has spent a code whose redemption came to nothing clear, and none is good for longer
// (RFC 6749, 4.1.2). Dropped, it no longer keeps the payer from granting anew.
const MOST_HOLDS = 2;
const LONGEST_ANSWER_MS = 10 * 60_000;

// A token is renewed before it could expire on its way.
const SHORTEST_LIFE_MS = 30_000;

/** Stores what grants come to, and gets the tokens for them. */
export function createGrantTokens({ db, clock, seal }: Deps) {
  const repository = createAttemptRepository(db);

  /** Stores the next stage, unless the grant has moved on since `attempt` was read. */
  function advance(
    attempt: Attempt,
    grant: Grant | null,
    more: Partial<Pick<Attempt, "approvalUrl" | "nextPollAt">> = {},
  ): Promise<Attempt | undefined> {
    const sealedGrant = grant && sealGrant(seal, attempt.id, grant);
    return repository.replaceGrant(attempt, { ...more, sealedGrant, updatedAt: clock.now() });
  }

  /** Redeems an answer this process holds. One that will never be good again is dropped. */
  async function redeem(
    attempt: Attempt,
    { request, parameters, holds }: Answered,
    oauth: BankOAuth,
  ): Promise<string> {
    try {
      const tokens = await oauth.redeem(parameters, request);
      await advance(attempt, { stage: "granted", request, tokens });
      return tokens.accessToken;
    } catch (error) {
      if (!(error instanceof BankError)) throw error;
      const isSpent = error.kind === "refused" || holds >= MOST_HOLDS;
      if (isSpent) await advance(attempt, null);
      if (error.kind !== "refused") throw error;
      // Not `refused`: no order was, and the payer can be asked once more.
      throw new BankError("unreachable", "the payer's grant came too late", { cause: error });
    }
  }

  /** Redeems an answer left by a process that did not come to it. */
  async function takeOver(attempt: Attempt, grant: Answered, oauth: BankOAuth): Promise<string> {
    const now = clock.now().getTime();
    const held = { ...grant, holds: grant.holds + 1, heldUntil: now + HOLD_MS };
    const taken = grant.heldUntil <= now ? await advance(attempt, held) : undefined;
    if (!taken) throw new BankError("unreachable", "the payer's grant is being redeemed");
    if (now - grant.answeredAt >= LONGEST_ANSWER_MS) {
      await advance(taken, null);
      throw new BankError("unreachable", "the payer's grant was left for too long");
    }
    return redeem(taken, held, oauth);
  }

  /** Renews what is about to expire, held like an answer: many servers take a used refresh token for a stolen one. */
  async function renew(
    attempt: Attempt,
    { request, tokens, heldUntil = 0 }: Granted,
    { refreshToken, oauth }: { refreshToken: string; oauth: BankOAuth },
  ): Promise<string> {
    const now = clock.now().getTime();
    const held = { stage: "granted", request, tokens, heldUntil: now + HOLD_MS } as const;
    const taken = heldUntil <= now ? await advance(attempt, held) : undefined;
    if (!taken) throw new BankError("unreachable", "the payer's grant is being renewed");
    try {
      const renewed = await oauth.renew(refreshToken, request);
      await advance(taken, { stage: "granted", request, tokens: renewed });
      return renewed.accessToken;
    } catch (error) {
      if (!(error instanceof BankError) || error.kind !== "refused") throw error;
      const { refreshToken: _spent, ...rest } = tokens;
      await advance(taken, { stage: "granted", request, tokens: rest });
      // The bank says itself what it thinks of the old one.
      return tokens.accessToken;
    }
  }

  async function current(attempt: Attempt, grant: Granted, oauth: BankOAuth): Promise<string> {
    const { accessToken, refreshToken, expiresAt } = grant.tokens;
    const isFresh = expiresAt === undefined || expiresAt > clock.now().getTime() + SHORTEST_LIFE_MS;
    if (isFresh || refreshToken === undefined) return accessToken;
    try {
      return await renew(attempt, grant, { refreshToken, oauth });
    } catch (error) {
      if (!(error instanceof BankError) || attempt.bankPaymentId === null) throw error;
      return accessToken;
    }
  }

  /**
   * What to show the bank with an order; `undefined` where nothing was granted, or what was is lost. Throws
   * {@link BankError} `unreachable` where an answer is not redeemed yet.
   */
  async function token(attempt: Attempt, { oauth }: BankConnector): Promise<string | undefined> {
    const grant = oauth && openGrant(seal, attempt);
    if (!oauth || !grant || grant.stage === "asked") return undefined;
    return grant.stage === "answered"
      ? takeOver(attempt, grant, oauth)
      : current(attempt, grant, oauth);
  }

  return { advance, redeem, token };
}
