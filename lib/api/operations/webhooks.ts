import { z } from "@hono/zod-openapi";
import type { Api } from "#lib/api/http/context.ts";
import { jsonRequest } from "#lib/api/http/responses.ts";
import { API_VERSION } from "#lib/platform/values/api-version.ts";
import { DISABLED_REASONS } from "#lib/webhooks/model/disabled-reason.ts";
import {
  CREATED_EVENT,
  ENDPOINT_DISABLED_EVENT,
  TEST_EVENT,
  WEBHOOK_TYPES,
  type WebhookType,
} from "#lib/webhooks/model/event-types.ts";
import { transactionExample } from "./examples.ts";
import { linkWebhooks } from "./link-webhooks.ts";
import { refundWebhooks } from "./refund-webhooks.ts";
import {
  createdFields,
  eventTransactionSchema,
  fundsFields,
  outcomeFields,
  processingFields,
  transactionSchema,
} from "./transaction-schemas.ts";

const time = z.iso.datetime();

const finishedAt = "2026-11-21T09:31:12.000Z";
const seenAt = "2026-11-21T09:31:20.000Z";
const succeeded = {
  ...transactionExample,
  status: "succeeded",
  finishedAt,
  funds: "expected",
  fundsAt: finishedAt,
} as const;

const disabledEndpointSchema = z
  .object({
    endpointId: z.string().openapi({ description: "The endpoint that gets no more events" }),
    externalId: z.string().nullable().openapi({ description: "Your id of it" }),
    name: z.string().nullable(),
    reason: z.enum(DISABLED_REASONS).openapi({
      description:
        "`gone`: it returned 410; `failing`: each delivery failed for five days; `merchant`: a member or an API key disabled or deleted it",
    }),
  })
  .openapi("DisabledEndpoint");

const webhooks = {
  "transaction.succeeded": {
    summary: "A transaction succeeded",
    description:
      "The bank has executed the payment. Sent once per transaction; the outcome is final.",
    schema: z
      .object({
        type: z.literal("transaction.succeeded"),
        timestamp: time.openapi({ description: "When the transaction succeeded" }),
        data: eventTransactionSchema.extend(outcomeFields.succeeded),
      })
      .openapi("TransactionSucceededWebhook"),
    example: {
      type: "transaction.succeeded",
      timestamp: finishedAt,
      data: succeeded,
    },
  },
  "transaction.failed": {
    summary: "A transaction failed",
    description: "`failureReason` says why. Sent once per transaction; the outcome is final.",
    schema: z
      .object({
        type: z.literal("transaction.failed"),
        timestamp: time.openapi({ description: "When the transaction failed" }),
        data: eventTransactionSchema.extend(outcomeFields.failed),
      })
      .openapi("TransactionFailedWebhook"),
    example: {
      type: "transaction.failed",
      timestamp: finishedAt,
      data: { ...transactionExample, status: "failed", failureReason: "declined", finishedAt },
    },
  },
  "transaction.processing": {
    summary: "The bank is working on a transaction",
    description:
      "A bank may still execute it: the payer approved it, the bank's status is unknown, or the payer reported a bank " +
      "transfer. Sent at most once per transaction, and only to endpoints that subscribe. It may arrive after the outcome; then " +
      "the outcome counts.",
    schema: z
      .object({
        type: z.literal("transaction.processing"),
        timestamp: time.openapi({ description: "When the wait for the bank began" }),
        data: transactionSchema.extend(processingFields),
      })
      .openapi("TransactionProcessingWebhook"),
    example: {
      type: "transaction.processing",
      timestamp: "2026-11-21T09:30:40.000Z",
      data: { ...transactionExample, status: "processing" },
    },
  },
  "transaction.funds_received": {
    summary: "The money of a transaction is there",
    description:
      "Bankside saw the money on your account, or a member reported it. Sent once per transaction, and only to endpoints that " +
      "subscribe. The transaction has succeeded; its own event comes before.",
    schema: z
      .object({
        type: z.literal("transaction.funds_received"),
        timestamp: time.openapi({ description: "When the money was seen" }),
        data: transactionSchema.extend(fundsFields.received),
      })
      .openapi("TransactionFundsReceivedWebhook"),
    example: {
      type: "transaction.funds_received",
      timestamp: seenAt,
      data: { ...succeeded, funds: "received", fundsAt: seenAt },
    },
  },
  "transaction.funds_returned": {
    summary: "The money of a transaction went back",
    description:
      "Money that had been received left your account again, such as by a return. Sent once per transaction, and only to " +
      "endpoints that subscribe. The transaction stays `succeeded`.",
    schema: z
      .object({
        type: z.literal("transaction.funds_returned"),
        timestamp: time.openapi({ description: "When the return was reported" }),
        data: transactionSchema.extend(fundsFields.returned),
      })
      .openapi("TransactionFundsReturnedWebhook"),
    example: {
      type: "transaction.funds_returned",
      timestamp: seenAt,
      data: { ...succeeded, funds: "returned", fundsAt: seenAt },
    },
  },
  ...refundWebhooks,
  ...linkWebhooks,
  "transaction.created": {
    summary: "A transaction was created",
    description:
      "It waits for the payer. Sent once per transaction, and only to endpoints that subscribe. A repeated creation that returns a " +
      "transaction from before sends nothing.",
    schema: z
      .object({
        type: z.literal(CREATED_EVENT),
        timestamp: time.openapi({ description: "When the transaction was created" }),
        data: transactionSchema.extend(createdFields),
      })
      .openapi("TransactionCreatedWebhook"),
    example: {
      type: CREATED_EVENT,
      timestamp: transactionExample.createdAt,
      data: transactionExample,
    },
  },
  "endpoint.disabled": {
    summary: "Another endpoint was disabled",
    description:
      "Sent to the account's other endpoints of the same mode, and only to those that subscribe. The disabled one gets no more events.",
    schema: z
      .object({
        type: z.literal(ENDPOINT_DISABLED_EVENT),
        timestamp: time.openapi({ description: "When the endpoint was disabled" }),
        data: disabledEndpointSchema,
      })
      .openapi("EndpointDisabledWebhook"),
    example: {
      type: ENDPOINT_DISABLED_EVENT,
      timestamp: finishedAt,
      data: {
        endpointId: "whep_01kagj5r8cf3wt6y0n1b9x7mzq",
        externalId: "shop-server",
        name: "Shop server",
        reason: "failing",
      },
    },
  },
  "endpoint.test": {
    summary: "A test of this endpoint",
    description:
      "Sent only when you choose *Send test event* in the console. No payment has changed.",
    schema: z
      .object({
        type: z.literal(TEST_EVENT),
        timestamp: time.openapi({ description: "When the test was requested" }),
        data: z.object({
          endpointId: z.string().openapi({ description: "The endpoint that is tested" }),
          message: z.string(),
        }),
      })
      .openapi("EndpointTestWebhook"),
    example: {
      type: TEST_EVENT,
      timestamp: finishedAt,
      data: {
        endpointId: "whep_01kagj5r8cf3wt6y0n1b9x7mzq",
        message: "This is a test. No payment has changed.",
      },
    },
  },
} as const satisfies Record<
  WebhookType,
  { summary: string; description: string; schema: z.ZodType; example: object }
>;

export const eventExample = {
  id: "evt_01kagj6w2sfy4t9n7b0x5c1mzr",
  ...webhooks["transaction.succeeded"].example,
} as const;

const BASE64 = "[A-Za-z0-9+/]{43}=";

const webhookHeaders = z.object({
  "webhook-id": z.string().openapi({
    description:
      "Id of the event, the same on every delivery attempt and at every endpoint. Use it to ignore duplicates",
    pattern: "^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$",
    example: "evt_01kagj6w2sfy4t9n7b0x5c1mzr",
  }),
  "webhook-timestamp": z.string().openapi({
    description:
      "When this attempt was sent, in seconds since 1970. Refuse webhooks older than 5 minutes",
    pattern: "^[0-9]+$",
    example: "1795253472",
  }),
  "webhook-signature": z.string().openapi({
    description:
      "`v1,` and the Base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{raw body}` with the endpoint's " +
      "Webhook Secret (Standard Webhooks). Two of them, separated by a space, for 24 hours after you create a new secret: " +
      "accept the webhook if either is valid",
    pattern: `^v1,${BASE64}( v1,${BASE64})*$`,
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  }),
  "api-version": z.string().openapi({
    description: "Version of the event. Within a version, fields are only added. Not signed",
    example: API_VERSION,
  }),
  traceparent: z.string().openapi({
    description: "W3C Trace Context. The trace id belongs to the event. Not signed",
    pattern: "^00-[0-9a-f]{32}-[0-9a-f]{16}-01$",
    example: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  }),
});

const retryAfter = {
  "Retry-After": {
    description: "Seconds or an HTTP date. The next attempt waits until then, for one day at most",
    schema: { type: "string" },
  },
} as const;

const responses = {
  "2XX": { description: "You have stored the event. Respond within 15 seconds" },
  410: { description: "The endpoint is gone. Bankside disables it and sends no more events" },
  429: { description: "Try again later", headers: retryAfter },
  503: { description: "Try again later", headers: retryAfter },
  default: {
    description: "Not accepted; redirects count as failures. Bankside makes 10 attempts in total",
  },
};

export function describeWebhooks(api: Api): void {
  const { openAPIRegistry: registry } = api;
  for (const type of WEBHOOK_TYPES) {
    const { summary, description, schema, example } = webhooks[type];
    registry.registerWebhook({
      method: "post",
      path: type,
      operationId: operationIdOf(type),
      tags: ["Webhooks"],
      summary,
      description,
      security: [],
      request: {
        headers: webhookHeaders,
        body: jsonRequest(schema, example),
      },
      responses,
    });
  }
  registry.register("Webhook", webhookSchema);
}

const [first, ...others] = WEBHOOK_TYPES;
const webhookSchema = z
  .discriminatedUnion("type", [
    webhooks[first].schema,
    ...others.map((type) => webhooks[type].schema),
  ])
  .openapi("Webhook");

function operationIdOf(type: WebhookType): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `on${words.join("")}`;
}
