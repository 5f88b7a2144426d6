import Foundation
import XCTest

@testable import BanksideCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the vectors can't say: cancellation, presenters that fail, secrets, keys.
final class BanksideTests: XCTestCase {
  private let created = FakeService.Reply(
    status: 201, headers: [:], body: #"{"id":"txn_1","redirectUrl":"https://pay.example/secure?token=t"}"#)

  func testMetadataThatJSONCannotHoldIsRefusedBeforeAnythingIsSent() async throws {
    let service = FakeService([created])
    let attempt = await Attempt {
      try await service.bankside().createPayment(amount: "1", token: token, metadata: ["weight": .number(.nan)])
    }
    XCTAssertEqual(attempt.error, "invalid_metadata")
    XCTAssertEqual(service.requests, [])
  }

  func testEveryPaymentHasItsOwnKey() async throws {
    let service = FakeService([created, created])
    for _ in 1...2 { _ = try await service.bankside().createPayment(amount: "1", token: token) }
    XCTAssertEqual(Set(service.requests.map { $0.value(forHTTPHeaderField: "Idempotency-Key") }).count, 2)
  }

  func testNoErrorHoldsTheToken() async throws {
    let unauthorized = FakeService.Reply(status: 401, headers: [:], body: #"{"code":"unauthorized","title":"No"}"#)
    for replies in [[unauthorized], [], [created]] {
      let service = FakeService(replies)
      do {
        _ = try await service.bankside().initiatePayment(
          amount: "1", token: "secret.secret.secret", presenter: BrokenPresenter())
        XCTFail("it succeeded")
      } catch let error as BanksideError {
        var text = ""
        dump(error, to: &text)
        XCTAssertFalse((text + "\((error as NSError).userInfo)").contains("secret"))
      }
    }
  }

  func testAFailedPresentationNamesTheTransaction() async throws {
    do {
      _ = try await FakeService([created]).bankside().initiatePayment(
        amount: "1", token: token, presenter: BrokenPresenter())
      XCTFail("it succeeded")
    } catch let error as BanksideError {
      XCTAssertEqual(error.code, .viewNotOpened)
      XCTAssertEqual(error.transactionId, "txn_1")
      XCTAssertEqual((error as NSError).userInfo["transactionId"] as? String, "txn_1")
      XCTAssertEqual(error.localizedDescription, "The payment's pages could not be shown")
    }
  }

  func testACancelledTaskSendsNothing() async throws {
    let service = FakeService([created])
    let task = Task {
      try? await Task.sleep(nanoseconds: 60_000_000_000)
      return try await service.bankside().createPayment(amount: "1", token: token)
    }
    task.cancel()
    let attempt = await Attempt { try await task.value }
    XCTAssertEqual(attempt.error, "aborted")
    XCTAssertEqual(service.requests, [])
  }

  func testATaskCanBeCancelledWhileTheServiceIsSilent() async throws {
    let started = expectation(description: "sent")
    let surroundings = Surroundings(
      send: { _ in
        started.fulfill()
        try await Task.sleep(nanoseconds: 60_000_000_000)
        throw URLError(.unknown)
      },
      wait: { _ in XCTFail("it waited") }, timeoutMs: 60_000)
    let bankside = try Bankside(baseURL: baseURL, surroundings: surroundings)
    let task = Task { try await bankside.createPayment(amount: "1", token: token) }
    await fulfillment(of: [started], timeout: 30)
    task.cancel()
    let attempt = await Attempt { try await task.value }
    XCTAssertEqual(attempt.error, "aborted")
  }

  func testATaskCanBeCancelledInThePauseBeforeARepeat() async throws {
    let service = FakeService([.lost, created])
    let paused = expectation(description: "paused")
    let surroundings = Surroundings(
      send: { _ in throw URLError(.networkConnectionLost) },
      wait: { _ in
        paused.fulfill()
        try await Task.sleep(nanoseconds: 60_000_000_000)
      }, timeoutMs: 60_000)
    let bankside = try Bankside(baseURL: baseURL, surroundings: surroundings)
    let task = Task { try await bankside.createPayment(amount: "1", token: token) }
    await fulfillment(of: [paused], timeout: 30)
    task.cancel()
    let attempt = await Attempt { try await task.value }
    XCTAssertEqual(attempt.error, "aborted")
    XCTAssertEqual(service.requests, [])
  }

  func testRandomAmountsAreReadAsWritten() throws {
    for _ in 1...3_000 {
      let cents = Int.random(in: 1...99_999_999_999)
      let (whole, rest) = cents.quotientAndRemainder(dividingBy: 100)
      XCTAssertEqual(try parseAmount("\(whole).\(rest < 10 ? "0" : "")\(rest)"), cents)
    }
  }
}

private struct BrokenPresenter: PaymentPresenter {
  @MainActor func present(_ payment: Payment) async throws -> String? { throw URLError(.unknown) }
}
