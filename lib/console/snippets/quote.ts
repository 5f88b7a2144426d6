/** `text` as a string of JavaScript and, of the same form, of Python. */
export function doubleQuoted(text: string): string {
  return JSON.stringify(text);
}

/** `text` as one word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** `text` as a string of PHP in which nothing is replaced. */
export function phpQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** `text` between the quotes of an HTML attribute. */
export function htmlQuoted(text: string): string {
  return `"${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
}
