// Without Unicode category C (control, format, surrogate, private use, unassigned) and line separators.
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;

/** `max` counts characters, not UTF-16 units. */
export function isPrintable(text: string, max: number): boolean {
  return [...text].length <= max && PRINTABLE.test(text);
}
