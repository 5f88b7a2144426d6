#if canImport(SwiftUI) && canImport(UIKit)
  import SwiftUI
  import UIKit

  #if canImport(BanksideCore)
    import BanksideCore
  #endif

  extension View {
    /// Shows the payment in a sheet while `payment` is there, and calls `onResult` once when it has ended.
    ///
    /// ``Bankside/createPayment(amount:token:metadata:urlScheme:externalId:details:)`` creates the payment.
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
      var address: String?
      private var onResult: (@MainActor (PaymentResult) -> Void)?

      init(_ payment: Payment, _ onResult: @escaping @MainActor (PaymentResult) -> Void) {
        self.payment = payment
        self.onResult = onResult
      }

      // Not during a view update. Both a sheet that left the screen and one that SwiftUI removed report: it may do either alone.
      func report() {
        Task { @MainActor in
          onResult?(payment.result(of: address))
          onResult = nil
        }
      }
    }

    func makeCoordinator() -> Coordinator { Coordinator(payment, onResult) }

    func makeUIViewController(context: Context) -> UINavigationController {
      let content = PaymentViewController(payment: payment) { [coordinator = context.coordinator, close] address in
        coordinator.address = address
        close()
      }
      content.onGone = context.coordinator.report
      return UINavigationController(rootViewController: content)
    }

    func updateUIViewController(_ controller: UINavigationController, context: Context) {}

    static func dismantleUIViewController(_ controller: UINavigationController, coordinator: Coordinator) {
      let content = controller.viewControllers.first as? PaymentViewController
      Task { @MainActor in
        content?.end(nil)
        coordinator.report()
      }
    }
  }
#endif
