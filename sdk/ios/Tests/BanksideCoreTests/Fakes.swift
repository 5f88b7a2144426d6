import Foundation
import XCTest

@testable import BanksideCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let token = "h.p.s"
let baseURL = "https://pay.example/api"

/// Runs `check` for each case of a file in `sdk/vectors`, or in the folder that `BANKSIDE_VECTORS` names.
func forEach<Case: Decodable>(_ name: String, _ check: (Case) async throws -> Void) async throws {
  for vector in try vectors(name) as [Case] { try await check(vector) }
}

/// Runs `check` for each case of a file in `sdk/vectors`, or in the folder that `BANKSIDE_VECTORS` names.
func forEach<Case: Decodable>(_ name: String, _ check: (Case) throws -> Void) throws {
  for vector in try vectors(name) as [Case] { try check(vector) }
}

private func vectors<Case: Decodable>(_ name: String) throws -> [Case] {
  let own = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../vectors").standardized
  let folder = ProcessInfo.processInfo.environment["BANKSIDE_VECTORS"].map { URL(fileURLWithPath: $0) } ?? own
  let cases = try JSONDecoder().decode(
    [Case].self, from: Data(contentsOf: folder.appendingPathComponent("\(name).json")))
  XCTAssertGreaterThan(cases.count, 5)
  return cases
}

/// What a call returned, or the code of its error.
struct Attempt<Value: Equatable>: Equatable {
  var value: Value?
  var error: String?

  init(_ value: Value?, _ error: String?) { (self.value, self.error) = (value, error) }

  init(_ call: () throws -> Value) {
    do { value = try call() } catch { self.error = Self.code(of: error) }
  }

  init(_ call: () async throws -> Value) async {
    do { value = try await call() } catch { self.error = Self.code(of: error) }
  }

  private static func code(of error: Error) -> String { (error as? BanksideError)?.code.rawValue ?? "\(error)" }
}

/// A service that gives one reply after the other; it loses what comes then.
final class FakeService: @unchecked Sendable {
  private let lock = NSLock()
  private let replies: [Reply]
  private var seen: [URLRequest] = []
  private var pauses: [Int] = []

  init(_ replies: [Reply]) { self.replies = replies }

  var requests: [URLRequest] { lock.withLock { seen } }
  var waits: [Int] { lock.withLock { pauses } }

  func bankside(baseURL: String? = nil) throws -> Bankside {
    let surroundings = Surroundings(
      send: { try await self.reply(to: $0) }, wait: { self.pause($0) }, timeoutMs: 50)
    return try Bankside(baseURL: baseURL ?? BanksideCoreTests.baseURL, surroundings: surroundings)
  }

  private func pause(_ milliseconds: Int) { lock.withLock { pauses.append(milliseconds) } }

  private func reply(to request: URLRequest) async throws -> Response {
    let reply = lock.withLock {
      seen.append(request)
      return seen.count <= replies.count ? replies[seen.count - 1] : .lost
    }
    if reply.isLost { throw URLError(.networkConnectionLost) }
    if reply.isSilent { try await Task.sleep(nanoseconds: 60_000_000_000) }
    return Response(
      status: reply.status, body: Data(reply.body.utf8), retryAfter: reply.headers["Retry-After"],
      requestId: reply.headers["X-Request-Id"])
  }

  struct Reply: Decodable {
    var status = 0
    var headers: [String: String] = [:]
    var body = ""
    var isLost = false
    var isSilent = false

    static let lost = Reply(status: 0, headers: [:], body: "", isLost: true)

    init(status: Int, headers: [String: String], body: String, isLost: Bool = false) {
      (self.status, self.headers, self.body, self.isLost) = (status, headers, body, isLost)
    }

    private enum CodingKeys: CodingKey { case status, headers, body }

    init(from decoder: Decoder) throws {
      if let word = try? decoder.singleValueContainer().decode(String.self) {
        (isLost, isSilent) = (word == "lost", word == "silent")
        precondition(isLost || isSilent, word)
        return
      }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      status = try container.decode(Int.self, forKey: .status)
      headers = try container.decode([String: String].self, forKey: .headers)
      body = try container.decode(String.self, forKey: .body)
    }
  }
}

/// A view that comes back with `returned` at once.
final class FakePresenter: PaymentPresenter, @unchecked Sendable {
  private let returned: String?
  private(set) var opened: [String] = []

  init(returned: String?) { self.returned = returned }

  @MainActor func present(_ payment: Payment) async throws -> String? {
    opened.append(payment.address)
    return returned
  }
}

extension PaymentNavigation: Decodable {}
