#if canImport(AuthenticationServices) && canImport(UIKit)
  import AuthenticationServices
  import UIKit

  #if canImport(BanksideCore)
    import BanksideCore
  #endif

  /// Shows a payment in the system's sheet, where banks' pages, passkeys and autofill work as in Safari. The default.
  @MainActor
  public final class AuthenticationSessionPresenter: NSObject, PaymentPresenter,
    ASWebAuthenticationPresentationContextProviding
  {
    private let window: UIWindow
    private let isEphemeral: Bool

    /// Creates a presenter.
    /// - Parameters:
    ///   - window: The window the sheet belongs to.
    ///   - isEphemeral: Keeps the sheet apart from Safari's cookies: iOS then asks the user nothing, and the payment page
    ///     does not remember the device.
    public init(window: UIWindow, isEphemeral: Bool = false) {
      self.window = window
      self.isEphemeral = isEphemeral
    }

    /// Opens the sheet and waits. A closed sheet returns `nil`.
    public func present(_ payment: Payment) async throws -> String? {
      guard let url = payment.url else { throw URLError(.badURL) }
      let cancellation = Cancellation()
      var session: ASWebAuthenticationSession?
      var waiting: UUID?
      defer {
        ReturnLinks.stopWaiting(waiting)
        session?.cancel()
      }
      return try await withTaskCancellationHandler { @MainActor in
        try await withCheckedThrowingContinuation { continuation in
          let answer = OneAnswer<String?>(continuation, otherwise: nil)
          let opened = Self.session(url: url, scheme: payment.callbackScheme, answer)
          opened.presentationContextProvider = self
          opened.prefersEphemeralWebBrowserSession = isEphemeral
          session = opened
          waiting = ReturnLinks.wait(for: payment) {
            answer.resume(.success($0))
            return true
          }
          cancellation.act = { answer.resume(.success(nil)) }
          if Task.isCancelled {
            answer.resume(.success(nil))
          } else if !opened.start() {
            answer.resume(.failure(URLError(.unknown)))
          }
        }
      } onCancel: {
        Task { @MainActor in cancellation.act?() }
      }
    }

    /// The window the sheet belongs to.
    public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { window }

    private static func session(
      url: URL, scheme: String?, _ answer: OneAnswer<String?>
    ) -> ASWebAuthenticationSession {
      // Called on a background queue.
      ASWebAuthenticationSession(url: url, callbackURLScheme: scheme) { @Sendable callback, error in
        let isClosed = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
        let result: Result<String?, Error> =
          if let callback {
            .success(callback.absoluteString)
          } else if let error, !isClosed {
            .failure(error)
          } else {
            .success(nil)
          }
        Task { @MainActor in answer.resume(result) }
      }
    }
  }
#endif
