import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the SDK needs of the world around it. Tests bring their own.
struct Surroundings: Sendable {
  /// Sends a request. Throws when there is no response.
  var send: @Sendable (URLRequest) async throws -> Response
  /// Lets milliseconds pass.
  var wait: @Sendable (Int) async throws -> Void
  var timeoutMs: Int
}

/// Creates transactions with a JWT (`POST {baseURL}/transactions`).
struct Service: Sendable {
  let baseURL: String
  let surroundings: Surroundings

  /// - Throws: ``BanksideError`` `invalid_base_url`.
  init(baseURL: String, surroundings: Surroundings) throws {
    var trimmed = Substring(baseURL)
    while trimmed.utf8.last == UInt8(ascii: "/") { trimmed.removeLast() }
    let rest = ["https://", "http://"].first(where: trimmed.hasPrefix).map { trimmed.dropFirst($0.count) }
    guard let rest, !rest.isEmpty, String(rest).isPrintableASCII(excluding: "?#@\\"),
      URL(string: String(trimmed)) != nil
    else { throw BanksideError(.invalidBaseURL, "baseURL must be an https address without a query") }
    self.baseURL = String(trimmed)
    self.surroundings = surroundings
  }

  /// Creates a transaction over `cents`.
  /// - Throws: ``BanksideError``: the service's codes, `network`, `timeout`, `aborted` or `unexpected_answer`.
  func create(
    cents: Int, token: String, externalId: String?, metadata: Metadata?, details: OrderDetails
  ) async throws -> CreatedTransaction {
    var fields: [String: JSONValue] = ["amount": .integer(cents), "currency": "EUR", "source": "sdk_integration"]
    fields["externalId"] = externalId.map(JSONValue.string)
    fields["metadata"] = metadata.map(JSONValue.object)
    fields.merge(try details.fields) { own, _ in own }
    let request = try request(fields, token: token)
    return try await sendUntilAnswered(request).transaction(isPlainHTTP: baseURL.hasPrefix("http:"))
  }

  private func request(_ fields: [String: JSONValue], token: String) throws -> URLRequest {
    guard let url = URL(string: baseURL + "/transactions") else {
      throw BanksideError(.invalidBaseURL, "baseURL must be an https address without a query")
    }
    var request = URLRequest(url: url, timeoutInterval: Double(surroundings.timeoutMs) / 1_000)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("Bearer " + token, forHTTPHeaderField: "Authentication")
    request.setValue(UUID().uuidString, forHTTPHeaderField: "Idempotency-Key")
    do {
      request.httpBody = try JSONEncoder().encode(fields)
    } catch {
      throw BanksideError(.invalidMetadata, "metadata must be an object that JSON can hold")
    }
    return request
  }

  /// Sends once more what got lost, and asks again while the service is still busy with the first request.
  private func sendUntilAnswered(_ request: URLRequest) async throws -> Response {
    var canRepeat = true
    var waits = 0
    while true {
      do {
        let response = try await send(request)
        let seconds = response.retryAfterSeconds ?? 1
        guard response.isFirstRunning, waits < 3, seconds <= 10 else { return response }
        waits += 1
        try await wait(seconds * 1_000)
      } catch let error as BanksideError where error.code == .network && canRepeat {
        canRepeat = false
        try await wait(500)
      }
    }
  }

  private func wait(_ milliseconds: Int) async throws {
    do { try await surroundings.wait(milliseconds) } catch { throw aborted }
  }

  /// One request, with a time-out over head and body of the response.
  private func send(_ request: URLRequest) async throws -> Response {
    guard !Task.isCancelled else { throw aborted }
    let (send, timeoutMs) = (surroundings.send, surroundings.timeoutMs)
    do {
      return try await withThrowingTaskGroup(of: Response?.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await send(request) }
        group.addTask {
          try await Task.sleep(nanoseconds: UInt64(timeoutMs) * 1_000_000)
          return nil
        }
        guard let first = try await group.next(), let response = first else { throw URLError(.timedOut) }
        return response
      }
    } catch {
      if Task.isCancelled { throw aborted }
      if (error as? URLError)?.code == .timedOut {
        throw BanksideError(.timeout, "The payment service did not respond in time")
      }
      throw BanksideError(.network, "The payment service can't be reached")
    }
  }

  private var aborted: BanksideError { BanksideError(.aborted, "The payment was aborted") }
}
