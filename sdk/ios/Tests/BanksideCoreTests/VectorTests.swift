import Foundation
import XCTest

@testable import BanksideCore

/// The examples in `sdk/vectors`, which the SDKs for JavaScript and Android run too.
final class VectorTests: XCTestCase {
  func testAmounts() throws {
    struct Case: Decodable { let amount: String, cents: Int?, error: String? }
    try forEach("amounts") { (vector: Case) in
      XCTAssertEqual(Attempt { try parseAmount(vector.amount) }, .init(vector.cents, vector.error), vector.amount)
    }
  }

  func testArguments() async throws {
    struct Case: Decodable { let argument: String, value: String, error: String?, scheme: String?, address: String? }
    try await forEach("arguments") { (vector: Case) in
      let service = FakeService([])
      let value = { (name: String) in vector.argument == name ? vector.value : nil }
      let attempt = await Attempt {
        let bankside = try service.bankside(baseURL: value("baseUrl"))
        return try await bankside.createPayment(
          amount: "1", token: value("token") ?? token, urlScheme: value("urlScheme"), externalId: value("externalId"))
      }
      let what = "\(vector.argument) \(vector.value.prefix(60))"
      XCTAssertEqual(attempt.error, vector.error ?? "network", what)
      XCTAssertEqual(service.requests.isEmpty, vector.error != nil, what)
      if let address = vector.address {
        XCTAssertEqual(service.requests.first?.url?.absoluteString, address + "/transactions", what)
      }
      if let scheme = vector.scheme { XCTAssertEqual(ownScheme(vector.value), scheme, what) }
    }
  }

  func testCheckoutAddresses() throws {
    struct Case: Decodable { let what: String, redirectUrl: String, token: String, urlScheme: String?, address: String }
    try forEach("checkout-addresses") { (vector: Case) in
      let address = checkoutAddress(vector.redirectUrl, token: vector.token, urlScheme: vector.urlScheme)
      XCTAssertEqual(address, vector.address, vector.what)
    }
  }

  func testReturnLinks() async throws {
    struct Case: Decodable {
      let what: String, address: String?, urlScheme: String, transactionId: String?, outcome: Expected, isReturn: Bool
    }
    struct Expected: Decodable { let status: OutcomeStatus, transactionId: String?, externalId: String? }
    try await forEach("return-links") { (vector: Case) in
      let (urlScheme, id) = (vector.urlScheme, vector.transactionId)
      let (outcome, expected) = (parseOutcome(vector.address, urlScheme: urlScheme), vector.outcome)
      XCTAssertEqual(outcome.status, expected.status, vector.what)
      XCTAssertEqual(outcome.transactionId, expected.transactionId, vector.what)
      XCTAssertEqual(outcome.externalId, expected.externalId, vector.what)
      XCTAssertEqual(
        isReturnLink(vector.address ?? "", urlScheme: urlScheme, transactionId: id), vector.isReturn, vector.what)
      guard let id else { return }
      let created = #"{"id":"\#(id)","redirectUrl":"https://pay.example/secure"}"#
      let service = FakeService([.init(status: 201, headers: [:], body: created)])
      let presenter = FakePresenter(returned: vector.address)
      let result = try await service.bankside().initiatePayment(
        amount: "1", token: token, urlScheme: urlScheme, presenter: presenter)
      let known = vector.isReturn
      XCTAssertEqual(result.status, known ? expected.status : .unknown, vector.what)
      XCTAssertEqual(result.transactionId, id, vector.what)
      XCTAssertEqual(result.externalId, known ? expected.externalId : nil, vector.what)
    }
  }

  func testNavigation() throws {
    struct Case: Decodable { let url: String, decision: PaymentNavigation, isMainFrame: Bool? }
    try forEach("navigation") { (vector: Case) in
      let decision = PaymentNavigation.decide(
        vector.url, urlScheme: "myapp", transactionId: "txn_01k9f3v8q2e6rbt5m7x4d0c1an",
        isMainFrame: vector.isMainFrame ?? true)
      XCTAssertEqual(decision, vector.decision, vector.url)
    }
  }

  func testExchanges() async throws {
    struct Case: Decodable {
      let what: String, baseUrl: String?, call: Call?, replies: [FakeService.Reply], requests: Int, waits: [Int]
      let body: JSONValue?, transaction: Transaction?, error: [String: JSONValue]?
    }
    struct Call: Decodable { let amount: String, externalId: String?, metadata: Metadata?, details: OrderDetails? }
    struct Transaction: Decodable { let id: String, redirectUrl: String }
    try await forEach("exchanges") { (vector: Case) in
      let service = FakeService(vector.replies)
      let presenter = FakePresenter(returned: nil)
      do {
        let result = try await service.bankside(baseURL: vector.baseUrl).initiatePayment(
          amount: vector.call?.amount ?? "1", token: token, metadata: vector.call?.metadata,
          externalId: vector.call?.externalId, details: vector.call?.details ?? OrderDetails(), presenter: presenter)
        XCTAssertEqual(result.transactionId, vector.transaction?.id, vector.what)
        XCTAssertEqual(presenter.opened, vector.transaction.map { ["\($0.redirectUrl)&jwt=\(token)"] }, vector.what)
      } catch let error as BanksideError {
        for (name, value) in vector.error ?? ["code": "none"] {
          XCTAssertEqual(error.field(name), value, "\(vector.what): \(name)")
        }
        XCTAssertEqual(presenter.opened, [], vector.what)
      }
      XCTAssertEqual(service.waits, vector.waits, vector.what)
      XCTAssertEqual(service.requests.count, vector.requests, vector.what)
      for request in service.requests {
        XCTAssertEqual(request.httpMethod, "POST")
        XCTAssertEqual(request.url?.absoluteString, "\(vector.baseUrl ?? baseURL)/transactions")
        XCTAssertEqual(request.value(forHTTPHeaderField: "Authentication"), "Bearer \(token)")
        XCTAssertEqual(request.value(forHTTPHeaderField: "Content-Type"), "application/json")
        let key = request.value(forHTTPHeaderField: "Idempotency-Key") ?? ""
        XCTAssertTrue(key.isASCII(others: "-_", lengths: 32...64), vector.what)
        XCTAssertEqual(key, service.requests.first?.value(forHTTPHeaderField: "Idempotency-Key"), vector.what)
        XCTAssertEqual(request.httpBody, service.requests.first?.httpBody, vector.what)
        if let body = vector.body {
          XCTAssertEqual(try JSONDecoder().decode(JSONValue.self, from: request.httpBody ?? Data()), body, vector.what)
        }
      }
    }
  }
}

extension BanksideError {
  fileprivate func field(_ name: String) -> JSONValue? {
    switch name {
    case "code": .string(code.rawValue)
    case "message": .string(message)
    case "status": status.map(JSONValue.integer) ?? .null
    case "requestId": requestId.map(JSONValue.string) ?? .null
    case "retryAfterSeconds": retryAfterSeconds.map(JSONValue.integer) ?? .null
    case "errors": .array(errors.map { ["path": .string($0.path), "message": .string($0.message)] })
    default: nil
    }
  }
}
