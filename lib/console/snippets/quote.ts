export function doubleQuoted(text: string): string {
  return JSON.stringify(text);
}

/** One POSIX shell word. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function phpQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

export function htmlQuoted(text: string): string {
  return `"${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
}
