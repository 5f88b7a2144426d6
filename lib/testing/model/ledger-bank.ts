import type { BankDirectory } from "#lib/banks/connector.ts";
import {
  type BankConnector,
  BankError,
  type PaymentHandle,
  type PaymentOrder,
  type PaymentReport,
  type PaymentState,
} from "#lib/banks/connector.ts";
import type { Crash } from "./crash.ts";

/** `debited`: in minor units, once executed. */
export type LedgerPayment = {
  id: string;
  order: PaymentOrder;
  state: PaymentState;
  debited: number | undefined;
};

/** Before the bank acts, after it acts, or with an unreadable response. */
export const BANK_FAULTS = ["unreachable", "answer_lost", "malformed"] as const;
export type BankFault = (typeof BANK_FAULTS)[number];

/** `overcharge` executes another amount than ordered. */
export const BANK_MOVES = ["accept", "execute", "decline", "cancel", "overcharge"] as const;
export type BankMove = (typeof BANK_MOVES)[number];

const BANKS = ["first", "second"];
const STATUS: Record<PaymentState, string> = {
  open: "RCVD",
  processing: "ACSP",
  succeeded: "ACSC",
  declined: "RJCT",
  cancelled: "CANC",
};

/** Two banks with one consistent ledger, which fail only on demand. */
export function createLedgerBank(crash: Crash) {
  const payments = new Map<string, LedgerPayment>();
  let isDown = false;
  let isStubborn = false;
  let nextFault: BankFault | undefined;

  async function call<T>(work: () => T): Promise<T> {
    return crash.step(async () => {
      const fault = isDown ? "unreachable" : nextFault;
      nextFault = undefined;
      if (fault === "unreachable") throw new BankError("unreachable", "nobody answers");
      const response = work();
      if (fault === "answer_lost") throw new BankError("unreachable", "the answer was lost");
      if (fault === "malformed") throw new BankError("unexpected_answer", "no sense in it");
      return response;
    });
  }

  function find({ paymentId }: PaymentHandle): LedgerPayment {
    const found = [...payments.values()].find(({ id }) => id === paymentId);
    if (!found) throw new BankError("unexpected_answer", "no such payment");
    return found;
  }

  const connectorOf = (bankId: string): BankConnector => ({
    startPayment: (order) =>
      call(() => {
        const name = `${bankId} ${order.requestId}`;
        const payment = payments.get(name) ?? {
          id: `payment-${payments.size + 1}`,
          order,
          state: "open" as const,
          debited: undefined,
        };
        payments.set(name, payment);
        return {
          paymentId: payment.id,
          approval: { kind: "address" as const, url: approvalUrlOf(payment) },
          report: reportOf(payment),
        };
      }),
    readPayment: (handle) => call(() => reportOf(find(handle))),
    cancelPayment: (handle) =>
      call(() => {
        const payment = find(handle);
        if (payment.state === "open" && !isStubborn) payment.state = "cancelled";
        return reportOf(payment);
      }),
  });
  const connectors = new Map(BANKS.map((id) => [id, connectorOf(id)]));
  const directory: BankDirectory = {
    banksFor: async () => BANKS.map((id) => ({ id, name: id, country: "NL" })),
    currenciesInstead: async () => undefined,
    hasBank: async () => true,
    connectorFor: (bankId) => connectors.get(bankId),
  };

  return {
    directory,
    banks: BANKS,
    payments: (): LedgerPayment[] => [...payments.values()],
    /** Ignores a move that the state does not allow. */
    move(payment: LedgerPayment, move: BankMove): void {
      const isUndecided = payment.state === "open" || payment.state === "processing";
      if (!isUndecided) return;
      if (move === "accept") payment.state = "processing";
      if (move === "decline") payment.state = "declined";
      if (move === "cancel" && payment.state === "open") payment.state = "cancelled";
      if (move !== "execute" && move !== "overcharge") return;
      payment.state = "succeeded";
      payment.debited = payment.order.amount + (move === "overcharge" ? 1 : 0);
    },
    setDown: (down: boolean) => (isDown = down),
    /** A stubborn bank ignores cancellations. */
    setStubborn: (stubborn: boolean) => (isStubborn = stubborn),
    failNext: (fault: BankFault | undefined) => (nextFault = fault),
  };
}

export type LedgerBank = ReturnType<typeof createLedgerBank>;

export function approvalUrlOf({ id }: LedgerPayment): string {
  return `https://bank.example/approve/${id}`;
}

function reportOf({ order, state, debited }: LedgerPayment): PaymentReport {
  const { endToEndId, amount, currency, payee } = order;
  return {
    state,
    bankStatus: STATUS[state],
    order: { endToEndId, amount: debited ?? amount, currency, payeeIban: payee.iban },
  };
}
