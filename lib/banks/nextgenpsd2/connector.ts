import { isIPv6 } from "node:net";
import {
  type BankConnector,
  BankError,
  type NeededFromPayer,
  type PaymentReport,
  type Proof,
} from "#lib/banks/connector.ts";
import { createBankApi } from "./api.ts";
import { type ApprovalOptions, createApprovals } from "./approvals.ts";
import { createReader, type ReaderOptions } from "./reader.ts";
import { resourceOf, UNKNOWN_IP } from "./resource.ts";
import { type InitiationResponse, initiationResponse } from "./responses.ts";
import {
  type BankWords,
  bankStatusOf,
  dependsOnSca,
  isKnownStatus,
  paymentStateOf,
} from "./status.ts";
import { productFor, toInitiationBody, toInitiationHeaders } from "./transform.ts";

type NextGenPsd2Options = ApprovalOptions &
  ReaderOptions & {
    /** A bank that asks for a separate start gets it anyway. */
    explicitStart?: boolean;
    /** The bank rejects IPv6, so our own address is sent. */
    onlyIpv4?: boolean;
    proof?: Proof | undefined;
    approvalMinutes?: number | undefined;
    needs?: readonly NeededFromPayer[] | undefined;
  };

/** Berlin Group NextGenPSD2 XS2A 1.3: JSON single payments, SCA by redirect, OAuth2 or decoupled. */
export function createNextGenPsd2Connector(options: NextGenPsd2Options): BankConnector {
  const { instant = false, proof, approvalMinutes, needs } = options;
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
        headers: toInitiationHeaders(order, ownIp, { ...options, explicitStart }),
        body: toInitiationBody(order),
      };
      const answer = await api.askWhole(request, initiationResponse);
      const report = reportOf(answer.data, options);
      if (report?.state === "declined" || report?.state === "cancelled") {
        throw new BankError("refused", `the bank answered ${report.bankStatus}`);
      }
      // The payment exists now, so a later failure must not lose its id.
      const approval = await approvals.find(order, answer).catch((error: unknown) => {
        if (!(error instanceof BankError)) throw error;
        options.onDropped?.([{ member: "_links", reason: error.message }]);
      });
      return { paymentId: answer.data.paymentId, ...approval, ...(report && { report }) };
    },

    readPayment: reader.read,

    async cancelPayment(payment) {
      try {
        await api.delete(resourceOf(payment, options, "DELETE"));
      } catch (error) {
        if (!(error instanceof BankError) || error.kind === "unreachable") throw error;
      }
      return reader.read(payment);
    },

    ...(oauth && { oauth }),
    ...(proof && { proof }),
    ...(approvalMinutes !== undefined && { approvalMinutes }),
    ...(needs && { needs }),
  };
}

function reportOf(
  { transactionStatus: word }: InitiationResponse,
  words: BankWords,
): PaymentReport | undefined {
  if (word === undefined || !isKnownStatus(word, words)) return undefined;
  // The approval is new, so the payer can't have given it yet.
  const state = dependsOnSca(word, words) ? "open" : paymentStateOf(word, [], words);
  return { state, bankStatus: bankStatusOf(word, words) };
}
