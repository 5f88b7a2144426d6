import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { isExactNumber } from "./exact-number.ts";

/** The value in units of 10^-`scale`. */
function scaled(text: string, scale: number): bigint {
  const [mantissa = "", power = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const zeros = scale + Number(power) - fraction.length;
  const digits = BigInt(`${whole}${fraction}${"0".repeat(zeros)}`);
  return mantissa.startsWith("-") ? -digits : digits;
}
const SCALE = 900;

const digits = (max: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`)).map((text) => text.replace(/^0+(?=.)/, ""));
const written = fc
  .tuple(
    fc.constantFrom("", "-"),
    digits(25),
    fc.option(fc.stringMatching(/^[0-9]{1,25}$/)),
    fc.option(fc.tuple(fc.constantFrom("e", "E", "e+", "e-", "E-00"), fc.nat(400))),
  )
  .map(
    ([sign, whole, fraction, power]) =>
      `${sign}${whole}${fraction === null ? "" : `.${fraction}`}${power?.join("") ?? ""}`,
  );

describe("a number in JSON", () => {
  it("is exact if and only if JavaScript keeps its exact value", () => {
    fc.assert(
      fc.property(written, (text) => {
        const kept = JSON.stringify(JSON.parse(text));
        const isSame = kept !== "null" && scaled(kept, SCALE) === scaled(text, SCALE);
        assert.equal(isExactNumber(text), isSame, `${text} is kept as ${kept}`);
      }),
    );
  });

  it("is exact in every notation of a float", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        assert.ok(isExactNumber(JSON.stringify(value)));
        assert.ok(isExactNumber(value.toExponential()));
      }),
    );
  });

  for (const text of [
    "0",
    "-0",
    "0e999999999",
    "1.0",
    "1e2",
    "1E22",
    "0.1",
    "5e-324",
    "9007199254740992",
  ])
    it(`is exact: ${text}`, () => assert.ok(isExactNumber(text)));

  for (const text of [
    "0.1234567890123456789",
    "9007199254740993",
    "1e-400",
    "-1e-400",
    "1e400",
    "1e99999999999999999999",
    "1e-99999999999999999999",
    "1.00000000000000000001",
  ])
    it(`is not exact: ${text}`, () => assert.ok(!isExactNumber(text)));

  it("takes no longer to check than to parse", () => {
    for (const text of [
      `0.${"0".repeat(64_000)}1`,
      `1${"0".repeat(64_000)}`,
      `1e${"0".repeat(64_000)}1`,
    ])
      isExactNumber(text);
  });
});
