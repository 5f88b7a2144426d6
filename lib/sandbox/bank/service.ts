import type { Behaviour, Outcome } from "#lib/banks/sandbox/behaviours.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { randomToken } from "#lib/platform/values/ids.ts";
import { automationAccount, demoAccounts, type SandboxAccount } from "./accounts.ts";
import { behaviourOf, executedAmount } from "./course.ts";
import { createDecisions, type SandboxDecision } from "./decisions.ts";
import { isApproved, type SandboxPayment, type SandboxStatus } from "./payment.ts";
import * as repository from "./repository.ts";
import { visitReturn } from "./visit.ts";

/** Amount in minor units. */
export type SandboxInitiation = Pick<
  SandboxPayment,
  | "requestId"
  | "product"
  | "endToEndId"
  | "amount"
  | "currency"
  | "creditorIban"
  | "creditorName"
  | "remittance"
  | "debtorIban"
  | "redirectUri"
  | "nokRedirectUri"
>;

const DAY_MS = 24 * 60 * 60 * 1000;

export type SandboxBank = ReturnType<typeof createSandboxBank>;

/** Payers return only to the origins of `returnUrls`. `visit` opens a return address for the payer. */
export function createSandboxBank(deps: {
  db: Database;
  clock: Clock;
  baseUrl: string;
  returnUrls: string[];
  visit?: (returnUrl: string) => Promise<void>;
}) {
  const { db, clock, visit = visitReturn } = deps;
  const returnOrigins = deps.returnUrls.map((url) => new URL(url).origin);
  const baseUrl = deps.baseUrl.replace(/\/+$/, "");

  const { take, approveFrom, withdraw, ask } = createDecisions({ db, clock });

  /** One address for approval, another for everything else. */
  const returnUrl = (payment: SandboxPayment) =>
    isApproved(payment) ? payment.redirectUri : payment.nokRedirectUri;

  async function approve(payment: SandboxPayment, account: SandboxAccount, behaviour: Behaviour) {
    const decision = await approveFrom(payment, account, behaviour);
    if (decision.changed && behaviour === "twice") await visit(returnUrl(decision.payment));
    return decision;
  }

  return {
    baseUrl,

    // Anyone can start a payment: without this check, the pages would redirect payers to any address.
    returnsTo(url: string): boolean {
      const origin = URL.parse(url)?.origin;
      return origin !== undefined && returnOrigins.includes(origin);
    },

    /** Returns the same payment for the same `requestId`; `undefined` if the order differs. */
    async initiate(input: SandboxInitiation): Promise<SandboxPayment | undefined> {
      const now = clock.now();
      const created = await repository.insert(db, {
        ...input,
        id: randomToken(16),
        approvalToken: randomToken(32),
        status: "RCVD" satisfies SandboxStatus,
        reason: null,
        behaviour: "normal" satisfies Behaviour,
        settlesAt: null,
        asked: 0,
        createdAt: now,
        updatedAt: now,
      });
      if (created) return created;
      const earlier = await repository.findByRequestId(db, input.requestId);
      return earlier && isSame(earlier, input) ? earlier : undefined;
    },

    find: (paymentId: string) => repository.find(db, paymentId),
    findByApprovalToken: (token: string) => repository.findByApprovalToken(db, token),
    approvalUrl: (payment: SandboxPayment) => `${baseUrl}/approve/${payment.approvalToken}`,

    returnUrl,

    /** With balances in minor units of `currency`. */
    accounts: (login: string, currency: string, givenIban: string | null = null) =>
      Promise.all(
        demoAccounts(login, currency, givenIban).map(async (account) => ({
          key: account.key,
          iban: account.iban,
          balance: account.opening - (await repository.spent(db, account.iban, currency)),
        })),
      ),

    /** Rejects if funds are insufficient. By default the amount selects the behaviour. */
    async approve(
      payment: SandboxPayment,
      login: string,
      accountKey: SandboxAccount["key"],
      behaviour: Behaviour = behaviourOf(payment),
    ): Promise<SandboxDecision> {
      const { currency, debtorIban } = payment;
      const offered = demoAccounts(login, currency, debtorIban);
      const account = offered.find(({ key }) => key === accountKey);
      return account ? approve(payment, account, behaviour) : { payment, changed: false };
    },

    decline: (payment: SandboxPayment) => take(payment, "decline"),
    cancel: (payment: SandboxPayment) => take(payment, "cancel"),
    withdraw,
    ask,

    /** Simulates a decision of the payer or the bank; ignores an impossible one. */
    act(payment: SandboxPayment, outcome: Outcome): Promise<SandboxDecision> {
      switch (outcome) {
        case "settle":
        case "cancel":
        case "decline":
        case "insufficient_funds":
          return take(payment, outcome);
        case "accept":
          return approveFrom(payment, accountOf(payment, "normal"), "normal", "accept");
        default: {
          const behaviour = outcome === "approve" ? behaviourOf(payment) : outcome;
          return approve(payment, accountOf(payment, behaviour), behaviour);
        }
      }
    },

    /**
     * Deletes payments, which may hold a payer's IBAN, `days` after their last change; returns how many. Cancels undecided ones
     * first, so that a payment service that was away still gets their end.
     */
    async purge(days: number): Promise<number> {
      const now = clock.now();
      const before = new Date(now.getTime() - days * DAY_MS);
      await repository.cancelUndecided(db, before, now);
      return repository.deleteDecided(db, before);
    },

    /** Newest first. */
    async ledger(paymentIds: readonly string[]) {
      const [payments, bookings] = await Promise.all([
        repository.listPayments(db, paymentIds),
        repository.listBookings(db, paymentIds),
      ]);
      return { payments, bookings };
    },
  };
}

function accountOf(payment: SandboxPayment, behaviour: Behaviour): SandboxAccount {
  return automationAccount(payment.approvalToken, executedAmount(payment, behaviour));
}

// Without the debtor, whom the payer may have changed on approval.
const COMPARED = [
  "product",
  "endToEndId",
  "amount",
  "currency",
  "creditorIban",
  "creditorName",
  "remittance",
  "redirectUri",
  "nokRedirectUri",
] as const satisfies (keyof SandboxInitiation)[];

function isSame(payment: SandboxPayment, input: SandboxInitiation): boolean {
  return COMPARED.every((field) => payment[field] === input[field]);
}
