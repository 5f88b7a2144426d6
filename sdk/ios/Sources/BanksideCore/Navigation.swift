/// What a web view does with an address while it shows a payment.
public enum PaymentNavigation: String, Hashable, Sendable {
  /// Show it.
  case load
  /// It ends the payment.
  case `return`
  /// It belongs to another app, such as a bank's: open it outside.
  case open
  /// Do nothing.
  case block

  /// Decides about `url`. Web pages load, the app's own scheme ends the payment it belongs to, other schemes are bank
  /// apps; scripts and files go nowhere. A frame inside the page loads web pages and what the page writes itself, and
  /// opens nothing.
  public static func decide(
    _ url: String, urlScheme: String?, transactionId: String?, isMainFrame: Bool = true
  ) -> PaymentNavigation {
    let scheme = schemeOf(url)
    if scheme == "https" || scheme == "http" || url.isSame(as: "about:blank") { return .load }
    guard let scheme else { return .block }
    // What a page writes into its own frames, such as a captcha. It can't leave the web view.
    if !isMainFrame { return url.isSame(as: "about:srcdoc") || ["blob", "data"].contains(scheme) ? .load : .block }
    if let urlScheme, scheme.isSame(as: ownScheme(urlScheme)) {
      return isReturnLink(url, urlScheme: urlScheme, transactionId: transactionId) ? .return : .block
    }
    return blocked.contains(scheme) ? .block : .open
  }
}

// They reach into the app or past it.
private let blocked: Set<String> = [
  "javascript", "data", "vbscript", "blob", "file", "filesystem", "content", "about", "intent", "android-app",
  "view-source", "ws", "wss",
]
