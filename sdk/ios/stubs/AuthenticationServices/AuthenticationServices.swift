import UIKit

public typealias ASPresentationAnchor = UIWindow

public struct ASWebAuthenticationSessionError: Error {
  public enum Code: Int, Sendable {
    case canceledLogin = 1
    case presentationContextNotProvided, presentationContextInvalid
  }
  public var code: Code { .canceledLogin }
}

@MainActor
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

// Not isolated: it calls its handler on a background queue.
open class ASWebAuthenticationSession: NSObject {
  public typealias CompletionHandler = (URL?, (any Error)?) -> Void
  public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {}
  open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
  open var prefersEphemeralWebBrowserSession = false
  @discardableResult open func start() -> Bool { false }
  open func cancel() {}
}
