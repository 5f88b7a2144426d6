import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a payment seems to have ended. Only a hint: the webhook proves the outcome.
public struct PaymentResult: Hashable, Sendable {
  /// How the payment seems to stand.
  public let status: OutcomeStatus
  /// The transaction, to ask the merchant's server about.
  public let transactionId: String
  /// The order, where the return link named it.
  public let externalId: String?
}

/// A payment that is to be shown.
public struct Payment: Hashable, Sendable, Identifiable {
  /// ``transactionId``.
  public var id: String { transactionId }

  /// The address to open. It holds secrets: keep it out of logs.
  public let address: String
  /// The app's scheme, or an address under it, to which the payment leads in the end.
  public let urlScheme: String?
  /// The transaction that is paid.
  public let transactionId: String

  /// ``address`` as a URL. Before iOS 17 `URL` refuses some characters that browsers take, which are escaped here.
  public var url: URL? {
    URL(string: address) ?? URL(string: escapingOddCharacters(address))
  }

  /// The scheme in ``urlScheme``.
  public var callbackScheme: String? { urlScheme.map(ownScheme) }

  /// Whether `address` is the return link of this payment.
  public func isReturn(_ address: String) -> Bool {
    isReturnLink(address, urlScheme: urlScheme, transactionId: transactionId)
  }

  /// What an `address` the app was called back with reports about this payment; `nil` when the view was closed.
  public func result(of address: String?) -> PaymentResult {
    // Any app can open the scheme: only a link that names this transaction is a hint about it.
    guard let address, let urlScheme, isReturn(address) else {
      return PaymentResult(status: .unknown, transactionId: transactionId, externalId: nil)
    }
    let outcome = parseOutcome(address, urlScheme: urlScheme)
    return PaymentResult(status: outcome.status, transactionId: transactionId, externalId: outcome.externalId)
  }
}

extension Payment: CustomStringConvertible, CustomReflectable {
  /// The transaction's id: ``address`` holds secrets, which stay out of logs.
  public var description: String { "Payment(\(transactionId))" }

  /// Shows ``transactionId`` alone.
  public var customMirror: Mirror { Mirror(self, children: ["transactionId": transactionId]) }
}

/// Shows the payment's pages. BanksideUI has two; write your own to show them in another way.
public protocol PaymentPresenter: Sendable {
  /// Opens the payment and waits.
  ///
  /// Returns the address the app was called back with, or `nil` when the view was closed or the task was cancelled,
  /// which proves nothing about the payment.
  @MainActor func present(_ payment: Payment) async throws -> String?
}

/// Lets users of an app pay by bank.
public struct Bankside: Sendable {
  private let service: Service

  /// Creates the SDK object for one deployment.
  /// - Parameters:
  ///   - baseURL: The address of its API, for example `https://pay.example/api`.
  ///   - timeout: How long one request may take, in seconds.
  ///   - session: Sends the requests; by default one without cookies and cache. It follows no
  ///     redirects.
  /// - Throws: ``BanksideError`` `invalid_base_url`.
  public init(baseURL: String, timeout: TimeInterval = 20, session: URLSession? = nil) throws {
    let session = session ?? defaultSession
    try self.init(
      baseURL: baseURL,
      surroundings: Surroundings(
        send: { try await response(to: $0, from: session) },
        wait: { try await Task.sleep(nanoseconds: UInt64($0) * 1_000_000) },
        timeoutMs: Int((timeout.isFinite ? min(max(timeout, 0.001), 600) : 20) * 1_000)))
  }

  init(baseURL: String, surroundings: Surroundings) throws {
    service = try Service(baseURL: baseURL, surroundings: surroundings)
  }

  /// Creates a transaction, lets the user pay it in a view, and returns how it seems to have ended.
  ///
  /// A closed view is ``OutcomeStatus/unknown``, never ``OutcomeStatus/cancelled``: the bank may still be working on the
  /// payment. If the task is cancelled, the view closes.
  /// - Parameters:
  ///   - amount: Decimal string of euros, `"0.01"` to `"999999999.99"`, with a point and at most two decimals.
  ///   - token: The JWT the app's server got for its API key.
  ///   - metadata: Stored with the transaction and sent with the webhook.
  ///   - urlScheme: The app's scheme (`myapp`), or an address under it (`myapp://paid`), in lower case. Without it the
  ///     user closes the view, and the result is ``OutcomeStatus/unknown``.
  ///   - externalId: The app's id of the order, 1 to 128 printable characters. With the same one on every try the order
  ///     is paid once.
  ///   - details: What the pages show of the order, and until when it can be paid.
  ///   - presenter: Shows the payment.
  /// - Throws: ``BanksideError``.
  public func initiatePayment(
    amount: String, token: String, metadata: Metadata? = nil, urlScheme: String? = nil, externalId: String? = nil,
    details: OrderDetails = OrderDetails(), presenter: some PaymentPresenter
  ) async throws -> PaymentResult {
    let payment = try await createPayment(
      amount: amount, token: token, metadata: metadata, urlScheme: urlScheme, externalId: externalId, details: details)
    do {
      return payment.result(of: try await presenter.present(payment))
    } catch {
      throw BanksideError(
        .viewNotOpened, "The payment's pages could not be shown", transactionId: payment.transactionId)
    }
  }

  /// Creates a transaction for an app that shows the payment by itself. The parameters are those of
  /// ``initiatePayment(amount:token:metadata:urlScheme:externalId:details:presenter:)``.
  /// - Throws: ``BanksideError``.
  public func createPayment(
    amount: String, token: String, metadata: Metadata? = nil, urlScheme: String? = nil, externalId: String? = nil,
    details: OrderDetails = OrderDetails()
  ) async throws -> Payment {
    let cents = try parseAmount(amount)
    try checkToken(token)
    if let urlScheme { try checkURLScheme(urlScheme) }
    if let externalId { try checkExternalId(externalId) }
    let transaction = try await service.create(
      cents: cents, token: token, externalId: externalId, metadata: metadata, details: details)
    return Payment(
      address: checkoutAddress(transaction.redirectURL, token: token, urlScheme: urlScheme), urlScheme: urlScheme,
      transactionId: transaction.id)
  }
}

private let defaultSession: URLSession = {
  let configuration = URLSessionConfiguration.ephemeral
  configuration.httpShouldSetCookies = false
  configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
  // Foundation on Linux asks the session's delegate alone.
  return URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
}()

// A redirect would take the token to another address. Apps bring sessions of their own, so each request names it too.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

private func response(to request: URLRequest, from session: URLSession) async throws -> Response {
  let (body, response) = try await session.data(for: request, delegate: RedirectRefusal())
  guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
  return Response(
    status: head.statusCode, body: body, retryAfter: head.value(forHTTPHeaderField: "Retry-After"),
    requestId: head.value(forHTTPHeaderField: "X-Request-Id"))
}
