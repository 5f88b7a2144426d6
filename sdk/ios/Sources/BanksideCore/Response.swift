import Foundation

/// What the service responded, as far as it is read.
struct Response: Sendable {
  let status: Int
  let body: Data
  var retryAfter: String?
  var requestId: String?

  /// The JSON object in the body; empty if there is none.
  var fields: [String: JSONValue] {
    (try? JSONDecoder().decode(JSONValue.self, from: body))?.object ?? [:]
  }

  /// When to try again, in seconds, if the response says so in seconds.
  var retryAfterSeconds: Int? {
    guard let retryAfter, (1...9).contains(retryAfter.utf8.count), retryAfter.utf8.allSatisfy(isDigit) else {
      return nil
    }
    return Int(retryAfter)
  }

  /// Whether the first request with the same key is still running.
  var isFirstRunning: Bool { status == 409 && fields["code"]?.string == "idempotency_in_progress" }

  /// The created transaction.
  /// - Throws: ``BanksideError``: the service's codes, or `unexpected_answer`.
  func transaction(isPlainHTTP: Bool) throws -> CreatedTransaction {
    guard status == 200 || status == 201 else { throw problem }
    let fields = fields
    guard let id = fields["id"]?.string, isTransactionId(id), let redirectURL = fields["redirectUrl"]?.string,
      isPage(redirectURL, isPlainHTTP: isPlainHTTP)
    else { throw unexpected }
    return CreatedTransaction(id: id, redirectURL: redirectURL)
  }

  private var problem: BanksideError {
    let fields = fields
    guard let code = fields["code"]?.string, code.isASCII(others: "_", lengths: 1...64) else { return unexpected }
    let message = [fields["title"], fields["detail"]].compactMap { $0?.string }.joined(separator: ": ")
    var error = BanksideError(.init(rawValue: code), message.isEmpty ? code : message, status: status)
    error.requestId = fields["requestId"]?.string ?? requestId
    error.retryAfterSeconds = retryAfterSeconds
    error.errors = (fields["errors"]?.array ?? []).compactMap { entry in
      guard let path = entry.object?["path"]?.string, let message = entry.object?["message"]?.string else { return nil }
      return .init(path: path, message: message)
    }
    return error
  }

  private var unexpected: BanksideError {
    BanksideError(
      .unexpectedAnswer, "The payment service returned an unreadable response (\(status))", status: status,
      requestId: requestId, retryAfterSeconds: retryAfterSeconds)
  }
}

/// A transaction, as far as an app needs to know it.
struct CreatedTransaction: Hashable, Sendable {
  let id: String
  let redirectURL: String
}

private func isPage(_ address: String, isPlainHTTP: Bool) -> Bool {
  let prefixes = isPlainHTTP ? ["https://", "http://"] : ["https://"]
  return prefixes.contains { address.hasPrefix($0) && address.utf8.count > $0.utf8.count }
    && address.isPrintableASCII(excluding: "\\")
}
