import Foundation

/// A payment that could not be started or shown. It never holds the token.
public struct BanksideError: Error, Hashable, Sendable {
  /// The service's own code, such as ``Code/alreadyPaid``, or one of the SDK.
  public let code: Code
  /// What happened, in English, for logs.
  public let message: String
  /// HTTP status of the response; `nil` if there was none.
  public var status: Int?
  /// The service's log knows the request by it.
  public var requestId: String?
  /// When to try again, in seconds, if the service said so.
  public var retryAfterSeconds: Int?
  /// The transaction, if one had been created.
  public var transactionId: String?
  /// The fields the service refused; empty if it named none.
  public var errors: [FieldError]

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, status: Int? = nil, requestId: String? = nil, retryAfterSeconds: Int? = nil,
    transactionId: String? = nil, errors: [FieldError] = []
  ) {
    self.code = code
    self.message = message
    self.status = status
    self.requestId = requestId
    self.retryAfterSeconds = retryAfterSeconds
    self.transactionId = transactionId
    self.errors = errors
  }

  /// One field of a request that the service refused.
  public struct FieldError: Hashable, Sendable {
    /// Where the field is, for example `metadata.customer`.
    public let path: String
    /// What is wrong with it, in English.
    public let message: String
  }

  /// A stable code. The service may send codes that are not listed here; compare ``rawValue`` with them.
  public struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The code as the service writes it, for example `already_paid`.
    public let rawValue: String

    /// Creates a code from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a code from its text.
    public init(stringLiteral value: String) { rawValue = value }

    /// The amount is no decimal string from `"0.01"` to `"999999999.99"`.
    public static let invalidAmount: Code = "invalid_amount"
    /// The token is no JWT.
    public static let invalidToken: Code = "invalid_token"
    /// JSON can't hold the metadata: a number is infinite or NaN.
    public static let invalidMetadata: Code = "invalid_metadata"
    /// `externalId` is not a text of 1 to 128 printable characters.
    public static let invalidExternalId: Code = "invalid_external_id"
    /// `urlScheme` is no scheme of an app.
    public static let invalidURLScheme: Code = "invalid_url_scheme"
    /// `baseURL` is no address of an API.
    public static let invalidBaseURL: Code = "invalid_base_url"
    /// The service can't be reached.
    public static let network: Code = "network"
    /// The service did not respond in time.
    public static let timeout: Code = "timeout"
    /// The task was cancelled before there was a transaction.
    public static let aborted: Code = "aborted"
    /// The response can't be read.
    public static let unexpectedAnswer: Code = "unexpected_answer"
    /// The payment's pages could not be shown.
    public static let viewNotOpened: Code = "view_not_opened"
    /// The token is expired, revoked or not one of the service: get a new one.
    public static let unauthorized: Code = "unauthorized"
    /// The token has reached its limit of transactions: get a new one.
    public static let tooManyTransactions: Code = "too_many_transactions"
    /// The order is paid: ask your server.
    public static let alreadyPaid: Code = "already_paid"
    /// The bank is working on a payment of the same order.
    public static let transactionInProgress: Code = "transaction_in_progress"
  }
}

extension BanksideError: LocalizedError, CustomNSError {
  /// ``message``, for logs.
  public var errorDescription: String? { message }

  /// The domain of the error in Objective-C.
  public static var errorDomain: String { "BanksideError" }

  /// ``code``, ``requestId`` and ``transactionId``, for Objective-C.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message, "code": code.rawValue]
    info["status"] = status
    info["requestId"] = requestId
    info["retryAfterSeconds"] = retryAfterSeconds
    info["transactionId"] = transactionId
    if !errors.isEmpty { info["errors"] = errors.map { ["path": $0.path, "message": $0.message] } }
    return info
  }
}
