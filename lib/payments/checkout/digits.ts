const BYTES = 7;
/** Digits that hold one to seven bytes. */
const DIGITS = [0, 3, 5, 8, 10, 13, 15, 17];

/** Seven bytes in 17 digits: QR codes store three digits in ten bits. */
export function toDigits(bytes: Uint8Array): string {
  let digits = "";
  for (let at = 0; at < bytes.length; at += BYTES) {
    const chunk = Buffer.from(bytes.subarray(at, at + BYTES));
    const number = BigInt(`0x${chunk.toString("hex")}`).toString();
    digits += number.padStart(DIGITS[chunk.length] ?? 0, "0");
  }
  return digits;
}

export function fromDigits(digits: string): Buffer | undefined {
  const chunks = (digits.match(/\d{17}|\d+$/g) ?? []).map((chunk) => {
    const length = DIGITS.indexOf(chunk.length) * 2;
    const hex = BigInt(chunk).toString(16).padStart(length, "0");
    return Buffer.from(hex.length === length ? hex : "", "hex");
  });
  const bytes = Buffer.concat(chunks);
  return toDigits(bytes) === digits ? bytes : undefined;
}
