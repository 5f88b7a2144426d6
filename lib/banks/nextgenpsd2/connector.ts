import { randomUUID } from "node:crypto";
import {
  type BankConnector,
  BankError,
  type PaymentHandle,
  type PaymentReport,
} from "#lib/banks/connector.ts";
import {
  authorisationsAnswer,
  initiationAnswer,
  paymentAnswer,
  scaStatusAnswer,
  statusAnswer,
} from "./answers.ts";
import { type ApiOptions, createBankApi } from "./api.ts";
import { dependsOnSca, paymentStateOf } from "./status.ts";
import {
  productFor,
  toApprovalUrl,
  toInitiationBody,
  toInitiationHeaders,
  toReportedOrder,
} from "./transform.ts";

/** How one bank of the standard is spoken to. */
type NextGenPsd2Options = ApiOptions & {
  /** Euro payments go as instant transfers. Part of the payment's address at the bank, so fixed for a bank id. */
  instant?: boolean;
  /** Sent as `PSU-IP-Address` when the payer's address is not known. */
  ownIp?: string;
};

/** Connects to a bank over Berlin Group NextGenPSD2 XS2A 1.3: single payments as JSON, redirect SCA. */
export function createNextGenPsd2Connector(options: NextGenPsd2Options): BankConnector {
  const { instant = false, ownIp = "127.0.0.1" } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const api = createBankApi({ ...options, baseUrl });

  function resource(method: "GET" | "DELETE", payment: PaymentHandle, below = "") {
    const product = productFor(payment.currency, instant);
    const path = `/payments/${product}/${encodeURIComponent(payment.paymentId)}${below}`;
    return { method, path, headers: { "X-Request-ID": randomUUID() } };
  }

  /** SCA statuses of a payment's authorisations; none if the bank does not offer to read them. */
  async function readScaStatuses(payment: PaymentHandle): Promise<string[]> {
    try {
      const list = await api.ask(resource("GET", payment, "/authorisations"), authorisationsAnswer);
      const answers = await Promise.all(
        list.authorisationIds.map((id) => {
          const below = `/authorisations/${encodeURIComponent(id)}`;
          return api.ask(resource("GET", payment, below), scaStatusAnswer);
        }),
      );
      return answers.map(({ scaStatus }) => scaStatus);
    } catch (error) {
      if (error instanceof BankError && error.kind === "refused") return [];
      throw error;
    }
  }

  async function read(payment: PaymentHandle): Promise<PaymentReport> {
    const { transactionStatus } = await api.ask(resource("GET", payment, "/status"), statusAnswer);
    const scaStatuses = dependsOnSca(transactionStatus) ? await readScaStatuses(payment) : [];
    const state = paymentStateOf(transactionStatus, scaStatuses);
    const order =
      state === "succeeded"
        ? toReportedOrder(await api.ask(resource("GET", payment), paymentAnswer))
        : undefined;
    return { state, bankStatus: transactionStatus, ...(order ? { order } : {}) };
  }

  /** `refused` is kept for an order that never began; a bank that won't show a payment leaves its fate unknown. */
  async function readPayment(payment: PaymentHandle): Promise<PaymentReport> {
    try {
      return await read(payment);
    } catch (error) {
      if (!(error instanceof BankError) || error.kind !== "refused") throw error;
      throw new BankError("unexpected_answer", error.message, { cause: error });
    }
  }

  return {
    async startPayment(order) {
      const request = {
        method: "POST" as const,
        path: `/payments/${productFor(order.currency, instant)}`,
        headers: toInitiationHeaders(order, ownIp),
        body: toInitiationBody(order),
      };
      const answer = await api.ask(request, initiationAnswer);
      const bankStatus = answer.transactionStatus;
      const state = paymentStateOf(bankStatus);
      if (state === "declined" || state === "cancelled") {
        throw new BankError("refused", `the bank answered ${bankStatus}`);
      }
      const approvalUrl = toApprovalUrl(answer, baseUrl);
      // Nobody can have approved yet at the address this answer carries.
      const report = { state: dependsOnSca(bankStatus) ? ("open" as const) : state, bankStatus };
      return { paymentId: answer.paymentId, approvalUrl, report };
    },

    readPayment,

    async cancelPayment(payment) {
      try {
        await api.tell(resource("DELETE", payment));
      } catch (error) {
        if (!(error instanceof BankError) || error.kind === "unreachable") throw error;
      }
      return readPayment(payment);
    },
  };
}
