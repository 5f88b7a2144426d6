import { z } from "@hono/zod-openapi";
import { externalIdField, idempotencyKeyField } from "#lib/api/http/fields.ts";
import { must } from "#lib/api/http/invalid-input.ts";
import { MODES } from "#lib/platform/configuration/mode.ts";
import { idPattern } from "#lib/platform/values/ids.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import { DISABLED_REASONS } from "#lib/webhooks/model/disabled-reason.ts";
import { EVENT_TYPES } from "#lib/webhooks/model/event-types.ts";

const time = z.iso.datetime();

export const endpointExample = {
  id: "whep_01kagj5r8cf3wt6y0n1b9x7mzq",
  mode: "test",
  url: "https://shop.example/webhooks",
  name: "Shop server",
  externalId: "shop-server",
  eventTypes: ["transaction.succeeded", "transaction.failed"],
  enabled: true,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  previousSecretUntil: null,
  createdAt: "2026-11-21T09:30:00.000Z",
} as const;

export const secretExample = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

const endpointShape = {
  id: z.string(),
  mode: z.enum(MODES),
  url: z.string(),
  name: z.string().nullable(),
  externalId: z.string().nullable(),
  eventTypes: z.array(z.enum(EVENT_TYPES)),
  enabled: z.boolean(),
  disabledAt: time.nullable(),
  disabledReason: z.enum(DISABLED_REASONS).nullable().openapi({
    description:
      "`gone`: it returned 410; `failing`: each delivery failed for five days; `merchant`: a member or an API key disabled it",
  }),
  failingSince: time
    .nullable()
    .openapi({ description: "The first failed attempt since the last success" }),
  previousSecretUntil: time
    .nullable()
    .openapi({ description: "Until then, webhooks are also signed with the previous secret" }),
  createdAt: time,
};

export const endpointSchema = z.object(endpointShape).openapi("WebhookEndpoint");

export const appliedSchema = z
  .object({
    ...endpointShape,
    secret: z.string().nullable().openapi({
      description:
        "The Webhook Secret (`whsec_…`), if this request or an earlier one with its Idempotency-Key created the endpoint. Never shown again",
    }),
  })
  .openapi("AppliedWebhookEndpoint");

export const rotatedSchema = z
  .object({
    ...endpointShape,
    secret: z.string().openapi({ description: "The new Webhook Secret. Shown only once" }),
  })
  .openapi("RotatedWebhookEndpoint");

export const deletedSchema = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .openapi("DeletedWebhookEndpoint");

export const testedSchema = z
  .object({ deliveryId: z.string().openapi({ description: "The delivery, as in the console" }) })
  .openapi("WebhookEndpointTest");

export const endpointList = z
  .object({ data: z.array(endpointSchema) })
  .openapi("WebhookEndpointList");

const fields = {
  url: z
    .string({ error: must("be a URL") })
    .min(1, "must be a URL")
    .max(2048, "must have at most 2048 characters")
    .openapi({ description: "https, at a public address, on port 443 or 8443" }),
  eventTypes: z
    .array(z.enum(EVENT_TYPES, { error: must(`be one of ${EVENT_TYPES.join(", ")}`) }), {
      error: must("be a list of event types"),
    })
    .min(1, "must not be empty")
    .max(100, "must have at most 100 items"),
  name: z
    .string({ error: must("be a text") })
    .max(60, "must have at most 60 characters")
    .nullable()
    .openapi({ description: "To recognise it" }),
};

export const endpointBody = z
  .strictObject({
    url: fields.url,
    eventTypes: fields.eventTypes.optional().openapi({
      description: "By default, outcomes: `transaction.succeeded` and `transaction.failed`",
    }),
    name: fields.name.optional(),
    externalId: externalIdField.optional().openapi({
      description:
        "Your id of this endpoint, in printable characters. Each exists once in an account and mode, so a repeated request changes that endpoint",
    }),
  })
  .openapi("WebhookEndpointRequest");

export const endpointChange = z
  .strictObject({
    url: fields.url.optional(),
    eventTypes: fields.eventTypes.optional(),
    name: fields.name.optional(),
    enabled: z
      .boolean({ error: must("be true or false") })
      .optional()
      .openapi({
        description: "`false` ends pending deliveries. Missed events are not sent later",
      }),
  })
  .openapi("WebhookEndpointChange", { description: "Fields that you leave out stay as they are" });

export const endpointHeaders = z.object({
  "Idempotency-Key": idempotencyKeyField.optional().openapi({
    description:
      "A repeated request within 24 hours gets the endpoint that the first one created, with its Webhook Secret",
  }),
});

export const endpointParams = z.object({
  id: z
    .string()
    .regex(idPattern("whep"))
    .openapi({ description: "Id of the endpoint", example: endpointExample.id }),
});

export const endpointQuery = z.strictObject({
  externalId: externalIdField
    .optional()
    .openapi({ description: "Only the endpoint with this externalId" }),
});

export function toPublicEndpoint(endpoint: EndpointView): z.input<typeof endpointSchema> {
  const { id, mode, url, name, externalId, eventTypes, disabledReason } = endpoint;
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id,
    mode,
    url,
    name,
    externalId,
    eventTypes,
    enabled: endpoint.disabledAt === null,
    disabledAt: text(endpoint.disabledAt),
    disabledReason,
    failingSince: text(endpoint.failingSince),
    previousSecretUntil: text(endpoint.previousSecretUntil),
    createdAt: endpoint.createdAt.toISOString(),
  };
}
