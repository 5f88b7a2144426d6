import BanksideCore
import BanksideUI
import SwiftUI

/// A shop with one button.
@main
struct ExampleApp: App {
  var body: some Scene {
    WindowGroup {
      // A bank's app or Safari may open the return link.
      CheckoutView().onOpenURL { ReturnLinks.handle($0) }
    }
  }
}

struct CheckoutView: View {
  @State private var payment: Payment?
  @State private var message = ""
  @State private var isPaying = false

  var body: some View {
    VStack(spacing: 16) {
      Button("Pay €12.50") { Task { await pay() } }.disabled(isPaying)
      Text(message)
    }
    .paymentSheet($payment) { result in
      // A hint for the screen: your server learns the outcome by webhook.
      message = "\(result.status.rawValue): \(result.transactionId)"
    }
  }

  private func pay() async {
    isPaying = true
    defer { isPaying = false }
    do {
      let bankside = try Bankside(baseURL: "https://pay.example/api")
      payment = try await bankside.createPayment(
        amount: "12.50", token: fetchToken(), metadata: ["cart": "c-7"], urlScheme: "bankside-example",
        // With the same id on every try the order is paid once.
        externalId: "order-1042")
    } catch let error as BanksideError {
      message = "\(error.code.rawValue): \(error.message)"
    } catch {
      message = "The shop can't be reached"
    }
  }

  /// A JWT from the shop's own server, which alone knows the API key and exchanges it.
  private func fetchToken() async throws -> String {
    let (token, _) = try await URLSession.shared.data(for: URLRequest(url: URL(string: "https://shop.example/token")!))
    return String(decoding: token, as: UTF8.self)
  }
}
