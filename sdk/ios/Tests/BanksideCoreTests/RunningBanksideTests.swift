import Foundation
import XCTest

@testable import BanksideCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Payments at a running Bankside. `npm run test:native` starts one, and a browser that is the payment's view.
final class RunningBanksideTests: XCTestCase {
  private let api = variable("BANKSIDE_API")

  override func setUp() async throws { try XCTSkipIf(api.isEmpty, "no Bankside is running") }

  func testAnApprovedPaymentSucceeds() async throws {
    let result = try await pay(until: "/returned") { try await end($0, "approve") }
    XCTAssertEqual(result.status, .succeeded)
    try await assertReported("transaction.succeeded", result)
  }

  func testACancelledPaymentIsCancelled() async throws {
    let result = try await pay(until: "/returned") { _ = try await call("/transactions/\($0)/cancel", body: [:]) }
    XCTAssertEqual(result.status, .cancelled)
    try await assertReported("transaction.failed", result)
  }

  func testAPaymentThatIsDeclinedFiveTimesFails() async throws {
    let result = try await pay(until: "/returned") { id in
      for _ in 1...5 { try await end(id, "decline") }
    }
    XCTAssertEqual(result.status, .failed)
    try await assertReported("transaction.failed", result)
  }

  func testAPaymentThatTheBankWorksOnIsProcessing() async throws {
    let result = try await pay(until: "/left") { try await end($0, "accept") }
    XCTAssertEqual(result.status, .processing)
    let events = try await events(of: result.transactionId)
    XCTAssertEqual(events.count, 0)
  }

  func testAClosedViewIsUnknown() async throws {
    let token = try await token()
    let result = try await Bankside(baseURL: api).initiatePayment(
      amount: "0.01", token: token, presenter: FakePresenter(returned: nil))
    XCTAssertEqual(result.status, .unknown)
    let transaction = try await get("/transactions/\(result.transactionId)")
    XCTAssertEqual(transaction["status"], "pending")
    let events = try await events(of: result.transactionId)
    XCTAssertEqual(events.count, 0)
  }

  func testWhatTheServiceRefusesHasItsCode() async throws {
    let unauthorized = try await refused(token: "no.real.token")
    XCTAssertEqual(unauthorized?.code, .unauthorized)
    XCTAssertEqual(unauthorized?.status, 401)
    XCTAssertNotNil(unauthorized?.requestId)
    let invalid = try await refused(token: token(), metadata: ["a": ["b": ["c": ["d": ["e": ["f": 1]]]]]])
    XCTAssertEqual(invalid?.code, "invalid_request")
    XCTAssertEqual(invalid?.errors.isEmpty, false)
  }

  func testATokenIsNotSentOn() async throws {
    let error = try await refused(at: variable("BANKSIDE_VIEW") + "/moved", token: token())
    XCTAssertEqual(error?.code, .unexpectedAnswer)
  }

  /// Pays in the browser. `payer` does something about the transaction meanwhile, `end` is how the view ends.
  private func pay(until end: String, payer: @escaping @Sendable (String) async throws -> Void) async throws
    -> PaymentResult
  {
    let order = "order/\(UUID().uuidString)"
    let result = try await Bankside(baseURL: api).initiatePayment(
      amount: "12.50", token: token(), metadata: ["cart": "c-7"], urlScheme: variable("BANKSIDE_SCHEME"),
      externalId: order, presenter: Browser(payer: payer, end: end))
    XCTAssertEqual(result.externalId, order)
    return result
  }

  private func assertReported(_ type: String, _ result: PaymentResult) async throws {
    let events = try await events(of: result.transactionId)
    XCTAssertEqual(events.map { $0["type"] }, [.string(type)])
    XCTAssertEqual(events.first?["data"]?.object?["amount"], 1250)
    XCTAssertEqual(events.first?["data"]?.object?["metadata"], ["cart": "c-7"])
  }

  private func refused(at baseURL: String? = nil, token: String, metadata: Metadata? = nil) async throws
    -> BanksideError?
  {
    do {
      _ = try await Bankside(baseURL: baseURL ?? api).createPayment(amount: "1", token: token, metadata: metadata)
      return nil
    } catch let error as BanksideError {
      return error
    }
  }

  private func token() async throws -> String {
    let answer = try await call("/auth/verify-apikey", body: ["email": "payer@mail.example"])
    return try XCTUnwrap(answer["token"]?.string)
  }

  private func events(of transactionId: String) async throws -> [[String: JSONValue]] {
    let page = try await get("/events")
    return (page["data"]?.array ?? []).compactMap(\.object).filter {
      $0["data"]?.object?["id"] == .string(transactionId)
    }
  }

  private func get(_ path: String) async throws -> [String: JSONValue] { try await call(path) }
}

/// The payment's view: a browser, and a payer.
private struct Browser: PaymentPresenter {
  let payer: @Sendable (String) async throws -> Void
  let end: String

  func present(_ payment: Payment) async throws -> String? {
    let view = variable("BANKSIDE_VIEW")
    let shown = try JSONEncoder().encode(["address": payment.address, "scheme": variable("BANKSIDE_SCHEME")])
    _ = try await send(view + "/open", body: shown)
    try await payer(payment.transactionId)
    return String(decoding: try await send(view + end), as: UTF8.self)
  }
}

private func end(_ transactionId: String, _ outcome: String) async throws {
  _ = try await call("/test/transactions/\(transactionId)/outcome", body: ["outcome": outcome])
}

private func variable(_ name: String) -> String { ProcessInfo.processInfo.environment[name] ?? "" }

private func call(_ path: String, body: [String: String]? = nil) async throws -> [String: JSONValue] {
  let answer = try await send(variable("BANKSIDE_API") + path, body: body.map(JSONEncoder().encode))
  return try JSONDecoder().decode([String: JSONValue].self, from: answer)
}

private func send(_ url: String, body: Data? = nil) async throws -> Data {
  var request = URLRequest(url: try XCTUnwrap(URL(string: url)))
  request.setValue(variable("BANKSIDE_KEY"), forHTTPHeaderField: "X-API-Key")
  if let body {
    request.httpMethod = "POST"
    request.httpBody = body
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
  }
  let (data, response) = try await URLSession.shared.data(for: request)
  let status = (response as? HTTPURLResponse)?.statusCode ?? 0
  XCTAssertEqual(status / 100, 2, String(decoding: data, as: UTF8.self))
  return data
}
