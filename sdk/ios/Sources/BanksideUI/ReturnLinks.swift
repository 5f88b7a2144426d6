import Foundation

#if canImport(BanksideCore)
  import BanksideCore
#endif

/// Takes the return links that reach the app from outside: a bank's app or Safari may open the app's scheme while the
/// payment's pages are still shown.
@MainActor
public enum ReturnLinks {
  private static var waiting: [(payment: Payment, end: @MainActor (String) -> Void)] = []

  /// Ends the payment that `url` belongs to. Call it from `scene(_:openURLContexts:)` or SwiftUI's `onOpenURL`.
  ///
  /// Returns `false` when no shown payment waits for it; then ask your server about its transaction, which
  /// ``parseOutcome(_:urlScheme:)`` reads.
  @discardableResult
  public static func handle(_ url: URL) -> Bool {
    let address = url.absoluteString
    guard let index = waiting.firstIndex(where: { $0.payment.isReturn(address) }) else { return false }
    waiting.remove(at: index).end(address)
    return true
  }

  static func wait(for payment: Payment, end: @escaping @MainActor (String) -> Void) {
    stopWaiting(for: payment)
    waiting.append((payment, end))
  }

  static func stopWaiting(for payment: Payment) {
    waiting.removeAll { $0.payment == payment }
  }
}
