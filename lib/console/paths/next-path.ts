import { consolePath } from "./links.ts";

const ANYWHERE = "https://console.invalid";
const MAX_LENGTH = 1024;
// Browsers read a backslash as a slash, and drop tabs and line breaks.
const UNSAFE = /[\\\p{Cc}\p{Cs}\s]/u;

/** No link leads to another site. */
export function nextPath(text: unknown): string {
  const start = consolePath();
  if (typeof text !== "string" || text.length > MAX_LENGTH || UNSAFE.test(text)) return start;
  if (!text.startsWith("/") || !URL.canParse(text, ANYWHERE)) return start;
  const { origin, pathname, search, hash } = new URL(text, ANYWHERE);
  const isBelow = pathname === start || pathname.startsWith(`${start}/`);
  return origin === ANYWHERE && isBelow ? `${pathname}${search}${hash}` : start;
}
