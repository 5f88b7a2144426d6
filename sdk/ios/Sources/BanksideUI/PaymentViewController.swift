#if canImport(WebKit) && canImport(UIKit)
  import UIKit
  import WebKit

  #if canImport(BanksideCore)
    import BanksideCore
  #endif

  /// Shows a payment's pages in a web view, with a button back and a button to close. Put it in a navigation controller.
  @MainActor
  public final class PaymentViewController: UIViewController, WKNavigationDelegate, WKUIDelegate,
    UIAdaptivePresentationControllerDelegate
  {
    private let payment: Payment
    private let onEnd: @MainActor (String?) -> Void
    private let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    private let indicator = UIActivityIndicatorView(style: .large)
    private let failure = UIStackView()
    private lazy var backItem = UIBarButtonItem(
      title: nil, image: UIImage(systemName: "chevron.backward"),
      primaryAction: UIAction { [weak self] _ in self?.goBack() })
    private var hasEnded = false

    /// Creates a view of `payment`. `onEnd` is called once: with the return link, or with `nil` when the user closes it.
    public init(payment: Payment, onEnd: @escaping @MainActor (String?) -> Void) {
      self.payment = payment
      self.onEnd = onEnd
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// A sheet with a navigation bar that dismisses itself.
    static func sheet(_ payment: Payment, onEnd: @escaping @MainActor (String?) -> Void) -> UINavigationController {
      let content = PaymentViewController(payment: payment, onEnd: onEnd)
      let sheet = UINavigationController(rootViewController: content)
      sheet.presentationController?.delegate = content
      return sheet
    }

    override public func viewDidLoad() {
      super.viewDidLoad()
      title = Text.payment
      view.backgroundColor = .systemBackground
      addBarItems()
      addViews()
      webView.navigationDelegate = self
      webView.uiDelegate = self
      webView.allowsBackForwardNavigationGestures = true
      ReturnLinks.wait(for: payment) { [weak self] in self?.end($0) }
      load()
    }

    override public func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      if isBeingDismissed || isMovingFromParent || navigationController?.isBeingDismissed == true { end(nil) }
    }

    // MARK: - Navigation

    public func webView(_ webView: WKWebView, decidePolicyFor action: WKNavigationAction) async
      -> WKNavigationActionPolicy
    {
      guard let url = action.request.url else { return .cancel }
      let decision = PaymentNavigation.decide(
        url.absoluteString, urlScheme: payment.urlScheme, transactionId: payment.transactionId,
        isMainFrame: action.targetFrame?.isMainFrame ?? true)
      switch decision {
      case .load: return await isOpenedByItsApp(url, action) ? .cancel : .allow
      case .return: end(url.absoluteString)
      case .open: _ = await UIApplication.shared.open(url)
      case .block: break
      }
      return .cancel
    }

    // A bank's universal link opens its app; without the app it loads here.
    private func isOpenedByItsApp(_ url: URL, _ action: WKNavigationAction) async -> Bool {
      guard action.targetFrame?.isMainFrame ?? true, let host = webView.url?.host, url.host != host else {
        return false
      }
      return await UIApplication.shared.open(url, options: [.universalLinksOnly: true])
    }

    // A link to a new window opens in this one.
    public func webView(
      _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration, for action: WKNavigationAction,
      windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
      if action.targetFrame == nil { webView.load(action.request) }
      return nil
    }

    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      backItem.isEnabled = webView.canGoBack
      show(.page)
    }

    public func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: Error
    ) {
      // A navigation that was decided about by hand, or replaced by another one.
      let code = (error as NSError).code
      if code == NSURLErrorCancelled || code == 102 { return }
      show(.failure)
    }

    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { load() }

    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) { end(nil) }

    private func goBack() {
      if webView.canGoBack { webView.goBack() }
    }

    // The address opens once; after that the page's own address is the one to load again.
    private func load() {
      guard let url = webView.url ?? URL(string: payment.address) else { return show(.failure) }
      show(.progress)
      webView.load(URLRequest(url: url))
    }

    private func end(_ address: String?) {
      guard !hasEnded else { return }
      hasEnded = true
      ReturnLinks.stopWaiting(for: payment)
      webView.stopLoading()
      if address != nil { navigationController?.presentingViewController?.dismiss(animated: true) }
      onEnd(address)
    }

    // MARK: - Look

    private enum Content { case page, progress, failure }

    private func show(_ content: Content) {
      webView.isHidden = content == .failure
      failure.isHidden = content != .failure
      if content == .progress { indicator.startAnimating() } else { indicator.stopAnimating() }
      if content == .failure { UIAccessibility.post(notification: .screenChanged, argument: failure) }
    }

    private func addBarItems() {
      backItem.accessibilityLabel = Text.back
      backItem.isEnabled = false
      navigationItem.leftBarButtonItem = backItem
      let close = UIBarButtonItem(
        systemItem: .close,
        primaryAction: UIAction { [weak self] _ in
          guard let self else { return }
          navigationController?.presentingViewController?.dismiss(animated: true)
          end(nil)
        })
      close.accessibilityLabel = Text.close
      navigationItem.rightBarButtonItem = close
    }

    private func addViews() {
      indicator.hidesWhenStopped = true
      indicator.accessibilityLabel = Text.loading
      let message = UILabel()
      message.text = Text.cannotLoad
      message.font = .preferredFont(forTextStyle: .body)
      message.adjustsFontForContentSizeCategory = true
      message.numberOfLines = 0
      message.textAlignment = .center
      let button = UIButton(
        configuration: .borderedProminent(), primaryAction: UIAction { [weak self] _ in self?.load() })
      button.setTitle(Text.tryAgain, for: .normal)
      failure.axis = .vertical
      failure.spacing = 16
      failure.isHidden = true
      failure.addArrangedSubview(message)
      failure.addArrangedSubview(button)
      for child in [webView, indicator, failure] {
        child.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(child)
      }
      let margins = view.layoutMarginsGuide
      NSLayoutConstraint.activate([
        webView.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
        webView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
        webView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
        webView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
        indicator.centerXAnchor.constraint(equalTo: view.centerXAnchor),
        indicator.centerYAnchor.constraint(equalTo: view.centerYAnchor),
        failure.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
        failure.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
        failure.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      ])
    }
  }
#endif
