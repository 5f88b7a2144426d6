import { z } from "zod";
import { OUTCOMES } from "#lib/banks/sandbox/behaviours.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { fromDecimalString, isCurrency, MAX_AMOUNT } from "#lib/platform/values/money.ts";
import { PRODUCTS } from "./payment.ts";

const redirectUri = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .max(2048)
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && !url.username && !url.password;
  }, "must hold no user info");

export const requestHeaders = z.object({
  "x-request-id": z.uuid({ error: "must be a UUID" }),
});

export const initiationHeaders = requestHeaders.extend({
  "psu-ip-address": z.union([z.ipv4(), z.ipv6()], { error: "must be an IP address" }),
  "tpp-redirect-uri": redirectUri,
  "tpp-nok-redirect-uri": redirectUri.optional(),
  "tpp-redirect-preferred": z.enum(["true", "false"]).optional(),
  "tpp-explicit-authorisation-preferred": z.enum(["true", "false"]).optional(),
});

export const product = z.enum(PRODUCTS);

const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}+$/u, "must be printable");

const iban = z.string().transform((value, context) => {
  const parsed = parseIban(value);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: "custom", message: "must be a valid IBAN" });
  return z.NEVER;
});

const instructedAmount = z
  .strictObject({
    currency: z.string().refine(isCurrency, "must be an ISO 4217 code"),
    amount: z.string().regex(/^\d{1,14}(\.\d{1,4})?$/, "must be a positive decimal string"),
  })
  .transform(({ currency, amount }, context) => {
    const minor = fromDecimalString(amount, currency);
    if (minor !== undefined && minor > 0 && minor <= MAX_AMOUNT) return { currency, amount: minor };
    context.addIssue({ code: "custom", path: ["amount"], message: "is out of range" });
    return z.NEVER;
  });

export const initiationBody = z.strictObject({
  endToEndIdentification: text(35).optional(),
  instructedAmount,
  debtorAccount: z.strictObject({ iban }).optional(),
  creditorAccount: z.strictObject({ iban }),
  creditorName: text(70),
  remittanceInformationUnstructured: text(140).optional(),
});

export const automationBody = z.strictObject({ outcome: z.enum(OUTCOMES) });
