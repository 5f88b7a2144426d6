import type { AccountService } from "#lib/accounts/service.ts";
import type { AuthorisationService } from "#lib/authorisations/service.ts";
import type { Database } from "#lib/db/client.ts";
import { AppError } from "#lib/errors.ts";
import type { TokenService, VerifiedToken } from "#lib/tokens/service.ts";
import type { TransactionService } from "#lib/transactions/service.ts";
import type { Transaction } from "#lib/transactions/transaction.ts";
import { parseAppReturnUrl } from "./app-return-url.ts";
import type { SessionDetails } from "./details.ts";
import type { Devices } from "./devices.ts";
import type { OpenedSession, VerifiedBy } from "./session.ts";
import type { Sessions } from "./sessions.ts";

export type OpeningDeps = {
  db: Database;
  tokens: Pick<TokenService, "verify">;
  accounts: Pick<AccountService, "appSettings">;
  transactions: Pick<
    TransactionService,
    "findByReference" | "findByCheckoutToken" | "useCheckoutToken"
  >;
  authorisations: Pick<AuthorisationService, "settleReturn" | "claimReturn">;
};

/** Reads the id of the session a browser has for a transaction, from its cookie. */
export type CurrentSession = (transactionId: string) => Promise<string | undefined>;

/** What the address of a webview holds, and the browser that opens it. */
export type WebviewLink = {
  token: string;
  jwt: string;
  redirectUrl: string | undefined;
  deviceId: string | undefined;
  currentSession: CurrentSession;
};

type AppSettings = Awaited<ReturnType<AccountService["appSettings"]>>;

/** The three ways a browser gets a session: a webview's link, the page of a web transaction, a return from a bank. */
export function createOpenings(deps: OpeningDeps & { sessions: Sessions; devices: Devices }) {
  const { db, tokens, accounts, transactions, authorisations, sessions, devices } = deps;

  /** The session this browser has for the transaction. */
  async function ownSession({ id }: Transaction, currentSession: CurrentSession) {
    const current = await currentSession(id);
    const payment = current === undefined ? undefined : await sessions.read(current);
    return payment?.transaction.id === id ? payment : undefined;
  }

  async function verifyByDevice(
    details: SessionDetails,
    deviceId: string | undefined,
  ): Promise<{ details: SessionDetails; verifiedBy: VerifiedBy | null }> {
    if (!(await devices.vouches(deviceId, details.email))) return { details, verifiedBy: null };
    return { details: { ...details, deviceId }, verifiedBy: "device" };
  }

  async function verifyDirect(
    { apiKey, details: told }: VerifiedToken,
    { emailWhitelisted }: AppSettings,
    deviceId: string | undefined,
  ): Promise<{ details: SessionDetails; verifiedBy: VerifiedBy | null }> {
    const { email, iban, name } = told;
    // With keys of the other methods IBAN and name are the payee's.
    const details = apiKey.method === "sdk" ? { email, iban, name } : { email };
    if (email !== undefined && emailWhitelisted) return { details, verifiedBy: "merchant" };
    return verifyByDevice(details, deviceId);
  }

  return {
    async exchange(link: WebviewLink): Promise<OpenedSession> {
      const found = await transactions.findByCheckoutToken(link.token);
      if (!found) throw new AppError("link_not_valid");
      const { transaction, isUsed } = found;
      if (isUsed) {
        const own = await ownSession(transaction, link.currentSession);
        if (!own) throw new AppError("link_used");
        return opened(own.id, transaction);
      }
      const token = await tokens.verify(link.jwt);
      if (!token || !isSameMerchant(token, transaction)) throw new AppError("link_not_valid");
      const settings = await accounts.appSettings(transaction.accountId);
      const appReturnUrl = readReturnUrl(link.redirectUrl, settings);
      const payer = await verifyDirect(token, settings, link.deviceId);
      const session = sessions.draft({ ...payer, appReturnUrl }, transaction.id);
      await db.transaction(async (tx) => {
        if (!(await transactions.useCheckoutToken(tx, link.token))) throw new AppError("link_used");
        await sessions.insert(session, tx);
      });
      return opened(session.id, transaction);
    },

    async open(input: { reference: string; deviceId: string | undefined }): Promise<OpenedSession> {
      const transaction = await transactions.findByReference(input.reference);
      if (transaction?.flow !== "web") throw new AppError("not_found");
      const payer = await verifyByDevice({}, input.deviceId);
      const session = sessions.draft({ ...payer, appReturnUrl: null }, transaction.id);
      await sessions.insert(session);
      return opened(session.id, transaction);
    },

    async comeBack({ state, currentSession }: { state: string; currentSession: CurrentSession }) {
      const settled = await authorisations.settleReturn(state);
      if (!settled) return undefined;
      const { reference, flow } = settled;
      const answer = (session: OpenedSession | undefined) => ({ reference, flow, opened: session });
      // Whoever holds the reference of a web transaction may go on with it anyway.
      if (flow === "web") return answer(undefined);
      const transaction = await transactions.findByReference(reference);
      if (!transaction || (await ownSession(transaction, currentSession))) return answer(undefined);
      const claimed = await authorisations.claimReturn(state);
      const first = claimed?.payerSessionId && (await sessions.read(claimed.payerSessionId));
      if (!first || first.transaction.id !== transaction.id) return answer(undefined);
      const session = sessions.draft(first, transaction.id);
      await sessions.insert(session);
      return answer(opened(session.id, transaction));
    },
  };
}

function isSameMerchant({ apiKey }: VerifiedToken, transaction: Transaction): boolean {
  return apiKey.accountId === transaction.accountId && apiKey.mode === transaction.mode;
}

function readReturnUrl(text: string | undefined, { appSchemes }: AppSettings): string | null {
  if (text === undefined) return null;
  const address = parseAppReturnUrl(text, appSchemes);
  if (address === undefined) throw new AppError("return_address_refused");
  return address;
}

function opened(id: string, transaction: Transaction): OpenedSession {
  const { id: transactionId, reference, flow, expiresAt } = transaction;
  return { id, transactionId, reference, flow, expiresAt };
}
