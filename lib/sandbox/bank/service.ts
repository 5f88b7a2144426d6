import type { Behaviour, Outcome } from "#lib/banks/behaviours.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { randomToken } from "#lib/platform/ids.ts";
import { automationAccount, demoAccounts, type SandboxAccount } from "./accounts.ts";
import { behaviourOf, executedAmount } from "./course.ts";
import { createDecisions, type SandboxDecision } from "./decisions.ts";
import { isApproved, type SandboxPayment, type SandboxStatus } from "./payment.ts";
import { createSandboxBankRepository } from "./repository.ts";
import { visitReturn } from "./visit.ts";

/** What a payment service asks the sandbox bank to pay. Amount in minor units. */
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

/**
 * The sandbox bank: payments, the payer's decisions on them, and a ledger. `baseUrl` is where it is served; payers are
 * sent back to the origins of `returnUrls` alone. `visit` opens a return address in the payer's place.
 */
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
  const repository = createSandboxBankRepository(db);

  const { take, approveFrom, withdraw, ask } = createDecisions({ db, clock });

  /** Where the payer's browser goes once the payment is decided: one address for approval, one for all else. */
  const returnUrl = (payment: SandboxPayment) =>
    isApproved(payment) ? payment.redirectUri : payment.nokRedirectUri;

  async function approve(payment: SandboxPayment, account: SandboxAccount, behaviour: Behaviour) {
    const decision = await approveFrom(payment, account, behaviour);
    if (decision.changed && behaviour === "twice") await visit(returnUrl(decision.payment));
    return decision;
  }

  return {
    baseUrl,

    // Anyone may start a payment here: with any other address these pages would lead payers wherever a stranger likes.
    /** Tells whether the payer may be sent to `url` after the decision. */
    returnsTo(url: string): boolean {
      const origin = URL.parse(url)?.origin;
      return origin !== undefined && returnOrigins.includes(origin);
    },

    /** Stores a payment. The same `requestId` answers the same payment; `undefined` if it now asks for another. */
    async initiate(input: SandboxInitiation): Promise<SandboxPayment | undefined> {
      const now = clock.now();
      const created = await repository.insert({
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
      const earlier = await repository.findByRequestId(input.requestId);
      return earlier && isSame(earlier, input) ? earlier : undefined;
    },

    find: (paymentId: string) => repository.find(paymentId),
    findByApprovalToken: (token: string) => repository.findByApprovalToken(token),
    approvalUrl: (payment: SandboxPayment) => `${baseUrl}/approve/${payment.approvalToken}`,

    returnUrl,

    /**
     * The accounts a login may pay from with what is left on them, in minor units of `currency`: the demo accounts, behind
     * the one the payment service told of.
     */
    accounts: (login: string, currency: string, toldIban: string | null = null) =>
      Promise.all(
        demoAccounts(login, currency, toldIban).map(async (account) => ({
          key: account.key,
          iban: account.iban,
          balance: account.opening - (await repository.spent(account.iban, currency)),
        })),
      ),

    /**
     * The payer approves from one of the accounts `login` may pay from, and the bank behaves as told, or as the amount picks;
     * rejected for want of funds.
     */
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

    /** Makes `outcome` happen as if the payer, or the bank, had done it; nothing changes where it can't follow. */
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
     * Deletes payments, which may name a payer's own IBAN, `days` after they last changed, whatever their status; returns
     * how many. One that nobody has decided on is cancelled first, so that a payment service that was away still learns
     * its end.
     */
    async purge(days: number): Promise<number> {
      const now = clock.now();
      const before = new Date(now.getTime() - days * DAY_MS);
      await repository.cancelUndecided(before, now);
      return repository.deleteDecided(before);
    },

    /** The payments of these ids and their bookings, newest first. */
    async ledger(paymentIds: readonly string[]) {
      const [payments, bookings] = await Promise.all([
        repository.listPayments(paymentIds),
        repository.listBookings(paymentIds),
      ]);
      return { payments, bookings };
    },
  };
}

/** An account that holds what is about to be debited. */
function accountOf(payment: SandboxPayment, behaviour: Behaviour): SandboxAccount {
  return automationAccount(payment.approvalToken, executedAmount(payment, behaviour));
}

// The debtor is left out: the payer may have changed it on approval.
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
