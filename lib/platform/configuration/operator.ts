import { z } from "zod";
import { parseEmail } from "#lib/platform/values/email.ts";
import { isPrintable } from "#lib/platform/values/printable.ts";

const TEXT_LENGTH = 200;
const ADDRESS_LENGTH = 400;

const line = z
  .string()
  .trim()
  .refine(
    (text) => isPrintable(text, TEXT_LENGTH),
    `must be one line of at most ${TEXT_LENGTH} printable characters`,
  )
  .optional();

// Parsing drops tabs and line breaks.
const page = z
  .string()
  .regex(/^https:\/\/[\x21-\x7e]+$/, "must be an https URL of ASCII characters")
  .max(ADDRESS_LENGTH, `must have at most ${ADDRESS_LENGTH} characters`)
  .refine(isPlainUrl, "must be an https URL with a host, and without a user")
  .optional();

const email = z
  .string()
  .refine((text) => parseEmail(text) !== undefined, "must be an e-mail address")
  .transform((text) => parseEmail(text))
  .optional();

export const operatorVariables = {
  OPERATOR_NAME: line,
  OPERATOR_ADDRESS: line,
  OPERATOR_EMAIL: email,
  OPERATOR_LICENCE: line,
  OPERATOR_AUTHORITY: line,
  OPERATOR_AUTHORITY_URL: page,
  OPERATOR_TERMS_URL: page,
  OPERATOR_PRIVACY_URL: page,
  OPERATOR_COMPLAINTS_URL: page,
  OPERATOR_DISPUTES_URL: page,
};

export type OperatorVariables = z.output<z.ZodObject<typeof operatorVariables>>;

export type OperatorVariable = keyof OperatorVariables;

/** Directive (EU) 2015/2366, articles 45 (2) and 101, and what payers ask for. */
const NEEDED_LIVE = [
  "OPERATOR_NAME",
  "OPERATOR_ADDRESS",
  "OPERATOR_EMAIL",
  "OPERATOR_LICENCE",
  "OPERATOR_AUTHORITY",
  "OPERATOR_TERMS_URL",
  "OPERATOR_PRIVACY_URL",
  "OPERATOR_COMPLAINTS_URL",
] as const satisfies OperatorVariable[];

export function missingOperatorVariables(values: OperatorVariables): OperatorVariable[] {
  return NEEDED_LIVE.filter((name) => values[name] === undefined);
}

export function unnamedIn(values: OperatorVariables): OperatorVariable | undefined {
  const names = Object.keys(operatorVariables) as OperatorVariable[];
  const isAnySet = names.some((name) => values[name] !== undefined);
  if (isAnySet && values.OPERATOR_NAME === undefined) return "OPERATOR_NAME";
  const { OPERATOR_AUTHORITY, OPERATOR_AUTHORITY_URL } = values;
  return OPERATOR_AUTHORITY_URL && !OPERATOR_AUTHORITY ? "OPERATOR_AUTHORITY" : undefined;
}

export type Operator = {
  name: string;
  address: string | undefined;
  email: string | undefined;
  licence: string | undefined;
  authority: string | undefined;
  authorityUrl: string | undefined;
  termsUrl: string | undefined;
  privacyUrl: string | undefined;
  complaintsUrl: string | undefined;
  disputesUrl: string | undefined;
};

export function operatorOf(values: OperatorVariables): Operator | undefined {
  if (values.OPERATOR_NAME === undefined) return undefined;
  return {
    name: values.OPERATOR_NAME,
    address: values.OPERATOR_ADDRESS,
    email: values.OPERATOR_EMAIL,
    licence: values.OPERATOR_LICENCE,
    authority: values.OPERATOR_AUTHORITY,
    authorityUrl: values.OPERATOR_AUTHORITY_URL,
    termsUrl: values.OPERATOR_TERMS_URL,
    privacyUrl: values.OPERATOR_PRIVACY_URL,
    complaintsUrl: values.OPERATOR_COMPLAINTS_URL,
    disputesUrl: values.OPERATOR_DISPUTES_URL,
  };
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}
