import { randomUUID } from "node:crypto";
import type { Clock } from "#lib/clock.ts";
import type { Database } from "#lib/db/client.ts";
import { randomToken } from "#lib/ids.ts";
import { automationAccount, demoAccounts, type SandboxAccount } from "./accounts.ts";
import {
  type SandboxOutcome,
  type SandboxPayment,
  type SandboxStatus,
  STEPS,
  scaStatusOf,
} from "./payment.ts";
import { createSandboxBankRepository, type SandboxBankRepository } from "./repository.ts";

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

/** What became of a wish: the payment as it then stands, and whether this call changed it. */
type SandboxDecision = { payment: SandboxPayment; changed: boolean };

export type SandboxBank = ReturnType<typeof createSandboxBank>;

/**
 * The sandbox bank: payments, the payer's decisions on them, and a ledger. `baseUrl` is where it is served; payers are
 * sent back to the origins of `returnUrls` alone.
 */
export function createSandboxBank(deps: {
  db: Database;
  clock: Clock;
  baseUrl: string;
  returnUrls: string[];
}) {
  const { db, clock } = deps;
  const returnOrigins = deps.returnUrls.map((url) => new URL(url).origin);
  const baseUrl = deps.baseUrl.replace(/\/+$/, "");
  const repository = createSandboxBankRepository(db);

  /** Takes one step if the payment still stands where the step starts; a step to ACSC books the debit with it. */
  function take(
    payment: SandboxPayment,
    outcome: SandboxOutcome,
    values: { debtorIban?: string } = {},
    guard: (tx: SandboxBankRepository) => Promise<boolean> = async () => true,
  ): Promise<SandboxDecision> {
    const now = clock.now();
    return db.transaction(async (tx) => {
      const bank = createSandboxBankRepository(tx);
      const done = (await guard(bank)) ? outcome : "insufficient_funds";
      const { from, to } = STEPS[done];
      const changed = await bank.advance(payment.id, from, {
        ...values,
        status: to,
        updatedAt: now,
        ...(to === "RJCT" ? { reason: done } : {}),
      });
      if (changed && to === "ACSC") await book(bank, changed);
      return {
        payment: changed ?? (await bank.find(payment.id)) ?? payment,
        changed: changed !== undefined,
      };
    });
  }

  async function book(bank: SandboxBankRepository, payment: SandboxPayment): Promise<void> {
    if (!payment.debtorIban) throw new Error(`sandbox payment ${payment.id} has no debtor`);
    await bank.book({
      id: randomUUID(),
      paymentId: payment.id,
      debtorIban: payment.debtorIban,
      creditorIban: payment.creditorIban,
      amount: payment.amount,
      currency: payment.currency,
      bookedAt: clock.now(),
    });
  }

  /** Approves from `account`, or rejects for want of funds; payments from one account are checked one by one. */
  function approveFrom(
    payment: SandboxPayment,
    account: SandboxAccount,
    outcome: "approve" | "accept",
  ): Promise<SandboxDecision> {
    return take(payment, outcome, { debtorIban: account.iban }, async (bank) => {
      await bank.lockAccount(account.iban);
      const spent = await bank.spent(account.iban, payment.currency);
      return account.opening - spent >= payment.amount;
    });
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

    /** Where the payer's browser goes once the payment is decided: one address for approval, one for all else. */
    returnUrl: (payment: SandboxPayment) =>
      scaStatusOf(payment) === "finalised" ? payment.redirectUri : payment.nokRedirectUri,

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

    /** The payer approves from one of the accounts `login` may pay from: settled at once, or rejected for want of funds. */
    async approve(
      payment: SandboxPayment,
      login: string,
      accountKey: SandboxAccount["key"],
    ): Promise<SandboxDecision> {
      const { currency, debtorIban } = payment;
      const offered = demoAccounts(login, currency, debtorIban);
      const account = offered.find(({ key }) => key === accountKey);
      return account ? approveFrom(payment, account, "approve") : { payment, changed: false };
    },

    decline: (payment: SandboxPayment) => take(payment, "decline"),
    cancel: (payment: SandboxPayment) => take(payment, "cancel"),

    /** Makes `outcome` happen as if the payer, or the bank, had done it; nothing changes where it can't follow. */
    act(payment: SandboxPayment, outcome: SandboxOutcome): Promise<SandboxDecision> {
      if (outcome !== "approve" && outcome !== "accept") return take(payment, outcome);
      const account = automationAccount(payment.approvalToken, payment.amount);
      return approveFrom(payment, account, outcome);
    },

    /** Forgets finished payments, which may name a payer's own IBAN, `days` after their end; answers how many. */
    purge: (days: number): Promise<number> =>
      repository.deleteFinished(new Date(clock.now().getTime() - days * 24 * 60 * 60 * 1000)),

    /** The latest payments and bookings, newest first, for a developer to look at. */
    async latest(limit = 50) {
      const [payments, bookings] = await Promise.all([
        repository.latestPayments(limit),
        repository.latestBookings(limit),
      ]);
      return { payments, bookings };
    },
  };
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
