import { domainToASCII, domainToUnicode } from "node:url";

/** Most characters of an address (RFC 5321, 4.5.3.1.3 less the angle brackets), as typed and with its domain in ASCII. */
export const MAX_EMAIL_LENGTH = 254;

const ATOM = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{\\|}~]+";
// Everything above ASCII but the dots, or a long row of them would be tried in every grouping.
const LABEL_CHARACTER =
  "[A-Za-z0-9\\u0080-\\u3001\\u3003-\\uff0d\\uff0f-\\uff60\\uff62-\\u{10ffff}]";
const LABEL = `${LABEL_CHARACTER}(?:(?:${LABEL_CHARACTER}|-)*${LABEL_CHARACTER})?`;
const DOT = "[.\\u3002\\uff0e\\uff61]";

/**
 * Regular expression, to be used with the flag `u`, of an address as it may be typed: a local part of up to 64 ASCII
 * characters (a dot-atom of RFC 5321, no quoted string), and a domain of two labels or more, internationalised or not. A
 * local part with `=?` is refused: some mail software decodes it (RFC 2047) and sends to another address.
 */
export const EMAIL_PATTERN = `^(?=[^@]{1,64}@)(?![^@]*=\\?)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:${DOT}${LABEL})+$`;

const email = new RegExp(EMAIL_PATTERN, "u");
const asciiDomain =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

/**
 * Reads an e-mail address to the one form it is stored, compared, shown and sent to in: its domain in lower case and in
 * ASCII (IDNA), so that no domain looks like another. `undefined` if it is none.
 */
export function parseEmail(text: string): string | undefined {
  const typed = text.trim();
  if (typed.length > MAX_EMAIL_LENGTH || !email.test(typed)) return undefined;
  const at = typed.lastIndexOf("@");
  const domain = toAsciiDomain(typed.slice(at + 1));
  if (domain === undefined) return undefined;
  const parsed = `${typed.slice(0, at)}@${domain}`;
  return parsed.length > MAX_EMAIL_LENGTH ? undefined : parsed;
}

function toAsciiDomain(typed: string): string | undefined {
  const domain = domainToASCII(typed);
  if (!asciiDomain.test(domain)) return undefined;
  // A label that stays as it is when it is decoded is no internationalised one (RFC 5890, A-label).
  const decoded = domainToUnicode(domain);
  const isReal = !/(?:^|\.)xn--/.test(decoded) && domainToASCII(decoded) === domain;
  return isReal ? domain : undefined;
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
