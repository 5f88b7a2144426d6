import { BankError, type PaymentHandle, type PaymentReport } from "#lib/banks/connector.ts";
import type { BankApi } from "./api.ts";
import { resourceOf } from "./resource.ts";
import {
  authorisationsResponse,
  paymentResponse,
  scaStatusResponse,
  statusResponse,
} from "./responses.ts";
import { dependsOnSca, paymentStateOf } from "./status.ts";
import { toReportedOrder } from "./transform.ts";

export type ReaderOptions = {
  /** Euro payments are instant. In the payment's path, so fixed for a bank id. */
  instant?: boolean;
  hidesAuthorisations?: boolean;
  numericAmounts?: boolean;
};

export function createReader(
  api: BankApi,
  { instant = false, hidesAuthorisations, numericAmounts }: ReaderOptions,
) {
  const get = (payment: PaymentHandle, below = "") => resourceOf(payment, instant, "GET", below);

  async function readScaStatuses(payment: PaymentHandle): Promise<string[]> {
    if (hidesAuthorisations) return [];
    try {
      const list = await api.ask(get(payment, "/authorisations"), authorisationsResponse);
      const responses = await Promise.all(
        list.authorisationIds.map((id) => {
          const below = `/authorisations/${encodeURIComponent(id)}`;
          return api.ask(get(payment, below), scaStatusResponse);
        }),
      );
      return responses.map(({ scaStatus }) => scaStatus);
    } catch (error) {
      const isHidden = error instanceof BankError && error.code === "SERVICE_INVALID";
      if (isHidden || (error instanceof BankError && error.kind === "refused")) return [];
      throw error;
    }
  }

  async function readOrder(payment: PaymentHandle): Promise<PaymentReport["order"]> {
    try {
      return toReportedOrder(await api.ask(get(payment), paymentResponse), numericAmounts);
    } catch (error) {
      if (error instanceof BankError && error.kind !== "unreachable") return undefined;
      throw error;
    }
  }

  async function readState(payment: PaymentHandle): Promise<PaymentReport> {
    const { transactionStatus } = await api.ask(get(payment, "/status"), statusResponse);
    const scaStatuses = dependsOnSca(transactionStatus) ? await readScaStatuses(payment) : [];
    const state = paymentStateOf(transactionStatus, scaStatuses);
    const order = state === "succeeded" ? await readOrder(payment) : undefined;
    return { state, bankStatus: transactionStatus, ...(order ? { order } : {}) };
  }

  return {
    /** `refused`: the order never started. A refusal to show the payment leaves its status unknown. */
    async read(payment: PaymentHandle): Promise<PaymentReport> {
      try {
        return await readState(payment);
      } catch (error) {
        if (!(error instanceof BankError) || error.kind !== "refused") throw error;
        const { code, field } = error;
        throw new BankError("unexpected_answer", error.message, { cause: error, code, field });
      }
    },
  };
}
