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
        PaymentSheet(
          payment: shown,
          close: { if payment.wrappedValue?.id == shown.id { payment.wrappedValue = nil } },
          onResult: onResult
        )
        .ignoresSafeArea()
      }
    }
  }

  private struct PaymentSheet: UIViewControllerRepresentable {
    let payment: Payment
    let close: @MainActor () -> Void
    let onResult: @MainActor (PaymentResult) -> Void

    @MainActor
    final class Coordinator {
      let payment: Payment
      let onResult: @MainActor (PaymentResult) -> Void
      var address: String?

      init(_ payment: Payment, _ onResult: @escaping @MainActor (PaymentResult) -> Void) {
        self.payment = payment
        self.onResult = onResult
      }
    }

    func makeCoordinator() -> Coordinator { Coordinator(payment, onResult) }

    func makeUIViewController(context: Context) -> UINavigationController {
      let content = PaymentViewController(payment: payment) { [coordinator = context.coordinator, close] address in
        coordinator.address = address
        close()
      }
      return UINavigationController(rootViewController: content)
    }

    func updateUIViewController(_ controller: UINavigationController, context: Context) {}

    // However it ended, the app hears of it when the sheet is gone, and not during a view update.
    static func dismantleUIViewController(_ controller: UINavigationController, coordinator: Coordinator) {
      let content = controller.viewControllers.first as? PaymentViewController
      Task { @MainActor in
        content?.end(nil)
        coordinator.onResult(coordinator.payment.result(of: coordinator.address))
      }
    }
  }
#endif
