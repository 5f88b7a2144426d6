import { type BankConnector, BankError, type BankOAuth } from "#lib/banks/connector.ts";
import type { Attempt } from "#lib/payments/attempts/attempt.ts";
import type { AttemptDeps } from "#lib/payments/attempts/bank.ts";
import * as repository from "#lib/payments/attempts/repository.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { type Grant, isSameState, newGrantState, openGrant, sealGrant } from "./grant.ts";

// Each step is stored first, so that another process can continue.

type Deps = Pick<AttemptDeps, "db" | "clock" | "seal">;
type Answered = Extract<Grant, { stage: "answered" }>;
type Granted = Extract<Grant, { stage: "granted" }>;

/** Longer than a bank call. A code works once: one process redeems it. */
const HOLD_MS = 30_000;

// An unclear redemption may have used the code (RFC 6749, 4.1.2). Once it is dropped, the payer can grant again.
const MOST_HOLDS = 2;
const LONGEST_ANSWER_MS = 10 * 60_000;

// Renewed before it could expire in transit.
const SHORTEST_LIFE_MS = 30_000;

/** @throws BankError */
export async function askFirst(
  deps: Deps,
  attempt: Attempt,
  { oauth }: BankConnector,
): Promise<string | undefined> {
  if (!oauth?.isBeforeOrder || attempt.sealedGrant !== null) return undefined;
  const { approvalUrl, request } = await oauth.ask(newGrantState(deps.seal, attempt.id));
  const stored = await advance(deps, attempt, { stage: "asked", request }, { approvalUrl });
  return (stored ?? (await repository.find(deps.db, attempt.id)))?.approvalUrl ?? undefined;
}

/**
 * `cancelled`, `bank_unavailable`: the payer or the server refused. `undefined`: no response is expected.
 * @throws BankError
 */
export async function receiveGrant(
  deps: Deps,
  attempt: Attempt,
  oauth: BankOAuth,
  query: URLSearchParams,
): Promise<"granted" | "cancelled" | "bank_unavailable" | undefined> {
  const grant = openGrant(deps.seal, attempt);
  if (grant?.stage !== "asked") return undefined;
  const { request } = grant;
  if (!isSameState(query.get("state") ?? "", request.state)) return undefined;
  const response = oauth.readResponse(query, request);
  // Only this error is the payer's (RFC 6749, 4.1.2.1).
  if ("refusal" in response) {
    return response.refusal === "access_denied" ? "cancelled" : "bank_unavailable";
  }
  const answeredAt = deps.clock.now().getTime();
  const heldUntil = answeredAt + HOLD_MS;
  const { parameters } = response;
  const times = { answeredAt, holds: 1, heldUntil };
  const held = { stage: "answered", request, parameters, ...times } as const;
  const taken = await advance(deps, attempt, held, {
    // The grant's address is used up; the next one is the payment's.
    ...(attempt.bankPaymentId === null && { approvalUrl: null }),
    nextPollAt: new Date(heldUntil),
  });
  if (!taken) return undefined;
  await redeem(deps, taken, held, oauth);
  return "granted";
}

/**
 * `undefined` without a grant.
 * @throws BankError `unreachable` if it is not redeemed yet
 */
export async function accessTokenFor(
  deps: Deps,
  attempt: Attempt,
  { oauth }: BankConnector,
): Promise<string | undefined> {
  const grant = oauth && openGrant(deps.seal, attempt);
  if (!oauth || !grant || grant.stage === "asked") return undefined;
  return grant.stage === "answered"
    ? takeOver(deps, attempt, grant, oauth)
    : freshToken(deps, attempt, grant, oauth);
}

/** Without the token if the bank rejects it. */
export async function askAbout<T>(
  deps: Deps,
  attempt: Attempt,
  connector: BankConnector,
  ask: (accessToken: string | undefined) => Promise<T>,
): Promise<T> {
  const accessToken = await tokenIfAny(deps, attempt, connector);
  try {
    return await ask(accessToken);
  } catch (error) {
    const isDenied = error instanceof BankError && error.code?.startsWith("TOKEN_") === true;
    if (accessToken === undefined || !isDenied) throw error;
    return ask(undefined);
  }
}

async function tokenIfAny(deps: Deps, attempt: Attempt, connector: BankConnector) {
  try {
    return await accessTokenFor(deps, attempt, connector);
  } catch (error) {
    if (error instanceof BankError || !isReadable(deps.seal, attempt)) return undefined;
    throw error;
  }
}

// `false`: sealed with a retired secret.
function isReadable(seal: Seal, attempt: Attempt): boolean {
  try {
    openGrant(seal, attempt);
    return true;
  } catch {
    return false;
  }
}

function advance(
  { db, clock, seal }: Deps,
  attempt: Attempt,
  grant: Grant | null,
  more: Partial<Pick<Attempt, "approvalUrl" | "nextPollAt">> = {},
): Promise<Attempt | undefined> {
  const sealedGrant = grant && sealGrant(seal, attempt.id, grant);
  return repository.replaceGrant(db, attempt, { ...more, sealedGrant, updatedAt: clock.now() });
}

async function redeem(
  deps: Deps,
  attempt: Attempt,
  { request, parameters, holds }: Answered,
  oauth: BankOAuth,
): Promise<string> {
  try {
    const tokens = await oauth.redeem(parameters, request);
    await advance(deps, attempt, { stage: "granted", request, tokens });
    return tokens.accessToken;
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    const isSpent = error.kind === "refused" || holds >= MOST_HOLDS;
    if (isSpent) await advance(deps, attempt, null);
    if (error.kind !== "refused") throw error;
    // Not `refused`, because the payer can grant again.
    throw new BankError("unreachable", "the payer's grant came too late", { cause: error });
  }
}

async function takeOver(
  deps: Deps,
  attempt: Attempt,
  grant: Answered,
  oauth: BankOAuth,
): Promise<string> {
  const now = deps.clock.now().getTime();
  const held = { ...grant, holds: grant.holds + 1, heldUntil: now + HOLD_MS };
  const taken = grant.heldUntil <= now ? await advance(deps, attempt, held) : undefined;
  if (!taken) throw new BankError("unreachable", "the payer's grant is being redeemed");
  if (now - grant.answeredAt >= LONGEST_ANSWER_MS) {
    await advance(deps, taken, null);
    throw new BankError("unreachable", "the payer's grant was left for too long");
  }
  return redeem(deps, taken, held, oauth);
}

/** Many servers treat a reused refresh token as stolen. */
async function renew(
  deps: Deps,
  attempt: Attempt,
  { request, tokens, heldUntil = 0 }: Granted,
  { refreshToken, oauth }: { refreshToken: string; oauth: BankOAuth },
): Promise<string> {
  const now = deps.clock.now().getTime();
  const held = { stage: "granted", request, tokens, heldUntil: now + HOLD_MS } as const;
  const taken = heldUntil <= now ? await advance(deps, attempt, held) : undefined;
  if (!taken) throw new BankError("unreachable", "the payer's grant is being renewed");
  try {
    const renewed = await oauth.renew(refreshToken, request);
    await advance(deps, taken, { stage: "granted", request, tokens: renewed });
    return renewed.accessToken;
  } catch (error) {
    if (!(error instanceof BankError) || error.kind !== "refused") throw error;
    const { refreshToken: _spent, ...rest } = tokens;
    await advance(deps, taken, { stage: "granted", request, tokens: rest });
    // The bank decides whether the old token still works.
    return tokens.accessToken;
  }
}

async function freshToken(
  deps: Deps,
  attempt: Attempt,
  grant: Granted,
  oauth: BankOAuth,
): Promise<string> {
  const { accessToken, refreshToken, expiresAt } = grant.tokens;
  const soon = deps.clock.now().getTime() + SHORTEST_LIFE_MS;
  if (expiresAt === undefined || expiresAt > soon || refreshToken === undefined) return accessToken;
  try {
    return await renew(deps, attempt, grant, { refreshToken, oauth });
  } catch (error) {
    if (!(error instanceof BankError) || attempt.bankPaymentId === null) throw error;
    return accessToken;
  }
}
