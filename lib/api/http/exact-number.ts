const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

const LONGEST_EXPONENT = 6;

/** Whether it survives a 64-bit float: `1.0` is 1, `1e2` is 100. */
export function isExactNumber(text: string): boolean {
  const number = Number(text);
  return Number.isFinite(number) && decimalOf(text) === decimalOf(JSON.stringify(number));
}

function decimalOf(text: string): string | undefined {
  const [, sign = "", whole = "", fraction = "", power = "0"] = NUMBER.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  if (digits === "") return "0";
  const exponent = power.replace(/^([+-]?)0+(?=\d)/, "$1");
  if (exponent.length > LONGEST_EXPONENT) return undefined;
  // Not a regular expression: it would start over at each of many zeros.
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  const scale = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(0, end)}e${scale}`;
}
