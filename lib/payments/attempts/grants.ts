import type { BankConnector, BankOAuth, GrantRequest } from "#lib/banks/connector.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/client.ts";
import type { Attempt } from "./attempt.ts";
import { openGrant, sealGrant } from "./grant.ts";
import { createGrantBypass } from "./grant-bypass.ts";
import { isSameState, newGrantState } from "./grant-state.ts";
import { createGrantTokens, HOLD_MS } from "./grant-tokens.ts";
import { createAttemptRepository } from "./repository.ts";

type Deps = { db: Database; clock: Clock; seal: Seal };

export type Grants = ReturnType<typeof createGrants>;

/**
 * The payers' permissions at banks that ask for OAuth2. Each step is stored before the next is taken, so that a process
 * that dies leaves something for another to go on with.
 */
export function createGrants({ db, clock, seal }: Deps) {
  const repository = createAttemptRepository(db);
  const tokens = createGrantTokens({ db, clock, seal });

  return {
    /**
     * Where the payer has to grant access before the order may be sent, or `undefined` where nothing stands before it.
     * Throws {@link BankError}.
     */
    async askFirst(attempt: Attempt, { oauth }: BankConnector): Promise<string | undefined> {
      if (!oauth?.isBeforeOrder || attempt.sealedGrant !== null) return undefined;
      const { approvalUrl, request } = await oauth.ask(newGrantState(seal, attempt.id));
      const stored = await tokens.advance(attempt, { stage: "asked", request }, { approvalUrl });
      return (stored ?? (await repository.find(attempt.id)))?.approvalUrl ?? undefined;
    },

    /** What a payment is told for the case that the payer approves it at the OAuth2 server. */
    newState: (attemptId: string): string => newGrantState(seal, attemptId),

    /** What is kept of a payment the payer approves at the OAuth2 server. */
    sealRequest: (attemptId: string, request: GrantRequest): string =>
      sealGrant(seal, attemptId, { stage: "asked", request }),

    token: tokens.token,
    about: createGrantBypass({ seal, token: tokens.token }),

    /**
     * Takes what the payer came back with: stored, then redeemed. Answers whether the payer or the server refused;
     * `undefined` where the try waits for no answer, any more or yet. Throws {@link BankError}.
     */
    async receive(
      attempt: Attempt,
      oauth: BankOAuth,
      query: URLSearchParams,
    ): Promise<"granted" | "cancelled" | "bank_unavailable" | undefined> {
      const grant = openGrant(seal, attempt);
      if (grant?.stage !== "asked") return undefined;
      const { request } = grant;
      // One that an earlier asking was to come back with.
      if (!isSameState(query.get("state") ?? "", request.state)) return undefined;
      const answer = oauth.readAnswer(query, request);
      // Only this one is the payer's own (RFC 6749, 4.1.2.1); all others are between the bank and us.
      if ("refusal" in answer) {
        return answer.refusal === "access_denied" ? "cancelled" : "bank_unavailable";
      }
      const answeredAt = clock.now().getTime();
      const heldUntil = answeredAt + HOLD_MS;
      const { parameters } = answer;
      const times = { answeredAt, holds: 1, heldUntil };
      const held = { stage: "answered", request, parameters, ...times } as const;
      const taken = await tokens.advance(attempt, held, {
        // The address before the order has done its work; the next one is the payment's own.
        ...(attempt.bankPaymentId === null && { approvalUrl: null }),
        nextPollAt: new Date(heldUntil),
      });
      if (!taken) return undefined;
      await tokens.redeem(taken, held, oauth);
      return "granted";
    },
  };
}
