/**
 * Regular expression, to be used with the flag `u`, of a text of 1 to `max` characters without Unicode's general
 * category C (control, format such as text direction, surrogate, private use, unassigned) and without line separators.
 */
export function printablePattern(max: number): string {
  return `^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${max}}$`;
}

/** Tells whether `text` fits {@link printablePattern}. */
export function isPrintable(text: string, max: number): boolean {
  return new RegExp(printablePattern(max), "u").test(text);
}
