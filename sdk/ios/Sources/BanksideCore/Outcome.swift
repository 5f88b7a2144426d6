/// How a payment seems to stand. A hint for the screen: the webhook is the proof.
public enum OutcomeStatus: String, Codable, Hashable, Sendable, CaseIterable {
  /// The bank has executed the payment.
  case succeeded
  /// The payment has failed.
  case failed
  /// The payer has cancelled.
  case cancelled
  /// The bank has the order and has not decided yet.
  case processing
  /// Only the merchant's server can find out.
  case unknown
}

/// What a return link reports about a payment.
public struct Outcome: Hashable, Sendable {
  /// How the payment seems to stand.
  public var status: OutcomeStatus = .unknown
  /// The transaction the link names.
  public var transactionId: String?
  /// The order the link names.
  public var externalId: String?
}

/// Reads the address an app was called back with, for example after the system ended the app meanwhile.
///
/// It is a hint for the screen and no proof: any app or page can open the same scheme. Whatever is odd is
/// ``OutcomeStatus/unknown``.
public func parseOutcome(_ address: String?, urlScheme: String) -> Outcome {
  guard let address, !address.isEmpty, address.utf16.count <= 2_048,
    let scheme = schemeOf(address), scheme.isSame(as: ownScheme(urlScheme)),
    let values = readQuery(address), let text = values[Array("status".utf8)],
    let status = OutcomeStatus.allCases.first(where: { $0 != .unknown && $0.rawValue.isSame(as: text) })
  else { return Outcome() }
  let transactionId = values[Array("transactionId".utf8)]
  let externalId = values[Array("externalId".utf8)]
  if let transactionId, !isTransactionId(transactionId) { return Outcome() }
  if let externalId, !isExternalId(externalId) { return Outcome() }
  return Outcome(status: status, transactionId: transactionId, externalId: externalId)
}

/// Whether `address` calls back about this payment: its scheme is the app's, and it names the transaction.
///
/// Without a known `transactionId` any named one will do.
func isReturnLink(_ address: String, urlScheme: String?, transactionId: String?) -> Bool {
  guard let urlScheme, let named = parseOutcome(address, urlScheme: urlScheme).transactionId else { return false }
  return transactionId.map(named.isSame(as:)) ?? true
}

func isTransactionId(_ text: String) -> Bool { text.isASCII(others: "_-", lengths: 1...64) }

/// The parameters by the bytes of their names; `nil` if one can't be decoded or occurs twice.
private func readQuery(_ address: String) -> [[UInt8]: String]? {
  let withoutFragment = address.utf8.prefix { $0 != UInt8(ascii: "#") }
  guard let start = withoutFragment.firstIndex(of: UInt8(ascii: "?")) else { return [:] }
  let query = withoutFragment[withoutFragment.index(after: start)...]
  var values: [[UInt8]: String] = [:]
  for pair in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
    let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = decoded(parts[0]), let value = parts.count == 2 ? decoded(parts[1]) : "",
      values.updateValue(value, forKey: Array(name.utf8)) == nil
    else { return nil }
  }
  return values
}

private func decoded(_ text: Substring.UTF8View) -> String? {
  var bytes: [UInt8] = []
  var rest = text
  while let byte = rest.popFirst() {
    switch byte {
    case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
    case UInt8(ascii: "%"):
      guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else {
        return nil
      }
      bytes.append(high << 4 | low)
    default: bytes.append(byte)
    }
  }
  let string = String(decoding: bytes, as: UTF8.self)
  // What is no UTF-8 was replaced.
  return string.utf8.elementsEqual(bytes) ? string : nil
}

private func hexValue(_ byte: UInt8) -> UInt8? {
  Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
}
