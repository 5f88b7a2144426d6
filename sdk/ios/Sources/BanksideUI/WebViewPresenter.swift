#if canImport(WebKit) && canImport(UIKit)
  import UIKit

  #if canImport(BanksideCore)
    import BanksideCore
  #endif

  /// Shows a payment in a web view of the app, in a sheet over a view controller.
  @MainActor
  public final class WebViewPresenter: PaymentPresenter {
    private weak var viewController: UIViewController?

    /// Creates a presenter that shows payments over `viewController`, which it does not keep alive.
    public init(over viewController: UIViewController) {
      self.viewController = viewController
    }

    /// Opens the sheet and waits. A closed sheet returns `nil`.
    public func present(_ payment: Payment) async throws -> String? {
      // UIKit only logs that it shows nothing.
      guard let top = topmost, top.viewIfLoaded?.window != nil else { throw URLError(.unknown) }
      let cancellation = Cancellation()
      return try await withTaskCancellationHandler { @MainActor in
        try await withCheckedThrowingContinuation { continuation in
          let answer = OneAnswer<String?>(continuation, otherwise: nil)
          guard !Task.isCancelled else { return answer.resume(.success(nil)) }
          let sheet = PaymentViewController.sheet(payment) { answer.resume(.success($0)) }
          cancellation.act = { [weak sheet, weak answer] in
            (sheet?.viewControllers.first as? PaymentViewController)?.end(nil)
            answer?.resume(.success(nil))
          }
          top.present(sheet, animated: true)
          Task {
            try? await Task.sleep(nanoseconds: 1_000_000_000)
            if sheet.presentingViewController == nil { answer.resume(.failure(URLError(.unknown))) }
          }
        }
      } onCancel: {
        Task { @MainActor in cancellation.act?() }
      }
    }

    // A search field that is in use is presented, too.
    private var topmost: UIViewController? {
      var top = viewController
      while let above = top?.presentedViewController, !above.isBeingDismissed { top = above }
      return top
    }
  }
#endif
