import {
  type BankConnector,
  BankError,
  type BankOAuth,
  type BankTokens,
  type GrantRequest,
} from "#lib/banks/connector.ts";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import type { Seal } from "#lib/seal.ts";
import type { Authorisation } from "./authorisation.ts";
import { type Grant, openGrant, sealGrant } from "./grant.ts";
import { createAuthorisationRepository } from "./repository.ts";

type Deps = { db: Database; clock: Clock; seal: Seal };

// Longer than a bank is waited for: while one process redeems an answer no other may, since its code works only once.
const HOLD_MS = 30_000;
// A token is renewed before it could expire on its way.
const SHORTEST_LIFE_MS = 30_000;

export type Grants = ReturnType<typeof createGrants>;

/**
 * The payers' permissions at banks that ask for OAuth2. Each step is stored before the next is taken, so that a process
 * that dies leaves something for another to go on with.
 */
export function createGrants({ db, clock, seal }: Deps) {
  const repository = createAuthorisationRepository(db);

  /** Stores the next stage, unless the grant has moved on since `authorisation` was read. */
  function advance(
    authorisation: Authorisation,
    grant: Grant | null,
    more: Partial<Pick<Authorisation, "approvalUrl" | "nextPollAt">> = {},
  ): Promise<Authorisation | undefined> {
    const sealedGrant = grant && sealGrant(seal, authorisation.id, grant);
    return repository.replaceGrant(authorisation, { ...more, sealedGrant, updatedAt: clock.now() });
  }

  /** Redeems an answer this process holds. One that is refused is dropped: it will never be good again. */
  async function redeem(
    authorisation: Authorisation,
    { request, parameters }: Extract<Grant, { stage: "answered" }>,
    oauth: BankOAuth,
  ): Promise<string> {
    try {
      const tokens = await oauth.redeem(parameters, authorisation.state, request);
      await advance(authorisation, { stage: "granted", request, tokens });
      return tokens.accessToken;
    } catch (error) {
      if (!(error instanceof BankError) || error.kind !== "refused") throw error;
      await advance(authorisation, null);
      // Not `refused`: no order was, and the payer can be asked once more.
      throw new BankError("unreachable", "the payer's grant came too late", { cause: error });
    }
  }

  /** Redeems an answer left by a process that did not come to it. */
  async function takeOver(
    authorisation: Authorisation,
    grant: Extract<Grant, { stage: "answered" }>,
    oauth: BankOAuth,
  ): Promise<string> {
    const now = clock.now().getTime();
    const held = { ...grant, heldUntil: now + HOLD_MS };
    const taken = grant.heldUntil <= now ? await advance(authorisation, held) : undefined;
    if (!taken) throw new BankError("unreachable", "the payer's grant is being redeemed");
    return redeem(taken, held, oauth);
  }

  async function current(
    authorisation: Authorisation,
    { request, tokens }: { request: GrantRequest; tokens: BankTokens },
    oauth: BankOAuth,
  ): Promise<string> {
    const { accessToken, refreshToken, expiresAt } = tokens;
    const isFresh = expiresAt === undefined || expiresAt > clock.now().getTime() + SHORTEST_LIFE_MS;
    if (isFresh || refreshToken === undefined) return accessToken;
    try {
      const renewed = await oauth.renew(refreshToken, request);
      await advance(authorisation, { stage: "granted", request, tokens: renewed });
      return renewed.accessToken;
    } catch (error) {
      if (!(error instanceof BankError) || error.kind !== "refused") throw error;
      // The bank says itself what it thinks of the old one.
      return accessToken;
    }
  }

  return {
    /**
     * Where the payer has to grant access before the order may be sent, or `undefined` where nothing stands before it.
     * Throws {@link BankError}.
     */
    async askFirst(
      authorisation: Authorisation,
      { oauth }: BankConnector,
    ): Promise<string | undefined> {
      if (!oauth?.isBeforeOrder || authorisation.sealedGrant !== null) return undefined;
      const { approvalUrl, request } = await oauth.ask(authorisation.state);
      const stored = await advance(authorisation, { stage: "asked", request }, { approvalUrl });
      return (stored ?? (await repository.find(authorisation.id)))?.approvalUrl ?? undefined;
    },

    /** What is kept of a payment the payer approves at the OAuth2 server. */
    sealRequest: (authorisationId: string, request: GrantRequest): string =>
      sealGrant(seal, authorisationId, { stage: "asked", request }),

    /**
     * What to show the bank for a try; `undefined` where nothing was granted, or what was is lost. Throws
     * {@link BankError} `unreachable` where an answer is not redeemed yet.
     */
    async token(
      authorisation: Authorisation,
      { oauth }: BankConnector,
    ): Promise<string | undefined> {
      const grant = oauth && openGrant(seal, authorisation);
      if (!oauth || !grant || grant.stage === "asked") return undefined;
      return grant.stage === "answered"
        ? takeOver(authorisation, grant, oauth)
        : current(authorisation, grant, oauth);
    },

    /**
     * Takes what the payer came back with: stored, then redeemed. Answers whether the payer or the server refused;
     * `undefined` where the try waits for no answer, any more or yet. Throws {@link BankError}.
     */
    async receive(
      authorisation: Authorisation,
      oauth: BankOAuth,
      query: URLSearchParams,
    ): Promise<"granted" | "cancelled" | "bank_unavailable" | undefined> {
      const grant = openGrant(seal, authorisation);
      if (grant?.stage !== "asked") return undefined;
      const { request } = grant;
      const answer = oauth.readAnswer(query, authorisation.state, request);
      // Only this one is the payer's own (RFC 6749, 4.1.2.1); all others are between the bank and us.
      if ("refusal" in answer) {
        return answer.refusal === "access_denied" ? "cancelled" : "bank_unavailable";
      }
      const heldUntil = clock.now().getTime() + HOLD_MS;
      const { parameters } = answer;
      const held = { stage: "answered", request, parameters, heldUntil } as const;
      const taken = await advance(authorisation, held, {
        // The address before the order has done its work; the next one is the payment's own.
        ...(authorisation.bankPaymentId === null && { approvalUrl: null }),
        nextPollAt: new Date(heldUntil),
      });
      if (!taken) return undefined;
      await redeem(taken, held, oauth);
      return "granted";
    },
  };
}
