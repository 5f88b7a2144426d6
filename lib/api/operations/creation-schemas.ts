import { z } from "@hono/zod-openapi";
import {
  amountField,
  currencyField,
  externalIdField,
  payeeField,
  payerField,
} from "#lib/api/http/fields.ts";
import { must } from "#lib/api/http/invalid-input.ts";
import { metadataField } from "#lib/api/http/metadata.ts";
import {
  descriptionField,
  expiresAtField,
  linesField,
  localeField,
  refuseOtherSum,
} from "#lib/api/http/order-fields.ts";
import { IN_TEST_MODE, returnUrlField } from "#lib/api/http/return-url.ts";
import { directCreationExample } from "./examples.ts";

const SPELLINGS = { Amount: "amount", Currency: "currency" } as const;
const SPELLINGS_DESCRIPTION = "`Amount` and `Currency` are accepted for `amount` and `currency`";

const RETURN_URL = `https without user info; ${IN_TEST_MODE}. Default: the address set in the console, if any`;

const SOURCE = "sdk_integration";

/** Unpublished, so that generated clients don't offer it. */
function refusedField(message: string) {
  return z
    .unknown()
    .refine((value) => value === undefined, message)
    .transform(() => undefined)
    .optional();
}

const orderFields = {
  description: descriptionField.optional(),
  lines: linesField.optional(),
  locale: localeField.optional(),
  expiresAt: expiresAtField.optional(),
};

export const creationFields = z
  .strictObject({
    amount: amountField,
    currency: currencyField,
    externalId: externalIdField,
    successUrl: returnUrlField
      .openapi({
        description: `Where the customer goes after a successful payment: ${RETURN_URL}`,
      })
      .optional(),
    failureUrl: returnUrlField
      .openapi({
        description: `Where the customer goes after any failure: ${RETURN_URL}`,
      })
      .optional(),
    processingUrl: returnUrlField
      .openapi({
        description:
          "Where the customer may go while the transaction is `processing`, which can take a banking day: https without user " +
          `info; ${IN_TEST_MODE}. Default: the origin of \`successUrl\` or \`failureUrl\`, once the wait is long`,
      })
      .optional(),
    cancelUrl: returnUrlField
      .openapi({
        description: `Where the customer goes after cancelling: https without user info; ${IN_TEST_MODE}. Default: \`failureUrl\``,
      })
      .optional(),
    ...orderFields,
    payee: payeeField.optional().openapi({
      description:
        "Default: your company's main IBAN. Refused with a JWT, which names the payee itself",
    }),
    payer: payerField.optional().openapi({ description: "Who pays, if you know. Never returned" }),
    metadata: metadataField.optional(),
  })
  .openapi({
    description:
      "With an API key, or with a JWT from a `web` key and an `iban`. " +
      `${SPELLINGS_DESCRIPTION}. \`source\` is refused: with it, a JWT creates a direct transaction`,
  });

export const creationSchema = z.preprocess(
  takeSpellings,
  creationFields
    .extend({ source: refusedField("goes with a JWT, not with an API key") })
    .superRefine(refuseOtherSum),
);

/** For a `web` key's JWT that includes the payee. */
export const tokenCreationSchema = z.preprocess(
  takeSpellings,
  creationFields
    .extend({ payee: refusedField("needs an API key: the JWT names the payee") })
    .superRefine(refuseOtherSum),
);

export const directCreationFields = z
  .strictObject({
    amount: amountField,
    currency: z
      .literal("EUR", { error: must("be EUR") })
      .openapi({ description: "A JWT creates transactions in EUR only" }),
    source: z
      .literal(SOURCE, { error: must(`be ${SOURCE}`) })
      .openapi({ description: "The integration that creates the transaction" }),
    externalId: externalIdField.optional(),
    ...orderFields,
    metadata: metadataField.optional(),
  })
  .openapi({
    description: `With a JWT. ${SPELLINGS_DESCRIPTION}. \`successUrl\`, \`failureUrl\`, \`processingUrl\` and \`cancelUrl\` are refused: the webview returns by the app's scheme`,
    example: directCreationExample,
  });

const appReturnField = refusedField("needs an API key: the webview returns by the app's scheme");

/** A customer's device may hold the JWT, so it can't set web addresses. */
export const directCreationSchema = z.preprocess(
  takeSpellings,
  directCreationFields
    .extend({
      successUrl: appReturnField,
      failureUrl: appReturnField,
      processingUrl: appReturnField,
      cancelUrl: appReturnField,
    })
    .superRefine(refuseOtherSum),
);

/** The credential selects the schema, which OpenAPI can't express. */
export const creationBody = z.unknown().openapi({
  anyOf: [
    { $ref: "#/components/schemas/TransactionCreation" },
    { $ref: "#/components/schemas/DirectTransactionCreation" },
  ],
});

/** A published sample capitalises two names. Both spellings at once are an error. */
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

export const idempotencyField = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, { error: must("have 1 to 255 printable ASCII characters") })
  .optional()
  .openapi({ description: "A repeated request within 24 hours gets what the first one created" });

export const creationHeaders = z.object({
  "X-Client-Type": z
    .string()
    .regex(headerToken, { error: must("be a token (RFC 9110) of at most 64 characters") })
    .optional()
    .openapi({ description: "Name of your client; stored with the transaction" }),
  "Idempotency-Key": idempotencyField.openapi({
    description:
      "A repeated request within 24 hours gets the response of the first one. Keys sent with an API key and keys sent with a JWT " +
      "are separate",
  }),
});
