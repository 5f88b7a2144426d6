import { z } from "@hono/zod-openapi";
import { REFUND_FAILURES } from "#lib/payments/model/refund.ts";
import { refundExample, refundSchema } from "./refund-schemas.ts";

const time = z.iso.datetime();

const refunded = {
  ...refundExample,
  status: "succeeded",
  finishedAt: "2026-11-22T08:00:00.000Z",
} as const;

const REFUND_SENT = "Only to endpoints that subscribe.";

export const refundWebhooks = {
  "refund.succeeded": {
    summary: "A refund succeeded",
    description: `Your bank sent the money. Sent once per refund. ${REFUND_SENT}`,
    schema: z
      .object({
        type: z.literal("refund.succeeded"),
        timestamp: time.openapi({ description: "When the refund succeeded" }),
        data: refundSchema.extend({ status: z.literal("succeeded"), finishedAt: time }),
      })
      .openapi("RefundSucceededWebhook"),
    example: { type: "refund.succeeded", timestamp: refunded.finishedAt, data: refunded },
  },
  "refund.failed": {
    summary: "A refund failed",
    description: `\`failureReason\` says why. The money is with you, and can be refunded again. Sent once per refund. ${REFUND_SENT}`,
    schema: z
      .object({
        type: z.literal("refund.failed"),
        timestamp: time.openapi({ description: "When the refund failed" }),
        data: refundSchema.extend({
          status: z.literal("failed"),
          failureReason: z.enum(REFUND_FAILURES),
          finishedAt: time,
        }),
      })
      .openapi("RefundFailedWebhook"),
    example: {
      type: "refund.failed",
      timestamp: refunded.finishedAt,
      data: { ...refunded, status: "failed", failureReason: "returned" },
    },
  },
  "refund.returned": {
    summary: "The money of a refund came back",
    description: `After the refund had succeeded, which it stays: talk to the customer. Sent once per refund. ${REFUND_SENT}`,
    schema: z
      .object({
        type: z.literal("refund.returned"),
        timestamp: time.openapi({ description: "When the return was reported" }),
        data: refundSchema.extend({ status: z.literal("succeeded"), returnedAt: time }),
      })
      .openapi("RefundReturnedWebhook"),
    example: {
      type: "refund.returned",
      timestamp: "2026-11-24T08:00:00.000Z",
      data: { ...refunded, returnedAt: "2026-11-24T08:00:00.000Z" },
    },
  },
  "refund.awaiting_account": {
    summary: "A refund needs the payer's account",
    description: `Nothing tells where the money came from. Sent once per refund, when it is created. ${REFUND_SENT}`,
    schema: z
      .object({
        type: z.literal("refund.awaiting_account"),
        timestamp: time.openapi({ description: "When the refund was created" }),
        data: refundSchema.extend({ status: z.literal("awaiting_account") }),
      })
      .openapi("RefundAwaitingAccountWebhook"),
    example: {
      type: "refund.awaiting_account",
      timestamp: refundExample.createdAt,
      data: { ...refundExample, status: "awaiting_account", payeeAccount: "unknown" },
    },
  },
} as const;
