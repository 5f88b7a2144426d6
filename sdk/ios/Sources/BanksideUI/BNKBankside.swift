#if canImport(AuthenticationServices) && canImport(UIKit)
  import UIKit

  #if canImport(BanksideCore)
    import BanksideCore
  #endif

  /// The SDK for Objective-C, and for Swift with completion handlers.
  #if canImport(ObjectiveC)
    @objc(BNKBankside)@objcMembers
  #endif
  @MainActor
  public final class BNKBankside: NSObject {
    private let bankside: Bankside

    /// Creates the SDK object for the API at `baseURL`.
    public init(baseURL: String) throws {
      bankside = try Bankside(baseURL: baseURL)
      super.init()
    }

    /// Creates a transaction, lets the user pay it in the system's sheet, and calls `completion` once on the main thread,
    /// with a result or an error of the domain `BanksideError`.
    ///
    /// `metadata` holds what `NSJSONSerialization` takes. Returns the payment, which can be given up.
    @discardableResult
    public func initiatePayment(
      amount: String, token: String, metadata: [String: Any]?, urlScheme: String?, externalId: String?,
      window: UIWindow,
      completion: @escaping @MainActor (BNKPaymentResult?, Error?) -> Void
    ) -> BNKPayment {
      let fields: Metadata?
      do {
        fields = try metadata.map(Self.read)
      } catch {
        completion(nil, error)
        return BNKPayment(nil)
      }
      let task = Task {
        do {
          let result = try await bankside.initiatePayment(
            amount: amount, token: token, metadata: fields, urlScheme: urlScheme, externalId: externalId,
            window: window)
          completion(BNKPaymentResult(result), nil)
        } catch {
          completion(nil, error)
        }
      }
      return BNKPayment(task)
    }

    private nonisolated static func read(_ metadata: [String: Any]) throws -> Metadata {
      guard JSONSerialization.isValidJSONObject(metadata) else {
        throw BanksideError(.invalidMetadata, "metadata must be an object that JSON can hold")
      }
      return try JSONDecoder().decode(Metadata.self, from: JSONSerialization.data(withJSONObject: metadata))
    }
  }

  /// A payment that is under way, for Objective-C.
  #if canImport(ObjectiveC)
    @objc(BNKPayment)@objcMembers
  #endif
  @MainActor
  public final class BNKPayment: NSObject {
    private let task: Task<Void, Never>?

    init(_ task: Task<Void, Never>?) { self.task = task }

    /// Gives the payment up: the sheet closes, and the completion is called.
    public func cancel() { task?.cancel() }
  }

  /// How a payment seems to have ended, for Objective-C.
  #if canImport(ObjectiveC)
    @objc(BNKPaymentResult)@objcMembers
  #endif
  public final class BNKPaymentResult: NSObject {
    /// `succeeded`, `failed`, `cancelled`, `processing` or `unknown`.
    public let status: String
    /// The transaction, to ask the merchant's server about.
    public let transactionId: String
    /// The order, where the return link named it.
    public let externalId: String?

    init(_ result: PaymentResult) {
      status = result.status.rawValue
      transactionId = result.transactionId
      externalId = result.externalId
    }
  }
#endif
