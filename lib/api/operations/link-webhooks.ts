import { z } from "@hono/zod-openapi";
import { transactionExample } from "./examples.ts";
import { linkExample, linkSchema } from "./link-schemas.ts";

const paidAt = "2026-11-21T09:31:12.000Z";

export const linkWebhooks = {
  "link.paid": {
    summary: "A payment link was paid",
    description:
      "A transaction of the link succeeded, whose own event comes with it. Sent once per transaction, and only to endpoints that subscribe.",
    schema: z
      .object({
        type: z.literal("link.paid"),
        timestamp: z.iso.datetime().openapi({ description: "When the transaction succeeded" }),
        data: z
          .object({
            link: linkSchema.openapi({ description: "With this payment in `paidCount`" }),
            transactionId: z.string(),
            amount: z.int(),
            currency: z.string(),
            externalId: z.string().nullable().openapi({ description: "Of the transaction" }),
          })
          .openapi("PaidLink"),
      })
      .openapi("LinkPaidWebhook"),
    example: {
      type: "link.paid",
      timestamp: paidAt,
      data: {
        link: { ...linkExample, status: "paid", paidCount: 1 },
        transactionId: transactionExample.id,
        amount: linkExample.amount,
        currency: linkExample.currency,
        externalId: linkExample.externalId,
      },
    },
  },
} as const;
