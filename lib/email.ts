import { z } from "zod";

// As long as a mail server takes one (RFC 5321, 4.5.3.1.3 less the angle brackets).
const MAX_LENGTH = 254;

const emailSchema = z.email().max(MAX_LENGTH);

/** Reads an e-mail address, its domain in lower case; `undefined` if it is none or has more than 254 characters. */
export function parseEmail(text: string): string | undefined {
  const parsed = emailSchema.safeParse(text.trim());
  if (!parsed.success) return undefined;
  const at = parsed.data.lastIndexOf("@");
  return `${parsed.data.slice(0, at)}@${parsed.data.slice(at + 1).toLowerCase()}`;
}

/**
 * The form under which an address is compared and counted. A mail server may tell `Ada@` from `ada@`, yet hardly any
 * does, so the two count as one person.
 */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** Shows only the first character and the domain: `a•••@shop.example`. */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf("@"))}`;
}
