#if canImport(WebKit) && canImport(UIKit)
  import UIKit
  import WebKit

  #if canImport(BanksideCore)
    import BanksideCore
  #endif

  /// Shows a payment's pages in a web view, with a button back and a button to close.
  ///
  /// It needs a navigation controller, and does not dismiss itself: `onEnd` removes it, unless it is gone already: the user can
  /// swipe a sheet away.
  @MainActor
  public final class PaymentViewController: UIViewController, WKNavigationDelegate, WKUIDelegate {
    private let payment: Payment
    private let onEnd: @MainActor (String?) -> Void
    private let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    private let indicator = UIActivityIndicatorView(style: .large)
    private let failure = UIScrollView()
    private let message = UILabel()
    private lazy var backItem = UIBarButtonItem(
      primaryAction: UIAction(title: Words.back, image: UIImage(systemName: "chevron.backward")) { [weak self] _ in
        self?.goBack()
      })
    private var backObservation: NSKeyValueObservation?
    private var waiting: UUID?
    private var failedURL: URL?
    private var dismissesItself = false
    private var hasEnded = false
    private var stage = Stage.coming
    private var pendingReport: (@MainActor () -> Void)?
    /// Called when it has left the screen for good.
    var onGone: (@MainActor () -> Void)?

    private enum Stage { case coming, shown, gone }

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
      content.dismissesItself = true
      return UINavigationController(rootViewController: content)
    }

    override public func viewDidLoad() {
      super.viewDidLoad()
      title = Words.payment
      view.backgroundColor = .systemBackground
      addBarItems()
      addViews()
      webView.navigationDelegate = self
      webView.uiDelegate = self
      webView.allowsBackForwardNavigationGestures = true
      backObservation = webView.observe(\.canGoBack, options: [.initial, .new]) { [weak self] _, _ in
        MainActor.assumeIsolated { self?.updateBack() }
      }
      waiting = ReturnLinks.wait(for: payment) { [weak self] address in
        guard let self else { return false }
        end(address)
        return true
      }
      load(payment.url)
    }

    override public func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      stage = .shown
      // UIKit dismisses nothing from here.
      if hasEnded { Task { self.dismissSheet() } }
    }

    override public func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      let hosts = sequence(first: self as UIViewController) { $0.parent ?? $0.presentingViewController }
      guard hosts.contains(where: { $0.isBeingDismissed || $0.isMovingFromParent }) else { return }
      stage = .gone
      end(nil)
      report()
      onGone?()
    }

    /// Ends the payment once. The app hears of it when the sheet is gone, so that it can show something else.
    func end(_ address: String?) {
      if !hasEnded {
        hasEnded = true
        ReturnLinks.stopWaiting(waiting)
        webView.stopLoading()
        pendingReport = { [onEnd] in onEnd(address) }
      }
      dismissSheet()
    }

    // UIKit dismisses nothing that is on its way, and a swipe may be taken back. If it refuses, the close button tries again.
    private func dismissSheet() {
      guard dismissesItself, stage != .gone, let sheet = navigationController,
        let presenter = sheet.presentingViewController
      else { return report() }
      if stage == .shown, !sheet.isBeingDismissed { presenter.dismiss(animated: true) { self.report() } }
    }

    private func report() {
      let pending = pendingReport
      pendingReport = nil
      pending?()
    }

    // MARK: - Navigation

    public func webView(
      _ webView: WKWebView, decidePolicyFor action: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
      guard let url = action.request.url else { return .cancel }
      let decision = PaymentNavigation.decide(
        url.absoluteString, urlScheme: payment.urlScheme, transactionId: payment.transactionId,
        isMainFrame: isFromMainFrame(action))
      switch decision {
      case .load: return await isOpenedByItsApp(url, action) ? .cancel : .allow
      case .return: end(url.absoluteString)
      case .open: _ = await UIApplication.shared.open(url)
      case .block: break
      }
      return .cancel
    }

    // A link to a new window belongs to the frame it is in.
    private func isFromMainFrame(_ action: WKNavigationAction) -> Bool {
      action.targetFrame?.isMainFrame ?? action.sourceFrame.isMainFrame
    }

    // A bank's universal link opens its app; without the app it loads here. Going back and sending a form stay here.
    private func isOpenedByItsApp(_ url: URL, _ action: WKNavigationAction) async -> Bool {
      guard isFromMainFrame(action), action.request.httpMethod == "GET",
        ![.backForward, .reload, .formResubmitted].contains(action.navigationType),
        let host = webView.url?.host, url.host != host
      else { return false }
      return await UIApplication.shared.open(url, options: [.universalLinksOnly: true])
    }

    // A link to a new window opens in this one. Pages also open empty windows, to fill them later.
    public func webView(
      _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
      for action: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
      let scheme = action.request.url?.scheme?.lowercased() ?? ""
      if action.targetFrame == nil, isFromMainFrame(action), ["http", "https"].contains(scheme) {
        webView.load(action.request)
      }
      return nil
    }

    public func webView(
      _ webView: WKWebView, runJavaScriptAlertPanelWithMessage text: String, initiatedByFrame frame: WKFrameInfo
    ) async {
      _ = await ask(text, [Words.ok], by: frame)
    }

    public func webView(
      _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage text: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
      await ask(text, [Words.close, Words.ok], by: frame) == 1
    }

    /// Shows a question of a frame under its host, or none without a host; returns the index of the answer.
    private func ask(_ text: String, _ answers: [String], by frame: WKFrameInfo) async -> Int {
      let host = frame.securityOrigin.host
      guard !host.isEmpty, viewIfLoaded?.window != nil, presentedViewController == nil, !hasEnded else { return 0 }
      let answer: Int? = try? await withCheckedThrowingContinuation { continuation in
        let answer = OneAnswer(continuation, otherwise: 0)
        let alert = UIAlertController(title: host, message: text, preferredStyle: .alert)
        for (index, title) in answers.enumerated() {
          alert.addAction(UIAlertAction(title: title, style: .default) { _ in answer.resume(.success(index)) })
        }
        present(alert, animated: true)
      }
      return answer ?? 0
    }

    public func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
      webView.isOpaque = true
      show(.page)
    }

    public func webView(
      _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: Error
    ) {
      fail(error)
    }

    public func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: Error) {
      fail(error)
    }

    private func fail(_ error: Error) {
      let error = error as NSError
      let isReplaced = error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
      // A navigation that was decided about by hand.
      let isDecided = error.domain == "WebKitErrorDomain" && error.code == 102
      guard isReplaced || isDecided else {
        failedURL = error.userInfo[NSURLErrorFailingURLErrorKey] as? URL
        return show(.failure)
      }
      if isDecided, !webView.isLoading { show(.page) }
    }

    public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { load(webView.url) }

    private func goBack() {
      if !failure.isHidden, webView.url != nil { return show(.page) }
      if webView.canGoBack { webView.goBack() }
    }

    private func updateBack() {
      backItem.isEnabled = webView.canGoBack || (!failure.isHidden && webView.url != nil)
    }

    // The payment's address opens once; after that the page's own address is the one to load again.
    private func load(_ url: URL?) {
      guard let url else { return show(.failure) }
      show(.progress)
      webView.load(URLRequest(url: url))
    }

    // MARK: - Look

    private enum Content { case page, progress, failure }

    private func show(_ content: Content) {
      webView.isHidden = content == .failure
      failure.isHidden = content != .failure
      if content == .progress { indicator.startAnimating() } else { indicator.stopAnimating() }
      updateBack()
      switch content {
      case .page: break
      case .progress: UIAccessibility.post(notification: .layoutChanged, argument: indicator)
      case .failure: UIAccessibility.post(notification: .layoutChanged, argument: message)
      }
    }

    private func addBarItems() {
      backItem.accessibilityLabel = Words.back
      navigationItem.leftBarButtonItem = backItem
      let close = UIBarButtonItem(systemItem: .close, primaryAction: UIAction { [weak self] _ in self?.end(nil) })
      close.accessibilityLabel = Words.close
      navigationItem.rightBarButtonItem = close
    }

    private func addViews() {
      // Otherwise it is white until the first page comes.
      webView.isOpaque = false
      webView.backgroundColor = .systemBackground
      indicator.hidesWhenStopped = true
      indicator.accessibilityLabel = Words.loading
      let texts = failureTexts()
      failure.isHidden = true
      for child in [webView, indicator, failure, texts] { child.translatesAutoresizingMaskIntoConstraints = false }
      for child in [webView, indicator, failure] { view.addSubview(child) }
      failure.addSubview(texts)
      let area = view.safeAreaLayoutGuide
      let content = failure.contentLayoutGuide
      let frame = failure.frameLayoutGuide
      NSLayoutConstraint.activate([
        webView.topAnchor.constraint(equalTo: area.topAnchor),
        webView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
        webView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
        webView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
        indicator.centerXAnchor.constraint(equalTo: view.centerXAnchor),
        indicator.centerYAnchor.constraint(equalTo: view.centerYAnchor),
        failure.topAnchor.constraint(equalTo: area.topAnchor),
        failure.leadingAnchor.constraint(equalTo: area.leadingAnchor),
        failure.trailingAnchor.constraint(equalTo: area.trailingAnchor),
        failure.bottomAnchor.constraint(equalTo: area.bottomAnchor),
        texts.topAnchor.constraint(equalTo: content.topAnchor, constant: 32),
        texts.leadingAnchor.constraint(equalTo: content.leadingAnchor, constant: 16),
        texts.trailingAnchor.constraint(equalTo: content.trailingAnchor, constant: -16),
        texts.bottomAnchor.constraint(equalTo: content.bottomAnchor, constant: -32),
        texts.widthAnchor.constraint(equalTo: frame.widthAnchor, constant: -32),
      ])
    }

    private func failureTexts() -> UIStackView {
      message.text = Words.cannotLoad
      message.font = .preferredFont(forTextStyle: .body)
      message.adjustsFontForContentSizeCategory = true
      message.numberOfLines = 0
      message.textAlignment = .center
      let button = UIButton(
        configuration: .borderedProminent(),
        primaryAction: UIAction(title: Words.tryAgain) { [weak self] _ in
          guard let self else { return }
          load(failedURL ?? webView.url ?? payment.url)
        })
      let texts = UIStackView()
      texts.axis = .vertical
      texts.spacing = 16
      texts.addArrangedSubview(message)
      texts.addArrangedSubview(button)
      return texts
    }
  }
#endif
