/**
 * Use with flag `u`. Excludes Unicode category C (control, format such as text direction, surrogate, private use, unassigned) and
 * line separators.
 */
export function printablePattern(max: number): string {
  return `^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${max}}$`;
}

export function isPrintable(text: string, max: number): boolean {
  return new RegExp(printablePattern(max), "u").test(text);
}
