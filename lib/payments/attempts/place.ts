import type { BankConnector, PaymentOrder } from "#lib/banks/connector.ts";
import type { Transaction } from "#lib/payments/transactions/transaction.ts";
import type { Attempt } from "./attempt.ts";
import type { Grants } from "./grants.ts";
import { type PayerPages, returnUrlOf } from "./return-url.ts";

type Deps = PayerPages & {
  grants: Grants;
  /** The payer's own account, where the merchant told it; always the same one for a session. */
  payerIban: (payerSessionId: string) => Promise<string | undefined>;
};

/** Makes what tells a bank of a stored try. The same `requestId` asks for the same payment again, never for a second one. */
export function createOrderPlacer(deps: Deps) {
  // Read anew from the session that began the try, so that asking again after a crash sends the bank the same words.
  async function payerIbanOf({
    payerSessionId,
    sendsPayerIban,
  }: Attempt): Promise<string | undefined> {
    return sendsPayerIban && payerSessionId !== null ? deps.payerIban(payerSessionId) : undefined;
  }

  return async function place(
    attempt: Attempt,
    transaction: Transaction,
    connector: BankConnector,
    payerIp: string | undefined,
  ) {
    const accessToken = await deps.grants.token(attempt, connector);
    const started = await connector.startPayment({
      ...orderOf(attempt, transaction, returnUrlOf(attempt, transaction, deps)),
      accessToken,
      state: connector.oauth && deps.grants.newState(attempt.id),
      payerIp,
      payerIban: await payerIbanOf(attempt),
    });
    return { started, accessToken };
  };
}

/** The order as a bank is told it, the same at every asking. */
function orderOf(
  attempt: Attempt,
  { id, externalId }: Transaction,
  returnUrl: string,
): Omit<PaymentOrder, "payerIp" | "payerIban" | "accessToken" | "state"> {
  const { endToEndId, requestId, amount, currency, payeeIban, payeeName } = attempt;
  return {
    endToEndId,
    requestId,
    amount,
    currency,
    payee: { iban: payeeIban, name: payeeName },
    remittance: (externalId ?? id).slice(0, 140),
    redirectUrl: returnUrl,
    nokRedirectUrl: returnUrl,
  };
}
