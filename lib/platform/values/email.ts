import { domainToASCII, domainToUnicode } from "node:url";

/** RFC 5321, 4.5.3.1.3, without angle brackets; as typed and in ASCII. */
export const MAX_EMAIL_LENGTH = 254;

const ATOM = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{\\|}~]+";
// Excludes non-ASCII dots: a long row of them would cause exponential backtracking.
const LABEL_CHARACTER =
  "[A-Za-z0-9\\u0080-\\u3001\\u3003-\\uff0d\\uff0f-\\uff60\\uff62-\\u{10ffff}]";
const LABEL = `${LABEL_CHARACTER}(?:(?:${LABEL_CHARACTER}|-)*${LABEL_CHARACTER})?`;
const DOT = "[.\\u3002\\uff0e\\uff61]";

// Local part: dot-atom of up to 64 ASCII characters (RFC 5321). Domain: two labels or more, also internationalised. Refuses
// `=?`: some mail software decodes it (RFC 2047) and sends to another address.
const email = new RegExp(
  `^(?=[^@]{1,64}@)(?![^@]*=\\?)${ATOM}(?:\\.${ATOM})*@${LABEL}(?:${DOT}${LABEL})+$`,
  "u",
);
const asciiDomain =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

/** The form to store, compare and show: the domain in lower-case ASCII (IDNA). */
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
  // A label that decodes to itself is no A-label (RFC 5890).
  const decoded = domainToUnicode(domain);
  const isReal = !/(?:^|\.)xn--/.test(decoded) && domainToASCII(decoded) === domain;
  return isReal ? domain : undefined;
}

/** Few mail servers distinguish `Ada@` from `ada@`, so both count as one. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** `a•••@shop.example`. */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf("@"))}`;
}
