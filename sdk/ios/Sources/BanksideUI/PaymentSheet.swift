#if canImport(SwiftUI) && canImport(UIKit)
  import SwiftUI
  import UIKit

  #if canImport(BanksideCore)
    import BanksideCore
  #endif

  extension View {
    /// Shows the payment in a sheet while `payment` is there, and calls `onResult` once when it has ended.
    ///
    /// ``Bankside/createPayment(amount:token:metadata:urlScheme:externalId:)`` creates the payment.
    public func paymentSheet(
      _ payment: Binding<Payment?>, onResult: @escaping @MainActor (PaymentResult) -> Void
    ) -> some View {
      sheet(item: payment) { shown in
        PaymentSheet(payment: shown) { address in
          if payment.wrappedValue?.id == shown.id { payment.wrappedValue = nil }
          onResult(shown.result(of: address))
        }
        .ignoresSafeArea()
      }
    }
  }

  private struct PaymentSheet: UIViewControllerRepresentable {
    let payment: Payment
    let onEnd: @MainActor (String?) -> Void

    func makeUIViewController(context: Context) -> UINavigationController {
      UINavigationController(rootViewController: PaymentViewController(payment: payment, onEnd: onEnd))
    }

    func updateUIViewController(_ controller: UINavigationController, context: Context) {}

    // The user has swiped the sheet down, or the app has taken the payment away. Not during a view update.
    static func dismantleUIViewController(_ controller: UINavigationController, coordinator: ()) {
      let content = controller.viewControllers.first as? PaymentViewController
      Task { @MainActor in content?.end(nil) }
    }
  }
#endif
