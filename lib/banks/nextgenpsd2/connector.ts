import { isIPv6 } from "node:net";
import { type BankConnector, BankError, type PaymentReport } from "#lib/banks/connector.ts";
import { createBankApi } from "./api.ts";
import { type ApprovalOptions, createApprovals, UNKNOWN_IP } from "./approvals.ts";
import { createReader, type ReaderOptions } from "./reader.ts";
import { resourceOf } from "./resource.ts";
import { type InitiationResponse, initiationResponse } from "./responses.ts";
import { dependsOnSca, isKnownStatus, paymentStateOf } from "./status.ts";
import { productFor, toInitiationBody, toInitiationHeaders } from "./transform.ts";

type NextGenPsd2Options = ApprovalOptions &
  ReaderOptions & {
    /** A bank that asks for a separate start gets it anyway. */
    explicitStart?: boolean;
    /** The bank rejects IPv6, so our own address is sent. */
    onlyIpv4?: boolean;
  };

/** Berlin Group NextGenPSD2 XS2A 1.3: JSON single payments, SCA by redirect or OAuth2. */
export function createNextGenPsd2Connector(options: NextGenPsd2Options): BankConnector {
  const { instant = false } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const api = createBankApi({ ...options, baseUrl });
  const reader = createReader(api, options);
  const approvals = createApprovals(api, { ...options, baseUrl });
  const { oauth } = approvals;

  return {
    async startPayment(given) {
      const isHidden = options.onlyIpv4 === true && isIPv6(given.payerIp ?? "");
      const order = isHidden ? { ...given, payerIp: undefined } : given;
      const { ownIp = UNKNOWN_IP, explicitStart = false } = options;
      const request = {
        method: "POST" as const,
        path: `/payments/${productFor(order.currency, instant)}`,
        headers: toInitiationHeaders(order, ownIp, explicitStart),
        body: toInitiationBody(order),
      };
      const response = await api.ask(request, initiationResponse);
      const report = reportOf(response);
      if (report?.state === "declined" || report?.state === "cancelled") {
        throw new BankError("refused", `the bank answered ${report.bankStatus}`);
      }
      // The payment exists now, so a later failure must not lose its id.
      const approval = await approvals.find(order, response).catch((error: unknown) => {
        if (!(error instanceof BankError)) throw error;
        options.onDropped?.([{ member: "_links", reason: error.message }]);
      });
      return { paymentId: response.paymentId, ...approval, ...(report && { report }) };
    },

    readPayment: reader.read,

    async cancelPayment(payment) {
      try {
        await api.delete(resourceOf(payment, instant, "DELETE"));
      } catch (error) {
        if (!(error instanceof BankError) || error.kind === "unreachable") throw error;
      }
      return reader.read(payment);
    },

    ...(oauth && { oauth }),
  };
}

function reportOf({ transactionStatus }: InitiationResponse): PaymentReport | undefined {
  if (transactionStatus === undefined || !isKnownStatus(transactionStatus)) return undefined;
  // The approval address is new, so the payer can't have approved yet.
  const state = dependsOnSca(transactionStatus) ? "open" : paymentStateOf(transactionStatus);
  return { state, bankStatus: transactionStatus };
}
