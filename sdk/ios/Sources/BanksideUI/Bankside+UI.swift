#if canImport(AuthenticationServices) && canImport(UIKit)
  import UIKit

  #if canImport(BanksideCore)
    import BanksideCore
  #endif

  extension Bankside {
    /// Creates a transaction, lets the user pay it in the system's sheet, and returns how it seems to have ended.
    ///
    /// The parameters are those of `initiatePayment` with a presenter; `window` is the one the sheet belongs to.
    /// - Throws: ``BanksideError``.
    @MainActor
    public func initiatePayment(
      amount: String, token: String, metadata: Metadata? = nil, urlScheme: String? = nil, externalId: String? = nil,
      details: OrderDetails = OrderDetails(), window: UIWindow
    ) async throws -> PaymentResult {
      try await initiatePayment(
        amount: amount, token: token, metadata: metadata, urlScheme: urlScheme, externalId: externalId,
        details: details, presenter: AuthenticationSessionPresenter(window: window))
    }
  }
#endif
