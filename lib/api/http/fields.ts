import { z } from "@hono/zod-openapi";
import { MAX_EMAIL_LENGTH, parseEmail } from "#lib/platform/values/email.ts";
import { parseIban } from "#lib/platform/values/iban.ts";
import { CURRENCIES, isCurrency, MAX_AMOUNT, withdrawnOn } from "#lib/platform/values/money.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";
import { must } from "./invalid-input.ts";

// For all regular expression engines: no `u` flag, `\p` or look-around.
const TEXT_PATTERN = "^[^\\x00-\\x1f\\x7f]+$";
const EMAIL_PATTERN = "^[^\\x00-\\x20\\x7f@]{1,64}@[^\\x00-\\x20\\x7f@]+$";

export function printableText(max: number) {
  const form = must(`be a string of 1 to ${max} printable characters`);
  return z
    .string({ error: form })
    .refine((text) => isPrintable(text, max), { error: form })
    .openapi({ minLength: 1, maxLength: max, pattern: TEXT_PATTERN });
}

const wholeAmount = must(`be an integer in the minor unit, from 1 to ${MAX_AMOUNT}`);

export const amountField = z
  .int({ error: wholeAmount })
  .min(1, { error: wholeAmount })
  .max(MAX_AMOUNT, { error: wholeAmount })
  .openapi({ description: "Minor units of `currency` (ISO 4217): 1250 is EUR 12.50, or JPY 1250" });

export const currencyField = z
  .string({ error: must("be an ISO 4217 code in upper case, such as EUR") })
  .refine(isCurrency, "must be an ISO 4217 code in upper case, such as EUR")
  .refine((currency) => withdrawnOn(currency) === undefined, {
    error: ({ input }) =>
      `must be a current currency: ${input} was withdrawn on ${withdrawnOn(String(input))}`,
  })
  .openapi("Currency", { description: "ISO 4217, upper case", enum: [...CURRENCIES] });

export const externalIdField = printableText(128).openapi({
  description:
    "Your unique reference of the order, in printable characters; added to the redirects",
});

export const emailField = z
  .string({ error: must("be an e-mail address") })
  .max(MAX_EMAIL_LENGTH, `must have at most ${MAX_EMAIL_LENGTH} characters`)
  .regex(new RegExp(EMAIL_PATTERN), "must be an e-mail address")
  .transform((text, context) => {
    const email = parseEmail(text);
    if (email !== undefined) return email;
    context.addIssue({ code: "custom", message: "must be an e-mail address" });
    return z.NEVER;
  })
  .openapi({
    type: "string",
    maxLength: MAX_EMAIL_LENGTH,
    pattern: EMAIL_PATTERN,
  });

const ibanForm = /^[A-Za-z0-9 -]{15,50}$/;

export const ibanField = z
  .string({ error: must("be an IBAN") })
  .regex(ibanForm, "must be an IBAN")
  .transform((text, context) => {
    const iban = parseIban(text);
    if (iban) return iban;
    context.addIssue({ code: "custom", message: "is not a valid IBAN" });
    return z.NEVER;
  })
  .openapi({ type: "string", pattern: ibanForm.source });

/** ISO 20022 Max70Text. */
export const holderNameField = printableText(70);

export const payerField = z.strictObject({
  email: emailField.optional().openapi({
    description:
      "If the service has whitelisted your account, the payer needs no code by e-mail. Deleted a day after the outcome",
  }),
  name: holderNameField
    .optional()
    .openapi({ description: "In printable characters. Deleted a day after the outcome" }),
});

export const payeeField = z.strictObject({
  iban: ibanField.openapi({
    description:
      "One of your IBANs, in live mode a confirmed one. Checked by structure and check digits (ISO 13616); spaces and " +
      "hyphens are ignored",
  }),
  name: holderNameField.optional().openapi({
    description:
      "Account holder, in printable characters. Default: the name you entered for this IBAN",
  }),
});
