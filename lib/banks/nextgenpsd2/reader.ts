import { BankError, type PaymentHandle, type PaymentReport } from "#lib/banks/connector.ts";
import type { BankApi } from "./api.ts";
import { type ResourceOptions, resourceOf } from "./resource.ts";
import {
  authorisationsResponse,
  paymentResponse,
  paymentWithStatusResponse,
  scaStatusResponse,
  statusResponse,
} from "./responses.ts";
import { type BankWords, bankStatusOf, dependsOnSca, paymentStateOf } from "./status.ts";
import { toReportedOrder } from "./transform.ts";

export type ReaderOptions = ResourceOptions &
  BankWords & {
    hidesAuthorisations?: boolean;
    numericAmounts?: boolean;
    /** Instead of below it. */
    statusInOrder?: boolean;
  };

export function createReader(api: BankApi, options: ReaderOptions) {
  const { hidesAuthorisations, numericAmounts, statusInOrder = false } = options;
  const get = (payment: PaymentHandle, below = "") => resourceOf(payment, options, "GET", below);

  /** Empty if the bank does not show them. */
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
      if (error instanceof BankError && isHidden(error)) return [];
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
    const { transactionStatus: word } = statusInOrder
      ? await api.ask(get(payment), paymentWithStatusResponse)
      : await api.ask(get(payment, "/status"), statusResponse);
    const isAmbiguous = dependsOnSca(word, options);
    const scaStatuses = isAmbiguous ? await readScaStatuses(payment) : [];
    const state = paymentStateOf(word, scaStatuses, options);
    const order = state === "succeeded" ? await readOrder(payment) : undefined;
    return {
      state,
      bankStatus: bankStatusOf(word, options),
      ...(isAmbiguous && scaStatuses.length === 0 && { isApprovalKnown: false }),
      ...(order && { order }),
    };
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

// Some banks send a page instead of a refusal.
const NOT_OFFERED = new Set([404, 405, 406, 410]);

function isHidden({ kind, code, httpStatus }: BankError): boolean {
  if (code === "SERVICE_INVALID" || kind === "refused") return true;
  return kind === "unexpected_answer" && httpStatus !== undefined && NOT_OFFERED.has(httpStatus);
}
