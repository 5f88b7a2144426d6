const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

// No finite number needs more, also one written with as many zeros as a body has room for.
const LONGEST_EXPONENT = 6;

/**
 * Returns whether a JSON number keeps its value when it is read as a 64-bit float and written again. Spelling does not count:
 * `1.0` is 1, and `1e2` is 100.
 */
export function isExactNumber(text: string): boolean {
  const number = Number(text);
  return Number.isFinite(number) && decimalOf(text) === decimalOf(JSON.stringify(number));
}

/** The decimal value of a JSON number, one text for each: digits without zeros at their ends, and the power of ten. */
function decimalOf(text: string): string | undefined {
  const [, sign = "", whole = "", fraction = "", power = "0"] = NUMBER.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  if (digits === "") return "0";
  const exponent = power.replace(/^([+-]?)0+(?=\d)/, "$1");
  if (exponent.length > LONGEST_EXPONENT) return undefined;
  // Not by an expression, which would start over at each of many zeros.
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  const scale = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(0, end)}e${scale}`;
}
