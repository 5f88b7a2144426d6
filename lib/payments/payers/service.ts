import type { AttemptService } from "#lib/payments/attempts/service.ts";
import type { Start } from "#lib/payments/attempts/start.ts";
import type { Sent } from "#lib/payments/attempts/submit.ts";
import { openNamedPayer } from "#lib/payments/transactions/named-payer.ts";
import type { Transaction, WholeTransaction } from "#lib/payments/transactions/transaction.ts";
import type { Env } from "#lib/platform/configuration/env.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { maskEmail } from "#lib/platform/values/email.ts";
import { unregisteredScheme } from "./app-return-url.ts";
import { type EnteredDetails, keepEntered } from "./bank-details.ts";
import { createDevices, type Devices } from "./devices.ts";
import { createIdentities, type Identities } from "./identities.ts";
import {
  comeBack,
  exchange,
  type NewSessionDeps,
  open,
  openWeb,
  type Return,
  vouchedPayer,
  type WebviewLink,
} from "./new-sessions.ts";
import { createPasskeys } from "./passkeys/service.ts";
import type { PayerSession } from "./session.ts";
import { createSessions, type Payment, type Sessions } from "./sessions.ts";
import {
  type CodeRequest,
  checkCode,
  pendingCode,
  sendCode,
  type VerificationDeps,
} from "./verification.ts";

type ServiceDeps = NewSessionDeps &
  VerificationDeps & {
    attempts: Pick<
      AttemptService,
      | "startOn"
      | "neededAt"
      | "findOpen"
      | "settleReturn"
      | "noteReturn"
      | "consumeReturn"
      | "endForPayer"
      | "payingSession"
    >;
    env: Pick<Env, "PAYER_VERIFICATION" | "PAYER_APP_URL">;
  };

type Deps = ServiceDeps & {
  devices: Devices;
  sessions: Sessions;
  identities: Identities;
};

/** With the device lock, which a payment at a bank requires. */
type Entered = Payment<WholeTransaction>;

type Entry = {
  transaction: WholeTransaction;
  sessionId: string | undefined;
  deviceId: string | undefined;
};

export function createPayerService(given: ServiceDeps) {
  const devices = createDevices(given);
  const sessions = createSessions({ ...given, devices });
  const identities = createIdentities({ ...given, devices });
  const deps: Deps = { ...given, devices, sessions, identities };
  return {
    needsVerification: (transaction: Transaction) => needsVerification(deps, transaction),
    exchange: (link: WebviewLink) => exchange(deps, link),
    open: (input: { reference: string; deviceId: string | undefined }) => open(deps, input),
    comeBack: (input: Return) => comeBack(deps, input),
    session: (id: string, reference: string) => readSession(deps, id, reference),
    device: (deviceId: string, sessionId?: string) => readDevice(deps, deviceId, sessionId),
    sendCode: (request: CodeRequest) => sendCode(deps, request),
    checkCode: (input: { sessionId: string; code: string }) => checkCode(deps, input),
    remember: (sessionId: string) => remember(deps, sessionId),

    /** For the web flow: a webview has none. */
    passkeys: createPasskeys({
      ...deps,
      verifiedByCode: (sessionId) => verifiedByCode(deps, sessionId),
      open: (input) => open(deps, input),
      payerAppUrl: given.env.PAYER_APP_URL,
    }),

    /** Sessions that the device verified lose their verification. */
    forget: (deviceId: string) => devices.forget(deviceId),

    enter: (entry: Entry) => enter(deps, entry),
    resume: (transaction: WholeTransaction, sessionId: string) =>
      sessions.readOf(transaction, sessionId),
    isOwnDevice: (session: Payment, deviceId: string) => isOwnDevice(deps, session, deviceId),
    start: (session: Entered, order: Order) => start(deps, session, order),

    receiptAddress: (transaction: Transaction) => receiptAddress(deps, transaction),
  };
}

async function needsVerification(deps: Deps, transaction: Transaction): Promise<boolean> {
  const settings = await deps.accounts.appSettings(transaction.accountId);
  const isOff = settings.payerVerification === "off";
  if (isOff && deps.env.PAYER_VERIFICATION === "account") return false;
  return (await vouchedPayer(deps, transaction)) === undefined;
}

async function readSession(
  deps: Deps,
  id: string,
  reference: string,
): Promise<PayerSession | undefined> {
  const payment = await find(deps, id, reference);
  if (!payment) return undefined;
  const { transaction, details, appReturnUrl, verifiedBy } = payment;
  // Anyone may open a web order, and must not see the address that the merchant sent.
  const isPublic = transaction.flow === "web" && verifiedBy === "merchant";
  return {
    id,
    transactionId: transaction.id,
    reference,
    flow: transaction.flow,
    appReturnUrl,
    unregisteredScheme: await unregisteredSchemeOf(deps, transaction, appReturnUrl),
    verifiedBy,
    email: isPublic ? null : (details.email ?? null),
    maskedEmail: isPublic ? null : (masked(await deps.identities.emailOf(payment)) ?? null),
    pendingCode: await pendingCode(deps, id),
  };
}

/** With a session, only of the payer whom this device or a code verified. */
async function readDevice(
  { devices, identities, sessions }: Deps,
  deviceId: string,
  sessionId?: string,
): Promise<{ maskedEmail: string } | undefined> {
  const email = await devices.emailOf(deviceId);
  if (email === undefined) return undefined;
  if (sessionId !== undefined) {
    const payment = await sessions.read(sessionId);
    if (!payment || !(await identities.isOn(payment, deviceId, email))) return undefined;
  }
  return { maskedEmail: maskEmail(email) };
}

/**
 * Returns the device id for the cookie.
 * @throws AppError `payer_not_verified` unless a code verified the session
 */
async function remember(deps: Deps, sessionId: string): Promise<string> {
  const { email } = await verifiedByCode(deps, sessionId);
  return deps.devices.remember(deps.db, email);
}

/**
 * Opens a missing one in the web flow.
 * @throws AppError `session_missing`
 */
async function enter(
  deps: Deps,
  { transaction, sessionId, deviceId }: Entry,
): Promise<{ session: Entered; isNew: boolean }> {
  const held =
    sessionId === undefined ? undefined : await deps.sessions.readOf(transaction, sessionId);
  if (held) return { session: held, isNew: false };
  if (transaction.flow !== "web") throw new AppError("session_missing");
  return { session: await openWeb(deps, transaction, deviceId), isNew: true };
}

async function isOwnDevice(
  { devices, identities }: Deps,
  session: Payment,
  deviceId: string,
): Promise<boolean> {
  const email = await devices.emailOf(deviceId);
  return email !== undefined && identities.isOn(session, deviceId, email);
}

/** `entered`: for a bank that needs it, as typed. */
type Order = Omit<Start, "payer"> & { entered?: EnteredDetails | undefined };

/** @throws AppError `payer_not_verified`, `payer_details_needed`, and those of `attempts.start` */
async function start(deps: Deps, session: Entered, { entered, ...order }: Order): Promise<Sent> {
  const { id, transaction, details, verifiedBy } = session;
  if (!verifiedBy && (await needsVerification(deps, transaction))) {
    throw new AppError("payer_not_verified");
  }
  const isNamed = await keepEntered(deps, session, { ...order, entered });
  const payer = { sessionId: id, hasIban: details.iban !== undefined, isNamed };
  return deps.attempts.startOn(transaction, { ...order, payer });
}

/** As the merchant sent it, else as the payer confirmed it. `undefined` if there is none, and once it is deleted. */
async function receiptAddress(
  { seal, attempts, sessions, identities }: Deps,
  transaction: Transaction,
): Promise<string | undefined> {
  const { email: sent } = openNamedPayer(seal, transaction);
  if (sent !== undefined) return sent;
  const sessionId = await attempts.payingSession(transaction.id);
  const payment = sessionId === undefined ? undefined : await sessions.read(sessionId);
  return payment && ((await identities.emailOf(payment)) ?? payment.details.email);
}

async function find(
  { sessions }: Deps,
  id: string,
  reference: string,
): Promise<Payment | undefined> {
  const payment = await sessions.read(id);
  return payment?.transaction.reference === reference ? payment : undefined;
}

/** @throws AppError `payer_not_verified` unless a code verified the session */
async function verifiedByCode({ identities, sessions }: Deps, sessionId: string) {
  const payment = await sessions.read(sessionId);
  const email = payment?.verifiedBy === "code" ? await identities.emailOf(payment) : undefined;
  if (!payment || email === undefined) throw new AppError("payer_not_verified");
  return { transaction: payment.transaction, email };
}

async function unregisteredSchemeOf(
  { accounts }: Deps,
  { accountId, mode }: Transaction,
  url: string | null,
) {
  if (url === null || mode === "live") return null;
  const { appSchemes } = await accounts.appSettings(accountId);
  return unregisteredScheme(url, appSchemes) ?? null;
}

function masked(email: string | undefined): string | undefined {
  return email && maskEmail(email);
}
