#if canImport(WebKit) && canImport(UIKit)
  import UIKit

  #if canImport(BanksideCore)
    import BanksideCore
  #endif

  /// Shows a payment in a web view of the app, in a sheet over `viewController`.
  @MainActor
  public final class WebViewPresenter: PaymentPresenter {
    private let viewController: UIViewController
    private var giveUp: (@MainActor () -> Void)?

    /// Creates a presenter that shows payments over `viewController`.
    public init(over viewController: UIViewController) {
      self.viewController = viewController
    }

    /// Opens the sheet and waits. A closed sheet returns `nil`.
    public func present(_ payment: Payment) async throws -> String? {
      try await withTaskCancellationHandler { @MainActor in
        try await withCheckedThrowingContinuation { continuation in
          let answer = OneAnswer(continuation)
          let sheet = PaymentViewController.sheet(payment) { answer.resume(.success($0)) }
          giveUp = {
            sheet.dismiss(animated: true)
            answer.resume(.success(nil))
          }
          if Task.isCancelled {
            answer.resume(.success(nil))
          } else {
            viewController.present(sheet, animated: true)
          }
        }
      } onCancel: {
        Task { @MainActor in self.giveUp?() }
      }
    }
  }
#endif
