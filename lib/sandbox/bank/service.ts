import type { Behaviour, Outcome } from "#lib/banks/sandbox/behaviours.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { demoAccounts, type SandboxAccount } from "./accounts.ts";
import { act, approve, returnUrlOf } from "./approval.ts";
import { ask, take, withdraw } from "./decisions.ts";
import { initiate, type SandboxInitiation } from "./initiate.ts";
import { type OutgoingDocument, writeDocument } from "./outgoing-documents.ts";
import { listOrders, takeFile } from "./outgoing-file.ts";
import type { SandboxPayment } from "./payment.ts";
import * as repository from "./repository.ts";
import { visitReturn } from "./visit.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export type SandboxBank = ReturnType<typeof createSandboxBank>;

type Deps = {
  db: Database;
  clock: Clock;
  baseUrl: string;
  returnUrls: string[];
  visit?: (returnUrl: string) => Promise<void>;
};

/** Payers return only to origins of `returnUrls`. `visit` opens a return address. */
export function createSandboxBank({ db, clock, returnUrls, visit = visitReturn, ...given }: Deps) {
  const returnOrigins = returnUrls.map((url) => new URL(url).origin);
  const baseUrl = given.baseUrl.replace(/\/+$/, "");
  const deps = { db, clock, visit };
  return {
    baseUrl,

    // Without this check, anyone could make the pages redirect payers anywhere.
    returnsTo(url: string): boolean {
      const origin = URL.parse(url)?.origin;
      return origin !== undefined && returnOrigins.includes(origin);
    },

    initiate: (input: SandboxInitiation) => initiate(deps, input),
    find: (paymentId: string) => repository.find(db, paymentId),
    findByApprovalToken: (token: string) => repository.findByApprovalToken(db, token),
    approvalUrl: (payment: SandboxPayment) => `${baseUrl}/approve/${payment.approvalToken}`,
    returnUrl: returnUrlOf,
    accounts: (login: string, currency: string, givenIban: string | null = null) =>
      listAccounts(db, login, currency, givenIban),

    approve: (
      payment: SandboxPayment,
      login: string,
      accountKey: SandboxAccount["key"],
      behaviour?: Behaviour,
    ) => approve(deps, payment, { login, accountKey, behaviour }),
    decline: (payment: SandboxPayment) => take(deps, payment, "decline"),
    cancel: (payment: SandboxPayment) => take(deps, payment, "cancel"),
    withdraw: (payment: SandboxPayment) => withdraw(deps, payment),
    ask: (payment: SandboxPayment) => ask(deps, payment),
    act: (payment: SandboxPayment, outcome: Outcome) => act(deps, payment, outcome),

    /** Of a merchant: it pays refunds. */
    takeFile: (text: string) => takeFile(deps, text),
    orders: (token: string) => listOrders(deps, token),
    writeDocument: (kind: OutgoingDocument, payments: SandboxPayment[]) =>
      writeDocument(kind, payments, clock.now()),

    purge: (days: number) => purge(db, clock, days),
    ledger: (paymentIds: readonly string[]) => readLedger(db, paymentIds),
  };
}

/** With balances in minor units of `currency`. */
function listAccounts(db: Database, login: string, currency: string, givenIban: string | null) {
  return Promise.all(
    demoAccounts(login, currency, givenIban).map(async (account) => ({
      key: account.key,
      iban: account.iban,
      balance: account.opening - (await repository.spent(db, account.iban, currency)),
    })),
  );
}

/** `days` after their last change, and expired tokens; returns how many. Cancels undecided ones first, so that a payment service still gets their end. */
async function purge(db: Database, clock: Clock, days: number): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - days * DAY_MS);
  await repository.cancelUndecided(db, before, now);
  const tokens = await repository.deleteGrants(db, now);
  return tokens + (await repository.deleteDecided(db, before));
}

async function readLedger(db: Database, paymentIds: readonly string[]) {
  const [payments, bookings] = await Promise.all([
    repository.listPayments(db, paymentIds),
    repository.listBookings(db, paymentIds),
  ]);
  return { payments, bookings };
}
