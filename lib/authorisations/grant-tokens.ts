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

/**
 * How long an answer is held, longer than a bank is waited for: while one process redeems it no other may, since its code
 * works only once.
 */
export const HOLD_MS = 30_000;

// A token is renewed before it could expire on its way.
const SHORTEST_LIFE_MS = 30_000;

/** Stores what grants come to, and gets the tokens for them. */
export function createGrantTokens({ db, clock, seal }: Deps) {
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
      const tokens = await oauth.redeem(parameters, request);
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
    advance,
    redeem,

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
  };
}
