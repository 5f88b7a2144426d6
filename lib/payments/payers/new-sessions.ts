import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { TokenService, VerifiedToken } from "#lib/merchants/tokens/service.ts";
import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { VerifiedBy } from "#lib/payments/model/verification.ts";
import { openNamedPayer } from "#lib/payments/transactions/named-payer.ts";
import type { TransactionService } from "#lib/payments/transactions/service.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { parseAppReturnUrl, unregisteredScheme } from "./app-return-url.ts";
import type { SessionDetails } from "./details.ts";
import type { Devices } from "./devices.ts";
import type { OpenedSession } from "./session.ts";
import type { Payment, Sessions } from "./sessions.ts";

export type NewSessionDeps = {
  db: Database;
  seal: Seal;
  tokens: Pick<TokenService, "verify" | "openedFirst">;
  accounts: Pick<AccountService, "appSettings">;
  transactions: Pick<
    TransactionService,
    "findByReference" | "findByCheckoutToken" | "useCheckoutToken"
  >;
  attempts: Pick<AttemptService, "settleReturn" | "noteReturn" | "consumeReturn">;
};

export type CurrentSession = (transactionId: string) => Promise<string | undefined>;

export type WebviewLink = {
  token: string;
  jwt: string;
  redirectUrl: string | undefined;
  deviceId: string | undefined;
  currentSession: CurrentSession;
};

export type Return = { state: string; currentSession: CurrentSession };

type Payer = { details: SessionDetails; verifiedBy: VerifiedBy | null };

type AppSettings = Awaited<ReturnType<AccountService["appSettings"]>>;

type Deps = NewSessionDeps & { sessions: Sessions; devices: Devices };

/** With the language that the app asked for. */
export type OpenedByLink = OpenedSession & { locale: string | null };

/**
 * For the webview's first load. A used link returns this browser's session.
 * @throws AppError `link_not_valid`, `link_used`, `return_address_refused`
 */
export async function exchange(deps: Deps, link: WebviewLink): Promise<OpenedByLink> {
  const { db, tokens, accounts, transactions, sessions } = deps;
  const found = await transactions.findByCheckoutToken(link.token);
  if (!found) throw new AppError("link_not_valid");
  const { transaction, isUsed, locale } = found;
  if (isUsed) {
    const own = await ownSession(deps, transaction, link.currentSession);
    if (!own) throw new AppError("link_used");
    return { ...opened(own.id, transaction), locale };
  }
  const token = await tokens.verify(link.jwt);
  if (!token || !isSameMerchant(token, transaction)) throw new AppError("link_not_valid");
  const settings = await accounts.appSettings(transaction.accountId);
  const appReturnUrl = readReturnUrl(link.redirectUrl, settings, transaction.mode);
  const { deviceId, currentSession } = link;
  const id = newId("psn");
  await db.transaction(async (tx) => {
    if (!(await transactions.useCheckoutToken(tx, link.token))) throw new AppError("link_used");
    const isFirst = await isFirstBrowser(deps, { tx, token, id, currentSession });
    const payer = await verifyDirect(deps, tx, token, settings, { deviceId, isFirst });
    await sessions.insert(sessions.draft({ ...payer, appReturnUrl }, transaction.id, id), tx);
  });
  return { ...opened(id, transaction), locale };
}

/**
 * For web transactions only.
 * @throws AppError `not_found`
 */
export async function open(
  deps: Deps,
  { reference, deviceId }: { reference: string; deviceId: string | undefined },
): Promise<OpenedSession> {
  const transaction = await deps.transactions.findByReference(reference);
  if (transaction?.flow !== "web") throw new AppError("not_found");
  return opened((await openWeb(deps, transaction, deviceId)).id, transaction);
}

export async function openWeb<Read extends Transaction>(
  deps: Deps,
  transaction: Read,
  deviceId: string | undefined,
): Promise<Payment<Read>> {
  const { sessions } = deps;
  const vouched = await vouchedPayer(deps, transaction);
  const payer = vouched ?? (await verifyByDevice(deps, {}, deviceId));
  const session = sessions.draft({ ...payer, appReturnUrl: null }, transaction.id);
  await sessions.insert(session);
  return { ...payer, id: session.id, transaction, appReturnUrl: null };
}

/** Polls the bank. Opens a session, once per attempt, if the payer returns in another browser. */
export async function comeBack(deps: Deps, { state, currentSession }: Return) {
  const { db, attempts, transactions } = deps;
  const settled = await attempts.settleReturn(state);
  if (!settled) return undefined;
  const { reference, flow } = settled;
  const response = (session: OpenedSession | undefined) => ({
    reference,
    flow,
    opened: session,
  });
  // The reference alone opens a web transaction.
  if (flow === "web") {
    await attempts.noteReturn(state);
    return response(undefined);
  }
  const transaction = await transactions.findByReference(reference);
  if (!transaction) return response(undefined);
  if (await ownSession(deps, transaction, currentSession)) {
    // Consumed anyway: the address remains in histories and logs.
    await attempts.noteReturn(state);
    return response(undefined);
  }
  const id = await db.transaction((tx) => copyOfFirst(deps, tx, state, transaction));
  return response(id === undefined ? undefined : opened(id, transaction));
}

/** From a whitelisted merchant's server, for the browser that opens the web order. */
export async function vouchedPayer(
  { seal, accounts }: Pick<NewSessionDeps, "seal" | "accounts">,
  transaction: Transaction,
): Promise<Payer | undefined> {
  const { email, name } = openNamedPayer(seal, transaction);
  if (email === undefined) return undefined;
  const { emailWhitelisted } = await accounts.appSettings(transaction.accountId);
  return emailWhitelisted ? { details: { email, name }, verifiedBy: "merchant" } : undefined;
}

/** Webview addresses remain in histories and logs; a finder must not pass as the payer. */
async function isFirstBrowser(
  { tokens, sessions }: Deps,
  opening: { tx: Database; token: VerifiedToken; id: string; currentSession: CurrentSession },
): Promise<boolean> {
  const { tx, token, id, currentSession } = opening;
  const firstId = await tokens.openedFirst(tx, token, id);
  if (firstId === undefined || firstId === id) return firstId === id;
  const first = await sessions.read(firstId, tx);
  return first !== undefined && (await currentSession(first.transaction.id)) === firstId;
}

async function ownSession({ sessions }: Deps, { id }: Transaction, currentSession: CurrentSession) {
  const current = await currentSession(id);
  const payment = current === undefined ? undefined : await sessions.read(current);
  return payment?.transaction.id === id ? payment : undefined;
}

async function verifyDirect(
  deps: Deps,
  tx: Database,
  { apiKey, details: tokenDetails }: VerifiedToken,
  { emailWhitelisted }: AppSettings,
  { deviceId, isFirst }: { deviceId: string | undefined; isFirst: boolean },
): Promise<Payer> {
  const { email, iban, name } = tokenDetails;
  if (!isFirst) return verifyByDevice(deps, {}, deviceId, email, tx);
  // With other keys, IBAN and name are the payee's.
  const details = apiKey.method === "sdk" ? { email, iban, name } : { email };
  if (email !== undefined && emailWhitelisted) return { details, verifiedBy: "merchant" };
  return verifyByDevice(deps, details, deviceId, email, tx);
}

/** `email`: sent by the merchant; the session may lack it. */
async function verifyByDevice(
  { devices }: Deps,
  details: SessionDetails,
  deviceId: string | undefined,
  email?: string,
  on?: Database,
): Promise<Payer> {
  if (!(await devices.vouches(deviceId, email, on))) return { details, verifiedBy: null };
  return { details: { ...details, deviceId }, verifiedBy: "device" };
}

/** Consumes `state` for a copy of the session that left for the bank. */
async function copyOfFirst(
  { attempts, sessions }: Deps,
  tx: Database,
  state: string,
  { id: transactionId }: Transaction,
): Promise<string | undefined> {
  // Locks the transaction before the attempt, as storing a bank's status does.
  await sessions.hold(transactionId, tx);
  const consumed = await attempts.consumeReturn(state, tx);
  const first = consumed?.payerSessionId && (await sessions.read(consumed.payerSessionId, tx));
  if (!first || first.transaction.id !== transactionId) return undefined;
  const session = sessions.draft(first, transactionId);
  await sessions.insert(session, tx);
  return session.id;
}

function isSameMerchant({ apiKey }: VerifiedToken, transaction: Transaction): boolean {
  return apiKey.accountId === transaction.accountId && apiKey.mode === transaction.mode;
}

/** Test mode also accepts an unlisted scheme; its pages show so. */
function readReturnUrl(
  text: string | undefined,
  { appSchemes }: AppSettings,
  mode: Mode,
): string | null {
  if (text === undefined) return null;
  const url = parseAppReturnUrl(text);
  const isRefused =
    url === undefined || (mode === "live" && unregisteredScheme(url, appSchemes) !== undefined);
  if (isRefused) throw new AppError("return_address_refused");
  return url;
}

function opened(id: string, transaction: Transaction): OpenedSession {
  const { id: transactionId, reference, flow, expiresAt } = transaction;
  return { id, transactionId, reference, flow, expiresAt };
}
