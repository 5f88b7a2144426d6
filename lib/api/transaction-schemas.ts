import { z } from "@hono/zod-openapi";
import { FAILURE_REASONS, TRANSACTION_STATUSES } from "#lib/transactions/status.ts";
import type { CreatedTransaction, PublicTransaction } from "#lib/transactions/transaction.ts";
import { pageOf } from "./answers.ts";
import { amountField, currencyField, externalIdField, idPattern } from "./fields.ts";
import { must } from "./invalid-input.ts";
import { metadataField } from "./metadata.ts";
import { pageQuery, timeParameter } from "./query.ts";
import { returnUrlField } from "./return-url.ts";

const ID = idPattern("txn");
const SPELLINGS = { Amount: "amount", Currency: "currency" } as const;

const ONLY_WITH_JWT = "goes with a JWT, not with an API key";

/** Body of a creation with an API key. */
export const creationSchema = z
  .preprocess(
    takeSpellings,
    z.strictObject({
      amount: amountField,
      currency: currencyField,
      externalId: externalIdField,
      successUrl: returnUrlField
        .openapi({ description: "Where the customer goes after a successful payment" })
        .optional(),
      failureUrl: returnUrlField
        .openapi({ description: "Where the customer goes after any failure" })
        .optional(),
      metadata: metadataField.optional(),
      source: z
        .string({ error: ONLY_WITH_JWT })
        .refine(() => false, ONLY_WITH_JWT)
        .openapi({ description: "Refused with an API key" })
        .optional(),
    }),
  )
  .openapi("TransactionCreation", {
    description: "`Amount` and `Currency` are read as spellings of `amount` and `currency`",
  });

/** One sample request of the interface document capitalises two names; both spellings of one field contradict. */
function takeSpellings(body: unknown, context: z.RefinementCtx): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const fields = Object.entries(body).map(([name, value]): [string, unknown] => {
    const known = Object.hasOwn(SPELLINGS, name) ? SPELLINGS[name as keyof typeof SPELLINGS] : name;
    if (known !== name && Object.hasOwn(body, known)) {
      const message = `is another spelling of ${known}; send one of them`;
      context.addIssue({ code: "custom", path: [name], message });
    }
    return [known, value];
  });
  return Object.fromEntries(fields);
}

const headerToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64}$/;

/** Headers of a creation. */
export const creationHeaders = z.object({
  "X-Client-Type": z
    .string()
    .regex(headerToken, { error: must("be a token (RFC 9110) of at most 64 characters") })
    .optional()
    .openapi({ description: "What calls, in your own words; stored with the transaction" }),
  "Idempotency-Key": z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, { error: must("have 1 to 255 printable ASCII characters") })
    .optional()
    .openapi({ description: "Makes a repetition within 24 hours answer as the first request did" }),
});

export const transactionParams = z.object({
  id: z.string().regex(ID).openapi({ description: "Id of the transaction", example: "txn_01k…" }),
});

export const transactionQuery = z.strictObject({
  ...pageQuery(ID),
  externalId: externalIdField.optional(),
  status: z
    .enum(TRANSACTION_STATUSES, { error: must(`be one of ${TRANSACTION_STATUSES.join(", ")}`) })
    .optional(),
  createdAfter: timeParameter.optional(),
  createdBefore: timeParameter.optional(),
});

const time = z.iso.datetime();

/** Answer to a creation. */
export const createdSchema = z
  .object({
    redirectUrl: z.url().openapi({ description: "The hosted checkout; show it in an iframe" }),
    id: z.string(),
    reference: z.string(),
    status: z.enum(TRANSACTION_STATUSES),
    amount: z.int(),
    currency: z.string(),
    displayAmount: z
      .string()
      .openapi({ description: "The amount as people read it, to notice a unit mistake" }),
    externalId: z.string().nullable(),
    expiresAt: time,
  })
  .openapi("CreatedTransaction") satisfies z.ZodType<CreatedTransaction>;

/** A transaction as the API and the webhooks show it. */
export const transactionSchema = z
  .object({
    id: z.string(),
    accountId: z.string(),
    mode: z.enum(["test", "live"]),
    reference: z.string(),
    status: z.enum(TRANSACTION_STATUSES),
    failureReason: z.enum(FAILURE_REASONS).nullable(),
    amount: z.int(),
    currency: z.string(),
    displayAmount: z.string(),
    externalId: z.string().nullable(),
    successUrl: z.string().nullable(),
    failureUrl: z.string().nullable(),
    // Not a record: parsing one would drop keys such as `__proto__` that a webhook's reader may meet.
    metadata: z
      .custom<Record<string, unknown> | null>(isObjectOrNull)
      .openapi({ type: ["object", "null"], additionalProperties: true }),
    source: z.string().nullable(),
    createdAt: time,
    expiresAt: time,
    finishedAt: time.nullable(),
  })
  .openapi("Transaction") satisfies z.ZodType<PublicTransaction>;

function isObjectOrNull(value: unknown): boolean {
  return typeof value === "object" && !Array.isArray(value);
}

export const transactionPage = pageOf(transactionSchema).openapi("TransactionPage");
