import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { isForLater, type RequestOptions, type Requests } from "./requests.ts";

const PAUSE_MS = 150;
// Money by transfer is reported a moment later.
const TRIES_UNPAID = 12;

const refundSchema = z.object({ id: z.string(), amount: z.number(), status: z.string() });
const refusalSchema = z.object({ code: z.string(), reason: z.string().optional() });
const paymentSchema = z.object({ refundedAmount: z.number(), status: z.string() });

const REFUSALS = ["refund_exceeds_payment", "refund_not_possible"];

/** By which a request is the same again; `none` is never repeated. */
export const REPEATED_BY = ["externalId", "key", "both", "none"] as const;

/** `name` is in its reason. `amount`: all that is left without it. `refusal`: the last answer that was none of these. */
export type RefundOrder = {
  name: string;
  transactionId: string;
  transferId: string | undefined;
  amount: number | undefined;
  repeatedBy: (typeof REPEATED_BY)[number];
  acknowledged: { id: string; amount: number }[];
  refusal: string | undefined;
};

/** The merchant's server, which refunds by API. */
export function createRefunder({ send, read }: Requests) {
  const orders: RefundOrder[] = [];
  const seen: { transactionId: string; refundedAmount: number }[] = [];

  /** False if it is to be asked again. */
  async function ask(order: RefundOrder, options: RequestOptions = {}): Promise<boolean> {
    const { name, transactionId, transferId, amount, repeatedBy } = order;
    const hasKey = repeatedBy === "key" || repeatedBy === "both";
    const hasName = repeatedBy === "externalId" || repeatedBy === "both";
    const headers = { ...(hasKey && { "idempotency-key": name }), ...options.headers };
    const input = { amount, transferId, reason: name, ...(hasName && { externalId: name }) };
    const path = `/transactions/${transactionId}/refunds`;
    const answer = await send(path, input, { ...options, headers });
    if (answer?.status === 200 || answer?.status === 201) {
      const { id, amount: refunded } = refundSchema.parse(answer.body);
      order.acknowledged.push({ id, amount: refunded });
      return true;
    }
    if (!answer || isForLater(answer)) return false;
    const { code, reason } = refusalSchema.parse(answer.body);
    // Anything else is a defect.
    if (!REFUSALS.includes(code)) throw new Error(`a refund got ${answer.status} ${code}`);
    order.refusal = reason ?? code;
    return true;
  }

  /** What the merchant's server reads at any moment. Resolves to the payment's status. */
  async function look(transactionId: string): Promise<string | undefined> {
    const answer = await read(`/transactions/${transactionId}`);
    if (answer?.status !== 200) return undefined;
    const { refundedAmount, status } = paymentSchema.parse(answer.body);
    seen.push({ transactionId, refundedAmount });
    return status;
  }

  /** Why it is to be asked again. */
  async function askOnce(order: RefundOrder): Promise<"unanswered" | "unpaid" | undefined> {
    const isAnswered = await ask(order);
    if (order.acknowledged.length > 0) return undefined;
    if (!isAnswered) return order.repeatedBy === "none" ? undefined : "unanswered";
    const isUnpaid = order.refusal === "not_succeeded";
    const mayCome = isUnpaid && (await look(order.transactionId)) !== "failed";
    return mayCome ? "unpaid" : undefined;
  }

  return {
    orders,
    seen,
    ask,

    newOrder(
      transactionId: string,
      more: Partial<Pick<RefundOrder, "amount" | "transferId" | "repeatedBy">> = {},
    ): RefundOrder {
      const order: RefundOrder = {
        name: `refund-${randomUUID()}`,
        transactionId,
        transferId: undefined,
        amount: undefined,
        repeatedBy: "both",
        acknowledged: [],
        refusal: undefined,
        ...more,
      };
      orders.push(order);
      return order;
    },

    look,

    /** Repeats until it is answered or `isOver`, and while the money may come. Resolves to the refund's id. */
    async refund(order: RefundOrder, isOver: () => boolean): Promise<string | undefined> {
      for (let left = TRIES_UNPAID; left > 0; ) {
        const why = await askOnce(order);
        if (why === undefined) break;
        if (isOver()) left -= why === "unpaid" ? 1 : left;
        await sleep(PAUSE_MS);
      }
      return order.acknowledged.at(-1)?.id;
    },

    /** Without faults. */
    async waitForMoney(transactionId: string): Promise<void> {
      for (let left = TRIES_UNPAID; left > 0; left--) {
        if ((await look(transactionId)) === "succeeded") return;
        await sleep(PAUSE_MS);
      }
    },

    cancel: (id: string, options?: RequestOptions) => send(`/refunds/${id}/cancel`, {}, options),
  };
}
