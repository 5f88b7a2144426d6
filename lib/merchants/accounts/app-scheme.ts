const MAX_LENGTH = 40;
const SCHEME = /^[a-z][a-z0-9+.-]*$/;

/** RFC 3986 §3.1, in lower case and without the colon. */
export function isAppScheme(text: string): boolean {
  return text.length <= MAX_LENGTH && SCHEME.test(text);
}
