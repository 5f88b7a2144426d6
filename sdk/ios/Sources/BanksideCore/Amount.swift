/// Reads a decimal amount of euros as cents: `"12.5"` is 1250.
///
/// The amount is `"0.01"` to `"999999999.99"`, with a point and at most two decimals. It is never rounded or guessed.
/// - Throws: ``BanksideError`` `invalid_amount`.
public func parseAmount(_ amount: String) throws -> Int {
  let parts = amount.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
  let whole = parts[0]
  let decimals = parts.count == 2 ? Array(parts[1]) : [zero]
  let isGood =
    (1...9).contains(whole.count) && (whole.first != zero || whole.count == 1)
    && (1...2).contains(decimals.count) && (whole + decimals).allSatisfy(isDigit)
  let digits = decimals.count == 1 ? decimals + [zero] : decimals
  let cents = isGood ? (whole + digits).reduce(0) { $0 * 10 + Int($1 - zero) } : 0
  guard cents > 0 else {
    throw BanksideError(.invalidAmount, "The amount must be a decimal string from \"0.01\" to \"999999999.99\"")
  }
  return cents
}

private let zero = UInt8(ascii: "0")

func isDigit(_ byte: UInt8) -> Bool { (zero...UInt8(ascii: "9")).contains(byte) }
