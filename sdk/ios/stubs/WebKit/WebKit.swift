import UIKit

@MainActor
open class WKWebViewConfiguration: NSObject {}

@MainActor
open class WKWebView: UIView {
  public init(frame: CGRect, configuration: WKWebViewConfiguration) {}
  open weak var navigationDelegate: (any WKNavigationDelegate)?
  open weak var uiDelegate: (any WKUIDelegate)?
  open var allowsBackForwardNavigationGestures = false
  open var canGoBack: Bool { false }
  open var isLoading: Bool { false }
  open var url: URL? { nil }
  @discardableResult open func load(_ request: URLRequest) -> WKNavigation? { nil }
  @discardableResult open func goBack() -> WKNavigation? { nil }
  open func stopLoading() {}
}

@MainActor
open class WKNavigation: NSObject {}

@MainActor
open class WKFrameInfo: NSObject {
  open var isMainFrame: Bool { true }
  open var securityOrigin: WKSecurityOrigin { WKSecurityOrigin() }
}

@MainActor
open class WKSecurityOrigin: NSObject {
  open var host: String { "" }
}

@MainActor
open class WKNavigationAction: NSObject {
  open var request: URLRequest { URLRequest(url: URL(fileURLWithPath: "")) }
  open var targetFrame: WKFrameInfo? { nil }
  open var sourceFrame: WKFrameInfo { WKFrameInfo() }
  open var navigationType: WKNavigationType { .other }
}

@MainActor
open class WKWindowFeatures: NSObject {}

public enum WKNavigationType: Int, Sendable {
  case linkActivated, formSubmitted, backForward, reload, formResubmitted, other
}

public enum WKNavigationActionPolicy: Int, Sendable { case cancel, allow }

// Without Objective-C no requirement can be optional: the ones that are used stand here.
@MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
  func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction) async -> WKNavigationActionPolicy
  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

@MainActor
public protocol WKUIDelegate: NSObjectProtocol {
  func webView(
    _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration, for action: WKNavigationAction,
    windowFeatures: WKWindowFeatures
  ) -> WKWebView?
  func webView(
    _ webView: WKWebView, runJavaScriptAlertPanelWithMessage text: String, initiatedByFrame frame: WKFrameInfo
  ) async
  func webView(
    _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage text: String, initiatedByFrame frame: WKFrameInfo
  ) async -> Bool
}
