import Foundation

#if canImport(BanksideCore)
  import BanksideCore
#endif

/// Takes the return links that reach the app from outside: a bank's app or Safari may open the app's scheme while the
/// payment's pages are still shown.
@MainActor
public enum ReturnLinks {
  private static var waiting: [(id: UUID, payment: Payment, end: @MainActor (String) -> Bool)] = []

  /// Ends the payment that `url` belongs to. Call it with every address that opens the app: SwiftUI's `onOpenURL`, or
  /// `scene(_:willConnectTo:options:)` and `scene(_:openURLContexts:)`.
  ///
  /// Returns `false` when no shown payment waits for it; then ask your server about its transaction, which
  /// ``parseOutcome(_:urlScheme:)`` reads.
  @discardableResult
  public static func handle(_ url: URL) -> Bool {
    let address = url.absoluteString
    while let index = waiting.firstIndex(where: { $0.payment.isReturn(address) }) {
      if waiting.remove(at: index).end(address) { return true }
    }
    return false
  }

  /// Calls `end` with the payment's return link. It returns `false` if what waited is gone.
  static func wait(for payment: Payment, end: @escaping @MainActor (String) -> Bool) -> UUID {
    let id = UUID()
    waiting.append((id, payment, end))
    return id
  }

  static func stopWaiting(_ id: UUID?) {
    waiting.removeAll { $0.id == id }
  }
}
